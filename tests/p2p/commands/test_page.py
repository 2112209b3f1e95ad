"""Playing in the page: tables that are started from it, and the commands that open it."""

import argparse
import asyncio
import sys
import webbrowser
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from p2p import local_page
from p2p.cli import _parser, main
from p2p.commands import menu, page, paging
from p2p.commands.common import UsageError
from p2p.commands.host import _host_on_page
from p2p.commands.join import _join_on_page
from p2p.commands.play import _play_on_page, table_for
from p2p.local_messages import Start
from p2p.messages import Bye, Frames, Get, Hello, Lobby, Manage, Part, Ready, Refused, Welcome
from tests.p2p.commands.running import CommandLine
from tests.p2p.own_page import PATIENCE, Page, trusted

SECRET = "s" * 21 + "A"


@pytest.fixture(name="_built", autouse=True)
def _a_page_is_built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page, built beside the tests; no browser is opened."""
    folder = tmp_path / "static"
    folder.mkdir()
    (folder / "index.html").write_text("page", encoding="utf-8")
    for module in (local_page, page, paging):
        monkeypatch.setattr(module, "page_folder", lambda: folder)
    monkeypatch.setattr(webbrowser, "open", lambda _url: True)


def parsed(*words: str) -> argparse.Namespace:
    """The options of a command line."""
    return _parser(list(words)).parse_args(words)


@asynccontextmanager
async def running(command: asyncio.Task[int] | asyncio.Task[None]) -> AsyncIterator[None]:
    """A command that runs until the test ends it."""
    try:
        yield
    finally:
        command.cancel()
        await asyncio.gather(command, return_exceptions=True)


async def printed_url(capsys: pytest.CaptureFixture[str]) -> str:
    """The address of the page that a command prints, as soon as it does."""
    async with asyncio.timeout(PATIENCE):
        seen = ""
        while "#h=" not in seen or not seen.endswith("\n"):
            await asyncio.sleep(0.01)
            seen += capsys.readouterr().out
    return next(word for word in seen.split() if "#h=" in word)


async def sits_down(browser: Page, lang: str = "en") -> Welcome:
    """The page takes its seat."""
    await browser.say(Hello(1, "Ann", lang, "zones"))
    return await browser.hears(Welcome)


async def until_the_table_is_gone(url: str, token: str | None) -> None:
    """Until the program could start another one."""
    async with asyncio.timeout(PATIENCE):
        table = None
        while table != "none":
            async with trusted(url, token=token) as browser:
                table = (await browser.home()).table


# --- plain peerdeck


async def test_tables_are_started_from_the_page_one_after_the_other(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Alone, then one that others can join; each ends as the player wants."""
    args = parsed("page", "--name", "Ann", "--port", "0", "--address", "127.0.0.1", "--state", str(tmp_path / "state"))
    async with running(asyncio.create_task(page._serve(args))):
        url = await printed_url(capsys)
        async with trusted(url) as browser:
            home = await browser.home()
            assert (home.name, home.table, home.starts) == ("Ann", "none", True)
            assert [card.name for card in home.games][:2] == ["xing", "rummy"]
            await browser.say(Start("rummy", 3, {"take": "deep"}, "Ann"))
            assert (await browser.home()).table == "alone"
            assert (await sits_down(browser)).seat == 0
            lobby = await browser.hears(Lobby)
            assert (lobby.game, lobby.options) == ("rummy", {"take": "deep"})
            assert [person.kind for person in lobby.people] == ["person", "bot", "bot"]
            await browser.say(Get("invite"))
            assert (await browser.hears(Refused)).code == "nothing-there"
            await browser.say(Manage("new-code"))
            assert (await browser.hears(Refused)).code == "not-open"
            await browser.say(Ready())
            await browser.hears(Frames)
            await browser.say(Bye())
            while await browser.text() is not None:
                pass
        await until_the_table_is_gone(url, home.token)
        async with trusted(url, "de", home.token) as browser:
            await browser.home()
            await browser.say(Start("dice-capture", alone=False))
            assert (await browser.home()).table == "open"
            await sits_down(browser, "de")
            assert (await browser.hears(Lobby)).title == "Würfelfang"
            await browser.say(Get("invite"))
            first = (await browser.hears(Part)).data
            assert first["link"].startswith("http://127.0.0.1:")
            await browser.say(Manage("new-code"))
            second = (await browser.hears(Part)).data
            assert second["code"] != first["code"]
            assert second["link"] != first["link"]
            await browser.say(Manage("close"))
            assert (await browser.hears(Bye)).code == "table-closed"


