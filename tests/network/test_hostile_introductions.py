"""What a server can do to an introduction as a whole: withhold texts, hang up, tell of guests twice, send crowds.

Real sockets and the real shells on both sides; nothing is left afterwards (the fixture `complaints`).
"""

from __future__ import annotations

import asyncio
import os
import time
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING

import pytest

from p2p.handshake import MAX_PENDING, Code, Effect, GuestHandshake, Joined, Kind, Role, Secret, Send, door
from p2p.join import Join, JoinedLink, JoinFailed
from p2p.rendezvous import GuestRendezvous
from signaling.messages import Guest, IceServer, Left
from tests.network.hostile_server import ROOM, Introduction, Tactic
from tests.network.scene import Scene, behind, words
from tests.p2p.handshake.hostile import Routes
from tests.p2p.handshake.world import Delivery, Device, Relay
from tests.p2p.listener import Listener

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.usefixtures("complaints")

HELLO = '{"t":"hello","v":1,"name":"Cleo","lang":"en","view":"record"}'


# --- withheld, and cut off


def withholding(kind: str) -> Tactic:
    """A server that loses one message."""
    return lambda _: Routes(kind, lambda *_: [])


async def timed_failure(scene: Scene, secret: Secret) -> tuple[str, float]:
    """Why a guest failed, and after how many seconds."""
    start = time.monotonic()
    with pytest.raises(JoinFailed) as failure:
        await scene.join(secret)
    assert str(failure.value) == words(Code(failure.value.code), secret.kind, for_host=False)
    return failure.value.code, time.monotonic() - start


@pytest.mark.timeout(60)
async def test_a_withheld_message_ends_the_join_at_its_deadline(tmp_path: Path) -> None:
    """At both ends, each with the sentence of what it missed or of what the other end missed; all four side by side."""
    expected = {
        "knock": ({Code.NO_SHARE, Code.NO_KNOCK}, 10, 0),
        "share": ({Code.NO_SHARE}, 10, 0),
        "proof": ({Code.NO_PROOF, Code.NO_ACCEPT}, 20, 1),
        "accept": ({Code.NO_CHANNEL}, 15, 1),
    }

    async def withheld(kind: str) -> None:
        codes, seconds, guesses = expected[kind]
        async with behind(tmp_path / kind, withholding(kind)) as scene:
            secret = scene.secret()
            code, took = await timed_failure(scene, secret)
            assert code in codes
            assert seconds - 0.5 < took < seconds + 3
            async with asyncio.timeout(3):
                while not scene.notices:  # noqa: ASYNC110 - nobody tells when somebody is told
                    await asyncio.sleep(0.02)
            assert scene.notices[0] in {words(each, Kind.CODE, for_host=True) for each in codes}
            assert (secret.wrong_guesses, scene.wrong_guesses) == (guesses, 0)
            assert not scene.table.host._links

    await asyncio.gather(*map(withheld, expected))


class HangsUp(Relay):
    """Cuts off both ends instead of passing on a message of one kind."""

    def __init__(self, introduction: Introduction, kind: str) -> None:
        super().__init__()
        self._introduction = introduction
        self._kind = kind

    def received(self, sender: Role, text: str) -> list[Delivery]:
        """What is delivered when `sender` sends a text."""
        if f'"t":"{self._kind}"' not in text:
            return [(sender.other, text)]
        self._introduction.hang_up()
        return []


@pytest.mark.parametrize(("kind", "guesses"), [("knock", 0), ("share", 0), ("proof", 1)])
async def test_a_server_that_hangs_up_ends_the_join_at_once(tmp_path: Path, kind: str, guesses: int) -> None:
    """Both are told that the introduction broke off; the host opens its room again, and the next guest comes in."""
    async with behind(tmp_path, lambda introduction: HangsUp(introduction, kind)) as scene:
        await scene.fails(scene.secret(), Code.INTRODUCTION_LOST, Code.INTRODUCTION_LOST, (guesses, 0))
        await scene.host_says("The room is open at the server again.")
        scene.server.tactic = lambda _: Relay()
        (await scene.join(scene.secret())).close()


