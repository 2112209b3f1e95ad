"""Call on the page: matching, the hidden card that only its owner can peek at, the Bonus (FEATURES.md 4-15 … 4-22)."""

from engine.games.call import Call
from p2p.table_view.model import Fan, Stack
from tests.engine.games.trick_tables import call, call_hands, the_call
from tests.p2p.table_view.looking import act, acts, chips, look, picked, zone

DECK = call_hands(
    "2S 3S 4S 5S 6S KD 2H 3H 4D 5D 6D 7D 8D",
    "AS KS 4H 9D 2C 3D QH 8S TC 5H 6H 7H 8H",
    "7S 9S TS JS QS 9H TH JH KH AH 3C 4C 5C",
    "2D TD JD QD AD 6C 7C 8C 9C JC QC KC AC",
)
BID = ["0 pass", "1 bid 8", "2 pass", "3 pass"]
HIDDEN = [*BID, "1 hide 4H"]
PLAY = [*HIDDEN, "0 pass", "1 pass", "2 pass", "3 pass"]


def match(*lines: str) -> Call:
    """A match after its first deck and some lines; seat 3 deals, seat 0 speaks first."""
    return the_call(call(DECK, *lines))


def test_the_bidding_has_its_own_words() -> None:
    """Bid or pass, match or yield, go higher or drop (RULES.md, C-E1; FEATURES.md 4-16)."""
    view = look(match("0 bid 7"), 1)
    ask = act(view, "bid").ask
    assert ask is not None
    assert [choice.v for choice in ask.choices] == [str(number) for number in range(7, 14)]
    assert [choice.off for choice in ask.choices if choice.off] == ["7 is bid already."]
    assert view.say == "Bid more than 7, or pass."
    challenged = look(match("0 bid 7", "1 bid 8"))
    assert acts(challenged) == ["Match 8", "Yield"]
    assert challenged.say == "Ben {x} offers 8: match it, or yield."
    raising = look(match("0 bid 7", "1 bid 8", "0 match"), 1)
    assert acts(raising) == ["Bid", "Drop"]
    assert raising.say == "Ana matches 8: go higher, or drop."
    assert chips(raising) == [["matched 8"], ["bid 8"], [], []]
    yielded = look(match("0 bid 7", "1 bid 8", "0 yield"), 2)
    assert chips(yielded) == [["yielded"], ["bid 8"], [], []]
    dropped = look(match("0 bid 7", "1 bid 8", "0 match", "1 drop"), 2)
    assert chips(dropped) == [["matched 8"], ["dropped"], [], []]


def test_the_dealer_must_bid_if_nobody_has() -> None:
    """Then there is no button to pass (RULES.md, C-E2)."""
    view = look(match("0 pass", "1 pass", "2 pass"), 3)
    assert acts(view) == ["Bid"]
    assert view.say == "Nobody has bid: you must bid 7 or more."
    assert look(match()).say == "Bid 7 or more, or pass."


def test_trump_is_set_with_a_card_of_the_hand_or_with_the_seventh() -> None:
    """The place for it is shown to the bidder; the others wait (FEATURES.md 4-17)."""
    view = look(match(*BID), 1)
    assert acts(view) == ["Set trump with this card", "Take my seventh card unseen"]
    assert sorted(card for (card,) in picked(view, "hide")) == ["2C", "4H", "9D", "AS", "KS"]
    assert act(view, "hide").to == {"trump": (0, 1, 2, 3, 4)}
    assert zone(view, "trump", Stack).cards == ()
    assert view.say == "Lay down a card as trump, or take your seventh card unseen."
    assert all(zone.id != "trump" for zone in look(match(*BID)).zones)


def test_only_the_owner_can_peek_at_the_hidden_card() -> None:
    """A back with a face for its owner, a back without one for all others; no suit is written anywhere."""
    hidden = match(*PLAY)
    (own,) = zone(look(hidden, 1), "trump", Stack).cards
    assert (own.id, own.f, own.peek) == ("hidden-card", "4H", True)
    for seat in (0, 2, 3):
        (other,) = zone(look(hidden, seat), "trump", Stack).cards
        assert (other.id, other.f, other.peek) == ("hidden-card", None, False)
    for seat in range(4):
        assert chips(look(hidden, seat))[1] == ["bid 8", "trump ?"]
    assert not any(card.m for card in zone(look(hidden, 1), "hand", Fan).cards)
    assert [seat.n for seat in look(hidden).seats] == [13, 13, 13, 13]


