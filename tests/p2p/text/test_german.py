"""German is complete: nothing that a player may read is missing, and no gap is lost."""

import pytest

from p2p.commands.languages import catalogues
from p2p.text.catalogue import ENGLISH, gaps_of
from tests.engine.contract.playing import Table, play
from tests.p2p.table_view.positions import TABLES, positions
from tests.p2p.text.english import english_texts, texts_of_views

LANGUAGES = {code: catalogue for code, catalogue in catalogues().items() if code != ENGLISH.language}


def test_there_are_two_languages() -> None:
    """English needs no file; German has one."""
    assert set(catalogues()) == {"en", "de"}


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_text_is_translated_and_keeps_its_gaps(code: str) -> None:
    """Events, refusals, views, sessions and words."""
    texts = LANGUAGES[code].texts
    assert english_texts() - set(texts) == set()
    assert all(gaps_of(english) == gaps_of(texts[english]) for english in texts)
    assert all(texts[english].strip() for english in texts)


def test_the_sources_of_the_layouts_can_be_read() -> None:
    """The search for texts finds those in calls, in branches, in tables of a module and in loops over tables."""
    found = texts_of_views()
    assert {"Your hand", "Drawn.", "Kings", "The dice are rolling.", "One moment.", "Xings", "Bonus {n}"} <= found


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_no_view_asks_for_a_text_that_is_missing(table: Table) -> None:
    """Whole matches are shown in German without falling back to English."""
    german = LANGUAGES["de"].texts
    for position in positions(play(table, 1, cap=300), german.__getitem__):
        assert position.laid.frames
