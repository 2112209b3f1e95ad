"""One side of a connection as a process of its own: `peer.py guest` or `peer.py host`, spoken to in JSON lines.

It prints its description and reads the other's (the host reads first), prints `{"opened": <address of the other
side>}`, then sends each line that it reads and prints each text that it hears. At the end of its input it closes
the link and prints why the link ended.
"""

from __future__ import annotations

import asyncio
import json
import sys
from typing import Any

from p2p.webrtc import WebRtcLink, answer, make_offer


def say(**what: Any) -> None:
    """Print one line."""
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


async def heard() -> str | None:
    """The next line of input, None at its end."""
    line = await asyncio.to_thread(sys.stdin.readline)
    return json.loads(line) if line else None


async def meet(side: str) -> WebRtcLink:
    """Exchange descriptions and open the link."""
    if side == "guest":
        offering = await make_offer(())
        say(sdp=offering.sdp)
        await offering.accept(await heard() or "")
        return await offering.opened()
    answering = await answer(await heard() or "", ())
    say(sdp=answering.sdp)
    return await answering.opened()


async def main(side: str) -> None:
    """Meet, talk, close."""
    link = await meet(side)
    (pair,) = link._connection.ice._connection._nominated.values()
    say(opened=pair.remote_addr[0])
    link.start(lambda text: say(text=text), lambda reason: say(closed=reason))
    while (text := await heard()) is not None:
        link.send(text)
    link.close()
    await link.wait_closed()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
