"""Session descriptions (SDP, RFC 8866) as peers of Peerdeck exchange them: one data channel and nothing else.

A description comes from another machine, so it is never handed on as it came. It is read line by line, only what
a data channel needs is understood, and `Description.to_sdp` writes a new one from that: what this module does not
name never reaches the WebRTC library.

Browsers hide their addresses behind names such as `5f0a….local`. Looking one up takes up to a second and blocks
the library meanwhile; and a description that says it is complete makes the library give up when no name resolves,
although the browser would be found by its own first packet. So these candidates are kept apart
(`Description.late_candidates`), to be added in the background, and `a=end-of-candidates` is left out.

Pure: no asyncio, no WebRTC library.
"""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass
from typing import Literal

from p2p.link import MAX_TEXT_BYTES, LinkError, size_in_bytes

MAX_SDP_BYTES = 32 * 1024
"""Longest description that is read; real ones have 500 to 4,000 bytes."""
MAX_CANDIDATES = 64
"""Most addresses that a description may name: each costs packets to an address that a stranger chose."""

DEFAULT_SCTP_PORT = 5000  # RFC 8841 section 5.2
DEFAULT_MAX_MESSAGE_SIZE = 65536  # RFC 8841 section 6.1

# RFC 8839 section 5: ice-char, and the lengths of the credentials.
_UFRAG = re.compile(r"[A-Za-z0-9+/]{4,256}")
_PASSWORD = re.compile(r"[A-Za-z0-9+/]{22,256}")
_FOUNDATION = re.compile(r"[A-Za-z0-9+/]{1,32}")
_MID = re.compile(r"[A-Za-z0-9_.-]{1,32}")
_NUMBER = re.compile(r"[0-9]{1,10}")
_FINGERPRINT = re.compile(r"(?:[0-9A-F]{2}:){31}[0-9A-F]{2}")
# draft-ietf-mmusic-mdns-ice-candidates section 3.1.1
_LOCAL_NAME = re.compile(r"[A-Za-z0-9-]{1,63}\.local")
_MEDIA = re.compile(r"application ([0-9]{1,5}) UDP/DTLS/SCTP webrtc-datachannel")

# RFC 8842 section 5: who opens the encrypted connection; an answer must have decided.
_SETUPS = {"offer": frozenset({"actpass", "active", "passive"}), "answer": frozenset({"active", "passive"})}


class DescriptionError(LinkError):
    """A description cannot be used; `str()` is one sentence that says why."""


@dataclass(frozen=True)
class Description:
    """What a description says about its data channel."""

    mid: str
    """Name of the media section, which the answer must repeat."""
    ice_ufrag: str
    ice_password: str
    fingerprint: bytes
    """SHA-256 of the peer's certificate, 32 bytes."""
    setup: str
    """`actpass`, `active` or `passive`."""
    sctp_port: int
    max_message_size: int
    """Longest message that the peer takes, in bytes; 0 means any length."""
    candidates: tuple[str, ...]
    """Candidates with an IP address, each the value of an `a=candidate:` line."""
    late_candidates: tuple[str, ...]
    """Candidates with a `.local` name, in the same form."""

    def to_sdp(self) -> str:
        """Text for the WebRTC library: without late candidates, and without an end of candidates."""
        colons = ":".join(f"{byte:02X}" for byte in self.fingerprint)
        lines = [
            "v=0",
            "o=- 0 0 IN IP4 0.0.0.0",
            "s=-",
            "t=0 0",
            f"a=group:BUNDLE {self.mid}",
            "m=application 9 UDP/DTLS/SCTP webrtc-datachannel",
            "c=IN IP4 0.0.0.0",
            f"a=mid:{self.mid}",
            f"a=sctp-port:{self.sctp_port}",
            f"a=max-message-size:{self.max_message_size}",
            *(f"a=candidate:{candidate}" for candidate in self.candidates),
            f"a=ice-ufrag:{self.ice_ufrag}",
            f"a=ice-pwd:{self.ice_password}",
            f"a=fingerprint:sha-256 {colons}",
            f"a=setup:{self.setup}",
        ]
        return "".join(f"{line}\r\n" for line in lines)


def read_description(text: str, kind: Literal["offer", "answer"]) -> Description:
    """Read the description of a peer, which may be anything.

    Args:
        text: the SDP, at most `MAX_SDP_BYTES` bytes of UTF-8.
        kind: what it is meant to be.

    Raises:
        DescriptionError: it is too long, not a description, about something else than one data channel, or lacks
            what a connection needs. Candidates of kinds that cannot be used are passed over, as RFC 8839
            section 5.1 asks.
    """
    attributes = _read_attributes(text, kind)
    setup = _only(attributes, "setup", kind)
    if setup not in _SETUPS[kind]:
        raise DescriptionError(f"The {kind} does not say which side opens the encrypted connection.")
    candidates, late_candidates = _read_candidates(attributes.get("candidate", []), kind)
    return Description(
        mid=_matching(_MID, attributes, "mid", kind),
        ice_ufrag=_matching(_UFRAG, attributes, "ice-ufrag", kind),
        ice_password=_matching(_PASSWORD, attributes, "ice-pwd", kind),
        fingerprint=_read_fingerprint(attributes.get("fingerprint", []), kind),
        setup=setup,
        sctp_port=_read_port(attributes, kind),
        max_message_size=_read_max_message_size(attributes, kind),
        candidates=candidates,
        late_candidates=late_candidates,
    )


