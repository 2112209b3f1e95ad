"""The tests of the page play in Chromium, on a machine of their own, against the real host.

They share one event loop, since they share the browsers, which take a second to start.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol

import pytest
import pytest_asyncio

from tests.browser.machine import Machine, browsing, new_machine
from tests.browser.visitor import Visitor, visiting

WEB = Path(__file__).parents[2] / "p2p" / "web"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let the tests beside this file run in one loop."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents and pytest_asyncio.is_async_test(item):
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


@pytest.fixture(scope="session")
def page_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page as it is built from the sources of now."""
    hook = build_hook()
    installed = WEB.parent / "static"
    if hook.is_fresh(WEB, installed):
        return installed
    folder = tmp_path_factory.mktemp("page") / "static"
    hook.build_page(WEB, folder)
    return folder


def build_hook() -> ModuleType:
    """The program that builds the page."""
    spec = importlib.util.spec_from_file_location("build_hook", WEB / "build_hook.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules["build_hook"] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def lab_machine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machine]:
    """The machine without its browsers."""
    with new_machine(tmp_path_factory.mktemp("machine")) as machine:
        yield machine


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browsers(lab_machine: Machine) -> AsyncIterator[None]:
    """The browsers of the machine."""
    async with browsing(lab_machine):
        yield


@pytest.fixture
def machine(lab_machine: Machine, browsers: None) -> Iterator[Machine]:
    """The machine with its browsers; the test itself runs on it."""
    del browsers
    with lab_machine.lab.a.entered():
        yield lab_machine


class Invites(Protocol):
    """Makes a person with a browser."""

    async def __call__(self, *, hides_addresses: bool = False, **options: Any) -> Visitor:
        """Nobody has been here before with this browser; options as of `Browser.new_context`."""


@pytest_asyncio.fixture(loop_scope="session")
async def visitor(machine: Machine) -> AsyncIterator[Invites]:
    """Call it for each person; at the end nothing may have gone wrong in their pages."""

    @asynccontextmanager
    async def everybody() -> AsyncIterator[Invites]:
        async with AsyncExitStack() as stack:

            async def invite(*, hides_addresses: bool = False, **options: Any) -> Visitor:
                return await stack.enter_async_context(visiting(machine.browsers[hides_addresses], **options))

            yield invite

    async with everybody() as invite:
        yield invite
