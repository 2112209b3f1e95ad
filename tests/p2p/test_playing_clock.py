"""What a hosted table reports by itself when its time has come."""

from engine.games.tien_len import GAME as TIEN_LEN
from engine.games.xing import GAME as XING
from engine.inputs import Chance, Need
from p2p.effects import AppendRecord
from p2p.messages import Lang, Ready, Table
from p2p.table_view.model import Clock
from tests.p2p.desk import Desk
from tests.p2p.pages import moves_on
from tests.p2p.table_view.positions import one_by_one
from tests.p2p.table_view.test_tien_len import HANDS


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


def test_a_page_is_told_how_long_the_chop_window_is_still_open() -> None:
    """All of it when it opens, what is left of it when the table is shown anew, and none while somebody is away."""
    desk = Desk(TIEN_LEN, empty=3, options={"scoring": "tokens"})
    desk.host_joins()
    desk.join("ann", view="zones")
    for guest in ("ben", "cat"):
        desk.join(guest)
    for player in ("host", "ann", "ben", "cat"):
        desk.say(player, Ready())
    desk.draw(Chance(Need.DECK, tuple(one_by_one(*HANDS))))
    desk.act("host", "play 3S")
    desk.say("ann", next(act for act in moves_on(desk.view("ann")) if act.id == "chip"))
    desk.act("ben", "chip")
    assert desk.view("ann").clock is None
    desk.act("cat", "play 2S")
    assert desk.view("ann").clock == Clock(8, 8, "Chop window")
    desk.wait(0)
    desk.wait(3)
    desk.say("ann", Lang("en"))
    assert desk.view("ann").clock == Clock(5, 8, "Chop window")
    desk.close("host")
    assert desk.view("ann").clock is None
