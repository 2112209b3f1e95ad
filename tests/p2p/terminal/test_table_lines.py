"""What is said of the table in known positions of each game (RULES.md, "Who sees what")."""

from engine.cards import CARD_TEXTS
from engine.match import Match
from engine.record import Record
from p2p.terminal.people import People
from p2p.terminal.tables import words_for
from tests.engine.games.dice_tables import START as DICE
from tests.engine.games.dice_tables import deck as dice_deck
from tests.engine.games.rummy_hands import act, position
from tests.engine.games.rummy_hands import start as rummy_start
from tests.engine.games.tien_len_hands import chips, deal, four, practice, tokens
from tests.engine.games.trick_tables import call, call_hands, twenty_nine, twenty_nine_hands
from tests.engine.games.xing_hands import E1_DECK, START, hand_lines
from tests.engine.records import fed
from tests.p2p.terminal.random_tables import NAMES


def table(match: Match | Record, seat: int = 0, *, at_a_turn: bool = False) -> dict[str, str]:
    """What the seat reads, by subject; at a turn only what matters for the choice."""
    if isinstance(match, Record):
        match = match.finish()
    lines = words_for(match.game.name).describe(match.view(seat), People(NAMES, seat))
    return {line.subject: line.text for line in lines if line.matters_now or not at_a_turn}


def sheet(record: Record, seat: int = 0) -> list[str]:
    """What the score sheet tells beside points."""
    match = record.finish()
    return words_for(match.game.name).score(match.view(seat), People(NAMES, seat))


# --- Xing (§1.7)

_FIRST_PLAYS = ["3H", "TD", "TS", "JC", "JD", "4S", "JS", "2S"]
_ON_THE_TABLE = ["5S", "9H", "KD", "3C"]
_LATER_PLAYS = [text for text in CARD_TEXTS[:52] if text not in {*_FIRST_PLAYS, *_ON_THE_TABLE}]
XING_HAND = hand_lines(" ".join(_ON_THE_TABLE), " ".join([*_FIRST_PLAYS, *_LATER_PLAYS]))
"""The deck, then the 48 plays."""


def test_xing_tells_of_the_pile_its_top_and_its_size() -> None:
    """Nothing of what lies below, and no hint at a capture."""
    record = fed([*START, E1_DECK])
    assert table(record, at_a_turn=True) == {
        "Turn": "yours",
        "Pile": "3C on top, 4 cards",
        "Hand": "2S 2C 2D 2H (4 cards)",
    }
    assert table(record)["Last card of the stock"] == "AH"
    assert table(record, 1) == {
        "Turn": "Ann",
        "Pile": "3C on top, 4 cards",
        "Last card of the stock": "AH",
        "Hand": "3S 3D 3H, 4S (4 cards)",
        "Cards held": "4 by Ann, 4 by Cem, 4 by Dan",
        "Score": "0 for your team, 0 for the others; 51 wins",
        "Teams": "you and Dan against Cem and Ann",
        "Order of play": "you, Cem, Dan, Ann",
        "Dealer": "Dan",
    }
    record.feed("table hide")
    assert "Last card of the stock" not in table(record)


def test_xing_tells_of_an_empty_table_and_of_a_lone_card() -> None:
    """After a capture nothing lies there, then one card."""
    capture, lone_card = XING_HAND[1:3]
    record = fed([*START, XING_HAND[0], capture])
    assert table(record)["Pile"] == "no cards"
    record.feed(lone_card)
    assert table(record)["Pile"] == "TD alone"


def test_xing_tells_where_the_points_of_the_last_hand_came_from() -> None:
    """Each team's tally, that of the reader's team first; before the first hand is over there is none."""
    record = fed([*START, *XING_HAND[:10]])
    assert sheet(record) == []
    for line in XING_HAND[10:]:
        record.feed(line)
    ours, theirs = sheet(record)
    assert ours == (
        "Last hand, your team: took 41 cards, 3 for most cards, 3 for TD, 2 for 2C, 4 for Jacks, 140 for Xings, "
        "152 in all."
    )
    assert theirs == "Last hand, the others: took 11 cards, 4 for Aces, 4 in all."
    assert (
        sheet(record, 1) == [ours.replace("your team", "the others"), theirs.replace("the others", "your team")][::-1]
    )


# --- the put-down rummy (§2.8)


