"""Long lines broken between words."""

from hypothesis import given
from hypothesis import strategies as st

from p2p.terminal.wrapping import wrapped

WORDS = st.lists(st.text("abcX7-.é", min_size=1, max_size=12), min_size=1, max_size=12)


@given(WORDS, st.integers(0, 4), st.integers(1, 60))
def test_nothing_is_lost_and_no_word_is_broken(words: list[str], indent: int, columns: int) -> None:
    """And a line is longer than there is room for only if it is a single word."""
    text = " " * indent + " ".join(words)
    lines = wrapped(text, columns)
    assert [word for line in lines for word in line.split()] == words
    assert all(len(line) <= columns or len(line.split()) == 1 for line in lines)


def test_what_fits_stays_as_it_is() -> None:
    """Blanks in it, too."""
    assert wrapped("total     0      1", 18) == ["total     0      1"]
    assert wrapped("", 5) == [""]


def test_the_rest_of_a_line_is_set_in() -> None:
    """Further than its beginning."""
    assert wrapped("  1 to 3: play AS new, 6, 8", 16) == ["  1 to 3: play", "    AS new, 6, 8"]
