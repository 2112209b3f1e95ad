"""The host's own page: who may come, what it can ask for, and that it is a client like all others."""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import aiohttp
import pytest
from aiohttp import web

from engine.games.dice_capture import GAME as DICE_CAPTURE
from p2p.client import TableClient
from p2p.codec import encode
from p2p.guest_session import GuestSession
from p2p.handouts import GameCard
from p2p.host_session import HostSession
from p2p.library import Library
from p2p.local_messages import Home, Open, Start
from p2p.local_page import LocalPage, LocalTable, page_folder
from p2p.local_seat import take_local_seat
from p2p.messages import Bye, Frames, Get, Hello, Lobby, Part, Ready, Refused, Welcome
from p2p.saved_table import SavedSeat, SavedTable
from p2p.table_host import TableHost
from p2p.tokens import new_token
from tests.p2p.desk import SHELF
from tests.p2p.own_page import PATIENCE, opened, origin_of, ticket_of, trusted
from tests.p2p.pages import moves_on

ROOT, NOBODY = 0, 65_534
GAMES = [GameCard("dice-capture", "Dice Capture", "", None, 40, ())]


def home(lang: str) -> Home:
    """What the program of these tests can do."""
    return Home(1, f"Ann ({lang})", "none", GAMES, starts=True)


async def index(_request: web.Request) -> web.Response:
    """The page."""
    return web.Response(text="page")


def new_table(alone: bool = True) -> LocalTable:  # noqa: FBT001, FBT002  # one word says it
    """A table of Dice Capture against a bot."""
    token = new_token()
    seats = [SavedSeat("person", "Ann", token), SavedSeat("bot", "Bot 1", None, "random")]
    session = HostSession(DICE_CAPTURE, SavedTable("dice-capture", {}, seats), new_token, Random(1))
    return LocalTable(TableHost(session, Random(2), bot_pause=0), token, alone=alone)


@asynccontextmanager
async def served() -> AsyncIterator[LocalPage]:
    """The program's page."""
    async with LocalPage([web.get("/", index)], home, Library(SHELF)) as page:
        yield page


# --- who may come


async def test_the_page_is_served_and_its_ticket_stands_in_the_fragment() -> None:
    """On the loopback only."""
    async with served() as page, aiohttp.ClientSession() as client:
        assert page.url().startswith("http://127.0.0.1:")
        assert len(ticket_of(page.url())) == 22
        async with client.get(page.url()) as answer:
            assert await answer.text() == "page"


@pytest.mark.parametrize("host", ["peerdeck.test", "127.0.0.1.evil.test:8421", "127.0.0.1", ""])
async def test_a_name_that_only_pretends_to_be_this_machine_is_refused(host: str) -> None:
    """A page from elsewhere cannot reach the program by a name that leads here."""
    async with served() as page, aiohttp.ClientSession() as client:
        async with client.get(origin_of(page.url()), headers={"Host": host}) as answer:
            assert answer.status == 403
        with pytest.raises(aiohttp.WSServerHandshakeError, match="403"):
            async with opened(page.url(), {"Host": host}):
                pass


@pytest.mark.parametrize("origin", ["http://evil.test", "null", "http://127.0.0.1:1", "https://127.0.0.1", ""])
async def test_a_page_from_elsewhere_is_refused(origin: str) -> None:
    """Even if it knew the secret."""
    async with served() as page:
        with pytest.raises(aiohttp.WSServerHandshakeError, match="403"):
            async with opened(page.url(), {"Origin": origin}):
                pass


@pytest.mark.parametrize(
    "first",
    [
        *(encode(Open("wrong")), encode(Open("é")), encode(Open(ticket="wrong")), encode(Open(ticket="é"))),
        *(encode(Hello(1, "Ann")), "{", '{"t":"open"}', ""),
    ],
)
async def test_a_page_that_shows_neither_secret_nor_ticket_is_sent_away(first: str) -> None:
    """With a sentence that says what to do."""
    async with served() as page, opened(page.url()) as browser:
        page.table = new_table()
        await browser.say(first)
        assert (await browser.hears(Refused)).code == "wrong-token"
        assert await browser.text() is None


async def test_a_ticket_opens_the_page_once_and_the_secret_that_it_brings_as_often_as_wanted() -> None:
    """Who reads the address later, in the list of processes or in a history, cannot come in."""
    told: list[str] = []
    async with LocalPage([], home, Library(SHELF), tell=told.append, goes_to="j=K7QX.s") as page:
        url = page.url()
        assert page.url() == url
        async with trusted(url) as browser:
            first = await browser.home()
            assert first.goes_to == "j=K7QX.s"
            assert first.token
            assert first.token not in url
        for _ in range(2):
            async with trusted(url) as thief:
                assert (await thief.hears(Refused)).code == "used-ticket"
                assert await thief.text() is None
            async with opened(url) as browser:
                await browser.say(Open(first.token, ticket_of(url)))
                assert await browser.home() == Home(1, "Ann (en)", "none", GAMES, starts=True)
        (again,) = told
        assert again == page.url() != url
        async with trusted(again) as other:
            assert (await other.home()).token == first.token
    async with served() as page, opened(page.url()) as browser:
        await browser.say(Open(first.token))
        assert (await browser.hears(Refused)).code == "wrong-token"