def test_rummy_tells_owners_adders_the_strip_and_what_is_owed() -> None:
    """A deep take: the card is owed until it is down, and not to be discarded even then."""
    record = rummy_start("8S 8D 2C 4C 7C KH KD", "", "", upcard="8H", stock="JC", dealer=2, take="deep")
    assert table(record, at_a_turn=True) == {
        "Turn": "yours, to draw or take",
        "Sets and runs": "none yet",
        "Pile": "8H",
        "Hand": "8S, KH, 2C 4C 7C, 8D KD (7 cards)",
    }
    assert table(record)["Of one rank in your hand"] == "8S 8D, KD KH"
    record.feed("0 take 8H")
    assert table(record)["Owed"] == "8H has to be put down or added before the discard"
    assert table(record, 1)["Turn"] == "Ann, to put down, add or discard"
    record.feed("0 meld 8S 8H 8D")
    assert table(record, 1)["Set 1"] == "8S 8D 8H, by Ann"
    assert table(record)["Points put down in this hand"] == "24 for you, 0 for Bob, 0 for Cem"
    assert "Owed" not in table(record)
    assert sheet(record) == ["Put down in this hand: 8S 8D 8H by you for 24."]


def test_rummy_tells_who_added_what() -> None:
    """The owner's name stands on every set and run, the adder's on what was added."""
    match = position("4C 8C KH", melds=["5C 6C 7C", "9S 9D 9H"])
    act(match, "add 4C 1")
    seen = table(match)
    assert seen["Sets and runs"] == "1: 4C 5C 6C 7C; 2: 9S 9D 9H"
    assert seen["Run 1"] == "4C 5C 6C 7C, by Bob; 4C added by you"
    assert seen["Set 2"] == "9S 9D 9H, by Bob"


def test_rummy_tells_the_whole_pile_since_it_lies_spread_out() -> None:
    """Where only the top may be taken, the rest is only looked up; where more may be taken, it matters."""
    plain = table(position("2S", pile="3S 8H JC"))
    assert (plain["Pile"], plain["Under it"]) == ("JC on top, 3 cards", "from the top down, 8H 3S")
    deep = table(position("2S", pile="3S 8H JC", take="deep"), at_a_turn=True)
    assert deep["Pile"] == "JC on top; under it, from the top down, 8H 3S"


def test_rummy_tells_that_a_taken_card_may_not_be_discarded() -> None:
    """At a plain table nothing is owed."""
    assert table(position("9D 2S", taken="9D"))["Taken"] == "9D may not be discarded in this go"


def test_rummy_tells_who_has_the_hat() -> None:
    """When the match is over."""
    record = rummy_start("", "", upcard="9H", dealer=1)
    assert "Hat" not in table(record)
    record.finish().totals = (45, -5)
    record.feed("table leave 1")
    assert table(record)["Hat"] == "Bob"
    assert table(record)["Score"] == "45 for you, minus 5 for Bob; 500 wins"
    assert table(record)["Turn"] == "nobody's, the match is over"


# --- Dice Capture (§3.7)


def test_dice_capture_tells_piles_locks_dice_and_captures() -> None:
    """Tops in one line at a turn; every pile from the top down in the whole table."""
    lines = [dice_deck("2S 3S QS JS 7S", "9S 2H 3H 5H 6H"), "0 play 2S new", "1 play 9S 1", "0 play 3S new"]
    record = fed([*DICE, *lines, "1 roll 2", "dice 3 6"])
    assert table(record, 1)["Captured by you"] == "3S (1 card)"
    assert table(record)["Points"] == "0 for you, 4 for Bob"
    assert table(record)["Dice"] == "3 and 6"
    record.feed("0 play QS 1")
    assert table(record, 1, at_a_turn=True) == {
        "Turn": "yours, to play a card or roll",
        "Piles": "1: 9S over 1 more, locked by QS",
        "Hand": "2H 3H 5H 6H (4 cards)",
    }
    assert table(record, 1)["Pile 1"] == "locked by QS; 9S on top, under it 2S"
    assert table(record, 1)["Draw pile"] == "41 left"


def test_dice_capture_tells_what_may_be_stolen() -> None:
    """After a miss the other reads which card it is about."""
    record = fed([*DICE, dice_deck("5D 3S QS JS 7S", "9S 2H 3H 5H 6H"), "0 play 5D new", "1 roll 1", "dice 6 6"])
    assert table(record, at_a_turn=True)["Rolled for"] == "5D, the top of pile 1"
    assert table(record)["Turn"] == "yours, to try to steal the card, or decline"


# --- Tien Len (§4.11)


