"""Records: a match as a text file (RECORDS.md). Reading and writing lines; files are the caller's business.

`Record` takes lines one by one and keeps the match they make, `Header` is what stands before the first input, and
`write_header` and `write_input` make the canonical text again.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final
from unicodedata import category

from engine import games
from engine.cards import text_of
from engine.errors import EngineError, UnreadableInput, quoted
from engine.events import Event
from engine.inputs import Act, Chance, Happening, Input, Need, Report
from engine.match import Game, Match
from engine.syntax import read_action, read_card, read_number, write_action

VERSION: Final = "1"
_CHANCE_WORDS: Final = {need.value: need for need in (Need.DEALER, Need.DECK, Need.DICE, Need.CARD)}
_HAPPENINGS_OF_A_SEAT: Final = (Happening.LEAVE, Happening.SIT)
_UNFIT_FOR_NAMES: Final = frozenset({"Cc", "Zl", "Zp"})
"""Control characters and separators of lines; whatever else somebody's script needs may stand in a name."""


class RefusedLine(EngineError):
    """A line of a record that cannot be read, is not asked for, or is against the rules.

    Attributes:
        line: its number, from 1.
        text: the line as it stands, or ``None`` if the file ended where a line was due.
        reason: one sentence.
    """

    def __init__(self, line: int, text: str | None, reason: str) -> None:
        super().__init__(line, text, reason)
        self.line = line
        self.text = text
        self.reason = reason

    def __str__(self) -> str:
        shown = "" if self.text is None else f" ({quoted(self.text, longest=80)})"
        return f"Line {self.line}{shown}: {self.reason}"


