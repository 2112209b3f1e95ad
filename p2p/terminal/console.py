"""What a player types at a table, and what comes of it: commands of the terminal, or an action of the game."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Final, NamedTuple

from engine import games
from engine.errors import quoted
from engine.match import Game
from p2p.guest_session import GuestSession
from p2p.messages import Consequence, Manage, ManageDeed, Social
from p2p.terminal import table_commands, trouble
from p2p.terminal.actions import Listing
from p2p.terminal.narrator import Narrator, Spoken, listing_of, not_ready, people_of, score_lines, table_lines
from p2p.terminal.people import counted, enumeration
from p2p.terminal.rules import Part, parts_of
from p2p.terminal.table_commands import FOR_ALL, FOR_HOST, NotUnderstood, command_typed
from p2p.terminal.tables import words_for
from p2p.terminal.typed import Unclear, action_typed
from p2p.terminal.wrapping import wrapped
from p2p.text.rulebook import Rulebook

LOG_SHOWN: Final = 15
"""Events that ``log`` shows if no number is given."""
_NO_MATCH: Final = "No match is going on."


@dataclass(frozen=True)
class Print:
    """Show lines to the player."""

    lines: list[Spoken]


@dataclass(frozen=True)
class Act:
    """Answer the present prompt."""

    action: str


@dataclass(frozen=True)
class SayReady:
    """Say that the match may begin."""


@dataclass(frozen=True)
class TakeSeat:
    """Ask for another seat."""

    seat: int


@dataclass(frozen=True)
class SwitchCards:
    """Show cards in words, or in letters again."""


@dataclass(frozen=True)
class Leave:
    """Leave the table for good."""


@dataclass(frozen=True)
class Decide:
    """Say what to do about a table that cannot be written down."""

    deed: ManageDeed


@dataclass(frozen=True)
class Ask:
    """Ask the host for something that has no method of its own."""

    message: Manage | Social


Wish = Print | Act | SayReady | TakeSeat | SwitchCards | Leave | Decide | Ask


class Page(NamedTuple):
    """How much text is to be shown at once, in lines and characters of the terminal."""

    rows: int
    columns: int

    def rows_of(self, line: str) -> int:
        """How many lines of the terminal a line of text takes."""
        return len(wrapped(line, self.columns))


@dataclass(frozen=True)
class TerminalCommand:
    """A command that a program adds for its player, e.g. the host's ``code``.

    Attributes:
        name: what is typed.
        help: what it does, in a few words.
        run: carries it out and returns the lines to show.
    """

    name: str
    help: str
    run: Callable[[], Iterable[str]]


_IF_YOU_LEAVE: Final[Mapping[Consequence, str]] = {
    "nothing": "you can leave it without loss.",
    "bot": "if you leave, a bot has your seat, and you cannot come back to it.",
    "bet": "if you leave, you lose your bet, and the round goes on without you.",
    "opens": "if you leave, all wait until somebody else has your seat.",
    "ends": "if you leave, it ends.",
}
_HELP: Final[Mapping[str, str]] = {
    "actions": "all that you may do now; actions 7H: only what has the 7 of hearts in it",
    "hand": "your cards",
    "table": "the whole table; table pile: only the lines about piles",
    "log": "what has happened, the last lines; log 50: more of them",
    "score": "the score sheet so far",
    "who": "who sits where",
    "rules": "the rules of this game; rules idea: from that part on; more: the next page",
    "words": "cards in words, such as ace of spades, or back to letters",
    "ready": "the match may begin, or go on after a rest; and play again where a bot plays for you",
    "sit": "sit 2: take that seat, if it is free",
    "help": "this list",
    "quit": "leave the table for good",
}
_SHORT: Final = {"?": "help", "a": "actions", "h": "hand", "t": "table", "l": "log", "exit": "quit"}


class Console:
    """Understands what a player types.

    Args:
        narrator: has the log and the last table.
        rulebooks: the rules of a game by its name, where somebody has written them down.
        extra: commands beside those of every table.
        careful: whether leaving a match has to be said twice.
    """

    def __init__(
        self,
        narrator: Narrator,
        rulebooks: Callable[[str], Rulebook | None],
        extra: Sequence[TerminalCommand] = (),
        *,
        careful: bool = False,
    ) -> None:
        self._narrator = narrator
        self._rulebooks = rulebooks
        self._extra = {command.name: command for command in extra}
        self._careful = careful
        self._leaving = False
        self._pages: list[str] = []
        self._commands: Mapping[str, Callable[[GuestSession, Sequence[str], Page], Wish]] = {
            "actions": self._actions,
            "hand": lambda session, _words, _page: self._table(session, ["hand"]),
            "table": lambda session, words, _page: self._table(session, words),
            "log": self._log,
            "score": self._score,
            "who": _who,
            "rules": self._rules,
            "more": lambda _session, _words, page: self._more(page),
            "words": lambda _session, _words, _page: SwitchCards(),
            "ready": _ready,
            "sit": _sit,
            "help": self._help,
            "quit": self._quit,
        }

    def typed(self, session: GuestSession, line: str, page: Page) -> Wish | None:
        """What the player wants; ``None`` for a blank line.

        Args:
            session: of this player.
            line: what was typed.
            page: how much is to be shown at once.
        """
        words = line.split()
        if not words:
            return None
        name = _SHORT.get(words[0].lower(), words[0].lower())
        if name != "quit":
            self._leaving = False
        if session.trouble and session.trouble.yours and name in trouble.ANSWERS:
            return Decide(trouble.ANSWERS[name])
        if name in self._commands:
            return self._commands[name](session, words[1:], page)
        if name in self._extra:
            return _show(self._extra[name].run())
        if name in FOR_ALL or name in FOR_HOST:
            return _about_the_table(session, name, words[1:])
        return self._act(session, line)

    def completions(self, session: GuestSession, before: str) -> list[str]:
        """The words with which a line may go on.

        Args:
            session: of this player.
            before: the line up to the cursor; its last word, if it does not end with a blank, is being typed.
        """
        done, _, begun = before.rpartition(" ")
        done_words, begun = done.upper().split(), begun.upper()
        legal = session.table.legal if session.table else []
        beginnings = [action.split() for action in legal]
        place = len(done_words)
        following = [
            words[place]
            for words in beginnings
            if len(words) > place and [word.upper() for word in words[:place]] == done_words
        ]
        lobby = session.lobby
        if not place:
            following += [*self._commands, *self._extra, *FOR_ALL, *(FOR_HOST if lobby and lobby.may else ())]
        elif lobby:
            first, *more = done.split()
            following += table_commands.following(lobby, first.lower(), more)
        return [word for word in dict.fromkeys(following) if word.upper().startswith(begun)]

    # --- actions of the game

    def _act(self, session: GuestSession, line: str) -> Wish:
        game = _game(session)
        if game is None:
            return _show([self._unknown(line, ())])
        listing = listing_of(session.table) if session.table else Listing([], words_for(game.name))
        try:
            action = action_typed(line, game, listing)
        except Unclear as unclear:
            return _show([str(unclear)])
        if action is None:
            return _show([self._unknown(line, game.verbs)])
        if session.lobby and not session.lobby.playing:
            return _show([f"{_NO_MATCH} {self._how_to_begin(session)}"])
        return Act(action)

    def _unknown(self, line: str, verbs: Iterable[str]) -> str:
        word = line.split(maxsplit=1)[0]
        known = [*self._commands, *self._extra, *FOR_ALL, *FOR_HOST, *verbs]
        close = get_close_matches(word[:20].lower(), known, n=1)
        hint = f"did you mean {close[0]}? help lists what you can type" if close else "help lists what you can type"
        return f"{quoted(word)} means nothing here; {hint}."

    def _how_to_begin(self, session: GuestSession) -> str:
        lobby = session.lobby
        if lobby is None or any(person.kind == "empty" for person in lobby.people):
            return "It can begin when everybody is here."
        return "It begins when everybody has typed ready."

    # --- commands

    def _actions(self, session: GuestSession, words: Sequence[str], _page: Page) -> Wish:
        table = session.table
        if table is None or not table.legal:
            return _show(["You cannot act now."])
        found = listing_of(table).full(words)
        if not found:
            return _show([f"No action of now has {quoted(' '.join(words))} in it."])
        return Print([Spoken(line, to_type=True) for line in found])

    def _table(self, session: GuestSession, words: Sequence[str]) -> Wish:
        table = session.table
        if table is None:
            return _show([_NO_MATCH])
        lines = table_lines(session, table)
        wanted = " ".join(words).lower()
        found = [line for line in lines if (wanted in line.subject.lower() if wanted else line.in_full)]
        if not found:
            subjects = ", ".join(dict.fromkeys(line.subject.lower() for line in lines))
            return _show([f"The table has no lines about that; it has: {subjects}."])
        return _show(map(str, found))

    def _log(self, _session: GuestSession, words: Sequence[str], _page: Page) -> Wish:
        number = int(words[0]) if words and words[0].isdecimal() and len(words[0]) <= 4 else LOG_SHOWN
        return _show(list(self._narrator.log)[-number:] if number and self._narrator.log else ["Nothing has happened."])

    def _score(self, session: GuestSession, _words: Sequence[str], _page: Page) -> Wish:
        table = session.table or self._narrator.last_table
        return _show(score_lines(session, table) if table else ["Nothing has been played yet."])

    def _rules(self, session: GuestSession, words: Sequence[str], page: Page) -> Wish:
        game = _game(session)
        if game is None:
            return _show(["There are no rules to show."])
        book, in_short = self._rulebooks(game.name), words_for(game.name).in_short
        parts = [*([Part("In short", in_short)] if in_short else []), *(parts_of(book) if book else [])]
        if not parts:
            return _show([f"Nobody has written down the rules of {game.title}: ask the host."])
        wanted = " ".join(words).lower()
        start = next((place for place, part in enumerate(parts) if wanted in part.heading.lower()), None)
        if start is None:
            return _show([f"The rules have these parts: {'; '.join(part.heading for part in parts)}."])
        self._pages = [line for part in parts[start:] for line in (f"{part.heading.upper()}", *part.lines)]
        return self._more(page)

    def _more(self, page: Page) -> Wish:
        if not self._pages:
            return _show(["There is nothing more."])
        rows = 0
        for shown, line in enumerate(self._pages):
            rows += page.rows_of(line)
            if shown and rows > page.rows:
                break
        else:
            shown = len(self._pages)
        lines, self._pages = self._pages[:shown], self._pages[shown:]
        left = [f"({counted(len(self._pages), 'more line')}: type more)"] if self._pages else []
        return _show([*lines, *left])

    def _help(self, session: GuestSession, _words: Sequence[str], _page: Page) -> Wish:
        game = _game(session)
        how_to = words_for(game.name).how_to if game else ()
        lines = [
            "Type an action, or its number where it is listed. A card is its rank and its suit's first letter: 7H TD.",
            "Small letters do, words may be cut short, and cards alone will do where only one action has them.",
            *how_to,
            "Beside actions you can type:",
            *(f"  {name}: {does}" for name, does in _HELP.items()),
            *(f"  {name}: {does}" for name, does in FOR_ALL.items()),
            *(f"  {command.name}: {command.help}" for command in self._extra.values()),
        ]
        if session.lobby and session.lobby.may:
            lines += ["As the host you can also type:", *(f"  {name}: {does}" for name, does in FOR_HOST.items())]
        return Print([Spoken(line, to_type=True) for line in lines])

    def _quit(self, session: GuestSession, _words: Sequence[str], _page: Page) -> Wish:
        if self._careful and not self._leaving and session.lobby and session.lobby.playing:
            self._leaving = True
            return _show([f"A match is going on: {_IF_YOU_LEAVE[session.lobby.leaving]} Type quit again to leave."])
        return Leave()


def _about_the_table(session: GuestSession, name: str, words: Sequence[str]) -> Wish:
    if session.lobby is None:
        return _show(["There is no table yet."])
    if name in FOR_HOST and not session.lobby.may:
        return _show(["Only the host can do that."])
    try:
        return Ask(command_typed(session.lobby, name, words))
    except NotUnderstood as problem:
        return _show([str(problem)])


def _who(session: GuestSession, _words: Sequence[str], _page: Page) -> Wish:
    lobby = session.lobby
    if lobby is None:
        return _show(["There is no table yet."])
    people = people_of(session)
    lines = []
    for person in lobby.people:
        notes = {"bot": "a bot", "empty": "free"}.get(person.kind, "")
        if person.kind == "person":
            link = {"on": "", "shaky": "connection shaky", "away": "away"}[person.link]
            bot = "a bot plays" if person.stand_in else ""
            is_ready = person.ready and (lobby.resting or not lobby.playing)
            notes = ", ".join(filter(None, [link, bot, "ready" if is_ready else ""]))
        name = "" if person.kind == "empty" else people.name(person.seat)
        host = "host" if person.seat == lobby.host else ""
        lines.append(f"Seat {person.seat}: {', '.join(filter(None, [name, host, notes]))}.")
    if lobby.watchers:
        watching = (f"{watcher.name} ({watcher.seat})" for watcher in lobby.watchers)
        lines.append(f"Watching: {enumeration(watching)}.")
    return _show(lines)


def _ready(session: GuestSession, _words: Sequence[str], _page: Page) -> Wish:
    lobby = session.lobby
    own = lobby.people[session.seat] if lobby and session.seat is not None else None
    if lobby and lobby.playing and not lobby.resting and not (own and own.stand_in):
        return _show(["The match is going on already."])
    if lobby and own and own.ready:
        return _show([f"You are ready; waiting for {enumeration(not_ready(lobby))}."])
    return SayReady()


def _sit(_session: GuestSession, words: Sequence[str], _page: Page) -> Wish:
    if len(words) == 1 and words[0].isdecimal() and len(words[0]) <= 4:
        return TakeSeat(int(words[0]))
    return _show(["Say which seat, for example: sit 2. who tells which are free."])


def _game(session: GuestSession) -> Game | None:
    name = session.lobby.game if session.lobby else ""
    return games.GAMES.get(name)


def _show(lines: Iterable[str]) -> Print:
    return Print([Spoken(line) for line in lines])
