"""What a server in the middle can do to somebody who joins in the page: the same attacks as upon the program.

The page itself is the honest one: whoever hands out another has no need to attack the join (p2p/PROTOCOL.md).
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import pytest

from p2p.handshake import FREEZE_AFTER, Code, Kind, Role
from p2p.handshake.steps import SECONDS
from tests.browser.conftest import WEB, Invites
from tests.browser.machine import Machine
from tests.browser.visitor import Visitor
from tests.network.hostile_server import Introduction, Middleman
from tests.network.scene import Scene, behind, words
from tests.network.test_hostile_server import ATTACKS, Attack
from tests.p2p.handshake.world import Relay

TEXTS: Final[dict[str, Any]] = json.loads((WEB / "src" / "i18n" / "en.json").read_text(encoding="utf-8"))


def sentence(code: Code, kind: Kind = Kind.CODE) -> str:
    """What the page says of a failure."""
    text: str = TEXTS.get(f"fail.{code}.{kind}") or TEXTS[f"fail.{code}"]
    return text.replace("{seconds}", f"{SECONDS.get(code) or 0:g}")


async def comes_to(scene: Scene, person: Visitor) -> None:
    """Open the page of the server in the middle and join with the code."""
    await person.goes_to(f"{scene.server.url}#join")
    await person.joins("Cleo", scene.table.invitation.code)


@pytest.mark.parametrize("attack", ATTACKS.values(), ids=list(ATTACKS))
async def test_a_changed_message_ends_the_join_with_a_sentence_at_both_ends(
    machine: Machine, page_folder: Path, tmp_path: Path, visitor: Invites, attack: Attack
) -> None:
    """There is no seat, and no connection is left."""
    del machine
    cleo = await visitor()
    async with behind(tmp_path, lambda _: attack.relay(), page=page_folder) as scene:
        await comes_to(scene, cleo)
        assert await cleo.told() == sentence(attack.code)
        await scene.host_says(words(attack.code, attack.seen_as, for_host=True))
        assert scene.wrong_guesses == attack.guesses[1]
        assert not scene.table.host._links


async def test_a_middleman_with_wrong_guesses_gets_nobody_and_the_page_stops_at_five(
    machine: Machine, page_folder: Path, tmp_path: Path, visitor: Invites
) -> None:
    """Also if the page is loaded again each time; the sixth try sends nothing at all."""
    del machine
    cleo = await visitor()

    def guesses(introduction: Introduction) -> Relay:
        return Middleman(introduction, scene.wrong_code(), None)

    async with behind(tmp_path, guesses, page=page_folder) as scene:
        for _ in range(FREEZE_AFTER):
            await cleo.goes_to("about:blank")
            await comes_to(scene, cleo)
            assert await cleo.told() == sentence(Code.WRONG_SECRET)
            middleman = scene.server.latest.relay
            assert isinstance(middleman, Middleman)
            assert middleman.reached == set()
        await cleo.goes_to("about:blank")
        await comes_to(scene, cleo)
        assert await cleo.told() == sentence(Code.CODE_FROZEN)
        assert scene.server.latest.sent[Role.GUEST] == 0


@pytest.mark.parametrize("kind", [Kind.CODE, Kind.LINK])
async def test_the_server_reads_neither_secret_nor_address_nor_certificate(
    machine: Machine, page_folder: Path, tmp_path: Path, visitor: Invites, kind: Kind
) -> None:
    """Everything that it was sent in an honest join is looked through."""
    cleo = await visitor()
    async with behind(tmp_path, page=page_folder) as scene:
        invitation = scene.table.invitation
        fragment = invitation.link.partition("#")[2]
        if kind is Kind.CODE:
            await comes_to(scene, cleo)
        else:
            await cleo.goes_to(f"{scene.server.url}#{fragment}")
            await cleo.joins("Cleo")
        await cleo.is_in_the_lobby()
        seen = "\n".join([*scene.server.requests, *scene.server.frames])
        assert '\\"t\\":\\"proof\\"' in seen
        for secret in (invitation.code, fragment.partition(".")[2], machine.address, "fingerprint", "candidate"):
            assert secret not in seen
