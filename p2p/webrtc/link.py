"""A link over a data channel, once there is one."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from p2p.link import MAX_TEXT_BYTES, Reason, Receiver, size_in_bytes, why_not_sent
from p2p.webrtc.connection import in_background

if TYPE_CHECKING:
    from collections.abc import Callable

    from aiortc import RTCDataChannel

    from p2p.webrtc.connection import Connection

FLUSH_SECONDS = 3.0
"""How long `WebRtcLink.close` waits for the other side to take what was sent: two repeats of a lost packet."""


class WebRtcLink:
    """A `p2p.link.Link` over a data channel. Made by `Offering.opened` and `Answering.opened`."""

    def __init__(self, connection: Connection, channel: RTCDataChannel) -> None:
        self._connection = connection
        self._channel = channel
        self._receiver = Receiver()
        self._ending: Reason | None = None
        self._channel_closed = asyncio.Event()
        self._over = asyncio.Event()
        channel.on("message", self._message_arrived)
        channel.on("close", self._channel_ended)
        connection.on("connectionstatechange", self._connection_changed)

    @property
    def fingerprints(self) -> tuple[bytes, bytes]:
        """SHA-256 of the certificates, 32 bytes each: of this side, and of the other as its description named it.

        A link opens only if the other side proved that it has the key of that certificate.
        """
        return self._connection.own_fingerprint, self._connection.other_fingerprint

    def start(self, on_text: Callable[[str], None], on_closed: Callable[[str], None]) -> None:
        """See `Link.start`."""
        self._receiver.start(on_text, on_closed)

    def send(self, text: str) -> None:
        """See `Link.send`."""
        if self._ending is not None:
            return
        reason = why_not_sent(text, self._channel.bufferedAmount)
        if reason is not None:
            self._receiver.stop()
            self._end(reason)
        elif self._is_open():
            self._channel.send(text)

    def close(self) -> None:
        """See `Link.close`. `on_closed` follows within `FLUSH_SECONDS` + `CLOSE_SECONDS`."""
        if self._ending is None:
            self._receiver.stop()
            self._end(Reason.CLOSED_HERE)

    async def wait_closed(self) -> None:
        """Wait until the link has ended and its sockets are released. A program that exits waits for this."""
        await self._over.wait()

    def end_at_once(self, reason: Reason) -> None:
        """End the link because of something that the other side did, and tell so at once."""
        if self._ending is None:
            self._end(reason)
            self._tell(self._tell_end)

    def _is_open(self) -> bool:
        # Between the end of the encrypted connection and that of the channel, aiortc still calls the channel open.
        return self._channel.readyState == "open" and self._connection.dtls.state == "connected"

    def _end(self, reason: Reason) -> None:
        self._ending = reason
        in_background(self._finish())

    async def _finish(self) -> None:
        if self._ending is Reason.CLOSED_HERE:
            await self._flush()
        else:
            self._tell(self._tell_end)
        await self._connection.close()
        self._tell(self._tell_end)
        self._over.set()

    async def _flush(self) -> None:
        """Wait until the other side has everything: only then does it confirm the end of the channel (RFC 6525)."""
        if self._is_open():
            self._channel.close()
            with suppress(TimeoutError):
                async with asyncio.timeout(FLUSH_SECONDS):
                    await self._channel_closed.wait()

    def _message_arrived(self, message: str | bytes) -> None:
        if self._ending is not None:
            return
        if isinstance(message, bytes):
            self.end_at_once(Reason.BINARY)
        elif (size_in_bytes(message) or 0) > MAX_TEXT_BYTES:
            self.end_at_once(Reason.TOO_LONG_THERE)
        else:
            self._tell(lambda: self._hand_over(message))

    def _hand_over(self, text: str) -> None:
        if not self._receiver.text_arrived(text):
            self._receiver.stop()
            self.end_at_once(Reason.UNREAD)

    def _channel_ended(self) -> None:
        self._channel_closed.set()
        self.end_at_once(Reason.TOO_LONG_THERE if self._connection.flooded else Reason.CLOSED_THERE)

    def _connection_changed(self) -> None:
        if self._connection.connectionState == "failed":
            self.end_at_once(Reason.LOST)

    def _tell_end(self) -> None:
        if self._ending is not None:
            self._receiver.ended(self._ending)

    def _tell(self, call_back: Callable[[], None]) -> None:
        """Call the session back. If it fails, that is reported and must not stop aiortc's reading."""
        try:
            call_back()
        except Exception as error:  # noqa: BLE001 - whatever it is, it goes to the loop's handler
            message = "A listener of a link failed."
            asyncio.get_running_loop().call_exception_handler({"message": message, "exception": error})
            self.end_at_once(Reason.FAULT)
