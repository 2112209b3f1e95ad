"""How a match ended, and who or what is waited for."""

from engine.games import GAMES
from engine.inputs import Happening, Need, Report
from engine.match import Ending, Match
from p2p.commands.languages import catalogues
from tests.p2p.table_view.looking import look


def ended(game: str, ending: Ending, winners: tuple[int, ...], totals: tuple[int, ...]) -> Match:
    """A match that has ended so."""
    match = GAMES[game].new()
    match.totals = totals
    match._finish(ending, winners)
    return match


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
