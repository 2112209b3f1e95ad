"""The people of an evening in memory: each with the guest's session, a link, and everything they were told."""

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace

from p2p.codec import decode_from_guest, encode
from p2p.guest_session import Effect, GuestSession, HangUp, Say, State, Tell
from p2p.host_session import Newcomer, Owner
from p2p.link import MemoryLink, MemoryWire, memory_pair
from p2p.messages import Act, Frames, Get, Hello, HostMessage, Lang, Manage, Message, Social
from p2p.table_view.model import View
from tests.p2p.pages import moves_on

if TYPE_CHECKING:
    from tests.p2p.evening import Evening


class Player:
    """A guest's program: its session, its present link, and everything it was told."""

    def __init__(self, evening: "Evening", name: str, token: str | None = None, *, watch: bool = False) -> None:
        self.session = self.new_session(name, token, watch=watch)
        self.told: list[Tell] = []
        self.asked: list[str] = []
        """What can be done at a prompt that was told and is not answered yet."""
        self.peer: str | None = None
        self.link: MemoryLink | None = None
        self.wire: MemoryWire | None = None
        self._evening = evening

    def new_session(self, name: str, token: str | None, *, watch: bool) -> GuestSession:
        """The session of this kind of player."""
        return GuestSession(name, token, watch=watch)

    def open_link(self) -> None:
        """Connect to the host: with the seat's token if there is one, else with the code."""
        host = self._evening.host
        token = self.session.token
        here, there, self.wire = memory_pair()
        self.link = here
        self.peer = self._evening.take_link(there, Owner(token) if token else Newcomer())
        self._evening.wires.append((self.wire, host))
        self.perform(self.session.link_opened(self._evening.now))
        here.start(partial(self._text_received, here), lambda _reason: self._link_closed(here))

    def perform(self, effects: Iterable[Effect]) -> None:
        """Carry out what the session wants done."""
        for effect in effects:
            match effect:
                case Say(text):
                    assert self.link, "a text without a link"
                    self._evening.note(f"{self.session.token} says {text}")
                    self.link.send(text)
                case HangUp():
                    if self.link:
                        self.link.close()
                case Tell():
                    self._take_in(effect)

    def say(self, text: str) -> None:
        """Send any text, as no session would."""
        if self.link:
            self.link.send(text)

    def ask(self, message: Lang | Manage | Social | Get) -> None:
        """Ask the host for something."""
        self.perform(self.session.ask(message))

    @property
    def is_replaced(self) -> bool:
        """Whether a bot plays for this player."""
        session = self.session
        return session.seat is not None and session.lobby is not None and session.lobby.people[session.seat].stand_in

    # --- the match, as this kind of player sees it

    @property
    def prompt(self) -> int | None:
        """The prompt that the table shows."""
        return self.session.table.prompt if self.session.table else None

    @property
    def choices(self) -> list[str]:
        """What can be done at that prompt; something that cannot where there is none."""
        return (self.session.table and self.session.table.legal) or ["steal"]

    def act(self, choice: str) -> None:
        """Answer the present prompt."""
        self.asked = []
        self.perform(self.session.act(choice))

    def text_of(self, choice: str, prompt: int) -> str:
        """The message that answers a prompt so."""
        return encode(Act(prompt, choice))

    def seen(self) -> object:
        """The table that the player has before the eyes, apart from how it came to be so."""
        table = self.session.table
        return table and (table.view, table.prompt, table.legal, table.seq)

    def _take_in(self, tell: Tell) -> None:
        self.told.append(tell)
        if tell.event == "prompt":
            self.asked = tell.facts["legal"]
        elif tell.event == "over":
            self.asked = []

    def _text_received(self, link: MemoryLink, text: str) -> None:
        if link is self.link:
            self._evening.note(f"{self.session.token} hears {text}")
            self.perform(self.session.text_received(text, self._evening.now))

    def _link_closed(self, link: MemoryLink) -> None:
        if link is self.link:
            self.link = self.wire = self.peer = None
            self.perform(self.session.link_closed())


class PageSession(GuestSession):
    """A guest's session that wants zones, as a page does.

    Attributes:
        frames: the last ones, while a match goes on.
    """

    frames: Frames | None = None

    def _say(self, message: Message) -> None:
        super()._say(replace(message, view="zones") if isinstance(message, Hello) else message)

    def _hear(self, message: HostMessage) -> None:
        if isinstance(message, Frames):
            self.frames = message
            self._tell("table")
            self._tell_prompt()
        else:
            super()._hear(message)

    def _tell_prompt(self) -> None:
        stands_still = self.lobby and (self.lobby.waiting_for or self.lobby.paused or self._bot_plays(self.lobby))
        if self.frames and not stands_still:
            choices = [encode(move) for move in moves_on(self.frames.list[-1].view)]
            self._tell("prompt", legal=choices)

    def _forget_table(self) -> None:
        super()._forget_table()
        self.frames = None


class PagePlayer(Player):
    """Somebody who plays on a page: knows no game, and does what the view offers."""

    session: PageSession

    def new_session(self, name: str, token: str | None, *, watch: bool) -> GuestSession:
        """A session that wants zones."""
        return PageSession(name, token, watch=watch)

    @property
    def prompt(self) -> int | None:
        """The prompt of the last view."""
        return self.session.frames.list[-1].view.prompt if self.session.frames else None

    @property
    def choices(self) -> list[str]:
        """The moves that the last view offers, as they would be sent; one that is none where there are none."""
        moves = moves_on(self.session.frames.list[-1].view) if self.session.frames else []
        return [encode(move) for move in moves or [Act(0, id="steal")]]

    def act(self, choice: str) -> None:
        """Send a move."""
        self.asked = []
        if self.session.state is State.SEATED:
            self.perform([Say(choice)])

    def text_of(self, choice: str, prompt: int) -> str:
        """The move with another prompt."""
        move = decode_from_guest(choice)
        assert isinstance(move, Act)
        return encode(replace(move, prompt=prompt))

    def seen(self) -> object:
        """The last view, without what is told of others' links."""
        frames = self.session.frames
        return frames and (lasting(frames.list[-1].view), frames.seq)


def lasting(view: View) -> View:
    """A view without what is told of others' links; nor, while nobody acts, of what has just happened."""
    return replace(view, seats=(), say=view.say if view.prompt is not None else "")
