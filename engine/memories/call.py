"""What a seat remembers and imagines in Call (RULES.md §6)."""

from engine.auction import SEATS, heard
from engine.cards import card, cards_in
from engine.chance import Rng, pick
from engine.events import Event
from engine.games.call import NO_CARD, Call, bidding, bonus_round
from engine.games.call_points import TRICKS
from engine.games.call_sentences import TURNED_UP
from engine.match import View
from engine.memories.hidden_trump import HiddenTrumpMemory, HiddenTrumpScene, first_speaker, heard_calls, seat_from
from engine.memories.unseen import UnseenCards


class CallMemory(HiddenTrumpMemory):
    """See `HiddenTrumpMemory`; the shown card is the hidden one that went back to its owner's hand.

    While it lies hidden, what its owner cannot hold is said of the playable hand only.
    """

    def see(self, event: Event) -> None:
        """See `Memory.see`."""
        if event.sentence is TURNED_UP:
            seat, turned_up = event.values
            self.shown[seat] |= 1 << turned_up
        else:
            super().see(event)

    def scene(self, view: View) -> "CallScene":
        """See `Memory.scene`."""
        match = Call(SEATS, {})
        self._set_table(match, view)
        match.goal = view["target"]
        match.bonus_calls = heard_calls(view["bonus_calls"])
        match.bonus_winner = seat_from(view["bonus_winner"])
        match.bonus = view["bonus"] or 0
        match.seventh = view["seventh"]
        first = first_speaker(match)
        in_bonus = view["hidden"] or match.bonus_calls
        match.auction = heard(bonus_round(first), match.bonus_calls) if in_bonus else heard(bidding(first), match.bids)
        return self._hide_card(match, view)

    def _hide_card(self, match: Call, view: View) -> "CallScene":
        """Say of the hidden card what the seat knows: which it is, or where it lies."""
        counts = [*view["counts"]]
        own_aside = aside = 0
        if view["hidden_card"]:
            match.hidden_card = card(view["hidden_card"])
            match.card_shown = match.bidder != self._seat or (view["trump_public"] and not match.bonus)
            own_aside = view["hidden"] << match.hidden_card
        elif view["hidden"]:
            aside = 1
            counts[match.bidder] -= 1
        elif match.trick and len(match.takers) == TRICKS - 1 and not match.bonus:
            match.hidden_card = match.trick[(match.bidder - match.leader) % SEATS]
            match.trump = match.hidden_card & 3
        unseen = self._unseen(match, counts, own_aside, aside)
        return CallScene(self._seat, match, unseen, self.played[match.bidder])


class CallScene(HiddenTrumpScene[Call]):
    """See `HiddenTrumpScene`; what lies aside is the hidden card.

    Args:
        bidders_played: the set of cards that the bidder has played: the hidden card may be one after a Bonus.
    """

    def __init__(self, seat: int, match: Call, unseen: UnseenCards, bidders_played: int) -> None:
        super().__init__(seat, match, unseen)
        self._bidders_played = bidders_played

    def _complete(self, match: Call, aside: int, rng: Rng) -> None:
        if aside:
            match.hidden_card = aside.bit_length() - 1
            match.trump = match.hidden_card & 3
            if len(match.takers) == TRICKS - 1:
                match.held[match.bidder] |= aside
        elif match.bonus and match.hidden_card == NO_CARD:
            match.hidden_card = pick(cards_in(match.held[match.bidder] | self._bidders_played), rng)