@pytest.mark.parametrize(
    ("start", "code"),
    [
        (Start("chess"), "cannot-start"),
        (Start("xing", 3), "cannot-start"),
        (Start("rummy", 3, {"take": "all"}), "cannot-start"),
    ],
    ids=str,
)
async def test_a_table_that_cannot_be_started_is_told_to_the_page(
    start: Start, code: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """With the sentence; the page may try again."""
    serving = asyncio.create_task(page._serve(parsed("page")))
    async with running(serving), trusted(await printed_url(capsys)) as browser:
        await browser.home()
        await browser.say(start)
        refused = await browser.hears(Refused)
        assert refused.code == code
        assert refused.text.endswith(".")
        await browser.say(Start("dice-capture"))
        assert (await browser.home()).table == "alone"


async def test_a_port_in_use_is_told_to_the_page(capsys: pytest.CaptureFixture[str]) -> None:
    """The program goes on."""
    async with await asyncio.start_server(lambda _reader, _writer: None, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        serving = asyncio.create_task(page._serve(parsed("page", "--port", str(port))))
        async with running(serving), trusted(await printed_url(capsys)) as browser:
            await browser.home()
            await browser.say(Start("dice-capture", alone=False))
            assert f"Port {port} is in use" in (await browser.hears(Refused)).text


# --- play, host and join


async def test_play_on_the_page_ends_when_the_player_leaves(capsys: pytest.CaptureFixture[str]) -> None:
    """Alone with bots, there is nobody to go on."""
    args = parsed("play", "dice-capture", "--page", "--name", "Ann")
    command = asyncio.create_task(_play_on_page(table_for(args), args))
    async with running(command):
        async with trusted(await printed_url(capsys)) as browser:
            home = await browser.home()
            assert (home.table, home.starts) == ("alone", False)
            await sits_down(browser)
            await browser.say(Bye())
        async with asyncio.timeout(PATIENCE):
            assert await command == 0


async def test_host_on_the_page_shows_how_to_join_and_ends_when_the_table_is_closed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without a game the first one is offered: another can be chosen at the table."""
    words = ["host", "--page", "--port", "0", "--address", "127.0.0.1", "--state", str(tmp_path / "state")]
    command = asyncio.create_task(_host_on_page(parsed(*words)))
    async with running(command):
        async with trusted(await printed_url(capsys)) as browser:
            assert (await browser.home()).table == "open"
            await sits_down(browser)
            assert (await browser.hears(Lobby)).game == "xing"
            await browser.say(Manage("game", game="dice-capture"))
            while (await browser.hears(Lobby)).game != "dice-capture":
                pass
            await browser.say(Manage("close"))
            assert (await browser.hears(Bye)).code == "table-closed"
        async with asyncio.timeout(PATIENCE):
            assert await command == 0


@pytest.mark.parametrize(
    ("words", "more"),
    [
        ([f"https://cards.example/#j=K7QX.{SECRET}"], f"j=K7QX.{SECRET}&s=https%3A%2F%2Fcards.example%2F"),
        (["k7qx m4tc", "--server", "cards.example"], "c=K7QX-M4TC&s=http%3A%2F%2Fcards.example%3A8420%2F"),
    ],
)
async def test_join_on_the_page_hands_the_invitation_to_it(
    words: list[str], more: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Once it is open, and not in its address, which others can read; the page joins by itself."""
    async with running(asyncio.create_task(_join_on_page(parsed("join", *words, "--page")))):
        url = await printed_url(capsys)
        assert "K7QX" not in url
        async with trusted(url) as browser:
            home = await browser.home()
            assert home.goes_to == more
        async with trusted(url, token=home.token) as browser:
            assert (await browser.home()).goes_to is None, "a page that is loaded again is where it was"


# --- which of both


@pytest.mark.parametrize("option", ["--terminal", "--json", "--auto=random", "--words"])
def test_who_asks_for_the_terminal_gets_it(option: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even where the page would be the default; and not both at once."""
    monkeypatch.setattr(paging, "page_is_default", lambda: True)
    assert not paging.wants_page(parsed("play", "xing", option))
    with pytest.raises(UsageError, match=r"--page and --\w+ do not go together"):
        paging.wants_page(parsed("play", "xing", option, "--page"))


def test_the_page_is_the_default_for_who_can_open_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """At a terminal, or at a screen without anything piped in."""
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    assert not paging.page_is_default()
    with Path("/dev/null").open(encoding="utf-8") as nothing, Path(__file__).open(encoding="utf-8") as piped:
        monkeypatch.setattr(sys, "stdin", nothing)
        assert not paging.page_is_default()
        monkeypatch.setenv("DISPLAY", ":0")
        assert paging.page_is_default()
        monkeypatch.setattr(sys, "stdin", piped)
        assert not paging.page_is_default()
        assert not paging.wants_page(parsed("play", "xing"))
    monkeypatch.setattr(sys, "stdin", None)
    assert paging.page_is_default()
    assert paging.wants_page(parsed("host"))
    monkeypatch.setattr(paging, "page_folder", lambda: None)
    assert not paging.page_is_default()


def test_where_the_page_was_not_built_that_is_said(peerdeck: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    """In one sentence, by each command that could open it."""
    for module in (page, paging):
        monkeypatch.setattr(module, "page_folder", lambda: None)
    for words in (["page"], ["play", "xing", "--page"], ["host", "xing", "--page"], ["join", "K7QX-M4TC", "--page"]):
        assert peerdeck.fails(2, *words) == "The page has not been built in this installation: play with --terminal."


def test_plain_peerdeck_opens_the_page_or_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    """As its surroundings and its option say."""
    ran: list[str] = []

    def run_page(_args: argparse.Namespace) -> int:
        ran.append("page")
        return 0

    def ask() -> list[str]:
        ran.append("menu")
        return ["games"]

    monkeypatch.setattr(page, "run", run_page)
    monkeypatch.setattr(menu, "chosen_command", ask)
    monkeypatch.setattr(paging, "page_is_default", lambda: True)
    assert main([]) == main(["--page"]) == main(["--terminal"]) == 0
    monkeypatch.setattr(paging, "page_is_default", lambda: False)
    assert main([]) == 0
    assert ran == ["page", "page", "menu", "menu"]
