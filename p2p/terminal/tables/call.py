"""The table of Call in words (RULES.md §6.8)."""

from typing import Final

from engine.games.call import LOW_TO_HIGH
from p2p.terminal.cards import by_suit
from p2p.terminal.people import People
from p2p.terminal.tables.lines import Line, TableWords, View, counts, hand, turn
from p2p.terminal.tables.trick_game import SUIT_WORDS, asked, at_the_table, said, tricks

_ARRANGEMENT: Final = by_suit(LOW_TO_HIGH[::-1])
_AUCTIONS: Final = frozenset({"bidding", "bonus"})
_TO_DO: Final = {
    "trump": "to hide a card as trump or take the seventh",
    "bonus-trump": "to name trump",
    "play": "to play",
}
_TO_SAY: Final = {
    ("bidding", "speak"): "to bid or pass",
    ("bidding", "match"): "to match or yield",
    ("bidding", "raise"): "to bid more or drop",
    ("bonus", "speak"): "to call Bonus or pass",
    ("bonus", "match"): "to match or yield",
    ("bonus", "raise"): "to call one more or drop",
}


def describe(view: View, people: People) -> list[Line]:
    """The table as a seat sees it."""
    to_say = _TO_SAY.get((view["phase"], view["standing"]["step"]), "")
    return [
        turn(view, people, to_do=_TO_DO.get(view["phase"], to_say)),
        *tricks(view, people, view["tricks"]),
        *asked(view, people),
        *_auction(view, people),
        *_trump(view, people),
        *_contract(view, people),
        hand(view, _ARRANGEMENT),
        counts(view, people),
        Line("Score", f"{people.each_team(view['totals'])}; {view['target']} wins"),
        *at_the_table(view, people),
    ]


def _auction(view: View, people: People) -> list[Line]:
    """What was said and what stands; once the play has begun it is only looked up."""
    calls = [
        Line(subject, said(view[key], people))
        for subject, key in (("Bids", "bids"), ("Bonus calls", "bonus_calls"))
        if view[key]
    ]
    if view["phase"] not in _AUCTIONS:
        return calls
    standing = view["standing"]
    if standing["holder"] is None:
        text = "nobody has called Bonus" if view["phase"] == "bonus" else "nobody has bid"
    else:
        text = f"{standing['number']}, {people.name(standing['holder'])}"
    if standing["challenger"] is not None:
        text += f"; {people.name(standing['challenger'])} offers {standing['challenge']}"
    return [*calls, Line("Highest call", text, matters_now=True)]


def _trump(view: View, people: People) -> list[Line]:
    """Trump as the seat may know it, and the card that lies hidden."""
    lines = []
    if view["trump_public"]:
        lines.append(Line("Trump", f"{SUIT_WORDS[view['trump']]}, known to all", matters_now=True))
    elif view["hidden"]:
        suit = f"{SUIT_WORDS[view['trump']]}, hidden: only you know" if view["trump"] else "hidden"
        lines.append(Line("Trump", suit, matters_now=True))
    if view["hidden"]:
        which = "the seventh card" if view["seventh"] else "a card"
        shown = f"your {view['hidden_card']}" if view["hidden_card"] else f"{which} of {people.name(view['bidder'])}"
        unseen = ", which was the seventh card" if view["seventh"] and view["hidden_card"] else ""
        lines.append(Line("Hidden card", f"{shown}{unseen}", matters_now=bool(view["hidden_card"])))
    elif view["hidden_card"]:
        lines.append(Line("Hidden card", f"was {view['hidden_card']}, laid down by {people.name(view['bidder'])}"))
    return lines


def _contract(view: View, people: People) -> list[Line]:
    if view["bonus"]:
        return [Line("Contract", f"Bonus {view['bonus']} by {people.name(view['bonus_winner'])}")]
    if view["bidder"] is None:
        return []
    return [Line("Contract", f"{people.name(view['bidder'])} for {view['bid']} tricks")]


WORDS: Final = TableWords(
    describe=describe,
    arrangement=_ARRANGEMENT,
    in_short=(
        "You and the player opposite play against the other two.",
        "A call is a trick; there are thirteen.",
        (
            "With five cards in hand everybody speaks once and bids from 7 to 13; who is overbid may match the "
            "higher bid and keep it, or yield."
        ),
        "The winner hides one card, whose suit is trump, or takes the seventh card unseen.",
        (
            "When all cards are dealt, anyone may call Bonus, from 10 up: the winner names trump openly, and the "
            "first bid is void."
        ),
        "You must follow suit.",
        "Who cannot may ask for trump: then the hidden card is shown, and trump counts.",
        "The bidding team gains its bid if it makes it, else it loses it; a Bonus counts plus 13 or minus 10.",
        "The other team gains 4 with at least four tricks, else it loses 4.",
        "The match goes to 49, then 79, then 109.",
    ),
    how_to=(
        "bid 8, or just 8, bids; pass passes.",
        "match keeps your bid against a higher one, yield gives it up; after a match bid 9 goes on and drop gives up.",
        "hide 4H lays the 4 of hearts down as trump; seventh takes your seventh card unseen.",
        "bonus calls Bonus; trump S names spades once you have won it.",
        "play 7H plays a card; ask asks for trump when you cannot follow suit.",
    ),
    hand_points=People.each_team,
)
"""How Call is told."""
