"""Hands out what people ask for in parts: rules, games, the invitation, replays and demonstrations."""

from collections.abc import Sequence

from engine import games
from engine.errors import UnknownGame
from engine.match import Game
from p2p.demo import demonstration
from p2p.handouts import Invite, game_card, in_parts, rules_of
from p2p.messages import Get, Part
from p2p.replay import Replay
from p2p.running_match import RunningMatch
from p2p.seating import Seat
from p2p.table_state import TableState
from p2p.telling import Teller
from p2p.text.shelf import Shelf


class Librarian:
    """Answers what people ask for.

    Args:
        shelf: the texts for players.

    Attributes:
        invite: how to invite somebody; none while nobody else can join.
    """

    def __init__(self, state: TableState, teller: Teller, shelf: Shelf) -> None:
        self.invite: Invite | None = None
        self._state = state
        self._teller = teller
        self._shelf = shelf
        self._demonstrations: dict[str, RunningMatch] = {}
        self._watched: dict[int, Replay] = {}
        """What each seat watches."""

    def answer(self, seat: Seat, wanted: Get) -> None:
        """Hand out a part, or tell why there is none."""
        try:
            found = self._find(seat, wanted)
        except UnknownGame as error:
            self._teller.refuse(seat, "no-such-game", str(error))
            return
        if isinstance(found, str):
            self._teller.refuse(seat, found)
        else:
            self._teller.tell(seat, found)

    def hand_out_invite(self) -> None:
        """Send everybody with a page the invitation as it is now."""
        if self.invite:
            for seat in self._state.seats:
                if seat.view == "zones":
                    self._teller.tell(seat, Part("invite", 0, 1, self.invite))

    def _find(self, seat: Seat, wanted: Get) -> Part | str:
        match wanted.what:
            case "rules":
                return _part_of(rules_of(self._game(wanted).name, self._shelf, seat.lang), wanted)
            case "games":
                return _part_of([game_card(game, self._shelf, seat.lang) for game in games.GAMES.values()], wanted)
            case "invite":
                return Part("invite", 0, 1, self.invite) if self.invite else "nothing-there"
            case "replay":
                return self._part_of_replay(seat, wanted)
            case "demo":
                return self._part_of_match(seat, self._demonstration(self._game(wanted)), 0, wanted)

    def _game(self, wanted: Get) -> Game:
        return games.find(wanted.game) if wanted.game else self._state.game

    def _part_of_replay(self, seat: Seat, wanted: Get) -> Part | str:
        """Of the last match that was finished here, if the person played in it, as that person saw it."""
        finished = self._state.finished
        if finished is None or seat.played_as is None:
            return "nothing-there"
        return self._part_of_match(seat, finished, seat.played_as, wanted)

    def _part_of_match(self, seat: Seat, match: RunningMatch, eyes: int, wanted: Get) -> Part | str:
        translated = self._teller.translated(seat)
        replay = self._watched.get(seat.number)
        if replay is None or not replay.shows(match, eyes, translated):
            replay = self._watched[seat.number] = Replay(match, eyes, translated)
        if wanted.part >= replay.parts:
            return "no-such-part"
        return Part(wanted.what, wanted.part, replay.parts, replay.part(wanted.part))

    def _demonstration(self, game: Game) -> RunningMatch:
        if game.name not in self._demonstrations:
            self._demonstrations[game.name] = demonstration(game)
        return self._demonstrations[game.name]


def _part_of(items: Sequence[object], wanted: Get) -> Part | str:
    if not items:
        return "nothing-there"
    parts = in_parts(items)
    if wanted.part >= len(parts):
        return "no-such-part"
    return Part(wanted.what, wanted.part, len(parts), parts[wanted.part])
