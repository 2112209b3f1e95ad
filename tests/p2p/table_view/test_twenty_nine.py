"""Twenty-nine on the page: ladder of bids, hidden trump, tricks, stakes, the pair (FEATURES.md 4-5 … 4-22)."""

from engine.cards import card
from engine.games.twenty_nine import TwentyNine
from p2p.table_view.model import Fan, Stack, Trick
from tests.engine.games.trick_tables import the_29, twenty_nine, twenty_nine_hands
from tests.p2p.table_view.looking import act, acts, chips, look, picked, zone

DECK = twenty_nine_hands(
    "8S JH KH QH 7D 8D 9D TD",
    "7S 9S JS AS 7C 8C 9C TC",
    "JD QD KD AD JC QC KC AC",
    "7H 8H 9H TH AH TS QS KS",
)
BID = ["0 bid 16", "1 bid 18", "2 pass", "3 pass", "0 pass"]


def match(*lines: str) -> TwentyNine:
    """A match after its first deck and some lines; seat 3 deals, seat 0 speaks first."""
    return the_29(twenty_nine(DECK, *lines))


def test_the_ladder_shows_what_may_be_bid_and_why_the_rest_may_not() -> None:
    """16 to 28; below the standing bid the reason is said (FEATURES.md 4-16)."""
    ask = act(look(match()), "bid").ask
    assert ask is not None
    assert [choice.v for choice in ask.choices] == [str(number) for number in range(16, 29)]
    assert not any(choice.off for choice in ask.choices)
    view = look(match("0 bid 16", "1 bid 18"), 2)
    ask = act(view, "bid").ask
    assert ask is not None
    assert {choice.v: choice.off for choice in ask.choices if choice.off} == dict.fromkeys(
        ["16", "17", "18"], "18 is bid already."
    )
    assert view.say == "Bid more than 18, or pass."
    assert look(match()).say == "Bid 16 or more, or pass."
    assert acts(view) == ["Bid", "Pass"]
    assert chips(view) == [["bid 16"], ["bid 18"], [], []]
    assert [chip.tone for seat in view.seats for chip in seat.chips] == ["plain", "gold"]


def test_trump_is_chosen_by_suits_and_stays_with_the_bidder() -> None:
    """The bidder reads it at the own seat; all others read that there is one (FEATURES.md 4-15)."""
    choosing = look(match(*BID), 1)
    ask = act(choosing, "trump").ask
    assert ask is not None
    assert [(choice.v, choice.label) for choice in ask.choices] == [
        ("S", "spades"),
        ("C", "clubs"),
        ("D", "diamonds"),
        ("H", "hearts"),
    ]
    assert choosing.say == "Name trump: only you will know it."
    chosen = match(*BID, "1 trump H")
    assert chips(look(chosen, 1))[1] == ["bid 18", "trump ♥\ufe0e, hidden"]
    for seat in (0, 2, 3):
        assert chips(look(chosen, seat))[1] == ["bid 18", "trump ?"]
    assert [card.m for card in zone(look(chosen, 3), "hand", Fan).cards if card.m] == []


def test_stakes_stand_at_the_bidders_seat() -> None:
    """Doubled and redoubled (FEATURES.md 4-21)."""
    asked = match(*BID, "1 trump H")
    assert acts(look(asked, 2)) == ["Double", "Pass"]
    doubled = match(*BID, "1 trump H", "2 double")
    assert chips(look(doubled))[1] == ["bid 18", "trump ?", "doubled"]
    assert acts(look(doubled, 1)) == ["Redouble", "Pass"]
    redoubled = match(*BID, "1 trump H", "2 double", "1 redouble")
    assert chips(look(redoubled))[1] == ["bid 18", "trump ?", "redoubled"]


PLAY = [*BID, "1 trump H", "2 pass", "0 pass"]


