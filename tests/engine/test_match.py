"""What all matches and games have in common, shown on the toy game."""

import pytest

from engine import games
from engine.cards import card
from engine.errors import EngineError, IllegalAction, InvalidOptions, UnknownGame, UnreadableInput
from engine.games import GAMES, meant
from engine.inputs import Act, Action, Chance, Happening, Input, Need, Report
from engine.match import Ending, Game
from tests.engine.toy_game import TOY, Toy

DECK = Chance(Need.DECK, tuple(sorted(card(rank + suit) for rank in "TJQKA" for suit in "SHDC")))
LAY_TEN = Act(0, Action("lay", card("TS")))


def dealt() -> Toy:
    """A match after its deal: seat 0 holds the Tens, seat 3 the Kings."""
    match = TOY.new()
    assert isinstance(match, Toy)
    match.apply(DECK)
    return match


def code(match: Toy, given: Input) -> str:
    """The code of the refusal of an input."""
    before = match.view(0)
    with pytest.raises(IllegalAction) as refused:
        match.apply(given)
    assert match.view(0) == before
    return refused.value.code


def test_a_match_starts_where_its_game_says() -> None:
    """Nobody acts, nothing is counted, no end is in sight."""
    match = TOY.new()
    assert (match.needs, match.to_act, match.totals, match.hand_points) == (Need.DECK, (), (0,) * 4, ())
    assert (match.ending, match.winners) == (None, ())


def test_inputs_are_given_to_the_part_that_they_are_for() -> None:
    """Chance, acts and reports each tell what happened."""
    match = TOY.new()
    assert [event.code for event in match.apply(DECK)] == ["dealt"] * 4
    assert [event.code for event in match.apply(LAY_TEN)] == ["laid", "laid-card"]
    assert [event.code for event in match.apply(Report(Happening.CLOSE))] == ["closed", "turned-up", "point"]


@pytest.mark.parametrize(
    ("given", "refusal"),
    [
        (LAY_TEN, "not-asked-for"),
        (Act(4, LAY_TEN.action), "no-such-seat"),
        (Act(-1, LAY_TEN.action), "no-such-seat"),
        (Chance(Need.DEALER, (0,)), "not-asked-for"),
        (Chance(Need.DECK, DECK.values[1:]), "bad-deck"),
        (Chance(Need.DECK, (*DECK.values[1:], DECK.values[1])), "bad-deck"),
        (Chance(Need.DECK, (*DECK.values, 0)), "bad-deck"),
        (Chance(Need.CARD, (0,)), "not-asked-for"),
        (Report(Happening.CLOSE), "not-reported-now"),
        (Report(Happening.HIDE), "not-reported-now"),
    ],
)
def test_what_is_not_asked_for_or_malformed_is_refused(given: Input, refusal: str) -> None:
    """Before the deal only a deck of 20 cards is accepted, or the end of the table."""
    assert code(dealt_not_yet(), given) == refusal


def dealt_not_yet() -> Toy:
    """A match before its deal."""
    match = TOY.new()
    assert isinstance(match, Toy)
    return match


@pytest.mark.parametrize(
    ("given", "refusal"),
    [
        (Act(0, Action("lay", card("AS"))), "not-in-hand"),
        (Act(0, Action("fly")), "not-an-action-now"),
        (Act(4, LAY_TEN.action), "no-such-seat"),
        (DECK, "not-asked-for"),
        (Chance(Need.SEAT, (0,)), "bad-card"),
    ],
)
def test_what_the_rules_forbid_is_refused(given: Input, refusal: str) -> None:
    """After the deal."""
    assert code(dealt(), given) == refusal


def test_a_seat_that_has_acted_is_not_to_act() -> None:
    """The others still are, in any order."""
    match = dealt()
    match.apply(LAY_TEN)
    assert code(match, Act(0, Action("lay", card("TC")))) == "not-your-turn"
    assert match.legal(0) == []
    match.apply(Act(2, match.legal(2)[0]))
    assert match.to_act == (1, 3)


@pytest.mark.parametrize("values", [(), (0, 1), (4,), (-1,)])
def test_one_seat_of_the_table_deals(values: tuple[int, ...]) -> None:
    """Shown on Xing, which asks for a dealer."""
    with pytest.raises(IllegalAction) as refused:
        GAMES["xing"].new().apply(Chance(Need.DEALER, values))
    assert refused.value.code in {"no-such-seat", "bad-dealer"}
    assert str(refused.value)


