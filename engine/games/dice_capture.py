"""Dice capture (RULES.md §3): two players roll dice for the cards on the table.

Phases and who acts in them:

=========  ====================  =============================================================
phase      the match needs       then
=========  ====================  =============================================================
DEAL       the deck              ACT of seat 0
ACT        the turn's seat       a card: the other's ACT (K: THEFT first); a roll: ROLLING
ROLLING    two dice              hit: CHAIN, or the other's ACT when the pile is gone;
                                 miss: STEAL up to a 6, else the other's ACT
CHAIN      the turn's seat       ROLLING on the same pile
STEAL      the other seat        steal: STEALING; decline: the other's ACT
STEALING   one die               the other's ACT
THEFT      a card (King)         the other's ACT
OVER       nothing
=========  ====================  =============================================================
"""

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from enum import StrEnum
from functools import lru_cache
from operator import itemgetter
from typing import Final

from engine.cards import ACE, CARD_TEXTS, JACK, JOKERS, QUEEN, RANK_MASKS, cards_in, hand_seen_by, mask_of
from engine.cards import FULL_DECK as DECK_WITHOUT_JOKERS
from engine.errors import IllegalAction
from engine.events import Event, Sentence
from engine.inputs import Action, Chance, Need
from engine.leaving import Leaving, OnLeave
from engine.match import NOT_AN_ACTION_NOW, Ending, Game, Match, View
from engine.syntax import CARD, PILE, PILE_OR_NEW, Syntax

HAND_SIZE: Final = 5
QUEEN_DRAWS: Final = 3
JACK_DRAWS: Final = 1
STEALABLE_UP_TO: Final = 6
POINTS_OF_SUIT: Final = (4, 2, 1, 3)  # S C D H (§3.1)
NEW_PILE: Final = 0
"""Where a card is played that goes on no pile."""

DEALT = Sentence("dealt", "{seat:seat} is dealt {cards:cards}.")
STARTED = Sentence("pile-started", "{seat:seat} plays {card:card} as pile {pile:number}.")
COVERED = Sentence("covered", "{seat:seat} plays {card:card} on pile {pile:number}.")
LOCKED = Sentence("locked", "{seat:seat} plays {card:card} and locks pile {pile:number}.")
UNLOCKED = Sentence(
    "unlocked",
    "{seat:seat} plays {card:card} on pile {pile:number}; {lock:card} goes too and the pile is open.",
)
DISCARDED = Sentence("discarded", "{seat:seat} plays {card:card}, which is discarded.")
DREW = Sentence("drew", "{seat:seat} draws {number:number}.")
DREW_CARDS = Sentence("drew-cards", "{seat:seat} draws {cards:cards}.")
ROLLS = Sentence("rolls", "{seat:seat} rolls for {card:card}, the top of pile {pile:number}.")
ROLLED = Sentence("rolled", "{seat:seat} rolls {dice:numbers}.")
CAPTURED = Sentence("captured", "{seat:seat} captures {card:card}: {points:change}.")
MISSED = Sentence("missed", "{seat:seat} misses.")
MAY_STEAL = Sentence("may-steal", "{seat:seat} may roll one die to steal {card:card}.")
STEALS = Sentence("steals", "{seat:seat} rolls one die to steal it.")
DECLINED = Sentence("declined", "{seat:seat} does not try to steal.")
TOOK_CARD = Sentence("took-card", "{seat:seat} takes {card:card} from {victim:seat}.")
NOTHING_TO_TAKE = Sentence("nothing-to-take", "{victim:seat} has no card to take.")
RAN_OUT = Sentence("ran-out", "The draw pile is empty: the game is over.")
WON = Sentence("won", "{seat:seat} wins by {points:number} to {other:number}.")
DRAWN = Sentence("drawn", "The game is drawn at {points:number} each.")

NOT_IN_HAND = Sentence("not-in-hand", "{card:card} is not in your hand.")
NO_SUCH_PILE = Sentence("no-such-pile", "There is no pile {pile:number} on the table.")
PILE_LOCKED = Sentence(
    "pile-locked",
    "Pile {pile:number} is locked: only a Jack or a joker may be played on it, and nobody rolls for it.",
)
ROLL_AGAIN = Sentence("roll-again", "After a capture you roll again for the same pile: roll {pile:number}.")
STEAL_OR_DECLINE = Sentence("steal-or-decline", "You may only steal or decline now.")
NOTHING_TO_STEAL = Sentence("nothing-to-steal", "There is nothing to steal or decline now.")


