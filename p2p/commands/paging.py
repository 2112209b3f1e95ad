"""Playing in the page: whether to, and how the player gets to it."""

import argparse
import os
import stat
import sys
import threading
import webbrowser
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Final, TextIO

from engine.games import GAMES
from p2p.commands.common import CommandError, UsageError
from p2p.commands.seat_options import chosen_name
from p2p.handouts import game_card
from p2p.interrupted import interrupted
from p2p.library import Library
from p2p.local_messages import Home, InterruptedTable
from p2p.local_page import DEFAULT_LOCAL_PORT, LocalPage, page_folder
from p2p.messages import PROTOCOL_VERSION
from p2p.state_folder import state_folder
from p2p.text.catalogue import Catalogue
from p2p.text.shelf import Shelf
from signaling.server import page_routes

_IN_THE_TERMINAL: Final = ("terminal", "json", "auto", "words")
"""Options of which each means that the terminal is wanted."""
NOT_BUILT: Final = "The page has not been built in this installation: play with --terminal."


def add_page_option(parser: argparse.ArgumentParser) -> None:
    """Declare the option."""
    parser.add_argument("--page", action="store_true", help="play in a browser (the default where there is one)")


def wants_page(args: argparse.Namespace) -> bool:
    """Whether the player is to play in the page; `UsageError` if that cannot be or the options disagree."""
    chosen = [name for name in _IN_THE_TERMINAL if getattr(args, name) not in {None, False}]
    if not args.page:
        return not chosen and page_is_default()
    if chosen:
        raise UsageError(f"--page and --{chosen[0]} do not go together.")
    if page_folder() is None:
        raise UsageError(NOT_BUILT)
    return True


def page_is_default() -> bool:
    """Whether there is a page, and a person who can open it: at a terminal, or at a screen without one.

    Who pipes something in or reads it off wants the terminal's way.
    """
    if page_folder() is None:
        return False
    return (_is_terminal(sys.stdin) and _is_terminal(sys.stdout)) or (_has_display() and not _is_piped(sys.stdin))


def _is_terminal(stream: TextIO | None) -> bool:
    return stream is not None and stream.isatty()


def _is_piped(stream: TextIO | None) -> bool:
    return stream is not None and not stat.S_ISCHR(os.fstat(stream.fileno()).st_mode)


def _has_display() -> bool:
    return sys.platform in {"win32", "darwin"} or any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))


@asynccontextmanager
async def local_page(
    args: argparse.Namespace, shelf: Shelf, *, starts: bool = False, goes_to: str | None = None
) -> AsyncIterator[LocalPage]:
    """The page of this program, served at its usual port or, if that is taken, at another.

    Args:
        args: of a command that seats a player.
        shelf: the texts for players.
        starts: whether the page may start tables.
        goes_to: where the page is to join, as the fragment of its address.

    Raises:
        CommandError: it cannot be served.
    """
    name = chosen_name(args)
    state = state_folder(args.state) if starts else None

    def home(lang: str) -> Home:
        cards = [game_card(game, shelf, lang) for game in GAMES.values()]
        left = _offered(state, shelf.catalogue(lang)) if state else None
        return Home(PROTOCOL_VERSION, name, "none", cards, starts, interrupted=left)

    async with AsyncExitStack() as stack:
        files = page_routes(page_folder())
        library = Library(shelf)
        try:
            page = LocalPage(files, home, library, DEFAULT_LOCAL_PORT, tell=_print_address, goes_to=goes_to)
            await stack.enter_async_context(page)
        except OSError:
            try:
                page = LocalPage(files, home, library, tell=_print_address, goes_to=goes_to)
                await stack.enter_async_context(page)
            except OSError as error:
                raise CommandError(f"The page cannot be served on this machine: {error.strerror}.") from error
        yield page


def _offered(state: Path, translated: Catalogue) -> InterruptedTable | None:
    """The latest table that a crash interrupted and that may go on."""
    for table in interrupted(state):
        return InterruptedTable(table.room, translated(table.title), table.people, int(table.ago))
    return None


def show(url: str) -> None:
    """Open an address in the browser, if there is a screen, and print it in any case.

    It opens the page once. The browser that did keeps coming in without it, until the program ends.
    """
    _print_address(url)
    print("(Ctrl-C ends the program; --terminal plays here instead)", flush=True)
    if _has_display():
        # In a thread of its own, since it may wait for the browser.
        threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()


def _print_address(url: str) -> None:
    print(f"Play in your browser: {url}", flush=True)
