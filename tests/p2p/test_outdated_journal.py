"""A journal that was given up and could not even be deleted: what is outdated goes as soon as the disk lets it."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from p2p.alone import open_alone
from p2p.client import TableClient
from p2p.guest_session import GuestSession
from p2p.interrupted import interrupted
from p2p.journal import Journal, written_tables
from p2p.local_seat import take_local_seat
from p2p.messages import Manage
from p2p.state_folder import StateError
from tests.p2p.desk import OWN_TOKEN
from tests.p2p.test_journal import ROOM, resumed_from, saved, table_file
from tests.p2p.test_trouble import Watcher, table


@contextmanager
def nothing_can_be_changed(folder: Path) -> Iterator[None]:
    """A table's folder in which its file can neither be replaced nor deleted."""
    path, aside, beside = (folder / name for name in ("table.json", "aside", "table.json.new"))
    path.rename(aside)
    path.mkdir()
    beside.mkdir()
    try:
        yield
    finally:
        path.rmdir()
        beside.rmdir()
        aside.rename(path)


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    """The journal of a table whose first match was going on when it was given up, and which could not be deleted."""
    with closing(Journal(tmp_path, ROOM)) as journal:
        journal.open_record(1, ["record 1", "game dice-capture", "seats 2"])
        journal.save(table_file())
        with nothing_can_be_changed(journal.folder):
            journal.give_up()
            journal.append("table end")
            journal.finish_record()
        yield journal


def test_what_could_not_be_deleted_goes_while_the_table_goes_on(tmp_path: Path, journal: Journal) -> None:
    """The next time that life is shown; then there is nothing to show any more."""
    journal.show_life()
    assert written_tables(tmp_path, alone=False) == []
    journal.show_life()
    assert not list(journal.folder.glob("*.record"))


def test_what_could_not_be_deleted_goes_with_the_table(tmp_path: Path, journal: Journal) -> None:
    """Whoever ends it on purpose is offered nothing."""
    journal.forget()
    journal.close()
    assert interrupted(tmp_path) == []
    assert not journal.folder.exists()


def test_what_still_cannot_be_deleted_is_told(journal: Journal) -> None:
    """Each time that somebody tries, in a sentence that says what comes of it."""
    with nothing_can_be_changed(journal.folder):
        for what in (journal.forget, journal.show_life):
            with pytest.raises(StateError, match=r"K7QX: .*\. So the table will be offered again, as it was when"):
                what()


def test_a_journal_that_is_kept_again_holds_the_present_match_only(tmp_path: Path, journal: Journal) -> None:
    """Also after a crash before the table was written down: then there is none."""
    journal.open_record(2, ["record 1", "game dice-capture", "seats 2"])
    assert [path.name for path in journal.folder.glob("*.record")] == ["0002.record"]
    assert written_tables(tmp_path, alone=False) == []
    journal.save(table_file(saved()))
    assert written_tables(tmp_path, alone=False) == [ROOM]


def test_a_journal_that_was_never_kept_deletes_nothing(tmp_path: Path, journal: Journal) -> None:
    """It is another program's."""
    other = Journal(tmp_path, ROOM, kept=False)
    other.give_up()
    other.show_life()
    other.forget()
    other.close()
    journal.close()
    assert resumed_from(tmp_path).inputs == []


async def test_who_ends_such_a_table_is_told_that_it_will_be_offered_again(tmp_path: Path) -> None:
    """The program ends with the sentence."""
    seated = Watcher()
    async with open_alone(table(), tmp_path, bot_pause=0, notice=print) as opened:
        client = TableClient(GuestSession("Ann"), seated)
        take_local_seat(opened.host, client, OWN_TOKEN)
        await seated.hears("lobby")
        with nothing_can_be_changed(tmp_path / "tables" / "alone1"):
            client.ready()
            await seated.hears("trouble")
            client.ask(Manage("go-on"))
            await seated.hears("prompt")
            with pytest.raises(StateError, match="So the table will be offered again"):
                await opened.close()
        assert written_tables(tmp_path, alone=True) == ["alone1"]
    assert written_tables(tmp_path, alone=True) == []
