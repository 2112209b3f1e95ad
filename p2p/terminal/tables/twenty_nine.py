"""The table of Twenty-nine in words (RULES.md §5.7)."""

from typing import Final

from engine.games.twenty_nine import LOW_TO_HIGH
from p2p.terminal.cards import by_suit
from p2p.terminal.people import People
from p2p.terminal.tables.lines import Line, TableWords, View, counts, hand, turn
from p2p.terminal.tables.trick_game import SUIT_WORDS, asked, at_the_table, said, tricks

_ARRANGEMENT: Final = by_suit(LOW_TO_HIGH[::-1])
_TO_DO: Final = {
    "bid": "to bid or pass",
    "trump": "to choose trump in secret",
    "double": "to double or pass",
    "redouble": "to redouble or pass",
    "play": "to play",
}
_STAKES: Final = {1: "1", 2: "2, doubled", 4: "4, redoubled"}


def describe(view: View, people: People) -> list[Line]:
    """The table as a seat sees it."""
    odd = sum(seat % 2 for seat in view["takers"])
    return [
        turn(view, people, to_do=_TO_DO.get(view["phase"], "")),
        *tricks(view, people, [len(view["takers"]) - odd, odd]),
        *asked(view, people),
        *_auction(view, people),
        *_contract(view, people),
        hand(view, _ARRANGEMENT),
        counts(view, people),
        Line("Game points", f"{people.each_team(view['totals'])}; 6 wins, minus 6 loses"),
        *at_the_table(view, people),
    ]


def _auction(view: View, people: People) -> list[Line]:
    """What was said, and while the auction goes on who holds the bid."""
    lines = [Line("Bids", said(view["bids"], people))] if view["bids"] else []
    if view["phase"] != "bid":
        return lines
    standing = view["standing"]
    held = (
        "nobody has bid" if standing["holder"] is None else f"{standing['number']}, {people.name(standing['holder'])}"
    )
    return [*lines, Line("Highest bid", held, matters_now=True)]


def _contract(view: View, people: People) -> list[Line]:
    bidder = view["bidder"]
    if bidder is None:
        return []
    target, bid = view["target"], view["bid"]
    moved = "" if target == bid else f", now {target} since {people.name(view['pair_shown_by'])} showed the pair"
    points = people.each_team(view["points"])
    return [
        Line("Trump", _trump(view, people), matters_now=True),
        Line("Contract", f"{people.name(bidder)} for {bid} card points{moved}; the stake is {_STAKES[view['stake']]}"),
        *([Line("Card points taken", points)] if view["takers"] else []),
    ]


def _trump(view: View, people: People) -> str:
    if view["trump"] is None:
        return "not chosen yet" if view["phase"] == "trump" else f"hidden, chosen by {people.name(view['bidder'])}"
    suit = SUIT_WORDS[view["trump"]]
    return f"{suit}, known to all" if view["trump_public"] else f"{suit}, hidden: only you know"


WORDS: Final = TableWords(
    describe=describe,
    arrangement=_ARRANGEMENT,
    in_short=(
        "You and the player opposite play against the other two.",
        (
            "In every suit the cards rank J 9 A T K Q 8 7; a Jack is worth 3 points, a nine 2, an Ace and a ten 1 "
            "each: 28 in all."
        ),
        "With four cards in hand you bid how many of these points your team will take, from 16 to 28.",
        "The highest bidder names trump in secret, and everybody gets four more cards.",
        "The opponents may double, the bidders redouble.",
        "You must follow suit.",
        "Who cannot may ask for trump: from then on it counts, and the asker must play one.",
        "Whoever holds King and Queen of trump may then show them, which moves the target by 4 in favour of that team.",
        "The bidding team gains the stake if it makes its target, else it loses it.",
        "Plus 6 wins the match, minus 6 loses.",
    ),
    how_to=(
        "bid 18, or just 18, bids; pass passes, also when you are asked to double or redouble.",
        "trump H names hearts; double and redouble raise the stake.",
        "play 7H plays a card; in each suit the order is J 9 A T K Q 8 7.",
        "ask asks for trump when you cannot follow suit; show shows King and Queen of trump.",
    ),
    hand_points=People.each_team,
)
"""How Twenty-nine is told."""
