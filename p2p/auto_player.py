"""``--auto BOT``: a bot answers the prompts of one seat, from what that seat is sent."""

import asyncio

from engine import bots, games
from engine.chance import Rng
from engine.match import View
from engine.syntax import read_action, write_action
from p2p.client import TableClient
from p2p.guest_session import Tell
from p2p.messages import Manage


class AutoPlayer:
    """Plays for a seat, always ready.

    Args:
        kind: the name of a bot.
        rng: its source of random numbers.
    """

    def __init__(self, kind: str, rng: Rng) -> None:
        bots.check(kind)
        self._kind = kind
        self._rng = rng

    def told(self, client: TableClient, tell: Tell) -> None:
        """Answer a prompt, soon: a front is not called again while it is being told something.

        Where the table cannot be written down, nobody is here to decide: it ends, and can be resumed.
        """
        if tell.event == "prompt":
            asyncio.get_running_loop().call_soon(self._answer, client)
        elif tell.event == "trouble" and tell.facts["yours"]:
            asyncio.get_running_loop().call_soon(client.ask, Manage("close"))

    def _answer(self, client: TableClient) -> None:
        lobby, table, seat = client.session.lobby, client.session.table, client.session.seat
        if lobby is None or table is None or seat is None or table.prompt is None:
            return
        game = games.find(lobby.game)
        bot = bots.make(self._kind, game, seat, len(lobby.people), self._rng)
        legal = [read_action(game.verbs, text.split(" ")) for text in table.legal]
        view: View = table.view
        client.act(write_action(game.verbs, bot.choose(legal, lambda: view)))


class AlwaysReady:
    """Says ready as often as the lobby asks for it."""

    def told(self, client: TableClient, tell: Tell) -> None:
        """Answer the lobby."""
        lobby = client.session.lobby
        if tell.event != "lobby" or lobby is None or client.session.seat is None:
            return
        begins = not lobby.playing and not client.session.result
        if (begins or lobby.resting) and not lobby.people[lobby.you].ready:
            client.ready()