NUMBER_CARDS: Final = sum(RANK_MASKS[:JACK]) | RANK_MASKS[ACE]
"""The only cards that lie in piles and are captured (§3.1)."""

UNLOCKING: Final = RANK_MASKS[JACK] | JOKERS
"""The cards that may be played on a locked pile (§3.4)."""

_UNLOCKING_CARDS: Final = frozenset(cards_in(UNLOCKING))

MOST_PILES: Final = 40
"""Each number card starts one pile at most."""

_PLAYS: Final = tuple(tuple(Action("play", card, pile) for pile in range(MOST_PILES + 1)) for card in range(54))
_ROLLS: Final = tuple(Action("roll", pile) for pile in range(MOST_PILES + 1))
_STEAL_OR_DECLINE: Final = (Action("steal"), Action("decline"))


class Phase(StrEnum):
    """Where a match stands; the table at the top of the module says what follows what."""

    DEAL = "deal"
    ACT = "act"
    ROLLING = "rolling"
    CHAIN = "chain"
    STEAL = "steal"
    STEALING = "stealing"
    THEFT = "theft"
    OVER = "over"


_DEAL, _ACT, _ROLLING, _CHAIN, _STEAL, _STEALING, _THEFT, _OVER = Phase  # constants are read faster than members
_SEAT, _DICE, _CARD = Need.SEAT, Need.DICE, Need.CARD


@lru_cache(maxsize=1 << 13)
def _public(sentence: Sentence, *values: Hashable) -> Event:
    """An event that both see; one that has been made before is remembered, since that takes a third of the time."""
    return Event(sentence, values)


def number_value(card: int) -> int:
    """The value of a number card, A = 1 to T = 10 (§3.1)."""
    return 1 if card >> 2 == ACE else (card >> 2) + 2


def dice_hit(dice: Sequence[int], value: int) -> bool:
    """Whether a roll captures a card of that value (decision DICE_HIT, D-D1): a die shows it, or the sum does."""
    return value in dice or sum(dice) == value


def _taker(piles: Collection[int]) -> Callable[[Sequence[Action]], tuple[Action, ...]]:
    """Takes the actions for a new pile and for some piles out of those for all piles."""
    return itemgetter(NEW_PILE, *piles) if piles else itemgetter(slice(1))


