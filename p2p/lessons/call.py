"""How Call is learnt (RULES.md §6)."""

from typing import Final

from p2p.lessons.lesson import Caption, Lesson, Moment, Step, by_learner, by_others, dealt, in_phase, may
from p2p.lessons.trick_game import ASK, FOLLOW, LEAD, own_tricks


def _owns_hidden(moment: Moment) -> bool:
    view = moment.seen.view
    return bool(view["hidden"] and view["hidden_card"] and view["phase"] != "trump")


def _speaks(moment: Moment) -> bool:
    return in_phase("bidding")(moment) and not may("match")(moment)


LESSON: Final = Lesson(
    seed=59,
    captions={
        "deals": Caption(
            "Everybody gets five cards. Whoever sits opposite each other is a team.", "zone:hand", watched=True
        ),
        "bid": Caption(
            "They bid how many of the thirteen tricks their team will take, with only five cards seen.", watched=True
        ),
        "matched": Caption("A bid can be matched: whoever bid first then keeps it.", watched=True),
        "card-hidden": Caption(
            "The bidder lays a card face down: its suit is trump, and nobody else knows which.", watched=True
        ),
        "seventh-chosen": Caption("The seventh card will be trump: not even the bidder knows it yet."),
        "bonus-called": Caption(
            "Bonus: somebody wants to play with open trump instead, for at least 10 tricks. It wins 13 points "
            "or loses 10."
        ),
        "played": Caption("Everybody must follow the suit that was led.", "zone:trick", watched=True),
        "taken": Caption(
            "The highest card of the suit led takes the trick, or the highest trump once that is known.",
            "zone:trick",
            watched=True,
        ),
        "asked": Caption(
            "Somebody could not follow and asked for trump: the hidden card is shown. From now on "
            "its suit beats all others.",
            "zone:trick",
        ),
        "scored": Caption(
            "The bidding side gets its bid, or loses it. The others get 4 for four tricks or more, else they lose 4.",
            "zone:score",
        ),
    },
    steps=(
        Step(
            "Welcome to Call. You and the player opposite are a team and take tricks together. Five cards come first, "
            "and with them the bidding.",
            when=dealt,
            at="zone:hand",
        ),
        Step(
            "How many of the thirteen tricks will your team take? 7 is the least. Bid if you hold high cards "
            "and several "
            "of one suit; else pass.",
            when=_speaks,
            at="act:bid",
            reads=False,
        ),
        Step(
            "You were outbid. Match it, and you keep the bid at that number; or yield it to the other.",
            when=may("match"),
            at="act:match",
            reads=False,
        ),
        Step(
            "You play. Lay one of your cards face down: its suit is trump. Or take your seventh card unseen, "
            "and let luck decide.",
            when=in_phase("trump"),
            at="zone:hand",
            reads=False,
        ),
        Step(
            "{name} has laid a card face down. Its suit is trump, but only {name} knows it, until somebody asks.",
            on=("card-hidden",),
            when=by_others("card-hidden"),
            at=lambda seen: f"seat:{seen.view['bidder']}",
            fill=lambda seen: {"name": seen.names[seen.view["bidder"] or 0]},
        ),
        Step(
            "Your trump card lies here, face down for the others. Tap it whenever you want to look. "
            "It cannot be played while it is hidden.",
            when=_owns_hidden,
            at="zone:trump",
        ),
        Step(
            "Bonus? Only with a very strong hand: at least ten tricks with open trump, for 13 points, or 10 lost. "
            "Most often one passes.",
            when=in_phase("bonus"),
            at="act:bonus",
            reads=False,
        ),
        Step(
            "You won the Bonus: name trump, which everybody will know.",
            when=in_phase("bonus-trump"),
            at="act:trump",
            reads=False,
        ),
        LEAD,
        FOLLOW,
        ASK,
        Step(
            "A trick for you: it lies with those of your partner. You lead the next one.",
            on=("taken",),
            when=by_learner("taken"),
            at=own_tricks,
        ),
        Step(
            "The trick is taken by the highest card of the suit that was led, or by the highest trump once that "
            "is known.",
            on=("taken",),
            when=by_others("taken"),
            at="zone:trick",
        ),
        Step(
            "That was a hand. A match goes to 49 points: play on, or leave when you like.",
            on=("scored",),
        ),
    ),
)
