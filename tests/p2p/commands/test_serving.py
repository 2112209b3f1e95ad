"""``peerdeck serve`` as a process of its own, as those who run it start, stop and watch it."""

import asyncio
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import aiohttp
import pytest

from signaling.messages import Open
from signaling.server import SignalingServer
from tests.network.programs import SLOW_STEP
from tests.p2p.commands.running import CommandLine
from tests.signaling.wire import Client

SERVE = [sys.executable, "-X", "dev", "-W", "error", "-m", "p2p", "serve", "--host", "127.0.0.1", "--port", "0"]


@contextmanager
def serving(
    state: Path, *words: str, around: Sequence[str] = (), environment: Mapping[str, str] | None = None
) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server, and its address; killed at the end if it still runs.

    Args:
        state: its state folder.
        words: more options.
        around: a command that runs it.
        environment: all of it; that of the tests if not given.
    """
    process = subprocess.Popen(
        [*around, *SERVE, *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**(os.environ if environment is None else environment), "PEERDECK_STATE": str(state)},
    )
    assert process.stdout is not None
    try:
        line = process.stdout.readline()
        found = re.search("http://.*/", line)
        yield process, found[0] if found else ""
    finally:
        process.kill()
        process.communicate()


def ended(process: subprocess.Popen[str]) -> tuple[int, str]:
    """How it ended, and what it said on both outputs after the address."""
    lines = "".join(process.communicate(timeout=20)).splitlines(keepends=True)
    return process.returncode, "".join(line for line in lines if not line.startswith(SLOW_STEP))


@pytest.mark.parametrize(("number", "status"), [("TERM", -15), ("HUP", -1), ("INT", 130)])
async def test_it_says_goodbye_and_ends_as_it_was_told(tmp_path: Path, number: str, status: int) -> None:
    """Clients can tell that from a crash."""
    with serving(tmp_path) as (process, url):
        async with Client(url) as host:
            await host.open()
            process.send_signal(getattr(signal, f"SIG{number}"))
            assert await host.closed() == 1001
        assert await asyncio.to_thread(ended, process) == (status, "")


async def test_a_hangup_that_is_to_be_ignored_is_ignored(tmp_path: Path) -> None:
    """As `nohup` wants it."""
    with serving(tmp_path, around=["nohup"]) as (process, url):
        process.send_signal(signal.SIGHUP)
        async with aiohttp.ClientSession() as session, session.get(f"{url}healthz") as answer:
            assert await answer.text() == "ok\n"


async def test_after_a_restart_a_room_is_kept_for_its_host(tmp_path: Path) -> None:
    """Without any option."""
    with serving(tmp_path):
        pass  # it has made its secret
    with serving(tmp_path) as (_, url):
        async with Client(url) as host:
            opened = await host.open()
    with serving(tmp_path) as (_, url):
        async with Client(url) as thief:
            assert await thief.refused(Open(opened.room)) == "not-owner"
        async with Client(url) as host:
            assert await host.open(Open(opened.room, opened.owner_token)) == opened


async def test_a_proxy_that_was_not_named_is_told_of_once(tmp_path: Path) -> None:
    """Else guests of a server behind it are refused, and nobody knows why."""
    for words, lines in (([], 1), (["--trust-proxy", "127.0.0.0/8"], 0)):
        with serving(tmp_path, *words) as (process, url):
            async with aiohttp.ClientSession(headers={"X-Forwarded-For": "192.0.2.7"}) as session:
                for _ in range(3):
                    await (await session.ws_connect(f"{url}signal")).close()
            process.terminate()
            _, said = await asyncio.to_thread(ended, process)
        assert said.count("\n") == said.count("--trust-proxy 127.0.0.1.") == lines


async def test_with_few_files_it_turns_connections_away_and_goes_on(tmp_path: Path) -> None:
    """A line or two say so, however many come; when they are gone there is room again."""
    with serving(tmp_path, around=["sh", "-c", 'ulimit -n 64 && exec "$@"', "sh"]) as (process, url):
        port = int(url.rstrip("/").rpartition(":")[2])
        crowd = [socket.create_connection(("127.0.0.1", port)) for _ in range(100)]
        async with aiohttp.ClientSession() as session:
            with pytest.raises(aiohttp.ClientError):
                await session.get(f"{url}healthz")
            for one in crowd:
                one.close()
            while True:
                with suppress(aiohttp.ClientError):
                    assert (await session.get(f"{url}healthz")).status == 200
                    break
        process.terminate()
        _, said = await asyncio.to_thread(ended, process)
    first, *others = said.splitlines()
    assert first.startswith("This process may open 64 files: only 32 connections are taken at a time, where 11000 ")
    assert others in ([], ["No more connections can be taken at the moment: Too many open files."])


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--host", ""], '"" is no name or address'),
        (["--host", "127.0.0.1:80"], '"127.0.0.1:80" is no name or address'),
        (["--trust-proxy", "10.0.0.1/8"], '"10.0.0.1/8" is no address or network of a proxy'),
        (["--trust-proxy", ""], '"" is no address or network of a proxy'),
    ],
)
def test_a_wrong_option_is_one_sentence(peerdeck: CommandLine, words: list[str], said: str) -> None:
    """It names what was wrong, also if that is nothing."""
    assert peerdeck.fails(1, "serve", "--port", "0", *words).startswith(said)


async def test_an_address_of_ipv6_may_stand_in_brackets() -> None:
    """As it stands in addresses of pages."""
    async with SignalingServer("[::1]") as server:
        assert server.url.startswith("http://[::1]:")
