"""A real server that swaps, guesses, replays, reflects, cuts, relabels, drops, repeats or reorders gets nobody a seat.

The real table and the real guests, over real sockets and real WebRTC: after each attack both ends have been told why,
a wrong guess is counted at each end where somebody could have learned whether a guess was right, nothing is left open,
and no exception went unhandled. What every single message may suffer is tried without a network in
`tests/p2p/handshake/test_hostile_server.py`.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from p2p.codec import encode
from p2p.handshake import FREEZE_AFTER, Code, Kind, Role
from p2p.handshake.messages import to_base64
from p2p.host_session import Owner
from p2p.join import JoinFailed
from p2p.link import memory_pair
from p2p.messages import Manage
from p2p.webrtc import make_offer
from tests.network.attacks import (
    Crossing,
    Leaks,
    PutsInPlainText,
    ReplaysToTheGuest,
    SwapsFingerprints,
    SwapsInsideTheSeal,
    leaks,
    relabelled,
)
from tests.network.hostile_server import Introduction, Middleman, Tactic, honestly
from tests.network.scene import KEPT_SEAT, Scene, behind, words
from tests.p2p.handshake.hostile import (
    AcceptsBlindly,
    Changes,
    Replays,
    Routes,
    changed_seal,
    cut_seal,
    raw,
    without_seal,
)
from tests.p2p.handshake.world import Delivery, Relay
from tests.p2p.listener import Listener

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

__all__ = ["leaks"]

pytestmark = pytest.mark.usefixtures("complaints")

HELLO = '{"t":"hello","v":1,"name":"Cleo","lang":"en","view":"record"}'


async def old_join(scene: Scene) -> list[str]:
    """All that the server was told in an honest join."""
    link = await scene.join(scene.secret())
    link.close()
    return list(scene.server.latest.relay.seen)


def from_then_on(scene: Scene, tactic: Tactic) -> None:
    """The server becomes hostile."""
    scene.server.tactic = tactic


# --- the laboratory itself


@pytest.mark.parametrize("kind", list(Kind))
async def test_an_honest_server_lets_everybody_in(tmp_path: Path, kind: Kind) -> None:
    """So that what follows fails for the reason that it names. The host is told nothing, nothing is counted."""
    async with behind(tmp_path) as scene:
        link = await scene.join(scene.secret(kind))
        guest = Listener().start(link)
        link.send(HELLO)
        assert '"welcome"' in (await guest.hears(1))[0]
        assert (scene.notices, scene.wrong_guesses) == ([], 0)
        link.close()


async def test_who_knows_the_code_can_sit_in_the_middle_and_nobody_else(tmp_path: Path) -> None:
    """With the right code at both ends, two WebRTC connections carry all; so the failures below are the code's."""

    def knows(introduction: Introduction) -> Relay:
        return Middleman(introduction, scene.secret(), scene.secret())

    async with behind(tmp_path, knows) as scene:
        link = await scene.join(scene.secret())
        guest = Listener().start(link)
        link.send(HELLO)
        assert '"welcome"' in (await guest.hears(1))[0]
        middleman = scene.server.latest.relay
        assert isinstance(middleman, Middleman)
        assert middleman.reached == set(Role)
        assert HELLO in middleman.overheard
        link.close()


# --- (a) swapped fingerprints


async def test_there_is_no_fingerprint_to_swap(tmp_path: Path, leaks: Leaks) -> None:
    """A server that knows both and looks for them in every spelling finds none: the join is as if nobody had looked."""
    async with behind(tmp_path, lambda _: SwapsFingerprints(leaks)) as scene:
        link = await scene.join(scene.secret())
        assert len(leaks.descriptions) == 2
        relay = scene.server.latest.relay
        assert isinstance(relay, SwapsFingerprints)
        assert relay.swapped == 0
        link.close()


@pytest.mark.parametrize("kind", ["proof", "accept"])
async def test_a_fingerprint_swapped_inside_the_seal_is_noticed(tmp_path: Path, leaks: Leaks, kind: str) -> None:
    """Even by somebody who knows what is sealed; neither WebRTC library sees the description."""
    async with behind(tmp_path, lambda _: SwapsInsideTheSeal(kind, leaks)) as scene:
        await scene.fails(scene.secret(), Code.BAD_SEAL, Code.BAD_SEAL, (int(kind == "proof"), 0))


# --- (b) swapped descriptions


