"""``peerdeck join`` with whatever somebody may type: nothing of a secret leaves the program.

A recording server listens; it may hear the names of rooms, whole and valid, and nothing else.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import threading
from typing import TYPE_CHECKING

import pytest

from p2p.cli import main
from signaling.codes import ALPHABET, ROOM_PATTERN, InviteLink, RoomCode, new_code, new_room_name
from tests.network.hostile_server import HostileServer

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


HEADERS = {
    *("Host", "Upgrade", "Connection", "User-Agent", "Accept", "Accept-Encoding"),
    *("Sec-WebSocket-Key", "Sec-WebSocket-Version", "Sec-WebSocket-Extensions"),
}
"""What every client says of itself."""


class Recorder:
    """`HostileServer`, without a host, in a thread of its own."""

    def __init__(self) -> None:
        self.server = HostileServer()
        self._loop = asyncio.new_event_loop()
        self._loop.run_until_complete(self.server.__aenter__())
        self._thread = threading.Thread(target=self._loop.run_forever)
        self._thread.start()

    def rooms(self) -> list[str]:
        """The names that were asked for since the last call, after a look at all that was sent."""
        for request in self.server.requests:
            assert request.startswith("GET /signal <")
            assert set(re.findall(r"'([\w-]+)': ", request)) <= HEADERS
        rooms = [json.loads(frame)["room"] for frame in self.server.frames]
        assert self.server.frames == [f'{{"type":"join","room":"{room}"}}' for room in rooms]
        assert len(self.server.requests) == len(rooms)
        assert all(re.match(ROOM_PATTERN, room) for room in rooms)
        self.server.requests.clear()
        self.server.frames.clear()
        return rooms

    def stop(self) -> None:
        """End the server and its thread."""
        asyncio.run_coroutine_threadsafe(self.server.__aexit__(None, None, None), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


@pytest.fixture
def recorder() -> Iterator[Recorder]:
    """A server that writes down what it hears."""
    recording = Recorder()
    try:
        yield recording
    finally:
        recording.stop()


@pytest.fixture
def codes() -> list[RoomCode]:
    """Two short codes and a long one."""
    choose = random.Random(4).randrange
    return [new_code(new_room_name(length, choose), choose) for length in (4, 4, 5)]


@pytest.fixture
def peerdeck_join(recorder: Recorder, tmp_path: Path) -> Join:
    """The command, called in this process."""
    return Join(recorder, tmp_path)


class Join:
    """``peerdeck join TEXT`` at the recording server."""

    def __init__(self, recorder: Recorder, state: Path) -> None:
        self._recorder = recorder
        self._words = ["--server", recorder.server.url, "--state", str(state), "--terminal"]

    def __call__(self, text: str) -> list[str]:
        """The rooms that the server was asked for; the exit status fits that."""
        status = main(["join", *self._words, "--", text])
        rooms = self._recorder.rooms()
        assert (status, len(rooms)) in {(2, 0), (1, 1)}
        return rooms


def symbols(code: RoomCode) -> str:
    """The code without its dash."""
    return code.text.replace("-", "")


def test_a_whole_code_asks_for_its_room_and_says_no_more(peerdeck_join: Join, codes: list[RoomCode]) -> None:
    """Whether it has its dash, no dash, blanks, small letters or look-alikes."""
    for code in codes:
        plain = symbols(code)
        alike = plain.lower().translate(str.maketrans("bsz", "852"))
        for text in (code.text, plain, " ".join(plain), f" {code.text.lower()}\n", alike, f"{plain[:2]}–{plain[2:]}"):
            assert peerdeck_join(text) == [code.room]


def test_a_part_of_a_code_is_not_sent(peerdeck_join: Join, codes: list[RoomCode]) -> None:
    """No prefix, no suffix and no code with a symbol left out asks for more than symbols of the room's name.

    Nearly all are refused; of a long code one part in 25 is by chance a whole short one.
    """
    for code in codes:
        for text in (code.text, symbols(code)):
            for end in range(len(text)):
                for part in (text[:end], text[end + 1 :], text[:end] + text[end + 1 :]):
                    if part.replace("-", "") != symbols(code):
                        rooms = peerdeck_join(part)
                        assert rooms == [] or (len(code.room) == 5 and set(rooms[0]) <= set(code.room))


def test_a_mistyped_code_is_not_sent(peerdeck_join: Join, codes: list[RoomCode]) -> None:
    """Neither with one wrong symbol, whichever, nor with two neighbours swapped."""
    for code in codes:
        plain = symbols(code)
        wrong = {
            plain[:place] + symbol + plain[place + 1 :] for place in range(len(plain)) for symbol in f"{ALPHABET}018AE"
        }
        swapped = {
            plain[:place] + plain[place + 1] + plain[place] + plain[place + 2 :] for place in range(len(plain) - 1)
        }
        for text in (wrong | swapped) - {plain}:
            assert text.translate(str.maketrans("8", "B")) == plain or peerdeck_join(text) == []


def test_a_symbol_too_many_goes_unnoticed_once_in_25_times(peerdeck_join: Join, codes: list[RoomCode]) -> None:
    """A check symbol cannot do more.

    What is asked for then is the room that a longer code would name: five symbols, the last of which may be the first
    of the secret.
    """
    for code in codes[:2]:
        plain = symbols(code)
        longer = {plain[:place] + symbol + plain[place:] for place in range(9) for symbol in ALPHABET}
        asked_for = {text: rooms[0] for text in sorted(longer) if (rooms := peerdeck_join(text))}
        assert all(room == text[:5] for text, room in asked_for.items())
        assert len(asked_for) <= len(longer) // 25 + 1


def test_a_symbol_too_many_behind_the_dash_is_not_sent(peerdeck_join: Join, codes: list[RoomCode]) -> None:
    """The dash shows where the secret begins: none of its symbols gets to the server as a part of a room's name."""
    for code in codes[:2]:
        room, secret = code.text.split("-")
        for place in range(5):
            for symbol in ALPHABET:
                assert peerdeck_join(f"{room}-{secret[:place]}{symbol}{secret[place:]}") == []


GARBAGE = [
    *("", " ", "-", "----", "K7QX", "K7QX-", "-M4TC", "K7QXM4T", "join K7QX-M4TC", "ÄÖÜß-M4TC", "K7QX\x00M4TC"),
    *("#", "://", "http://K7QX-M4TC", "K7QX-M4TC#", "K" * 5000, "🂡" * 8),
]


@pytest.mark.parametrize("text", GARBAGE)
def test_garbage_is_not_sent(peerdeck_join: Join, text: str) -> None:
    """It is refused with a sentence that does not repeat it."""
    assert peerdeck_join(text) == []


def test_no_part_of_an_invite_link_is_sent(
    peerdeck_join: Join, recorder: Recorder, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every prefix is refused, and the whole link asks for the room alone; no sentence shows the secret."""
    link = InviteLink(recorder.server.url, "K7QX", bytes(range(16))).url
    for end in range(len(link)):
        assert peerdeck_join(link[:end]) == []
    assert peerdeck_join(link) == ["K7QX"]
    assert link[-8:] not in "".join(capsys.readouterr())