def test_the_table_may_be_closed_at_any_time() -> None:
    """The match is over without a result, and refuses everything from then on."""
    for match in (dealt_not_yet(), dealt()):
        assert [event.code for event in match.apply(Report(Happening.END))] == ["table-ended"]
        assert (match.needs, match.to_act, match.ending, match.winners) == (Need.NOTHING, (), Ending.ENDED, ())
        assert match.reports() == []
        for given in (DECK, LAY_TEN, Report(Happening.END), Report(Happening.CLOSE)):
            assert code(match, given) == "match-is-over"


def test_a_report_that_a_game_lists_is_one_that_it_carries_out() -> None:
    """Dice Capture lists none but the end of the table, which is the same in all games."""
    match = GAMES["dice-capture"].new()
    assert match.reports() == [Report(Happening.END)]
    with pytest.raises(NotImplementedError):
        match._report(Report(Happening.HIDE))


def test_a_refusal_tells_what_the_match_needs() -> None:
    """In one sentence."""
    with pytest.raises(IllegalAction, match=r'^"dealer" is not asked for now; the match needs: seat\.$'):
        dealt().apply(Chance(Need.DEALER, (0,)))
    with pytest.raises(IllegalAction, match=r'^The table cannot report "hide" now\.$'):
        dealt().apply(Report(Happening.HIDE))


def test_a_copy_goes_its_own_way() -> None:
    """Neither match hears of the other."""
    match = dealt()
    twin = match.copy()
    twin.apply(LAY_TEN)
    assert (match.to_act, twin.to_act) == ((0, 1, 2, 3), (1, 2, 3))
    match.apply(Report(Happening.END))
    assert twin.ending is None


def test_a_view_has_what_all_games_show() -> None:
    """And what the game adds."""
    view = dealt().view(1)
    assert {key: view[key] for key in ("game", "seat", "phase", "needs", "to_act", "totals", "hands")} == {
        "game": "toy", "seat": 1, "phase": "lay", "needs": "seat", "to_act": [0, 1, 2, 3], "totals": [0] * 4,
        "hands": [],
    }  # fmt: skip
    assert (view["ending"], view["winners"]) == (None, [])
    assert view["hand"] == ["JS", "JC", "JD", "JH"]


# --- games


def test_the_games_are_offered_in_their_order() -> None:
    """By the names that records use."""
    assert list(GAMES) == ["xing", "rummy", "dice-capture", "tien-len", "twenty-nine", "call"]
    assert all(games.find(name) is game for name, game in GAMES.items())
    assert all(game.match.game is game for game in GAMES.values())


def test_a_game_that_there_is_not_is_told_with_those_there_are() -> None:
    """One sentence."""
    with pytest.raises(UnknownGame, match=r'^There is no game "chess"; the games are xing, .*call\.$'):
        games.find("chess")


def with_options() -> Game:
    """A game with an option that depends on the number of seats."""
    return Game(
        name="toy",
        title="Toy",
        seats=(2, 4),
        match=Toy,
        verbs={},
        leaving=TOY.leaving,
        options=lambda seats: {"speed": ("slow", "fast") if seats == 4 else ("fast",)},
    )


def test_the_first_value_of_an_option_is_its_default() -> None:
    """And the largest number of seats that of the seats."""
    game = with_options()
    assert (game.new().seats, game.new().options) == (4, {"speed": "slow"})
    assert game.new(2).options == {"speed": "fast"}
    assert game.new(4, {"speed": "fast"}).options == {"speed": "fast"}


@pytest.mark.parametrize(
    ("seats", "options", "reason"),
    [
        (3, {}, "toy is played with 2, 4 seats, not 3."),
        (2, {"speed": "slow"}, 'Option "speed" of toy with 2 seats is one of fast; not "slow".'),
        (4, {"size": "big"}, 'toy has no option "size"; its options are speed.'),
    ],
)
def test_other_seats_options_and_values_are_refused(seats: int, options: dict[str, str], reason: str) -> None:
    """One sentence says what there is."""
    with pytest.raises(InvalidOptions) as refused:
        with_options().new(seats, options)
    assert str(refused.value) == reason


def test_all_errors_are_errors_of_the_engine() -> None:
    """Split by whose fault it is."""
    assert all(issubclass(kind, EngineError) for kind in (IllegalAction, InvalidOptions, UnknownGame, UnreadableInput))


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_a_game_is_meant_by_its_name_or_title_however_it_is_written(game: Game) -> None:
    """In any letters, with or without blanks and dashes."""
    for typed in (game.name, game.title, game.name.upper(), game.name.replace("-", ""), f" {game.title}. ".lower()):
        assert meant(typed) is game
