"""Tests of how limits are counted."""

from hypothesis import given
from hypothesis import strategies as st

from signaling.limits import EMBEDDED, STAND_ALONE, AddressBuckets, Bucket, Deadlines, Rate, message_cost
from signaling.messages import MAX_FRAME_BYTES

steps = st.lists(st.tuples(st.floats(0, 100), st.floats(0.1, 20)), max_size=50)


def test_a_bucket_gives_its_burst_at_once_and_then_its_rate() -> None:
    """Full at first, it fills up steadily, and never over the brim."""
    bucket = Bucket(Rate(burst=3, per_second=2), now=10)
    assert [bucket.take(1, 10) for _ in range(4)] == [True, True, True, False]
    assert not bucket.take(1, 10.4)
    assert bucket.take(1, 10.5)
    assert [bucket.take(1, 1000) for _ in range(4)] == [True, True, True, False]


def test_a_charge_may_leave_a_debt() -> None:
    """What is charged must be paid back before anything can be taken."""
    bucket = Bucket(Rate(burst=2, per_second=1), now=0)
    bucket.charge(5, 0)
    assert not bucket.take(1, 3.9)
    assert bucket.take(1, 4)


@given(steps)
def test_nobody_takes_more_than_the_rate_allows(moves: list[tuple[float, float]]) -> None:
    """However the takes are spread, they never exceed the burst plus the rate times the time."""
    rate = Rate(burst=10, per_second=2)
    bucket, now, taken = Bucket(rate, 0), 0.0, 0.0
    for wait, cost in moves:
        now += wait
        taken += cost if bucket.take(cost, now) else 0
    assert taken <= rate.burst + rate.per_second * now + 1e-6


def test_addresses_have_buckets_of_their_own_and_are_forgotten() -> None:
    """One address does not use up another's share, and memory is needed only for recent ones."""
    buckets = AddressBuckets(Rate(burst=1, per_second=1), 0)
    assert buckets.take("a", 0)
    assert not buckets.take("a", 0)
    assert buckets.take("b", 0)
    buckets.charge("b", 100, 0)
    assert buckets.take("c", 70)
    assert len(buckets) == 2
    assert not buckets.take("b", 99)
    assert buckets.take("b", 101)
    assert buckets.take("a", 1000)
    assert len(buckets) == 1


def test_deadlines_end_in_order_and_once() -> None:
    """What was started earlier ends earlier; started again it lasts anew, cancelled for ever."""
    deadlines = Deadlines[str](10)
    for name, now in [("a", 0), ("b", 1), ("c", 2), ("a", 3)]:
        deadlines.start(name, now)
    deadlines.cancel("c")
    deadlines.cancel("nobody")
    assert list(deadlines.ended(10.9)) == []
    assert list(deadlines.ended(13)) == ["b", "a"]
    assert list(deadlines.ended(99)) == []
    assert len(deadlines) == 0


def test_limits_leave_room_for_a_family_and_for_an_introduction() -> None:
    """A household may join dozens of times a minute; a host may answer a full room at once."""
    for limits in (EMBEDDED, STAND_ALONE):
        assert limits.joins.burst >= 48
        introduction = 2 * message_cost(24 * 1024) + 30 * message_cost(300)
        assert limits.guest_messages.burst > introduction
        answers = limits.max_guests_per_room * (message_cost(24 * 1024) + message_cost(300))
        assert limits.host_messages.burst > answers
        assert limits.received.burst > limits.max_guests_per_room * 24 * 1024 * 1.5
        assert limits.max_unheard > MAX_FRAME_BYTES
        assert limits.max_sockets > limits.max_connections > limits.max_rooms
        assert limits.max_sockets_per_address > limits.max_connections_per_address
