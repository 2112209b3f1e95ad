"""What a seat remembers of a hand of Xing, and what it imagines from that."""

from engine.cards import card, text_of
from engine.games.xing import Xing
from engine.inputs import Act
from tests.engine.games.xing_hands import START
from tests.engine.records import deck_line
from tests.engine.watched import Watched

TWO_JACKS = deck_line("5S JH KD JC 8D 2H")


class WatchedXing(Watched):
    """A match of Xing, watched by four memories."""

    @property
    def match(self) -> Xing:
        """The match as it really is."""
        match = self.record.finish()
        assert isinstance(match, Xing)
        return match

    def play_on(self, plays: int) -> None:
        """Every seat plays its lowest card until so many cards are played."""
        while self.match.plays < plays:
            seat = self.match.turn
            self.feed(f"{seat} play {text_of([self.match.legal(seat)[0].what])}")

    def imagined(self, seat: int, seed: int = 0) -> Xing:
        """What the seat imagines now."""
        match = super().imagined(seat, seed)
        assert isinstance(match, Xing)
        return match


def test_the_known_card_is_remembered_after_it_is_turned_down() -> None:
    """It lies at the end of every imagined stock, and in the dealer's hand after the last deal."""
    watched = WatchedXing([*START, deck_line("5S 9H KD 3C", end="7H"), "table hide"])
    assert {watched.imagined(2, seed).stock[-1] for seed in range(20)} == {card("7H")}
    watched.play_on(32)
    assert all(watched.imagined(2, seed).held[3] >> card("7H") & 1 for seed in range(20))
    while watched.match.held[3] >> card("7H") & 1:
        watched.play_on(watched.match.plays + 1)
    assert not any(watched.imagined(2, seed).held[3] >> card("7H") & 1 for seed in range(20))


def test_the_jack_in_the_middle_of_the_stock_is_remembered() -> None:
    """It comes in the second deal, to seat 1 here, wherever the other cards are imagined."""
    watched = WatchedXing([*START, TWO_JACKS])
    assert {watched.imagined(0, seed).stock[23 - 16] for seed in range(20)} == {card("JC")}
    watched.play_on(16)
    assert all(watched.imagined(0, seed).held[1] >> card("JC") & 1 for seed in range(20))
    assert {watched.imagined(1, seed).held[1] for seed in range(20)} == {watched.match.held[1]}


def test_captured_cards_and_xings_are_remembered() -> None:
    """So that an imagined hand ends with the score of the real one, whatever was hidden."""
    watched = WatchedXing([*START, deck_line("5S 9H KD 3C")])
    watched.play_on(47)
    imagined = watched.imagined(0)
    for match in (imagined, watched.match):
        match.apply(Act(match.turn, match.legal(match.turn)[0]))
    assert imagined.sheet == watched.match.sheet
    assert imagined.totals == watched.match.totals


def test_other_hands_differ_from_dream_to_dream() -> None:
    """What the seat cannot know is drawn anew each time."""
    watched = WatchedXing([*START, TWO_JACKS])
    assert len({watched.imagined(0, seed).held[1] for seed in range(20)}) > 10
    assert watched.imagined(0, 7).held == watched.imagined(0, 7).held
