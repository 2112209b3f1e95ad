"""Our own sign of life on a link."""

from hypothesis import given
from hypothesis import strategies as st

from p2p.liveness import GONE_AFTER, PING_EVERY, PROBE, SHAKY_AFTER, Liveness, Signs

STARTS = st.floats(0, 1e7)


def test_silence_is_first_shaky_then_gone() -> None:
    """The two limits belong to the later state."""
    liveness = Liveness(100)
    assert liveness.signs(100 + SHAKY_AFTER - 0.01) is Signs.ON
    assert liveness.signs(100 + SHAKY_AFTER) is Signs.SHAKY
    assert liveness.signs(100 + GONE_AFTER - 0.01) is Signs.SHAKY
    assert liveness.signs(100 + GONE_AFTER) is Signs.GONE


def test_whatever_is_heard_ends_the_silence() -> None:
    """A text counts as a sign of life, whatever it says."""
    liveness = Liveness(0)
    liveness.heard(SHAKY_AFTER)
    assert liveness.signs(SHAKY_AFTER) is Signs.ON
    assert liveness.signs(2 * SHAKY_AFTER) is Signs.SHAKY


def test_a_ping_is_due_every_two_seconds_and_once_each_time() -> None:
    """What was due counts as sent; a late look sends one ping, not those that were missed."""
    liveness = Liveness(0)
    assert not liveness.ping_due(PING_EVERY - 0.1)
    assert liveness.ping_due(PING_EVERY)
    assert not liveness.ping_due(PING_EVERY)
    assert liveness.ping_due(10 * PING_EVERY)
    assert not liveness.ping_due(10 * PING_EVERY + 0.1)


def test_a_doubted_peer_is_pinged_at_once_and_soon_shaky() -> None:
    """But not sooner gone than any other; and whatever is heard ends the doubt."""
    liveness = Liveness(0)
    liveness.doubt(1)
    assert liveness.ping_due(1)
    assert liveness.signs(1 + PROBE - 0.01) is Signs.ON
    assert liveness.signs(1 + PROBE) is Signs.SHAKY
    assert liveness.signs(GONE_AFTER - 0.01) is Signs.SHAKY
    assert liveness.signs(GONE_AFTER) is Signs.GONE
    liveness.heard(3)
    assert liveness.signs(3 + PROBE) is Signs.ON


def test_doubt_makes_nothing_of_a_silence_that_was_noticed() -> None:
    """What is shaky stays so."""
    liveness = Liveness(0)
    liveness.doubt(SHAKY_AFTER + 1)
    assert liveness.signs(SHAKY_AFTER + 1) is Signs.SHAKY


@given(STARTS)
def test_a_look_at_each_deadline_notices_everything_in_time(start: float) -> None:
    """Whoever looks at the deadlines sees each change at its moment, and pings every two seconds."""
    liveness, now = Liveness(start), start
    seen = []
    pings = 0
    while liveness.signs(now) is not Signs.GONE:
        deadline = liveness.next_deadline(now)
        assert deadline > now
        now = deadline
        seen.append((liveness.signs(now), now))
        pings += liveness.ping_due(now)
    assert next(when for signs, when in seen if signs is Signs.SHAKY) == start + SHAKY_AFTER
    assert now == start + GONE_AFTER
    assert pings in {4, 5}, "the fifth may round to just after the end"


@given(STARTS, st.lists(st.tuples(st.floats(0, 12), st.sampled_from(["", "heard", "doubt"])), max_size=30))
def test_after_a_look_the_next_deadline_lies_ahead(start: float, looks: list[tuple[float, str]]) -> None:
    """However late a look is, no deadline stays in the past, so that nobody looks for ever."""
    liveness, now = Liveness(start), start
    for later, what in looks:
        now += later
        if what:
            getattr(liveness, what)(now)
        liveness.ping_due(now)
        assert now < liveness.next_deadline(now) <= now + PING_EVERY
