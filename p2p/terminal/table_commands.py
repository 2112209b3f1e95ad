"""What is typed at a table beside the game: the host's rights, and throws, pokes and taunts. Pure."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, get_args

from msgspec.inspect import IntType, type_info
from msgspec.structs import replace

from engine import bots, games
from engine.errors import UnknownGame
from p2p.messages import Item, Lobby, Manage, ManageDeed, Person, Settings, SettingsWish, Social
from p2p.terminal.people import enumeration

ITEMS: Final = get_args(Item)
"""What may be thrown."""
_SECONDS: Final = ("idle", "rest", "window")
_ALLOWED: Final = {
    field.name: (field.type.ge or 0, field.type.le or 0)
    for field in type_info(Settings).fields  # type: ignore[attr-defined]  # of a struct, they are
    if isinstance(field.type, IntType)
}
"""The fewest and the most seconds of each time, as the messages have them."""
_ON: Final = {"on": True, "yes": True, "off": False, "no": False}

FOR_ALL: Final[Mapping[str, str]] = {
    "taunt": "taunt Your turn!: say a line to the table",
    "throw": f"throw Ben tomato: {', '.join(ITEMS)}",
    "poke": "poke Ben: remind somebody of the game",
}
"""What everybody may type."""
FOR_HOST: Final[Mapping[str, str]] = {
    "bot": "bot 2 normal: a bot takes seat 2, or plays there until its player is back; the kind may be left out",
    "free": "free 2: free the seat of a bot, or of a player who is away",
    "kick": "kick Ben: send somebody away",
    "swap": "swap 0 2: let two seats change places",
    "game": "game rummy 3 take=deep: another game, number of seats or options",
    "start": "begin though not everybody is ready",
    "pause": "stop the match",
    "resume": "let the match go on",
    "restart": "end the match without a result and begin anew",
    "end": "end the match without a result",
    "watchers": "watchers on: let people watch who have no seat; watchers off",
    "settings": "how the table is run; settings idle 30, settings rest 0, settings window 12: seconds",
    "close": "close the table for everybody",
}
"""What the player with the host's rights may type."""


class NotUnderstood(Exception):
    """What was typed lacks something; ``str()`` says in one sentence how to say it."""


@dataclass(frozen=True)
class _Typed:
    """The words after the command, and the table they are about."""

    lobby: Lobby
    words: Sequence[str]
    usage: str

    def only_person(self) -> Person:
        """Who is meant by all the words."""
        person, rest = self.person()
        if rest:
            raise self._nobody(_everybody(self.lobby))
        return person

    def person(self, place: int = 0) -> tuple[Person, list[str]]:
        """Who is meant by the words from a place on, and the words after that.

        A name may have several words, and be the beginning of another one: as many words as make a name are one.
        """
        words = self.words[place:]
        if not words:
            raise NotUnderstood(f"Say it like this: {self.usage}.")
        everybody = _everybody(self.lobby)
        for is_meant in _WAYS_TO_MEAN:
            for length in range(len(words), 0, -1):
                found = [person for person in everybody if is_meant(person, " ".join(words[:length]))]
                if len(found) == 1:
                    return found[0], list(words[length:])
                if found:
                    raise self._nobody(found, "Several could be meant")
        raise self._nobody(everybody)

    def _nobody(self, people: Sequence[Person], why: str = "") -> NotUnderstood:
        why = why or ("There is no such seat" if self.words[0].isdecimal() else "Nobody is called so")
        seats = enumeration(f"{person.seat} ({person.name or 'free'})" for person in people)
        return NotUnderstood(f"{why}; the seats are {seats}.")


def _plainly(name: str | None) -> str:
    """A name as it is typed: words with one blank between them."""
    return " ".join((name or "").split())


def _has_the_number(person: Person, typed: str) -> bool:
    """A number always means a seat, whatever people are called."""
    return str(person.seat) == typed


def _has_the_name(person: Person, typed: str) -> bool:
    return not typed.isdecimal() and _plainly(person.name) == typed


def _has_that_name(person: Person, typed: str) -> bool:
    return not typed.isdecimal() and _plainly(person.name).lower() == typed.lower()


def _begins_with(person: Person, typed: str) -> bool:
    return not typed.isdecimal() and _plainly(person.name).lower().startswith(typed.lower())


_WAYS_TO_MEAN: Final = (_has_the_name, _has_that_name, _has_the_number, _begins_with)
"""A name that is typed whole, then in other letters, then a seat, then the beginning of a name."""


def command_typed(lobby: Lobby, name: str, words: Sequence[str]) -> Manage | Social:
    """The message that a command stands for.

    Args:
        lobby: as it was last told.
        name: of the command.
        words: that were typed after it.

    Raises:
        NotUnderstood: something is missing, or cannot be told.
    """
    usage = {**FOR_ALL, **FOR_HOST}[name].split(": ", maxsplit=1)[0]
    typed = _Typed(lobby, words, usage)
    return _COMMANDS[name](typed) if name in _COMMANDS else Manage(_PLAIN[name])


