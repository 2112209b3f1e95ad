"""The table at a guest: what it was last told, and what it tells the host. A pure state machine.

One session lives through any number of links to the same table; the token of the first welcome is what the shell
proves its seat with when it connects again.

========  ==========================  ==================================================
state     waits for                   then
========  ==========================  ==================================================
AWAY      a link                      GREETING
GREETING  ``welcome``                 SEATED
SEATED    anything a host says        AWAY: link lost or silent; OVER: ``bye`` of either;
                                      GREETING: another link, after the first one was silent
OVER      nothing                     –
========  ==========================  ==================================================
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any

from msgspec.structs import asdict

from p2p.codec import UnreadableMessage, decode_from_host, encode
from p2p.liveness import Liveness, Signs
from p2p.messages import (
    MAX_ACTION,
    PROTOCOL_VERSION,
    Act,
    Bye,
    Get,
    Hello,
    HostMessage,
    Lang,
    Lobby,
    Manage,
    Message,
    Over,
    Part,
    Person,
    Ping,
    Pong,
    Ready,
    Refused,
    Sit,
    Social,
    Table,
    Trouble,
    Welcome,
)
from p2p.reasons import REFUSED_AT_HOME, WORTH_RETURNING
from p2p.seating import tidy_name


class State(Enum):
    """Where the session stands; the table at the top of the module says what follows what."""

    AWAY = "away"
    GREETING = "greeting"
    SEATED = "seated"
    OVER = "over"


@dataclass(frozen=True)
class Say:
    """Send a text over the link."""

    text: str


@dataclass(frozen=True)
class HangUp:
    """Close the link, after what was sent before."""


@dataclass(frozen=True)
class Tell:
    """Something the player should know: an event's name and its facts, as ``--json`` prints them.

    ``seated`` {seat}, none for a watcher · ``joined``, ``left``, ``gone``, ``back``, ``ready``, ``stood-in``,
    ``plays-again`` {seat, name}; ``joined`` with the seat ``before`` of somebody who had another one ·
    ``lobby`` · ``started`` {game, options} · ``table`` ·
    ``prompt`` {prompt, seat, legal} · ``refused`` {prompt, code, text} · ``over`` {ending, totals, winners, hat} ·
    ``trouble`` {text, yours} · ``social`` {kind, to, item, text, by} · ``part`` {what, part, parts, data} ·
    ``shaky``, ``steady``, ``away`` (this link) · ``bye`` {code, text}

    A prompt is told when it can be answered, and told again when an answer to it may have been lost: after the own
    link was, and after the match stood still.
    """

    event: str
    facts: dict[str, Any]


Effect = Say | HangUp | Tell


class GuestSession:
    """A player's end of a table.

    Args:
        name: what the player wants to be called.
        token: what proves the seat, where the player has been at this table before.
        lang: the player's language.
        watch: whether the player, where new, wants no seat.

    Attributes:
        seat: the player's; none before it is known, and for a watcher.
        key: the number under which the token opens a join.
        table: as it was last seen, while a match goes on.
        result: of the last match, until the next one starts.
        goodbye: why the session is over.
        trouble: why the table waits, while it cannot be written down.
    """

    def __init__(self, name: str, token: str | None = None, lang: str = "en", *, watch: bool = False) -> None:
        self.state = State.AWAY
        self.token = token
        self.seat: int | None = None
        self.key: int | None = None
        self.lobby: Lobby | None = None
        self.table: Table | None = None
        self.result: Over | None = None
        self.goodbye: Bye | None = None
        self.trouble: Trouble | None = None
        self._name = tidy_name(name)
        self._lang = lang
        self._watch = watch
        self._liveness: Liveness | None = None
        self._shaky = False
        self._prompt_told: int | None = None
        self._effects: list[Effect] = []

    # --- from the link and the clock

    def link_opened(self, now: float) -> list[Effect]:
        """A link to the host is open; the latest one counts, also if the one before it lives."""
        if self.state is State.OVER:
            return [HangUp()]
        self.state = State.GREETING
        self._liveness = Liveness(now)
        self._say(Hello(PROTOCOL_VERSION, self._name, self._lang, watch=self._watch))
        return self._done()

    def text_received(self, text: str, now: float) -> list[Effect]:
        """A text of the host arrived; one that cannot be read ends the link."""
        if self._liveness is None:
            return []
        self._liveness.heard(now)
        self._note_signs(now)
        try:
            self._hear(decode_from_host(text))
        except UnreadableMessage as error:
            bye = Bye("unreadable", str(error))
            self._say(bye)
            self._end(bye)
        return self._done()

    def link_closed(self) -> list[Effect]:
        """The link has ended, whatever ended it."""
        if self.state in {State.GREETING, State.SEATED}:
            self._lose()
        return self._done()

    def time_passed(self, now: float) -> list[Effect]:
        """Do what is due: ping, notice silence."""
        if self._liveness is None:
            return []
        if self._liveness.signs(now) is Signs.GONE:
            self._effects.append(HangUp())
            self._lose()
            return self._done()
        self._note_signs(now)
        if self._liveness.ping_due(now):
            self._say(Ping())
        return self._done()

    def not_understood(self, fault: str) -> list[Effect]:
        """What the host told cannot be shown, or played on with, here: the session is over.

        Args:
            fault: what is wrong with it, for whoever looks into it.
        """
        if self.state is not State.OVER:
            text = f"What the host sends makes no sense to this program ({fault}): both sides need the same Peerdeck."
            self._say(Bye("unreadable", text))
            self._end(Bye("unreadable", text))
        return self._done()

    def doubt(self, now: float) -> list[Effect]:
        """There is reason to think that the link is dead: see whether the host answers at once."""
        if self._liveness:
            self._liveness.doubt(now)
        return self.time_passed(now)

    @property
    def in_doubt(self) -> bool:
        """Whether another link should be looked for: there is none, or it is silent for longer than it should be."""
        return self.state is State.AWAY or (self.state is State.SEATED and self._shaky)

    def next_deadline(self, now: float) -> float | None:
        """When `time_passed` is to be called next; ``None`` while there is no link."""
        return self._liveness.next_deadline(now) if self._liveness else None

    # --- from the player

    def act(self, action: str) -> list[Effect]:
        """Answer the present prompt with an action, in the spelling of records without the seat."""
        prompt = self.table.prompt if self.table else None
        if self.state is not State.SEATED:
            self._refuse("no-link")
        elif prompt is None:
            self._refuse("not-your-turn")
        elif len(action) > MAX_ACTION:
            self._refuse("too-long", prompt)
        else:
            self._say(Act(prompt, _without_surrogates(action)))
        return self._done()

    def ready(self) -> list[Effect]:
        """Say that the match may begin."""
        if self.state is State.SEATED:
            self._say(Ready())
        else:
            self._refuse("no-link")
        return self._done()

    def sit(self, seat: int) -> list[Effect]:
        """Ask for another seat."""
        if self.state is not State.SEATED or self.lobby is None:
            self._refuse("no-link")
        elif not 0 <= seat < len(self.lobby.people):
            self._refuse("no-such-seat")
        else:
            self._say(Sit(seat))
        return self._done()

    def ask(self, message: Lang | Manage | Social | Get) -> list[Effect]:
        """Ask the host for something that has no method of its own."""
        if self.state is State.SEATED:
            self._say(message)
        else:
            self._refuse("no-link")
        return self._done()

    def leave(self) -> list[Effect]:
        """Leave the table for good."""
        if self.state is not State.OVER:
            self._say(Bye())
            self._end(Bye())
        return self._done()

    # --- hearing the host

    def _hear(self, message: HostMessage) -> None:
        match message:
            case Welcome():
                self.state = State.SEATED
                self.trouble = None
                self.seat, self.token, self.key = message.seat, message.token, message.key
                self._forget_table()
                self._tell("seated", seat=message.seat)
            case Lobby():
                self._hear_lobby(message)
            case Table():
                self._hear_table(message)
            case Refused():
                self._tell("refused", prompt=message.prompt, code=message.code, text=message.text)
            case Over():
                self._hear_over(message)
            case Trouble() | Social() | Part():
                self.trouble = message if isinstance(message, Trouble) else self.trouble
                self._tell(type(message).__name__.lower(), **asdict(message))
            case Bye():
                self._hear_bye(message)
            case Ping():
                self._say(Pong())

    def _hear_lobby(self, lobby: Lobby) -> None:
        if [person.seat for person in lobby.people] != list(range(len(lobby.people))):
            raise UnreadableMessage("The lobby does not name its seats in their order.")
        if self.seat is not None and self.seat not in range(len(lobby.people)):
            raise UnreadableMessage("The lobby has no seat for this player.")
        before, self.lobby = self.lobby, lobby
        self._effects += _changes(before.people if before else [], lobby.people)
        self._tell("lobby")
        if not lobby.playing:
            self._forget_table()
        elif not (before and before.playing):
            self.result = None
            self._tell("started", game=lobby.game, options=lobby.options)
        self._tell_prompt()

    def _hear_table(self, table: Table) -> None:
        self.table = table
        self._tell("table")
        self._tell_prompt()

    def _tell_prompt(self) -> None:
        if self.lobby and (self.lobby.waiting_for or self.lobby.paused or self._bot_plays(self.lobby)):
            self._prompt_told = None
        elif self.table and self.table.prompt is not None and self.table.prompt != self._prompt_told:
            self._prompt_told = self.table.prompt
            self._tell("prompt", prompt=self.table.prompt, seat=self.seat, legal=self.table.legal)

    def _bot_plays(self, lobby: Lobby) -> bool:
        """Whether a bot plays for the player."""
        return any(person.stand_in for person in lobby.people if person.seat == self.seat)

    def _hear_over(self, over: Over) -> None:
        """Tell the result, unless it is only repeated after a return."""
        self._forget_table()
        if self.result != over:
            self.result = over
            self._tell("over", ending=over.ending, totals=over.totals, winners=over.winners, hat=over.hat)

    def _forget_table(self) -> None:
        self.table = self._prompt_told = None

    def _hear_bye(self, bye: Bye) -> None:
        if bye.code in WORTH_RETURNING:
            self._effects.append(HangUp())
            self._lose()
        else:
            self._end(bye)

    # --- ends

    def _lose(self) -> None:
        self.state = State.AWAY
        self._liveness = None
        self._shaky = False
        self._tell("away")

    def _end(self, bye: Bye) -> None:
        self._effects.append(HangUp())
        self.state = State.OVER
        self._liveness = None
        self.goodbye = bye
        self._tell("bye", code=bye.code, text=bye.text)

    def _note_signs(self, now: float) -> None:
        shaky = self._liveness is not None and self._liveness.signs(now) is Signs.SHAKY
        if shaky != self._shaky:
            self._shaky = shaky
            self._tell("shaky" if shaky else "steady")

    # --- telling

    def _say(self, message: Message) -> None:
        if self._liveness:
            self._effects.append(Say(encode(message)))

    def _refuse(self, code: str, prompt: int | None = None) -> None:
        self._tell("refused", prompt=prompt, code=code, text=REFUSED_AT_HOME[code])

    def _tell(self, event: str, **facts: Any) -> None:
        self._effects.append(Tell(event, facts))

    def _done(self) -> list[Effect]:
        effects, self._effects = self._effects, []
        return effects


def _changes(before: list[Person], after: list[Person]) -> Iterator[Tell]:
    """Who came, went, moved, dropped and returned between two lists of the seats.

    No two people at a table have the same name, so that names tell who sits elsewhere now.
    """
    earlier = {person.name: person for person in before if person.kind != "empty"}
    names = {person.name for person in after}
    left = {person.seat: person.name for person in earlier.values() if person.name not in names}
    for person in after:
        if person.seat in left:
            yield Tell("left", {"seat": person.seat, "name": left[person.seat]})
        if person.kind != "empty":
            yield from _changes_of(earlier.get(person.name), person)


def _changes_of(old: Person | None, person: Person) -> Iterator[Tell]:
    """What is new about somebody who sits at the table."""
    who = {"seat": person.seat, "name": person.name}
    if old is None or old.kind != person.kind:
        yield Tell("joined", who)
    elif old.seat != person.seat:
        yield Tell("joined", {**who, "before": old.seat})
    was_away, stood_in, was_ready = (old.link == "away", old.stand_in, old.ready) if old else (False, False, False)
    same = old is not None and old.kind == person.kind
    if person.link == "away" and not was_away:
        yield Tell("gone", who)
    elif was_away and person.link != "away" and same:
        yield Tell("back", who)
    if person.stand_in != stood_in and same:
        yield Tell("stood-in" if person.stand_in else "plays-again", who)
    if person.ready and not was_ready:
        yield Tell("ready", who)


def _without_surrogates(text: str) -> str:
    """The text with a mark in place of what is no character: a terminal hands on bytes that it could not read."""
    return text.encode(errors="replace").decode()
