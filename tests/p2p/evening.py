"""A whole evening in memory: a host with its journal, players, the links between them, and a clock of its own.

Nothing sleeps and nothing is random but what a seed decides: the same evening can be had twice.
"""

from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from math import inf
from random import Random

from engine import games, record
from engine.chance import draw, pick
from engine.inputs import Input, Need
from engine.match import Game, Match
from p2p.effects import (
    AppendRecord,
    AskBot,
    Close,
    DrawChance,
    Effect,
    EndTable,
    GiveUpJournal,
    MatchEnded,
    OpenRecord,
    RenewCode,
    SaveTable,
    Send,
    WriteAgain,
    Written,
)
from p2p.guest_session import State
from p2p.handouts import Invite, QrCode
from p2p.host_session import Admission, HostSession
from p2p.link import MemoryLink, MemoryWire
from p2p.messages import Manage
from p2p.retrace import read_back
from p2p.running_match import RunningMatch
from p2p.saved_table import SavedSeat, SavedTable
from tests.p2p.desk import SHELF
from tests.p2p.players import PagePlayer, Player

INVITE = Invite("K7QX-M4TC", "http://x/#j=K7QX.s", "http://x", QrCode(29, "M0 0h1v1h-1z"))


class Notice(Enum):
    """Who learns at once that a link is lost."""

    BOTH = "both"
    GUEST = "guest"
    HOST = "host"


class MemoryJournal:
    """What a host has written down."""

    def __init__(self, table: SavedTable) -> None:
        self.table = table
        self.records: dict[int, list[str]] = {}
        self._open: list[str] | None = None

    def write(self, effect: Written) -> None:
        """Write down what the effect says; there is a record open whenever a line is written."""
        match effect:
            case OpenRecord(number, header):
                self._open = self.records[number] = list(header)
            case AppendRecord(line):
                assert self._open is not None, "a line without a record"
                self._open.append(line)
            case SaveTable(table):
                self.table = table
            case MatchEnded():
                self._open = None

    def finished(self) -> RunningMatch | None:
        """The last match that was over."""
        match = read_back(self.records.get(self.table.matches - self.table.playing, []))
        return match if match and match.over else None

    def inputs(self) -> list[Input]:
        """What was played of the match that was going on; its record is open again."""
        self._open = self.records[self.table.matches]
        reader = record.Record()
        return [played.given for line in self._open if (played := reader.feed(line))]


def what_is_seen_again(session: HostSession) -> object:
    """The last match, as far as a replay depends on it."""
    finished = session._table.state.finished
    return finished and (finished.game.name, finished.match.options, finished.played, finished.players)


class Host:
    """A host's program from its start to its end: the session, and what it has still to answer."""

    def __init__(self, game: Game, journal: MemoryJournal, rng: Random, new_token: Callable[[], str]) -> None:
        self.session = HostSession(game, journal.table, new_token, rng, shelf=SHELF)
        self.session.invitation_is(INVITE)
        self.journal = journal
        self.links: dict[str, MemoryLink] = {}
        self.chance_asked = 0
        self.bots_asked: list[AskBot] = []
        self.codes_asked = 0
        self.effects_left: float = inf
        """How many more effects are carried out before the program is killed."""

    @property
    def alive(self) -> bool:
        """Whether the program runs."""
        return self.effects_left > 0

    def perform(self, effects: Iterable[Effect]) -> None:
        """Carry out what the session wants done, as long as the program lives."""
        for effect in effects:
            if self.alive:
                self._perform(effect)
                self.effects_left -= 1

    def _perform(self, effect: Effect) -> None:
        match effect:
            case Send(peer, text):
                assert peer in self.links, "a text to a link that is closed"
                self.links[peer].send(text)
            case Close(peer):
                self.links.pop(peer).close()
            case DrawChance():
                self.chance_asked += 1
            case AskBot():
                self.bots_asked.append(effect)
            case RenewCode():
                self.codes_asked += 1
            case EndTable() | WriteAgain() | GiveUpJournal():
                raise AssertionError("nobody closes the table in these evenings, and the journal does not fail")
            case _:
                self.journal.write(effect)


