"""Rules of thumb for Dice Capture (RULES.md §3).

* Roll for the pile that promises most: what its cards count, how often the dice hit them, what lies below them, and
  what a miss leaves to the other player's single die.
* Look at what the other player will find: a card that has to be played is one that counts little and is hard to hit,
  or it goes on a pile that is better covered; a lock goes on what the other would roll for.
* Action cards give nothing away when the table is empty; until then they wait.
* Whoever is ahead ends the game when a draw can do it; whoever is behind does not.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from engine.bots.rules_of_thumb.judge import Judge
from engine.cards import KING, QUEEN, card
from engine.events import Event
from engine.games.dice_capture import (
    HAND_SIZE,
    JACK_DRAWS,
    NEW_PILE,
    NUMBER_CARDS,
    POINTS_OF_SUIT,
    QUEEN_DRAWS,
    STEALABLE_UP_TO,
    UNLOCKING,
    dice_hit,
    number_value,
)
from engine.inputs import Action
from engine.match import View

_FACES: Final = range(1, 7)
HIT: Final = tuple(sum(dice_hit((a, b), value) for a in _FACES for b in _FACES) / 36 for value in range(11))
"""The chance that two dice capture a card, by its value."""
STOLEN: Final = tuple(1 / 6 if value <= STEALABLE_UP_TO else 0.0 for value in range(11))
"""The chance that the other's die then captures it after a miss."""
REPLY: Final = 0.6
"""What the best roll is worth to whoever is to move: after a miss the other has the same roll, and so on."""
ACTION_CARD: Final = 0.15
"""What an action card is worth in hand."""
DECISIVE: Final = 50.0
"""More than any roll: what it counts to end the game as its winner."""
SOON_OVER: Final = 1.35
"""What it counts that the game ends as the next turn of this seat starts, for whoever is ahead."""
NO_ROLL: Final = 0.6
"""What it costs to play a card while there is something to roll for."""
GIVEN_NOW: Final = 0.25
"""How much it matters that a card gives something away now: most of it is only put off, as all of a hand is played."""


class Pile(NamedTuple):
    """An open pile: its number, its cards with the top one last, and what rolling is worth.

    ``values[n]`` is what rolling is worth when ``n`` of the cards lie there.
    """

    number: int
    cards: tuple[int, ...]
    values: tuple[float, ...]


class DiceCaptureJudge(Judge):
    """Weighs by points: what a turn is likely to bring, less what the other player can make of the table after it."""

    unit = 0.5

    def see(self, event: Event) -> None:
        """See `Judge.see`: all that counts lies on the table."""

    def weigh(self, legal: Sequence[Action], view: View) -> list[float]:
        """See `Judge.weigh`."""
        piles = {
            pile["number"]: _pile(pile["number"], tuple(map(card, pile["cards"])))
            for pile in view["piles"]
            if not pile["lock"]
        }
        locked = {pile["number"]: tuple(map(card, pile["cards"])) for pile in view["piles"] if pile["lock"]}
        reply = REPLY if self.attentive else 0.0
        weights = [self._weight(action, piles, locked, view, reply) for action in legal]
        if not self.attentive:
            return weights
        return [
            weight if action.verb != "play" else GIVEN_NOW * weight - NO_ROLL + self._hurry(view, action)
            for action, weight in zip(legal, weights, strict=True)
        ]

    def _weight(
        self,
        action: Action,
        piles: Mapping[int, Pile],
        locked: Mapping[int, tuple[int, ...]],
        view: Mapping[str, Any],
        reply: float,
    ) -> float:
        verb, played, number = action
        if verb == "roll":
            pile = piles[played]
            return _roll(pile, _best(piles, pile.number), reply)
        if verb != "play":
            return float(verb == "steal")
        if NUMBER_CARDS >> played & 1:
            below = piles[number].cards if number != NEW_PILE else ()
            laid = _pile(number, (*below, played))
            best = max(_best(piles, number), laid.values[-1])
            return -reply * best
        if UNLOCKING >> played & 1:
            freed = _pile(number, locked[number]).values[-1] if number in locked else 0.0
            best = max(_best(piles), freed)
            return -reply * best - ACTION_CARD
        theft = ACTION_CARD if played >> 2 == KING and view["counts"][1 - self.seat] else 0.0
        return -reply * _best(piles, number) - ACTION_CARD + theft

    def _hurry(self, view: Mapping[str, Any], play: Action) -> float:
        """What it counts that a play ends the game, at once or as the next turn of this seat starts."""
        totals = view["totals"]
        ahead = totals[self.seat] - totals[1 - self.seat]
        if not ahead:
            return 0.0
        sign = 1.0 if ahead > 0 else -1.0
        draws = _draws(play.what)
        if draws >= view["left"]:
            return sign * DECISIVE
        refill = view["counts"][self.seat] == 1 and not draws and view["left"] <= HAND_SIZE
        return sign * SOON_OVER if refill else 0.0


def _draws(card: int) -> int:
    """How many cards it draws to play a card."""
    if UNLOCKING >> card & 1:
        return JACK_DRAWS
    return QUEEN_DRAWS if card >> 2 == QUEEN else 0


def _pile(number: int, cards: tuple[int, ...]) -> Pile:
    values = [0.0]
    for one in cards:
        values.append(promise_with(one, values[-1]))
    return Pile(number, cards, tuple(values))


def promise_with(top: int, below: float) -> float:
    """What rolling once for a pile promises in points, where the cards below its top card promise so much."""
    value, points = number_value(top), POINTS_OF_SUIT[top & 3]
    hit = HIT[value]
    return hit * (points + below) - (1 - hit) * STOLEN[value] * points


def _best(piles: Mapping[int, Pile], without: int = NEW_PILE) -> float:
    """What the best roll on the table is worth, one pile left out; 0 if there is none."""
    return max([0.0, *(pile.values[-1] for pile in piles.values() if pile.number != without)])


def _roll(pile: Pile, elsewhere: float, reply: float) -> float:
    """What a roll is worth: its points, less the other's best roll on what it leaves, by how far it gets."""
    weight = pile.values[-1]
    reached = 1.0
    for left in range(len(pile.cards), 0, -1):
        value = number_value(pile.cards[left - 1])
        missed = reached * (1 - HIT[value])
        stolen = missed * STOLEN[value]
        weight -= reply * (missed - stolen) * max(elsewhere, pile.values[left])
        weight -= reply * stolen * max(elsewhere, pile.values[left - 1])
        reached *= HIT[value]
    return weight - reply * reached * elsewhere