def test_a_trick_is_laid_at_the_seats_with_who_leads_and_who_wins() -> None:
    """A card of the hidden trump suit wins nothing yet, not even for who knows it (RULES.md, N-E3)."""
    played = match(*PLAY, "0 play 8S", "1 play JS")
    for seat in range(4):
        trick = zone(look(played, seat), "trick", Trick)
        assert [(slot.seat, slot.card.id) for slot in trick.slots] == [(0, "8S"), (1, "JS")]
        assert (trick.lead, trick.best) == (0, 1)
    thrown = match(*PLAY, "0 play 7D", "1 play 7C", "2 play JD")
    assert zone(look(thrown, 3), "trick", Trick).best == 2
    led = match(*PLAY)
    assert (zone(look(led), "trick", Trick).lead, zone(look(led), "trick", Trick).best) == (0, None)
    assert look(led).say == "Lead a card."


def test_trump_that_was_asked_for_wins() -> None:
    """From then on for all; the asker must play one, and is told why nothing else goes (RULES.md §5.3)."""
    unable = match(*PLAY, "0 play 7D", "1 play 7C", "2 play JD")
    view = look(unable, 3)
    assert view.say == "You cannot follow diamonds: play any card, or ask for trump."
    assert acts(view) == ["Play", "Ask for trump"]
    asked = match(*PLAY, "0 play 7D", "1 play 7C", "2 play JD", "3 ask")
    view = look(asked, 3)
    assert view.say == "Trump is hearts: play one."
    assert zone(view, "hand", Fan).why == "You asked for trump: play one of hearts."
    assert {cards[0][1] for cards in picked(view, "play")} == {"H"}
    assert chips(look(asked))[1] == ["bid 18", "trump ♥\ufe0e"]
    assert {card.id for card in zone(look(asked), "hand", Fan).cards if card.m == ("trump",)} == {"JH", "KH", "QH"}
    taken = match(*PLAY, "0 play 7D", "1 play 7C", "2 play JD", "3 ask", "3 play 7H")
    last = look(taken).last
    assert last is not None
    assert (last.label, last.lead, last.best) == ("Last trick, taken by Dov", 0, 3)


def test_following_is_explained() -> None:
    """Cards that may not be played have their reason (UI.md 1.2)."""
    view = look(match(*PLAY, "0 play 7D", "1 play 7C"), 2)
    assert view.say == "Follow diamonds."
    assert zone(view, "hand", Fan).why == "Follow diamonds."
    assert {cards[0][1] for cards in picked(view, "play")} == {"D"}
    assert act(view, "play").quick
    public = match(*PLAY, "0 play 7D", "1 play 7C", "2 play JD", "3 ask", "3 play 7H", "3 play TS", "0 play 8S")
    public.held[1] = 1 << card("7C") | 1 << card("8C")
    assert look(public, 1).say == "You cannot follow spades: play any card."
    assert zone(look(public, 1), "hand", Fan).why is None


def test_the_hand_lies_in_the_order_of_the_game() -> None:
    """J 9 A T K Q 8 7, the lowest first (RULES.md §5.1)."""
    held = [card.id for card in zone(look(match(*PLAY), 3), "hand", Fan).cards]
    assert held == ["7H", "8H", "QS", "KS", "TH", "TS", "AH", "9H"]


def test_the_pair_is_a_button_and_moves_the_target() -> None:
    """Once trump is public; seen at the seat that showed it (FEATURES.md 4-20)."""
    lines = [*PLAY, "0 play 7D", "1 play 7C", "2 play JD", "3 ask", "3 play 7H", "3 play TS"]
    view = look(match(*lines))
    assert acts(view) == ["Play", "Show King and Queen"]
    shown = look(match(*lines, "0 show"))
    assert chips(shown)[0] == ["pair shown"]
    assert [row.sub for row in shown.strip] == ["0 points", "3 of 22 points"]


def test_points_and_tricks_are_counted_for_both_teams() -> None:
    """Card points of the hand, what the bidders need, tricks on a heap, game points with their sign."""
    view = look(match(*PLAY, "0 play 7D", "1 play 7C", "2 play JD", "3 play TH"))
    assert [(row.name, row.total, row.sub) for row in view.strip] == [
        ("You + Cleo", "0", "4 points"),
        ("Ben {x} + Dov", "0", "0 of 18 points"),
    ]
    assert (zone(view, "tricks-0", Stack).n, zone(view, "tricks-1", Stack).n) == (1, 0)
    assert view.sheets[0].target == "6"
    scored = match(*PLAY)
    scored.totals = (2, -1, 2, -1)
    assert [row.total for row in look(scored).strip] == ["+2", "-1"]
