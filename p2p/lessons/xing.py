"""How Xing is learnt (RULES.md §1)."""

from typing import Final

from p2p.lessons.lesson import Caption, Lesson, Moment, Step, dealt, on_turn


def _lies(moment: Moment, *numbers: int) -> bool:
    """Whether the learner is on turn with so many cards on the pile; more than two counts as three."""
    return on_turn(moment) and min(3, moment.seen.view["pile"]["count"]) in numbers


def _own(moment: Moment) -> bool:
    return bool((moment.told.params("captured")["seat"] - moment.seen.seat) % 2 == 0)


LESSON: Final = Lesson(
    seed=12,
    captions={
        "table-laid": Caption(
            "Four cards lie face up, the last one on top. Whoever sits opposite each other is a team.",
            "zone:pile",
            watched=True,
        ),
        "played": Caption("In turn everybody plays one card onto the pile.", "zone:pile", watched=True),
        "captured": Caption(
            "It had the rank of the top card, or it was a Jack: that takes the whole pile for the team.",
            "zone:pile",
            watched=True,
        ),
        "xing": Caption(
            "A Xing: a single card was taken by one of the same rank. That brings 10 points more.", "zone:pile"
        ),
        "last-card-hidden": Caption(
            "The last card of the deck is turned down. Whoever remembers it knows a card of the dealer.",
            "zone:stock",
            watched=True,
        ),
        "left-over": Caption("What lies on the table at the end goes to the team that captured last.", "zone:pile"),
        "scored": Caption(
            "The hand is counted: 3 for most cards, 3 for TD, 2 for 2C, 1 for every Ace and Jack, 10 for every Xing.",
            "zone:score",
        ),
    },
    steps=(
        Step(
            "Welcome to Xing. You and the player opposite are a team: cards that you take bring points. "
            "Let us play one hand.",
            when=dealt,
        ),
        Step(
            "The last card of the deck, {card}, lies open for five seconds. Remember it: the dealer will get it.",
            when=lambda moment: moment.seen.view["known"] is not None,
            at="zone:known",
            fill=lambda seen: {"card": seen.view["known"] or ""},
        ),
        Step(
            "Your turn. On top of the pile lies {card}: a card of the same rank takes the whole pile, and so does any "
            "Jack. Everything else stays there. Tap a card, or drag it up.",
            when=lambda moment: _lies(moment, 1, 2, 3),
            at="zone:pile",
            reads=False,
            fill=lambda seen: {"card": seen.view["pile"]["top"] or ""},
        ),
        Step(
            "Your team takes the pile! It had the rank of the top card, or it was a Jack. What you took lies here.",
            on=("captured",),
            when=_own,
            at=lambda seen: f"zone:taken-{seen.seat % 2}",
        ),
        Step(
            "The others take the pile: the card had the rank of the top one, or it was a Jack.",
            on=("captured",),
            when=lambda moment: not _own(moment),
            at=lambda seen: f"zone:taken-{1 - seen.seat % 2}",
        ),
        Step(
            "Nothing lies there now, so whatever you play stays, even a Jack. "
            "Choose a card that the next player will hardly match.",
            when=lambda moment: _lies(moment, 0),
            at="zone:hand",
            reads=False,
        ),
        Step(
            "Only one card lies there. If you take it with one of the same rank, that is a Xing: 10 points more. "
            "A Jack takes it, too, but without the 10.",
            when=lambda moment: _lies(moment, 1),
            at="zone:pile",
            reads=False,
        ),
        Step(
            "Everybody gets four more cards, three times in all. Watch what has been played: "
            "a rank of which you saw three cards is safe to leave on top.",
            on=("packets-dealt",),
            when=lambda moment: "table-laid" not in moment.told,
            at="zone:hand",
        ),
        Step(
            "You hold a Jack. It takes any pile: keep it for one with many cards, or with Aces, TD or 2C in it.",
            when=lambda moment: _lies(moment, 2, 3) and any(card[0] == "J" for card in moment.seen.view["hand"]),
            at="zone:hand",
            reads=False,
        ),
        Step(
            "That was a hand of Xing, and you know it all. The first team to 51 wins: play on, or leave when you like.",
            on=("scored",),
        ),
    ),
)