@dataclass
class Header:
    """What stands before the first input: the game, the size of the table, options and names."""

    game: Game
    seats: int
    options: dict[str, str] = field(default_factory=dict)
    names: dict[int, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Played:
    """One input of a record that the match accepted."""

    line: int
    text: str
    given: Input
    events: list[Event]


class Record:
    """A match being read from the lines of a record.

    Feed it lines with `feed`; ``match`` is ``None`` until the header has named game and seats.
    """

    def __init__(self) -> None:
        self.lines_read = 0
        self.match: Match | None = None
        self.header: Header | None = None
        self.last: Played | None = None
        self._version_read = False
        self._game: Game | None = None

    def feed(self, raw: bytes | str) -> Played | None:
        """Read the next line, without its LF.

        Returns:
            What was played, or ``None`` if the line was blank, a comment or a part of the header.

        Raises:
            RefusedLine: the line is refused; the match is as it was before.
        """
        self.lines_read += 1
        text = raw.decode(errors="replace") if isinstance(raw, bytes) else raw
        try:
            if isinstance(raw, bytes):
                _check_utf8(raw)
            return self._read(text.removesuffix("\r"))
        except EngineError as error:
            raise RefusedLine(self.lines_read, text.removesuffix("\r"), str(error)) from error

    def finish(self) -> Match:
        """The match after the last line.

        Raises:
            RefusedLine: the file ended before it said which game is played.
        """
        if self.match is None:
            raise RefusedLine(
                self.lines_read + 1,
                None,
                "The file ends within its header; record, game and seats come first.",
            )
        return self.match

    def _read(self, text: str) -> Played | None:
        if not text.strip(" \t") or text.startswith("#"):
            return None
        words = text.split(" ")
        if "" in words:
            raise UnreadableInput("Words are separated by single blanks, with nothing before or after them.")
        if self.match is None or self.last is None:
            known = self._read_header(words)
            if known:
                return None
        if self.match is None or self.header is None:
            raise UnreadableInput("Inputs come after the header: record, game and seats.")
        if words[0] in ("record", "game", "seats", "option", "name"):
            raise UnreadableInput("A header line cannot come after the first input.")
        given = read_input(self.header.game, words)
        self.last = Played(self.lines_read, text, given, self.match.apply(given))
        return self.last

    def _read_header(self, words: list[str]) -> bool:
        """Take a header line; false if the words are none."""
        match words:
            case ["record", *rest]:
                self._read_version(rest)
            case ["game", *rest]:
                self._read_game(rest)
            case ["seats", *rest]:
                self._read_seats(rest)
            case ["option", *rest]:
                self._read_option(rest)
            case ["name", *rest]:
                self._read_name(rest)
            case _:
                return False
        return True

    def _read_version(self, words: list[str]) -> None:
        if self._version_read:
            raise UnreadableInput("The version of the format is already named.")
        if words != [VERSION]:
            raise UnreadableInput(f'The first line is "record {VERSION}": no other version of the format is known.')
        self._version_read = True

    def _read_game(self, words: list[str]) -> None:
        if not self._version_read or self._game:
            raise UnreadableInput("The game is named once, directly after the record's version.")
        (name,) = _exactly(1, words, "game NAME")
        self._game = games.find(name)

    def _read_seats(self, words: list[str]) -> None:
        if not self._game or self.header:
            raise UnreadableInput("The number of seats is named once, directly after the game.")
        (word,) = _exactly(1, words, "seats N")
        seats = read_number(word)
        self._start(Header(self._game, seats))

    def _read_option(self, words: list[str]) -> None:
        header = self._complete_header()
        key, value = _exactly(2, words, "option KEY VALUE")
        if key in header.options:
            raise UnreadableInput(f"Option {quoted(key)} is already set.")
        header.game.check_option(header.seats, key, value)
        header.options[key] = value
        self._start(header)

    def _read_name(self, words: list[str]) -> None:
        header = self._complete_header()
        if len(words) < 2:
            raise UnreadableInput('Write it as "name SEAT TEXT".')
        seat = read_number(words[0])
        if seat >= header.seats:
            raise UnreadableInput(f"There is no seat {seat} at this table.")
        name = " ".join(words[1:])
        if any(category(character) in _UNFIT_FOR_NAMES for character in name):
            raise UnreadableInput("A name is plain text without control characters.")
        header.names[seat] = name

    def _complete_header(self) -> Header:
        if self.header is None:
            raise UnreadableInput("Options and names come after record, game and seats.")
        return self.header

    def _start(self, header: Header) -> None:
        self.match = header.game.new(header.seats, header.options)
        self.header = header


def _check_utf8(raw: bytes) -> None:
    try:
        raw.decode()
    except UnicodeDecodeError as error:
        raise UnreadableInput("The line is not UTF-8 text.") from error


def _exactly(number: int, words: list[str], form: str) -> list[str]:
    if len(words) != number:
        raise UnreadableInput(f'Write it as "{form}".')
    return words


def read_input(game: Game, words: list[str]) -> Input:
    """The input that the words of a line spell.

    Raises:
        UnreadableInput: they spell none of this game.
    """
    first, *rest = words
    if first in _CHANCE_WORDS:
        return _read_chance(_CHANCE_WORDS[first], rest)
    if first == "table":
        return _read_report(rest)
    if not first[0].isdigit():
        raise UnreadableInput(
            f"{quoted(first)} begins no line: an input is a chance outcome, a seat's number with its action, "
            "or what the table reports."
        )
    seat = read_number(first)
    if not rest:
        raise UnreadableInput("After the seat's number comes its action.")
    return Act(seat, read_action(game.verbs, rest))


def _read_chance(need: Need, words: list[str]) -> Chance:
    if not words:
        raise UnreadableInput(f'After "{need.value}" comes its outcome.')
    if len(words) > 1 and need in (Need.DEALER, Need.CARD):
        raise UnreadableInput(f'After "{need.value}" comes one outcome only.')
    read = read_card if need in (Need.DECK, Need.CARD) else read_number
    return Chance(need, tuple(read(word) for word in words))


def _read_report(words: list[str]) -> Report:
    match words:
        case ["hide" | "close" | "end" as word]:
            return Report(Happening(word))
        case ["leave" | "sit" as word, seat]:
            return Report(Happening(word), read_number(seat))
        case _:
            raise UnreadableInput("A table reports: hide, close, leave SEAT, sit SEAT or end.")


def lines_of(data: bytes) -> Iterator[bytes]:
    """The lines of a record file; what follows the last LF counts as a line unless it is empty."""
    lines = data.split(b"\n")
    if not lines[-1]:
        lines.pop()
    yield from lines


def read(data: bytes) -> Record:
    """Read a whole record.

    Raises:
        RefusedLine: the first line that is refused.
    """
    record = Record()
    for line in lines_of(data):
        record.feed(line)
    record.finish()
    return record


def write_header(
    game: Game, seats: int, options: Mapping[str, str] | None = None, names: Mapping[int, str] | None = None
) -> list[str]:
    """The header's lines: options only where they differ from the default."""
    defaults = {key: values[0] for key, values in game.options(seats).items()}
    return [
        f"record {VERSION}",
        f"game {game.name}",
        f"seats {seats}",
        *(f"option {key} {value}" for key, value in (options or {}).items() if defaults[key] != value),
        *(f"name {seat} {name}" for seat, name in (names or {}).items()),
    ]


def write_input(game: Game, given: Input) -> str:
    """The canonical line of an input."""
    match given:
        case Act(seat, action):
            return f"{seat} {write_action(game.verbs, action)}"
        case Chance(Need.DECK | Need.CARD as need, values):
            return f"{need.value} {text_of(values)}"
        case Chance(need, values):
            return f"{need.value} {' '.join(map(str, values))}"
        case _:
            of_a_seat = f" {given.seat}" if given.happening in _HAPPENINGS_OF_A_SEAT else ""
            return f"table {given.happening.value}{of_a_seat}"


def write(header: Iterable[str], inputs: Iterable[str]) -> str:
    """The text of a record file."""
    return "".join(f"{line}\n" for line in (*header, *inputs))