def following(lobby: Lobby, name: str, words: Sequence[str]) -> list[str]:
    """The words with which a command may go on.

    Args:
        lobby: as it was last told.
        name: of the command.
        words: that were typed after it.
    """
    place = len(words)
    if name in {"bot", "free", "kick", "poke", "throw"} and place == 0:
        return _fitting(lobby, name)
    if name == "swap" and place < 2:
        return [str(person.seat) for person in lobby.people]
    choices: Mapping[tuple[str, int], Sequence[str]] = {
        ("bot", 1): list(bots.BOTS),
        ("throw", 1): ITEMS,
        ("game", 0): list(games.GAMES),
        ("watchers", 0): ["on", "off"],
        ("settings", 0): _SECONDS,
    }
    return list(choices.get((name, place), ()))


def _fitting(lobby: Lobby, name: str) -> list[str]:
    """Whom a command may be about now."""
    if name in {"poke", "throw"}:
        return [word for person in lobby.people if person.kind != "empty" for word in _called(person)]
    people = [person for person in _everybody(lobby) if name in person.may]
    return [word for person in people for word in _called(person)]


def _called(person: Person) -> list[str]:
    """What may be typed for somebody: the name, if it is one word, or else the number of the seat."""
    name = person.name or ""
    return [name if len(name.split()) == 1 and not name.isdecimal() else str(person.seat)]


def _everybody(lobby: Lobby) -> list[Person]:
    return [*lobby.people, *lobby.watchers]


def _bot(typed: _Typed) -> Manage:
    seat, kind = typed.person()
    return Manage("bot", seat.seat, bot=" ".join(kind) or None)


def _swap(typed: _Typed) -> Manage:
    one, rest = typed.person()
    other, too_much = typed.person(len(typed.words) - len(rest))
    if too_much:
        raise NotUnderstood(f"Say it like this: {typed.usage}.")
    return Manage("swap", one.seat, other.seat)


def _game(typed: _Typed) -> Manage:
    """A game's name, a number of seats and options, in any order."""
    if not typed.words:
        raise NotUnderstood(f"Say it like this: {typed.usage}. The games are {enumeration(games.GAMES)}.")
    name, seats, options = None, None, {}
    for word in typed.words:
        key, equals, value = word.partition("=")
        if equals:
            options[key] = value
        elif word.isdecimal() and int(word) <= 15:
            seats = int(word)
        else:
            try:
                name = games.meant(word).name
            except UnknownGame as unknown:
                raise NotUnderstood(str(unknown)) from unknown
    return Manage("game", game=name, seats=seats, options=options or None)


def _watchers(typed: _Typed) -> Manage:
    wanted = _ON.get(typed.words[0].lower()) if typed.words else None
    if wanted is None:
        now = "on" if typed.lobby.settings.watchers else "off"
        raise NotUnderstood(f"Say watchers on, or watchers off; it is {now} now.")
    return Manage("settings", settings=SettingsWish(watchers=wanted))


def _settings(typed: _Typed) -> Manage:
    settings = typed.lobby.settings
    match [word.lower() for word in typed.words]:
        case ["idle" | "rest" | "window" as key, seconds]:
            least, most = _ALLOWED[key]
            if seconds.isdecimal() and len(seconds) <= 4 and least <= int(seconds) <= most:
                return Manage("settings", settings=replace(SettingsWish(), **{key: int(seconds)}))
            raise NotUnderstood(f"{key} takes a number of seconds from {least} to {most}.")
    raise NotUnderstood(
        f"A bot plays after {settings.idle} seconds (idle) where the game has it so; between hands there are"
        f" {settings.rest} seconds (rest); a chop window stays open for {settings.window} (window)."
        " Change one like this: settings idle 30."
    )


def _throw(typed: _Typed) -> Social:
    whom, rest = typed.person()
    wanted = "-".join(rest).lower()
    things = [item for item in ITEMS if wanted and item.startswith(wanted)]
    if len(things) != 1:
        raise NotUnderstood(f"Say what to throw at {whom.name}: {enumeration(ITEMS, 'or')}.")
    return Social("toss", whom.seat, things[0])


def _taunt(typed: _Typed) -> Social:
    if not typed.words:
        raise NotUnderstood("Say it like this: taunt Your turn!")
    return Social("taunt", text=" ".join(typed.words)[:60])


_COMMANDS: Final[Mapping[str, Callable[[_Typed], Manage | Social]]] = {
    "bot": _bot,
    "free": lambda typed: Manage("free", typed.only_person().seat),
    "kick": lambda typed: Manage("kick", typed.only_person().seat),
    "swap": _swap,
    "game": _game,
    "watchers": _watchers,
    "settings": _settings,
    "taunt": _taunt,
    "throw": _throw,
    "poke": lambda typed: Social("poke", typed.only_person().seat),
}
_PLAIN: Final[Mapping[str, ManageDeed]] = {
    "start": "start",
    "pause": "pause",
    "resume": "resume",
    "restart": "restart",
    "end": "end",
    "close": "close",
}
