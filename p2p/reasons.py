"""Why something is refused or a link ends: codes with their English sentences (p2p/PROTOCOL.md)."""

from collections.abc import Mapping
from typing import Final

REFUSALS: Final[Mapping[str, str]] = {
    "not-now": "That is not possible while a match is going on.",
    "seat-taken": "That seat is taken.",
    "no-such-seat": "There is no such seat at this table.",
    "no-match": "No match is going on.",
    "stale": "The table has moved on; that answered an earlier question.",
    "waiting": "The table waits until everybody is back.",
    "paused": "The host has paused the match.",
    "trouble": "The table cannot be written down at the moment; it waits until that is decided.",
    "no-trouble": "The table can be written down; there is nothing to decide.",
    "said-hello": "You have said hello already.",
    "not-the-host": "Only the host can do that.",
    "bot-there": "A bot sits there.",
    "nobody-there": "Nobody sits there.",
    "somebody-there": "Somebody sits there.",
    "only-players": "Only players can do that, and you watch.",
    "no-stand-in": "In this game no bot plays for somebody who is away.",
    "host-is-away": "Only the host can do that, who is away at the moment.",
    "is-away": "A player who would have to move is away; wait until that player is back.",
    "seats-empty": "Every seat must be taken first.",
    "too-many-people": "More people are at the table than can play that.",
    "not-yourself": "You cannot send yourself away; leave the table instead.",
    "not-open": "Nobody else can join this table.",
    "too-often": "Not so fast: once in three seconds is enough.",
    "nothing-said": "Say something.",
    "nothing-thrown": "Choose what to throw.",
    "nobody-meant": "Choose for whom it is.",
    "not-alone": "A first game step by step is played alone with bots: every other seat must be a bot's.",
    "no-lesson": "There is no first game step by step of that.",
    "nothing-there": "There is nothing of that kind.",
    "no-such-part": "It has no such part.",
    "no-new-code": "The new code cannot be written down; the old one stays.",
}
"""A host's answers to a request that is not granted; the link stays. More codes bring sentences of their own:
``unreadable`` for a message and ``unreadable-action`` for an action that cannot be read; ``no-such-game``,
``no-such-option`` and ``no-such-bot`` for what the host wants to have."""

REFUSED_AT_HOME: Final[Mapping[str, str]] = {
    "not-your-turn": "It is not your turn.",
    "no-link": "There is no connection to the host at the moment.",
    "too-long": "That is longer than any action.",
    "no-such-seat": REFUSALS["no-such-seat"],
}
"""What a guest's own session refuses: the host need not be asked, or cannot be."""

GOODBYES: Final[Mapping[str, str]] = {
    "no-hello": "The first message must be a hello.",
    "wrong-version": "The host speaks another version of the protocol; both sides need the same Peerdeck.",
    "table-full": "The table is full.",
    "seat-gone": "That seat is no longer yours; join again with the code.",
    "opened-elsewhere": "This seat was opened elsewhere; the newer connection has it.",
    "too-fast": "Too many messages waited to be read.",
    "silent": "Nothing was heard for too long.",
    "no-watchers": "Nobody can watch at this table.",
    "kicked": "The host has asked you to leave the table.",
    "table-closed": "The host has closed the table.",
}
"""A host's last words on a link; ``unreadable``, for a hello that cannot be read, brings its own sentence."""

WORTH_RETURNING: Final = frozenset({"silent"})
"""Goodbyes after which a guest comes back by itself: its seat still waits."""
