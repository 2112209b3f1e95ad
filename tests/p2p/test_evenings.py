"""Whole evenings at random: people come, drop, return and quit, the host crashes, and the table never gets stuck."""

from collections.abc import Iterator
from typing import Any, Final, Literal

import msgspec
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from engine import games
from engine.chance import pick
from engine.games.call import GAME as CALL
from engine.games.dice_capture import GAME as DICE_CAPTURE
from engine.games.rummy import GAME as RUMMY
from engine.games.tien_len import GAME as TIEN_LEN
from engine.games.twenty_nine import GAME as TWENTY_NINE
from engine.games.xing import GAME as XING
from engine.leaving import OnDrop
from p2p.codec import decode_from_host, encode
from p2p.guest_session import State
from p2p.messages import Act, Frames, Get, Lang, Manage, ManageDeed, PartKind, SettingsWish, Social
from p2p.seating import Seat
from tests.engine.toy_game import TOY
from tests.p2p.evening import Evening, Notice
from tests.p2p.players import PagePlayer, Player, lasting

TABLES: Final = {
    "dice for two": (DICE_CAPTURE, 1, 0),
    "dice with a bot": (DICE_CAPTURE, 0, 1),
    "toy for four": (TOY, 3, 0),
    "toy with two bots": (TOY, 1, 2),
    "tien len for three": (TIEN_LEN, 2, 0),
    "tien len with a bot": (TIEN_LEN, 2, 1),
    "xing for four": (XING, 3, 0),
    "xing with bots": (XING, 1, 2),
    "rummy for three": (RUMMY, 2, 0),
    "twenty-nine for four": (TWENTY_NINE, 3, 0),
    "call with a bot": (CALL, 2, 1),
}
"""Games with the numbers of guests and bots beside the host."""

Plan = tuple[str, int, bool, list[tuple[Any, ...]]]
"""A table, a seed, whether a match has begun, and the steps."""

WHO = st.integers(0, 5)
DEEDS = st.sampled_from(
    ["bot", "free", "kick", "swap", "game", "start", "pause", "resume", "restart", "end", "new-code"]
)
GAMES = st.sampled_from([None, None, "dice-capture", "tien-len", "rummy"])
STEPS = st.one_of(
    st.tuples(st.sampled_from(["play_on", "deliver", "kill_host"]), st.integers(0, 6)),
    st.tuples(st.just("wait"), st.sampled_from([0.5, 2.0, 5.5, 11.0])),
    st.just(("idle",)),
    st.tuples(st.just("change_settings"), st.sampled_from([0, 30, 60]), st.sampled_from([0, 10]), st.booleans()),
    st.tuples(st.just("do_what_may_be_done"), WHO),
    st.tuples(st.just("do_what_may_be_done"), WHO),
    st.tuples(st.just("finish_hand")),
    st.tuples(st.sampled_from(["talk", "draw_chance", "let_bot_choose", "restart_host", "join", "watch"])),
    st.tuples(
        st.sampled_from(
            ["come_back", "open_another_link", "open_tab", "stall", "resume", "quit", "hang_up", "say_ready"]
        ),
        WHO,
    ),
    st.tuples(st.just("act"), WHO, st.sampled_from(["well", "twice", "stale", "illegal", "unreadable", "garbage"])),
    st.tuples(st.just("sit"), WHO, WHO),
    st.tuples(st.just("manage"), WHO, DEEDS, WHO, WHO, GAMES),
    st.tuples(st.just("be_social"), WHO, st.sampled_from(["toss", "poke", "taunt"]), WHO),
    st.tuples(st.just("get"), WHO, st.sampled_from(["rules", "games", "invite", "replay", "demo"]), st.integers(0, 3)),
    st.tuples(st.just("speak"), WHO, st.sampled_from(["en", "de", "xx"])),
    st.tuples(st.just("lose_link"), WHO, st.sampled_from(Notice)),
)
BEGUN = st.sampled_from([True, True, True, False])
PLANS = st.tuples(st.sampled_from([*TABLES]), st.integers(0, 2**16), BEGUN, st.lists(STEPS, min_size=4, max_size=25))


