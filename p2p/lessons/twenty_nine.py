"""How Twenty-nine is learnt (RULES.md §5)."""

from typing import Final

from p2p.lessons.lesson import Caption, Lesson, Moment, Step, by_learner, by_others, dealt, in_phase, may
from p2p.lessons.trick_game import ASK, FOLLOW, LEAD, own_tricks


def _same_team(moment: Moment) -> bool:
    return bool((moment.told.params("taken")["seat"] - moment.seen.seat) % 2 == 0)


LESSON: Final = Lesson(
    seed=0,
    captions={
        "deals": Caption(
            "Everybody gets four cards. Whoever sits opposite each other is a team. "
            "A Jack is worth 3 points, a 9 two, an Ace or 10 one.",
            watched=True,
        ),
        "bid": Caption("They bid how many of the 28 points their team will win.", watched=True),
        "bid-won": Caption("The highest bid wins the auction, and its bidder chooses trump.", watched=True),
        "trump-chosen": Caption(
            "Trump is secret: only the bidder knows the suit, until somebody asks for it.", watched=True
        ),
        "deals-on": Caption("Now everybody gets four more cards.", "zone:hand", watched=True),
        "doubled": Caption("The other side doubts the bid and doubles what the hand counts.", watched=True),
        "played": Caption("Everybody must follow the suit that was led.", "zone:trick", watched=True),
        "taken": Caption(
            "The highest card of the suit led takes the trick, or else the highest trump. "
            "From high to low: J 9 A 10 K Q 8 7.",
            "zone:trick",
            watched=True,
        ),
        "asked": Caption(
            "Somebody could not follow and asked for trump: now all know it, and it beats every other suit.",
            "zone:trick",
        ),
        "pair-shown": Caption(
            "King and Queen of trump were shown: the bidding side needs 4 points fewer, or 4 more if the others show "
            "them.",
            "zone:score",
        ),
        "made": Caption(
            "The points are counted. A side that makes its bid gains a game point, else it loses one.", "zone:score"
        ),
    },
    steps=(
        Step(
            "Welcome to Twenty-nine. You and the player opposite are a team. Points lie in four ranks: a Jack "
            "is worth 3, "
            "a 9 two, an Ace and a 10 one each; 28 in all.",
            when=dealt,
            at="zone:hand",
        ),
        Step(
            "How many of the 28 points will your team win? Bid more than the others, or pass. "
            "A Jack and a 9 of one suit are a good reason to bid.",
            when=in_phase("bid"),
            at="act:bid",
            reads=False,
        ),
        Step(
            "You won the auction. Choose trump: best the suit of which you hold the most and the highest. "
            "Nobody else will know.",
            when=in_phase("trump"),
            at="act:trump",
            reads=False,
        ),
        Step(
            "The others have won the auction. You may double what the hand counts, if you think that they will fail. "
            "If in doubt, pass.",
            when=in_phase("double"),
            at="act:double",
            reads=False,
        ),
        Step(
            "They do not believe in your bid and have doubled. If you do, redouble; else pass.",
            when=in_phase("redouble"),
            at="act:redouble",
            reads=False,
        ),
        Step(
            "{name} has the highest bid and chooses trump in secret: nobody else knows the suit, until somebody "
            "asks for it.",
            on=("bid-won",),
            when=by_others("bid-won"),
            at=lambda seen: f"seat:{seen.view['bidder']}",
            fill=lambda seen: {"name": seen.names[seen.view["bidder"] or 0]},
        ),
        LEAD,
        FOLLOW,
        ASK,
        Step(
            "You hold King and Queen of trump. Show them before you play: your side needs fewer points, "
            "or the others need more.",
            when=may("show"),
            at="act:show",
            reads=False,
        ),
        Step(
            "Your team takes the trick, and the points in it. From high to low the cards are J 9 A 10 K Q 8 7.",
            on=("taken",),
            when=_same_team,
            at=own_tricks,
        ),
        Step(
            "The others take the trick. If your partner is winning one, give your high cards to it; if not, keep them.",
            on=("taken",),
            when=lambda moment: not _same_team(moment),
            at="zone:trick",
        ),
        Step("You took the trick, so you lead the next one.", on=("taken",), when=by_learner("taken"), at="zone:hand"),
        Step(
            "That was a hand. Six game points win the match: play on, or leave when you like.",
            on=("made",),
        ),
    ),
)
