"""How Tien Len is learnt (RULES.md §4)."""

from typing import Final

from p2p.lessons.lesson import Caption, Lesson, Moment, Step, by_learner, by_others, dealt, in_phase, on_turn
from p2p.table_view.layout import Seen
from p2p.table_view.tien_len_chops import glows_in


def _holds_2(moment: Moment) -> bool:
    return on_turn(moment) and any(card[0] == "2" for card in moment.seen.view["hand"])


def _glows(moment: Moment) -> bool:
    return bool(glows_in(moment.seen.view["hand"]))


def _glowing(seen: Seen) -> str | None:
    return next((f"card:{card}" for card in glows_in(seen.view["hand"])), None)


def _several(moment: Moment) -> bool:
    """Whether somebody else played a pair, a triple or a run."""
    return by_others("played")(moment) and len(moment.told.params("played")["cards"]) > 1


def _a_2(moment: Moment) -> bool:
    return any(card[0] == "2" for card in moment.told.params("played")["cards"])


LESSON: Final = Lesson(
    seed=39,
    captions={
        "dealt-in": Caption(
            "Everybody has 13 cards and wants to be rid of them first. From low to high: 3 to 10, J, Q, K, A, 2.",
            watched=True,
        ),
        "lowest-opens": Caption("Whoever holds the lowest card opens with it.", "zone:trick", watched=True),
        "played": Caption(
            "The others, in turn, play something higher of the same kind: a pair on a pair, a run on a run.",
            "zone:trick",
            watched=True,
        ),
        "chipped": Caption(
            "Who cannot or will not go higher chips, and sits out until the trick is over.", "zone:trick", watched=True
        ),
        "trick-won": Caption("Nobody went higher: the trick is over, and its winner leads the next one.", "zone:trick"),
        "window-opened": Caption(
            "A 2 or a chop lies there. Whoever has chipped may still chop it, for as long as the window is open.",
            "zone:trick",
        ),
        "chopped": Caption(
            "Chopped! Three pairs in a row or four of a kind beat a 2, and its player pays for it.", "zone:trick"
        ),
        "chop-chopped": Caption("A chop on a chop: that costs double.", "zone:trick"),
        "out-of-cards": Caption("Somebody is rid of all cards. The others play on for the next places.", "zone:trick"),
        "pinched": Caption("A pinch: whoever is last pays for the 2s still in the hand.", "zone:score"),
        "round-points": Caption("The round is counted: the first gains most, and the last loses.", "zone:score"),
    },
    steps=(
        Step(
            "Welcome to Tien Len. Be rid of your 13 cards first. From low to high: 3 to 10, J, Q, K, A, and the "
            "2 above "
            "all. Equal ranks: spades, clubs, diamonds, hearts.",
            when=dealt,
            at="zone:hand",
        ),
        Step(
            "You hold the lowest card, so you open, and {card} must be in it: alone, or as part of a pair, a "
            "triple or a "
            "run. Tap the cards, then play them.",
            when=lambda moment: in_phase("lead")(moment) and bool(moment.seen.view["must_play"]),
            at="zone:hand",
            reads=False,
            fill=lambda seen: {"card": (seen.view["must_play"] or [""])[0]},
        ),
        Step(
            "Here lies what you have to beat, with a higher one of the same kind. Tap your card or cards and "
            "play them. "
            "Or chip: then you sit out until this trick is over.",
            when=in_phase("follow"),
            at="zone:trick",
            reads=False,
        ),
        Step(
            "You lead: play what you like. A single card, a pair, three of a kind, or a run of three or more. "
            "Get rid of low cards while you can.",
            when=lambda moment: in_phase("lead")(moment) and not moment.seen.view["must_play"],
            at="zone:hand",
            reads=False,
        ),
        Step(
            "Several cards at once: a pair is beaten by a pair, a run by a run of the same length. "
            "Only the highest card of it counts.",
            on=("played",),
            when=_several,
            at="zone:trick",
        ),
        Step(
            "A 2, the highest rank. Only a higher 2 beats it, or a chop: three pairs in a row, or four of a kind.",
            on=("played",),
            when=_a_2,
            at="zone:trick",
        ),
        Step(
            "These cards glow: they are a chop. It beats 2s and lower chops, and nothing else. "
            "Tap one of them to choose all, when they can be played.",
            when=_glows,
            at=_glowing,
        ),
        Step(
            "You chipped, so this trick goes on without you. When the next one begins you play again.",
            on=("chipped",),
            when=by_learner("chipped"),
            at="zone:trick",
        ),
        Step(
            "You hold a 2. It wins nearly every trick, and then you lead. But whoever is last pays for 2s left over.",
            when=_holds_2,
            at="zone:hand",
            reads=False,
        ),
        Step(
            "That was a round, and its winner leads the next one. Play on, or leave when you like.",
            on=("round-points",),
        ),
    ),
)
