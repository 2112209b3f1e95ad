"""A player's end of a table over links in memory: what becomes of a link when another takes its place."""

import asyncio

from p2p.client import TableClient
from p2p.codec import decode_from_guest, encode
from p2p.guest_session import GuestSession, Tell
from p2p.link import memory_pair
from p2p.messages import Bye, GuestMessage, Hello, HostMessage, Ping, Refused, Welcome


class FarEnd:
    """The host's end of a link, which the test plays."""

    def __init__(self, client: TableClient) -> None:
        here, self.link, self.wire = memory_pair()
        self.heard: list[GuestMessage] = []
        self._closed = False
        self.link.start(lambda text: self.heard.append(decode_from_guest(text)), self._ended)
        client.attach(here)
        self.wire.deliver()

    def _ended(self, _reason: str) -> None:
        self._closed = True

    def is_closed(self) -> bool:
        """Whether the link has ended."""
        return self._closed

    def says(self, *messages: HostMessage) -> None:
        """The host says something."""
        for message in messages:
            self.link.send(encode(message))
        self.wire.deliver()


class Ears:
    """A front that notes what it is told."""

    def __init__(self) -> None:
        self.told_so_far: list[str] = []

    def told(self, client: TableClient, tell: Tell) -> None:  # noqa: ARG002  # as every front
        """Note it."""
        self.told_so_far.append(tell.event)


async def is_done(waiting: "asyncio.Task[None]") -> bool:
    """Whether something has come to pass, after everybody had a turn."""
    await asyncio.sleep(0)
    return waiting.done()


async def test_the_former_link_lives_until_the_next_one_is_welcomed() -> None:
    """Then it is closed, without a goodbye; what still comes over it is nothing any more."""
    ears = Ears()
    client = TableClient(GuestSession("Ann"), ears)
    former = FarEnd(client)
    former.says(Welcome(1, 1, "token"))
    next_one = FarEnd(client)
    former.wire.deliver()
    assert isinstance(next_one.heard[0], Hello)
    assert not former.is_closed()
    former.says(Refused("stale", "Too late."))
    next_one.says(Welcome(1, 1, "token"))
    former.wire.deliver()
    assert former.is_closed()
    assert not next_one.is_closed()
    assert not [said for said in former.heard if isinstance(said, Bye)]
    former.says(Bye("opened-elsewhere"))
    assert "refused" not in ears.told_so_far
    assert ears.told_so_far.count("seated") == 2
    assert not await is_done(asyncio.ensure_future(client.finished()))


async def test_a_link_that_ends_takes_the_former_one_along() -> None:
    """There is no way back to that: its host has been told of another."""
    client = TableClient(GuestSession("Ann"))
    former = FarEnd(client)
    former.says(Welcome(1, 1, "token"))
    next_one = FarEnd(client)
    next_one.link.close()
    next_one.wire.deliver()
    former.wire.deliver()
    assert former.is_closed()
    await asyncio.wait_for(client.doubted(), 1)


async def test_leaving_ends_all_links() -> None:
    """Over the latest one the host is told."""
    client = TableClient(GuestSession("Ann"))
    former = FarEnd(client)
    former.says(Welcome(1, 1, "token"))
    next_one = FarEnd(client)
    client.leave()
    for end in (former, next_one):
        end.wire.deliver()
        assert end.is_closed()
    assert isinstance(next_one.heard[-1], Bye)
    await asyncio.wait_for(client.finished(), 1)


async def test_doubt_can_be_waited_for_and_its_end() -> None:
    """Without a link there is doubt; with one there is none until it is lost."""
    client = TableClient(GuestSession("Ann"))
    end = FarEnd(client)
    doubted = asyncio.ensure_future(client.doubted())
    end.says(Welcome(1, 1, "token"))
    assert not await is_done(doubted)
    assert await is_done(asyncio.ensure_future(client.sure()))
    client.doubt()
    end.wire.deliver()
    assert end.heard[-1] == Ping()
    end.link.close()
    end.wire.deliver()
    assert await is_done(doubted)
    sure = asyncio.ensure_future(client.sure())
    assert not await is_done(sure)
    FarEnd(client).says(Welcome(1, 1, "token"))
    assert await is_done(sure)
