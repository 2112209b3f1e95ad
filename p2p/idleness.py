"""Notices who does nothing for a long time though the table waits for them. Pure: time comes in."""

from collections.abc import Hashable, Mapping


class Idleness:
    """Watches what seats are waited for with: a question each, which begins anew whenever it is another one.

    As with `p2p.table_clock.TableClock`, a time that has just begun asks to be told at once how late it is.
    """

    def __init__(self) -> None:
        self._since: dict[int, tuple[Hashable, float]] = {}

    def overdue(self, waited_for: Mapping[int, Hashable], seconds: float, now: float) -> list[int]:
        """The seats whose question has been the same for so many seconds.

        Args:
            waited_for: what each seat is waited for with, compared as values; those left out begin anew later.
            seconds: how long is too long.
            now: in seconds.
        """
        self._since = {
            seat: self._since[seat] if self._is_known(seat, question) else (question, now)
            for seat, question in waited_for.items()
        }
        return [seat for seat, (_, since) in self._since.items() if now >= since + seconds]

    def next_deadline(self, waited_for: Mapping[int, Hashable], seconds: float, now: float) -> float | None:
        """When to call `overdue` next; ``None`` if nobody is waited for."""
        return min(
            (
                self._since[seat][1] + seconds if self._is_known(seat, question) else now
                for seat, question in waited_for.items()
            ),
            default=None,
        )

    def _is_known(self, seat: int, question: Hashable) -> bool:
        return seat in self._since and self._since[seat][0] == question
