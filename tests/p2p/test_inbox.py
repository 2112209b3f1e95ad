"""The rate at which a guest is read."""

from hypothesis import given
from hypothesis import strategies as st

from p2p.inbox import BUCKET, MAX_BACKLOG, REFILL_PER_SECOND, Inbox

STARTS = st.floats(0, 1e7)


def filled(now: float, texts: int) -> Inbox:
    """An inbox in which so many texts wait, and which has been looked at once."""
    inbox = Inbox()
    assert inbox.take(now) is None
    for number in range(texts):
        assert inbox.put(str(number))
    return inbox


def taken(inbox: Inbox, now: float) -> list[str]:
    """All that may be read at that time."""
    texts = []
    while (text := inbox.take(now)) is not None:
        texts.append(text)
    return texts


@given(STARTS)
def test_a_full_bucket_lets_sixty_texts_through_at_once_and_in_order(start: float) -> None:
    """The rest waits."""
    assert taken(filled(start, BUCKET + 5), start) == [str(number) for number in range(BUCKET)]


@given(STARTS, st.integers(1, 100))
def test_after_that_thirty_a_second_are_read(start: float, seconds: int) -> None:
    """Looked at once a second, in however many seconds."""
    inbox = filled(start, MAX_BACKLOG)
    taken(inbox, start)
    read = 0
    for second in range(1, seconds + 1):
        read += len(taken(inbox, start + second))
        while inbox.put("more"):
            pass
    assert abs(read - REFILL_PER_SECOND * seconds) <= 1


def test_the_bucket_holds_no_more_than_sixty_however_long_nothing_comes() -> None:
    """A quiet hour saves nothing up."""
    inbox = filled(0, BUCKET)
    taken(inbox, 0)
    for number in range(BUCKET + 20):
        inbox.put(str(number))
    assert len(taken(inbox, 3600)) == BUCKET


def test_a_clock_that_stands_still_or_goes_back_fills_nothing() -> None:
    """Time that has not passed refills nothing, and does no harm."""
    inbox = filled(10, BUCKET + 1)
    taken(inbox, 10)
    assert inbox.take(10) is None
    assert inbox.take(5) is None


def test_more_than_256_waiting_are_not_taken() -> None:
    """The 257th text is refused; the link is to be closed."""
    assert not filled(0, MAX_BACKLOG).put("one too many")


def test_there_is_no_deadline_while_nothing_waits() -> None:
    """Nobody needs to look."""
    inbox = filled(0, 1)
    assert inbox.next_deadline() is not None
    taken(inbox, 0)
    assert inbox.next_deadline() is None


@given(STARTS, st.integers(1, MAX_BACKLOG))
def test_a_look_at_each_deadline_reads_everything_and_never_in_vain(start: float, texts: int) -> None:
    """At each deadline there is something to read, whatever the grain of the clock."""
    inbox, now = filled(start, texts), start
    read = taken(inbox, now)
    while (deadline := inbox.next_deadline()) is not None:
        assert deadline > now
        now = deadline
        got = taken(inbox, now)
        assert got, "a look in vain"
        read += got
    assert read == [str(number) for number in range(texts)]
    assert abs(now - (start + max(0, texts - BUCKET) / REFILL_PER_SECOND)) < 0.01
