"""How the put-down rummy is learnt (RULES.md §2), in everyday words."""

from typing import Final

from p2p.lessons.lesson import Caption, Lesson, Moment, Step, by_learner, by_others, dealt, in_phase, may


def _only_discard(moment: Moment) -> bool:
    return may("discard")(moment) and not may("meld")(moment) and not may("add")(moment)


LESSON: Final = Lesson(
    seed=13,
    captions={
        "hand-dealt": Caption(
            "Everybody plays alone. What you put down on the table counts for you, what stays in your hand "
            "against you.",
            watched=True,
        ),
        "drew": Caption(
            "A go starts with a card: drawn from the stock, or taken from the pile.", "zone:stock", watched=True
        ),
        "took": Caption(
            "A card is taken from the pile. Everybody saw which, and it may not be thrown away in the same go.",
            "zone:pile",
            watched=True,
        ),
        "discarded": Caption("A card thrown onto the pile ends the go.", "zone:pile", watched=True),
        "put-down": Caption(
            "Put down: a set, three or four of one rank, or a run, three or more in a row in one suit.",
            "zone:melds",
            watched=True,
        ),
        "added": Caption(
            "Everybody may add cards to what lies there, whoever put it down. They count for whoever adds them.",
            "zone:melds",
            watched=True,
        ),
        "turned-over": Caption(
            "The stock is empty, so the pile is turned over and becomes the new stock. It is not shuffled.",
            "zone:stock",
        ),
        "out": Caption("Somebody has no cards left: that ends the hand at once.", "zone:melds"),
        "scored": Caption(
            "Everybody counts: cards on the table for them, cards in the hand against them. "
            "An Ace is 15, a picture or 10 is 10, the others their number.",
            "zone:score",
        ),
    },
    steps=(
        Step(
            "Welcome. Everybody plays alone: cards that you put down on the table bring points, "
            "cards left in your hand cost them. Let us play one hand.",
            when=dealt,
            at="zone:hand",
        ),
        Step(
            "Your go starts with a card. Tap the stock to draw one. You could also tap the top card of the pile "
            "to take "
            "that one, if it helps you.",
            when=in_phase("draw"),
            at="zone:stock",
            reads=False,
        ),
        Step(
            "A card was taken from the pile, not drawn from the stock. Everybody saw it: that tells what somebody "
            "collects.",
            on=("took",),
            when=by_others("took"),
            at="zone:pile",
        ),
        Step(
            "What goes together? A set is three or four cards of one rank, a run three or more in a row in one suit. "
            "The Ace comes after the King.",
            on=("drew-card", "took"),
            when=lambda moment: "drew-card" in moment.told or by_learner("took")(moment),
            at="zone:hand",
        ),
        Step(
            "You took {card} out of the deep pile, so it must go down in this go: put it down, or add it.",
            when=lambda moment: bool(moment.seen.view["owed"]),
            at=lambda seen: f"card:{seen.view['owed']}",
            reads=False,
            fill=lambda seen: {"card": seen.view["owed"] or ""},
        ),
        Step(
            "You hold a set or a run! Tap its cards, then “Put down”. It counts for you from now on.",
            when=may("meld"),
            at="zone:hand",
            reads=False,
        ),
        Step(
            "One of your cards fits what lies on the table: tap it, then “Add”. It counts for you, whoever put "
            "that down.",
            when=may("add"),
            at="zone:melds",
            reads=False,
        ),
        Step(
            "Nothing to put down? Then end your go: tap the card that you need least, then “Discard”. "
            "High cards cost most if they stay with you.",
            when=_only_discard,
            at="zone:hand",
            reads=False,
        ),
        Step(
            "{name} has put down cards. Now everybody may add to them, you too, even before you put down anything.",
            on=("put-down",),
            when=by_others("put-down"),
            at="zone:melds",
            fill=lambda seen: {"name": seen.names[seen.view["turn"]] if seen.view["turn"] is not None else ""},
        ),
        Step(
            "Before you draw, look at the pile: would its top card make a set or a run with yours? "
            "Then take it. It may not be thrown away again in this go.",
            when=in_phase("draw"),
            at="zone:pile",
            reads=False,
        ),
        Step(
            "That was a hand. The match goes on until somebody has 500; whoever is last then takes the hat. "
            "Play on, or leave when you like.",
            on=("scored",),
        ),
    ),
)
