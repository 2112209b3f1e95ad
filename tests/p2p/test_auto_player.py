"""A bot at a guest's end of a table: one a match, told all that its seat has seen."""

import asyncio
import os
from collections.abc import Callable, Sequence
from random import Random

import pytest

from engine import bots
from engine.bots import Maker
from engine.bots.bot import Bot
from engine.bots.search.contest import Verdict
from engine.bots.search.thinker import Searcher, never
from engine.chance import Rng
from engine.events import Event
from engine.games.twenty_nine import GAME as TWENTY_NINE
from engine.games.xing import GAME as XING
from engine.inputs import Action
from engine.match import Game, View
from p2p.auto_player import AlwaysReady, AutoPlayer, BadChoice
from p2p.bot_pool import BotPool
from p2p.client import Front, TableClient
from p2p.guest_session import GuestSession, Tell
from p2p.host_session import HostSession
from p2p.local_seat import take_local_seat
from p2p.messages import Get, Lang, Manage, Social
from p2p.saved_table import SavedSeat, SavedTable
from p2p.table_host import TableHost
from p2p.text.shelf import Shelf
from p2p.tokens import new_token
from tests.p2p.desk import OWN_TOKEN

PATIENCE = 60.0


class Noting(Bot):
    """Plays as a normal bot does and notes what it sees; stops after so many choices.

    Args:
        bot: plays.
        stops: after how many choices it fails.
    """

    def __init__(self, bot: Bot, stops: int | None = None) -> None:
        self.seen: list[Event] = []
        self.choices: list[Action] = []
        self._bot = bot
        self._stops = stops

    def see(self, event: Event) -> None:
        """Note it."""
        self.seen.append(event)
        self._bot.see(event)

    def choose(self, legal: Sequence[Action], look: Callable[[], View]) -> Action:
        """Choose, or fail."""
        if len(self.choices) == self._stops:
            raise RuntimeError("stopped")
        self.choices.append(self._bot.choose(legal, look))
        return self.choices[-1]


class Cheat(Bot):
    """Does what it may not."""

    def see(self, event: Event) -> None:
        """It looks at nothing."""

    def choose(self, legal: Sequence[Action], look: Callable[[], View]) -> Action:  # noqa: ARG002  # it cheats
        """An action of no game."""
        return Action("dance")


class Ends:
    """A front that notices the end of matches."""

    def __init__(self) -> None:
        self.over: asyncio.Queue[None] = asyncio.Queue()

    def told(self, _client: TableClient, tell: Tell) -> None:
        """Note an end."""
        if tell.event == "over":
            self.over.put_nowait(None)


def table() -> TableHost:
    """A table of Xing at which a person sits with three bots; the cards are always the same."""
    seats = [SavedSeat("person", "Ann", OWN_TOKEN), *(SavedSeat("bot", f"Bot {n}", None, "normal") for n in range(3))]
    rng = Random(11)
    session = HostSession(XING, SavedTable("xing", {}, seats), new_token, rng, shelf=Shelf({}, {}))
    return TableHost(session, rng, bot_pause=0)


def noted(made: list[Noting], stops: int | None = None) -> Maker:
    """Makes bots that note, and keeps them."""

    def make(game: Game, seat: int, seats: int, rng: Rng) -> Bot:
        made.append(Noting(bots.make("easy", game, seat, seats, rng), stops))
        return made[-1]

    return make


def sit_down(host: TableHost, player: AutoPlayer) -> Ends:
    """Sit down in the person's seat and let a bot play there."""
    ends = Ends()
    take_local_seat(host, TableClient(GuestSession("Ann", OWN_TOKEN), ends, player, AlwaysReady()), OWN_TOKEN)
    return ends