def test_tien_len_tells_what_is_to_be_beaten_and_by_whom_it_was_played() -> None:
    """The last play with its kind; earlier plays and who has chipped only in the whole table."""
    record = practice(deal("4D 5D 6D 7H 9S", "3S 7S 8S 9C 9H", "JS", "QS"), "1 play 3S")
    assert table(record, 2, at_a_turn=True)["To beat"] == "single 3S by Bob"
    for line in ("2 chip", "3 chip", "0 play 7H"):
        record.feed(line)
    seen = table(record, 1)
    assert seen["To beat"] == "single 7H by Ann"
    assert seen["Trick so far"] == "3S by you; 7H by Ann"
    assert seen["Chipped"] == "Cem and Dan"


def test_tien_len_tells_who_opens_and_with_what() -> None:
    """The holder of the lowest card alone reads that it must be played."""
    record = practice(deal("4D", "3S", "", ""))
    opener = record.finish().to_act[0]
    assert table(record, opener, at_a_turn=True)["Opening"] == "the play must contain 3S"
    assert "Opening" not in table(record, (opener + 1) % 4)
    assert table(record)["This round's opening"] == "by the lowest card"


def test_tien_len_tells_of_the_chops_in_the_own_hand_only() -> None:
    """Four of a kind, and pairs in a row by their ranks."""
    record = practice(deal(f"{four('8')} 4S 4C 5S 5C 6S 6C JS QS AS", "3S 3C 3D", "", ""))
    assert table(record)["Chops in your hand"] == "four 8s; pairs in a row of 4, 5 and 6"
    assert all("8s" not in " ".join(table(record, seat).values()) for seat in (1, 2, 3))


def test_tien_len_tells_of_an_open_chop_window() -> None:
    """Whoever may chop reads that it is the own turn; the others do not read who it is."""
    record = tokens(3, deal(f"3S {four('9')}", "4S 2S", "5S"), "0 play 3S", "1 play 4S", "2 play 5S", "0 chip")
    assert "Chop window" not in table(record)
    record.feed("1 play 2S")
    assert table(record)["Turn"] == "yours, to chop or decline"
    assert table(record, 2)["Turn"] == "nobody's at the moment"
    assert table(record, 1)["Chop window"] == "open: whoever has chipped and holds a chop for it may play it now"
    record.feed("0 play 9S 9C 9D 9H")
    assert table(record)["Chop"] == "the last one moved 2 points; chopping it moves double"


def test_tien_len_tells_places_and_tokens() -> None:
    """At a table for tokens the totals are tokens; a seat that left still counts."""
    record = tokens(2, deal("3S 4S", "5S"), "0 play 3S", *chips(1))
    assert table(record)["Score"] == "in tokens 0 for you, 0 for Bob"
    record.feed("table leave 1")
    seen = table(record)
    assert seen["Places"] == "1st you"
    assert seen["Score"] == "in tokens 4 for you, minus 4 for Bob"
    assert seen["This round"] == "4 for you, minus 4 for Bob"
    assert seen["Turn"] == "nobody's, there are too few players"


# --- Twenty-nine (§5.7)


def test_twenty_nine_tells_the_auction_and_who_holds_the_bid() -> None:
    """While it goes on the highest bid matters."""
    record = twenty_nine(twenty_nine_hands("JS 9S 7H 8H"), "0 bid 16", "1 bid 17", "2 pass", "3 pass")
    seen = table(record, at_a_turn=True)
    assert seen["Highest bid"] == "17, Bob"
    assert seen["Hand"] == "JS 9S, 8H 7H (4 cards)"
    assert table(record)["Bids"] == "16 by you, 17 by Bob, pass by Cem, pass by Dan"


def test_twenty_nine_tells_the_hidden_trump_to_the_bidder_alone() -> None:
    """The partner reads who has chosen it."""
    record = twenty_nine(twenty_nine_hands("JS 9S 7H 8H"), "0 bid 16", "1 pass", "2 pass", "3 pass")
    assert table(record)["Trump"] == "not chosen yet"
    record.feed("0 trump H")
    assert table(record)["Trump"] == "hearts, hidden: only you know"
    assert {table(record, seat)["Trump"] for seat in (1, 2, 3)} == {"hidden, chosen by Ann"}
    record.feed("1 double")
    assert table(record, 2)["Contract"] == "Ann for 16 card points; the stake is 2, doubled"


