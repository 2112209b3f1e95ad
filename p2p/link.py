"""Links: ordered two-way text pipes between two peers, whatever carries them.

Sessions know nothing but `Link`. What carries the texts – a data channel, a WebSocket of this machine, memory –
is the business of the module that makes the link. What all of them have in common stands here: the reasons for
which a link ends, the bounds on what may pile up, the receiving end with its one ending (`Receiver`), and the
pair of links in memory which seats people and bots of this program, and which tests can stall, drop and close.

Pure: no asyncio, no clock.
"""

from __future__ import annotations

from collections import deque
from enum import Enum, StrEnum
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable

MAX_TEXT_BYTES = 64 * 1024
"""Longest text that a link carries, in bytes of UTF-8; what a session accepts may be less."""
MAX_UNSENT_BYTES = 4 * 1024 * 1024
"""Most bytes that may wait to be sent; a peer that does not read for so long is given up."""
MAX_UNREAD_TEXTS = 256
"""Most texts that may wait for `Link.start`."""
MAX_UNREAD_CHARACTERS = 1024 * 1024
"""Most characters in the texts that may wait for `Link.start`."""


class Reason(StrEnum):
    """Why a link ended: the name is the code for translations, the value the English sentence."""

    CLOSED_HERE = "This side closed the connection."
    CLOSED_THERE = "The other side closed the connection."
    LOST = "The connection was lost."
    BINARY = "The other side sent bytes where only text is allowed."
    TOO_LONG_THERE = "The other side sent a text of more than 65,536 bytes."
    TOO_LONG_HERE = "This side tried to send a text of more than 65,536 bytes."
    NOT_UNICODE = "This side tried to send a text that is not valid Unicode."
    UNREAD = "The other side sent more than could be kept before anybody listened."
    UNSENT = "The other side did not take what was sent to it."
    SECOND_CHANNEL = "The other side opened a second channel."
    FAULT = "This program failed while it handled a text."


class LinkError(Exception):
    """No link could be made; `str()` is one sentence for the player. Base of what `p2p.sdp` and `p2p.webrtc` raise."""


class Link(Protocol):
    """An ordered two-way pipe of texts to one peer.

    The callbacks never run inside `send` or `close`. They run inside `start` when something arrived before it.
    """

    def start(self, on_text: Callable[[str], None], on_closed: Callable[[str], None]) -> None:
        """Begin to hand over texts, those that arrived earlier first.

        Args:
            on_text: takes each text of the peer, in the order sent; never called after `on_closed`, nor after
                `close` was called here.
            on_closed: called exactly once, whatever ends the link and however often, with the reason as a
                sentence (a `Reason`).

        Raises:
            RuntimeError: the link was started before.
        """

    def send(self, text: str) -> None:
        """Send `text` (at most `MAX_TEXT_BYTES`) after all earlier ones.

        Never raises and never waits. A closed link ignores the text; a text that cannot be sent, and a peer that
        leaves `MAX_UNSENT_BYTES` waiting, end the link.
        """

    def close(self) -> None:
        """End the link, after what was sent before has arrived as far as the transport allows in bounded time.

        May be called again and at any time. `on_closed` follows later with `Reason.CLOSED_HERE`.
        """


def size_in_bytes(text: str) -> int | None:
    """Length of `text` in UTF-8, or None if it has none (a lone surrogate)."""
    try:
        return len(text.encode())
    except UnicodeEncodeError:
        return None


def why_not_sent(text: str, unsent_bytes: int) -> Reason | None:
    """Why a link with `unsent_bytes` still waiting cannot take `text`; None if it can."""
    size = size_in_bytes(text)
    if size is None:
        return Reason.NOT_UNICODE
    if size > MAX_TEXT_BYTES:
        return Reason.TOO_LONG_HERE
    if unsent_bytes + size > MAX_UNSENT_BYTES:
        return Reason.UNSENT
    return None


