"""Wrong codes at real programs: the host is told, the code freezes for good, links and kept seats go on working."""

from __future__ import annotations

import asyncio
import json
import sys
import time
from typing import TYPE_CHECKING

import pytest

from p2p.cli import main
from p2p.guest import Table, join
from p2p.handshake import Code, Kind, Role, Secret
from p2p.join import CLOSE_WITHIN, JoinFailed
from p2p.webrtc import settled
from signaling.codes import ALPHABET, InviteLink, RoomCode, parse_code, parse_link
from tests.network.hostile_server import Introduction, Middleman, honestly
from tests.network.programs import PEERDECK, Program
from tests.network.scene import Scene, behind, words
from tests.p2p.handshake.world import Relay
from tests.p2p.listener import Listener

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.network.netlab import Netlab

HELLO = '{"t":"hello","v":1,"name":"Cleo","lang":"en","view":"record"}'


def wrong(code: RoomCode) -> RoomCode:
    """A code for the same room, whole and wrong."""
    return RoomCode(code.room, ALPHABET[ALPHABET.index(code.secret[0]) - 1] + code.secret[1:])


def table_of(server: str, invitation: RoomCode | InviteLink) -> Table:
    """The table as a guest's program knows it."""
    if isinstance(invitation, InviteLink):
        return Table(invitation.server, invitation.room, Secret.of_link(invitation.secret))
    return Table(server, invitation.room, Secret.of_code(invitation.secret))


def visit(netlab: Netlab, server: str, invitations: list[RoomCode | InviteLink]) -> list[str]:
    """Join from machine `b`, one after the other: the first message of the host, or why there is none."""

    async def visit_once(invitation: RoomCode | InviteLink) -> str:
        try:
            link = await join(table_of(server, invitation), None)
        except JoinFailed as failure:
            return failure.code
        guest = Listener().start(link)
        link.send(HELLO)
        welcome = (await guest.hears(1))[0]
        link.close()
        return welcome

    async def visit_all() -> list[str]:
        said = [await visit_once(invitation) for invitation in invitations]
        await settled(CLOSE_WITHIN)
        return said

    with netlab.b.entered():
        return asyncio.run(visit_all())


def own_seat(program: Program) -> int:
    """Where a program sits, when it has just sat down."""
    while not (joined := program.event("joined"))["you"]:
        pass
    seat: int = joined["seat"]
    return seat


def eventually(is_so: Callable[[], bool], within: float = 5.0) -> bool:
    """Whether it becomes so in time."""
    deadline = time.monotonic() + within
    while not is_so() and time.monotonic() < deadline:
        time.sleep(0.02)
    return is_so()


FROZEN = (
    "The room code is frozen after 5 wrong tries: make a new one if you still wait for somebody."
    " The invite link and the seats keep working."
)


def test_five_wrong_codes_freeze_the_code_and_nothing_else(netlab: Netlab, tmp_path: Path) -> None:
    """The host reads each of them; the freeze outlives the host's program, and so do link and kept seat."""
    ann = Program(netlab.a, tmp_path / "ann", *("host", "rummy", "--seats", "3", "--port", "9003", "--json"))
    room = ann.event("room")
    code, link = parse_code(room["code"]), parse_link(room["link"])
    bobs = ("join", room["code"], "--server", room["server"], "--json", "--name", "Bob")
    bob = Program(netlab.b, tmp_path / "bob", *bobs)
    assert own_seat(bob) == 1

    assert visit(netlab, room["server"], [wrong(code)] * 5) == [Code.WRONG_SECRET] * 5
    assert eventually(lambda: ann.said.count("Somebody tried to join with a wrong code.") == 5)
    assert ann.said.count(FROZEN) == 1
    counted = [f"Wrong tries with the code so far: {count}." for count in range(1, 5)]
    assert [line for line in ann.said if "Wrong tries" in line] == counted
    assert visit(netlab, room["server"], [code]) == [Code.CODE_FROZEN]

    bob.kill()
    ann.kill()
    ann = Program(netlab.a, tmp_path / "ann", "host", "--resume", "--json")
    assert ann.event("room") == room
    assert eventually(lambda: FROZEN in ann.said)
    assert visit(netlab, room["server"], [code])[0] == Code.CODE_FROZEN
    assert '"welcome"' in visit(netlab, room["server"], [link])[0]
    assert own_seat(Program(netlab.b, tmp_path / "bob", *bobs)) == 1


def test_a_host_makes_a_new_code_in_the_terminal(netlab: Netlab, tmp_path: Path) -> None:
    """Typing new-code: the old code opens nothing, the new one does."""
    command = [*PEERDECK, "host", "rummy", "--seats", "3", "--port", "9004", "--state", str(tmp_path), "--terminal"]
    host = netlab.a.popen(command, stdin=-1, stdout=-1, stderr=-1, text=True)
    assert host.stdin
    assert host.stdout

    def shown() -> RoomCode:
        assert host.stdout
        while line := host.stdout.readline():
            if line.startswith("Room code: "):
                return parse_code(line.removeprefix("Room code: "))
        raise AssertionError(host.stderr and host.stderr.read())

    old = shown()
    host.stdin.write("new-code\n")
    host.stdin.flush()
    new = shown()
    assert (new.room, new.secret == old.secret) == (old.room, False)
    said = visit(netlab, f"http://{netlab.a.address}:9004", [old, new])
    assert said[0] == Code.WRONG_SECRET
    assert '"welcome"' in said[1]


def in_vain(scene: Scene, state: Path) -> list[str]:
    """What a guest types who has the right code, where somebody sits in the middle."""
    words_typed = ["join", scene.table.invitation.code, "--server", scene.server.url]
    return [*words_typed, "--state", str(state), "--terminal"]


@pytest.mark.usefixtures("complaints")
async def test_a_program_knocks_once_and_says_why_it_failed(tmp_path: Path) -> None:
    """Even with the right code and a man in the middle, who would be glad of another guess."""

    def guesses(introduction: Introduction) -> Relay:
        return Middleman(introduction, scene.wrong_code(), None)

    async with behind(tmp_path / "host", guesses) as scene:
        guest = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "p2p"), *in_vain(scene, tmp_path), stderr=asyncio.subprocess.PIPE
        )
        _, said = await guest.communicate()
        assert guest.returncode == 1
        assert said.decode() == f"peerdeck: {words(Code.WRONG_SECRET, Kind.CODE, for_host=False)}\n"
        (introduction,) = scene.server.introductions
        assert [json.loads(text)["t"] for text in introduction.relay.seen] == ["knock", "proof"]


@pytest.mark.usefixtures("complaints")
async def test_after_five_runs_in_vain_the_program_knocks_no_more(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each run showed a proof to whoever answered; the sixth says nothing, and the host's link still lets in."""

    def guesses(introduction: Introduction) -> Relay:
        return Middleman(introduction, scene.wrong_code(), None)

    async with behind(tmp_path / "host", guesses) as scene:
        said = []
        for _ in range(6):
            assert await asyncio.to_thread(main, in_vain(scene, tmp_path)) == 1
            said.append(capsys.readouterr().err)
        sentences = [words(code, Kind.CODE, for_host=False) for code in (Code.WRONG_SECRET, Code.CODE_FROZEN)]
        assert said == [f"peerdeck: {sentence}\n" for sentence in (*[sentences[0]] * 5, sentences[1])]
        assert [introduction.sent[Role.GUEST] for introduction in scene.server.introductions] == [2] * 5 + [0]
        scene.server.tactic = honestly
        (await scene.join(scene.secret(Kind.LINK))).close()