@pytest.mark.parametrize("kind", ["proof", "accept"])
async def test_a_seal_of_another_join_is_not_opened(tmp_path: Path, kind: str) -> None:
    """Of the same guest at the same table, a moment ago."""
    async with behind(tmp_path) as scene:
        (old,) = [raw_seal(text) for text in await old_join(scene) if f'"t":"{kind}"' in text]
        from_then_on(scene, lambda _: Changes(kind, relabelled(sealed=old)))
        await scene.fails(scene.secret(), Code.BAD_SEAL, Code.BAD_SEAL, (int(kind == "proof"), 0))


def raw_seal(text: str) -> str:
    """The seal in a message."""
    return text.partition('"sealed":"')[2].partition('"')[0]


@pytest.mark.parametrize("kind", ["proof", "accept"])
async def test_a_description_of_the_servers_own_connection_is_not_taken(tmp_path: Path, kind: str) -> None:
    """It waits with a real peer connection, to which nobody comes."""
    own = await make_offer(())
    async with behind(tmp_path, lambda _: PutsInPlainText(kind, own.sdp)) as scene:
        await scene.fails(scene.secret(), Code.BAD_SEAL, Code.BAD_SEAL, (int(kind == "proof"), 0))
        assert own._connection.ice.state == "new"
    await own.close()


async def test_two_guests_cannot_be_taken_for_each_other(tmp_path: Path) -> None:
    """Each proof is of one guest; two crossed ones are two wrong guesses."""
    async with behind(tmp_path, Crossing()) as scene:
        secrets = [scene.secret(), scene.secret()]
        failures = await asyncio.gather(*map(scene.join, secrets), return_exceptions=True)
        assert [failure.code for failure in failures if isinstance(failure, JoinFailed)] == [Code.WRONG_SECRET] * 2
        assert [secret.wrong_guesses for secret in secrets] == [1, 1]
        assert scene.wrong_guesses == 2


async def test_who_accepts_without_the_secret_is_not_the_host(tmp_path: Path) -> None:
    """The guest knows then that somebody is in the middle, and so does the host."""
    async with behind(tmp_path, lambda _: AcceptsBlindly()) as scene:
        await scene.fails(scene.secret(), Code.NOT_THE_HOST, Code.NOT_THE_HOST, (1, 0))


# --- (c) guessed codes


async def test_a_middleman_with_wrong_guesses_freezes_the_code_and_gets_nobody(tmp_path: Path) -> None:
    """Five are counted at both ends, and written down by the host, who is told; link and kept seat still let in."""

    def guesses(introduction: Introduction) -> Relay:
        return Middleman(introduction, scene.wrong_code(), scene.wrong_code())

    async with behind(tmp_path, guesses) as scene:
        secret = scene.secret()
        for count in range(1, FREEZE_AFTER + 1):
            await scene.fails(secret, Code.WRONG_SECRET, Code.WRONG_SECRET, (1, 1))
            middleman = scene.server.latest.relay
            assert isinstance(middleman, Middleman)
            assert middleman.reached == set()
            assert count == FREEZE_AFTER or f"Wrong tries with the code so far: {count}." in scene.notices
        assert sum("is frozen after 5 wrong tries: make a new one" in notice for notice in scene.notices) == 1
        await scene.fails(secret, Code.CODE_FROZEN, None)
        assert scene.server.latest.sent[Role.GUEST] == 0, "a guest's program that saw five failures says nothing more"
        from_then_on(scene, honestly)
        await scene.fails(scene.secret(), Code.CODE_FROZEN, Code.CODE_FROZEN)
        for kind in (Kind.LINK, Kind.SEAT):
            (await scene.join(scene.secret(kind))).close()


async def test_a_new_code_opens_what_the_frozen_one_does_not(tmp_path: Path) -> None:
    """It starts at no wrong guess; the old one stays of no use."""
    async with behind(tmp_path) as scene:
        old = scene.secret()
        for _ in range(FREEZE_AFTER):
            await scene.fails(scene.wrong_code(), Code.WRONG_SECRET, Code.WRONG_SECRET, (1, 1))
        await scene.fails(old, Code.CODE_FROZEN, Code.CODE_FROZEN)
        scene.table.renew_code()
        assert scene.wrong_guesses == 0
        (await scene.join(scene.secret())).close()
        await scene.fails(old, Code.WRONG_SECRET, Code.WRONG_SECRET, (1, 1))