class Script:
    """Carries out steps at a table, whether they make sense or not: each is the name of a method and what it takes."""

    def __init__(self, table: str, seed: int, *, begun: bool) -> None:
        self.evening = Evening(*TABLES[table], seed)
        self.evening.players[0].open_link()
        self.change_settings(idle=30 if seed % 3 else 0, rest=10 if seed % 4 else 0, watchers=seed % 2 == 0)
        if begun:
            self.evening.gather()

    def carry_out(self, step: tuple[Any, ...]) -> None:
        """Do one step."""
        name, *details = step
        doer = self if hasattr(self, name) else self.evening
        getattr(doer, name)(*details)
        check_seats(self.evening)

    def player(self, who: int) -> Player:
        """One of the players."""
        return self.evening.players[who % len(self.evening.players)]

    def play_on(self, inputs: int) -> None:
        """Let whoever is asked act, as far as the table goes on."""
        for _ in range(inputs):
            self.evening.talk()
            asked = [player for player in self.evening.players if player.asked]
            if asked:
                player = pick(asked, self.evening.rng)
                player.act(pick(player.asked, self.evening.rng))

    def talk(self) -> None:
        """Let everything arrive; then everybody knows where the match stands."""
        self.evening.talk()
        check_what_players_see(self.evening)

    def join(self) -> None:
        """Somebody new knocks, whether there is room or not."""
        self.evening.join("Newcomer")

    def watch(self) -> None:
        """Somebody comes only to watch."""
        self.evening.join("Watcher", watch=True)

    def change_settings(self, idle: int, rest: int, watchers: bool) -> None:  # noqa: FBT001  # as drawn
        """The host runs the table in another way."""
        if host := self.evening.host_person():
            host.ask(Manage("settings", settings=SettingsWish(idle=idle, rest=rest, watchers=watchers)))

    def do_what_may_be_done(self, who: int) -> None:
        """A player does something that the lobby says may be done: it is not refused."""
        evening, player = self.evening, self.player(who)
        self.talk()
        if not is_connected(evening, player) or player.session.lobby is None:
            return
        lobby = player.session.lobby
        deeds = [(deed, person.seat) for person in (*lobby.people, *lobby.watchers) for deed in person.may]
        if not deeds:
            return
        refused = sum(tell.event == "refused" for tell in player.told)
        deed, seat = pick(deeds, evening.rng)
        if deed == "sit":
            player.perform(player.session.sit(seat))
        else:
            player.ask(Manage(deed, seat, player.session.seat, bot="random"))
        evening.deliver()
        assert sum(tell.event == "refused" for tell in player.told) == refused, (deed, player.told[-1])

    def idle(self) -> None:
        """Everybody lets the time go by that makes a bot play for who is on turn."""
        self.evening.talk()
        self.evening.wait(31)

    def finish_hand(self) -> None:
        """Whoever is asked acts until the hand is over, if that does not take too long."""
        running = self.evening.host.session.running
        hands = running.hands if running else 0
        for _ in range(70):
            if running is None or running is not self.evening.host.session.running or running.hands > hands:
                return
            self.play_on(1)
            self.evening.wait(0.1)  # nobody is faster than the host cares to read

    def come_back(self, who: int) -> None:
        """A player without a link opens one."""
        if self.player(who).session.state is State.AWAY:
            self.player(who).open_link()

    def open_another_link(self, who: int) -> None:
        """A player opens a link though there is one, as when that seems to be dead."""
        if self.player(who).session.state is State.SEATED:
            self.player(who).open_link()

    def open_tab(self, who: int) -> None:
        """A player's seat is opened once more."""
        if self.player(who).session.token:
            self.evening.join("Tab", self.player(who).session.token)

    def stall(self, who: int) -> None:
        """One direction of a player's link is held up."""
        if wire := self.player(who).wire:
            wire.stall(pick((wire.left, wire.right), self.evening.rng))

    def resume(self, who: int) -> None:
        """A player's link runs again."""
        if wire := self.player(who).wire:
            wire.resume(wire.left)
            wire.resume(wire.right)

    def lose_link(self, who: int, notice: Notice) -> None:
        """A player's link is cut."""
        self.evening.lose_link(self.player(who), notice)

    def hang_up(self, who: int) -> None:
        """A player's program ends without a word."""
        if link := self.player(who).link:
            link.close()

    def quit(self, who: int) -> None:
        """A player leaves on purpose."""
        self.player(who).perform(self.player(who).session.leave())

    def say_ready(self, who: int) -> None:
        """A player wants to begin, at whatever time."""
        self.player(who).perform(self.player(who).session.ready())

    def sit(self, who: int, seat: int) -> None:
        """A player wants another seat, at whatever time."""
        self.player(who).perform(self.player(who).session.sit(seat))

    def manage(self, who: int, deed: ManageDeed, seat: int, other: int, game: str | None) -> None:
        """The host, or at times somebody who is not, manages the table."""
        host = self.evening.host_person() if who else None
        (host or self.player(who)).ask(Manage(deed, seat, other, game=game, seats=other or None))

    def be_social(self, who: int, kind: Literal["toss", "poke", "taunt"], to: int) -> None:
        """A player throws, pokes or taunts."""
        self.player(who).ask(Social(kind, to, "rose", "Ha"))

    def get(self, who: int, what: PartKind, part: int) -> None:
        """A player wants to read or watch something."""
        self.player(who).ask(Get(what, part))

    def speak(self, who: int, lang: str) -> None:
        """A player reads another language."""
        self.player(who).ask(Lang(lang))

    def act(self, who: int, how: str) -> None:
        """A player acts, well or badly, and is answered."""
        evening, player = self.evening, self.player(who)
        evening.deliver()
        before = answers(player)
        prompt = player.prompt or 0
        choice = pick(player.choices, evening.rng)
        match how:
            case "well":
                player.act(choice)
            case "twice":
                player.say(player.text_of(choice, prompt))
                player.act(choice)
            case "stale":
                player.say(player.text_of(choice, prompt + 1))
            case "illegal":
                player.say(encode(Act(prompt, pick(["play 2S 7", "lay AS", "roll 9", "chip"], evening.rng))))
            case "unreadable":
                player.say(encode(Act(prompt, pick(["", "dance", "play 1S new", "roll  1"], evening.rng))))
            case _:
                player.say(pick(["", "null", "[" * 5000, '{"t":"act"}', '{"t":"dance"}'], evening.rng))
        evening.deliver()
        if is_connected(evening, player):
            assert answers(player) > before, "an act that nobody answers"


