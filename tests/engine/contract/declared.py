"""What the suite must be told about each game, since no program can find it out: one entry a game.

Where the cards lie and who may know them is written down here a second time, from "Who sees what" of RULES.md and the
true state, never from views or events: those are what is tested.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from engine.auction import NOBODY
from engine.cards import cards_in, mask_of
from engine.games.call import NO_CARD, Call
from engine.games.dice_capture import POINTS_OF_SUIT, DiceCapture
from engine.games.rummy import Rummy
from engine.games.tien_len import PRACTICE, TienLen
from engine.games.twenty_nine import TwentyNine, pair_of
from engine.games.xing import Xing, lay_table
from engine.match import Match, Points
from engine.memories.tien_len import TienLenScene
from engine.tricks import HiddenTrumpMatch
from tests.engine.toy_game import Toy

Places = dict[str, list[int] | tuple[int, ...]]
"""The cards that lie at each place: a tuple where their order matters, a list where they are a set, such as a hand."""


@dataclass(frozen=True)
class Declared:
    """What the suite knows of a game.

    Attributes:
        places: where every card lies while a hand is played; what is named "gone" is not looked up there.
        gone: how many cards have left the places; ``None`` where that cannot be told.
        visible: the cards that a seat may see in this moment, as a set.
        shown_by_deck: the cards of a deck that all see as it is dealt and that lie hidden again at once.
        secret: the verbs whose cards or suits the others do not see.
        silent: the verbs of acts that the others are not told of.
        secret_suit: the suit that was named in secret, where there is such a thing.
        secret_card: the card that was laid down in secret, where there is such a thing.
        other_hands: the hands that a scene imagines with those random numbers, also of those who have left with theirs.
        told: facts that all are told and that the rules make depend on hidden cards.
        check_sums: asserts what the rules say about sums of points.
    """

    places: Callable[[Any], Places]
    gone: Callable[[Any], int] | None
    visible: Callable[[Any, int], int]
    check_sums: Callable[[Any], None]
    shown_by_deck: Callable[[Sequence[int]], int] = lambda _deck: 0
    secret: frozenset[str] = frozenset()
    told: Callable[[Any], object] = lambda _match: None
    silent: frozenset[str] = frozenset()
    other_hands: Callable[[Any, Random], Sequence[int]] | None = None
    secret_suit: Callable[[Any], int] | None = None
    secret_card: Callable[[Any], int] | None = None


def hands(match: Any) -> Places:
    """The hands of a match that keeps them in ``held``."""
    return {f"hand {seat}": cards_in(hand) for seat, hand in enumerate(match.held)}


def column_sums(match: Match) -> Points:
    """The points of all finished hands, added up for each seat."""
    return tuple(map(sum, zip(*match.hand_points, strict=True))) or (0,) * match.seats


# --- Xing (§1.4, §1.7)


def _xing_places(match: Xing) -> Places:
    taken = {f"taken by {team}": cards_in(cards) for team, cards in enumerate(match.taken)}
    return {**hands(match), **taken, "stock": match.stock, "pile": cards_in(match.pile)}


def _xing_visible(match: Xing, seat: int) -> int:
    top = 1 << match.top if match.pile else 0
    known = 1 << match.known if match.known >= 0 else 0
    return match.held[seat] | top | known


def _xing_sums(match: Xing) -> None:
    for first, second, third, fourth in match.hand_points:
        assert (first, second) == (third, fourth)
        assert (first + second) % 10 in {6, 3}
    assert match.totals == column_sums(match)


# --- rummy (§2.6, §2.8)


def _rummy_places(match: Rummy) -> Places:
    return {
        **hands(match),
        "stock": match.stock,
        "pile": match.pile,
        **{f"placed by {seat}": cards_in(cards) for seat, cards in enumerate(match.placed)},
    }


def _rummy_visible(match: Rummy, seat: int) -> int:
    visible = match.held[seat] | mask_of(match.pile)
    for cards in match.placed:
        visible |= cards
    return visible


def _rummy_sums(match: Rummy) -> None:
    assert match.totals == column_sums(match)
    if match.ending:
        assert match.winners == tuple(seat for seat in range(match.seats) if match.totals[seat] == max(match.totals))


# --- dice capture (§3.5, §3.7)


def _dice_places(match: DiceCapture) -> Places:
    return {
        **hands(match),
        "stock": match.stock,
        **{f"pile {number}": cards for number, cards in match.piles.items()},
        **{f"lock {number}": (card,) for number, card in match.locks.items()},
        **{f"captured by {seat}": cards_in(cards) for seat, cards in enumerate(match.captured)},
        "discarded": cards_in(match.discarded),
    }


def _dice_visible(match: DiceCapture, seat: int) -> int:
    open_cards = [*match.captured, match.discarded, mask_of(match.locks.values()), *map(mask_of, match.piles.values())]
    visible = match.held[seat]
    for cards in open_cards:
        visible |= cards
    return visible


def _dice_sums(match: DiceCapture) -> None:
    for seat, cards in enumerate(match.captured):
        assert match.totals[seat] == sum(POINTS_OF_SUIT[card & 3] for card in cards_in(cards))
    assert sum(match.totals) <= 100


# --- Tien Len (§4.6 to §4.11)


def _tien_len_visible(match: TienLen, seat: int) -> int:
    visible = match.held[seat] | match.shown
    for _, cards in match.plays:
        visible |= cards
    return visible


def _tien_len_sums(match: TienLen) -> None:
    a_round = 4 if match.options["scoring"] == PRACTICE else 0
    assert all(sum(points) == a_round for points in match.hand_points)
    assert sum(match.totals) == a_round * len(match.hand_points)


# --- Twenty-nine and Call (§5.4, §5.7, §6.5, §6.8)


def _trick_places(match: HiddenTrumpMatch) -> Places:
    return {**hands(match), "stock": match.stock, "trick": match.trick}


def _tricks_gone(match: HiddenTrumpMatch) -> int:
    return 4 * len(match.takers)


def _tricks_visible(match: HiddenTrumpMatch, seat: int) -> int:
    return match.held[seat] | mask_of(match.trick) | mask_of(match.last_trick)


def _twenty_nine_visible(match: TwentyNine, seat: int) -> int:
    pair = pair_of(match.trump) if match.pair_shown_by != NOBODY else 0
    return _tricks_visible(match, seat) | pair


def _twenty_nine_sums(match: TwentyNine) -> None:
    for first, second, third, fourth in match.hand_points:
        assert (first, second) == (third, fourth)
        assert 0 in {first, second}
        assert abs(first + second) in {1, 2, 4}
    assert match.totals == column_sums(match)
    assert sum(match.points) <= 28


def _call_places(match: Call) -> Places:
    lies = match.card_lies() and not match.held[match.bidder] >> match.hidden_card & 1
    return {**_trick_places(match), "hidden": (match.hidden_card,) if lies else ()}


def _call_visible(match: Call, seat: int) -> int:
    may_see = match.hidden_card != NO_CARD and (match.card_shown or seat == match.bidder)
    return _tricks_visible(match, seat) | (1 << match.hidden_card if may_see else 0)


def _call_sums(match: Call) -> None:
    for first, second, third, fourth in match.hand_points:
        assert (first, second) == (third, fourth)
        assert any(
            abs(others) == 4 and (abs(team) in range(7, 14) or team == -10)
            for team, others in ((first, second), (second, first))
        )
    assert match.totals == column_sums(match)


# --- the toy game


def _toy_places(match: Toy) -> Places:
    laid = {f"laid by {seat}": (card,) for seat, card in match.laid.items()}
    return {**hands(match), **laid, "talon": match.talon, "turned up": match.turned_up}


def _toy_visible(match: Toy, seat: int) -> int:
    own = 1 << match.laid[seat] if seat in match.laid else 0
    return match.held[seat] | own | mask_of(match.turned_up)


def _toy_sums(match: Toy) -> None:
    assert sum(match.totals) <= match.rounds


DECLARED: Final[Mapping[str, Declared]] = {
    "xing": Declared(
        _xing_places,
        lambda _match: 0,
        _xing_visible,
        _xing_sums,
        shown_by_deck=lambda deck: mask_of(lay_table(deck).seen),
    ),
    "rummy": Declared(
        _rummy_places,
        lambda _match: 0,
        _rummy_visible,
        _rummy_sums,
        told=lambda match: match.hand_points[:],  # a score tells of the cards left in hands
    ),
    "dice-capture": Declared(_dice_places, lambda _match: 0, _dice_visible, _dice_sums),
    "tien-len": Declared(
        hands,
        None,  # cards that are out of play and cards that were played are not told apart
        _tien_len_visible,
        _tien_len_sums,
        # who holds the lowest card leads, and a window is open only if somebody can chop
        told=lambda match: (match.phase, match.opening and match.to_act),
        silent=frozenset({"decline"}),
        other_hands=TienLenScene.hands,
    ),
    "twenty-nine": Declared(
        _trick_places,
        _tricks_gone,
        _twenty_nine_visible,
        _twenty_nine_sums,
        secret=frozenset({"trump"}),
        secret_suit=lambda match: match.trump,
    ),
    "call": Declared(
        _call_places,
        _tricks_gone,
        _call_visible,
        _call_sums,
        secret=frozenset({"hide"}),
        secret_card=lambda match: match.hidden_card,
    ),
    "toy": Declared(
        _toy_places,
        lambda _match: 0,
        _toy_visible,
        _toy_sums,
        secret=frozenset({"lay"}),
        told=lambda match: match.turned_up,
    ),
}