async def test_a_table_goes_on_whatever_the_server_says_afterwards(tmp_path: Path) -> None:
    """Who has joined does not need the server any more, and cannot be harmed by it."""
    async with behind(tmp_path) as scene:
        link = await scene.join(scene.secret())
        introduction = scene.server.latest
        for text in [*introduction.relay.seen, "garbage", '{"t":"refused","code":"wrong-secret"}']:
            introduction.deliver(Role.HOST, text)
        introduction.tell(Role.HOST, Left(introduction.peer))
        introduction.hang_up()
        await scene.host_says("The room is open at the server again.")
        guest = Listener().start(link)
        link.send(HELLO)
        assert '"welcome"' in (await guest.hears(1))[0]
        assert scene.wrong_guesses == 0
        link.close()


# --- told twice


class TellsTwice(Relay):
    """Tells the host once more of the same guest, when a message of one kind is under way.

    Args:
        leaves: whether it says that the guest had left meanwhile.
    """

    def __init__(self, introduction: Introduction, kind: str, *, leaves: bool) -> None:
        super().__init__()
        self._introduction = introduction
        self._kind = kind
        self._leaves = leaves

    def received(self, sender: Role, text: str) -> list[Delivery]:
        """What is delivered when `sender` sends a text."""
        if f'"t":"{self._kind}"' in text:
            if self._leaves:
                self._introduction.tell(Role.HOST, Left(self._introduction.peer))
            self._introduction.tell(Role.HOST, Guest(self._introduction.peer))
        return [(sender.other, text)]


@pytest.mark.parametrize(("kind", "leaves"), [("knock", False), ("proof", False), ("accept", True)])
async def test_a_guest_told_of_twice_joins_once(tmp_path: Path, kind: str, leaves: bool) -> None:  # noqa: FBT001
    """There is one join of it, one link and nothing that waits for ever."""
    async with behind(tmp_path, lambda introduction: TellsTwice(introduction, kind, leaves=leaves)) as scene:
        link = await scene.join(scene.secret())
        await asyncio.sleep(0.05)
        assert len(scene.table.host._links) == 1
        assert scene.table.doorkeeper._tasks == set()
        assert scene.notices == []
        link.close()


async def test_a_guest_told_of_twice_fails_once(tmp_path: Path) -> None:
    """And its wrong guess counts once."""
    async with behind(tmp_path, lambda introduction: TellsTwice(introduction, "proof", leaves=False)) as scene:
        await scene.fails(scene.wrong_code(), Code.WRONG_SECRET, Code.WRONG_SECRET, (1, 1))
        await asyncio.sleep(0.05)
        assert scene.table.doorkeeper._tasks == set()


# --- crowds at the door


class Knocker:
    """A guest without a device: speaks the sealed join by hand, up to a proof that cannot verify."""

    def __init__(self, rendezvous: GuestRendezvous, secret: Secret) -> None:
        self._rendezvous = rendezvous
        self._handshake = GuestHandshake(room=ROOM, peer=rendezvous.peer, secret=secret, entropy=os.urandom)

    async def knock(self) -> None:
        """Knock and hear the host's share."""
        now = asyncio.get_running_loop().time()
        self._send(self._handshake.start(now))
        self._send(self._handshake.offer_made(Device("knocker").description("actpass"), now))
        self._share = await self._rendezvous.receive()
        assert '"t":"share"' in self._share

    async def prove(self) -> str:
        """Show the proof; the answer to it."""
        self._send(self._handshake.text_received(self._share, asyncio.get_running_loop().time()))
        return await self._rendezvous.receive()

    def _send(self, effects: list[Effect]) -> None:
        for effect in effects:
            if isinstance(effect, Send):
                self._rendezvous.send(effect.text)