def _read_attributes(text: str, kind: str) -> dict[str, list[str]]:
    """Values of all `a=` lines by name, those of the whole session and of its one media section together."""
    size = size_in_bytes(text)
    if size is None or size > MAX_SDP_BYTES:
        raise DescriptionError(f"The {kind} is too long: at most {MAX_SDP_BYTES:,} bytes are read.")
    lines = [line.rstrip("\r") for line in text.split("\n")]
    if lines[0] != "v=0":
        raise DescriptionError(f"The {kind} is not a session description.")
    media = [line.removeprefix("m=") for line in lines if line.startswith("m=")]
    if len(media) != 1 or (match := _MEDIA.fullmatch(media[0])) is None:
        raise DescriptionError(f"The {kind} must be about one data channel and nothing else.")
    if int(match[1]) == 0:
        raise DescriptionError(f"The {kind} refuses the data channel.")
    attributes: dict[str, list[str]] = {}
    for line in lines:
        if line.startswith("a="):
            name, _, value = line[2:].partition(":")
            attributes.setdefault(name, []).append(value.strip(" "))
    return attributes


def _only(attributes: dict[str, list[str]], name: str, kind: str) -> str:
    """The value of an attribute that must be there and must not be said in two ways."""
    values = set(attributes.get(name, []))
    if len(values) != 1:
        raise DescriptionError(f"The {kind} must have exactly one {name!r}.")
    return values.pop()


def _matching(pattern: re.Pattern[str], attributes: dict[str, list[str]], name: str, kind: str) -> str:
    value = _only(attributes, name, kind)
    if pattern.fullmatch(value) is None:
        raise DescriptionError(f"The {kind} has an unreadable {name!r}.")
    return value


def _read_fingerprint(values: list[str], kind: str) -> bytes:
    """SHA-256 of the one certificate (RFC 8122); other hash functions are passed over."""
    parts = [value.upper().split(" ") for value in values]
    hashes = {words[1] for words in parts if len(words) == 2 and words[0] == "SHA-256"}
    if len(hashes) != 1 or _FINGERPRINT.fullmatch(hexadecimal := hashes.pop()) is None:
        raise DescriptionError(f"The {kind} must name one certificate by its SHA-256 fingerprint.")
    return bytes.fromhex(hexadecimal.replace(":", ""))


def _read_port(attributes: dict[str, list[str]], kind: str) -> int:
    if "sctp-port" not in attributes:
        return DEFAULT_SCTP_PORT
    port = int(_matching(_NUMBER, attributes, "sctp-port", kind))
    if not 0 < port < 65536:
        raise DescriptionError(f"The {kind} has an unreadable 'sctp-port'.")
    return port


def _read_max_message_size(attributes: dict[str, list[str]], kind: str) -> int:
    if "max-message-size" not in attributes:
        return DEFAULT_MAX_MESSAGE_SIZE
    size = int(_matching(_NUMBER, attributes, "max-message-size", kind))
    if 0 < size < MAX_TEXT_BYTES:
        raise DescriptionError(f"The {kind} takes only messages of up to {size} bytes: {MAX_TEXT_BYTES:,} are needed.")
    return size


def _read_candidates(values: list[str], kind: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The usable candidates with an address, and those with a `.local` name (RFC 8839 section 5.1)."""
    if len(values) > MAX_CANDIDATES:
        raise DescriptionError(f"The {kind} names too many addresses: at most {MAX_CANDIDATES} are tried.")
    with_address: list[str] = []
    with_name: list[str] = []
    for value in values:
        # What follows the type (related address, generation, cost) tells about the peer's network and is not used.
        words = value.split(" ")[:8]
        if not _is_usable(words):
            continue
        (with_name if _LOCAL_NAME.fullmatch(words[4]) else with_address).append(" ".join(words))
    return tuple(with_address), tuple(with_name)


def _is_usable(words: list[str]) -> bool:
    """Whether `foundation component protocol priority address port "typ" type` is a UDP address to try."""
    if len(words) != 8:
        return False
    foundation, component, protocol, priority, address, port, typ, candidate_type = words
    return (
        _FOUNDATION.fullmatch(foundation) is not None
        and component == "1"
        and protocol.lower() == "udp"
        and _NUMBER.fullmatch(priority) is not None
        and (_LOCAL_NAME.fullmatch(address) is not None or _is_unicast(address))
        and _NUMBER.fullmatch(port) is not None
        and 0 < int(port) < 65536
        and typ == "typ"
        and candidate_type in {"host", "srflx", "relay"}
    )


def _is_unicast(address: str) -> bool:
    """Whether `address` is an IP address of one machine, without the name of an interface."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return False
    return "%" not in address and not (parsed.is_multicast or parsed.is_unspecified)
