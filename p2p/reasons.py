"""Why a host refuses or ends a link: codes with their English sentences (p2p/PROTOCOL.md)."""

from collections.abc import Mapping
from typing import Final

REFUSALS: Final[Mapping[str, str]] = {
    "not-now": "That is not possible while a match is going on.",
    "seat-taken": "That seat is taken.",
    "no-such-seat": "There is no such seat at this table.",
    "no-match": "No match is going on.",
    "stale": "The table has moved on; that answered an earlier question.",
    "waiting": "The table waits until everybody is back.",
    "said-hello": "You have said hello already.",
}
"""Answers to a request that is not granted; the link stays."""

GOODBYES: Final[Mapping[str, str]] = {
    "no-hello": "The first message must be a hello, soon after the link opens.",
    "wrong-version": "The host speaks another version of the protocol; both sides need the same Peerdeck.",
    "table-full": "The table is full.",
    "seat-gone": "That seat is no longer yours; join again with the code.",
    "opened-elsewhere": "This seat was opened elsewhere; the newer connection has it.",
    "unreadable": "A message could not be read.",
    "too-fast": "Too many messages waited to be read.",
    "silent": "Nothing was heard for too long.",
    "table-closed": "The host has closed the table.",
}
"""Last words on a link."""

WORTH_RETURNING: Final = frozenset({"silent"})
"""Goodbyes after which a guest comes back by itself: its seat still waits."""