def test_a_seventh_card_is_said_to_be_one() -> None:
    """It can be looked at like any hidden card (RULES.md, C-D3)."""
    seventh = match(*BID, "1 seventh", "0 pass", "1 pass", "2 pass", "3 pass")
    stack = zone(look(seventh, 1), "trump", Stack)
    assert (stack.note, stack.cards[0].f) == ("The seventh card", "QH")
    assert zone(look(seventh), "trump", Stack).note == "The seventh card"


def test_the_bonus_is_called_one_higher_each_time() -> None:
    """The button says the number; calls in it are not bids (FEATURES.md 4-18)."""
    view = look(match(*HIDDEN))
    assert acts(view) == ["Bonus 10", "Pass"]
    assert view.say == "Call Bonus, or pass."
    assert chips(look(match(*HIDDEN, "0 bonus", "1 bonus"))) == [["Bonus 10"], ["bid 8", "Bonus 11", "trump ?"], [], []]
    assert acts(look(match(*HIDDEN, "0 bonus", "1 bonus"))) == ["Match 11", "Yield"]
    assert acts(look(match(*HIDDEN, "0 bonus"), 1)) == ["Bonus 11", "Pass"]
    assert acts(look(match(*HIDDEN, "0 bonus", "1 bonus", "0 match"), 1)) == ["Bonus 12", "Drop"]


def test_a_bonus_hand_is_played_with_trump_open() -> None:
    """Named aloud; the hidden card is back in its owner's hand."""
    won = [*HIDDEN, "0 bonus", "1 pass", "2 pass", "3 pass"]
    naming = look(match(*won))
    assert naming.say == "Name trump: all will know it."
    assert acts(naming) == ["Trump"]
    named = match(*won, "0 trump S")
    assert chips(look(named, 2)) == [["Bonus 10", "trump ♠\ufe0e"], [], [], []]
    assert "4H" in {card.id for card in zone(look(named, 1), "hand", Fan).cards}
    assert all(zone.id != "trump" for zone in look(named).zones)
    assert [row.sub for row in look(named).strip] == ["0 of 10 tricks", "0 of 4 tricks"]


def test_after_asking_all_know_trump() -> None:
    """The card is back in its owner's hand and marked as trump (RULES.md, C-E7)."""
    lines = [*PLAY, "0 play KD", "1 play 3D"]
    assert look(match(*lines), 2).say == "You cannot follow diamonds: play any card, or ask for trump."
    asked = match(*lines, "2 ask")
    assert chips(look(asked, 3))[1] == ["bid 8", "trump ♥\ufe0e"]
    assert all(zone.id != "trump" for zone in look(asked, 1).zones)
    marked = {card.id for card in zone(look(asked, 1), "hand", Fan).cards if card.m == ("trump",)}
    assert marked == {"4H", "QH", "5H", "6H", "7H", "8H"}


def test_in_the_last_trick_the_hidden_card_is_in_the_hand() -> None:
    """There it can be played; it does not lie at two places for its owner (RULES.md, C-D4)."""
    hidden = match(*PLAY)
    hidden.takers = (0,) * 12
    hidden.held = [1 << 0, 1 << hidden.hidden_card, 1 << 1, 1 << 2]
    owner = look(hidden, 1)
    assert [card.id for card in zone(owner, "hand", Fan).cards] == ["4H"]
    assert all(zone.id != "trump" for zone in owner.zones)
    assert zone(look(hidden), "trump", Stack).cards[0].f is None


def test_the_hidden_card_is_shown_when_the_hand_is_over() -> None:
    """To everybody, if nobody has asked for it (RULES.md §6.8)."""
    over = match(*PLAY)
    over.takers = (0,) * 13
    over.held = [0, 0, 0, 0]
    over.card_shown = True
    over.public_trump = over.trump
    stack = zone(look(over), "trump", Stack)
    assert (stack.label, [card.f for card in stack.cards]) == ("The hidden card was", ["4H"])


def test_the_target_and_the_tricks_are_shown() -> None:
    """49 at first; tricks of the hand against what each team needs (FEATURES.md 4-22)."""
    view = look(match(*PLAY))
    assert view.sheets[0].target == "49"
    assert [(row.name, row.total, row.sub) for row in view.strip] == [
        ("You + Cleo", "0", "0 of 4 tricks"),
        ("Ben {x} + Dov", "0", "0 of 8 tricks"),
    ]
    assert [row.sub for row in look(match()).strip] == [None, None]
