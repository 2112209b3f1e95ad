"""Tables from views in files: the development page shows them without any host (p2p/web/src/dev.tsx)."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from playwright.async_api import Page, Route

from tests.browser.visitor import Visitor

WEB: Final = Path(__file__).parents[3] / "p2p" / "web"
Answer = Callable[[Route], Awaitable[None]]
_ADDRESS: Final = "http://table.test/"


@dataclass(frozen=True)
class Screen:
    """What somebody looks at."""

    width: int
    height: int
    touch: bool = False

    @property
    def options(self) -> dict[str, Any]:
        """As a new browser context wants them."""
        return {
            "viewport": {"width": self.width, "height": self.height},
            "has_touch": self.touch,
            "reduced_motion": "reduce",
        }


SMALL: Final = Screen(320, 568, touch=True)
PHONE: Final = Screen(360, 640, touch=True)
SIDEWAYS: Final = Screen(740, 360, touch=True)
TABLET: Final = Screen(820, 1180, touch=True)
DESK: Final = Screen(1280, 800)
SCREENS: Final = {"S": SMALL, "M": PHONE, "L": SIDEWAYS, "T": TABLET, "D": DESK}


def build_development_page(node: Path, folder: Path) -> None:
    """Build the page that shows views from files."""
    command = [str(node), "build.mjs", "--dev", "--out", str(folder)]
    done = subprocess.run(command, cwd=WEB, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr


async def tell(page: Page, message: dict[str, Any]) -> None:
    """Let the host of an open page say something."""
    await page.evaluate("(message) => dispatchEvent(new CustomEvent('host', { detail: message }))", message)


@dataclass
class Shelf:
    """The development page and the views that it can show."""

    page: Path
    views: Path

    @property
    def names(self) -> list[str]:
        """Of all views."""
        return sorted(path.stem for path in self.views.glob("*.json"))

    async def show(self, person: Visitor, name: str, words: Answer | None = None, **prefs: Any) -> Page:
        """Let somebody open the page with a view; what it would send is kept in ``window.sent``.

        Args:
            person: who looks at it.
            name: of the view.
            words: answers for the German texts.
            prefs: what that person prefers.
        """
        page = person.page
        if prefs:
            await page.add_init_script(f"localStorage.setItem('peerdeck.prefs', JSON.stringify({json.dumps(prefs)}))")
        await page.route(f"{_ADDRESS}**", self._answer)
        if words:
            await page.route(f"{_ADDRESS}de-*.js", words)
        await page.add_init_script("window.sent = []; addEventListener('sent', (e) => window.sent.push(e.detail));")
        await page.goto(f"{_ADDRESS}?fixture={name}")
        await page.wait_for_selector(".app .prompt")
        await page.evaluate("document.fonts.ready")
        return page

    def view(self, name: str) -> dict[str, Any]:
        """What is in the file of a view."""
        view: dict[str, Any] = json.loads((self.views / f"{name}.json").read_text(encoding="utf-8"))
        return view

    async def change(self, page: Page, name: str) -> None:
        """Let the host of an open page send another view."""
        await self.change_to(page, self.view(name))

    async def change_to(self, page: Page, view: dict[str, Any], *effects: dict[str, Any]) -> None:
        """Let the host of an open page send any view, with effects."""
        await tell(page, {"t": "frames", "seq": 1, "list": [{"view": view, "fx": effects}]})
        await page.wait_for_function(
            "(game) => document.querySelector('.app')?.dataset.game === game", arg=view["game"]
        )
        # Frames keep a distance, and what they change is measured once it is drawn.
        await page.wait_for_function(
            "(say) => document.querySelector('[data-say]')?.dataset.say === say", arg=view["say"]
        )
        await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")

    async def _answer(self, route: Route) -> None:
        path = urlsplit(route.request.url).path.lstrip("/") or "index.html"
        folder, name = (
            (self.views, path.removeprefix("fixtures/")) if path.startswith("fixtures/") else (self.page, path)
        )
        file = folder / name
        await (route.fulfill(path=file) if file.is_file() else route.fulfill(status=204))
