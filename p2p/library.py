"""What can be read and watched without sitting at a table: rules, games, and games of bots to look on.

A host's table adds to it what only its players may have (`p2p.librarian`).
"""

from collections.abc import Sequence

from engine import games
from engine.match import Game
from p2p.demo import SEEN_BY, demonstration, explained
from p2p.handouts import game_card, in_parts, rules_of
from p2p.messages import Get, Part
from p2p.replay import Captions, Replay
from p2p.running_match import RunningMatch
from p2p.text.shelf import Shelf


class Library:
    """What there is, for everybody.

    Args:
        shelf: the texts for players.
    """

    def __init__(self, shelf: Shelf) -> None:
        self.shelf = shelf
        self._demonstrations: dict[str, tuple[RunningMatch, Captions]] = {}

    def demonstration(self, game: Game) -> tuple[RunningMatch, Captions]:
        """The match of bots that is shown of a game, and what is explained in it; it is played when first wanted."""
        if game.name not in self._demonstrations:
            match = demonstration(game)
            self._demonstrations[game.name] = match, explained(match)
        return self._demonstrations[game.name]


class Reader:
    """Somebody who reads and watches, one part after the other.

    Attributes:
        effort: how many parts had to be made for the last one that was handed out, beside that itself.
    """

    def __init__(self, library: Library) -> None:
        self.effort = 0
        self._library = library
        self._watched: Replay | None = None

    def part(self, wanted: Get, game: Game | None, lang: str) -> Part | str:
        """A part, or the code of the refusal if there is none.

        Args:
            wanted: what is wanted.
            game: of the reader's table, if there is one: what is wanted if no game is named.
            lang: the reader's language.

        Raises:
            UnknownGame: a game is named that nobody knows.
        """
        self.effort = 0
        of = games.find(wanted.game) if wanted.game else game
        shelf = self._library.shelf
        match wanted.what:
            case "games":
                return part_of([game_card(one, shelf, lang) for one in games.GAMES.values()], wanted)
            case "rules" if of:
                return part_of(rules_of(of.name, shelf, lang), wanted)
            case "demo" if of:
                match, captions = self._library.demonstration(of)
                return self.part_of_match(wanted, match, SEEN_BY, lang, captions)
            case _:
                return "nothing-there"

    def part_of_match(
        self, wanted: Get, match: RunningMatch, eyes: int, lang: str, captions: Captions | None = None
    ) -> Part | str:
        """A part of a match, as a seat saw it; or the code of the refusal."""
        translated = self._library.shelf.catalogue(lang)
        if self._watched is None or not self._watched.shows(match, eyes, translated):
            self._watched = Replay(match, eyes, translated, captions or {})
        if wanted.part >= self._watched.parts:
            return "no-such-part"
        self.effort = self._watched.way_to(wanted.part)
        return Part(wanted.what, wanted.part, self._watched.parts, self._watched.part(wanted.part))


def part_of(items: Sequence[object], wanted: Get) -> Part | str:
    """The part of a list that is wanted, or the code of the refusal."""
    if not items:
        return "nothing-there"
    parts = in_parts(items)
    if wanted.part >= len(parts):
        return "no-such-part"
    return Part(wanted.what, wanted.part, len(parts), parts[wanted.part])
