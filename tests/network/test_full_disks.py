"""A host's disk that takes nothing more, and a folder that never did: a sentence, a question, and play that goes on.

The disk is a real one, a small file system in memory that only the host's program sees.
"""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.network.programs import Program
from tests.network.test_bad_lines import next_prompt, take_turns

if TYPE_CHECKING:
    from tests.network.netlab import Netlab

DISK = 'mount -t tmpfs -o "size=$2,mode=700$3" disk "$1" && shift 3 && exec "$@"'


class Host(Program):
    """A host whose state folder is a disk of its own.

    Args:
        size: of the disk, as `mount` takes it.
        read_only: whether nothing can be written there at all.
    """

    def __init__(self, netlab: Netlab, folder: Path, *words: str, size: str = "256k", read_only: bool = False) -> None:
        folder.mkdir(exist_ok=True)
        around = ["unshare", "--mount", "sh", "-c", DISK, "sh", str(folder), size, ",ro" if read_only else ""]
        super().__init__(netlab.a, folder, "host", *words, "--json", "--name", "Ann", around=around)
        self.disk = Path(f"/proc/{self.process.pid}/root{folder}")

    def fill_disk(self) -> None:
        """Leave no room, not even for a byte in a file that there is."""
        with contextlib.suppress(OSError), (self.disk / "filler").open("wb", buffering=0) as filler:
            while True:
                filler.write(bytes(4096))

    def make_room(self) -> None:
        """Take the filler away."""
        (self.disk / "filler").unlink()

    @property
    def tables(self) -> list[Path]:
        """What could be resumed."""
        return list((self.disk / "tables").glob("*/table.json"))


def bob(netlab: Netlab, tmp_path: Path, room: dict[str, Any]) -> Program:
    """A guest."""
    return Program(netlab.b, tmp_path / "guest", "join", room["link"], "--json", "--name", "Bob")


@pytest.fixture
def full(netlab: Netlab, tmp_path: Path) -> tuple[Host, Program]:
    """A host whose disk fills before the guest comes; the host is asked what to do, and the guest waits."""
    ann = Host(netlab, tmp_path / "host", "dice-capture")
    room = ann.event("room")
    ann.event("joined")
    ann.fill_disk()
    guest = bob(netlab, tmp_path, room)
    trouble = ann.event("trouble")
    assert trouble["yours"]
    assert trouble["text"].endswith("table.json: No space left on device.")
    assert guest.event("trouble") == {**trouble, "yours": False}
    return ann, guest


def test_with_room_again_everything_is_written_and_nothing_was_lost(full: tuple[Host, Program]) -> None:
    """As often as the host tries; then the guest sits down, and the match begins."""
    ann, guest = full
    ann.act("retry")
    assert ann.event("trouble")["yours"]
    ann.make_room()
    ann.act("retry")
    assert guest.event("started")["game"] == "dice-capture"
    players = {0: ann, 1: guest}
    prompt = take_turns(players, next_prompt(players), 3)
    assert prompt["prompt"] > 0
    assert len(ann.tables) == 1


def test_play_goes_on_without_a_journal_if_the_host_agrees(full: tuple[Host, Program]) -> None:
    """A whole bit of match; nothing is there that could resume an older state."""
    ann, guest = full
    ann.act("go-on")
    players = {0: ann, 1: guest}
    take_turns(players, next_prompt(players), 6)
    assert ann.tables == []


def test_who_stops_keeps_what_is_written_down(full: tuple[Host, Program]) -> None:
    """The program ends with the sentence, and the guest waits for the host."""
    ann, guest = full
    ann.act("stop")
    assert ann.event("error")["text"].endswith("No space left on device.")
    assert ann.exit_status() == 1
    assert guest.process.poll() is None


def test_a_folder_that_takes_nothing_is_a_sentence_before_the_table_is_opened(netlab: Netlab, tmp_path: Path) -> None:
    """For a script it ends the program, unless it was told to keep no journal."""
    said = Host(netlab, tmp_path / "one", "dice-capture", read_only=True).refusal()
    assert "Read-only file system. Name another folder with --state DIR, or" in said
    ann = Host(netlab, tmp_path / "two", "dice-capture", "--no-journal", read_only=True)
    players = {0: ann, 1: bob(netlab, tmp_path, ann.event("room"))}
    take_turns(players, next_prompt(players), 3)
    assert list(ann.disk.iterdir()) == []
