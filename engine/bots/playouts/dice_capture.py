"""Dice Capture played on to the end of the match (RULES.md §3) by a few rules of thumb.

* While a pile is open both roll. The race that this is has been worked out (`dice_race`), so it is not played: its
  points are taken as they are expected, and only who has to move after it is drawn.
* With no pile open, number cards that promise little are played first, then action cards, then the others.
* Whoever is behind does not end the match; whoever is ahead does when a Queen, Jack or joker can do it.

So what is left of luck in a playout is little: which cards there are, and who has to move.
"""

from collections.abc import Sequence
from math import erf, fsum, sqrt
from typing import Final, NamedTuple

from engine.bots.playouts.dice_race import (
    Piles,
    Race,
    last_roll,
    promise_of,
    race,
    roll,
    steal,
    without_top,
)
from engine.bots.playouts.outlook import Outlook, Prospects, Values
from engine.bots.rules_of_thumb.dice_capture import HIT, STOLEN
from engine.cards import JACK, JOKERS, KING, QUEEN, RANK_MASKS, cards_in
from engine.chance import Rng, draw
from engine.games.dice_capture import (
    HAND_SIZE,
    JACK_DRAWS,
    NUMBER_CARDS,
    POINTS_OF_SUIT,
    QUEEN_DRAWS,
    DiceCapture,
    Phase,
    number_value,
)
from engine.inputs import Need
from engine.match import View

MATCH_COUNTS: Final = 10.0
"""What winning the match is worth, in points."""
GIVEN_FIRST: Final = 0.25
"""Number cards that promise no more than this are played before action cards."""
SOON: Final = 12
"""While more cards than these are left to be drawn, the rules of thumb are trusted.

All of a hand is given away in the end, in whatever order it is played, so that there is little to be found before some
cards will never be played. Of 60 deals, every move that differed from the rules of thumb was played on 1,500 times by
normal bots: those with more cards left lost 0.4 points a match and won 2 % fewer matches, those with fewer gained 0.06
points and won 4.5 % more."""
WAYS: Final = 4
"""In so many ways a match is played on: nearly all of the noise is who has to move, hardly any what is hidden."""

_PER_CARD, _BESIDES, _PER_PAIR, _AT_LEAST = 5.6, 15.0, 9.0, 2.0
"""How far the lead still changes in matches of normal bots, as a variance: so much a card of the draw pile, and so much
besides; when the next refill ends the match, so much for each time that both have a card to play, and so much at least.

Fitted to 20,000 matches. It only tells what is luck, and distorts nothing if it is not quite so."""

_CARD, _DICE, _DECK = Need.CARD, Need.DICE, Need.DECK
_OVER = Phase.OVER
_CHAIN, _ROLLING, _STEAL, _STEALING = Phase.CHAIN, Phase.ROLLING, Phase.STEAL, Phase.STEALING


def _in_order(cards: int) -> list[int]:
    return sorted(cards_in(cards), key=lambda card: promise_of((card,)))


_NUMBERS: Final = _in_order(NUMBER_CARDS)
_FIRST: Final = sum([promise_of((card,)) <= GIVEN_FIRST for card in _NUMBERS])
_ACTIONS: Final = (*cards_in(RANK_MASKS[KING]), *cards_in(RANK_MASKS[JACK] | JOKERS), *cards_in(RANK_MASKS[QUEEN]))
_ORDER: Final = (*_NUMBERS[:_FIRST], *_ACTIONS, *_NUMBERS[_FIRST:])
"""The cards as they are played with no pile open."""
_PLACE: Final = {card: 1 << place for place, card in enumerate(_ORDER)}
"""A hand is a set of places in that order, so that its lowest bit is what is played."""
_DRAWS: Final = tuple(
    -1 if NUMBER_CARDS >> card & 1 else {KING: 0, QUEEN: QUEEN_DRAWS}.get(card >> 2, JACK_DRAWS) for card in _ORDER
)
"""How many cards each card draws; -1 for number cards."""
_DRAWING: Final = sum([1 << place for place, draws in enumerate(_DRAWS) if draws > 0])
_ALONE: Final = tuple(((card,),) if draws < 0 else () for card, draws in zip(_ORDER, _DRAWS, strict=True))
"""The table after each card was played with no pile open."""


class _Step(NamedTuple):
    """A race as it is played on: its points and who moves after it, for whoever rolls first, and their variance."""

    points: float
    starts: float
    variance: float

    @classmethod
    def of(cls, result: Race) -> "_Step":
        """Made from a race."""
        points, starts, square = result
        return cls(points, starts, square - points * points)


_STEPS: Final = tuple(_Step.of(race(piles)) for piles in _ALONE)
"""What follows when each card is played with no pile open, for the other player."""


