"""A match at a table: prompts, what each seat is shown, and the log."""

from collections.abc import Sequence
from random import Random

import pytest

from engine.bots.bot import Bot
from engine.cards import cards
from engine.chance import draw
from engine.errors import IllegalAction, UnreadableInput
from engine.events import Event
from engine.games import GAMES
from engine.games.dice_capture import GAME as DICE_CAPTURE
from engine.games.tien_len import GAME as TIEN_LEN
from engine.games.xing import GAME as XING
from engine.inputs import Act, Action, Chance, Happening, Input, Need, Report
from engine.match import Game
from engine.record import read_input
from engine.simulate import Plan, simulate
from p2p.codec import MAX_FROM_HOST, encode
from p2p.messages import Over, Table
from p2p.running_match import LOG_TAIL, RunningMatch
from tests.engine.toy_game import TOY


def name_of(seat: int) -> str:
    """What a seat is called."""
    return f"Player {seat}"


def toy() -> RunningMatch:
    """The toy game, dealt."""
    running = RunningMatch(TOY, 4, {}, {}, {})
    running.apply(draw(running.match, Random(1)))
    return running


def prompt_of(running: RunningMatch, seat: int) -> int | None:
    """The number of a seat's prompt."""
    prompt = running.sights[seat].prompt
    return prompt.number if prompt else None


def lay(running: RunningMatch, seat: int) -> None:
    """A seat of the toy game lays its first card."""
    running.apply(Act(seat, running.match.legal(seat)[0]))


def test_before_the_first_input_nobody_is_asked() -> None:
    """The table is shown all the same."""
    running = RunningMatch(DICE_CAPTURE, 2, {}, {}, {})
    table = running.snapshot_for(1, name_of)
    assert (table.seq, table.prompt, table.legal, table.events) == (0, None, [], [])
    assert table.view["needs"] == "deck"
    assert running.needs_chance
    assert not running.over


def test_one_seat_that_acts_leaves_the_prompts_of_the_others_as_they_are() -> None:
    """Several may act at once, in any order, and each answers the prompt that it was given."""
    running = toy()
    assert [prompt_of(running, seat) for seat in range(4)] == [1, 1, 1, 1]
    lay(running, 2)
    assert [prompt_of(running, seat) for seat in range(4)] == [1, 1, None, 1]
    lay(running, 0)
    lay(running, 3)
    assert running.asks(1, 1)
    lay(running, 1)
    assert [prompt_of(running, seat) for seat in range(4)] == [2, 2, 2, 2]
    assert not running.asks(1, 1)


def test_a_seat_that_must_act_again_is_asked_anew_though_its_choices_are_the_same() -> None:
    """Two rolls for the same pile are two answers."""
    running = RunningMatch(DICE_CAPTURE, 2, {}, {}, {})
    first = "2S TS 3S 9S 4S 8S 5S 7S 6S KS"
    rest = [card for card in range(54) if card not in cards(first)]
    running.apply(Chance(Need.DECK, (*cards(first), *rest)))
    two = cards("2S")[0]
    running.apply(Act(0, Action("play", two)))
    running.apply(Act(1, Action("play", cards("TS")[0], 1)))
    running.apply(Act(0, Action("play", cards("3S")[0], 1)))
    running.apply(Act(1, Action("roll", 1)))
    before = prompt_of(running, 1)
    running.apply(Chance(Need.DICE, (3, 1)))
    prompt = running.sights[1].prompt
    assert prompt
    assert prompt.legal == [Action("roll", 1)]
    running.apply(Act(1, prompt.legal[0]))
    running.apply(Chance(Need.DICE, (4, 6)))
    again = running.sights[1].prompt
    assert again
    assert again.legal == prompt.legal
    assert before is None
    assert again.number == prompt.number + 1


def test_a_report_that_changes_no_choice_leaves_the_prompt_as_it_is() -> None:
    """Whoever plays just when the known card is turned down is not too late."""
    running = RunningMatch(XING, 4, {}, {}, {})
    running.apply(Chance(Need.DEALER, (3,)))
    running.apply(draw(running.match, Random(3)))
    before = prompt_of(running, 0)
    step = running.apply(Report(Happening.HIDE))
    assert prompt_of(running, 0) == before
    assert step.shown_to == [0, 1, 2, 3]


def test_no_log_keeps_what_may_be_seen_only_as_it_happens() -> None:
    """Whoever returns after the known card was turned down does not learn it from the log."""
    running = RunningMatch(XING, 4, {}, {}, {})
    running.apply(Chance(Need.DEALER, (3,)))
    step = running.apply(draw(running.match, Random(3)))
    seen = {event.code for event in running.table_for(1, step.events, name_of).events}
    running.apply(Report(Happening.HIDE))
    logged = {event.code for event in running.snapshot_for(1, name_of).events}
    assert "last-card" in seen
    assert "last-card" not in logged


def window(hands: Sequence[str]) -> list[Table]:
    """What seat 3 is shown of a trick in which seats 1 and 2 have chipped and a 2 is played; all who may chop decline.

    Args:
        hands: of the four seats.
    """
    running = RunningMatch(TIEN_LEN, 4, {"scoring": "tokens"}, {}, {})
    dealt = zip(*(cards(hand) for hand in hands), strict=True)
    tables = []

    def apply(given: Input) -> None:
        step = running.apply(given)
        if 3 in step.shown_to:
            tables.append(running.table_for(3, step.events, name_of))

    apply(Chance(Need.DECK, tuple(card for four in dealt for card in four)))
    for seat, text in ((0, "play 3S"), (1, "chip"), (2, "chip"), (3, "play 4S"), (0, "play 2H")):
        apply(running.read(seat, text))
    while running.match.phase.value == "chop-window":
        apply(Act(running.match.to_act[0], Action("decline")))
    return tables