class Receiver:
    """The receiving end of a link: keeps the order, waits for `start`, ends exactly once.

    Every implementation of `Link` owns one and tells it what its transport brings.
    """

    def __init__(self) -> None:
        self._on_text: Callable[[str], None] | None = None
        self._on_closed: Callable[[str], None] | None = None
        self._waiting: deque[str] = deque()
        self._waiting_characters = 0
        self._accepts = True
        self._ending: str | None = None
        self._busy = False

    def start(self, on_text: Callable[[str], None], on_closed: Callable[[str], None]) -> None:
        """Hand over what waits, then everything as it comes. Errors as `Link.start`."""
        if self._on_text is not None:
            raise RuntimeError("A link can be started only once.")
        self._on_text, self._on_closed = on_text, on_closed
        self._hand_over()

    def text_arrived(self, text: str) -> bool:
        """Hand `text` over, or keep it until `start`; after the end it is ignored.

        Returns:
            False if there is no room to keep it: the caller then ends the link with `Reason.UNREAD`.
        """
        if not self._accepts:
            return True
        if len(self._waiting) == MAX_UNREAD_TEXTS or self._waiting_characters + len(text) > MAX_UNREAD_CHARACTERS:
            return False
        self._waiting.append(text)
        self._waiting_characters += len(text)
        self._hand_over()
        return True

    def stop(self) -> None:
        """Hand over no text any more, not even those that wait. The ending is still to come."""
        self._accepts = False
        self._waiting.clear()

    def ended(self, reason: str) -> None:
        """Tell the end, after the texts that wait. Only the first call counts."""
        self._accepts = False
        if self._ending is None:
            self._ending = reason
            self._hand_over()

    def _hand_over(self) -> None:
        """Call back in order. A callback may come back in here; the outermost call does the work."""
        if self._busy or self._on_text is None:
            return
        self._busy = True
        try:
            while self._waiting:
                text = self._waiting.popleft()
                self._waiting_characters -= len(text)
                self._on_text(text)
            if self._ending is not None and self._on_closed is not None:
                on_closed, self._on_closed = self._on_closed, None
                on_closed(self._ending)
        finally:
            self._busy = False


class _Kind(Enum):
    TEXT = "text"
    HANG_UP = "hang up"  # tells the other side that the sender closed
    FINISH = "finish"  # tells the closing side itself; needs no transport, so it is never held up


class _Parcel(NamedTuple):
    """Something under way in memory."""

    kind: _Kind
    sender: MemoryLink
    text: str = ""


class MemoryLink:
    """One end of `memory_pair`; a `Link`."""

    def __init__(self, wire: MemoryWire) -> None:
        self._wire = wire
        self._receiver = Receiver()
        self._ending: Reason | None = None

    def start(self, on_text: Callable[[str], None], on_closed: Callable[[str], None]) -> None:
        """See `Link.start`."""
        self._receiver.start(on_text, on_closed)

    def send(self, text: str) -> None:
        """See `Link.send`."""
        if self._ending is not None:
            return
        reason = why_not_sent(text, self._wire.unsent_bytes(self))
        if reason is None:
            self._wire.put(self, text)
        else:
            self._give_up(reason)

    def close(self) -> None:
        """See `Link.close`."""
        if self._ending is None:
            self._ending = Reason.CLOSED_HERE
            self._receiver.stop()
            self._wire.hang_up(self)

    def text_arrived(self, text: str) -> None:
        """The wire delivers a text of the other end."""
        if not self._receiver.text_arrived(text):
            self._give_up(Reason.UNREAD)

    def ended(self, reason: Reason) -> None:
        """The wire tells of an end. A link that is ending already ends for its own reason."""
        self._ending = self._ending or reason
        self._receiver.ended(self._ending)

    def _give_up(self, reason: Reason) -> None:
        """End at once: what was sent and is still under way is lost."""
        self._ending = reason
        self._receiver.stop()
        self._wire.lose_sent_by(self)
        self._wire.hang_up(self)


