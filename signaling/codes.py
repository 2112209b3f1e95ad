"""What players pass on to find a table: room codes, invite links, and addresses of servers.

A room code is spoken and typed. It joins the room's name, given by the server, with a secret of three symbols
that the host makes and the server never sees, and ends with a check symbol: `K7QX-M4TC`. An invite link is
clicked or scanned and carries a secret of 128 bits in its fragment, the part of an address that browsers keep to
themselves.

Pure: whoever makes a secret hands in the entropy. No error here repeats what was typed, since that may be a
secret; and nothing is read in part.
"""

from __future__ import annotations

import base64
import re
from dataclasses import dataclass, field
from ipaddress import ip_address
from itertools import count, islice
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

ALPHABET: Final = "34679BCDFGHJKMNPQRSTVWXYZ"
"""The 25 symbols in the order of their values 0 to 24: no vowels, no look-alikes."""
SECRET_SYMBOLS: Final = 3
"""Length of the host's part of a room code."""
SHORT_NAME: Final = 4
LONG_NAME: Final = 5
ROOM_PATTERN: Final = rf"^[{ALPHABET}]{{{SHORT_NAME},{LONG_NAME}}}\Z"
"""What the name of a room looks like."""
LINK_SECRET_BYTES: Final = 16
"""Length of the secret in an invite link: 128 bits."""
DEFAULT_PORT: Final = 8420
"""Where Peerdeck's own server listens, and what an address without `http://` and port stands for."""

_LONGEST_INPUT = 2000
_WEIGHTS = tuple(islice((n for n in count(1) if n % 5), LONG_NAME + SECRET_SYMBOLS + 1))
_IGNORED = re.compile(r"[\s\-\u2010-\u2015\u2212]+")  # blanks, and what keyboards and programs make of a dash
_READ_AS = str.maketrans("abcdefghijklmnopqrstuvwxyz852", "ABCDEFGHIJKLMNOPQRSTUVWXYZBSZ")
_LOOK_ALIKES = {
    "0": "D or Q",
    "1": "7 or J",
    "A": "4",
    "E": "3 or F",
    "I": "J or T",
    "L": "7 or J",
    "O": "D or Q",
    "U": "V",
}
_LINK_SECRET = re.compile(r"[A-Za-z0-9_-]{21}[AQgw]")  # of the last symbol only two bits belong to the 128
_HOST_NAME = re.compile(r"\w([\w.-]*\w)?\.?")


class InvalidCode(ValueError):
    """What was typed is no room code; `str()` is a sentence for the player, without what was typed."""


class InvalidLink(ValueError):
    """What was pasted is no invite link; `str()` is a sentence for the player, without what was pasted."""


class InvalidServer(ValueError):
    """What was given is no address of a server; `str()` is a sentence for the player."""


@dataclass(frozen=True, slots=True)
class RoomCode:
    """A room code taken apart. Its `repr` hides the secret, so that no log shows it.

    Args:
        room: name of the room, as the server gave it: 4 or 5 symbols.
        secret: the host's 3 symbols.

    Raises:
        InvalidCode: one of them is not made of that many symbols of the alphabet.
    """

    room: str
    secret: str = field(repr=False)

    def __post_init__(self) -> None:
        lengths_fit = len(self.room) in {SHORT_NAME, LONG_NAME} and len(self.secret) == SECRET_SYMBOLS
        if not lengths_fit or not set(self.room + self.secret) <= set(ALPHABET):
            raise InvalidCode("A room code is made of a name of 4 or 5 symbols and a secret of 3.")

    @property
    def text(self) -> str:
        """The code as players pass it on: the last four symbols after the dash."""
        symbols = self.room + self.secret
        return f"{self.room}-{self.secret}{_check_symbol(symbols)}"


@dataclass(frozen=True, slots=True)
class InviteLink:
    """An invite link taken apart. Its `repr` hides the secret, so that no log shows it.

    Args:
        server: address of the server, as `parse_server` returns it.
        room: name of the room: 4 or 5 symbols.
        secret: 16 bytes of the host's entropy.

    Raises:
        InvalidServer: `server` is no address.
        InvalidLink: `room` or `secret` do not look like that.
    """

    server: str
    room: str
    secret: bytes = field(repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "server", parse_server(self.server))
        if not re.match(ROOM_PATTERN, self.room) or len(self.secret) != LINK_SECRET_BYTES:
            raise InvalidLink("An invite link is made of a room of 4 or 5 symbols and a secret of 16 bytes.")

    @property
    def url(self) -> str:
        """The link as players pass it on: `https://server/#j=<room>.<secret>`."""
        secret = base64.urlsafe_b64encode(self.secret).rstrip(b"=").decode()
        return f"{self.server}#j={self.room}.{secret}"


def parse_code(text: str) -> RoomCode:
    """Read a room code as a person typed it. Case, blanks and dashes do not matter; 8, 5, 2 mean B, S, Z.

    Raises:
        InvalidCode: a symbol, the length or the check symbol is wrong, or a dash says that there is a symbol too many.
            The sentence says what to do.
    """
    if len(text) > _LONGEST_INPUT:
        raise InvalidCode("This is far too long for a room code: type the code alone, for example K7QX-M4TC.")
    symbols = _IGNORED.sub("", text).translate(_READ_AS)
    for symbol in symbols:
        if symbol not in ALPHABET:
            raise InvalidCode(_why_not_a_symbol(symbol))
    if len(symbols) not in {SHORT_NAME + SECRET_SYMBOLS + 1, LONG_NAME + SECRET_SYMBOLS + 1}:
        raise InvalidCode(
            f"A room code has 8 symbols, or 9 when many tables are open, and this has {len(symbols)}:"
            " compare it with the one you were given."
        )
    if _secret_is_too_long(text):
        raise InvalidCode("After the dash a room code has 4 symbols, not 5: compare it with the one you were given.")
    if _weighted_sum(symbols):
        raise InvalidCode("This room code is mistyped somewhere: compare it with the one you were given.")
    return RoomCode(room=symbols[: -SECRET_SYMBOLS - 1], secret=symbols[-SECRET_SYMBOLS - 1 : -1])