def test_twenty_nine_tells_trick_last_trick_points_and_the_pair() -> None:
    """Who played what, from the leader on, and what was taken."""
    hands = twenty_nine_hands("KH QH JS 9S 7S 8S 7C 8C", "AC JH 9H 7H 8H TC KC QC", "AS TS KS QS 7D 8D 9D TD")
    record = twenty_nine(hands, "0 bid 16", "1 pass", "2 pass", "3 pass", "0 trump H", "1 pass", "3 pass")
    for line in ("0 play 7C", "1 play AC"):
        record.feed(line)
    assert table(record, 2)["Trick"] == "7C by Ann, AC by Bob"
    record.feed("2 ask")
    assert table(record, 2)["Asked"] == "you asked for trump in this turn and must play one if held"
    assert table(record, 3)["Trump"] == "hearts, known to all"
    for line in ("2 play 7D", "3 play 9C", "3 play JD", "0 show"):
        record.feed(line)
    seen = table(record)
    assert seen["Last trick"] == "7C by you, AC by Bob, 7D by Cem, 9C by Dan; taken by Dan"
    assert seen["Tricks"] == "0 for your team, 1 for the others"
    assert seen["Card points taken"] == "0 for your team, 3 for the others"
    assert seen["Contract"] == "you for 16 card points, now 12 since you showed the pair; the stake is 1"


# --- Call (§6.8)

_NO_BONUS = ("0 pass", "1 pass", "2 pass", "3 pass")


def test_call_tells_the_auction_with_what_is_offered_over_the_highest_call() -> None:
    """The holder reads against what to match."""
    record = call(call_hands(""), "0 bid 7", "1 bid 8")
    seen = table(record, at_a_turn=True)
    assert seen["Turn"] == "yours, to match or yield"
    assert seen["Highest call"] == "7, you; Bob offers 8"
    record.feed("0 match")
    assert table(record, 1)["Turn"] == "yours, to bid more or drop"
    assert table(record)["Bids"] == "7 by you, 8 by Bob, match 8 by you"


def test_call_tells_the_hidden_card_to_its_owner_alone() -> None:
    """The others read that it lies there, and whether it is the seventh card."""
    record = call(call_hands("", "AS KS 4H 9D 2C"), "0 pass", "1 bid 13", "1 hide 4H")
    assert table(record, 1)["Hidden card"] == "your 4H"
    assert table(record, 1)["Trump"] == "hearts, hidden: only you know"
    for seat in (0, 2, 3):
        assert table(record, seat)["Hidden card"] == "a card of Bob"
        assert table(record, seat)["Trump"] == "hidden"
    record = call(call_hands("", "AS KS 4H 9D 2C 3C QH"), "0 pass", "1 bid 13", "1 seventh")
    assert table(record, 1)["Hidden card"] == "your QH, which was the seventh card"
    assert table(record, 2)["Hidden card"] == "the seventh card of Bob"


def test_call_tells_the_bonus_and_who_plays_what() -> None:
    """Before somebody calls, while it is matched, and when trump is named."""
    record = call(call_hands("AS KS 4H 9D 2C"), "0 bid 13", "0 hide 4H")
    assert table(record)["Highest call"] == "nobody has called Bonus"
    record.feed("0 pass")
    record.feed("1 bonus")
    assert table(record, 2)["Bonus calls"] == "pass by Ann, 10 by Bob"
    for line in ("2 pass", "3 pass"):
        record.feed(line)
    assert table(record, 1)["Turn"] == "yours, to name trump"
    record.feed("1 trump S")
    seen = table(record)
    assert seen["Contract"] == "Bonus 10 by Bob"
    assert seen["Trump"] == "spades, known to all"
    assert seen["Hidden card"] == "was 4H, laid down by you"


def test_call_tells_tricks_and_the_last_trick() -> None:
    """Who played what and who took it."""
    hands = call_hands("AS KS 4H 9D 2C", "2S", "3S", "4S")
    record = call(hands, "0 bid 7", "1 pass", "2 pass", "3 pass", "0 hide 4H", *_NO_BONUS)
    for line in ("0 play AS", "1 play 2S", "2 play 3S", "3 play 4S"):
        record.feed(line)
    seen = table(record, 1)
    assert seen["Last trick"] == "AS by Ann, 2S by you, 3S by Cem, 4S by Dan; taken by Ann"
    assert seen["Tricks"] == "0 for your team, 1 for the others"
    assert seen["Contract"] == "Ann for 7 tricks"
    assert seen["Trick"] == "not led yet"
