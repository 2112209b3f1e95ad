"""A hosted table with the links that lead to it. A pure state machine.

Methods are named by what comes in; each takes the time where it matters and returns what is to be done, in order. No
input from a peer raises out of here: it ends in a refusal, or in closing that link with a reason.

A peer's link goes through these states:

========  =======================  ==================================================
state     waits for                then
========  =======================  ==================================================
GREETING  ``hello``                SEATED, or closed: no seat, bad hello, silence
SEATED    anything a guest says    closed: by ``bye``, by silence, by a newer link
========  =======================  ==================================================
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from engine.chance import Rng
from engine.inputs import Action, Chance, Input
from engine.match import Game, Match
from p2p.codec import UnreadableMessage, decode_from_guest, version_named_in
from p2p.effects import Effect
from p2p.handouts import Invite
from p2p.hosted_table import HostedTable
from p2p.inbox import Inbox
from p2p.librarian import Librarian
from p2p.library import Library
from p2p.liveness import Liveness, Signs
from p2p.management import Management
from p2p.messages import (
    LEAVING,
    PROTOCOL_VERSION,
    Act,
    Bye,
    Get,
    GuestMessage,
    Hello,
    Lang,
    Learn,
    Manage,
    Ping,
    Pong,
    Ready,
    Sit,
    Social,
)
from p2p.outbox import Outbox
from p2p.reasons import GOODBYES
from p2p.retrace import AS_USUAL, HowChosen
from p2p.running_match import RunningMatch
from p2p.saved_table import SavedTable
from p2p.seating import Seat
from p2p.social import as_told, why_not
from p2p.text.shelf import Shelf

SIT_COUNTS: Final = 5
"""Taking a seat counts as so many messages more: the table is written down, and everybody is told."""


@dataclass(frozen=True)
class Owner:
    """An admission: who opened the link has proved to own the seat of this token."""

    token: str


@dataclass(frozen=True)
class Newcomer:
    """An admission: who opened the link has proved to be invited; ``token`` is what shall prove the seat, if any is.

    It is the host's own page that has a token of its own: its player has the host's rights, also after having left.
    """

    token: str | None = field(default=None, repr=False)


Admission = Owner | Newcomer


@dataclass
class _Peer:
    """A link as the table knows it; ``number`` tells which of two was opened later, ``lang`` what its person reads."""

    name: str
    number: int
    admission: Admission
    liveness: Liveness
    inbox: Inbox
    seat: Seat | None = None
    lang: str = "en"


class HostSession:
    """A table and its links.

    Args:
        table: the seats and the game, new or as they were written down.
        new_token: makes an unguessable text that proves a seat.
        rng: the source of random numbers of the bots.
        shelf: the texts for players; without any, all read English and there are no rules.

    Raises:
        EngineError: the game is not played so, or there is no such bot.
    """

    def __init__(
        self, game: Game, table: SavedTable, new_token: Callable[[], str], rng: Rng, *, shelf: Shelf | None = None
    ) -> None:
        self._shelf = shelf = shelf or Shelf()
        self._outbox = Outbox()
        self._table = HostedTable(game, table, new_token=new_token, rng=rng, outbox=self._outbox, shelf=shelf)
        self._management = Management(self._table, self._outbox, self._send_away)
        self._librarian = Librarian(self._table.state, self._table.teller, Library(shelf))
        self._peers: dict[str, _Peer] = {}
        self._opened = 0
        self._closed = False

    @property
    def seats(self) -> Sequence[Seat]:
        """Who sits where; to be read only."""
        return self._table.state.seats

    @property
    def is_resting(self) -> bool:
        """Whether the running match rests between two hands."""
        return self._table.state.resting

    @property
    def running(self) -> RunningMatch | None:
        """The match that is going on; to be read only."""
        return self._table.state.running

    @property
    def match_to_draw_for(self) -> Match | None:
        """The match that waits for a chance outcome, if one does; to be read only."""
        running = self._table.state.running
        return running.match if running and running.needs_chance else None

    def saved(self) -> SavedTable:
        """The table as it is written down."""
        return self._table.state.saved()

    # --- from the links

    def link_opened(self, peer: str, admission: Admission, now: float) -> list[Effect]:
        """A link is open and its other end has proved what ``admission`` says; ``peer`` is a new name for it."""
        self._opened += 1
        opened = self._peers[peer] = _Peer(peer, self._opened, admission, Liveness(now), Inbox())
        if self._closed:
            self._dismiss(opened, "table-closed")
        return self._done()

    def text_received(self, peer: str, text: str, now: float) -> list[Effect]:
        """A text arrived. It is read at once, or as soon as the guest's bucket has refilled."""
        known = self._peers.get(peer)
        if known:
            known.liveness.heard(now)
            self._note_signs(known, now)
            if known.inbox.put(text):
                self._read(known, now)
            else:
                self._dismiss(known, "too-fast")
        return self._done()

    def link_closed(self, peer: str) -> list[Effect]:
        """A link has ended, whatever ended it. Its seat is kept for its owner."""
        known = self._peers.pop(peer, None)
        if known and known.seat:
            self._table.went_away(known.seat)
        return self._done()

    # --- from the clock and the shells

    def time_passed(self, now: float) -> list[Effect]:
        """Do what is due: read what waited, ping, notice silence, report what the clock ends."""
        for peer in list(self._peers.values()):
            self._read(peer, now)
            if self._is_open(peer):
                self._look_after(peer, now)
        self._table.playing.time_passed(now)
        return self._done()

    def next_deadline(self, now: float) -> float | None:
        """When `time_passed` is to be called next; ``None`` while nobody is connected."""
        looks = [peer.liveness.next_deadline(now) for peer in self._peers.values()]
        reads = [peer.inbox.next_deadline() for peer in self._peers.values()]
        play = self._table.playing.next_deadline(now)
        return min((deadline for deadline in (*looks, *reads, play) if deadline is not None), default=None)

    def chance_drawn(self, outcome: Chance) -> list[Effect]:
        """The chance outcome that a `DrawChance` asked for; one that the match no longer needs is dropped.

        Raises:
            IllegalAction: it is no outcome of what was asked for; nothing has changed.
        """
        self._table.playing.chance_drawn(outcome)
        return self._done()

    def bot_chose(self, seat: int, prompt: int, action: Action, how: HowChosen = AS_USUAL) -> list[Effect]:
        """The choice that an `AskBot` asked for; one that comes too late is dropped, and asked anew if need be.

        Args:
            seat: whose bot has chosen.
            prompt: as asked.
            action: what it does.
            how: it came to that, for the record.

        Raises:
            IllegalAction: the bot was not given that choice; nothing has changed.
        """
        self._table.playing.bot_chose(seat, prompt, action, how)
        return self._done()

    def invitation_is(self, invite: Invite) -> list[Effect]:
        """Others can join the table from now on, and this is how to invite them; also after a `RenewCode`.

        Whoever has come in by the old code or link and not said hello yet has to come again.
        """
        self._table.state.is_open = True
        for peer in list(self._peers.values()):
            if peer.seat is None and peer.admission == Newcomer():
                self._dismiss(peer, "seat-gone")
        self._librarian.invite = invite
        self._librarian.hand_out_invite()
        return self._done()

    def code_not_renewed(self, why: str) -> list[Effect]:
        """The new code that a `RenewCode` asked for could not be written down; ``why`` is a sentence."""
        if self._table.state.host:
            self._table.teller.refuse(self._table.state.host, "no-new-code", why)
        return self._done()

    def journal_failed(self, why: str) -> list[Effect]:
        """Something could not be written down: the table stands still until the player with the host's rights decides.

        Nobody is told what happened in a step that is not written down, until `journal_settled`.

        Args:
            why: a sentence.
        """
        self._table.state.trouble = why
        self._outbox.halted = True
        for seat in self._table.state.everybody():
            if seat.peer:  # whoever was just about to sit down was not told so
                self._table.teller.welcome(seat)
                self._table.teller.tell_trouble_to(seat)
        return self._done()

    def journal_settled(self) -> list[Effect]:
        """All is written down, or need not be any more: the table goes on, and everybody is told how it stands."""
        self._table.state.trouble = None
        self._outbox.halted = False
        self._table.teller.tell_all_anew()
        return self._done()

    def close_table(self) -> list[Effect]:
        """The host ends the table on purpose: nobody can come any more."""
        self._closed = True
        self._table.close()
        for peer in list(self._peers.values()):
            peer.seat = None
            self._dismiss(peer, "table-closed")
        return self._done()

    def resume(self, inputs: Sequence[Input], names: Mapping[int, str] | None = None) -> list[Effect]:
        """Take up the match that was going on when the table was written down.

        Args:
            inputs: of its record, in order; they have been accepted before.
            names: of those who began it, by seat; those who sit there now if not given.

        Raises:
            IllegalAction: they do not make a match of this game.
        """
        self._table.playing.resume(inputs, names)
        return self._done()

    def has_played(self, finished: RunningMatch) -> None:
        """The last match that was finished at the table, before the program was started again."""
        self._table.state.finished = finished

    # --- reading a guest

    def _read(self, peer: _Peer, now: float) -> None:
        while self._is_open(peer) and (text := peer.inbox.take(now)) is not None:
            if peer.seat:
                self._answer(peer, peer.seat, text, now)
            else:
                self._greet(peer, text)

    def _greet(self, peer: _Peer, text: str) -> None:
        if version_named_in(text) not in {None, PROTOCOL_VERSION}:
            self._dismiss(peer, "wrong-version")
            return
        try:
            hello = decode_from_guest(text)
        except UnreadableMessage as error:
            self._dismiss(peer, "unreadable", str(error))
            return
        if not isinstance(hello, Hello):
            self._dismiss(peer, "no-hello")
            return
        peer.lang = hello.lang
        token = peer.admission.token
        if isinstance(peer.admission, Owner) or (token and self._table.state.seat_of(token)):
            self._bring_back(peer, token or "", hello)
        else:
            self._seat_newcomer(peer, token, hello)

    def _seat_newcomer(self, peer: _Peer, token: str | None, hello: Hello) -> None:
        seat = self._table.seat_for_newcomer(token, watch=hello.watch)
        if seat:
            if token and seat in self._table.state.seats:
                self._table.state.host = seat
            self._sit_down(peer, seat, hello)
        elif hello.watch and not self._table.state.settings.watchers:
            self._dismiss(peer, "no-watchers")
        else:
            self._dismiss(peer, "table-full")

    def _bring_back(self, peer: _Peer, token: str, hello: Hello) -> None:
        seat = self._table.state.seat_of(token)
        if seat is None:
            self._dismiss(peer, "seat-gone")
            return
        other = self._peers.get(seat.peer) if seat.peer else None
        if other and other.number > peer.number:
            self._dismiss(peer, "opened-elsewhere")
            return
        if other:
            other.seat = None
            self._dismiss(other, "opened-elsewhere")
        self._sit_down(peer, seat, hello)

    def _sit_down(self, peer: _Peer, seat: Seat, hello: Hello) -> None:
        peer.seat = seat
        self._table.sit_down(seat, peer.name, hello)

    def _answer(self, peer: _Peer, seat: Seat, text: str, now: float) -> None:
        try:
            message = decode_from_guest(text)
        except UnreadableMessage as error:
            self._table.teller.refuse(seat, "unreadable", str(error))
            return
        self._carry_out(peer, seat, message, now)

    def _carry_out(self, peer: _Peer, seat: Seat, message: GuestMessage, now: float) -> None:
        if self._table.state.trouble is not None and _waits_in_trouble(message):
            self._table.teller.refuse(seat, "trouble")
            return
        match message:
            case Act():
                self._table.take_back(seat)
                self._table.playing.act(seat, message)
            case Sit():
                peer.inbox.charge(SIT_COUNTS)
                self._table.move(seat, message.seat)
            case Ready():
                self._table.make_ready(seat)
            case Lang():
                peer.lang = message.lang
                self._table.speak(seat, message.lang)
            case Manage():
                self._management.carry_out(seat, message)
            case Social():
                self._be_social(seat, message, now)
            case Get():
                peer.inbox.charge(self._librarian.answer(seat, message))
            case Learn():
                self._table.learn(seat, message)
            case _:
                self._hear_about_link(peer, seat, message)

    def _hear_about_link(self, peer: _Peer, seat: Seat, message: Hello | Ping | Pong | Bye) -> None:
        match message:  # a pong has done its work by arriving
            case Ping():
                self._outbox.send(peer.name, Pong())
            case Hello():
                self._table.teller.refuse(seat, "said-hello")
            case Bye():
                self._hear_bye(peer, seat, message)

    def _be_social(self, seat: Seat, social: Social, now: float) -> None:
        watches = seat in self._table.state.watchers
        code = "only-players" if watches else why_not(social, seat, self._table.state.seats, now)
        if code:
            self._table.teller.refuse(seat, code)
        else:
            seat.social_at = now
            self._table.teller.tell_everybody(as_told(social, seat))

    def _hear_bye(self, peer: _Peer, seat: Seat, bye: Bye) -> None:
        self._forget(peer)
        if bye.code == LEAVING:
            self._table.leave(seat)
        else:
            self._table.went_away(seat)

    # --- looking after the links

    def _look_after(self, peer: _Peer, now: float) -> None:
        if peer.liveness.signs(now) is Signs.GONE:
            self._dismiss(peer, "silent")
            return
        self._note_signs(peer, now)
        if peer.liveness.ping_due(now):
            self._outbox.send(peer.name, Ping())

    def _note_signs(self, peer: _Peer, now: float) -> None:
        if peer.seat:
            self._table.link_is(peer.seat, shaky=peer.liveness.signs(now) is Signs.SHAKY)

    def _send_away(self, seat: Seat, code: str) -> None:
        """Close the link of a seat whose person has to go."""
        peer = self._peers.get(seat.peer) if seat.peer else None
        if peer:
            peer.seat = seat.peer = None
            self._dismiss(peer, code)

    def _dismiss(self, peer: _Peer, code: str, text: str | None = None) -> None:
        """Close a link and say why; the seat is kept for its owner."""
        self._outbox.send(peer.name, Bye(code, text or self._shelf.catalogue(peer.lang)(GOODBYES[code])))
        self._forget(peer)
        if peer.seat:
            self._table.went_away(peer.seat)

    def _forget(self, peer: _Peer) -> None:
        self._outbox.close(peer.name)
        del self._peers[peer.name]

    def _is_open(self, peer: _Peer) -> bool:
        return self._peers.get(peer.name) is peer

    def _done(self) -> list[Effect]:
        self._table.playing.go_on()
        return self._outbox.emptied()


def _waits_in_trouble(message: GuestMessage) -> bool:
    """Whether it may be about something that could not be written down; how to invite and to play never is."""
    if isinstance(message, Get):
        return message.what in {"replay", "log"}
    return isinstance(message, Sit | Ready | Lang | Social | Learn)
