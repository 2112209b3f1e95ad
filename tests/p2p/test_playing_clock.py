"""What a hosted table reports by itself when its time has come."""

from engine.games.xing import GAME as XING
from p2p.effects import AppendRecord
from p2p.messages import Table
from tests.p2p.desk import Desk


def dealt_xing() -> Desk:
    """A hand of Xing just dealt, one person with three bots."""
    desk = Desk(XING, empty=0, bots=3)
    desk.begin()
    desk.draw()
    desk.draw()
    return desk


def test_the_known_card_lies_open_for_exactly_five_seconds() -> None:
    """It is turned down by the clock of the table, in the record too, and whether or not somebody plays."""
    desk = dealt_xing()
    assert desk.session.next_deadline(desk.now) == desk.now
    desk.wait(0)
    assert desk.last("host", Table).view["known"] is not None
    desk.wait(4.9)
    assert desk.wanted(AppendRecord) == []
    desk.wait(0.1)
    assert desk.wanted(AppendRecord) == [AppendRecord("table hide")]
    assert desk.last("host", Table).view["known"] is None


def test_while_somebody_is_away_no_time_runs() -> None:
    """Whoever comes back has the whole five seconds."""
    desk = dealt_xing()
    desk.wait(0)
    desk.close("host")
    desk.wait(60)
    assert desk.wanted(AppendRecord) == []
    desk.join("again", "Host", "the host's token")
    desk.wait(0)
    desk.wait(4.9)
    assert desk.wanted(AppendRecord) == []
    desk.wait(0.1)
    assert desk.wanted(AppendRecord) == [AppendRecord("table hide")]
