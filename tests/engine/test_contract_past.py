"""The contract's check of what is imagined, on rare moments of Tien Len: it lets pass what may be, and nothing else."""

from random import Random
from types import MappingProxyType

import pytest

from engine import memories
from engine.events import Event
from engine.games import GAMES, tien_len_sentences
from engine.match import View
from engine.memories.tien_len import TienLenMemory, TienLenScene
from engine.record import Record
from tests.engine.contract.declared import DECLARED
from tests.engine.contract.imagining import check_imagined
from tests.engine.contract.playing import Playthrough, Table
from tests.engine.contract.secrecy import Hand
from tests.engine.games.tien_len_hands import chips, deal, four, suit
from tests.engine.records import header

GAME = GAMES["tien-len"]
DREAMS = 40
FOURS = deal(four("3", "4", "5") + " 2S", four("6", "7", "8") + " 2C", four("9", "T", "J") + " 2D", four("Q", "K", "A"))
WINDOW = [FOURS, "0 play 3S", "1 play 6S", *chips(2, 3), "0 play 2S"]
"""The chop window of seats 2 and 3 is open for the 2 of seat 0."""
LOWEST = deal(suit("C"), suit("D"), suit("S"))
"""For three seats: the lowest card that was dealt is seat 2's; the hearts are in no hand."""


def moment(seats: int, *lines: str) -> Hand:
    """A round for tokens up to some moment."""
    options = {"scoring": "tokens"} if seats == 4 else {}
    record = Record()
    text = [*header(GAME.name, seats, **options), *lines]
    inputs = tuple(played.given for line in text if (played := record.feed(line)))
    table = Table(GAME, seats, tuple(options.items()))
    return Hand(Playthrough(table, inputs), 0, table.new(), inputs)


def check(hand: Hand, seat: int) -> None:
    """Many things that the seat imagines in this moment."""
    for seed in range(DREAMS):
        check_imagined(hand, DECLARED[GAME.name], seat, Random(seed))


@pytest.mark.parametrize("seat", [0, 1, 2])
@pytest.mark.parametrize("who", [2, 3])
def test_whether_somebody_has_declined_already_is_not_known(who: int, seat: int) -> None:
    """In an open window nobody else is told: the others may both be waited for, or the other one of them."""
    if who != seat:
        check(moment(4, *WINDOW, f"{who} decline"), seat)


def test_who_declined_may_never_have_been_asked() -> None:
    """Another one may have held the chop for which the window was open."""
    hand = moment(4, *WINDOW, "2 decline", "3 decline", "1 chip")
    check(hand, 0)
    check(hand, 1)


def test_what_a_leaver_took_away_explains_what_was_told_before() -> None:
    """Among three, the lowest card dealt is with who was told to have it, though it is never seen."""
    hand = moment(3, LOWEST, "table leave 2")
    check(hand, 0)
    hand = moment(3, LOWEST, "table leave 2", "0 play 3C")
    check(hand, 1)


def test_leavers_took_away_the_chop_for_which_a_window_was_open() -> None:
    """One of two, and nobody knows which."""
    left = [*WINDOW, "2 decline", "3 decline", "1 chip", "table leave 2", "table leave 3"]
    check(moment(4, *left), 0)
    check(moment(4, *left, "0 play 3C"), 1)


class ForgetsTheLowest(TienLenMemory):
    """Does not notice who was dealt the lowest card."""

    def see(self, event: Event) -> None:
        """See `Memory.see`."""
        if event.sentence is not tien_len_sentences.LOWEST_OPENS:
            super().see(event)


class ForgetsWindows(TienLenMemory):
    """Does not remember that somebody could chop."""

    def scene(self, view: View) -> TienLenScene:
        """See `Memory.scene`."""
        self._clues = []
        return super().scene(view)


@pytest.mark.parametrize(
    ("kind", "hand", "seat"),
    [
        (ForgetsTheLowest, moment(3, LOWEST, "table leave 2"), 0),
        (ForgetsWindows, moment(4, *WINDOW, "2 decline", "3 decline", "1 chip"), 0),
    ],
)
def test_what_cannot_have_been_is_still_found(
    kind: type[TienLenMemory], hand: Hand, seat: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A seat that remembers less imagines what contradicts what it was told."""
    monkeypatch.setattr(memories, "MEMORIES", MappingProxyType({GAME.name: kind}))
    with pytest.raises(AssertionError, match=r"it was seen otherwise|cannot have come"):
        check(hand, seat)