async def test_whoever_was_sent_away_comes_back_neither_by_code_nor_by_link_nor_by_token(tmp_path: Path) -> None:
    """Everybody at a table is told how to invite others; a new code makes all of that worth nothing."""
    async with behind(tmp_path) as scene:
        known = [scene.secret(kind) for kind in Kind]
        bob = await scene.join(scene.secret(Kind.SEAT))
        listener = Listener().start(bob)
        bob.send(HELLO)
        await listener.hears(1)
        own, there, wire = memory_pair()
        scene.table.host.link_opened(there, Owner(scene.table._file.own_token))
        for said in (HELLO, encode(Manage("kick", KEPT_SEAT)), encode(Manage("new-code"))):
            own.send(said)
        wire.deliver()
        await asyncio.sleep(0)  # until the shell has made the code
        for secret, code in zip(known, (Code.WRONG_SECRET, Code.WRONG_SECRET, Code.NO_SUCH_SEAT), strict=True):
            with pytest.raises(JoinFailed) as failure:
                await scene.join(secret)
            assert failure.value.code == code
        for kind in (Kind.CODE, Kind.LINK):
            (await scene.join(scene.secret(kind))).close()


async def test_a_guest_who_has_knocked_with_the_old_code_is_told_that_it_was_replaced(tmp_path: Path) -> None:
    """The host makes a new code while the guest's proof is under way: no guess, and no seat."""

    def renews(sender: Role, text: str, _seen: list[str]) -> list[Delivery]:
        scene.table.renew_code()
        return [(sender.other, text)]

    async with behind(tmp_path, lambda _: Routes("proof", renews)) as scene:
        await scene.fails(scene.secret(), Code.WITHDRAWN, Code.WITHDRAWN, (1, 0))


async def test_a_right_guess_at_the_guest_alone_does_not_reach_the_host(tmp_path: Path) -> None:
    """One chance in 15,625, and then the guest talks to somebody who cannot show it the host's table."""

    def half(introduction: Introduction) -> Relay:
        return Middleman(introduction, scene.secret(), scene.wrong_code())

    async with behind(tmp_path, half) as scene:
        link = await scene.join(scene.secret())
        middleman = scene.server.latest.relay
        assert isinstance(middleman, Middleman)
        await scene.host_says(words(Code.WRONG_SECRET, Kind.CODE, for_host=True))
        assert middleman.reached == {Role.GUEST}
        assert (scene.wrong_guesses, scene.table.host._links) == (1, {})
        link.close()


async def test_a_guess_that_cannot_be_written_down_is_not_answered(tmp_path: Path) -> None:
    """Or a crash would give the guesser five more: the host is asked what to do instead."""
    async with behind(tmp_path) as scene:
        blocked = scene.table.journal.folder / "table.json.new"
        blocked.mkdir()
        guessing = asyncio.create_task(scene.join(scene.wrong_code()))
        async with asyncio.timeout(3):
            while not scene.table.host.in_trouble:  # noqa: ASYNC110 - nobody tells
                await asyncio.sleep(0.005)
        assert scene.notices == []
        assert scene.server.latest.sent[Role.HOST] == 1, "the share alone"
        guessing.cancel()
        await asyncio.wait({guessing})
        blocked.rmdir()


# --- (d) replays


@pytest.mark.parametrize(
    ("replay", "code", "at_host"), [(Replays, Code.WRONG_SECRET, 1), (ReplaysToTheGuest, Code.NOT_THE_HOST, 0)]
)
async def test_an_old_join_cannot_be_replayed(
    tmp_path: Path, replay: Callable[[list[str]], Relay], code: Code, at_host: int
) -> None:
    """Both halves of the key are new each time, so that the old messages prove nothing, at either end."""
    async with behind(tmp_path) as scene:
        old = await old_join(scene)
        from_then_on(scene, lambda _: replay(old))
        await scene.fails(scene.secret(), code, code, (1, at_host))


# --- (e) reflections, (f) seals, (g) labels, (h) order


@dataclass(frozen=True)
class Attack:
    """What the server does, and how both ends fail: with the same code, unless the host is not told.

    Attributes:
        guesses: at guest and host.
        seen_as: what the host takes the guest for.
    """

    relay: Callable[[], Relay]
    code: Code
    guesses: tuple[int, int] = (0, 0)
    seen_as: Kind = Kind.CODE


def back(sender: Role, text: str, _seen: list[str]) -> list[Delivery]:
    """To where it came from."""
    return [(sender, text)]


