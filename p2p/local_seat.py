"""The host's own seat: just another client, over a link in memory."""

import asyncio

from p2p.client import TableClient
from p2p.host_session import Owner
from p2p.link import MemoryWire, memory_pair
from p2p.table_host import TableHost


def take_local_seat(host: TableHost, client: TableClient, token: str) -> None:
    """Join a client in this program to the table; ``token`` proves the seat. Needs a running event loop."""
    loop = asyncio.get_running_loop()
    wire: MemoryWire | None = None

    def deliver() -> None:
        if wire:
            wire.deliver()

    def deliver_soon() -> None:
        loop.call_soon(deliver)

    here, there, wire = memory_pair(deliver_soon)
    host.link_opened(there, Owner(token))
    client.attach(here)
