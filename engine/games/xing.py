"""Xing (RULES.md §1): two teams capture the pile with a card of the top card's rank or a Jack, to 51.

Phases and who acts in them:

======  ===============  =====================================================================
phase   the match needs  then
======  ===============  =====================================================================
DEALER  the dealer       DEAL
DEAL    the deck         PLAY of the seat after the dealer; a third Jack on the table: DEAL again
PLAY    the turn's seat  PLAY of the next seat; after the 48th play DEAL of the next hand, or OVER
OVER    nothing
======  ===============  =====================================================================

The five seconds in which the known card is shown are no phase: play does not wait for ``table hide``.
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Final, NamedTuple

from engine.cards import ACE, CARD_TEXTS, JACK, RANK_MASKS, card, cards_in, hand_seen_by, mask_of
from engine.errors import IllegalAction
from engine.events import Event, Json, Sentence
from engine.inputs import Action, Chance, Happening, Need, Report
from engine.leaving import Leaving, OnDrop, OnLeave
from engine.match import NOT_AN_ACTION_NOW, Ending, Game, Match, Timed, View
from engine.plays import plays_of
from engine.syntax import CARD, Syntax

TABLE_SIZE: Final = 4
PACKET: Final = 4
PLAYS_OF_A_HAND: Final = 48
SECOND_JACK_AT: Final = PLAYS_OF_A_HAND // 2 - 1
"""Where in the stock the second Jack lies once its replacement is drawn."""
FIRST_TARGET: Final = 51
RAISED_TARGET: Final = 71

MOST_CARDS_POINTS: Final = 3
TEN_OF_DIAMONDS: Final = card("TD")
TEN_OF_DIAMONDS_POINTS: Final = 3
TWO_OF_CLUBS: Final = card("2C")
TWO_OF_CLUBS_POINTS: Final = 2
XING_POINTS: Final = 10

LAST_CARD_SECONDS: Final = 5.0
"""How long the known card lies open (§1.9)."""

DEALS = Sentence("deals", "{seat:seat} deals.")
MISDEAL = Sentence("misdeal", "A third Jack comes to the table ({cards:row}): {seat:seat} shuffles and deals again.")
TO_THE_BOTTOM = Sentence(
    "to-the-bottom",
    "{jack:card} comes to the table: it goes to the bottom of the stock, {replacement:card} takes its place.",
    fleeting=True,
)
TO_THE_MIDDLE = Sentence(
    "to-the-middle",
    "{jack:card} comes to the table: it goes near the middle of the stock, {replacement:card} takes its place.",
    fleeting=True,
)
TABLE_LAID = Sentence("table-laid", "On the table: {cards:row}.")
LAST_CARD = Sentence("last-card", "The last card of the stock is {card:card}.", fleeting=True)
LAST_CARD_HIDDEN = Sentence("last-card-hidden", "The last card of the stock is turned down.")
PACKETS_DEALT = Sentence("packets-dealt", "Everybody is dealt four cards.")
DEALT = Sentence("dealt", "{seat:seat} is dealt {cards:cards}.")
PLAYED = Sentence("played", "{seat:seat} plays {card:card}.")
CAPTURED = Sentence("captured", "{seat:seat} captures the pile.")
XING_MADE = Sentence("xing", "{seat:seat} makes a Xing: {points:change}.")
LEFT_OVER = Sentence("left-over", "What lies on the table falls to {seats:seats}, who captured last.")
SCORED = Sentence(
    "scored",
    "{seats:seats} took {cards:number} cards: {most:number} for most cards, {ten:number} for TD, {two:number} for 2C, "
    "{aces:number} for Aces, {jacks:number} for Jacks, {xings:number} for Xings; {points:change} in all.",
)
TARGET_RAISED = Sentence("target-raised", "Both teams have {target:number}: the match goes on to {raised:number}.")
WON = Sentence("won", "{seats:seats} win by {points:number} to {other:number}.")

NOT_IN_HAND = Sentence("not-in-hand", "{card:card} is not in your hand.")

_PLAYED: Final = [[Event(PLAYED, (seat, card)) for card in range(52)] for seat in range(4)]
_TEAMS: Final = ((0, 2), (1, 3))


class Phase(StrEnum):
    """Where a match stands; the table at the top of the module says what follows what."""

    DEALER = "dealer"
    DEAL = "deal"
    PLAY = "play"
    OVER = "over"


class Laid(NamedTuple):
    """The table as it is laid at the start of a hand (§1.2)."""

    table: tuple[int, ...]
    """The four cards, the top card last; fewer when a third Jack stopped the deal."""
    stock: tuple[int, ...]
    """The other 48 cards, the next one first."""
    jacks: tuple[tuple[int, int], ...]
    """The Jacks that came to the table, in their order, and the card that replaced each."""
    seen: tuple[int, ...]
    """All cards that came to the table, in their order."""
    misdeal: bool


def lay_table(deck: Sequence[int]) -> Laid:
    """Lay four cards; a Jack makes room for the next card of the stock (§1.2, decision XING_REPLACEMENT, X-D3).

    The first Jack goes to the end of the stock, the second to its middle; the third is a misdeal.
    """
    table = list(deck[:TABLE_SIZE])
    stock = list(deck[TABLE_SIZE:])
    jacks: list[tuple[int, int]] = []
    for place in range(TABLE_SIZE):
        while table[place] >> 2 == JACK:
            if len(jacks) == 2:
                return Laid((), (), tuple(jacks), tuple(deck[: TABLE_SIZE + 2]), misdeal=True)
            middle_or_end = len(stock) // 2 if jacks else len(stock)
            stock.insert(middle_or_end, table[place])
            replacement = stock.pop(0)
            jacks.append((table[place], replacement))
            table[place] = replacement
    return Laid(tuple(table), tuple(stock), tuple(jacks), tuple(deck[: TABLE_SIZE + len(jacks)]), misdeal=False)


class Tally(NamedTuple):
    """What one team's captures are worth (§1.4); all but ``cards`` are points."""

    cards: int
    most: int
    ten: int
    two: int
    aces: int
    jacks: int
    xings: int

    @property
    def points(self) -> int:
        """The team's points for the hand."""
        return sum(self[1:])


