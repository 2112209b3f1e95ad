"""What a seat remembers and imagines in Tien Len (RULES.md §4)."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from engine.cards import FULL_DECK, card, cards_in, mask_of
from engine.chance import Rng, pick, shuffled
from engine.events import Event
from engine.games import tien_len_sentences as say
from engine.games.tien_len import HAND_SIZE, TienLen
from engine.games.tien_len_combinations import (
    Combination,
    cards_below,
    combination,
    lowest_of,
    ways_to_chop,
    window_chops,
)
from engine.games.tien_len_round import NOBODY, SEATS_IN, Phase
from engine.imagination import Memory, Scene, take_over
from engine.match import View

MOST_TRIES: Final = 50


class Clue(NamedTuple):
    """What a play that could be chopped told about others that had chipped."""

    what: Combination
    """The play."""
    since: Mapping[int, int]
    """The seats that had chipped and had cards, each with the cards that it has played since, as a set."""
    opened: bool
    """Whether a window opened: one of these seats could chop it; otherwise none could."""

    def agrees(self, hands: Sequence[int]) -> bool:
        """Whether it could have been so with these hands now."""
        return self.opened is any(window_chops(hands[seat] | cards, self.what) for seat, cards in self.since.items())


class TienLenMemory(Memory):
    """All cards played in the round, and what windows and the lowest card told about hands.

    Who leaves takes cards away, which are hidden for the rest of the round.
    """

    def __init__(self, seat: int, seats: int) -> None:
        self._seat = seat
        self._seats = seats
        self._forget()

    def _forget(self) -> None:
        """Start a round anew."""
        self._dealt = 0
        self._played = [0] * self._seats
        self._taken_away: dict[int, int] = {}
        """How many cards each leaver took away."""
        self._chipped = 0
        self._clues: list[Clue] = []
        self._lowest_with = NOBODY
        """The seat that was dealt the lowest card, if that was told."""
        self._lowest = 0
        """The lowest card dealt, once it was seen, as a set."""

    def see(self, event: Event) -> None:
        """See `Memory.see`."""
        sentence, values = event.sentence, event.values
        if sentence is say.PLAYED:
            self._see_play(*values)
        elif sentence is say.CHIPPED:
            self._chipped |= 1 << values[0]
        elif sentence is say.TRICK_WON:
            self._chipped = 0
        elif sentence is say.WINDOW_OPENED:
            self._clues.append(self._clues.pop()._replace(opened=True))
        elif sentence is say.MAY_CHOP:
            self._clues.pop()  # it opened for this seat and tells nothing about others
        elif sentence is say.BET_LOST:
            self._taken_away[values[0]] = HAND_SIZE - self._played[values[0]].bit_count()
        elif sentence is say.DEALT_IN or sentence is say.LAST_LEFT:
            self._forget()
        elif sentence is say.DEALT:
            self._dealt = mask_of(values[1])
        elif sentence is say.LOWEST_OPENS:
            self._see_lowest_opens(values[0])

    def _see_lowest_opens(self, seat: int) -> None:
        self._lowest_with = seat
        if seat == self._seat:
            self._lowest = lowest_of(self._dealt)

    def _see_play(self, seat: int, cards: int) -> None:
        if seat == self._lowest_with and not any(self._played):
            self._lowest = lowest_of(cards)
        self._played[seat] |= cards
        self._clues = [_played_since(clue, seat, cards) for clue in self._clues]
        what = combination(cards)
        if what and what.choppable:
            others = (other for other in SEATS_IN[self._chipped] if other != seat and self._is_hidden(other))
            self._clues.append(Clue(what, dict.fromkeys(others, 0), opened=False))

    def _is_hidden(self, seat: int) -> bool:
        """Whether it is another seat that has cards."""
        return seat != self._seat and seat not in self._taken_away and self._played[seat].bit_count() < HAND_SIZE

    def scene(self, view: View) -> "TienLenScene":
        """See `Memory.scene`."""
        match = _match_of(view)
        match.held[self._seat] = mask_of(map(card, view["hand"]))
        seen = self._dealt
        for cards in self._played:
            seen |= cards
        missing = {seat: count for seat, count in enumerate(view["counts"]) if count} | self._taken_away
        missing.pop(self._seat, None)
        hidden = FULL_DECK & ~seen & ~cards_below(self._lowest)
        lowest = Lowest(NOBODY if self._lowest else self._lowest_with, seen)
        return TienLenScene(match, self._seat, Hidden(hidden, missing), self._clues, lowest)


def _played_since(clue: Clue, seat: int, cards: int) -> Clue:
    """The clue after a seat has played cards."""
    if seat not in clue.since:
        return clue
    return clue._replace(since={**clue.since, seat: clue.since[seat] | cards})


def _match_of(view: View) -> TienLen:
    """The match that a view shows, complete but for the hands and what depends on them."""
    match = TienLen(len(view["counts"]), view["options"])
    take_over(match, view)
    match.seated = mask_of(view["seated"])
    match.dealt_in = mask_of(view["dealt_in"])
    match.playing = mask_of(seat for seat, count in enumerate(view["counts"]) if count)
    match.placed = tuple(view["placed"])
    match.round_points = list(view["round_points"])
    match.shown = mask_of(map(card, view["shown"]))
    match.winner = NOBODY if view["winner"] is None else view["winner"]
    match.opener = NOBODY if view["opener"] is None else view["opener"]
    match.streak = view["streak"]
    match.lowest_opens = view["lowest_opens"]
    match.opening = view["opening"]
    match.must_play = mask_of(map(card, view["must_play"]))
    match.plays = tuple((play["seat"], mask_of(map(card, play["cards"]))) for play in view["trick"])
    if match.plays:
        match.holder, cards = match.plays[-1]
        match.current = combination(cards)
    match.chipped = mask_of(view["chipped"])
    match.chain = view["chain"]
    return match


class Hidden(NamedTuple):
    """The cards that may be in other hands, as a set, and how many of them each seat has or has taken away."""

    cards: int
    missing: Mapping[int, int]


class Lowest(NamedTuple):
    """The seat that was dealt the lowest card, ``NOBODY`` if that tells nothing more, and the cards seen so far."""

    seat: int
    seen: int

    def agrees(self, hands: Sequence[int]) -> bool:
        """Whether it could have been so with these hands now."""
        if self.seat == NOBODY:
            return True
        others = self.seen
        for seat, hand in enumerate(hands):
            if seat != self.seat:
                others |= hand
        return bool(hands[self.seat] & cards_below(lowest_of(others)))


class TienLenScene(Scene):
    """A moment of a match as one seat knows it.

    Args:
        match: complete but for the other hands.
        seat: whose scene it is.
        hidden: what is to be dealt.
        clues: what windows have told.
        lowest: what the lowest card has told.
    """

    def __init__(self, match: TienLen, seat: int, hidden: Hidden, clues: Sequence[Clue], lowest: Lowest) -> None:
        self._match = match
        self._seat = seat
        self._hidden = hidden
        self._window = 0
        """While a window is open: the others that may have been asked."""
        if match.phase is Phase.CHOP_WINDOW:
            self._window = match.chipped & match.playing & ~(1 << match.holder) & ~(1 << seat)
        self._clues = [*self._present(), *clues]
        self._lowest = lowest

    def _present(self) -> list[Clue]:
        """While a window is open and does not wait for this seat, it waits for another one."""
        current = self._match.current
        if not self._window or self._match.to_act or current is None:
            return []
        return [Clue(current, dict.fromkeys(SEATS_IN[self._window], 0), opened=True)]

    def imagine(self, rng: Rng) -> TienLen:
        """See `Scene.imagine`."""
        hands = self.hands(rng)
        match = self._match.copy()
        for seat in self._hidden.missing:
            if match.playing >> seat & 1:
                match.held[seat] = hands[seat]
        if self._lowest.seat != NOBODY and match.opening and self._lowest.seat in match.to_act:
            match.must_play = lowest_of(hands[self._lowest.seat])
        if self._window and match.current:
            current = match.current
            others = (seat for seat in SEATS_IN[self._window] if window_chops(hands[seat], current))
            match.to_act = tuple(sorted([*match.to_act, *others]))
        return match

    def hands(self, rng: Rng) -> list[int]:
        """Other hands that agree with all clues, as `imagine` draws them: also what those had left who took it away.

        They are dealt until they agree, or else built around what is rare.
        """
        for _ in range(MOST_TRIES):
            hands = self._deal(rng, [0] * self._match.seats)
            if self._agrees(hands):
                return hands
        return self._built(rng)

    def _agrees(self, hands: Sequence[int]) -> bool:
        return self._lowest.agrees(hands) and all(clue.agrees(hands) for clue in self._clues)

    def _deal(self, rng: Rng, given: Sequence[int]) -> list[int]:
        """Deal the hidden cards, after some were given to the seats."""
        hands = list(given)
        cards = shuffled(cards_in(self._hidden.cards & ~_all_of(given)), rng)
        start = 0
        for seat, number in self._hidden.missing.items():
            end = start + number - given[seat].bit_count()
            hands[seat] |= mask_of(cards[start:end])
            start = end
        return hands

    def _built(self, rng: Rng) -> list[int]:
        """Hands in which the chops are that windows have told of, and the lowest card is where it was.

        They agree with the present window at least; if no luck helps, not with every clue from before.
        """
        hands: list[int] = []
        for _ in range(MOST_TRIES):
            given = [0] * self._match.seats
            for clue in self._clues:
                if clue.opened and not clue.agrees(given):
                    self._give_chop(clue, given, rng)
            self._give_lowest(given)
            hands = self._deal(rng, given)
            if self._agrees(hands):
                break
        return hands

    def _give_chop(self, clue: Clue, given: list[int], rng: Rng) -> None:
        """Give one of the clue's seats what it needs for a chop, if that is possible."""
        free = self._hidden.cards & ~_all_of(given)
        ways = []
        for seat, since in clue.since.items():
            owned = since | given[seat]
            room = self._hidden.missing.get(seat, 0) - given[seat].bit_count()
            chops = ways_to_chop(owned, shuffled(cards_in(free), rng), clue.what)
            ways += [(seat, chop & ~owned) for chop in chops if (chop & ~owned).bit_count() <= room]
        if ways:
            seat, cards = pick(ways, rng)
            given[seat] |= cards

    def _give_lowest(self, given: list[int]) -> None:
        seat = self._lowest.seat
        lowest = lowest_of(self._hidden.cards)
        if seat != NOBODY and not lowest & _all_of(given) and given[seat].bit_count() < self._hidden.missing[seat]:
            given[seat] |= lowest


def _all_of(hands: Sequence[int]) -> int:
    cards = 0
    for hand in hands:
        cards |= hand
    return cards
