"""What a page sends back, and why it may be refused."""

import pytest

from engine.inputs import Action
from p2p.table_view import moves
from p2p.table_view.layout import face_up
from p2p.table_view.model import Choice, Fan, Group, Melds, Pick, Trick, Zone
from p2p.table_view.moves import UnlistedMove, action_of
from p2p.table_view.offers import Move, Offer


def offered() -> Offer:
    """Cards that go to several places, one of them to a single one."""
    add = Offer("add", "Add", zone="hand")
    add.add(Action("add", 1, 1), cards=["2C"], to="meld-1")
    add.add(Action("add", 1, 2), cards=["2C"], to="meld-2", label="Add to the second", sure="Sure?")
    add.add(Action("add", 2, 2), cards=["2D"], to="meld-2")
    return add


def test_a_listed_move_is_its_action() -> None:
    """Cards are named by their ids, in any order; the place may be left out where there is only one."""
    table = offered().moves
    assert action_of(table, Move("add", frozenset(["2C"]), "meld-2")) == Action("add", 1, 2)
    assert action_of(table, Move("add", frozenset(["2D"]))) == Action("add", 2, 2)


@pytest.mark.parametrize(
    ("move", "refusal"),
    [
        (Move("bid"), moves.NO_SUCH_ACT),
        (Move("add"), moves.CHOOSE_CARDS),
        (Move("add", frozenset(["2S"])), moves.CARDS_DO_NOT_FIT),
        (Move("add", frozenset(["2C", "2D"]), "meld-2"), moves.CARDS_DO_NOT_FIT),
        (Move("add", frozenset(["2C"])), moves.CHOOSE_PLACE),
        (Move("add", frozenset(["2D"]), "meld-1"), moves.NO_SUCH_PLACE),
        (Move("add", frozenset(["2D"]), "meld-2", "7"), moves.NO_SUCH_VALUE),
    ],
)
def test_a_move_that_is_not_listed_is_refused_with_what_is_wrong(move: Move, refusal: str) -> None:
    """One sentence names the first thing that does not fit."""
    with pytest.raises(UnlistedMove) as caught:
        action_of(offered().moves, move)
    assert str(caught.value) == refusal
    assert refusal in moves.SENTENCES


def test_an_act_lists_its_sets_by_places() -> None:
    """Places count through the groups of a zone; labels and questions stand beside their sets."""
    zones: dict[str, Zone] = {
        "hand": Fan("hand", "hand", "Hand", face_up(["2S", "2C", "2D"])),
        "melds": Melds(
            "melds", "centre", "Melds", (Group("a", "A", face_up(["3S"])), Group("b", "B", face_up(["4S"])))
        ),
    }
    act = offered().act(zones)
    assert act.pick is not None
    assert act.pick.sets == ((1,), (2,))
    assert act.to == {"meld-1": (0,), "meld-2": (0, 1)}
    assert act.labels == ("Add to the second", "")
    assert act.sure == ("Sure?", "")
    from_melds = Offer("pick", "Pick", zone="melds")
    from_melds.add(Action("pick"), cards=["4S", "3S"])
    assert from_melds.act(zones).pick == Pick("melds", ((0, 1),))


def test_cards_are_picked_from_hands_and_heaps_alone() -> None:
    """A layout that would have cards picked from a trick is wrong, and says so when it is tried."""
    pick = Offer("pick", "Pick", zone="trick")
    with pytest.raises(TypeError, match="trick"):
        pick.act({"trick": Trick("trick", "centre", "Trick")})


def test_an_act_that_asks_lists_every_value() -> None:
    """Those that cannot be chosen now stay to be seen, with the reason."""
    bid = Offer("bid", "Bid", ask="grid", choices=[Choice("16", "16", "17 is bid already."), Choice("18", "18")])
    bid.add(Action("bid", 18), value="18")
    act = bid.act({})
    assert act.ask is not None
    assert [choice.off for choice in act.ask.choices] == ["17 is bid already.", None]
    assert act.pick is None