def tally(taken: int, xings: int) -> Tally:
    """Count a team's hand: the set of cards that it took and how many Xings it made (§1.4)."""
    cards = taken.bit_count()
    return Tally(
        cards=cards,
        most=MOST_CARDS_POINTS if 2 * cards > PLAYS_OF_A_HAND + TABLE_SIZE else 0,
        ten=TEN_OF_DIAMONDS_POINTS * (taken >> TEN_OF_DIAMONDS & 1),
        two=TWO_OF_CLUBS_POINTS * (taken >> TWO_OF_CLUBS & 1),
        aces=(taken & RANK_MASKS[ACE]).bit_count(),
        jacks=(taken & RANK_MASKS[JACK]).bit_count(),
        xings=XING_POINTS * xings,
    )


class Standing(NamedTuple):
    """What the totals after a hand mean (§1.5)."""

    winner: int | None
    """The team that has won."""
    target: int


def standing(totals: Sequence[int], target: int) -> Standing:
    """Judge both teams' totals against the target (§1.5).

    When both teams have 51 the raised target counts at once (decision XING_LEAP_71, X-D7).
    """
    reached = [total >= target for total in totals]
    if not any(reached):
        return Standing(None, target)
    if all(reached):
        if target == FIRST_TARGET:
            return standing(totals, RAISED_TARGET)
        if totals[0] == totals[1]:
            return Standing(None, target)
    return Standing(0 if totals[0] > totals[1] else 1, target)


