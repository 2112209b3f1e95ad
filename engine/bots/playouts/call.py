"""Call played to the end of the hand (RULES.md §6)."""

from typing import Final

from engine.auction import Step
from engine.bots.playouts.outlook import Outlook, Values, of_teams
from engine.bots.playouts.tricks import TrickTable, deck_of
from engine.bots.rules_of_thumb.call import AGAINST_PARTNER, MARGIN, bonus_promise_of, promise_of
from engine.cards import SUIT_MASKS
from engine.chance import Rng
from engine.games.call import LOW_TO_HIGH, Call, Phase
from engine.games.call_points import TRICKS, points_of_hand, standing
from engine.inputs import Action, Need

DECK: Final = deck_of(LOW_TO_HIGH)
MATCH_COUNTS: Final = 12.0
"""What winning the match is worth, in points."""
PER_TRICK: Final = 0.1
"""What each trick counts beside the points, so that a sure hand is still played well."""
_PLAY: Final = Phase.PLAY  # reading a member from its class costs ten times as much


def play_out(match: Call, rng: Rng) -> Values:  # noqa: ARG001  # nothing is left to chance
    """See `Playout`."""
    while match.phase is not _PLAY:
        if match.needs is not Need.SEAT:
            first, second, *_ = match.totals
            winner, _ = standing((first, second), match.goal)
            return of_teams(first, second, winner, MATCH_COUNTS)
        seat = match.to_act[0]
        match.act(seat, speak(match, seat))
    table = table_of(match)
    table.finish(TRICKS - len(match.takers))
    return value_of(match, table)


def table_of(match: Call) -> TrickTable:
    """The table of a match in its play."""
    aside = DECK.cards[match.hidden_card] if match.card_lies() else 0
    return TrickTable(match, DECK, aside)


def value_of(match: Call, table: TrickTable) -> Values:
    """What a hand that was played to its end is worth."""
    player, number = (match.bonus_winner, match.bonus) if match.bonus else (match.bidder, match.bid)
    team = player & 1
    before, since = match.tricks(), table.taken
    points, others = points_of_hand(number, before[team] + since[team], bonus=match.bonus > 0)
    if team:
        points, others = others, points
    first, second = match.totals[0] + points, match.totals[1] + others
    winner, _ = standing((first, second), match.goal)
    of_tricks = PER_TRICK * (before[0] + since[0]), PER_TRICK * (before[1] + since[1])
    return of_teams(first + of_tricks[0], second + of_tricks[1], winner, MATCH_COUNTS)


def speak(match: Call, seat: int) -> Action:
    """What a seat says before the play: in the auctions, and about trump."""
    hand = match.held[seat]
    legal = match.legal(seat)
    if match.phase is Phase.TRUMP:
        suit = max(range(4), key=lambda suit: promise_of(hand, suit))
        lowest = hand & SUIT_MASKS[suit]
        return Action("hide", (lowest & -lowest).bit_length() - 1)
    if match.phase is Phase.BONUS_TRUMP:
        return max(legal, key=lambda action: bonus_promise_of(hand, action.what))
    if match.phase is Phase.BONUS:
        return legal[-1]
    auction = match.auction
    matching = auction.step is Step.MATCH
    rival = auction.speaker if matching else auction.holder
    promise = max(promise_of(hand, suit) for suit in range(4)) - MARGIN
    if rival == (seat + 2) % 4:
        promise -= AGAINST_PARTNER
    number = auction.challenge if matching else auction.numbers[0]
    must_bid = auction.step is Step.SPEAK and not auction.may_pass
    return legal[0] if must_bid or promise > number else legal[-1]


OUTLOOK: Final = Outlook(play_out, per_weight=3.0, misjudged=2.0)