def test_nobody_can_count_those_who_decline_in_secret() -> None:
    """A seat outside the window is shown the same, to the byte, whether one or two others were asked."""
    first = "3S 2H 3H 7S 7H 8S 8H 9S 9H TS TH JS JH"
    second = "5S 5C 5D 5H 4C 4D QS QH KS KH AS AH "
    third = " 6C 6D 6H 7D 8C 9C TC JC QC KC AC 2S"
    last = "4S 4H 3C 3D 8D 9D TD JD QD KD AD 2D 2C"
    two_asked = window([first, second + "7C", "6S" + third, last])
    one_asked = window([first, second + "6S", "7C" + third, last])
    assert two_asked[-1].prompt is not None
    assert [encode(table) for table in two_asked] == [encode(table) for table in one_asked]


def test_a_bot_sees_what_its_seat_may_see_and_nothing_else() -> None:
    """Events come to it in order, from the start."""

    class Watcher(Bot):
        def __init__(self) -> None:
            self.seen: list[Event] = []

        def see(self, event: Event) -> None:
            self.seen.append(event)

        def choose(self, legal: Sequence[Action], look: object) -> Action:  # pragma: no cover  # it is not asked
            raise NotImplementedError

    watcher = Watcher()
    running = RunningMatch(TOY, 4, {}, {}, {2: watcher})
    running.apply(draw(running.match, Random(1)))
    lay(running, 0)
    assert [event.code for event in watcher.seen] == ["dealt", "laid"]
    assert watcher.seen[0].values[0] == 2


def test_a_refused_act_changes_nothing() -> None:
    """Neither the numbers nor what anybody is shown."""
    running = toy()
    before = [running.snapshot_for(seat, name_of) for seat in range(4)]
    with pytest.raises(IllegalAction):
        running.apply(Act(0, Action("lay", 0)))
    assert [running.snapshot_for(seat, name_of) for seat in range(4)] == before
    assert running.inputs == 1


@pytest.mark.parametrize(
    "text", ["", " ", "roll", "roll  1", "roll 1 ", "roll 01", "roll \u0661", "dance", "play 2S", "play 2S new x"]
)
def test_what_spells_no_action_is_unreadable(text: str) -> None:
    """And says how it is written."""
    running = RunningMatch(DICE_CAPTURE, 2, {}, {}, {})
    with pytest.raises(UnreadableInput) as unreadable:
        running.read(0, text)
    assert str(unreadable.value)


def test_events_are_told_with_the_players_names() -> None:
    """As data and as an English sentence."""
    running = RunningMatch(TOY, 4, {}, {}, {})
    running.apply(draw(running.match, Random(1)))
    step = running.apply(Act(1, running.match.legal(1)[0]))
    (event,) = running.table_for(0, step.events, name_of).events
    assert (event.code, event.params, event.text) == ("laid", {"seat": 1}, "Player 1 lays a card.")
    assert [line.code for line in running.table_for(1, step.events, name_of).events] == ["laid", "laid-card"]


def test_whoever_returns_is_told_the_end_of_the_log() -> None:
    """The last sixty events that the seat saw, the latest last."""
    running = RunningMatch(DICE_CAPTURE, 2, {}, {}, {})
    seen: list[str] = []
    for given in next(simulate(Plan(DICE_CAPTURE, 2, {}, ["random"] * 2, seed=5), 1)).inputs:
        step = running.apply(given)
        seen += [line.text for line in running.table_for(1, step.events, name_of).events]
    assert [line.text for line in running.snapshot_for(1, name_of).events] == seen[-LOG_TAIL:]
    assert len(seen) > LOG_TAIL


@pytest.mark.parametrize("game", [XING, DICE_CAPTURE, TIEN_LEN, TOY], ids=lambda game: game.name)
def test_a_match_that_is_read_back_is_the_same_to_the_byte(game: Game) -> None:
    """Views, prompts, numbers and log of every seat, so that an answer may come after a restart."""
    seats = game.seats[-1]
    (simulated,) = simulate(Plan(game, seats, {}, ["random"] * seats, seed=3, cap=60), 1)
    running = RunningMatch(game, seats, {}, {}, {})
    lines = [running.apply(given).line for given in simulated.inputs[:60]]
    again = RunningMatch(game, seats, {}, {}, {})
    for line in lines:
        again.apply(read_input(game, line.split(" ")))
    for seat in range(seats):
        assert encode(again.snapshot_for(seat, name_of)) == encode(running.snapshot_for(seat, name_of))


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_every_table_of_a_match_fits_into_a_message(game: Game) -> None:
    """With the end of the log, at every moment of matches that bots play; this also measures no view to be huge."""
    seats = game.seats[-1]
    (simulated,) = simulate(Plan(game, seats, {}, ["random"] * seats, seed=1, cap=400), 1)
    running = RunningMatch(game, seats, {}, {}, {})
    longest = 0
    for given in simulated.inputs[:400]:
        step = running.apply(given)
        for seat in step.shown_to:
            table = running.snapshot_for(seat, name_of)
            longest = max(longest, len(encode(table).encode()))
            assert len(table.events) == len(running.sights[seat].tail), "the log was cut"
    assert longest < MAX_FROM_HOST / 2


def test_how_a_match_ended_is_told_once_it_is_over() -> None:
    """Ending, totals and winners."""
    running = toy()
    assert running.result() == Over("", [0, 0, 0, 0], [])
    while not running.over:
        lay(running, running.match.to_act[0])
    result = running.result()
    assert result.ending == "won"
    assert sum(result.totals) == 4
    assert all(result.totals[seat] == max(result.totals) for seat in result.winners)
    assert not running.needs_chance
    assert running.sights[0].prompt is None