class Xing(Match):
    """A match of Xing: seats 0 and 2 against 1 and 3."""

    _containers = ("held", "taken", "xings")

    def __init__(self, seats: int, options: Mapping[str, str]) -> None:
        super().__init__(seats, options)
        self.needs = Need.DEALER
        self.phase = Phase.DEALER
        self.target = FIRST_TARGET
        self.dealer = -1
        self.turn = -1
        """Whose turn it is; -1 between hands."""
        self.held = [0, 0, 0, 0]
        """The hands, as sets."""
        self.stock: tuple[int, ...] = ()
        """The undealt cards, the next one first."""
        self.pile = 0
        """The cards on the table, as a set: all but the top one lie hidden below it."""
        self.top = -1
        """The pile's top card; -1 when the table is empty."""
        self.taken = [0, 0]
        """The captured cards of each team, as sets."""
        self.xings = [0, 0]
        self.last_capturer = -1
        """The team that captured last; -1 before the first capture."""
        self.plays = 0
        self.known = -1
        """The known card while it is shown; -1 once it is turned down."""
        self.sheet: tuple[Tally, ...] = ()
        """Both teams' tallies of the last finished hand."""

    # --- what is allowed

    def legal(self, seat: int) -> list[Action]:
        """See `Match.legal`: any card of the hand (§1.3)."""
        return plays_of(self.held[seat]) if seat in self.to_act else []

    def reports(self) -> list[Report]:
        """The known card may be turned down while it is shown (RECORDS.md, The table)."""
        reports = super().reports()
        return [*reports, Report(Happening.HIDE)] if reports and self.known >= 0 else reports

    # --- a play (§1.3)

    def _act(self, seat: int, action: Action) -> list[Event]:
        if action.verb != "play":
            raise IllegalAction(NOT_AN_ACTION_NOW, action.verb)
        card = action.what
        hand = self.held[seat]
        if not hand >> card & 1:
            raise IllegalAction(NOT_IN_HAND, card)
        self.held[seat] = hand ^ 1 << card
        self.plays += 1
        events = [_PLAYED[seat][card]]
        if self.pile and (card >> 2 == self.top >> 2 or card >> 2 == JACK):
            events.append(self._capture(seat, card))
        else:
            self.pile |= 1 << card
            self.top = card
        self.turn = turn = (seat + 1) % 4
        self.to_act = (turn,)
        if not self.held[turn]:
            events += self._deal_packets() if self.stock else self._score()
        return events

    def _capture(self, seat: int, card: int) -> Event:
        """The team takes the pile; a lone card of the same rank is a Xing, but not for the last play of the hand."""
        team = seat & 1
        is_xing = self.pile == 1 << self.top and card >> 2 == self.top >> 2 and self.plays < PLAYS_OF_A_HAND
        self.taken[team] |= self.pile | 1 << card
        self.pile = 0
        self.top = -1
        self.last_capturer = team
        if not is_xing:
            return Event(CAPTURED, (seat,))
        self.xings[team] += 1
        return Event(XING_MADE, (seat, XING_POINTS))

    # --- the deal (§1.2)

    def _chance(self, outcome: Chance) -> list[Event]:
        if outcome.need is Need.DEALER:
            return self._next_hand(outcome.values[0])
        laid = lay_table(outcome.values)
        if laid.misdeal:
            return [Event(MISDEAL, (laid.seen, self.dealer))]
        self.phase = Phase.PLAY
        self.needs = Need.SEAT
        self.turn = (self.dealer + 1) % 4
        self.to_act = (self.turn,)
        self.stock = laid.stock
        self.known = laid.stock[-1]
        self.pile = mask_of(laid.table)
        self.top = laid.table[-1]
        moved = [
            Event(sentence, jack) for sentence, jack in zip((TO_THE_BOTTOM, TO_THE_MIDDLE), laid.jacks, strict=False)
        ]
        shown = [Event(TABLE_LAID, (laid.table,)), Event(LAST_CARD, (self.known,))]
        return [*moved, *shown, *self._deal_packets()]

    def _next_hand(self, dealer: int) -> list[Event]:
        self.dealer = dealer
        self.phase = Phase.DEAL
        self.needs = Need.DECK
        self.turn = -1
        self.to_act = ()
        self.taken = [0, 0]
        self.xings = [0, 0]
        self.last_capturer = -1
        self.plays = 0
        return [Event(DEALS, (dealer,))]

    def _deal_packets(self) -> list[Event]:
        """Four cards to each seat, from the dealer's next."""
        events = [Event(PACKETS_DEALT)]
        for place in range(4):
            seat = (self.dealer + 1 + place) % 4
            hand = mask_of(self.stock[PACKET * place : PACKET * (place + 1)])
            self.held[seat] = hand
            events.append(Event(DEALT, (seat, hand), 1 << seat))
        self.stock = self.stock[4 * PACKET :]
        return events

    # --- the known card

    def _report(self, report: Report) -> list[Event]:  # noqa: ARG002  # there is only one
        self.known = -1
        return [Event(LAST_CARD_HIDDEN)]

    # --- the end of the hand and of the match (§1.4, §1.5)

    def _score(self) -> list[Event]:
        events = []
        if self.pile:
            self.taken[self.last_capturer] |= self.pile
            self.pile = 0
            self.top = -1
            events.append(Event(LEFT_OVER, (_TEAMS[self.last_capturer],)))
        self.known = -1
        self.sheet = tuple(map(tally, self.taken, self.xings))
        events += [Event(SCORED, (seats, *row, row.points)) for seats, row in zip(_TEAMS, self.sheet, strict=True)]
        first, second = (row.points for row in self.sheet)
        self._write_down((first, second, first, second))
        return [*events, *self._judge()]

    def _judge(self) -> list[Event]:
        winner, target = standing(self.totals[:2], self.target)
        events = []
        if target != self.target:
            events.append(Event(TARGET_RAISED, (self.target, target)))
            self.target = target
        if winner is None:
            return [*events, *self._next_hand((self.dealer + 1) % 4)]
        self._finish(Ending.WON, _TEAMS[winner])
        return [*events, Event(WON, (_TEAMS[winner], self.totals[winner], self.totals[1 - winner]))]

    def _finish(self, ending: Ending, winners: Sequence[int]) -> None:
        super()._finish(ending, winners)
        self.phase = Phase.OVER
        self.turn = -1
        self.known = -1

    # --- views (§1.7)

    def extras(self) -> dict[str, Json]:
        """The target: 51, or 71 once it is raised."""
        return {"target": self.target}

    def _view(self, seat: int | None) -> View:
        return {
            "dealer": None if self.dealer < 0 else self.dealer,
            "turn": None if self.turn < 0 else self.turn,
            "hand": [CARD_TEXTS[card] for card in cards_in(hand_seen_by(seat, self.held))],
            "counts": [hand.bit_count() for hand in self.held],
            "pile": {
                "top": CARD_TEXTS[self.top] if self.pile else None,
                "count": self.pile.bit_count(),
            },
            "captured": [bool(taken) for taken in self.taken],  # whether, which all saw; never what or how many
            "deck": bool(self.stock),
            "known": None if self.known < 0 else CARD_TEXTS[self.known],
            "target": self.target,
            "sheet": [row._asdict() | {"points": row.points} for row in self.sheet],
        }


GAME: Final = Game(
    name="xing",
    title="Xing",
    seats=(4,),
    match=Xing,
    verbs={"play": Syntax(CARD)},
    leaving=Leaving(OnLeave.BOT_PLAYS_ON, OnDrop.BOT_AT_ONCE, idling=True),
    lasting=False,
    timed={Happening.HIDE: Timed(LAST_CARD_SECONDS, LAST_CARD.code)},
)
Xing.game = GAME