class MemoryWire:
    """What lies between the two links of a memory pair: nothing moves unless it is told to.

    Deterministic: texts are delivered in the order in which they were sent, over both directions together,
    except that a stalled direction is passed over.
    """

    def __init__(self, on_waiting: Callable[[], None] | None = None) -> None:
        self.left = MemoryLink(self)
        self.right = MemoryLink(self)
        self._on_waiting = on_waiting
        self._under_way: list[_Parcel] = []
        self._unsent_bytes = {self.left: 0, self.right: 0}
        self._stalled: set[MemoryLink] = set()
        self._dropped = False

    def step(self) -> bool:
        """Deliver the next text or ending; False if nothing can move."""
        for position, parcel in enumerate(self._under_way):
            if parcel.kind is _Kind.FINISH or not (self._dropped or parcel.sender in self._stalled):
                del self._under_way[position]
                self._hand_over(parcel)
                return True
        return False

    def deliver(self, at_most: int | None = None) -> int:
        """Take up to `at_most` steps, or as many as there are, replies to what is delivered among them.

        Returns:
            the number of steps taken.
        """
        steps = 0
        while (at_most is None or steps < at_most) and self.step():
            steps += 1
        return steps

    def stall(self, sender: MemoryLink) -> None:
        """Hold back what `sender` sends, and that it hung up, until `resume`."""
        self._stalled.add(sender)

    def resume(self, sender: MemoryLink) -> None:
        """Let what `sender` sends through again."""
        self._stalled.discard(sender)

    def drop(self, noticed_by: MemoryLink | None = None) -> None:
        """Break for good: what is under way is lost, and nothing goes through any more.

        Args:
            noticed_by: the one side that learns of it at once, as when the other machine was switched off and
                on; the other side goes on believing until it closes or `drop` is called again. None: both learn
                of it.
        """
        self._dropped = True
        self.lose_sent_by(self.left)
        self.lose_sent_by(self.right)
        for link in (self.left, self.right):
            if noticed_by in {None, link}:
                link.ended(Reason.LOST)

    def close(self) -> None:
        """End in good order: deliver what is under way now, also where it is stalled, and close both links."""
        self._stalled.clear()
        self.deliver(at_most=len(self._under_way))
        self.left.close()
        self.right.close()
        self.deliver()

    def unsent_bytes(self, sender: MemoryLink) -> int:
        """Bytes of the texts of `sender` that are under way. For the links."""
        return self._unsent_bytes[sender]

    def put(self, sender: MemoryLink, text: str) -> None:
        """Take a text to deliver. For the links."""
        self._unsent_bytes[sender] += size_in_bytes(text) or 0
        self._put(_Parcel(_Kind.TEXT, sender, text))

    def hang_up(self, sender: MemoryLink) -> None:
        """Let `sender` end, and the other side learn of it after the texts. For the links."""
        self._put(_Parcel(_Kind.HANG_UP, sender))
        self._put(_Parcel(_Kind.FINISH, sender))

    def lose_sent_by(self, sender: MemoryLink) -> None:
        """Lose what `sender` sent and what is still under way. For the links."""
        self._under_way = [p for p in self._under_way if p.kind is _Kind.FINISH or p.sender is not sender]
        self._unsent_bytes[sender] = 0

    def _put(self, parcel: _Parcel) -> None:
        self._under_way.append(parcel)
        if self._on_waiting is not None:
            self._on_waiting()

    def _hand_over(self, parcel: _Parcel) -> None:
        sender = parcel.sender
        receiver = self.right if sender is self.left else self.left
        if parcel.kind is _Kind.FINISH:
            sender.ended(Reason.CLOSED_HERE)
        elif parcel.kind is _Kind.HANG_UP:
            receiver.ended(Reason.CLOSED_THERE)
        else:
            self._unsent_bytes[sender] -= size_in_bytes(parcel.text) or 0
            receiver.text_arrived(parcel.text)


def memory_pair(on_waiting: Callable[[], None] | None = None) -> tuple[MemoryLink, MemoryLink, MemoryWire]:
    """Two links joined in memory, and the wire between them.

    Args:
        on_waiting: called whenever something was put on the wire. A shell uses it to have `MemoryWire.deliver`
            called soon by its event loop; tests leave it out and deliver by hand.
    """
    wire = MemoryWire(on_waiting)
    return wire.left, wire.right, wire
