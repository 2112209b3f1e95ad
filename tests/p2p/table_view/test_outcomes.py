"""How a match ended, and who or what is waited for."""

import functools

import pytest

from engine.cards import CARD_NUMBERS
from engine.games import GAMES
from engine.inputs import Happening, Need, Report
from engine.match import Ending, Match
from p2p.commands.languages import catalogues
from p2p.table_view.model import Trick
from tests.engine.contract.playing import Table, play
from tests.p2p.table_view.looking import look, zone
from tests.p2p.table_view.positions import TABLES, Position, positions
from tests.p2p.table_view.promises import cards_of, faces_on_table


def ended(game: str, ending: Ending, winners: tuple[int, ...], totals: tuple[int, ...]) -> Match:
    """A match that has ended so."""
    match = GAMES[game].new()
    match.totals = totals
    match._finish(ending, winners)
    return match


def last_position(game: str) -> Position:
    """What seat 0 is shown when a match of bots is won or drawn."""
    table = next(table for table in TABLES if table.game.name == game)
    for seed in range(20):
        *_, last = (found for found in positions(play(table, seed)) if found.seat == 0)
        if last.now.view["ending"] != "ended":
            return last
    raise LookupError(game)


def mask_of_others(match: Match, seat: int) -> int:
    """The cards that others hold, as a set."""
    held: list[int] = match.held  # type: ignore[attr-defined]  # every game of cards has it
    return functools.reduce(int.__or__, (cards for owner, cards in enumerate(held) if owner != seat))


def test_a_team_wins_together() -> None:
    """A row a team, the own one first."""
    over = look(ended("xing", Ending.WON, (0, 2), (52, 40, 52, 40)), 1).over
    assert over is not None
    assert over.title == "Won by Ana + Cleo."
    assert [(row.name, row.total, row.badge, row.us) for row in over.rows] == [
        ("You + Dov", "40", None, True),
        ("Ana + Cleo", "52", "won", False),
    ]
    own = look(ended("xing", Ending.WON, (0, 2), (52, 40, 52, 40)), 2).over
    assert own is not None
    assert own.title == "You have won."


def test_single_players_stand_in_their_order() -> None:
    """The highest first; winners may be several."""
    over = look(ended("rummy", Ending.WON, (1, 3), (20, 510, -5, 510))).over
    assert over is not None
    assert over.title == "Won by Ben {x} + Dov."
    assert [(row.name, row.badge) for row in over.rows] == [
        ("Ben {x}", "won"),
        ("Dov", "won"),
        ("You", None),
        ("Cleo", None),
    ]


def test_the_hand_that_decided_the_match_is_marked() -> None:
    """What it brought stands beside the totals, its row in the sheet shines, and so do those who have won."""
    last = last_position("twenty-nine")
    view = last.laid.frames[-1].view
    assert view.over is not None
    points = last.now.view["hands"][-1]
    assert [row.gained for row in view.over.rows] == [f"{points[team]:+d}" for team in (0, 1)]
    assert [sheet.decided for sheet in view.sheets] == [True]
    assert [seat.id for seat in view.seats if seat.won] == last.now.view["winners"]


def test_a_match_that_somebody_left_was_decided_by_no_hand() -> None:
    """The totals stand as they were (RULES.md §2.9), and a match of one hand has nothing to compare."""
    left = look(ended("rummy", Ending.WON, (1,), (20, 110, -5, 50)))
    single = last_position("dice-capture").laid.frames[-1].view
    for view in (left, single):
        assert view.over is not None
        assert [row.gained for row in view.over.rows] == [None] * len(view.seats)
        assert not any(sheet.decided for sheet in view.sheets)


@pytest.mark.parametrize(("game", "tricks"), [("twenty-nine", 8), ("call", 13)])
def test_the_last_trick_stays_at_the_end_of_a_match(game: str, tricks: int) -> None:
    """As it was taken, its winner marked."""
    table = next(table for table in TABLES if table.game.name == game)
    played_out = (found.match for found in positions(play(table, 0)) if len(found.now.view["takers"]) == tricks)
    match = next(played_out).copy()
    match._finish(Ending.WON, (0, 2))
    trick = zone(look(match), "trick", Trick)
    assert [slot.card.f for slot in trick.slots] == match.view(0)["last_trick"]["cards"]
    assert trick.best == match.view(0)["takers"][-1]


def test_nothing_is_swept_away_at_the_end_of_a_match() -> None:
    """The trick that decided it lies on the table, in the last frame, too."""
    assert not any(effect.k == "to" for effect in last_position("twenty-nine").laid.frames[-1].fx)


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_no_hand_is_laid_open_at_the_end_but_what_the_rules_show(table: Table) -> None:
    """Where cards are left, they are nobody else's business (RULES.md §2.8, §3.7), but those of Tien Len (§4.11)."""
    *_, last = positions(play(table, 0, cap=250))
    assert last.now.view["ending"] is not None
    for seat in range(table.seats):
        view = look(last.match, seat)
        others = mask_of_others(last.match, seat)
        assert not {card for card in faces_on_table(view) if others >> CARD_NUMBERS[card] & 1}
        shown = [zone for zone in view.zones if zone.id == "shown"]
        assert [card.f for zone in shown for card in cards_of(zone)] == last.now.view.get("shown", [])


def test_a_draw_and_a_closed_table_are_no_wins() -> None:
    """Each has its own words; a match that goes on has none."""
    drawn = look(ended("dice-capture", Ending.DRAWN, (), (4, 4))).over
    closed = look(ended("call", Ending.ENDED, (), (0, 0, 0, 0))).over
    assert drawn is not None
    assert closed is not None
    assert (drawn.title, closed.title) == ("Drawn.", "The match ended without a result.")
    assert look(GAMES["call"].new()).over is None


def test_what_is_waited_for_is_always_said() -> None:
    """A seat by its name, chance by what it is, players by how many are missing."""
    match = GAMES["tien-len"].new(2)
    assert look(match).say == "The cards are shuffled and dealt."
    match.apply(Report(Happening.LEAVE, 1))
    assert look(match).say == "The next round waits for players."
    for needs, said in (
        (Need.DEALER, "The first dealer is drawn."),
        (Need.DICE, "The dice are rolling."),
        (Need.CARD, "A card is drawn."),
        (Need.NOTHING, "One moment."),
    ):
        match.needs = needs
        assert look(match).say == said


def test_a_view_speaks_the_viewers_language() -> None:
    """Whole sentences with names and cards in them."""
    german = catalogues()["de"]
    over = look(ended("xing", Ending.WON, (0, 2), (52, 40, 52, 40)), 1, german).over
    assert over is not None
    assert over.title == "Gewonnen: Ana + Cleo."
    assert over.rows[0].name == "Du + Dov"