@pytest.mark.skipif(not Path("/proc/net/tcp").exists(), reason="only Linux tells whose a connection is")
async def test_a_page_of_another_user_of_the_machine_is_sent_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even with the ticket, which is not used up by that."""
    user = os.getuid()
    async with served() as page:
        monkeypatch.setattr(os, "getuid", lambda: user + 1)
        if user == ROOT:  # whose connections are everybody's
            os.seteuid(NOBODY)
        try:
            async with trusted(page.url()) as other:
                assert (await other.hears(Refused)).code == "other-user"
                assert await other.text() is None
        finally:
            os.seteuid(user)
        monkeypatch.undo()
        async with trusted(page.url()) as mine:
            await mine.home()


async def test_bytes_and_texts_that_are_too_long_end_the_connection() -> None:
    """Before the secret was shown, and after."""
    async with served() as page:
        async with opened(page.url()) as browser:
            await browser._socket.send_bytes(b"x")
            assert (await browser.hears(Refused)).code == "wrong-token"
        async with trusted(page.url()) as browser:
            await browser.home()
            await browser._socket.send_bytes(b"x")
            assert await browser.text() is None
        async with trusted(page.url()) as browser:
            await browser.home()
            await browser.say("x" * 70_000)
            assert await browser.text() is None


# --- before there is a table


async def test_a_page_is_told_what_the_program_can_do() -> None:
    """In its language."""
    async with served() as page, trusted(page.url(), "de") as browser:
        told = await browser.home()
        assert told == Home(1, "Ann (de)", "none", GAMES, starts=True, token=told.token)


async def test_a_page_can_have_a_table_started() -> None:
    """By the program, which says when it is there."""
    async with served() as page, trusted(page.url()) as browser:
        await browser.home()
        await browser.say(Start("dice-capture", name="Ann", alone=True))
        wish = await page.wishes.get()
        assert wish.wanted == Start("dice-capture", name="Ann", alone=True)
        page.table = new_table()
        wish.answer.set_result(None)
        assert (await browser.home()).table == "alone"
        await browser.say(Hello(1, "Ann", view="zones"))
        assert (await browser.hears(Welcome)).seat == 0


async def test_a_table_that_cannot_be_started_is_refused_with_the_reason() -> None:
    """And the page may wish again."""
    async with served() as page, trusted(page.url()) as browser:
        await browser.home()
        for _ in range(2):
            await browser.say(Start("chess"))
            (await page.wishes.get()).answer.set_result(("no-such-game", "There is no such game."))
            assert await browser.hears(Refused) == Refused("no-such-game", "There is no such game.")


async def test_where_there_is_a_table_no_other_one_can_be_started() -> None:
    """Nor where the program was started for one table only."""
    async with served() as page, trusted(page.url()) as browser:
        await browser.home()
        page.table = new_table(alone=False)
        await browser.say(Start("dice-capture"))
        assert (await browser.hears(Refused)).code == "table-there"
    async with (
        LocalPage([], lambda _lang: Home(1, "", "none", [], starts=False), Library(SHELF)) as page,
        trusted(page.url()) as browser,
    ):
        await browser.home()
        await browser.say(Start("dice-capture"))
        assert (await browser.hears(Refused)).code == "table-there"


async def test_rules_and_games_of_bots_can_be_had_before_there_is_a_table() -> None:
    """In the language that the page has said; what only a table has is not there."""
    async with served() as page, trusted(page.url(), "de") as browser:
        await browser.home()
        await browser.say(Get("rules", 0, "dice-capture"))
        assert (await browser.hears(Part)).data == [{"p": "Du fängst Karten mit Würfeln."}]
        await browser.say(Get("demo", 0, "dice-capture"))
        first = await browser.hears(Part)
        assert (first.what, first.part, first.parts > 5) == ("demo", 0, True)
        for wanted, code in (
            (Get("rules", 0, "chess"), "no-such-game"),
            (Get("demo"), "nothing-there"),
            (Get("replay"), "nothing-there"),
            (Get("demo", 999, "dice-capture"), "no-such-part"),
        ):
            await browser.say(wanted)
            assert (await browser.hears(Refused)).code == code
        await browser.say(Start("dice-capture"))  # and a table can still be started


async def test_what_makes_no_sense_without_a_table_is_passed_over() -> None:
    """The page is still heard afterwards."""
    async with served() as page, trusted(page.url()) as browser:
        await browser.home()
        await browser.say(Hello(1, "Ann"))
        await browser.say("nonsense")
        page.table = new_table(alone=False)
        await browser.say(Hello(1, "Ann"))
        assert (await browser.hears(Welcome)).seat == 0


# --- at the table


async def test_the_page_plays_like_any_other_client() -> None:
    """A whole match against a bot, by what the views offer."""
    rng = Random(5)
    async with served() as page:
        page.table = new_table()
        async with trusted(page.url()) as browser:
            assert (await browser.home()).table == "alone"
            await browser.say(Hello(1, "Ann", view="zones"))
            await browser.say(Ready())
            prompt = None
            while not (view := (await browser.hears(Frames)).list[-1].view).over:
                if view.prompt is not None and view.prompt != prompt:
                    prompt = view.prompt
                    await browser.say(rng.choice(moves_on(view)))
        await page.table.host.close()


async def test_a_reload_returns_to_the_seat_and_the_newest_page_has_it() -> None:
    """With the same view; the older page is told so."""
    async with served() as page:
        page.table = new_table()
        async with trusted(page.url()) as first:
            await first.say(Hello(1, "Ann", view="zones"))
            await first.say(Ready())
            while (view := (await first.hears(Frames)).list[-1].view).prompt is None:
                pass
            await first.drop()
            async with trusted(page.url()) as second:
                await second.say(Hello(1, "Ann", view="zones"))
                assert (await second.hears(Welcome)).seat == 0
                again = (await second.hears(Frames)).list[-1].view
                assert (again.zones, again.acts, again.prompt) == (view.zones, view.acts, view.prompt)
                async with trusted(page.url()) as third:
                    await third.say(Hello(1, "Ann", view="zones"))
                    assert (await third.hears(Welcome)).seat == 0
                    assert (await second.hears(Bye)).code == "opened-elsewhere"
                    assert await second.text() is None
        await page.table.host.close()


async def test_whoever_left_may_sit_down_again_and_comes_back_to_that_seat() -> None:
    """The page of the program is always invited."""
    token = new_token()
    seats = [SavedSeat("person", "Ann", token), SavedSeat("person", "Ben", new_token())]
    session = HostSession(DICE_CAPTURE, SavedTable("dice-capture", {}, seats), new_token, Random(1))
    host = TableHost(session, Random(2))
    async with served() as page:
        page.table = LocalTable(host, token, alone=False)
        async with trusted(page.url()) as browser:
            await browser.say(Hello(1, "Ann"))
            await browser.hears(Lobby)
            await browser.say(Bye())
            assert await browser.text() is None
        for _ in range(2):
            async with trusted(page.url()) as browser:
                await browser.say(Hello(1, "Ann"))
                assert await browser.hears(Welcome) == Welcome(1, 0, token)
        await host.close()


async def test_a_table_that_is_closed_says_goodbye_to_its_page() -> None:
    """And the connection ends."""
    async with served() as page, trusted(page.url()) as browser:
        page.table = new_table()
        await browser.say(Hello(1, "Ann"))
        await browser.hears(Welcome)
        await page.table.host.close()
        assert (await browser.hears(Bye)).code == "table-closed"
        assert await browser.text() is None


async def test_the_table_ends_when_nobody_is_left_at_it() -> None:
    """A person alone with bots who leaves ends the game (RULES.md §1.8)."""
    async with served() as page, trusted(page.url()) as browser:
        page.table = new_table()
        await browser.say(Hello(1, "Ann"))
        await browser.hears(Welcome)
        assert not page.table.host.ended.is_set()
        await browser.say(Bye())
        async with asyncio.timeout(PATIENCE):
            await page.table.host.ended.wait()
        await page.table.host.close()


async def test_a_seat_of_the_page_and_one_of_this_program_are_the_same_seat() -> None:
    """A terminal that sits there loses it to the page."""
    table = new_table()
    client = TableClient(GuestSession("Ann", table.token))
    take_local_seat(table.host, client, table.token)
    async with served() as page, trusted(page.url()) as browser:
        page.table = table
        await browser.say(Hello(1, "Ann"))
        await browser.hears(Welcome)
        async with asyncio.timeout(PATIENCE):
            await client.finished()
        assert client.session.goodbye
        assert client.session.goodbye.code == "opened-elsewhere"
        await table.host.close()


async def test_the_program_ends_with_pages_open() -> None:
    """They are hung up on, whatever they wait for."""
    async with served() as page:
        page.table = new_table()
        async with trusted(page.url()) as seated, opened(page.url()) as silent:
            await seated.say(Hello(1, "Ann"))
            await seated.hears(Welcome)
            await page.__aexit__(None, None, None)
            while await seated.text():
                pass
            assert await silent.text() is None


def test_the_folder_of_the_page_is_told_only_if_the_page_was_built() -> None:
    """A folder without its first file is none."""
    folder = page_folder()
    assert folder is None or (folder / "index.html").is_file()
