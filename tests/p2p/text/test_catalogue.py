"""Catalogues: reading them, asking them, and what they refuse."""

import pytest

from p2p.text.catalogue import ENGLISH, Catalogue, UnreadableCatalogue, gaps_of, read_catalogue


def test_a_text_is_translated_by_its_english() -> None:
    """Tables only sort texts; what is missing stays English."""
    catalogue = read_catalogue("de", '[a]\n"Play" = "Spielen"\n[b]\n"{n} left" = "noch {n}"\n')
    assert catalogue == Catalogue("de", {"Play": "Spielen", "{n} left": "noch {n}"})
    assert [catalogue("Play"), catalogue("{n} left"), catalogue("Pass")] == ["Spielen", "noch {n}", "Pass"]


def test_english_is_its_own_translation() -> None:
    """Whatever is asked comes back."""
    assert ENGLISH("{n} left") == "{n} left"


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("Play = ", "The texts of de cannot be read: "),
        ('[a]\nPlay = "Spielen"\n[b]\nPlay = "Spielen"\n', '"Play" stands twice in the texts of de.'),
        ('"{n} left" = "noch {m}"\n', 'The translation of "{n} left" must be a text with the same gaps.'),
        ('"{n} left" = "noch einige"\n', "with the same gaps."),
        ('Play = "Spiel {n}"\n', "with the same gaps."),
        ("Play = 7\n", "must be a text"),
    ],
)
def test_a_file_that_would_show_nonsense_is_refused(content: str, told: str) -> None:
    """Each fault is named in a sentence."""
    with pytest.raises(UnreadableCatalogue) as caught:
        read_catalogue("de", content)
    assert told in str(caught.value)


def test_gaps_are_names_in_braces() -> None:
    """Their order and number do not matter."""
    assert gaps_of("{a} and {b}, {a}") == {"a", "b"}
    assert gaps_of("nothing") == frozenset()
