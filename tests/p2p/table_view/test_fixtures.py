"""The views that tests of the page start from."""

from pathlib import Path

import msgspec
import pytest

from engine.games import GAMES
from p2p.table_view.model import Trick, View
from tests.p2p.table_view.fixtures import FIXTURES, view_for, write
from tests.p2p.table_view.promises import check_ids


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with all the views."""
    path = tmp_path_factory.mktemp("views") / "new"
    write(path)
    return path


def test_every_view_is_a_file_that_reads_back(folder: Path) -> None:
    """One each, of every game, whole and with ids of their own."""
    assert {path.stem for path in folder.iterdir()} == {fixture.name for fixture in FIXTURES}
    found = [msgspec.json.decode(path.read_bytes(), type=View) for path in folder.iterdir()]
    assert {view.game for view in found} == set(GAMES)
    for view in found:
        check_ids(view)
        assert view.log


def test_the_views_are_always_the_same(folder: Path) -> None:
    """A test of the page that fails can be looked into."""
    fixture = next(fixture for fixture in FIXTURES if fixture.name == "tien-len-window")
    encoded = msgspec.json.format(msgspec.json.encode(view_for(fixture)), indent=1) + b"\n"
    assert (folder / "tien-len-window.json").read_bytes() == encoded


def test_the_views_tell_what_their_names_say(folder: Path) -> None:
    """A chop that can be played, a window with its clock, a full trick, the end of a match."""
    found = {path.stem: msgspec.json.decode(path.read_bytes(), type=View) for path in folder.iterdir()}
    assert any(label.startswith("Chop: ") for act in found["tien-len-chop"].acts for label in act.labels)
    assert found["tien-len-window"].clock is not None
    trick = found["twenty-nine-full-trick"].zones[0]
    assert isinstance(trick, Trick)
    assert len(trick.slots) == 4
    assert found["xing-over"].over is not None
    assert "bonus" in {act.id for act in found["call-bonus"].acts}
