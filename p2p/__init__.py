"""Players, tables and the links between them: everything a peer needs around the rules.

`play` and `play_async` seat a bot of yours at a friend's table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from p2p.bot_guest import AnyBot, Result

__all__ = ["play", "play_async"]


def play(
    invitation: str,
    bot: AnyBot,
    *,
    name: str | None = None,
    server: str | None = None,
    seed: int | None = None,
    state: Path | None = None,
) -> Result:
    """Seat a bot at a friend's table, let it play one match there, and leave.

    It comes back by itself when the connection is lost, and is shown what it has missed. Where a program uses asyncio,
    `play_async` does the same.

    Args:
        invitation: the room code or the invite link that the host's program shows.
        bot: a `Bot`; or its class; or what makes one from the game, its seat, the number of seats and a source of
            random numbers; or the name of a kind of bot, such as ``normal``.
        name: what the others call it; if not given, its class's with " bot" behind it.
        server: for a room code: URL of the host's server, as the host's program shows it; that of ``PEERDECK_SERVER``
            if not given.
        seed: of the random numbers handed to what makes the bot; a new one if not given. It is logged.
        state: the folder that keeps what brings a program back to its seat; the usual one if not given.

    Returns:
        How the match ended.

    Raises:
        InvalidCode, InvalidLink, InvalidServer, NoServer: the invitation cannot be one, or needs a server.
        UnknownBot: there is no kind of bot of that name.
        RendezvousError, JoinFailed: there was no way to the table, or none back.
        TableLeft: the table was closed before there was a result.
        BadChoice: the bot chose what its seat may not do.
        Exception: whatever else the bot raises.
    """
    import asyncio  # noqa: PLC0415  # only who plays needs an event loop

    return asyncio.run(play_async(invitation, bot, name=name, server=server, seed=seed, state=state))


async def play_async(
    invitation: str,
    bot: AnyBot,
    *,
    name: str | None = None,
    server: str | None = None,
    seed: int | None = None,
    state: Path | None = None,
) -> Result:
    """As `play`, in the event loop that is running; the bot thinks in a thread."""
    from p2p import bot_guest  # noqa: PLC0415  # imports WebRTC, which takes half a second

    return await bot_guest.play(invitation, bot, name=name, server=server, seed=seed, state=state)
