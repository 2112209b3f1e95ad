"""Debian's Firefox in a namespace, driven by WebDriver BiDi (W3C), which it speaks over a WebSocket by itself."""

from __future__ import annotations

import asyncio
import json
import shutil
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, Final

import aiohttp
import pytest

from tests.browser.machine import Machine

_LISTENS: Final = "WebDriver BiDi listening on "
_STARTS_WITHIN: Final = 60.0
_ANSWERS_WITHIN: Final = 60.0
_MOST: Final = 64 * 1024 * 1024
"""Bytes of an answer: it may hold all that a page was sent."""
_QUIET: Final = {
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.page": 0,
    "datareporting.policy.dataSubmissionEnabled": False,
    "intl.accept_languages": "en-GB",
    "ui.prefersReducedMotion": 1,
}
"""What is set besides what Firefox itself sets while it is driven."""
_RUN: Final = """async (arg) => {{
  const found = ({expression});
  return JSON.stringify(await (typeof found === "function" ? found(JSON.parse(arg)) : found)) ?? "null";
}}"""
_KEYS: Final = {"Enter": "\ue007"}


class BrowserError(Exception):
    """The browser refused a command, or what it ran in the page failed."""


class Firefox:
    """A page in Firefox. Made by `browsing_firefox`.

    Attributes:
        errors: what went wrong in the page: exceptions, and what the browser complained of.
    """

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self._asked = 0
        self._answers: dict[int, asyncio.Future[Any]] = {}
        self._context = ""
        self.errors: list[str] = []

    async def begin(self, preload: str) -> None:
        """Open a session, and run a function in every page before its own scripts."""
        await self._command("session.new", capabilities={})
        await self._command("session.subscribe", events=["log.entryAdded"])
        await self._command("script.addPreloadScript", functionDeclaration=preload)
        tree = await self._command("browsingContext.getTree")
        self._context = tree["contexts"][0]["context"]

    async def goes_to(self, address: str) -> None:
        """Open an address."""
        await self._command("browsingContext.navigate", context=self._context, url=address, wait="complete")

    async def evaluate(self, expression: str, arg: Any = None) -> Any:
        """What a piece of JavaScript, or a function of it called with ``arg``, comes to in the page."""
        done = await self._command(
            "script.callFunction",
            functionDeclaration=_RUN.format(expression=expression.strip().rstrip(";")),
            arguments=[{"type": "string", "value": json.dumps(arg)}],
            target={"context": self._context},
            awaitPromise=True,
        )
        if done["type"] == "exception":
            raise BrowserError(done["exceptionDetails"]["text"])
        return json.loads(done["result"]["value"])

    async def comes_true(self, expression: str) -> None:
        """Wait until something is so in the page."""
        async with asyncio.timeout(_ANSWERS_WITHIN):
            while not await self.evaluate(expression):  # noqa: ASYNC110  # the page is asked, it does not tell
                await asyncio.sleep(0.05)

    async def taps(self, x: float, y: float) -> None:
        """Click at a point of the page."""
        where = {"type": "pointerMove", "x": round(x), "y": round(y)}
        press = [{"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        await self._act({"type": "pointer", "id": "mouse", "actions": [where, *press]})

    async def types(self, *keys: str) -> None:
        """Press keys, one after the other: characters, or ``Enter``."""
        strokes = [{"type": stroke, "value": _KEYS.get(key, key)} for key in keys for stroke in ("keyDown", "keyUp")]
        await self._act({"type": "key", "id": "keyboard", "actions": strokes})

    async def _act(self, source: dict[str, Any]) -> None:
        await self._command("input.performActions", context=self._context, actions=[source])

    async def _command(self, method: str, **params: Any) -> Any:
        self._asked += 1
        answer = self._answers[self._asked] = asyncio.get_running_loop().create_future()
        await self._socket.send_json({"id": self._asked, "method": method, "params": params})
        async with asyncio.timeout(_ANSWERS_WITHIN):
            return await answer

    async def listen(self) -> None:
        """Take what the browser says, as long as it runs."""
        async for frame in self._socket:
            if frame.type is not aiohttp.WSMsgType.TEXT:
                return
            said = json.loads(frame.data)
            answer = self._answers.pop(said.get("id"), None)
            if answer and said["type"] == "success":
                answer.set_result(said["result"])
            elif answer:
                answer.set_exception(BrowserError(f"{said['error']}: {said['message']}"))
            elif said.get("method") == "log.entryAdded" and said["params"]["level"] == "error":
                self.errors.append(said["params"]["text"])


@asynccontextmanager
async def browsing_firefox(machine: Machine, profile: Path, preload: str) -> AsyncIterator[Firefox]:
    """Start Firefox as people have it, without a window, and with a profile of its own; skips where there is none.

    Args:
        machine: the namespace in which it runs.
        profile: an empty folder.
        preload: a function in JavaScript that runs in every page before the page's own scripts.
    """
    found = shutil.which("firefox-esr")
    if found is None:
        pytest.skip("Firefox is not installed (Debian: the package firefox-esr)")
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in _QUIET.items()]
    (profile / "user.js").write_text("".join(lines))
    command = [found, "--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port", "0"]
    process = machine.lab.a.popen(
        ["env", f"HOME={profile}", *command], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )
    try:
        address = await asyncio.wait_for(asyncio.to_thread(_address_of, process), _STARTS_WITHIN)
        async with (
            aiohttp.ClientSession() as client,
            client.ws_connect(f"{address}/session", max_msg_size=_MOST) as socket,
        ):
            firefox = Firefox(socket)
            listening = asyncio.create_task(firefox.listen())
            try:
                await firefox.begin(preload)
                yield firefox
            finally:
                listening.cancel()
                with suppress(asyncio.CancelledError):
                    await listening
    finally:
        process.kill()
        process.wait()


def _address_of(process: subprocess.Popen[str]) -> str:
    """Where it listens, as it says once it runs."""
    assert process.stderr
    said = []
    for line in process.stderr:
        said.append(line)
        if line.startswith(_LISTENS):
            return line.removeprefix(_LISTENS).strip()
    raise AssertionError("Firefox has ended:\n" + "".join(said[-20:]))
