"""Where a session puts what one step wants done."""

from p2p.effects import AppendRecord, Close, DrawChance, MatchEnded, OpenRecord, SaveTable, Send
from p2p.messages import Ping
from p2p.outbox import Outbox
from p2p.saved_table import SavedTable


def test_what_is_written_down_stands_before_everything_else_in_the_order_it_came() -> None:
    """Nothing is told before it is in the journal, and a record is closed before the next one is opened."""
    outbox = Outbox()
    outbox.send("Ann", Ping())
    outbox.put(AppendRecord("table end"))
    outbox.close("Ann")
    outbox.put(DrawChance())
    outbox.put(MatchEnded())
    outbox.put(SaveTable(SavedTable("toy", {}, [])))
    outbox.put(OpenRecord(2, []))
    assert outbox.emptied() == [
        AppendRecord("table end"),
        MatchEnded(),
        SaveTable(SavedTable("toy", {}, [])),
        OpenRecord(2, []),
        Send("Ann", '{"t":"ping"}'),
        Close("Ann"),
        DrawChance(),
    ]


def test_what_was_taken_out_is_gone() -> None:
    """Each step has its own effects."""
    outbox = Outbox()
    outbox.send("Ann", Ping())
    outbox.emptied()
    assert outbox.emptied() == []


def test_nothing_is_sent_to_somebody_who_is_away() -> None:
    """A seat without a link is sent nothing."""
    outbox = Outbox()
    outbox.send(None, Ping())
    assert outbox.emptied() == []