def parse_link(text: str) -> InviteLink:
    """Read an invite link as a person pasted it. Blanks around it do not matter.

    Raises:
        InvalidLink: it is none. The sentence says what to do.
    """
    address, _, fragment = text.strip().partition("#")
    room, _, secret = fragment.removeprefix("j=").partition(".")
    whole = len(text) <= _LONGEST_INPUT and fragment.startswith("j=")
    if not whole or not re.match(ROOM_PATTERN, room) or not _LINK_SECRET.fullmatch(secret):
        raise InvalidLink("This invite link is damaged or incomplete: copy it again, all of it.")
    try:
        return InviteLink(server=address, room=room, secret=base64.urlsafe_b64decode(secret + "=="))
    except InvalidServer:
        raise InvalidLink("This invite link does not begin with the address of a server: copy it again.") from None


def parse_invitation(text: str) -> RoomCode | InviteLink:
    """Read what a guest was given, be it a code or a link.

    Raises:
        InvalidCode, InvalidLink: as `parse_code` and `parse_link`.
    """
    return parse_link(text) if "#" in text or "://" in text else parse_code(text)


def parse_server(text: str) -> str:
    """Read the address of a server: `http://host:port`, `https://host`, `host:port`, each with or without a path.

    Without `http://` or `https://` it is plain http, at port 8420 unless another one is given.

    Returns:
        the address with scheme and in lower case as far as case does not matter; it always ends with a slash.

    Raises:
        InvalidServer: it is none. The sentence says what to do.
    """
    text = text.strip()
    bare = "://" not in text
    try:
        parts = urlsplit(f"http://{text}" if bare else text)
        scheme, host, port = parts.scheme, parts.hostname or "", parts.port
        place = f"[{ip_address(host)}]" if ":" in host else host
    except ValueError:
        raise InvalidServer(_HOW_SERVERS_LOOK) from None
    printable = len(text) <= _LONGEST_INPUT and text.isprintable() and " " not in text
    extras = parts.query or parts.fragment or parts.username is not None or text.endswith(("?", "#"))
    is_host = ":" in host or _HOST_NAME.fullmatch(host)
    if not printable or extras or scheme not in {"http", "https"} or not is_host or port == 0:
        raise InvalidServer(_HOW_SERVERS_LOOK)
    if port is None and bare:
        port = DEFAULT_PORT
    return f"{scheme}://{place}{'' if port is None else f':{port}'}{parts.path.rstrip('/')}/"


_HOW_SERVERS_LOOK = (
    "This is no address of a Peerdeck server: give one like https://cards.example, http://192.168.1.5:8420"
    " or 192.168.1.5:8420."
)


def new_room_name(length: int, choose: Callable[[int], int]) -> str:
    """Make a name for a room.

    Args:
        length: 4 or 5 symbols.
        choose: gives a whole number from 0 to below its argument, each equally likely.
    """
    return "".join(ALPHABET[choose(len(ALPHABET))] for _ in range(length))


def new_code(room: str, choose: Callable[[int], int]) -> RoomCode:
    """Make the code for a room, with a new secret.

    Args:
        room: the name that the server gave.
        choose: as in `new_room_name`, unpredictable to anybody else (`secrets.randbelow`).

    Raises:
        InvalidCode: `room` is no name of a room.
    """
    return RoomCode(room=room, secret=new_room_name(SECRET_SYMBOLS, choose))


def _weighted_sum(symbols: Sequence[str]) -> int:
    """Sum of value times weight, modulo 25; 0 for a whole code.

    The weights, from the right, are the numbers that have no factor with 25: a single wrong symbol changes the
    sum. Neighbouring weights differ by 1 or 2, so that swapping two unequal neighbours changes it too.
    """
    pairs = zip(_WEIGHTS, reversed(symbols), strict=False)
    return sum(weight * ALPHABET.index(symbol) for weight, symbol in pairs) % len(ALPHABET)


def _secret_is_too_long(text: str) -> bool:
    """Whether it is written as four symbols, a dash, and five, as a short code with a symbol too many is.

    The check symbol lets one such in 25 pass for a long code, and then the server would read the first symbol of the
    secret as the last one of the room's name.
    """
    return [len(group) for group in _IGNORED.split(text) if group] == [SHORT_NAME, SECRET_SYMBOLS + 2]


def _check_symbol(symbols: str) -> str:
    """The symbol that makes the weighted sum 0; its own weight is 1."""
    return ALPHABET[-_weighted_sum([*symbols, ALPHABET[0]]) % len(ALPHABET)]


def _why_not_a_symbol(symbol: str) -> str:
    if symbol in _LOOK_ALIKES:
        return f"Room codes have no {symbol}: look whether it is {_LOOK_ALIKES[symbol]}."
    return "Room codes are made of letters and digits, for example K7QX-M4TC: type the code alone."
