"""Takes the pictures of the README at real tables: ``make pictures``, or with ``ARGS=phone`` only that one.

They are never the same twice, since the cards are not: look at them before they are kept.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any, Final

from PIL import Image
from playwright.async_api import TimeoutError as PlaywrightTimeout

from tests.browser.conftest import WEB, build_hook
from tests.browser.machine import Machine, browsing, new_machine
from tests.browser.playing import Player, Pointer
from tests.browser.tables import hosting
from tests.browser.visitor import visiting

FOLDER: Final = WEB / "pictures"
_QUALITY: Final = 84
_TRIES: Final = 20
_WITHIN: Final = 240.0


@dataclass(frozen=True)
class Picture:
    """A picture of a table.

    Attributes:
        name: of its file.
        game: that is played.
        telling: whether the table, at a moment when it is one's turn, is worth a picture, in JavaScript.
        options: of the browser that shows it.
    """

    name: str
    game: str
    telling: str
    options: dict[str, Any]


PICTURES: Final = (
    Picture(
        "phone",
        "rummy",
        "count('.meld') >= 3 && count('.meld') <= 8 && count('.fan .card') >= 5 && count('.fan .dim') === 0",
        {"viewport": {"width": 360, "height": 640}, "device_scale_factor": 2, "has_touch": True},
    ),
    Picture(
        "desk",
        "twenty-nine",
        "count('.slot .card') === 3 && count('.fan .card') >= 5 && count('.fan .dim') >= 1",
        {"viewport": {"width": 1280, "height": 800}, "device_scale_factor": 1.5},
    ),
)
_ON_TURN: Final = ".prompt.go:not(.warn), .outcome"
_TELLING: Final = """
(() => {{
  const count = (query) => document.querySelectorAll(query).length;
  return count(".prompt.go:not(.warn)") === 1 && count(".banner, dialog") === 0 && {};
}})()
"""


async def taken(machine: Machine, page: Path, picture: Picture) -> bytes:
    """A screenshot of a table with two bots, the host and somebody who looks at it."""
    async with visiting(machine.browsers[False], **picture.options, reduced_motion="reduce") as person:
        with tempfile.TemporaryDirectory() as state:
            async with hosting(machine, page, Path(state), picture.game, seats=4, bots=2, bot="normal") as table:
                await person.goes_to(table.link)
                await person.joins("Mia")
                await person.presses("I am ready")
                await person.is_at_the_table()
                player = Player(person.page, Pointer(person.page.mouse.click), Random())
                telling = _TELLING.format(picture.telling)
                async with asyncio.timeout(_WITHIN):
                    await person.page.wait_for_selector(_ON_TURN)
                    while not await person.page.evaluate(telling):
                        await _one_act(player, await player.taken())
                        await person.page.wait_for_selector(_ON_TURN)
                await person.page.mouse.move(5, 5)
                await person.page.wait_for_timeout(1500)
                return await person.page.screenshot()


async def _one_act(player: Player, before: int) -> None:
    """Play until one more act was taken."""
    acts = before

    async def count() -> None:
        nonlocal acts
        while acts == before:
            acts = await player.taken()
            await asyncio.sleep(0.02)

    counting = asyncio.create_task(count())
    try:
        await player.plays(until=lambda: acts > before)
    finally:
        counting.cancel()


async def take(machine: Machine, page: Path, picture: Picture) -> None:
    """Take a picture, if need be at several tables, and keep it."""
    for _ in range(_TRIES):
        try:
            screen = await taken(machine, page, picture)
        except (TimeoutError, PlaywrightTimeout):
            continue
        FOLDER.mkdir(exist_ok=True)
        file = FOLDER / f"{picture.name}.webp"
        Image.open(BytesIO(screen)).convert("RGB").save(file, quality=_QUALITY, method=6)
        print(f"{file}: {file.stat().st_size} bytes")  # noqa: T201 - a command speaks by printing
        return
    sys.exit(f"No table was worth the picture {picture.name}.")


async def main(names: list[str]) -> None:
    """Take those of these names, without any all of them."""
    hook = build_hook()
    with tempfile.TemporaryDirectory() as folder, new_machine(Path(folder)) as machine, machine.lab.a.entered():
        page = Path(folder) / "static"
        hook.build_page(WEB, page)
        async with browsing(machine):
            for picture in PICTURES:
                if not names or picture.name in names:
                    await take(machine, page, picture)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:]))
