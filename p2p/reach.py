"""The address at which others on the network reach this machine."""

import socket
from typing import Final

_ELSEWHERE: Final = ("192.0.2.1", 9)
"""An address of the documentation's network (RFC 5737): asking for the way there sends nothing."""
LOOPBACK: Final = "127.0.0.1"


def own_address() -> str:
    """The address of the interface that leads out; the loopback's where there is none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_ELSEWHERE)
        except OSError:
            return LOOPBACK
        address: str = probe.getsockname()[0]
        return address
