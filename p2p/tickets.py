"""What lets a browser into the own page: a ticket in the address that opens it once, and a secret in exchange. Pure."""

import hmac
from collections import deque
from collections.abc import Callable
from typing import Final, Literal

Answer = Literal["new", "known", "used", "wrong"]
"""How a page has proved itself: by a ticket, by the secret, by a ticket that was used already, or not at all."""
_REMEMBERED: Final = 64


class Tickets:
    """The secret of a program, and the ticket that is exchanged for it next.

    An address can be read by others: in the list of processes while a browser is started with it, in the browser's
    history. So what stands in it is of use only once.

    Args:
        new_token: makes an unguessable text.

    Attributes:
        secret: proves a page for as long as the program runs.
        ticket: opens a page once; there is another one afterwards.
    """

    def __init__(self, new_token: Callable[[], str]) -> None:
        self._new_token = new_token
        self._used: deque[str] = deque(maxlen=_REMEMBERED)
        self._told: str | None = None
        self.secret = new_token()
        self.ticket = new_token()

    def shown(self, secret: str, ticket: str) -> Answer:
        """A page shows what it has, of which either may be empty; a ticket is used up whatever else it shows."""
        if hmac.compare_digest(ticket.encode(), self.ticket.encode()):
            self._used.append(self.ticket)
            self.ticket = self._new_token()
            return "new"
        if hmac.compare_digest(secret.encode(), self.secret.encode()):
            return "known"
        return "used" if ticket in self._used else "wrong"

    def wants_telling(self) -> bool:
        """Whether the present ticket has not been told anybody yet; it counts as told from now on."""
        told, self._told = self._told, self.ticket
        return told != self.ticket
