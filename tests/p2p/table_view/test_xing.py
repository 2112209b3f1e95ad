"""Xing on the page: the known card, the target, the score sheet (FEATURES.md 0-4 … 0-21)."""

from p2p.table_view.model import Fan, Stack
from tests.engine.games.xing_hands import E1_DECK, E6_PLAYS, START, at_48_to_45, hand_lines, xing
from tests.p2p.table_view.looking import act, chips, look, picked, zone


def test_every_card_can_be_played_by_a_tap() -> None:
    """On the pile, with one tap, and nothing says which would capture (FEATURES.md 0-6, 0-8)."""
    view = look(xing([*START, E1_DECK]))
    assert view.hints == "none"
    assert len(picked(view, "play")) == 4
    assert act(view, "play").quick
    assert act(view, "play").to == {"pile": (0, 1, 2, 3)}
    assert view.say == "Your turn: play a card."
    assert zone(view, "hand", Fan).why is None
    assert chips(view) == [[], [], [], []]


def test_the_known_card_lies_beside_the_deck_while_it_is_shown() -> None:
    """As long as the engine shows it, whoever plays meanwhile (FEATURES.md 0-4)."""
    match = xing([*START, E1_DECK])
    known = match.view(2)["known"]
    assert [card.f for card in zone(look(match, 2), "known", Stack).cards] == [known]
    hidden = xing([*START, E1_DECK, "table hide"])
    assert all(zone.id != "known" for zone in look(hidden, 2).zones)


def test_the_known_card_may_be_in_a_hand_already() -> None:
    """A host that never turns it down lets the dealer see it twice; both are told apart."""
    match = xing([*START, *hand_lines("5S 9H KD 3C", E6_PLAYS)[:33]])
    known = match.view(3)["known"]
    assert known in match.view(3)["hand"]
    view = look(match, 3)
    assert [card.id for card in zone(view, "known", Stack).cards] == ["known-card"]
    assert known in {card.id for card in zone(view, "hand", Fan).cards}


def test_the_pile_shows_its_top_card_and_how_many_lie_there() -> None:
    """Four at the start, none after a capture."""
    pile = zone(look(xing([*START, E1_DECK])), "pile", Stack)
    assert ([card.f for card in pile.cards], pile.n) == (["3C"], 4)
    match = xing([*START, *hand_lines("5S 9H KD 3C", E6_PLAYS)[:2]])
    pile = zone(look(match), "pile", Stack)
    assert (pile.cards, pile.n) == ((), 0)


def test_teams_sit_across_and_are_named_from_the_viewers_side() -> None:
    """Partners opposite, the own team first (FEATURES.md 0-19)."""
    view = look(xing([*START, E1_DECK]), 1)
    assert [(row.name, row.us) for row in view.strip] == [("You + Dov", True), ("Ana + Cleo", False)]
    assert {seat.id: (seat.pos, seat.team) for seat in view.seats} == {0: (3, 0), 1: (0, 1), 2: (1, 0), 3: (2, 1)}
    assert zone(view, "taken-1", Stack).label == "Your team took"
    assert zone(view, "taken-0", Stack).label == "They took"
    assert [seat.id for seat in view.seats if seat.dealer] == [3]


def test_the_score_sheet_tells_how_the_hand_was_counted() -> None:
    """Cards, TD, 2C, Aces, Jacks and Xings of both teams: the worked example X-E6 (FEATURES.md 0-20)."""
    view = look(xing([*START, *hand_lines("5S 9H KD 3C", E6_PLAYS)]))
    hands, last = view.sheets
    assert (hands.rows, hands.total, hands.target) == ((("1", "22", "4"),), ("Total", "22", "4"), "51")
    assert last.cols == ("Counted", "You + Cleo", "Ben {x} + Dov")
    assert last.rows == (
        ("Cards taken", "30", "22"),
        ("Most cards", "3", "0"),
        ("TD", "3", "0"),
        ("2C", "2", "0"),
        ("Aces", "2", "2"),
        ("Jacks", "2", "2"),
        ("Xings", "10", "0"),
    )
    assert last.total == ("Points", "22", "4")


def test_a_raised_target_shows_everywhere() -> None:
    """In the strip and on the sheet (FEATURES.md 0-21)."""
    match = at_48_to_45().finish()
    assert {row.sub for row in look(match).strip} == {"to 51"}
    match.target = 71  # type: ignore[attr-defined]
    view = look(match)
    assert {row.sub for row in view.strip} == {"to 71"}
    assert view.sheets[0].target == "71"
