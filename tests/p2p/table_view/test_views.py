"""Every view of every game, on random matches."""

from random import Random

import pytest

from tests.engine.contract.playing import Table, play
from tests.p2p.table_view.positions import TABLES, positions
from tests.p2p.table_view.promises import check_position


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_every_view_keeps_the_promises(table: Table) -> None:
    """Faces, ids, indexes, moves and sizes, at every seat of whole matches."""
    rng = Random(str(table))
    for seed in range(2):
        for position in positions(play(table, seed)):
            check_position(position, rng, every_move=rng.random() < 0.2)
