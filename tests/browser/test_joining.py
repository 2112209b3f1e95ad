"""Friends come to a table with nothing but a browser, over real WebRTC."""

from __future__ import annotations

import json
import re
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
import zxingcpp
from PIL import Image
from playwright.async_api import expect

from p2p.handshake import FREEZE_AFTER
from signaling.codes import ALPHABET, RoomCode, parse_code
from tests.browser.conftest import Invites
from tests.browser.machine import Machine
from tests.browser.matches import cards_in_the_middle
from tests.browser.people import with_pointer
from tests.browser.playing import play
from tests.browser.tables import hosting
from tests.browser.visitor import SOON, Visitor


async def test_friends_join_by_link_and_by_code_and_play_at_the_same_table(
    machine: Machine, page_folder: Path, tmp_path: Path, visitor: Invites
) -> None:
    """Both say when they are ready, are dealt their hands, and see the same piles after each act."""
    ann, bob = await visitor(), await visitor()
    for person in (ann, bob):
        await person.waits_for_nothing()  # no card is on its way when somebody reaches for it
    async with hosting(machine, page_folder, tmp_path) as table:
        await ann.comes(table.link, "Ann")
        assert table.link.partition(".")[2] not in ann.page.url, "the secret is gone from the address"
        await bob.goes_to(table.server)
        await bob.page.get_by_role("link", name="Join friends").click()
        await bob.joins("Bob", table.code)
        for person in (ann, bob):
            for seat, name in enumerate(("Hanna", "Ann", "Bob")):
                await expect(person.chair(seat)).to_contain_text(name, timeout=SOON)
            await person.presses("I am ready")
        for person in (ann, bob):
            await person.is_at_the_table()
        await play([with_pointer(person, Random(number)).player for number, person in enumerate((ann, bob))], acts=3)
        newest = max([(await person.heard("frames"))[-1]["seq"] for person in (ann, bob)])
        assert await common(ann, newest) == await common(bob, newest)


async def common(person: Visitor, seq: int) -> list[Any]:
    """What everybody sees of the table once that many inputs were played."""
    await person.page.wait_for_function(
        '(seq) => transcript.heard.some((text) => text.includes(`"t":"frames","seq":${seq}`))', arg=seq
    )
    (view, *_) = [m["list"][-1]["view"] for m in await person.heard("frames") if m["seq"] == seq]
    return cards_in_the_middle(view)


# --- who does not get in


async def test_wrong_dead_and_full_codes_have_each_their_own_words(
    machine: Machine, page_folder: Path, tmp_path: Path, visitor: Invites
) -> None:
    """And the field keeps what was typed, so that one can look for what is wrong with it."""
    async with hosting(machine, page_folder, tmp_path, "dice-capture", seats=2) as table:
        (ann, bob) = (await visitor(), await visitor())
        for person in (ann, bob):
            await person.goes_to(f"{table.server}#join")
        wrong = another_code(table.code)
        await bob.joins("Bob", " ")
        assert await bob.told() == "Type the room code that the host gave you."
        told = {}
        for name, code in {"wrong": wrong, "dead": "K7QX-M4TC"}.items():
            await bob.joins("Bob", code)
            told[name] = await bob.told()
            await expect(bob.page.locator("input[name=code]")).to_have_value(code)
        await ann.joins("Ann", table.code)
        await ann.is_in_the_lobby()
        await bob.joins("Bob", table.code)
        told["full"] = await bob.told()
        assert "does not know this code" in told["wrong"]
        assert "no table with this code" in told["dead"]
        assert "full" in told["full"]
        assert [wrong_guess for wrong_guess in table.notices if "wrong code" in wrong_guess]


def another_code(code: str, number: int = 1) -> str:
    """A code of the same room with another secret, one for each number from 1 to 24."""
    right = parse_code(code)
    last = ALPHABET[(ALPHABET.index(right.secret[-1]) + number) % len(ALPHABET)]
    return RoomCode(right.room, right.secret[:-1] + last).text


async def test_a_code_that_was_guessed_at_too_often_is_frozen_and_says_so(
    machine: Machine, page_folder: Path, tmp_path: Path, visitor: Invites
) -> None:
    """In words of its own; the link goes on working."""
    ann = await visitor()
    async with hosting(machine, page_folder, tmp_path) as table:
        await ann.goes_to(f"{table.server}#join")
        for number in range(1, 1 + FREEZE_AFTER):
            await ann.joins("Ann", another_code(table.code, number))
            assert "does not know this code" in await ann.told()
        await ann.joins("Ann", table.code)
        await ann.is_told("This code is frozen after too many wrong tries: ask the host for a new code")
        await ann.goes_to(table.link)
        await ann.presses("Join")
        await ann.is_in_the_lobby()