def answers(player: Player) -> int:
    """How often the player was shown the table or refused something."""
    return sum(tell.event in {"table", "refused", "over"} for tell in player.told)


def is_connected(evening: Evening, player: Player) -> bool:
    """Whether the player's link leads both ways to the host that runs now."""
    open_wires = [wire for wire, host in evening.wires if host is evening.host and host.alive]
    wire = player.wire
    return wire in open_wires and not wire._stalled and not wire._dropped and player.session.state is State.SEATED


def check_seats(evening: Evening) -> None:
    """Each seat has one link at most, and each link one seat at most."""
    session = evening.host.session
    places = list(session._table.state.everybody())
    seated = {peer.seat.number: peer.name for peer in session._peers.values() if peer.seat}
    assert seated == {seat.number: seat.peer for seat in places if seat.peer}
    assert len(seated) == sum(peer.seat is not None for peer in session._peers.values())
    assert [seat.number for seat in session.seats] == list(range(len(session.seats)))
    people = [seat for seat in places if seat.kind == "person"]
    assert all(seat.token for seat in people)
    assert len({seat.token for seat in people}) == len(people)
    assert len({seat.key for seat in people}) == len(people)
    assert all(seat.key in range(16) for seat in people)
    assert not [seat for seat in places if seat.stand_in and (seat.kind != "person" or not session.running)]


def check_what_players_see(evening: Evening) -> None:
    """Whoever is connected sees what the match shows to that seat; nothing is under way."""
    running = evening.host.session.running
    for player in evening.players:
        if not is_connected(evening, player):
            continue
        lobby = player.session.lobby
        assert lobby
        seat = place_of(evening, player)
        assert seat.number == lobby.you
        assert player.session.seat in {seat.number, None}
        assert lobby.playing == (running is not None)
        sight = running.sight_of(seat.number) if running else None
        if player.prompt is not None:
            assert sight
            assert sight.prompt
            assert player.prompt == sight.prompt.number
            assert player.choices
        if player.seen():
            assert sight
            assert player.seen() == shown_by(evening, player)
        else:
            assert sight is None or (sight.changes == 0 and not isinstance(player, PagePlayer))


