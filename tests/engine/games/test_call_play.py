"""The play of Call: asking, and the hidden card up to the thirteenth trick (RULES.md §6.4)."""

from engine.cards import card
from engine.record import Record
from tests.engine.games.trick_tables import call, call_hands, feed, offered, play_on, plays, the_call
from tests.engine.records import events_of, refusal, refusal_code

SPADES = "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS"
CLUBS = "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC"


def hiding_4h(owner: int, *hands: str, leader: int = 0) -> Record:
    """The first lead; the owner, who has bid 13, has hidden 4H."""
    dealer = (leader - 1) % 4
    order = [(leader + place) % 4 for place in range(4)]
    bidding = [*(f"{seat} pass" for seat in order[: order.index(owner)]), f"{owner} bid 13", f"{owner} hide 4H"]
    no_bonus = [f"{seat} pass" for seat in order]
    return call(call_hands(*hands, dealer=dealer), *bidding, *no_bonus, dealer=dealer)


# --- before the last trick


def test_the_hidden_card_cannot_be_played_not_even_to_follow() -> None:
    """Its owner counts as unable to follow, and may discard or ask."""
    record = hiding_4h(1, "AH", f"4H {SPADES}", "2H", "3H")
    record.feed("0 play AH")
    assert offered(the_call(record)) == (1, {"ask", *plays(SPADES)})
    assert refusal(record, "1 play 4H") == "4H lies hidden and cannot be played before trump is public."
    assert refusal_code(record, "1 play AS") == "not-in-hand"
    record.feed("1 play 2S")
    assert refusal_code(record, "2 play 4H") == "not-in-hand"
    feed(record, "2 play 2H", "3 play 3H")
    assert the_call(record).takers == (0,)


def test_an_owner_who_asks_must_follow_with_the_returned_card() -> None:
    """Its only card of the suit led was the hidden one."""
    record = hiding_4h(1, "AH", f"4H {SPADES}", "2H", "3H")
    feed(record, "0 play AH", "1 ask")
    assert offered(the_call(record)) == (1, plays("4H"))
    assert refusal_code(record, "1 play 2S") == "follow-suit"


def test_an_owner_who_asks_must_trump() -> None:
    """With the returned card or with another trump."""
    record = hiding_4h(1, "AD", "4H 5H 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS", "2D", "3D")
    feed(record, "0 play AD", "1 ask")
    assert offered(the_call(record)) == (1, plays("4H 5H"))
    assert refusal_code(record, "1 play 2S") == "must-trump"
    feed(record, "1 play 4H", "2 play 2D", "3 play 3D")
    assert the_call(record).takers == (1,)


def test_a_returned_card_must_follow_suit_in_the_same_trick() -> None:
    """Somebody else has asked before its owner's turn."""
    record = hiding_4h(2, "AH", CLUBS, f"4H {SPADES}", "3H")
    feed(record, "0 play AH", "1 ask")
    assert offered(the_call(record)) == (1, plays(CLUBS))
    record.feed("1 play 2C")
    assert offered(the_call(record)) == (2, plays("4H"))


def test_an_owner_who_did_not_ask_is_free_with_the_returned_card() -> None:
    """The duty to trump is the asker's."""
    record = hiding_4h(2, "AD", CLUBS, f"4H {SPADES}", "3D")
    feed(record, "0 play AD", "1 ask", "1 play 2C")
    assert offered(the_call(record)) == (2, plays(f"4H {SPADES}"))
    feed(record, "2 play 4H", "3 play 3D")
    assert the_call(record).takers == (2,)


def test_trumps_thrown_before_the_asking_count_in_that_trick() -> None:
    """As in Twenty-nine; and they do not count if nobody asks."""
    hands = ("AD", "KH 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC", f"4H {SPADES}", "3D")
    for asking in (True, False):
        record = hiding_4h(2, *hands)
        feed(record, "0 play AD", "1 play KH", *(["2 ask", "2 play 4H"] if asking else ["2 play 2S"]), "3 play 3D")
        assert the_call(record).takers == (1 if asking else 0,)


def test_who_leads_or_can_follow_may_not_ask_nor_anybody_a_second_time() -> None:
    """The playable hand decides, and a public trump is asked for no more."""
    record = hiding_4h(2, "AD", CLUBS, f"4H {SPADES}", "3D")
    assert refusal_code(record, "0 ask") == "leader-cannot-ask"
    record.feed("0 play AD")
    assert refusal_code(record, "3 ask") == "not-your-turn"
    feed(record, "1 play 2C", "2 play 2S")
    assert refusal_code(record, "3 ask") == "can-follow"
    record = hiding_4h(2, "AD", CLUBS, f"4H {SPADES}", "3D")
    feed(record, "0 play AD", "1 ask")
    assert refusal_code(record, "1 ask") == "trump-is-public"
    record.feed("1 play 2C")
    assert refusal_code(record, "2 ask") == "trump-is-public"
    assert refusal_code(record, "2 pass") == "not-an-action-now"


# --- who sees the hidden card (§6.8)


def test_only_its_owner_sees_the_hidden_card_until_trump_is_public() -> None:
    """It counts as the owner's thirteenth card; the partner does not see it either."""
    record = hiding_4h(2, "AD", CLUBS, f"4H {SPADES}", "3D")
    match = the_call(record)
    views = [match.view(seat) for seat in range(4)]
    assert [view["hidden_card"] for view in views] == [None, None, "4H", None]
    assert [view["trump"] for view in views] == [None, None, "H", None]
    assert all(view["counts"] == [13, 13, 13, 13] and view["hidden"] for view in views)
    assert "4H" not in views[2]["hand"]
    feed(record, "0 play AD", "1 ask")
    views = [match.view(seat) for seat in range(4)]
    assert [view["hidden_card"] for view in views] == ["4H"] * 4
    assert [view["trump"] for view in views] == ["H"] * 4
    assert all(view["counts"] == [12, 13, 13, 13] and not view["hidden"] for view in views)
    assert "4H" in views[2]["hand"]


