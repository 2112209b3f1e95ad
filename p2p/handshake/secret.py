"""The secrets that open a table, and how many wrong guesses each has seen.

A guess is a proof that does not verify. A knock is none: from the host's half of the key nobody can tell whether a
secret was right, and the host shows its own proof only after the guest's. A guest, however, shows its proof to
whoever answers; so its end counts too, whenever a proof was shown and no valid acceptance came back.
"""

from collections.abc import Iterable
from typing import Final

from p2p.handshake.agreement import Password
from p2p.handshake.messages import Kind
from signaling.codes import ALPHABET, LINK_SECRET_BYTES, SECRET_SYMBOLS

FREEZE_AFTER: Final = 5
"""Wrong guesses that freeze a room code. Links and tokens cannot be guessed and never freeze."""


class Secret:
    """One secret as one end knows it. Made by `of_code`, `of_link` or `of_seat`; its `repr` hides the value."""

    def __init__(self, kind: Kind, value: bytes, seat: int | None, wrong_guesses: int) -> None:
        self.kind = kind
        self.seat = seat
        self.wrong_guesses = wrong_guesses
        self.withdrawn = False
        """Whether the host replaced it or freed the seat."""
        self.password = Password(value)

    @classmethod
    def of_code(cls, symbols: str, wrong_guesses: int = 0) -> "Secret":
        """The secret in a room code: its three symbols (`RoomCode.secret`), without the check symbol.

        Args:
            symbols: of `signaling.codes.ALPHABET`.
            wrong_guesses: how many it has seen, if it was kept in a file.

        Raises:
            ValueError: it is not that.
        """
        if len(symbols) != SECRET_SYMBOLS or not set(symbols) <= set(ALPHABET):
            raise ValueError("The secret of a code has three symbols.")
        return cls(Kind.CODE, symbols.encode(), None, wrong_guesses)

    @classmethod
    def of_link(cls, value: bytes) -> "Secret":
        """The secret in an invite link: 16 bytes (`InviteLink.secret`); raises ValueError for other lengths."""
        return cls(Kind.LINK, _sixteen(value), None, 0)

    @classmethod
    def of_seat(cls, seat: int, token: bytes) -> "Secret":
        """The token that brings a player back to a seat: 16 bytes; raises ValueError for other lengths."""
        return cls(Kind.SEAT, _sixteen(token), seat, 0)

    @property
    def value(self) -> bytes:
        """Its bytes."""
        return self.password.value

    @property
    def frozen(self) -> bool:
        """Whether it opens nothing any more, because of wrong guesses."""
        return self.kind is Kind.CODE and self.wrong_guesses >= FREEZE_AFTER

    def guessed_wrong(self) -> None:
        """Count a wrong guess."""
        self.wrong_guesses += 1

    def count_in_words(self, *, for_host: bool) -> str:
        """What to tell the person at one end of the wrong guesses so far."""
        if not self.frozen:
            return f"Wrong tries with the {self.kind.word} so far: {self.wrong_guesses}."
        if for_host:
            return (
                f"The room code is frozen after {FREEZE_AFTER} wrong tries: make a new one if you still wait for"
                " somebody. The invite link and the seats keep working."
            )
        return f"The code failed {FREEZE_AFTER} times from here and is not used again."


class TableSecrets:
    """All secrets that open a host's table.

    Args:
        code: of the room code.
        link: of the invite link.
        seats: of the seats that players may come back to.
    """

    def __init__(self, code: Secret, link: Secret, seats: Iterable[Secret] = ()) -> None:
        self._secrets: dict[tuple[Kind, int | None], Secret] = {}
        for secret in (code, link, *seats):
            self.put(secret)

    def find(self, kind: Kind, seat: int | None) -> Secret | None:
        """The secret for what a guest says that it comes with."""
        return self._secrets.get((kind, seat))

    def put(self, secret: Secret) -> None:
        """Let it open the table; the one that it replaces opens nothing any more, not even for who has knocked."""
        self._withdraw(secret.kind, secret.seat)
        self._secrets[secret.kind, secret.seat] = secret

    def free_seat(self, seat: int) -> None:
        """Let nobody come back to the seat; nothing happens if nobody could."""
        self._withdraw(Kind.SEAT, seat)
        self._secrets.pop((Kind.SEAT, seat), None)

    def _withdraw(self, kind: Kind, seat: int | None) -> None:
        replaced = self._secrets.get((kind, seat))
        if replaced is not None:
            replaced.withdrawn = True


def _sixteen(value: bytes) -> bytes:
    if len(value) != LINK_SECRET_BYTES:
        raise ValueError("The secret of a link or seat has 16 bytes.")
    return value
