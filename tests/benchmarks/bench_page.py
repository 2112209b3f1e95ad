"""The page in Debian's Chromium: how soon it paints, how soon a change of the table is seen, how soon one sits there.

Processors are slowed down, and networks narrowed, by the browser's own emulation. Every figure is compared with the
limit that Peerdeck set itself; each is the median of a few runs, and a run on a busy machine is worth nothing.
"""

import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

from playwright.async_api import Page

from tests.benchmarks.figures import percentile
from tests.browser.conftest import WEB, build_hook
from tests.browser.machine import Machine, browsing, new_machine
from tests.browser.table.showing import PHONE, Shelf, build_development_page
from tests.browser.tables import hosting, serving
from tests.browser.visitor import Visitor, visiting
from tests.p2p.table_view.fixtures import write

RUNS: Final = 3
CHANGES: Final = 40
ALTERNATING: Final = ("rummy", "rummy-draw")


class Limit(NamedTuple):
    """How a browser is slowed down, and within how many milliseconds it has to be done.

    Attributes:
        slower: how many times slower the processor is.
        latency: milliseconds of a round trip.
        kbits: per second, both ways; 0 for as fast as it is.
    """

    slower: int
    latency: int
    kbits: int
    within: int

    def __str__(self) -> str:
        network = f", {self.latency} ms and {self.kbits / 1000:g} Mbit/s" if self.kbits else ""
        return f"CPU x{self.slower}{network}"


FIRST_PAINT: Final = (Limit(1, 0, 0, 800), Limit(4, 150, 1600, 1500), Limit(6, 400, 400, 3500))
CHANGE: Final = (Limit(1, 0, 0, 50), Limit(4, 0, 0, 250))
TO_THE_HAND: Final = 3000


async def slow_down(page: Page, limit: Limit) -> None:
    """Let a page run as on a slower device."""
    devtools = await page.context.new_cdp_session(page)
    await devtools.send("Emulation.setCPUThrottlingRate", {"rate": limit.slower})
    if limit.kbits:
        throughput = limit.kbits * 1000 / 8
        conditions = {"latency": limit.latency, "downloadThroughput": throughput, "uploadThroughput": throughput}
        await devtools.send("Network.enable")
        await devtools.send("Network.emulateNetworkConditions", {"offline": False, **conditions})


@asynccontextmanager
async def somebody(machine: Machine) -> AsyncIterator[Visitor]:
    """A person with a phone who wants motion."""
    async with visiting(machine.browsers[False], **{**PHONE.options, "reduced_motion": "no-preference"}) as person:
        yield person


# --- first paint

_PAINTED: Final = """
new Promise((done) => new PerformanceObserver((list) => {
  const [first] = list.getEntriesByName("first-contentful-paint");
  if (first) done(first.startTime);
}).observe({ type: "paint", buffered: true }))
"""


async def first_paint(machine: Machine, address: str, limit: Limit) -> float:
    """Milliseconds from the wish for the page to its first text, by a browser that has never seen it."""
    async with somebody(machine) as person:
        await slow_down(person.page, limit)
        await person.goes_to(address)
        return float(await person.page.evaluate(_PAINTED))


# --- a change of the table

_CHANGED: Final = """
async ([views, times, pause]) => {
  const took = [];
  for (let i = 0; i < times; i++) {
    const frames = { t: "frames", seq: i, list: [{ view: views[i % views.length] }] };
    const start = performance.now();
    dispatchEvent(new CustomEvent("host", { detail: frames }));
    await new Promise((done) => requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = done;
      port2.postMessage(0);
    }));
    took.push(performance.now() - start);
    await new Promise((done) => setTimeout(done, pause));
  }
  return took;
}
"""
"""A message that is posted within a frame arrives once that frame was painted."""
PAUSE: Final = 350
"""Milliseconds until the motion of a change is over."""


async def changes(machine: Machine, shelf: Shelf, limit: Limit) -> list[float]:
    """Milliseconds from the host's message to the painted table, change by change."""
    async with somebody(machine) as person:
        page = await shelf.show(person, ALTERNATING[0])
        await slow_down(page, limit)
        views: list[dict[str, Any]] = [shelf.view(name) for name in ALTERNATING]
        took: list[float] = await page.evaluate(_CHANGED, [views, CHANGES, PAUSE])
        return took


# --- from the link to the hand


async def to_the_hand(machine: Machine, page: Path, state: Path) -> tuple[float, float]:
    """Milliseconds from opening the link to the own cards, its name filled in at once; and from a reload to them."""
    async with hosting(machine, page, state, "twenty-nine", seats=4, bots=2) as table, somebody(machine) as person:
        started = time.perf_counter()
        await person.goes_to(table.link)
        await person.joins("Ann")
        await person.presses("I am ready")
        await person.is_at_the_table()
        dealt = time.perf_counter()
        await person.page.reload()
        await person.is_at_the_table()
        return 1000 * (dealt - started), 1000 * (time.perf_counter() - dealt)


# --- the report


def line(what: str, figure: float, within: float, more: str = "") -> None:
    """Print a figure beside its limit."""
    print(f"{what:<52}{figure:>6.0f} ms   limit {within:>5.0f} ms   {'held' if figure <= within else 'BROKEN'}{more}")


async def report(machine: Machine, folder: Path) -> None:
    """Measure everything."""
    hook = build_hook()
    hook.install_tools(WEB)
    node, _ = hook.find_node()
    page = folder / "static"
    hook.build_page(WEB, page)
    async with serving(machine, page) as address:
        for limit in FIRST_PAINT:
            paints = [await first_paint(machine, address, limit) for _ in range(RUNS)]
            line(f"first paint, {limit}", statistics.median(paints), limit.within)
    build_development_page(node, folder / "page")
    write(folder / "views")
    shelf = Shelf(folder / "page", folder / "views")
    for limit in CHANGE:
        runs = [await changes(machine, shelf, limit) for _ in range(RUNS)]
        slow = statistics.median(percentile(took, 95) for took in runs)
        usual = statistics.median(statistics.median(took) for took in runs)
        line(f"a change of the table painted, p95, {limit}", slow, limit.within, f"   median {usual:.0f} ms")
    ways = [await to_the_hand(machine, page, folder / f"state-{number}") for number in range(RUNS)]
    opened, reloaded = (statistics.median(figures) for figures in zip(*ways, strict=True))
    line("link opened, joined and ready, until the hand", opened, TO_THE_HAND)
    line("reload until the hand", reloaded, TO_THE_HAND)


async def main() -> None:
    """Measure on a machine of its own."""
    with tempfile.TemporaryDirectory() as folder, new_machine(Path(folder)) as machine, machine.lab.a.entered():
        async with browsing(machine):
            await report(machine, Path(folder))


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
