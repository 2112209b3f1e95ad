"""The table of Tien Len in words (RULES.md §4.11)."""

from collections.abc import Sequence
from typing import Final

from engine.cards import card, mask_of
from engine.games.tien_len_combinations import CHOPS, SHORTEST, Kind, combination
from p2p.terminal.cards import by_rank
from p2p.terminal.people import People, enumeration
from p2p.terminal.tables.lines import Line, TableWords, View, counts, hand, order, turn

RANKS_LOW_FIRST: Final = "3456789TJQKA2"
_ARRANGEMENT: Final = by_rank(RANKS_LOW_FIRST)
_TO_DO: Final = {"lead": "to lead", "follow": "to beat it or chip", "chop-window": "to chop or decline"}
_PLACES: Final = ("1st", "2nd", "3rd", "4th")


def describe(view: View, people: People) -> list[Line]:
    """The table as a seat sees it."""
    return [
        turn(view, people, to_do=_TO_DO.get(view["phase"], "")),
        *_trick(view, people),
        *_opening(view),
        hand(view, _ARRANGEMENT),
        *_chops(view["hand"]),
        counts(view, people),
        *([Line("Chipped", people.all_of(view["chipped"]))] if view["chipped"] else []),
        *_places(view, people),
        *([Line("Left over in the last round", " ".join(view["shown"]))] if view["shown"] else []),
        *([Line("This round", _figures(view, people, view["round_points"]))] if any(view["round_points"]) else []),
        Line("Score", _total(view, people)),
        order(people, _players(view, people)),
        *_leads(view, people),
    ]


def _trick(view: View, people: People) -> list[Line]:
    plays = [f"{' '.join(play['cards'])} by {people.name(play['seat'])}" for play in view["trick"]]
    if not plays:
        return []
    last = view["trick"][-1]
    to_beat = f"{kind_of(last['cards'])} {' '.join(last['cards'])} by {people.name(last['seat'])}"
    lines = [Line("To beat", to_beat, matters_now=True)]
    if len(plays) > 1:
        lines.append(Line("Trick so far", "; ".join(plays)))
    if view["chain"]:
        lines.append(Line("Chop", f"the last one moved {view['chain']} points; chopping it moves double"))
    if view["window"]:
        lines.append(Line("Chop window", "open: whoever has chipped and holds a chop for it may play it now"))
    return lines


def _opening(view: View) -> list[Line]:
    if view["must_play"]:
        return [Line("Opening", f"the play must contain {' '.join(view['must_play'])}", matters_now=True)]
    return []


def _chops(cards: Sequence[str]) -> list[Line]:
    """The chops in the own hand, which the page lets glow (FEATURES 3-7)."""
    ranks = [text[0] for text in cards]
    fours = [f"four {rank}s" for rank in RANKS_LOW_FIRST if ranks.count(rank) == 4]
    rows: list[list[str]] = [[]]
    for rank in RANKS_LOW_FIRST[:-1]:
        if ranks.count(rank) >= 2:
            rows[-1].append(rank)
        elif rows[-1]:
            rows.append([])
    in_a_row = [f"pairs in a row of {enumeration(row)}" for row in rows if len(row) >= SHORTEST]
    return [Line("Chops in your hand", "; ".join([*fours, *in_a_row]), matters_now=True)] if fours or in_a_row else []


def _places(view: View, people: People) -> list[Line]:
    placed = [f"{_PLACES[place]} {people.name(seat)}" for place, seat in enumerate(view["placed"])]
    return [Line("Places", ", ".join(placed))] if placed else []


def _total(view: View, people: People) -> str:
    if view["options"]["scoring"] == "practice":
        return f"{people.each(view['totals'])}; 22 wins"
    return f"in tokens {_figures(view, people, view['totals'])}"


def _figures(view: View, people: People, figures: Sequence[int]) -> str:
    return people.some((seat, figures[seat]) for seat in _players(view, people))


def _players(view: View, people: People) -> list[int]:
    """The seats of this round, or before the first one those that are taken: the own one, then the next ones."""
    seats: list[int] = view["dealt_in"] or view["seated"]
    return sorted(seats, key=lambda seat: (seat - people.own) % 4)


def _leads(view: View, people: People) -> list[Line]:
    """Who opens rounds, and why the lowest card does (FEATURES 3-15)."""
    lines = []
    if view["lowest_opens"]:
        lines.append(Line("This round's opening", "by the lowest card"))
    if view["opener"] is not None and view["streak"] > 1:
        rounds = f"{people.name(view['opener'])}, {view['streak']} in a row; after three the lowest card opens"
        lines.append(Line("Rounds opened", rounds))
    return lines


def kind_of(cards: Sequence[str]) -> str:
    """What the cards are: ``pair``, ``run of 4`` …; empty for no combination."""
    what = combination(mask_of(map(card, cards)))
    if what is None:
        return ""
    if what.kind is Kind.RUN:
        return f"run of {what.length}"
    if what.kind is Kind.MORE_PAIRS:
        return f"{len(cards) // 2} consecutive pairs"
    kind: str = what.kind.value
    return kind


def _kind(cards: Sequence[str]) -> str:
    kind = kind_of(cards)
    what = combination(mask_of(map(card, cards)))
    if what and what.kind in CHOPS:
        return f"chop, {kind}"
    return kind.replace("run", "runs") if kind.startswith("run") else f"{kind}s"


WORDS: Final = TableWords(
    describe=describe,
    arrangement=_ARRANGEMENT,
    in_short=(
        "Be rid of your 13 cards first.",
        (
            "Cards rank from the 3 up to the Ace and the 2 above it; suits from spades over clubs and diamonds to "
            "hearts, so that 2H is the highest card."
        ),
        "Who leads plays a single, a pair, a triple or a run of three or more.",
        (
            "The next players beat it with the same kind and a higher top card, or chip, which means to sit out "
            "until the trick is over."
        ),
        "Chops answer only 2s and other chops: three or more pairs in a row, or four of a kind.",
        "Who has chipped may still chop with four pairs or more, or four of a kind, as long as the window is open.",
        "A chopped 2 costs its player 2 points if black, 4 if red; chopping a chop moves double.",
        "Places count 4, 2, 0 and minus 2 in practice, which goes to 22; for tokens they are paid from the bets.",
    ),
    how_to=(
        "play 7H plays a single, play 9S 9H a pair, play 3S 4D 5H a run; the order of the cards does not matter.",
        "chip passes until the trick is over.",
        "decline lets a chop window pass.",
    ),
    kind=_kind,
)
"""How Tien Len is told."""
