"""What a first visit costs, and what a browser keeps of the page: all of the page, nothing of a table."""

from __future__ import annotations

import json
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from playwright.async_api import Page, expect

from signaling.server import SignalingServer
from tests.browser.conftest import Invites
from tests.browser.machine import Machine
from tests.browser.tables import hosting
from tests.browser.visitor import SOON, Visitor

_LIMITS = {"all": 110_000, "js": 45_000, "css": 10_000, "woff2": 25_000}
_REQUESTS = 8
_LOADED = """
performance.getEntriesByType("resource").concat(performance.getEntriesByType("navigation"))
  .map(({ name, encodedBodySize }) => [name, encodedBodySize])
"""

_UPDATED = """
async (start) => {
  const sw = navigator.serviceWorker;
  for (;;) {
    const { installing, waiting, active } = await sw.getRegistration();
    const kept = (await caches.keys()).some((name) => name.startsWith(start));
    if (kept && !installing && !waiting && active.state === "activated") return;
    await new Promise((done) => setTimeout(done, 20));
  }
}
"""
_LOOK_AT_ICON = """
async (address) => {
  const { headers } = await fetch(address);
  const picture = Object.assign(new Image(), { src: address });
  await picture.decode();
  return [headers.get("content-type"), headers.get("cache-control"), picture.naturalWidth, picture.naturalHeight];
}
"""


@asynccontextmanager
async def served_here(folder: Path, port: int = 0) -> AsyncIterator[SignalingServer]:
    """The page at the loopback, which browsers take for a secure context."""
    async with SignalingServer("127.0.0.1", port, page=folder) as server:
        yield server


async def test_a_first_visit_is_light_and_asks_nobody_else(
    machine: Machine, page_folder: Path, tmp_path: Path, visitor: Invites
) -> None:
    """By link to the form for the name: few requests, all to the same server, within the budgets."""
    ann = await visitor()
    asked: list[str] = []
    ann.page.context.on("request", lambda request: asked.append(request.url))
    async with hosting(machine, page_folder, tmp_path) as table:
        await ann.goes_to(table.link)
        await ann.page.locator("input[name=name]").wait_for()
        await ann.page.evaluate("document.fonts.ready")
        sizes = dict(await ann.page.evaluate(_LOADED))
        assert all(url.startswith(table.server) for url in asked), asked
    first = {name.rpartition("/")[2]: size for name, size in sizes.items() if "/join-" not in name}
    kinds = {kind: [size for name, size in first.items() if name.endswith(kind)] for kind in ("js", "css", "woff2")}
    weights = {kind: sum(sizes) for kind, sizes in kinds.items()} | {"all": sum(first.values())}
    assert min(weights.values()) > 0
    assert {kind: weight for kind, weight in weights.items() if weight > _LIMITS[kind]} == {}
    assert len(first) <= _REQUESTS, sorted(first)


async def test_the_first_page_makes_few_requests_too(machine: Machine, page_folder: Path, visitor: Invites) -> None:
    """With what is fetched right after its first picture: all that can lie over a page."""
    del machine
    ann = await visitor()
    async with served_here(page_folder) as server:
        await ann.goes_to(server.url)
        await ann.page.locator(".ways").wait_for()
        await ann.page.wait_for_function(f"({_LOADED}).some(([name]) => name.includes('/over-'))")
        first = [name for name, _ in await ann.page.evaluate(_LOADED) if "/join-" not in name]
    assert len(first) <= _REQUESTS, sorted(first)


async def test_the_manifest_names_icons_that_are_there(machine: Machine, page_folder: Path, visitor: Invites) -> None:
    """Chromium finds nothing to complain of, and every icon is as large as it is said to be."""
    del machine
    ann = await visitor()
    async with served_here(page_folder) as server:
        await ann.goes_to(server.url)
        devtools = await ann.page.context.new_cdp_session(ann.page)
        found = await devtools.send("Page.getAppManifest")
        assert found["errors"] == []
        manifest = json.loads(found["data"])
        assert {manifest["start_url"], manifest["scope"], manifest["display"]} == {"/", "standalone"}
        assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
        for icon in manifest["icons"]:
            kind, caching, width, height = await ann.page.evaluate(_LOOK_AT_ICON, icon["src"])
            assert (kind, "immutable" in caching) == (icon["type"], True)
            assert icon["sizes"] in {"any", f"{width}x{height}"}
        for name in ("sw.js", "manifest.webmanifest"):
            caching = await ann.page.evaluate("(name) => fetch(name).then((a) => a.headers.get('cache-control'))", name)
            assert caching == "no-cache", "an update is seen at once"