class Lead(NamedTuple):
    """By how much seat 0 is expected to be ahead at the end, and the variance of that."""

    points: float
    variance: float

    def with_race(self, roller: int, result: Race) -> "Lead":
        """After a race that a seat begins."""
        points, _, square = result
        return Lead(
            self.points + (-points if roller else points),
            self.variance + max(0.0, square - points * points),
        )

    def after_last_roll(self, roller: int, piles: Piles) -> Prospects:
        """When the match ends with a roll of a seat."""
        sign = -1 if roller else 1
        fates = last_roll(piles)
        ends = [Lead(self.points + sign * fate.points, self.variance).prospects() for fate in fates]
        return _mean([fate.chance for fate in fates], ends)

    def prospects(self) -> Prospects:
        """What the match promises seat 0."""
        points, variance = self
        if variance < _SURE:
            return Prospects(points, (points > _SURE) - (points < -_SURE))
        return Prospects(points, erf(points / sqrt(2 * variance)))


def _mean(chances: Sequence[float], ends: Sequence[Prospects]) -> Prospects:
    return Prospects(
        fsum([chance * end.points for chance, end in zip(chances, ends, strict=True)]),
        fsum([chance * end.won for chance, end in zip(chances, ends, strict=True)]),
    )


_SURE: Final = 0.01
"""Less than this is nothing but rounding."""


def play_out(match: DiceCapture, rng: Rng) -> Values:
    """See `Playout`."""
    while match.needs is _CARD or match.needs is _DECK:
        match.chance(draw(match, rng))
    if match.phase is _OVER:
        points, won = _final(match)
    elif _ends_with_theft(match):
        points, won = prospects(match)
    else:
        points, won = _played_on(match, rng)
    value = points + MATCH_COUNTS * won
    return value, -value


def _played_on(match: DiceCapture, rng: Rng) -> Prospects:
    """The mean of several ways to play on; who moves after the race that is on now is spread evenly over them."""
    rest = _Rest(match, rng)
    return _mean([1 / WAYS] * WAYS, [rest.play((way + rng.random()) / WAYS) for way in range(WAYS)])


def _final(match: DiceCapture) -> Prospects:
    first, second = match.totals
    won = 0.0 if not match.winners else -1.0 if match.winners[0] else 1.0
    return Prospects(float(first - second), won)


class _Rest:
    """What is left of a match, to be played on to its end without its dice, in one way or several."""

    def __init__(self, match: DiceCapture, rng: Rng) -> None:
        self._rng = rng
        self._hands = [sum([_PLACE[card] for card in cards_in(hand)]) for hand in match.held]
        self._drawn = [0]
        """The sets of the last cards of the draw pile: none, the last one, the last two …"""
        for card in reversed(match.stock):
            self._drawn.append(self._drawn[-1] | _PLACE[card])
        self._lead = float(match.totals[0] - match.totals[1])
        self._seat, race = race_of(match)
        self._race = _Step.of(race)
        self._open = _open(match)

    def play(self, luck: float) -> Prospects:  # noqa: C901  # one loop, where nearly all the time goes
        """Play on to the end.

        Args:
            luck: the random number that tells who moves after the race that is on now.
        """
        hands, left, seat = [*self._hands], len(self._drawn) - 1, self._seat
        lead, variance = self._lead, 0.0
        step, piles = self._race, self._open
        while True:
            if piles:
                if not hands[1 - seat]:
                    if left <= HAND_SIZE:  # it cannot be filled, and the match ends after one roll
                        return Lead(lead, variance).after_last_roll(seat, piles)
                    left = self._draw(hands, 1 - seat, left, HAND_SIZE)
                lead += -step.points if seat else step.points
                variance += step.variance
                if luck >= step.starts:
                    seat = 1 - seat
            if not hands[seat]:
                if left <= HAND_SIZE:
                    return Lead(lead, variance).prospects()
                left = self._draw(hands, seat, left, HAND_SIZE)
            hand = hands[seat]
            card = hand & -hand if left > QUEEN_DRAWS else _near_the_end(hand, left, -lead if seat else lead)
            hands[seat] = hand ^ card
            place = card.bit_length() - 1
            step, piles, draws = _STEPS[place], _ALONE[place], _DRAWS[place]
            if draws >= left:
                return Lead(lead, variance).prospects()
            if draws > 0:
                left = self._draw(hands, seat, left, draws)
            elif not draws:
                self._take(hands, seat)
            seat = 1 - seat
            luck = self._rng.random()

    def _draw(self, hands: list[int], seat: int, left: int, number: int) -> int:
        """Gives how many cards are left then."""
        hands[seat] |= self._drawn[left] ^ self._drawn[left - number]
        return left - number

    def _take(self, hands: list[int], thief: int) -> None:
        """A King takes a card of the other hand."""
        places = cards_in(hands[1 - thief])
        if places:
            card = 1 << places[int(self._rng.random() * len(places))]
            hands[1 - thief] ^= card
            hands[thief] |= card


