"""Dealing out the cards that a seat does not see, so that nobody gets a card that they cannot hold."""

from collections.abc import Sequence
from typing import NamedTuple

from engine.cards import cards_in
from engine.chance import Rng, shuffled


class Holder(NamedTuple):
    """Somebody, or some place, that holds unseen cards.

    Attributes:
        room: how many.
        barred: the set of cards that cannot be among them.
    """

    room: int
    barred: int = 0


class UnseenCards:
    """A set of unseen cards and who holds how many of them; prepared once, dealt often.

    Args:
        unseen: the cards, as a set.
        holders: their rooms add up to the number of cards.
    """

    def __init__(self, unseen: int, holders: Sequence[Holder]) -> None:
        self._rooms = [holder.room for holder in holders]
        self._roomiest = self._rooms.index(max(self._rooms))
        self._takers = {
            card: [place for place, holder in enumerate(holders) if holder.room and not holder.barred >> card & 1]
            for card in cards_in(unseen)
        }
        open_to_all = sum(holder.room > 0 for holder in holders)
        self._free = [1 << card for card, takers in self._takers.items() if len(takers) == open_to_all]
        choosy = [card for card, takers in self._takers.items() if len(takers) < open_to_all]
        self._choosy = sorted(choosy, key=lambda card: len(self._takers[card]))

    def deal(self, rng: Rng) -> list[int]:
        """The set of cards of each holder, drawn at random.

        Cards that not everybody can hold are dealt first, those with the fewest holders before the others. The roomiest
        holder gets what is left in the end.

        Raises:
            ValueError: no deal is possible.
        """
        hands = [0] * len(self._rooms)
        rooms = [*self._rooms]
        for card in self._choosy:
            place = self._taker(card, hands, rooms, rng)
            hands[place] |= 1 << card
            rooms[place] -= 1
        rest = rooms[self._roomiest]
        free = shuffled(self._free, rng, rest)
        hands[self._roomiest] |= sum(free[:rest])
        rooms[self._roomiest] = 0
        for place, room in enumerate(rooms):
            if room:
                hands[place] |= sum(free[rest : rest + room])
                rest += room
        return hands

    def _taker(self, card: int, hands: list[int], rooms: list[int], rng: Rng) -> int:
        """Where a card goes: the places that can hold it are as likely as they have room."""
        takers = self._takers[card]
        ticket = rng.random() * sum([rooms[place] for place in takers])
        for place in takers:
            if ticket < rooms[place]:
                return place
            ticket -= rooms[place]
        found = self._find_room(card, hands, rooms, set())
        if found is None:
            raise ValueError("No deal agrees with what the holders cannot hold.")
        return found

    def _find_room(self, card: int, hands: list[int], rooms: list[int], tried: set[int]) -> int | None:
        """A place for the card, after moving another card out of it if need be (an augmenting path of a matching)."""
        for place in self._takers[card]:
            if place in tried:
                continue
            tried.add(place)
            if rooms[place]:
                return place
            for other in cards_in(hands[place]):
                elsewhere = self._find_room(other, hands, rooms, tried)
                if elsewhere is not None:
                    hands[place] ^= 1 << other
                    rooms[place] += 1
                    hands[elsewhere] |= 1 << other
                    rooms[elsewhere] -= 1
                    return place
        return None
