"""How Dice Capture is learnt (RULES.md §3)."""

from typing import Final

from engine.cards import CARD_TEXTS
from p2p.lessons.lesson import Caption, Lesson, Moment, Step, by_learner, by_others, dealt, in_phase, may
from p2p.table_view.layout import Seen

_ACTION_CARDS: Final = "KQJX"


def _no_pile(moment: Moment) -> bool:
    return in_phase("act")(moment) and not may("roll")(moment)


def _holds_action_card(moment: Moment) -> bool:
    return in_phase("act")(moment) and any(card[0] in _ACTION_CARDS for card in moment.seen.view["hand"])


def _action_card(seen: Seen) -> str | None:
    return next((f"card:{card}" for card in seen.view["hand"] if card[0] in _ACTION_CARDS), None)


def _top(seen: Seen) -> str:
    number = seen.view["rolling_for"]
    return next((pile["cards"][-1] for pile in seen.view["piles"] if pile["number"] == number), CARD_TEXTS[0])


LESSON: Final = Lesson(
    seed=33,
    captions={
        "dealt": Caption(
            "Both capture number cards with dice. A card is worth points by its suit: "
            "spades 4, hearts 3, clubs 2, diamonds 1.",
            watched=True,
        ),
        "pile-started": Caption(
            "A number card starts a pile. Only the top card of a pile can be captured.", "zone:piles"
        ),
        "covered": Caption(
            "A number card may also go on top of a pile: now that one has to be captured first.", "zone:piles"
        ),
        "rolls": Caption(
            "Two dice: one of them must show the number of the top card, or both together.", "zone:dice", watched=True
        ),
        "missed": Caption("A miss ends the turn.", "zone:dice", watched=True),
        "may-steal": Caption(
            "After a miss of an Ace to a 6 the other player may try with one die: it must show exactly that number.",
            "zone:dice",
            watched=True,
        ),
        "captured": Caption(
            "Captured! Whoever captures rolls again for the next card of that pile, until a miss.",
            "zone:piles",
            watched=True,
        ),
        "locked": Caption(
            "A King or Queen locks a pile: nobody can roll for it until a Jack or joker opens it.", "zone:piles"
        ),
        "took-card": Caption("A King also takes a card out of the other hand, unseen.", "zone:hand"),
        "unlocked": Caption("A Jack or joker opens a locked pile, and draws a card.", "zone:piles"),
        "ran-out": Caption("The draw pile is empty: the game is over, and the higher score wins.", "zone:stock"),
    },
    steps=(
        Step(
            "Welcome to Dice Capture. You capture number cards with dice; each brings points by its suit: "
            "spades 4, hearts 3, clubs 2, diamonds 1.",
            when=dealt,
        ),
        Step(
            "There is no pile yet to roll for. Start one: tap a number card, an Ace to a 10, then “New pile”.",
            when=_no_pile,
            at="zone:piles",
            reads=False,
        ),
        Step(
            "Now you may roll: tap a pile. You capture its top card if one die shows its number, or both together do. "
            "An Ace to a 6 is easier than a 7 to a 10.",
            when=lambda moment: in_phase("act")(moment) and may("roll")(moment),
            at="zone:piles",
            reads=False,
        ),
        Step(
            "You captured a card! Roll for the next one of this pile: tap it again. You go on until you miss.",
            when=in_phase("chain"),
            at="zone:piles",
            reads=False,
        ),
        Step(
            "A miss ends your turn. If it was an Ace to a 6, the other player may now try to steal it with one die.",
            on=("missed",),
            when=by_learner("missed"),
            at="zone:dice",
        ),
        Step(
            "A chance to steal {card}: roll one die. It must show exactly that number, and a miss costs you nothing.",
            when=in_phase("steal"),
            at="act:steal",
            reads=False,
            fill=lambda seen: {"card": _top(seen)},
        ),
        Step(
            "The other player captured a card: it counts for that side now, as you see above.",
            on=("captured",),
            when=by_others("captured"),
            at="zone:score",
        ),
        Step(
            "You hold an action card. A King locks a pile and steals a card, a Queen locks one and draws three, "
            "a Jack or joker draws one and opens a locked pile.",
            when=_holds_action_card,
            at=_action_card,
            reads=False,
        ),
        Step(
            "With an empty hand you draw five cards at the start of your turn. The game lasts until the draw pile is "
            "empty.",
            on=("drew-cards",),
            when=by_learner("drew-cards"),
            at="zone:stock",
        ),
        Step(
            "That is all there is to it: play a card or roll, lock what you want to keep from the other, "
            "and steal when you may. Good luck!",
            when=lambda moment: in_phase("act")(moment) and sum(map(len, moment.seen.view["captured"])) > 4,
        ),
    ),
)