def _near_the_end(hand: int, left: int, ahead: float) -> int:
    """What is played when a Queen, Jack or joker may end the match: by whoever is ahead, not by who is behind."""
    ending = [1 << place for place in cards_in(hand & _DRAWING) if _DRAWS[place] >= left]
    if ending:
        if ahead > 0:
            return ending[0]
        hand = hand & ~sum(ending) or hand
    return hand & -hand


def _open(match: DiceCapture) -> Piles:
    locks = match.locks
    return tuple([cards for number, cards in match.piles.items() if number not in locks])


def _still_open(match: DiceCapture) -> float:
    """The variance of what comes after a race; an empty hand counts as filled where it can be."""
    left = len(match.stock)
    held = [hand.bit_count() for hand in match.held]
    if left > HAND_SIZE and not min(held):
        left -= HAND_SIZE
        held = [count or HAND_SIZE for count in held]
    return _BESIDES + _PER_CARD * left if left > HAND_SIZE else _AT_LEAST + _PER_PAIR * min(held)


def race_of(match: DiceCapture) -> tuple[int, Race]:
    """Who has the dice now or is to move, and the race from that seat's side.

    It goes on in the middle of a chain or of a theft.
    """
    seat, phase = match.turn, match.phase
    if phase is _CHAIN or phase is _ROLLING:
        return seat, roll(*_rolled_for(match))
    if phase is _STEAL or phase is _STEALING:
        return 1 - seat, steal(*_rolled_for(match))
    return seat, race(_open(match))


def _rolled_for(match: DiceCapture) -> tuple[Piles, int]:
    """The open piles and which of them is rolled for."""
    return _open(match), [pile for pile in match.piles if pile not in match.locks].index(match.rolling_for)


def _ends_with_theft(match: DiceCapture) -> bool:
    """Whether the match is over when a theft has been tried: its turn comes next who has no card and gets none."""
    stealing = match.phase is _STEAL or match.phase is _STEALING
    return stealing and not match.held[1 - match.turn] and len(match.stock) <= HAND_SIZE


def prospects(match: DiceCapture) -> Prospects:
    """See `Outlook.prospects`: by the race for the open piles, and by how much may still change after it."""
    if match.phase is _OVER:
        return _final(match)
    lead = match.totals[0] - match.totals[1]
    if match.needs is not _DICE and not _ends_with_theft(match):
        return _standing(_still_open(match), lead, *race_of(match))
    piles, number = _rolled_for(match)
    top = piles[number][-1]
    value, points = number_value(top), POINTS_OF_SUIT[top & 3]
    if match.phase is _ROLLING:
        chance = HIT[value]
        hit, missed = _after_roll(match, lead + (-points if match.turn else points), piles, number)
    else:
        chance = STOLEN[value]
        hit = _next_turn(match, lead + (points if match.turn else -points), without_top(piles, number))
        missed = _next_turn(match, lead, piles)
    return _mean((chance, 1 - chance), (hit, missed))


def _after_roll(match: DiceCapture, lead: int, piles: Piles, number: int) -> tuple[Prospects, Prospects]:
    """What the match promises when the roll for one of the piles hits, which leads to this, and when it misses."""
    before, left = match.totals[0] - match.totals[1], without_top(piles, number)
    if len(left) == len(piles):
        hit = _standing(_still_open(match), lead, match.turn, roll(left, number))
    else:
        hit = _next_turn(match, lead, left)
    value = number_value(piles[number][-1])
    if not STOLEN[value]:
        return hit, _next_turn(match, before, piles)
    missed = match.copy()
    missed.phase, missed.needs = _STEAL, Need.SEAT
    return hit, prospects(missed)


def _next_turn(match: DiceCapture, lead: int, piles: Piles) -> Prospects:
    """What the match promises seat 0 as the turn passes; it may end with that."""
    seat = 1 - match.turn
    if not match.held[seat] and len(match.stock) <= HAND_SIZE:
        return Lead(lead, 0.0).prospects()
    return _standing(_still_open(match), lead, seat, race(piles))


def _standing(variance: float, lead: float, roller: int, result: Race) -> Prospects:
    """With a race that a seat begins, and the variance of what comes after it."""
    points = result.worth - result.points
    return Lead(lead + (-points if roller else points), variance).with_race(roller, result).prospects()


def is_settled(view: View) -> bool:
    """See `Outlook.is_settled`."""
    return bool(view["left"] > SOON)


OUTLOOK: Final = Outlook(
    play_out,
    per_weight=1.0,
    misjudged=0.2,
    hopeless=0.7,
    opened_after=1000,
    is_settled=is_settled,
    prospects=prospects,
    match_counts=MATCH_COUNTS,
)