async def test_there_is_one_bot_a_match_and_it_sees_what_its_seat_sees() -> None:
    """From the deal to the last card, the known card too; the next match has another one."""
    made: list[Noting] = []
    host = table()
    player = AutoPlayer(noted(made), 3)
    ends = sit_down(host, player)
    async with asyncio.timeout(PATIENCE):
        await ends.over.get()
        await player.caught_up()
    await host.close()
    (bot,) = made
    codes = [event.code for event in bot.seen]
    assert codes[0] == "deals"
    assert codes[-1] == "won"
    assert codes.count("played") >= 48
    assert "last-card" in codes
    assert len(bot.choices) >= 12


class Swaps(AlwaysReady):
    """A front that has the first two seats change places in the first rest, before it is ready."""

    def __init__(self) -> None:
        self._asked = False

    def told(self, client: TableClient, tell: Tell) -> None:
        """Do so once."""
        lobby = client.session.lobby
        if client.session.seat != 0 or not (lobby and lobby.resting):
            super().told(client, tell)
        elif not self._asked:
            self._asked = True
            asyncio.get_running_loop().call_soon(client.ask, Manage("swap", 0, 1))


async def test_after_a_change_of_seats_another_bot_plays_there() -> None:
    """It knows what that seat has seen, and not what the former one did."""
    tokens = [OWN_TOKEN, new_token()]
    people = [SavedSeat("person", f"Ann {number}", token) for number, token in enumerate(tokens)]
    others = [SavedSeat("bot", f"Bot {n}", None, "normal") for n in range(2)]
    rng = Random(11)
    session = HostSession(TWENTY_NINE, SavedTable("twenty-nine", {}, [*people, *others]), new_token, rng)
    host = TableHost(session, rng, bot_pause=0)
    made: dict[str, list[tuple[int, Noting]]] = {token: [] for token in tokens}

    def maker(token: str) -> Maker:
        def make(game: Game, seat: int, seats: int, rng: Rng) -> Bot:
            bot = Noting(bots.make("easy", game, seat, seats, rng))
            made[token].append((seat, bot))
            return bot

        return make

    ends = Ends()
    players = [AutoPlayer(maker(token), 3) for token in tokens]
    for token, player in zip(tokens, players, strict=True):
        fronts: tuple[Front, ...] = (Swaps(), ends) if token == OWN_TOKEN else (AlwaysReady(),)
        take_local_seat(host, TableClient(GuestSession("Ann", token), player, *fronts), token)
    async with asyncio.timeout(PATIENCE):
        await ends.over.get()
    await host.close()
    assert [[seat for seat, _ in bots_made] for bots_made in made.values()] == [[0, 1], [1, 0]]
    for _, bot in (pair for bots_made in made.values() for pair in bots_made):
        assert bot.seen[0].code == "first-dealer"
        assert len(bot.choices) > 1
    assert not any(player._error for player in players)


async def test_the_same_seed_and_the_same_table_give_the_same_choices() -> None:
    """Those of an easy bot hang on its luck."""
    made: list[Noting] = []
    for seed in (5, 5, 6):
        host = table()
        ends = sit_down(host, AutoPlayer(noted(made), seed))
        async with asyncio.timeout(PATIENCE):
            await ends.over.get()
        await host.close()
    one, again, other = (bot.choices for bot in made)
    assert one == again != other


async def play_until_the_program_ends(host: TableHost, made: list[Noting]) -> None:
    """A bot plays for the person until, in mid-match, it stops."""
    player = AutoPlayer(noted(made, stops=20), 3)
    sit_down(host, player)
    with pytest.raises(RuntimeError, match="stopped"):
        await player.failure()


async def test_a_bot_that_comes_late_is_told_all_that_its_seat_has_seen() -> None:
    """The program before it ended in mid-match; it plays on to the end, and its memory is as good."""
    made: list[Noting] = []
    host = table()
    async with asyncio.timeout(PATIENCE):
        await play_until_the_program_ends(host, made)
        second = AutoPlayer(noted(made), 3)
        ends = sit_down(host, second)
        await ends.over.get()
        await second.caught_up()
    await host.close()
    early, late = ([event for event in bot.seen if not event.sentence.fleeting] for bot in made)
    assert len(early) > 100
    assert late[: len(early)] == early
    assert late[-1].code == "won"