@pytest.mark.parametrize(
    "version",
    [
        (r"{\"t\":\"knock\",\"v\":1", "joins by another version of the rules: reload this page"),
        ('{"t":"hello","v":1', "The host's program is of another version: reload this page"),
    ],
    ids=["of the join", "of the table"],
)
async def test_a_page_of_another_version_is_told_to_be_loaded_anew(
    machine: Machine, page_folder: Path, tmp_path: Path, visitor: Invites, version: tuple[str, str]
) -> None:
    """One that the browser still had, or that another server hands out."""
    said, told = version
    ann = await visitor()
    await ann.page.add_init_script(_SAYS % (json.dumps(said), json.dumps(said[:-1] + "2")))
    async with hosting(machine, page_folder, tmp_path) as table:
        await ann.goes_to(table.link)
        await ann.joins("Ann")
        await ann.is_told(told)
        await expect(ann.page.get_by_role("button", name="Join", exact=True)).to_be_enabled()


_SAYS = """
for (const channel of [WebSocket, RTCDataChannel]) {
  const send = channel.prototype.send;
  channel.prototype.send = function (text) { send.call(this, text.replace(%s, %s)); };
}
"""
"""Lets a page say something else."""


async def test_a_mistyped_code_is_told_while_it_is_typed_and_nothing_is_sent(
    machine: Machine, page_folder: Path, tmp_path: Path, visitor: Invites
) -> None:
    """The check symbol is looked at in the page; a whole code is used without a click."""
    ann = await visitor()
    async with hosting(machine, page_folder, tmp_path) as table:
        await ann.goes_to(f"{table.server}#join")
        await ann.says_name("Ann")
        field = ann.page.locator("input[name=code]")
        await field.press_sequentially("K7QO")
        await ann.is_told("Room codes have no O: look whether it is D or Q.")
        await field.fill(table.code[:-1] + ("3" if table.code[-1] != "3" else "4"))
        await ann.is_told("mistyped somewhere")
        assert await ann.said() == []
        await field.fill("")
        await field.press_sequentially(table.code.lower().replace("-", " "))
        await ann.is_in_the_lobby()


async def test_a_damaged_link_and_a_name_that_is_missing_are_told(
    machine: Machine, page_folder: Path, tmp_path: Path, visitor: Invites
) -> None:
    """The player can then type the code instead."""
    ann = await visitor()
    async with hosting(machine, page_folder, tmp_path) as table:
        await ann.goes_to(table.link[:-3])
        await ann.is_told("damaged or incomplete")
        await ann.page.locator("input[name=code]").fill(table.code)
        await ann.presses("Join")
        await ann.is_told("Say what they should call you.")
        await ann.joins("Ann")
        await ann.is_in_the_lobby()


# --- pages that are no secure context, browsers that hide their addresses


async def test_a_page_over_plain_http_joins_and_copies_the_invitation(
    machine: Machine, page_folder: Path, tmp_path: Path, visitor: Invites
) -> None:
    """There is neither crypto.subtle nor a clipboard on it."""
    ann = await visitor()
    async with hosting(machine, page_folder, tmp_path) as table:
        await ann.goes_to(table.link.replace(table.server, table.named_server))
        assert await ann.page.evaluate("[isSecureContext, !!crypto.subtle, !!navigator.clipboard]") == [False] * 3
        await ann.joins("Ann")
        await ann.is_in_the_lobby()
        await ann.presses("Invite")
        await ann.presses("Copy link")
        await expect(ann.sheet).to_contain_text("Copied.", timeout=SOON)
        await expect(ann.sheet).to_contain_text(table.code)
        assert await picture_read(ann) == table.link


async def picture_read(person: Visitor) -> str:
    """What a camera reads off the sheet; it has to be large enough for one."""
    picture = person.sheet.get_by_role("img")
    size = await picture.bounding_box()
    assert size
    assert size["width"] >= 200
    (read,) = zxingcpp.read_barcodes(Image.open(BytesIO(await picture.screenshot())))
    return str(read.text)


async def test_a_browser_that_hides_its_addresses_joins(
    machine: Machine, page_folder: Path, tmp_path: Path, visitor: Invites
) -> None:
    """Its offer names no address at all: the host finds it by its own first packets."""
    ann = await visitor(hides_addresses=True)
    async with hosting(machine, page_folder, tmp_path) as table:
        await ann.comes(table.link, "Ann")


# --- who has been here before


async def test_the_name_is_remembered_and_the_seats_can_be_changed(
    machine: Machine, page_folder: Path, tmp_path: Path, visitor: Invites
) -> None:
    """A tap on an open chair is enough."""
    ann = await visitor()
    async with hosting(machine, page_folder, tmp_path, seats=4, game="xing") as table:
        await ann.comes(table.link, "Ann")
        await ann.chair(3).click()
        await expect(ann.chair(3)).to_contain_text("Ann", timeout=SOON)
        await expect(ann.chair(1)).to_contain_text("Sit here")
        await ann.goes_to(f"{table.server}?again#join")
        await expect(ann.page.locator("input[name=name]")).to_have_value("Ann")
        assert re.fullmatch(r"http://[\d.:]+/\?again#join", ann.page.url)