class Evening:
    """A table with everybody around it.

    Args:
        empty: how many seats wait for guests; the host's own is the first, bots have the last.
        bots: how many bots there are.
        seed: of everything that is drawn.
        options: of the game.
    """

    def __init__(
        self, game: Game, empty: int, bots: int = 0, seed: int = 0, options: Mapping[str, str] | None = None
    ) -> None:
        self.now = 0.0
        self.rng = Random(seed)
        self._seed = seed
        self._players_made = 0
        self.transcript: list[str] = []
        self.wires: list[tuple[MemoryWire, Host]] = []
        self._links_opened = 0
        self._tokens_made = 0
        own = SavedSeat("person", "Host", self.new_token())
        others = [SavedSeat("empty")] * empty + [SavedSeat("bot", f"Bot {i + 1}", None, "random") for i in range(bots)]
        self.journal = MemoryJournal(SavedTable(game.name, dict(options or {}), [own, *others]))
        self.host = Host(game, self.journal, self.rng, self.new_token)
        self.players = [self._new_player("Host", own.token)]

    def note(self, line: str) -> None:
        """Add to what was said this evening."""
        self.transcript.append(f"{self.now:.3f} {line}")

    def new_token(self) -> str:
        """A new proof of a seat."""
        self._tokens_made += 1
        return f"token {self._tokens_made}"

    # --- the host's program

    def take_link(self, link: MemoryLink, admission: Admission) -> str:
        """The host's end of a new link; its name."""
        self._links_opened += 1
        peer, host = f"link {self._links_opened}", self.host
        host.links[peer] = link
        self._at_host(host, lambda: host.session.link_opened(peer, admission, self.now))
        link.start(
            lambda text: self._at_host(host, lambda: host.session.text_received(peer, text, self.now)),
            lambda _reason: self._link_closed(host, peer),
        )
        return peer

    def _link_closed(self, host: Host, peer: str) -> None:
        host.links.pop(peer, None)
        self._at_host(host, lambda: host.session.link_closed(peer))

    def _at_host(self, host: Host, step: Callable[[], list[Effect]]) -> None:
        if host.alive:
            host.perform(step())
            self._cut_off_if_killed(host)

    def kill_host(self, after_effects: int = 0) -> None:
        """Kill the host's program, at once or when it has carried out that many more effects."""
        self.host.effects_left = min(self.host.effects_left, after_effects)
        self._cut_off_if_killed(self.host)

    def _cut_off_if_killed(self, host: Host) -> None:
        """Nothing leads to a dead program, though nobody is told."""
        if not host.alive:
            host.links.clear()
            for wire, its_host in self.wires:
                if its_host is host:
                    wire.drop(wire.right)

    def restart_host(self) -> None:
        """Start the host's program again, with what it had written down."""
        died_in_a_step = self.host.effects_left < inf
        self.kill_host()
        before = self.host.session
        host = self.host = Host(games.find(self.journal.table.game), self.journal, self.rng, self.new_token)
        if finished := self.journal.finished():
            host.session.has_played(finished)
        if not died_in_a_step:
            assert what_is_seen_again(host.session) == what_is_seen_again(before)
        if self.journal.table.playing:
            inputs = self.journal.inputs()
            self._at_host(host, lambda: host.session.resume(inputs))

    def draw_chance(self) -> bool:
        """Answer the oldest request for a chance outcome; false if there is none."""
        host = self.host
        if not host.chance_asked:
            return False
        host.chance_asked -= 1
        match = host.session.match_to_draw_for
        if match:
            outcome = draw(match, self.rng)
            self._at_host(host, lambda: host.session.chance_drawn(outcome))
        return True

    def let_bot_choose(self) -> bool:
        """Answer the oldest request to a bot; false if there is none."""
        host = self.host
        if not host.bots_asked:
            return False
        ask = host.bots_asked.pop(0)
        action = ask.bot.choose(ask.legal, ask.look)
        self._at_host(host, lambda: host.session.bot_chose(ask.seat, ask.prompt, action))
        return True

    def renew_code(self) -> bool:
        """Make a new code, if one was asked for."""
        host = self.host
        if not host.codes_asked:
            return False
        host.codes_asked -= 1
        self._at_host(host, lambda: host.session.invitation_is(INVITE))
        return True

    # --- the network and the clock

    def deliver(self, at_most: int = 100_000) -> int:
        """Let texts arrive, taking turns between the links; how many steps were taken."""
        for taken in range(at_most):
            if not any(wire.step() for wire, _ in self.wires):
                return taken
        assert at_most < 100_000, "the talk never ends"
        return at_most

    def wait(self, seconds: float) -> None:
        """Let time pass, with everything that is due in it."""
        until = self.now + seconds
        while (due := min(self._deadlines(), default=until)) < until:
            self.now = max(self.now, due)
            self._look_at_the_clock()
            self.deliver()
        self.now = until
        self._look_at_the_clock()
        self.deliver()

    def _deadlines(self) -> list[float]:
        found = [player.session.next_deadline(self.now) for player in self.players]
        if self.host.alive:
            found.append(self.host.session.next_deadline(self.now))
        return [deadline for deadline in found if deadline is not None]

    def _look_at_the_clock(self) -> None:
        host = self.host
        self._at_host(host, lambda: host.session.time_passed(self.now))
        for player in self.players:
            player.perform(player.session.time_passed(self.now))
        assert all(deadline > self.now for deadline in self._deadlines()), "a deadline that stays in the past"

    # --- playing

    @property
    def match(self) -> Match | None:
        """The match that is going on."""
        running = self.host.session.running
        return running.match if running else None

    def join(self, name: str, token: str | None = None, *, watch: bool = False) -> Player:
        """Somebody comes to the table, or only to watch."""
        player = self._new_player(name, token, watch=watch)
        self.players.append(player)
        player.open_link()
        return player

    def _new_player(self, name: str, token: str | None, *, watch: bool = False) -> Player:
        """Every other one has a page."""
        has_page = (self._players_made + self._seed) % 2
        self._players_made += 1
        return (PagePlayer if has_page else Player)(self, name, token, watch=watch)

    def lose_link(self, player: Player, notice: Notice = Notice.BOTH) -> None:
        """Cut a player's link."""
        if player.wire:
            ends = {Notice.BOTH: None, Notice.GUEST: player.wire.left, Notice.HOST: player.wire.right}
            player.wire.drop(ends[notice])

    def talk(self) -> None:
        """Let everything arrive, draw what is asked for and let bots choose, until only people can go on."""
        while self.deliver() or self.draw_chance() or self.let_bot_choose() or self.renew_code():
            pass

    def play_on(self, inputs: int) -> None:
        """Let everybody who is asked act at random, until the match has taken so many more inputs or is over."""
        self.talk()
        running = self.host.session.running
        until = running.inputs + inputs if running else 0
        while running and running is self.host.session.running and running.inputs < until:
            if self.host.session.is_resting:
                self._let_everybody_be_ready()
                continue
            asked = [player for player in self.players if player.asked and player.session.state is State.SEATED]
            assert asked, "the match goes on and nobody is asked"
            player = pick(asked, self.rng)
            player.act(pick(player.asked, self.rng))
            self.talk()

    def gather(self) -> None:
        """Bring everybody together who belongs to the table, whatever happened before, and begin a match."""
        self._let_links_work()
        for seat in self.host.session.seats:
            if seat.away:
                self._bring_back(seat.token)
        self.talk()
        self._let_go_on()
        for seat in list(self.host.session.seats):
            if seat.kind == "empty":
                self.join(f"Late {seat.number}")
        self.talk()
        for player in self.present():
            if not self.host.session.running or player.is_replaced:
                player.perform(player.session.ready())
        self.talk()

    def _let_links_work(self) -> None:
        """A dying host is started again, what was stalled arrives, and what was lost is noticed."""
        if self.host.effects_left < inf:
            self.restart_host()
        for wire, _ in self.wires:
            wire.resume(wire.left)
            wire.resume(wire.right)
        self.talk()
        self.wait(13)  # until silence is noticed

    def _let_everybody_be_ready(self) -> None:
        for player in self.present():
            player.perform(player.session.ready())
        self.talk()
        assert not self.host.session.is_resting, "everybody is ready, and the match rests"

    def go_on_without_those_who_are_gone(self) -> None:
        """Whoever is here does what can be done, so that nobody who is away has to be waited for."""
        self._let_links_work()
        for _ in range(20):
            self._let_go_on()
            host = self.host_person()
            lobby = host.session.lobby if host else None
            if host is None or lobby is None or not lobby.playing or not lobby.waiting_for:
                return
            missing = lobby.people[lobby.waiting_for[0]]
            if missing.stand_in and missing.link != "away":  # a bot plays, and nobody else who could
                self._let_everybody_be_ready()
                continue
            assert missing.may, "nobody can do anything about a missing player"
            deed = pick([deed for deed in missing.may if deed in {"bot", "free"}], self.rng)
            host.ask(Manage(deed, missing.seat, bot="random"))
            self.talk()
        raise AssertionError("there is always somebody else to wait for")

    def _let_go_on(self) -> None:
        """Whoever has the host's rights ends a pause."""
        host = self.host_person()
        if host and host.session.lobby and host.session.lobby.paused:
            host.ask(Manage("resume"))
            self.talk()

    def _bring_back(self, token: str | None) -> None:
        for player in self.players:
            if player.session.token == token and player.session.state is State.AWAY:
                player.open_link()
                return
        self.join("Back", token)

    def host_person(self) -> Player | None:
        """The player with the host's rights, if that player is here."""
        for player in self.present():
            if player.session.lobby and player.session.lobby.host == player.session.seat:
                return player
        return None

    def present(self) -> list[Player]:
        """The players who sit at the table, as far as they know."""
        return [player for player in self.players if player.session.state is State.SEATED]

    # --- what is true of every evening

    def check_records(self) -> None:
        """Every record replays, and the running one makes the running match."""
        for number, lines in self.journal.records.items():
            replayed = record.read(record.write(lines, []).encode()).finish()
            match = self.match
            if match and number == self.journal.table.matches:
                views = [match.view(seat) for seat in range(match.seats)]
                assert [replayed.view(seat) for seat in range(match.seats)] == views
            elif number == self.journal.table.matches + 1:  # its host died before it wrote down that there is a match
                assert replayed.needs not in {Need.SEAT, Need.NOTHING}, "more than a header"
            else:
                assert replayed.ending, "a record without an end"