def back_as(kind: str) -> Callable[[Role, str, list[str]], list[Delivery]]:
    """To where it came from, as if it were the answer."""
    return lambda sender, text, _seen: [(sender, text.replace('"t":"proof"', f'"t":"{kind}"'))]


def own_half(_sender: Role, _text: str, seen: list[str]) -> list[Delivery]:
    """The guest's own half of the key, as if it were the host's."""
    half = raw(seen[0].partition('"x":"')[2].partition('"')[0])
    return [(Role.GUEST, f'{{"t":"share","y":"{to_base64(b"B" + half[1:])}"}}')]


def twice(sender: Role, text: str, _seen: list[str]) -> list[Delivery]:
    """Two copies."""
    return [(sender.other, text)] * 2


def after_an_earlier_one(sender: Role, text: str, seen: list[str]) -> list[Delivery]:
    """The one before it comes once more, first."""
    return [(sender.other, seen[-2]), (sender.other, text)]


def garbage(sender: Role, _text: str, _seen: list[str]) -> list[Delivery]:
    """No message of any protocol."""
    return [(sender.other, "[" * 40000)]


ATTACKS = {
    "e: knock back": Attack(lambda: Routes("knock", back), Code.BAD_MESSAGE),
    "e: proof back": Attack(lambda: Routes("proof", back), Code.BAD_MESSAGE, (1, 0)),
    "e: own half back": Attack(lambda: Routes("share", own_half), Code.BAD_POINT),
    "e: proof back as acceptance": Attack(lambda: Routes("proof", back_as("accept")), Code.NOT_THE_HOST, (1, 0)),
    "e: share back": Attack(lambda: Routes("share", back), Code.BAD_MESSAGE),
    "e: acceptance back": Attack(lambda: Routes("accept", back), Code.BAD_MESSAGE, (1, 0)),
    "f: offer without seal": Attack(lambda: Changes("proof", without_seal), Code.BAD_MESSAGE, (1, 0)),
    "f: offer cut": Attack(lambda: Changes("proof", cut_seal), Code.BAD_SEAL, (1, 0)),
    "f: offer changed": Attack(lambda: Changes("proof", changed_seal), Code.BAD_SEAL, (1, 0)),
    "f: answer without seal": Attack(lambda: Changes("accept", without_seal), Code.BAD_MESSAGE, (1, 0)),
    "f: answer cut": Attack(lambda: Changes("accept", cut_seal), Code.BAD_SEAL),
    "f: answer changed": Attack(lambda: Changes("accept", changed_seal), Code.BAD_SEAL),
    "g: other version": Attack(lambda: Changes("knock", relabelled(v=2)), Code.OTHER_VERSION),
    "g: as a link": Attack(lambda: Changes("knock", relabelled(kind="link")), Code.WRONG_SECRET, (1, 0), Kind.LINK),
    "g: as a kept seat": Attack(
        lambda: Changes("knock", relabelled(kind="seat", seat=KEPT_SEAT)), Code.WRONG_SECRET, (1, 0), Kind.SEAT
    ),
    "g: as a free seat": Attack(
        lambda: Changes("knock", relabelled(kind="seat", seat=2)), Code.NO_SUCH_SEAT, (0, 0), Kind.SEAT
    ),
    "h: knock twice": Attack(lambda: Routes("knock", twice), Code.OUT_OF_ORDER, (1, 0)),
    "h: share twice": Attack(lambda: Routes("share", twice), Code.OUT_OF_ORDER, (1, 0)),
    "h: proof twice": Attack(lambda: Routes("proof", twice), Code.OUT_OF_ORDER, (1, 0)),
    "h: acceptance twice": Attack(lambda: Routes("accept", twice), Code.OUT_OF_ORDER),
    "h: an earlier message before the proof": Attack(
        lambda: Routes("proof", after_an_earlier_one), Code.OUT_OF_ORDER, (1, 0)
    ),
    "h: garbage to the host": Attack(lambda: Routes("knock", garbage), Code.BAD_MESSAGE),
    "h: garbage to the guest": Attack(lambda: Routes("share", garbage), Code.BAD_MESSAGE),
}


@pytest.mark.parametrize("attack", ATTACKS.values(), ids=list(ATTACKS))
async def test_a_changed_message_ends_the_join_at_both_ends(tmp_path: Path, attack: Attack) -> None:
    """At once, with a sentence of its own for each of them, and without anything left."""
    async with behind(tmp_path, lambda _: attack.relay()) as scene:
        await scene.fails(scene.secret(), attack.code, attack.code, attack.guesses, seen_as=attack.seen_as)