class DiceCapture(Match):
    """A match of dice capture; one game is the whole match."""

    deck = DECK_WITHOUT_JOKERS | JOKERS
    _containers = ("held", "piles", "locks")

    def __init__(self, seats: int, options: Mapping[str, str]) -> None:
        super().__init__(seats, options)
        self.phase = _DEAL
        self.turn = 0
        self.held = [0, 0]
        """The hands, as sets."""
        self.stock: tuple[int, ...] = ()
        """The draw pile, the next card first."""
        self.piles: dict[int, tuple[int, ...]] = {}
        """The piles by number, each with its top card last."""
        self.locks: dict[int, int] = {}
        """The King or Queen on each locked pile."""
        self.captured: tuple[int, ...] = (0, 0)
        """The captured cards of each seat, as sets."""
        self.discarded = 0
        self.piles_started = 0
        self.rolling_for = 0
        """The pile that is rolled for; 0 outside an attempt."""
        self.dice: tuple[int, ...] = ()
        """The dice last rolled."""

    # --- what is allowed (§3.4)

    def legal(self, seat: int) -> list[Action]:
        """See `Match.legal`."""
        if seat not in self.to_act:
            return []
        if self.phase is _STEAL:
            return [*_STEAL_OR_DECLINE]
        if self.phase is _CHAIN:
            return [_ROLLS[self.rolling_for]]
        hand, piles, locks = self.held[seat], self.piles, self.locks
        on_open = _taker([pile for pile in piles if pile not in locks] if locks else piles)
        on_any = _taker(piles) if locks and hand & UNLOCKING else on_open
        actions: list[Action] = []
        for card in cards_in(hand):
            actions += (on_any if card in _UNLOCKING_CARDS else on_open)(_PLAYS[card])
        actions += on_open(_ROLLS)[1:]
        return actions

    # --- actions

    def _act(self, seat: int, action: Action) -> list[Event]:
        verb, what, where = action
        if self.phase is _STEAL:
            return self._answer(seat, verb)
        if verb == "play":
            return self._play(seat, what, where)
        if verb == "roll":
            return self._roll(seat, what)
        if verb in {"steal", "decline"}:
            raise IllegalAction(NOTHING_TO_STEAL)
        raise IllegalAction(NOT_AN_ACTION_NOW, verb)

    def _answer(self, seat: int, verb: str) -> list[Event]:
        """The other player tries to steal after a miss, or does not (D-D5)."""
        if verb == "steal":
            self._ask_dice(_STEALING, 1)
            return [_public(STEALS, seat)]
        if verb == "decline":
            return [_public(DECLINED, seat), *self._pass_turn()]
        raise IllegalAction(STEAL_OR_DECLINE)

    def _roll(self, seat: int, pile: int) -> list[Event]:
        if self.phase is _CHAIN and pile != self.rolling_for:
            raise IllegalAction(ROLL_AGAIN, self.rolling_for)
        if pile not in self.piles:
            raise IllegalAction(NO_SUCH_PILE, pile)
        if pile in self.locks:
            raise IllegalAction(PILE_LOCKED, pile)
        self.rolling_for = pile
        self._ask_dice(_ROLLING, 2)
        return [_public(ROLLS, seat, self.piles[pile][-1], pile)]

    def _ask_dice(self, phase: Phase, number: int) -> None:
        self.phase = phase
        self.needs = _DICE
        self.dice_wanted = number
        self.to_act = ()

    def _play(self, seat: int, card: int, pile: int) -> list[Event]:
        if self.phase is _CHAIN:
            raise IllegalAction(ROLL_AGAIN, self.rolling_for)
        hand = self.held[seat]
        if not hand >> card & 1:
            raise IllegalAction(NOT_IN_HAND, card)
        if pile != NEW_PILE and pile not in self.piles:
            raise IllegalAction(NO_SUCH_PILE, pile)
        if pile in self.locks and not UNLOCKING >> card & 1:
            raise IllegalAction(PILE_LOCKED, pile)
        self.held[seat] = hand ^ 1 << card
        if NUMBER_CARDS >> card & 1:
            return [self._lay(seat, card, pile), *self._start_turn(1 - seat)]
        if UNLOCKING >> card & 1:
            return [self._throw(seat, card, pile), *self._draw_and_pass(seat, JACK_DRAWS)]
        laid = self._lock(seat, card, pile) if pile else self._throw(seat, card, pile)
        if card >> 2 == QUEEN:
            return [laid, *self._draw_and_pass(seat, QUEEN_DRAWS)]
        return [laid, *self._start_theft(1 - seat)]

    def _lay(self, seat: int, card: int, pile: int) -> Event:
        """A number card becomes the top of a pile, or starts one."""
        if pile:
            self.piles[pile] = (*self.piles[pile], card)
            return _public(COVERED, seat, card, pile)
        self.piles_started += 1
        self.piles[self.piles_started] = (card,)
        return _public(STARTED, seat, card, self.piles_started)

    def _lock(self, seat: int, card: int, pile: int) -> Event:
        self.locks[pile] = card
        return _public(LOCKED, seat, card, pile)

    def _throw(self, seat: int, card: int, pile: int) -> Event:
        """Discard an action card; on a locked pile the lock goes with it."""
        self.discarded |= 1 << card
        lock = self.locks.pop(pile, None)
        if lock is None:
            return _public(DISCARDED, seat, card)
        self.discarded |= 1 << lock
        return _public(UNLOCKED, seat, card, pile, lock)

    def _start_theft(self, victim: int) -> list[Event]:
        if not self.held[victim]:
            return [_public(NOTHING_TO_TAKE, victim), *self._pass_turn()]
        self.phase = _THEFT
        self.needs = _CARD
        self.to_act = ()
        return []

    def drawable(self) -> int:
        """A King takes a card of the other hand."""
        return self.held[1 - self.turn] if self.phase is _THEFT else 0

    # --- chance

    def _chance(self, outcome: Chance) -> list[Event]:
        if outcome.need is _DICE:
            return self._rolled(tuple(outcome.values))
        if outcome.need is _CARD:
            return self._take_from_hand(outcome.values[0])
        return self._deal(tuple(outcome.values))

    def _deal(self, deck: tuple[int, ...]) -> list[Event]:
        """Five cards each, one at a time from seat 0 (§3.2)."""
        dealt = 2 * HAND_SIZE
        for seat in (0, 1):
            self.held[seat] = mask_of(deck[seat:dealt:2])
        self.stock = deck[dealt:]
        events = [Event(DEALT, (seat, self.held[seat]), 1 << seat) for seat in (0, 1)]
        return [*events, *self._start_turn(0)]

    def _take_from_hand(self, card: int) -> list[Event]:
        thief, victim = self.turn, 1 - self.turn
        self.held[victim] ^= 1 << card
        self.held[thief] |= 1 << card
        return [Event(TOOK_CARD, (thief, card, victim), 1 << thief | 1 << victim), *self._pass_turn()]

    def _rolled(self, dice: tuple[int, ...]) -> list[Event]:
        """Judge an attempt on the top card of the pile; the dice of a steal are one (§3.4).

        After a capture the chain goes on with the same pile until a miss or until the pile is gone (decision
        DICE_CHAIN, D-D3 and D-D4).
        """
        self.dice = dice
        pile = self.rolling_for
        top = self.piles[pile][-1]
        value = number_value(top)
        stealing = self.phase is _STEALING
        seat = 1 - self.turn if stealing else self.turn
        events = [_public(ROLLED, seat, dice)]
        if dice_hit(dice, value):
            events.append(self._capture(seat, pile))
            if not stealing and pile in self.piles:
                self._ask_seat(_CHAIN, seat)
                return events
        else:
            events.append(_public(MISSED, seat))
            if not stealing and value <= STEALABLE_UP_TO:
                self._ask_seat(_STEAL, 1 - seat)
                events.append(_public(MAY_STEAL, 1 - seat, top))
                return events
        return [*events, *self._pass_turn()]

    def _capture(self, seat: int, pile: int) -> Event:
        *rest, top = self.piles[pile]
        if rest:
            self.piles[pile] = tuple(rest)
        else:
            del self.piles[pile]
        ours, theirs = self.captured
        self.captured = (ours, theirs | 1 << top) if seat else (ours | 1 << top, theirs)
        points = POINTS_OF_SUIT[top & 3]
        self._gain(seat, points)
        return _public(CAPTURED, seat, top, points)

    # --- turns and the end (§3.4 START, §3.5)

    def _ask_seat(self, phase: Phase, seat: int) -> None:
        self.phase = phase
        self.needs = _SEAT
        self.to_act = (seat,)

    def _pass_turn(self) -> list[Event]:
        return self._start_turn(1 - self.turn)

    def _start_turn(self, seat: int) -> list[Event]:
        self.turn = seat
        self.rolling_for = 0
        self._ask_seat(_ACT, seat)
        return [] if self.held[seat] else self._draw(seat, HAND_SIZE)

    def _draw_and_pass(self, seat: int, number: int) -> list[Event]:
        events = self._draw(seat, number)
        return events if self.ending else [*events, *self._pass_turn()]

    def _draw(self, seat: int, number: int) -> list[Event]:
        """Draw what is left of ``number`` cards; the game ends the instant the draw pile is empty (§3.5)."""
        drawn = mask_of(self.stock[:number])
        self.stock = self.stock[number:]
        self.held[seat] |= drawn
        events = [
            Event(DREW, (seat, drawn.bit_count()), ~(1 << seat)),
            Event(DREW_CARDS, (seat, drawn), 1 << seat),
        ]
        return events if self.stock else [*events, *self._score()]

    def _score(self) -> list[Event]:
        self.hand_points = (self.totals,)
        high, low = max(self.totals), min(self.totals)
        if high == low:
            self._finish(Ending.DRAWN, ())
            return [Event(RAN_OUT), Event(DRAWN, (high,))]
        winner = self.totals.index(high)
        self._finish(Ending.WON, (winner,))
        return [Event(RAN_OUT), Event(WON, (winner, high, low))]

    def _finish(self, ending: Ending, winners: Sequence[int]) -> None:
        super()._finish(ending, winners)
        self.phase = _OVER

    # --- views (§3.7)

    def _view(self, seat: int | None) -> View:
        """The owner sees the own hand (decision DICE_OWN_HAND, D-D2)."""
        return {
            "turn": self.turn,
            "hand": [CARD_TEXTS[card] for card in cards_in(hand_seen_by(seat, self.held))],
            "counts": [hand.bit_count() for hand in self.held],
            "piles": [
                {
                    "number": number,
                    "cards": [CARD_TEXTS[card] for card in cards],
                    "lock": CARD_TEXTS[self.locks[number]] if number in self.locks else None,
                }
                for number, cards in self.piles.items()
            ],
            "rolling_for": self.rolling_for or None,
            "dice": list(self.dice),
            "left": len(self.stock),
            "captured": [[CARD_TEXTS[card] for card in cards_in(cards)] for cards in self.captured],
        }


GAME: Final = Game(
    name="dice-capture",
    title="Dice Capture",
    seats=(2,),
    match=DiceCapture,
    verbs={
        "play": Syntax(CARD, PILE_OR_NEW),
        "roll": Syntax(PILE),
        "steal": Syntax(),
        "decline": Syntax(),
    },
    leaving=Leaving(OnLeave.MATCH_ENDS),
    endless=True,
)
DiceCapture.game = GAME
