"""A machine of its own with a browser: Debian's Chromium in a network namespace of `tests.network.netlab`."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import pytest
from playwright.async_api import Browser, async_playwright

from tests.network.netlab import Namespace, Netlab, NetlabUnavailableError

NAME: Final = "peerdeck.test"
"""A name that only the browser knows; a page from there over plain http is no secure context."""
_QUIET: Final = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--force-color-profile=srgb",
)
_PLAIN_ADDRESSES: Final = "--disable-features=WebRtcHideLocalIpsWithMdns"
"""Browsers hide their addresses behind names that are looked up in a second: only one test waits for that."""


@dataclass
class Machine:
    """Where the host's program and the browsers of a test run.

    Attributes:
        address: at which they reach each other.
        browsers: that were started, by whether they hide their addresses.
    """

    lab: Netlab
    folder: Path
    browsers: dict[bool, Browser] = field(default_factory=dict)

    @property
    def address(self) -> str:
        """On the cable."""
        return self.lab.a.address

    @property
    def chromium(self) -> str:
        """A command that starts Chromium in the namespace."""
        return self._chromium_in(self.lab.a)

    @property
    def far_chromium(self) -> str:
        """A command that starts Chromium at the other end of the cable."""
        return self._chromium_in(self.lab.b)

    @property
    def arguments(self) -> list[str]:
        """What Chromium is started with, so that it is quiet, knows `NAME` and connects at once."""
        return [*_QUIET, f"--host-resolver-rules=MAP {NAME} {self.address}", _PLAIN_ADDRESSES]

    def _chromium_in(self, place: Namespace) -> str:
        found = shutil.which("chromium")
        assert found
        command = self.folder / f"chromium-at-{place.address}"
        enter = " ".join(place.enter)
        command.write_text(f'#!/bin/sh\nexec {enter} {found} "$@"\n')
        command.chmod(0o755)
        return str(command)


@contextmanager
def new_machine(folder: Path) -> Iterator[Machine]:
    """Make the machine; skips the test where that is not possible."""
    if shutil.which("chromium") is None:
        pytest.skip("Chromium is not installed (Debian: the package chromium)")
    try:
        lab = Netlab()
    except (NetlabUnavailableError, FileNotFoundError) as error:
        pytest.skip(str(error))
    try:
        yield Machine(lab, folder)
    finally:
        lab.close()


@asynccontextmanager
async def browsing(machine: Machine) -> AsyncIterator[None]:
    """Start Chromium, once as people have it and once with plain addresses."""
    async with async_playwright() as playwright:
        for hides in (False, True):
            arguments = [argument for argument in machine.arguments if not (hides and argument == _PLAIN_ADDRESSES)]
            machine.browsers[hides] = await playwright.chromium.launch(
                executable_path=machine.chromium, chromium_sandbox=False, args=arguments
            )
        yield
        for browser in machine.browsers.values():
            await browser.close()