async def installed(person: Visitor, server: str) -> None:
    """Open the page and wait until its files are kept."""
    await person.goes_to(server)
    await person.page.evaluate("navigator.serviceWorker.ready")


async def test_without_a_network_the_page_still_opens(machine: Machine, page_folder: Path, visitor: Invites) -> None:
    """In the player's language, with every panel; a table it cannot reach is told as everywhere."""
    del machine
    ann = await visitor(locale="de-DE")
    async with served_here(page_folder) as server:
        await installed(ann, server.url)
    await ann.page.reload()
    await expect(ann.page.locator("h1")).to_have_text("Wie möchtest du spielen?", timeout=SOON)
    await ann.goes_to(f"{server.url}#join")
    await ann.joins("Ann", "K7QX-M4TC")
    assert "antwortet nicht" in await ann.told()
    ann.errors.clear()  # that nothing answered is in the browser's log, too


async def test_an_update_is_shown_at_once_and_what_is_old_forgotten(
    machine: Machine, page_folder: Path, tmp_path: Path, visitor: Invites
) -> None:
    """The next visit shows the new page, and after it without a network, too; of old ones at most one is kept."""
    del machine
    ann = await visitor()
    async with served_here(page_folder) as server:
        await installed(ann, server.url)
        port = server.port
    for number in (1, 2):
        folder = tmp_path / str(number)
        shutil.copytree(page_folder, folder)
        for name in ("index.html", "sw.js"):
            text = (folder / name).read_text(encoding="utf-8")
            changed = text.replace("<title>Peerdeck", f"<title>Update {number}").replace(
                'PREFIX+"', f'PREFIX+"update-{number}-'
            )
            assert changed != text
            (folder / name).write_text(changed, encoding="utf-8")
        async with served_here(folder, port):
            await ann.page.reload()
            assert await first_title(ann.page) == f"Update {number}"
            await ann.page.evaluate(_UPDATED, f"peerdeck-update-{number}-")
        await ann.page.reload()
        assert await first_title(ann.page) == f"Update {number}"
    assert len(await ann.page.evaluate("caches.keys()")) == 2
    ann.errors.clear()


async def first_title(page: Page) -> str:
    """The title in the page that was loaded, before its script gives it another."""
    text = await page.evaluate("fetch('/').then((answer) => answer.text())")
    return str(text).partition("<title>")[2].partition("<")[0]


async def test_what_is_kept_is_the_page_and_nothing_else(machine: Machine, page_folder: Path, visitor: Invites) -> None:
    """Every file of the build is there, each under its own name."""
    del machine
    ann = await visitor()
    async with served_here(page_folder) as server:
        await installed(ann, server.url)
        kept = await ann.page.evaluate(
            "caches.keys().then(([name]) => caches.open(name)).then((cache) => cache.keys())"
            ".then((requests) => requests.map(({ url }) => new URL(url).pathname))"
        )
    build = {path.name for path in files_of(page_folder)} - {"NOTICE.txt", "sources.sha256", "sw.js", "index.html"}
    assert set(kept) == {"/", *(f"/{name}" for name in build)}


def files_of(folder: Path) -> list[Path]:
    """What lies in a folder."""
    return list(folder.iterdir())


async def test_over_plain_http_a_table_is_joined_without_any_of_it(
    machine: Machine, page_folder: Path, tmp_path: Path, visitor: Invites
) -> None:
    """No worker, nothing kept, and nothing that goes wrong for want of them."""
    ann = await visitor()
    async with hosting(machine, page_folder, tmp_path, "dice-capture", seats=2) as table:
        await ann.goes_to(table.link.replace(table.server, table.named_server))
        await ann.joins("Ann")
        await ann.presses("I am ready")
        await ann.is_at_the_table()
        assert await ann.page.evaluate("['caches' in self, 'serviceWorker' in navigator]") == [False, False]
