"""The auction in which bids rise, on every path; for those with matching see games/test_call_auction."""

import pytest

from engine.auction import NOBODY, RisingAuction, Said, Word
from tests.engine.games.slow_tricks import Asked
from tests.engine.games.slow_twenty_nine import auction_by_the_book

LOWEST, HIGHEST = 25, 28


def by_the_book(dealer: int, said: list[str]) -> Asked | tuple[int, int] | None:
    """Whom the book asks after all that was said, or what the auction came to."""
    book = auction_by_the_book(dealer, LOWEST)
    try:
        asked = next(book)
        for call in said:
            asked = book.send(call)
    except StopIteration as end:
        result: tuple[int, int] | None = end.value
        return result
    return asked


def count_paths(dealer: int, auction: RisingAuction, said: list[str]) -> int:
    """Compare with the book here and wherever the auction can go on to; how many ends it has."""
    expected = by_the_book(dealer, said)
    if auction.over:
        assert expected == (None if auction.bidder == NOBODY else (auction.bidder, auction.bid))
        return 1
    calls = [Said(auction.turn, Word.PASS), *(Said(auction.turn, Word.BID, number) for number in auction.numbers)]
    spelt = ["pass" if call.word is Word.PASS else f"bid {call.number}" for call in calls]
    assert expected == (auction.turn, set(spelt))
    return sum(count_paths(dealer, auction.after(call), [*said, text]) for call, text in zip(calls, spelt, strict=True))


@pytest.mark.parametrize("dealer", range(4))
def test_every_path_is_as_in_the_book(dealer: int) -> None:
    """With the four highest numbers: the rules are the same for all."""
    start = RisingAuction(LOWEST, HIGHEST, (dealer + 1) % 4)
    assert count_paths(dealer, start, []) == 108