# --- the thirteenth trick with a hidden trump (C-D4)


def last_trick(owner: int, leader: int, *kept: str) -> Record:
    """The lead to the thirteenth trick, when each seat has kept the given card (the owner: 4H) and nobody has asked.

    The leader held all clubs but the lowest, and has led them.
    """
    hands = [*kept]
    hands[leader] += " 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC"
    record = hiding_4h(owner, *hands, leader=leader)
    play_on(
        record,
        lambda match: len(match.takers) == 12,
        lambda match: set(match.takers) == {leader},
        lambda seat, answer: answer in ("ask", f"play {kept[seat]}"),
    )
    assert the_call(record).view(owner)["hidden"]
    assert the_call(record).view(0)["counts"] == [1, 1, 1, 1]
    assert [the_call(record).view(seat)["hand"] for seat in range(4)] == [[text] for text in kept]
    return record


def finish(record: Record, *lines: str) -> int:
    """Who takes the last trick after the lines."""
    feed(record, *lines)
    assert len(the_call(record).hand_points) == 1
    return the_call(record).takers[-1]


def test_in_the_last_trick_the_hidden_card_is_led() -> None:
    """That is no reveal; others who cannot follow may still ask, and nothing goes back to a hand then."""
    kept = ("2H", "4H", "5H", "KS")
    record = last_trick(1, 1, *kept)
    assert offered(the_call(record)) == (1, plays("4H"))
    assert refusal_code(record, "1 ask") == "leader-cannot-ask"
    assert events_of(record, "1 play 4H") == ["played"]
    assert [the_call(record).view(seat)["trump"] for seat in range(4)] == [None, "H", None, None]
    assert [the_call(record).view(seat)["hidden"] for seat in range(4)] == [False] * 4
    assert offered(the_call(record)) == (2, plays("5H"))
    record.feed("2 play 5H")
    assert offered(the_call(record)) == (3, {"ask", *plays("KS")})
    assert events_of(record, "3 ask") == ["asked"]
    assert offered(the_call(record)) == (3, plays("KS"))
    assert the_call(record).view(0)["hidden_card"] == "4H"
    assert finish(record, "3 play KS", "0 play 2H") == 2


def test_in_the_last_trick_the_hidden_card_follows_suit_if_it_can() -> None:
    """Its owner may not ask then; it wins as a card of the suit led."""
    record = last_trick(1, 0, "2H", "4H", "3H", "KS")
    record.feed("0 play 2H")
    assert offered(the_call(record)) == (1, plays("4H"))
    assert refusal_code(record, "1 ask") == "can-follow"
    assert finish(record, "1 play 4H", "2 play 3H", "3 play KS") == 1


def test_in_the_last_trick_the_hidden_card_is_no_trump_unless_somebody_asks() -> None:
    """Thrown on another suit it loses, also for its owner who could have asked."""
    kept = ("2D", "4H", "2S", "KS")
    record = last_trick(1, 0, *kept)
    record.feed("0 play 2D")
    assert offered(the_call(record)) == (1, {"ask", *plays("4H")})
    assert finish(record, "1 play 4H", "2 play 2S", "3 play KS") == 0


def test_in_the_last_trick_the_owner_may_ask_and_must_then_trump() -> None:
    """The card goes back to the hand and wins."""
    record = last_trick(1, 0, "2D", "4H", "2S", "KS")
    record.feed("0 play 2D")
    assert events_of(record, "1 ask") == ["asked", "turned-up"]
    assert offered(the_call(record)) == (1, plays("4H"))
    assert finish(record, "1 play 4H", "2 play 2S", "3 play KS") == 1


def test_in_the_last_trick_somebody_may_ask_after_the_hidden_card_was_thrown() -> None:
    """Trump counts then, for it too; it is in the trick already."""
    record = last_trick(1, 0, "2D", "4H", "2S", "KS")
    feed(record, "0 play 2D", "1 play 4H")
    assert events_of(record, "2 ask") == ["asked"]
    assert offered(the_call(record)) == (2, plays("2S"))
    assert not the_call(record).held[1]
    assert finish(record, "2 play 2S", "3 play KS") == 1


def test_in_the_last_trick_somebody_may_ask_before_the_owners_turn() -> None:
    """The card goes back to the hand, and its owner plays it as a trump."""
    record = last_trick(1, 3, "2D", "4H", "2S", "KS")
    record.feed("3 play KS")
    assert events_of(record, "0 ask") == ["asked", "turned-up"]
    record.feed("0 play 2D")
    assert offered(the_call(record)) == (1, plays("4H"))
    assert finish(record, "1 play 4H", "2 play 2S") == 1


def test_a_trump_that_was_never_asked_for_is_shown_after_the_hand() -> None:
    """With the hidden card, though its play has told already."""
    record = last_trick(1, 0, "2D", "4H", "2S", "KS")
    feed(record, "0 play 2D", "1 play 4H", "2 play 2S")
    assert events_of(record, "3 play KS")[:4] == ["played", "taken", "never-asked", "was-hidden"]
    assert the_call(record).view(3)["hidden_card"] == "4H"
    assert the_call(record).view(3)["trump"] == "H"
    assert not the_call(record).card_lies()
    assert card("4H") == the_call(record).hidden_card
