"""The few times that run at a table."""

from engine.events import Event, Sentence
from engine.inputs import Happening, Report
from engine.match import Timed
from p2p.table_clock import TableClock, TimeLeft

OPENS = Event(Sentence("window-opened", "The window opens."))
OTHER = Event(Sentence("other", "Something else."))
CLOSE = Report(Happening.CLOSE)
END = Report(Happening.END)


def clock() -> TableClock:
    """A clock of a window of eight seconds."""
    return TableClock({Happening.CLOSE: Timed(8.0, "window-opened")})


def test_a_time_is_over_that_long_after_it_was_told_how_late_it_is() -> None:
    """It asks for that at once."""
    table = clock()
    table.saw([OPENS], [END, CLOSE])
    assert table.next_deadline(100.0) == 100.0
    assert table.over(100.0) is None
    assert table.next_deadline(101.0) == 108.0
    assert table.over(107.9) is None
    assert table.over(108.0) == CLOSE


def test_nothing_runs_before_its_event() -> None:
    """A report that is allowed is not due for that."""
    table = clock()
    table.saw([OTHER], [END, CLOSE])
    assert table.next_deadline(0.0) is None
    assert table.over(99.0) is None


def test_a_new_window_has_its_own_time() -> None:
    """What happens beside it does not lengthen it."""
    table = clock()
    table.saw([OPENS], [CLOSE])
    table.over(0.0)
    table.saw([OTHER], [CLOSE])
    assert table.next_deadline(3.0) == 8.0
    table.saw([OPENS], [CLOSE])
    table.over(5.0)
    assert table.next_deadline(5.0) == 13.0


def test_a_time_whose_report_is_not_allowed_any_more_is_forgotten() -> None:
    """All have answered before it was over."""
    table = clock()
    table.saw([OPENS], [CLOSE])
    table.over(0.0)
    table.saw([OTHER], [END])
    assert table.next_deadline(1.0) is None
    assert table.over(9.0) is None


def test_after_a_stand_still_everybody_has_the_whole_time_again() -> None:
    """Also after the match was read back from its record."""
    table = clock()
    table.begin_again([END, CLOSE])
    assert table.over(50.0) is None
    assert table.next_deadline(50.0) == 58.0
    table.begin_again([END])
    assert table.next_deadline(50.0) is None


def test_it_tells_how_much_is_left_as_of_when_it_was_last_told() -> None:
    """All of a time that has only begun; nothing while none runs."""
    table = clock()
    assert table.left() is None
    table.saw([OPENS], [CLOSE])
    assert table.left() == TimeLeft(8.0, 8.0)
    table.over(100.0)
    table.over(103.0)
    assert table.left() == TimeLeft(5.0, 8.0)
    table.begin_again([CLOSE])
    assert table.left() == TimeLeft(8.0, 8.0)
    table.saw([OTHER], [END])
    assert table.left() is None
