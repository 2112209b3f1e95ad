"""Rules for players, and finding them in the reader's language."""

import pytest

from p2p.text.catalogue import ENGLISH, Catalogue
from p2p.text.rulebook import OptionWords, RuleBlock, RuleTable, UnreadableRulebook, read_rulebook
from p2p.text.shelf import Shelf

GERMAN = Catalogue("de", {"Xing": "Xing!"})
BOOK = """
summary = "Cards and dice."
minutes = 10

[options.take]
label = "Taking"
values = { plain = ["Plain", "Only the top card."], deep = ["Deep pile", "Any card."] }

[[blocks]]
h = "The aim"
[[blocks]]
p = "Take {TD}."
[[blocks]]
ul = ["one", "two"]
[[blocks]]
table = { cols = ["Card", "Points"], rows = [["{TD}", "2"]] }
"""


def test_a_rulebook_has_words_for_the_shelf_and_blocks_to_read() -> None:
    """In the order of its file."""
    book = read_rulebook("xing.toml", BOOK)
    assert (book.summary, book.minutes) == ("Cards and dice.", 10)
    assert book.options["take"] == OptionWords(
        "Taking", {"plain": ("Plain", "Only the top card."), "deep": ("Deep pile", "Any card.")}
    )
    assert book.blocks == (
        RuleBlock(h="The aim"),
        RuleBlock(p="Take {TD}."),
        RuleBlock(ul=("one", "two")),
        RuleBlock(table=RuleTable(("Card", "Points"), (("{TD}", "2"),))),
    )


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("summary = ", "The rules in x.toml cannot be read: "),
        ("summary = 'x'", "The rules in x.toml cannot be read: "),
        ("summary = 'x'\nminutes = 1\nblocks = []\nmore = 1", "The rules in x.toml cannot be read: "),
        ("summary = 'x'\nminutes = 1\nblocks = [{}]", "Block 1 of the rules in x.toml must be one of h, p, ul, table."),
        ("summary = 'x'\nminutes = 1\nblocks = [{h = 'a'}, {h = 'b', p = 'c'}]", "Block 2 of the rules"),
    ],
)
def test_what_is_no_rulebook_is_refused_with_the_name_of_the_file(content: str, told: str) -> None:
    """For who must mend it."""
    with pytest.raises(UnreadableRulebook) as unreadable:
        read_rulebook("x.toml", content)
    assert str(unreadable.value).startswith(told)


def test_a_region_reads_its_language_and_an_unknown_language_reads_english() -> None:
    """An own catalogue of the region comes first."""
    austrian = Catalogue("de-AT", {})
    shelf = Shelf({"de": GERMAN, "de-AT": austrian})
    assert shelf.catalogue("de") is GERMAN
    assert shelf.catalogue("de-CH") is GERMAN
    assert shelf.catalogue("de-AT") is austrian
    assert shelf.catalogue("tr") is ENGLISH
    assert Shelf().catalogue("de") is ENGLISH


def test_rules_that_nobody_translated_are_read_in_english() -> None:
    """And where there are none, there are none."""
    english, german = read_rulebook("en", BOOK), read_rulebook("de", BOOK.replace("aim", "Ziel"))
    shelf = Shelf(rulebooks={("en", "xing"): english, ("de", "xing"): german, ("en", "call"): english})
    assert shelf.rulebook("de-AT", "xing") is german
    assert shelf.rulebook("de", "call") is english
    assert shelf.rulebook("tr", "xing") is english
    assert shelf.rulebook("en", "rummy") is None