def shown_by(evening: Evening, player: Player) -> object:
    """The table as the host would show it to a player who came back now."""
    running, seat = evening.host.session.running, place_of(evening, player)
    assert running
    table = evening.host.session._table
    if isinstance(player, PagePlayer):
        frames = table.teller._onlooker(running, seat).snapshot()
        view = decode_from_host(encode(frames))
        assert isinstance(view, Frames)
        return lasting(view.list[-1].view), frames.seq
    sight = running.sight_of(seat.number)
    legal = running.snapshot_for(seat.number, table.state.name_of).legal
    return as_sent(sight.view), sight.prompt.number if sight.prompt else None, legal, sight.changes


def place_of(evening: Evening, player: Player) -> Seat:
    """Where the host has a player sit, or watch."""
    assert player.session.token
    seat = evening.host.session._table.state.seat_of(player.session.token)
    assert seat
    return seat


def as_sent(view: dict[str, Any]) -> Any:
    """A view as it arrives."""
    return msgspec.json.decode(msgspec.json.encode(view))


def carry_out(plan: Plan) -> Evening:
    """The evening of a plan."""
    table, seed, begun, steps = plan
    script = Script(table, seed, begun=begun)
    for step in steps:
        script.carry_out(step)
    return script.evening


@pytest.fixture(scope="module", autouse=True)
def _toy_is_registered() -> Iterator[None]:
    """Records of the toy game can be read back."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(games, "GAMES", {**games.GAMES, TOY.name: TOY})
        yield


@pytest.mark.timeout(900)  # two thousand evenings
@settings(max_examples=2000, deadline=None)
@given(PLANS)
@example(("xing for four", 0, True, [("restart_host",), ("open_tab", 0), ("idle",), ("idle",)]))
def test_whatever_happens_the_match_goes_on_once_everybody_is_back(plan: Plan) -> None:
    """Nobody is stuck, nobody is ignored, two never share a seat, and everybody sees what there is to see."""
    check_that_it_goes_on(plan)


@pytest.mark.long
@settings(max_examples=20_000, deadline=None)
@given(PLANS)
def test_whatever_happens_in_twenty_thousand_evenings_the_match_goes_on(plan: Plan) -> None:
    """As above."""
    check_that_it_goes_on(plan)


def check_that_it_goes_on(plan: Plan) -> None:
    """Carry out a plan, bring everybody back, and see that they can play."""
    evening = carry_out(plan)
    evening.gather()
    check_seats(evening)
    check_what_players_see(evening)
    assert evening.match, "everybody is here and ready, but no match begins"
    evening.play_on(4)
    check_what_players_see(evening)
    evening.check_records()


@settings(max_examples=250, deadline=None)
@given(PLANS)
def test_whoever_is_here_can_go_on_without_those_who_are_gone(plan: Plan) -> None:
    """Whatever the game's rule is: a bot, a freed seat, or the end of the match."""
    evening = carry_out(plan)
    evening.go_on_without_those_who_are_gone()
    check_seats(evening)
    check_what_players_see(evening)
    evening.check_records()


@settings(max_examples=60, deadline=None)
@given(PLANS)
def test_the_same_seed_gives_the_same_evening(plan: Plan) -> None:
    """Every text that was said and heard, and when, is the same the second time."""
    assert carry_out(plan).transcript == carry_out(plan).transcript


@settings(max_examples=150, deadline=None)
@given(st.sampled_from([*TABLES]), st.integers(0, 2**16), st.integers(0, 25), st.sampled_from([*Notice, None]), WHO)
def test_whoever_returns_finds_the_table_as_it_was(
    table: str, seed: int, inputs: int, notice: Notice | None, who: int
) -> None:
    """After a lost link, and after a crash of the host, the table is the same: view, prompt, choices and number."""
    evening = Evening(*TABLES[table], seed)
    evening.gather()
    evening.play_on(inputs)
    assume(evening.match)
    players = evening.present()
    running = evening.host.session.running
    assert running
    before, played = {player.session.seat: player.seen() for player in players}, running.inputs
    if notice:
        evening.lose_link(players[who % len(players)], notice)
    else:
        evening.kill_host()
    evening.gather()
    evening.talk()
    now = evening.host.session.running
    if now and now.inputs == played:  # where a bot plays at once, it may have done so
        assert {player.session.seat: player.seen() for player in evening.present()} == before
    else:
        assert evening.host.session._table.state.game.leaving.on_drop is OnDrop.BOT_AT_ONCE
    check_what_players_see(evening)
