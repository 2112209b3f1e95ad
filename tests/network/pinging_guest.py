"""A guest as a process of its own that pings all the time: `pinging_guest.py LINK NAME SECONDS`.

It sits down, says that it is ready, does the first thing that it may do as soon as it is asked, and pings twenty times
a second. After so many seconds of a match, or at its end, it prints one JSON line: how long each pong took, how often
it acted, and how often it was refused.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections import deque

from p2p.codec import decode_from_host, encode
from p2p.guest import Table, join
from p2p.handshake import Secret
from p2p.join import CLOSE_WITHIN
from p2p.messages import Act, Bye, Hello, Lobby, Over, Ping, Pong, Ready, Refused
from p2p.messages import Table as TableMessage
from p2p.webrtc import settled
from signaling.codes import parse_link

PING_EVERY = 0.05


class Guest:
    """Answers what it is told."""

    def __init__(self) -> None:
        self.pings: deque[float] = deque()
        self.took: list[float] = []
        self.acts = self.refused = 0
        self.began = asyncio.Event()
        self.over = asyncio.Event()
        self._prompt = 0

    def heard(self, text: str) -> None:
        """Take a message of the host's."""
        match decode_from_host(text):
            case Pong():
                self.took.append(time.monotonic() - self.pings.popleft())
            case Ping():
                self.send(Pong())
            case TableMessage(prompt=int(prompt), legal=[first, *_]) if prompt > self._prompt:
                self._prompt = prompt
                self.acts += 1
                self.send(Act(prompt, first))
            case Refused():
                self.refused += 1
            case Lobby(playing=True):
                self.began.set()
            case Over():
                self.over.set()
            case _:
                pass

    def send(self, message: Act | Bye | Hello | Ping | Pong | Ready) -> None:
        """Say something; it is given its link when there is one."""
        raise NotImplementedError

    async def ping(self) -> None:
        """Ping all the time."""
        await self.began.wait()
        while True:
            self.pings.append(time.monotonic())
            self.send(Ping())
            await asyncio.sleep(PING_EVERY)


async def main(invitation: str, name: str, seconds: float) -> None:
    """Join, play, ping, tell."""
    link = parse_link(invitation)
    joined = await join(Table(link.server, link.room, Secret.of_link(link.secret)), None)
    guest = Guest()
    guest.send = lambda message: joined.send(encode(message))  # type: ignore[method-assign]  # now there is a link
    joined.start(guest.heard, lambda _reason: guest.over.set())
    guest.send(Hello(1, name))
    guest.send(Ready())
    pinging = asyncio.create_task(guest.ping())
    await guest.began.wait()
    await asyncio.wait({asyncio.create_task(guest.over.wait())}, timeout=seconds)
    pinging.cancel()
    sys.stdout.write(json.dumps({"took": guest.took, "acts": guest.acts, "refused": guest.refused}) + "\n")
    sys.stdout.flush()
    guest.send(Bye())
    joined.close()
    await settled(CLOSE_WITHIN)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2], float(sys.argv[3])))
