"""What a seat remembers and imagines in Twenty-nine (RULES.md §5)."""

from engine.auction import SEATS, heard
from engine.cards import cards_in
from engine.chance import Rng, pick
from engine.events import Event
from engine.games.twenty_nine import PAIR_SHOWN, Phase, TwentyNine, bidding, pair_of
from engine.match import View
from engine.memories.hidden_trump import HiddenTrumpMemory, HiddenTrumpScene, first_speaker, seat_from
from engine.memories.unseen import UnseenCards
from engine.tricks import NO_TRUMP


class TwentyNineMemory(HiddenTrumpMemory):
    """See `HiddenTrumpMemory`; the shown cards are those of the pair."""

    def see(self, event: Event) -> None:
        """See `Memory.see`."""
        if event.sentence is PAIR_SHOWN:
            seat, pair, _ = event.values
            self.shown[seat] |= pair
        else:
            super().see(event)

    def scene(self, view: View) -> "TwentyNineScene":
        """See `Memory.scene`."""
        match = TwentyNine(SEATS, {})
        self._set_table(match, view)
        match.auction = heard(bidding(first_speaker(match)), match.bids)
        match.stake = view["stake"]
        match.target = view["target"] or 0
        match.pair_shown_by = seat_from(view["pair_shown_by"])
        if match.public_trump != NO_TRUMP and view["pair_shown_by"] is None:
            match.unshown_pair = pair_of(match.public_trump)
        first_team, second_team = view["points"]
        match.points = (first_team, second_team)
        return TwentyNineScene(self._seat, match, self._unseen(match, view["counts"]), self.played[match.bidder])


class TwentyNineScene(HiddenTrumpScene[TwentyNine]):
    """See `HiddenTrumpScene`.

    Args:
        bidders_played: the set of cards that the bidder has played, from which trump is guessed.
    """

    def __init__(self, seat: int, match: TwentyNine, unseen: UnseenCards, bidders_played: int) -> None:
        super().__init__(seat, match, unseen)
        self._bidders_played = bidders_played
        chosen = match.phase in {Phase.DOUBLE, Phase.REDOUBLE, Phase.PLAY}
        self._guess_trump = chosen and match.trump == NO_TRUMP

    def _complete(self, match: TwentyNine, aside: int, rng: Rng) -> None:  # noqa: ARG002  # nothing lies aside
        """The suit of one of the bidder's cards is trump: the more a bidder holds of a suit, the likelier it is."""
        if self._guess_trump:
            match.trump = pick(cards_in(match.held[match.bidder] | self._bidders_played), rng) & 3
