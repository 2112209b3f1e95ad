"""What is new about a table, beside who sits there: told to one player in sentences. Pure."""

from collections.abc import Iterator
from typing import Final

from p2p.messages import Item, Lobby, Social
from p2p.terminal.people import counted

_TIMES: Final = {
    "idle": "A bot plays for whoever does nothing for {time}, in games that have it so.",
    "rest": "A rest between hands lasts {time} at most.",
    "window": "A chop window stays open for {time}.",
}
_NEVER: Final = {
    "idle": "However long somebody does nothing, no bot plays on.",
    "rest": "Between hands there is no rest now.",
}
_THINGS: Final[dict[Item, str]] = {
    "tomato": "a tomato",
    "rose": "a rose",
    "snowball": "a snowball",
    "paper-plane": "a paper plane",
    "shoe": "a shoe",
    "kiss": "a kiss",
}


def news(before: Lobby, after: Lobby) -> Iterator[str]:
    """What has changed between two states of a table: the game, its settings, a pause, watchers and the host's rights.

    Args:
        before: as the player knew it.
        after: as it is now.
    """
    if (after.game, after.options, len(after.people)) != (before.game, before.options, len(before.people)):
        yield _game(after)
    yield from _settings(before, after)
    yield from _watchers(before, after)
    host = _host(after)
    if host and _host(before) and host != _host(before):
        yield "You have the rights of the host now." if after.host == after.you else f"{host} is the host now."
    if before.paused != after.paused and after.playing and before.playing:
        yield _pause(after)


def told_social(social: Social, lobby: Lobby) -> str:
    """A throw, a poke or a line, for the reader; nothing where somebody is meant who is not there any more."""
    names = {person.seat: person.name for person in (*lobby.people, *lobby.watchers) if person.name}
    by, to = names.get(-1 if social.by is None else social.by), names.get(-1 if social.to is None else social.to)
    mine, me = social.by == lobby.you, social.to == lobby.you
    who, whom = "You" if mine else by, "you" if me else to
    if by is None or (social.kind != "taunt" and to is None):
        return ""
    match social.kind:
        case "taunt":
            return f"{who} {'say' if mine else 'says'}: {social.text}"
        case "poke":
            return f"{who} {'poke' if mine else 'pokes'} {whom}{'.' if mine or not me else ': the others wait.'}"
        case "toss":
            thing = _THINGS[social.item] if social.item else "something"
            return f"{who} {'throw' if mine else 'throws'} {thing} at {whom}."


def _game(lobby: Lobby) -> str:
    options = ", ".join(f"{key} {value}" for key, value in lobby.options.items())
    return f"The game is {lobby.title} now, for {len(lobby.people)}{f' ({options})' if options else ''}."


def _settings(before: Lobby, after: Lobby) -> Iterator[str]:
    for key, words in _TIMES.items():
        seconds = getattr(after.settings, key)
        if seconds != getattr(before.settings, key):
            yield _NEVER[key] if not seconds else words.format(time=counted(seconds, "second"))
    if before.settings.watchers != after.settings.watchers:
        yield "People may watch now who have no seat." if after.settings.watchers else "Nobody may watch any more."


def _watchers(before: Lobby, after: Lobby) -> Iterator[str]:
    """Those who came to watch or went; not the reader, and nobody who has got up from a seat or taken one."""
    earlier, now = ({person.name for person in lobby.watchers} for lobby in (before, after))
    seated = {person.name for lobby in (before, after) for person in lobby.people}
    own = next((person.name for person in after.watchers if person.seat == after.you), None)
    yield from (f"{name} watches." for name in sorted(filter(None, now - earlier - seated - {own})))
    yield from (f"{name} does not watch any more." for name in sorted(filter(None, earlier - now - seated)))


def _host(lobby: Lobby) -> str | None:
    """The name of whoever has the host's rights."""
    return None if lobby.host is None else lobby.people[lobby.host].name


def _pause(lobby: Lobby) -> str:
    if not lobby.paused:
        return "The match goes on."
    if "resume" in lobby.may:
        return "You have stopped the match: resume lets it go on."
    return "The host has stopped the match for a while."