async def test_the_host_opens_no_socket_for_who_has_not_proved_anything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Eight guests knock, a ninth is sent away; five of them guess, the others find the code frozen: no UDP socket."""
    monkeypatch.setattr(door, "PATIENCE", 60.0)
    async with behind(tmp_path) as scene, AsyncExitStack() as stack:
        knockers = []
        for _ in range(MAX_PENDING):
            rendezvous = await stack.enter_async_context(GuestRendezvous(scene.server.url, ROOM))
            knockers.append(Knocker(rendezvous, scene.wrong_code()))
            await knockers[-1].knock()
        assert udp_sockets() == 0
        await scene.fails(scene.secret(), Code.TOO_MANY, Code.TOO_MANY)
        answers = [await knocker.prove() for knocker in knockers]
        assert udp_sockets() == 0
    assert [answer.count("wrong-secret") for answer in answers] == [1, 1, 1, 1, 1, 0, 0, 0]
    assert [answer.count("code-frozen") for answer in answers] == [0, 0, 0, 0, 0, 1, 1, 1]


async def test_strangers_who_knock_and_wait_keep_nobody_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither who comes with the link nor who comes back: the strangers make room, one after the other."""
    monkeypatch.setattr(door, "PATIENCE", 0.0)
    async with behind(tmp_path) as scene, AsyncExitStack() as stack:
        for _ in range(MAX_PENDING):
            rendezvous = await stack.enter_async_context(GuestRendezvous(scene.server.url, ROOM))
            await Knocker(rendezvous, scene.wrong_code()).knock()
        for kind in (Kind.LINK, Kind.SEAT):
            (await scene.join(scene.secret(kind))).close()
        await scene.host_says(words(Code.TOO_MANY, Kind.CODE, for_host=True))


def udp_sockets() -> int:
    """How many there are in this network."""
    with open("/proc/thread-self/net/udp") as table:  # noqa: PTH123 - not a file on a disk
        return len(table.readlines()) - 1


# --- bad advice


@pytest.mark.parametrize("url", ["stun:10.77.0.1:99999", "turn:nowhere:0", "stun:", "http://10.77.0.1/"])
async def test_a_stun_server_that_cannot_be_asked_ends_the_join_with_a_sentence(tmp_path: Path, url: str) -> None:
    """The server names STUN and TURN servers; nonsense harms nothing but the joins through it."""
    async with behind(tmp_path, ice_servers=[IceServer((url,), "user", "password")]) as scene:
        await scene.fails(scene.secret(), Code.CONNECTION_FAILED, Code.CONNECTION_FAILED)


# --- given up


async def test_a_guest_who_gives_up_at_any_moment_leaves_nothing(tmp_path: Path) -> None:
    """From the first knock to the open channel; a task that went on would send its proof after that."""
    steps = 1
    while steps:
        # A new table after a few: a host that has answered waits 15 s for the channel.
        async with behind(tmp_path) as scene:
            for _ in range(MAX_PENDING):
                joining = asyncio.create_task(scene.join(scene.secret(Kind.LINK)))
                for _ in range(steps):
                    await asyncio.sleep(0)
                if joining.done():
                    joining.result().close()
                    steps = 0
                    break
                joining.cancel()
                await asyncio.wait({joining})
                steps += 1 + steps // 4


class GivesUpTooLate(Join):
    """A join that is cancelled when it has just succeeded: before or after its caller learns of that."""

    before = True

    async def run(self, first: list[Effect]) -> tuple[JoinedLink, Joined]:
        """Join, and be cancelled."""
        running = asyncio.current_task()
        assert running
        if self.before:
            self._outcome.add_done_callback(lambda _: running.cancel())
        result = await super().run(first)
        running.cancel()
        return result


@pytest.mark.parametrize("before", [True, False])
async def test_a_link_that_comes_too_late_is_closed(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    before: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    """Nobody would ever close it else."""
    monkeypatch.setattr(GivesUpTooLate, "before", before)
    monkeypatch.setattr("p2p.guest.Join", GivesUpTooLate)
    async with behind(tmp_path) as scene:
        with pytest.raises(asyncio.CancelledError):
            await asyncio.create_task(scene.join(scene.secret()))
        async with asyncio.timeout(3):
            while scene.table.host._links:  # noqa: ASYNC110 - nobody tells when a link is gone
                await asyncio.sleep(0.01)
