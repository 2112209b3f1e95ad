"""Why two peers could not be introduced, each with a sentence that says what to do.

RendezvousError
├── ServerUnreachable     nobody answers at the server's address
├── NotAPeerdeckServer    somebody answers who does not speak the protocol
├── ServerLost            the connection to the server ended
├── ServerFull            the server has no room for another connection or room
├── TooFast               the server was asked too often
├── NoSuchRoom            the room was never opened, or is over
├── HostAway              the room is open, but its host is not there
├── RoomBusy              too many guests are being introduced at once
├── NoAnswer              the host does not answer
├── NotOwner              the room belongs to another program
└── NotUnderstood         the server does not understand this program
"""

from typing import ClassVar

from signaling.messages import RefusalCode


class RendezvousError(Exception):
    """No introduction; `str()` is a sentence for the player, `code` names the reason for programs."""

    code: ClassVar[str]
    sentence: ClassVar[str] = ""

    def __init__(self, sentence: str | None = None) -> None:
        super().__init__(sentence or self.sentence)


class ServerUnreachable(RendezvousError):
    """Nobody answers at the server's address; the sentence tells how it failed."""

    code = "server-unreachable"


class NotAPeerdeckServer(RendezvousError):
    """Somebody answers who does not speak the protocol; the sentence names the address."""

    code = "not-a-server"

    def __init__(self, server: str) -> None:
        super().__init__(f"{server} is no Peerdeck server, or one of another version: check the address.")


class ServerLost(RendezvousError):
    """The connection to the server ended."""

    code = "server-lost"
    sentence = "The connection to the server was lost: try again."


class ServerFull(RendezvousError):
    """The server has no room for another connection or room."""

    code = RefusalCode.SERVER_FULL
    sentence = "The server is full: try again later, or use another one."


class TooFast(RendezvousError):
    """The server was asked too often from this address."""

    code = RefusalCode.TOO_FAST
    sentence = "The server was asked too often from your address: wait a minute, then try again."


class NoSuchRoom(RendezvousError):
    """The room was never opened, or is over."""

    code = RefusalCode.NO_SUCH_ROOM
    sentence = "There is no such room: ask the host for the code of the table that is open now."


class HostAway(RendezvousError):
    """The room is open, but its host is not connected, or was until now."""

    code = RefusalCode.HOST_AWAY
    sentence = "The host is not connected at the moment: try again soon."


class RoomBusy(RendezvousError):
    """Too many guests are being introduced at once, or the host does not keep up with them."""

    code = RefusalCode.ROOM_BUSY
    sentence = "Too many guests are joining this room at once: try again soon."


class NoAnswer(RendezvousError):
    """The host does not answer."""

    code = "no-answer"
    sentence = "The host did not answer in time: try again."


class NotOwner(RendezvousError):
    """The room belongs to another program, or was taken over by one."""

    code = RefusalCode.NOT_OWNER
    sentence = "The room belongs to another program: open a new one."


class NotUnderstood(RendezvousError):
    """The server refused something that no version of it should refuse."""

    code = RefusalCode.BAD_MESSAGE
    sentence = "The server does not understand this version of Peerdeck: update Peerdeck, or use another server."


_REFUSALS: dict[str, type[RendezvousError]] = {
    kind.code: kind for kind in (ServerFull, TooFast, NoSuchRoom, HostAway, RoomBusy, NotOwner)
}


def refusal(code: RefusalCode) -> RendezvousError:
    """The error that stands for a refusal of the server; its own text is not shown, for who knows what it says."""
    return _REFUSALS.get(code, NotUnderstood)()