class DyingClient(TableClient):
    """A client whose first link dies without a word as soon as something is asked for over it.

    Attributes:
        died: set when that happens.
    """

    def __init__(self, session: GuestSession, *fronts: Front) -> None:
        super().__init__(session, *fronts)
        self.died = asyncio.Event()

    def ask(self, message: Lang | Manage | Social | Get) -> None:
        """See `TableClient.ask`."""
        if self.died.is_set():
            super().ask(message)
        self.died.set()


async def test_a_bot_is_told_all_though_its_link_dies_as_it_asks_for_the_log() -> None:
    """Another link takes the place of the dead one: there it asks once more."""
    made: list[Noting] = []
    host = table()
    async with asyncio.timeout(PATIENCE):
        await play_until_the_program_ends(host, made)
        second, ends = AutoPlayer(noted(made), 3), Ends()
        client = DyingClient(GuestSession("Ann", OWN_TOKEN), ends, second, AlwaysReady())
        take_local_seat(host, client, OWN_TOKEN)
        await client.died.wait()
        take_local_seat(host, client, OWN_TOKEN)
        await ends.over.get()
        await second.caught_up()
    await host.close()
    early, late = ([event for event in bot.seen if not event.sentence.fleeting] for bot in made)
    assert late[: len(early)] == early


async def test_a_bot_that_may_not_do_what_it_chose_fails() -> None:
    """Its error says so; the seat is left to whoever wants to play on."""
    host = table()
    player = AutoPlayer(lambda *_table: Cheat(), 1)
    sit_down(host, player)
    async with asyncio.timeout(PATIENCE):
        with pytest.raises(BadChoice, match=r"Cheat chose .*dance"):
            await player.failure()
        with pytest.raises(BadChoice):
            await player.failure()
    await host.close()


class Unmade(Cheat):
    """Cannot even be made."""

    def __init__(self) -> None:
        raise ZeroDivisionError


async def test_a_bot_that_cannot_be_made_fails_too() -> None:
    """Whatever it raises."""
    host = table()
    player = AutoPlayer(lambda *_table: Unmade(), 1)
    sit_down(host, player)
    async with asyncio.timeout(PATIENCE):
        with pytest.raises(ZeroDivisionError):
            await player.failure()
    await host.close()


class Abroad(Searcher):
    """Goes by the rules of thumb, and only in another process than the one that it was made in."""

    def __init__(self, game: str, seat: int, seats: int, rng: Rng) -> None:
        super().__init__(game, seat, seats, rng)
        self._home = os.getpid()

    def think(
        self,
        legal: Sequence[Action],
        view: View,
        simulations: int | None = None,  # noqa: ARG002  # it makes none
        out_of_time: Callable[[], bool] = never,  # noqa: ARG002
    ) -> Verdict:
        """See `Thinker.think`."""
        if os.getpid() == self._home:
            raise RuntimeError("I am at home")
        return Verdict(self.by_rule(legal, view), 1)


class Lost(Abroad):
    """Cannot think wherever it is."""

    def think(self, *_question: object) -> Verdict:
        """Fail."""
        raise RuntimeError("I am lost")


@pytest.mark.parametrize(
    ("kind", "warnings"),
    [(Abroad, set()), (Lost, {"The bot is replaced by rules of thumb for a move: RuntimeError: I am lost."})],
)
async def test_a_bot_that_searches_thinks_in_a_process_and_is_replaced_for_a_move_where_it_fails(
    kind: type[Searcher], warnings: set[str], caplog: pytest.LogCaptureFixture
) -> None:
    """As at the host's own end; the match goes on in any case."""
    host = table()
    player = AutoPlayer(lambda game, *rest: kind(game.name, *rest), 1, BotPool(limit=PATIENCE))
    ends = sit_down(host, player)
    async with asyncio.timeout(PATIENCE):
        await ends.over.get()
    await player.close()
    await host.close()
    assert {record.getMessage() for record in caplog.records} == warnings
