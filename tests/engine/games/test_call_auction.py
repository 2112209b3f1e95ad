"""The auctions of Call on every path, against a second implementation that reads like the rulebook (`slow_call`)."""

from collections.abc import Callable, Iterator

import pytest

from engine.auction import NOBODY, Step
from engine.errors import IllegalAction
from engine.games.call import Call, Phase
from tests.engine.games.slow_call import bidding_by_the_book, bonus_by_the_book
from tests.engine.games.slow_tricks import Asked, Book
from tests.engine.games.trick_tables import call, offered, says
from tests.engine.records import deck_line

PATHS_OF_THE_BIDDING = 10670
PATHS_OF_THE_BONUS = 193


def said_so_far(book: Book[tuple[int, int] | None], said: list[str]) -> Asked | tuple[int, int] | None:
    """Whom a fresh book asks after all that was said, or what the auction came to."""
    try:
        asked = next(book)
        for answer in said:
            asked = book.send(answer)
    except StopIteration as end:
        result: tuple[int, int] | None = end.value
        return result
    return asked


def bidding_match(dealer: int) -> Call:
    """A match at its first bid."""
    match = call(deck_line(), dealer=dealer).finish()
    assert isinstance(match, Call)
    return match


def bonus_match(dealer: int) -> Call:
    """A match at the first call of the Bonus."""
    match = bidding_match(dealer)
    first = (dealer + 1) % 4
    says(match, f"{first} bid 13")
    says(match, f"{first} seventh")
    return match


def every_path(match: Call, phase: Phase, said: list[str]) -> Iterator[tuple[Call, list[str]]]:
    """Each state that legal calls lead to within the phase, and the first ones beyond it."""
    yield match, said
    if match.phase is phase:
        seat, calls = offered(match)
        for said_now in sorted(calls):
            twin = match.copy()
            says(twin, f"{seat} {said_now}")
            yield from every_path(twin, phase, [*said, said_now])


@pytest.mark.parametrize("dealer", range(4))
def test_every_path_of_the_bidding_is_as_in_the_book(dealer: int) -> None:
    """The same seat is offered the same calls at each step, and the same seat plays the same bid."""
    paths = 0
    for match, said in every_path(bidding_match(dealer), Phase.BIDDING, []):
        expected = said_so_far(bidding_by_the_book(dealer), said)
        if match.phase is Phase.BIDDING:
            assert offered(match) == expected
        else:
            assert (match.phase, match.to_act) == (Phase.TRUMP, (match.bidder,))
            assert (match.bidder, match.bid) == expected
            assert match.auction.step is Step.OVER
        paths += 1
    assert paths == PATHS_OF_THE_BIDDING


@pytest.mark.parametrize("dealer", range(4))
def test_every_path_of_the_bonus_is_as_in_the_book(dealer: int) -> None:
    """The same, up to the winner who names trump, or the lead when nobody has called."""
    paths = 0
    for match, said in every_path(bonus_match(dealer), Phase.BONUS, []):
        expected = said_so_far(bonus_by_the_book(dealer), said)
        if match.phase is Phase.BONUS:
            assert offered(match) == expected
        elif expected:
            assert (match.phase, match.to_act) == (Phase.BONUS_TRUMP, (match.bonus_winner,))
            assert (match.bonus_winner, match.bonus) == expected
        else:
            assert (match.phase, match.bonus_winner, match.bonus) == (Phase.PLAY, NOBODY, 0)
        paths += 1
    assert paths == PATHS_OF_THE_BONUS


@pytest.mark.parametrize(("start", "phase"), [(bidding_match, Phase.BIDDING), (bonus_match, Phase.BONUS)])
def test_no_other_call_is_accepted_on_any_path(start: Callable[[int], Call], phase: Phase) -> None:
    """Whatever is not offered is refused, and nothing changes."""
    verbs = ["pass", "match", "yield", "drop", "bonus", "ask", "seventh", *(f"bid {number}" for number in range(16))]
    for match, _ in every_path(start(3), phase, []):
        if match.phase is not phase:
            continue
        seat, calls = offered(match)
        before = match.__dict__.copy()
        for verb in verbs:
            if verb not in calls:
                with pytest.raises(IllegalAction):
                    says(match, f"{seat} {verb}")
        assert match.__dict__ == before
