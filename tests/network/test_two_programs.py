"""Two friends on two machines: the real programs, over real WebRTC, from the room code to the final score."""

from __future__ import annotations

import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest

from engine.record import read
from signaling.codes import ALPHABET
from tests.network.programs import PEERDECK, Program

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.network.netlab import Namespace, Netlab


def host(netlab: Netlab, tmp_path: Path, *words: str) -> tuple[Program, dict[str, Any]]:
    """A host on machine `a`, once its room is open."""
    program = Program(netlab.a, tmp_path / "host", "host", *(words or ("dice-capture",)), "--json", "--name", "Ann")
    return program, program.event("room")


def join(place: Namespace, tmp_path: Path, invitation: str, *words: str) -> Program:
    """A guest who joins with a code or a link."""
    return Program(place, tmp_path / "guest", "join", invitation, "--json", "--name", "Bob", *words)


@contextmanager
def serving(netlab: Netlab) -> Iterator[str]:
    """A stand-alone server on machine `a`."""
    server = netlab.a.popen([*PEERDECK, "serve", "--host", netlab.a.address, "--port", "9001"], stdout=-1, text=True)
    assert server.stdout is not None
    try:
        yield server.stdout.readline().split()[-1]
    finally:
        server.terminate()
        server.wait()


def last_record(tmp_path: Path) -> Path:
    """The record that the host wrote last."""
    return max((tmp_path / "host" / "history").glob("*.record"))


@pytest.mark.parametrize("way", ["code", "link"])
def test_a_match_ends_with_the_same_score_for_both_and_in_the_journal(netlab: Netlab, tmp_path: Path, way: str) -> None:
    """Bots play both seats over WebRTC; both programs and the record agree on the result, and both end well."""
    ann, room = host(netlab, tmp_path, "dice-capture", "--auto", "random", "--seed", "1")
    words = ("--server", room["server"]) if way == "code" else ()
    bob = join(netlab.b, tmp_path, room[way], "--auto", "random", "--seed", "2", *words)
    assert {ann.event("joined")["name"], ann.event("joined")["name"]} == {"Ann", "Bob"}
    results = [
        {key: event[key] for key in ("totals", "winners", "ending")} for event in (ann.event("over"), bob.event("over"))
    ]
    assert (ann.exit_status(), bob.exit_status()) == (0, 0)
    match = read(last_record(tmp_path).read_bytes()).finish()
    assert results == [{"totals": list(match.totals), "winners": list(match.winners), "ending": match.ending}] * 2
    assert ann.said == bob.said == []


def test_a_stand_alone_server_introduces_as_well(netlab: Netlab, tmp_path: Path) -> None:
    """`peerdeck serve` knows nothing of the game and is enough to find each other."""
    with serving(netlab) as address:
        ann, room = host(netlab, tmp_path, "dice-capture", "--auto", "random", "--server", address)
        assert room["server"] == address
        bob = join(netlab.b, tmp_path, room["link"], "--auto", "random")
        assert ann.event("over")["totals"] == bob.event("over")["totals"]
        assert (ann.exit_status(), bob.exit_status()) == (0, 0)


def test_people_are_told_why_an_action_is_refused(netlab: Netlab, tmp_path: Path) -> None:
    """An illegal and an unreadable action are answered with a reason; the prompt stands."""
    ann, room = host(netlab, tmp_path)
    bob = join(netlab.b, tmp_path, room["link"])
    prompt = ann.event("prompt")
    ann.act("roll 1")
    assert ann.event("refused")["text"] == "There is no pile 1 on the table."
    ann.act("dance")
    assert "no action" in ann.event("refused")["text"]
    bob.act("play 2S new")
    assert bob.event("refused")["code"] == "not-your-turn"
    ann.act(prompt["legal"][0])
    assert bob.event("prompt")["seat"] == 1


