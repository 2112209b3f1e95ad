"""Whatever bytes come as a record, they end in a match or in one refused line with one clear sentence."""

from functools import cache

from hypothesis import example, given
from hypothesis import strategies as st

from engine.games import GAMES
from engine.match import Match
from engine.record import RefusedLine, read
from engine.simulate import Plan, simulate

WORDS = [
    *("record", "game", "seats", "option", "name", "dealer", "deck", "dice", "card", "table", "play", "pass", "bid"),
    *("hide", "close", "leave", "sit", "end", "take", "meld", "discard", "draw", "roll", "steal", "new", "chip"),
    *("0", "1", "2", "3", "4", "07", "999999999", "9999999999", "-1", "TD", "7S", "X1", "H", "", "\t", "\u00a0", "#"),
    *GAMES,
]


def read_or_refuse(data: bytes) -> None:
    """Reading ends in one of the two ways."""
    ended = _read(data)
    if isinstance(ended, RefusedLine):
        assert ended.line >= 1
        assert ended.reason
        assert str(ended).isprintable()
        assert len(str(ended)) < 600
    else:
        assert ended.view(0)["game"] in GAMES


def _read(data: bytes) -> Match | RefusedLine:
    try:
        return read(data).finish()
    except RefusedLine as refused:
        return refused


@cache
def good_record(name: str) -> list[str]:
    """The lines of a random match of a game."""
    game = GAMES[name]
    plan = Plan(game, game.seats[-1], {}, ["random"] * game.seats[-1], seed=1, cap=120)
    return next(iter(simulate(plan, 1))).record_text().splitlines()


@given(st.binary(max_size=200))
@example(b"")
@example(b"\n\n\n")
@example(b"record 1\ngame xing\nseats 4\n\x00")
def test_any_bytes_end_in_a_match_or_in_a_refused_line(data: bytes) -> None:
    """Nothing else is raised."""
    read_or_refuse(data)


@given(st.lists(st.lists(st.sampled_from(WORDS), max_size=6).map(" ".join), max_size=8), st.sampled_from(list(GAMES)))
def test_any_words_of_the_format_end_in_a_match_or_in_a_refused_line(lines: list[str], name: str) -> None:
    """After a good header too."""
    read_or_refuse("\n".join(lines).encode())
    read_or_refuse("\n".join([*good_record(name)[:3], *lines]).encode())


@given(st.data())
def test_a_good_record_that_was_meddled_with_ends_so_too(data: st.DataObject) -> None:
    """Lines lost, doubled, swapped, words exchanged, bytes flipped."""
    lines = good_record(data.draw(st.sampled_from(list(GAMES))))[:80]
    for _ in range(data.draw(st.integers(1, 3))):
        lines = meddled(lines, data)
    content = bytearray("\n".join(lines).encode())
    for _ in range(data.draw(st.integers(0, 2))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    read_or_refuse(bytes(content))


def meddled(lines: list[str], data: st.DataObject) -> list[str]:
    """The lines with one fault."""
    number = data.draw(st.integers(0, len(lines) - 1))
    other = data.draw(st.integers(0, len(lines) - 1))
    changed = lines[:]
    match data.draw(st.sampled_from(["lose", "double", "swap", "word"])):
        case "lose" if len(lines) > 1:
            del changed[number]
        case "double":
            changed.insert(other, lines[number])
        case "swap":
            changed[number], changed[other] = lines[other], lines[number]
        case _:
            words = lines[number].split(" ")
            place = data.draw(st.integers(0, len(words) - 1))
            words[place] = data.draw(st.sampled_from([*WORDS, *lines[other].split(" ")]))
            changed[number] = " ".join(words)
    return changed


@given(st.sampled_from(list(GAMES)), st.data())
def test_a_good_record_cut_off_anywhere_is_a_match_that_goes_on(name: str, data: st.DataObject) -> None:
    """At the end of a line, after the header."""
    lines = good_record(name)
    read("\n".join(lines[: data.draw(st.integers(3, len(lines)))]).encode()).finish()
