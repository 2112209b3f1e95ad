"""The arena: the same deals in all seatings, and what the figures tell."""

import pytest

from engine import games
from engine.arena import Deal, Scores, compared, estimate, play_deal, scored, seatings
from engine.bots.rules_of_thumb import JUDGES
from engine.inputs import Chance, Need
from engine.match import Ending
from engine.simulate import Plan, Simulated


def plan(name: str, *kinds: str, seed: int = 0, cap: int = 400) -> Plan:
    """Kinds of bots at a table of as many seats."""
    return Plan(games.find(name), len(kinds), {}, kinds, seed, cap)


def test_everybody_moves_round_the_table() -> None:
    """Each seating comes once."""
    assert seatings("abcd") == [tuple("abcd"), tuple("dabc"), tuple("cdab"), tuple("bcda")]
    assert seatings("abab") == [tuple("abab"), tuple("baba")]
    assert seatings("aaa") == [tuple("aaa")]


def chances(simulated: Simulated, need: Need, hand: int = 0) -> list[Chance]:
    """The outcomes of a kind that a match was given, from the deck of a hand on to that of the next."""
    found: list[Chance] = []
    decks = 0
    for given in simulated.inputs:
        if isinstance(given, Chance):
            decks += given.need is Need.DECK
            if given.need is need and decks == hand + (need is not Need.DEALER):
                found.append(given)
    return found


@pytest.mark.parametrize("name", JUDGES)
def test_all_matches_of_a_deal_have_the_same_fate(name: str) -> None:
    """The same dealer, decks and dice, as far as they ask for them; another deal or seed has another one."""
    seats = games.find(name).seats[-1]
    kinds = ["random"] * (seats - 1) + ["easy"]
    played = play_deal(plan(name, *kinds), 1)
    assert len(played) == seats
    others = [*play_deal(plan(name, *kinds), 2), *play_deal(plan(name, *kinds, seed=1), 1)]
    for need in (Need.DEALER, Need.DECK, Need.DICE):
        fates = [chances(simulated, need) for simulated in played]
        shortest = min(map(len, fates))
        assert len({tuple(chance.values[0] for chance in fate[:shortest]) for fate in fates}) == 1
        if need is Need.DECK:
            assert all(chances(other, need) != fates[0] for other in others)


def test_later_hands_are_the_same_too() -> None:
    """However the hands before them were played."""
    played = play_deal(plan("xing", "easy", "random", "easy", "random"), 1)
    assert len({tuple(chances(simulated, Need.DECK, hand=1)) for simulated in played}) == 1
    assert len({tuple(simulated.inputs[2:50]) for simulated in played}) == 2


def finished(name: str, ending: Ending, winners: tuple[int, ...], totals: list[int]) -> Simulated:
    """A match that ended like this, after seven actions."""
    match = games.find(name).new(len(totals))
    match._finish(ending, winners)
    match.totals = tuple(totals)
    match.hand_points = (tuple(totals),) * 2
    return Simulated(match, [], 7)


def test_points_of_a_deal() -> None:
    """A kind's seats share its points; its lead is over all other seats; a won match counts once for a kind."""
    three = plan("rummy", "normal", "easy", "easy")
    played = [
        finished("rummy", Ending.WON, (0,), [500, 20, 40]),  # normal, easy, easy
        finished("rummy", Ending.WON, (0, 2), [510, 10, 510]),  # easy, normal, easy
        finished("rummy", Ending.ENDED, (), [0, 30, 300]),  # easy, easy, normal
    ]
    assert scored(three, played) == Deal(
        matches=3,
        hands=6,
        actions=21,
        scores={
            "normal": Scores(270.0, 270.0 - 185.0, 1, margin=0.0),
            "easy": Scores(185.0, 185.0 - 270.0, 1, margin=0.0),
        },
    )


def test_one_kind_alone_leads_nobody() -> None:
    """Its points still count."""
    (simulated,) = [finished("rummy", Ending.WON, (1,), [20, 500])]
    assert scored(plan("rummy", "easy", "easy"), [simulated]).scores == {"easy": Scores(260.0, 0.0, 1, 1.0)}


@pytest.mark.parametrize(
    ("number", "quantile"), [(2, 12.706), (3, 4.303), (4, 3.182), (6, 2.571), (11, 2.228), (31, 2.042), (1001, 1.962)]
)
def test_intervals_are_those_of_students_t(number: int, quantile: float) -> None:
    """The figures are those of printed tables; the observations have a standard error of 1."""
    half = (number * (number - 1) / (2 * (number // 2))) ** 0.5
    figures = [half, -half] * (number // 2) + [0.0] * (number % 2)
    mean, margin = estimate(figures)
    assert mean == pytest.approx(0)
    assert margin == pytest.approx(quantile, rel=0.01)


def test_one_observation_has_no_interval() -> None:
    """Nothing is known about how it might have been otherwise."""
    assert estimate([7.0]) == (7.0, None)


def test_deals_are_summed_up() -> None:
    """Each deal is one observation."""
    deals = [
        Deal(2, 3, 10, {"normal": Scores(3.0, 2.0, 2, 1.0), "easy": Scores(1.0, -2.0, 0, -1.0)}),
        Deal(2, 4, 20, {"normal": Scores(5.0, 2.0, 1, 1.0), "easy": Scores(3.0, -2.0, 1, -1.0)}),
    ]
    comparison = compared(iter(deals))
    assert (comparison.deals, comparison.matches, comparison.hands, comparison.actions) == (2, 4, 7, 30)
    mean, margin = comparison.points["normal"]
    assert (mean, margin) == pytest.approx((4.0, 12.7062))
    assert comparison.lead == {"normal": (2.0, 0.0), "easy": (-2.0, 0.0)}
    assert comparison.won == {"normal": 3, "easy": 1}
    assert comparison.margin == {"normal": (1.0, 0.0), "easy": (-1.0, 0.0)}
    assert comparison.skill == {}
    assert compared(deals) == comparison


def test_a_result_without_luck_is_the_same_one_seen_more_clearly() -> None:
    """Of equals neither leads, and what is left differs far less from deal to deal; what one kind gains others lose."""
    dice = plan("dice-capture", "normal", "easy", cap=2000)
    deals = [scored(dice, play_deal(dice, number)) for number in range(1, 31)]
    comparison = compared(deals)
    lead, margin = comparison.skill["normal"]
    rough, rough_margin = comparison.lead["normal"], comparison.margin["normal"]
    assert lead.margin
    assert margin.margin
    assert rough.margin
    assert rough_margin.margin
    assert lead.margin < rough.margin / 3
    assert margin.margin < rough_margin.margin / 2
    assert abs(lead.mean - rough.mean) < rough.margin + lead.margin
    assert lead.mean - lead.margin > 0
    other, other_margin = comparison.skill["easy"]
    assert (other.mean, other_margin.mean) == pytest.approx((-lead.mean, -margin.mean))


def test_where_luck_cannot_be_told_nothing_is_said_of_it() -> None:
    """Cards are dealt alike to all; and one kind alone has nobody to be compared with."""
    xing = plan("xing", "easy", "random", "easy", "random")
    assert scored(xing, play_deal(xing, 1)).scores["easy"].skill is None
    alone = plan("dice-capture", "easy", "easy")
    assert scored(alone, play_deal(alone, 1)).scores["easy"].skill is None