def test_two_friends_at_one_machine_have_a_seat_each(netlab: Netlab, tmp_path: Path) -> None:
    """Both programs keep their seats in the same folder, and neither takes the other's."""
    ann, room = host(netlab, tmp_path, "rummy", "--seats", "3")
    guests = [join(netlab.b, tmp_path, room["link"]) for _ in range(2)]
    assert ann.event("started")["game"] == "rummy"
    assert all(guest.event("started") for guest in guests)
    own = [event["seat"] for guest in guests for event in guest.seen if event["event"] == "joined" and event["you"]]
    assert sorted(own) == [1, 2]


def mistyped(code: str) -> str:
    """The code with one symbol exchanged for another."""
    return code[:5] + next(symbol for symbol in ALPHABET if symbol != code[5]) + code[6:]


def test_each_way_of_not_getting_in_has_its_own_sentence(netlab: Netlab, tmp_path: Path) -> None:
    """A mistyped code, no such room, a full table, a host that is away and no server: five sentences, all soon."""
    ann, room = host(netlab, tmp_path, "dice-capture")
    bob = join(netlab.b, tmp_path, room["link"])
    ann.event("started")
    attempts = {
        "mistyped": (mistyped(room["code"]), room["server"]),
        "no room": ("K7QX-M4TC", room["server"]),
        "full": (room["code"], room["server"]),
        "no server": (room["code"], f"http://{netlab.a.address}:9"),
    }
    sentences = {}
    for name, (code, server) in attempts.items():
        sentences[name] = Program(netlab.b, tmp_path / name, "join", code, "--server", server, "--json").refusal()
    assert bob.process.poll() is None
    assert "mistyped" in sentences["mistyped"]
    assert "no such room" in sentences["no room"]
    assert "full" in sentences["full"]
    assert "not reachable" in sentences["no server"]
    assert len(set(sentences.values())) == len(attempts)


def test_a_guest_is_told_that_the_host_is_away(netlab: Netlab, tmp_path: Path) -> None:
    """The room outlives the host's program at a stand-alone server."""
    with serving(netlab) as address:
        ann, room = host(netlab, tmp_path, "dice-capture", "--server", address)
        ann.kill()
        assert "not connected" in join(netlab.b, tmp_path, room["link"]).refusal()


def test_a_killed_guest_is_gone_within_12_seconds_and_comes_back_to_the_same_cards(
    netlab: Netlab, tmp_path: Path
) -> None:
    """The host notices the silence; the same person is back in the same seat by the kept token."""
    ann, room = host(netlab, tmp_path)
    bob = join(netlab.b, tmp_path, room["code"], "--server", room["server"])
    ann.act(ann.event("prompt")["legal"][0])
    before = bob.event("prompt")
    bob.kill()
    killed = time.monotonic()
    assert ann.event("gone", within=12)["name"] == "Bob"
    assert time.monotonic() - killed < 12
    again = join(netlab.b, tmp_path, room["code"], "--server", room["server"])
    assert ann.event("back")["seat"] == 1
    assert again.event("prompt") == before


def test_a_killed_host_resumes_the_same_room_and_the_guest_returns_by_itself(netlab: Netlab, tmp_path: Path) -> None:
    """The guest says that the host is gone; after --resume the match goes on from the last acknowledged input."""
    ann, room = host(netlab, tmp_path, "dice-capture", "--port", "9002")
    bob = join(netlab.b, tmp_path, room["link"])
    ann.act(ann.event("prompt")["legal"][0])
    before = bob.event("prompt")
    ann.kill()
    killed = time.monotonic()
    assert bob.event("gone", within=12)["host"] is True
    assert time.monotonic() - killed < 12
    ann, same_room = host(netlab, tmp_path, "--resume", "--auto", "random")
    assert same_room == room
    assert bob.event("back", within=30)["host"] is True
    prompt = bob.event("prompt")
    assert prompt == before
    while prompt["event"] == "prompt":
        bob.act(prompt["legal"][0])
        prompt = bob.event("prompt", "over")
    assert ann.event("over")["totals"] == prompt["totals"]
    assert (ann.exit_status(), bob.exit_status()) == (0, 0)
