"""A bucket that fills by itself."""

from hypothesis import given
from hypothesis import strategies as st

from p2p.bucket import Bucket

TIMES = st.lists(st.floats(0, 100), max_size=200).map(sorted)


@given(st.integers(1, 20), st.floats(0.1, 50), TIMES)
def test_never_more_is_taken_than_was_there_and_has_come_since(
    burst: int, per_second: float, times: list[float]
) -> None:
    """Whenever somebody tries."""
    bucket = Bucket(burst, per_second)
    taken = [now for now in times if bucket.take(now)]
    for place, first in enumerate(taken):
        for more, last in enumerate(taken[place:], 1):
            assert more <= burst + (last - first) * per_second + 0.01


@given(st.integers(1, 20), st.floats(0.1, 50), st.integers(0, 100))
def test_at_its_deadline_there_is_one_again_however_much_was_taken(burst: int, per_second: float, more: int) -> None:
    """And not before."""
    bucket = Bucket(burst, per_second)
    assert bucket.next_deadline() == 0
    assert bucket.take(5.0)
    bucket.charge(burst + more)
    deadline = bucket.next_deadline()
    assert not bucket.take(5.0 + (deadline - 5.0) * 0.99)
    assert bucket.take(bucket.next_deadline())
