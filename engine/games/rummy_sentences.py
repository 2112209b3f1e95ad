"""What the put-down rummy tells and how it refuses: the sentences of `engine.games.rummy`."""

from engine.events import Sentence

DEALS = Sentence("deals", "{seat:seat} deals.")
HAND_DEALT = Sentence("hand-dealt", "Everybody is dealt {number:number} cards; {card:card} is turned up.")
DEALT = Sentence("dealt", "{seat:seat} is dealt {cards:cards}.")
DREW = Sentence("drew", "{seat:seat} draws from the stock.")
DREW_CARD = Sentence("drew-card", "{seat:seat} draws {card:card}.")
TOOK = Sentence("took", "{seat:seat} takes {card:card} from the pile.")
TOOK_DEEP = Sentence("took-deep", "{seat:seat} takes {card:card} and what lies above it: {cards:row}.")
PUT_DOWN = Sentence("put-down", "{seat:seat} puts down {cards:cards}, number {meld:number}, for {points:number}.")
ADDED = Sentence("added", "{seat:seat} adds {card:card} to {cards:cards}, number {meld:number}, for {points:number}.")
DISCARDED = Sentence("discarded", "{seat:seat} discards {card:card}.")
TURNED_OVER = Sentence("turned-over", "The stock is empty: the pile is turned over, but for its top card.")
STOCK_OUT = Sentence("stock-out", "The stock is empty: the hand ends.")
OUT = Sentence("out", "{seat:seat} is out.")
SCORED = Sentence(
    "scored",
    "{seat:seat} put down {down:number} and is left with {left:number}: {points:change}, {total:number} in all.",
)
LEFT = Sentence("left", "{seat:seat} leaves: the game is finished and the totals stand.")
STANDING = Sentence("standing", "The highest total, {points:number}: {seats:seats}.")
HAT = Sentence("hat", "The lowest total, {points:number}, takes the hat: {seats:seats}.")

# --- refusals

DRAW_FIRST = Sentence("draw-first", "Your go starts with a card: draw from the stock or take from the pile.")
DRAWN_ALREADY = Sentence("drawn-already", "You have your card of this go: put down, add, or discard.")
NOT_IN_PILE = Sentence("not-in-pile", "{card:card} is not in the pile.")
ONLY_THE_TOP = Sentence("only-the-top", "At this table only the top card of the pile may be taken, not {card:card}.")
NOT_USABLE = Sentence("not-usable", "{card:card} may be taken only if it can be put down or added in this go.")
NOT_IN_HAND = Sentence("not-in-hand", "Not in your hand: {cards:cards}.")
NO_MELD = Sentence(
    "no-meld",
    "{cards:cards} is neither a set (three or four of a rank) nor a run (three or more in a row of a suit, Ace high).",
)
NO_SUCH_MELD = Sentence("no-such-meld", "There is no number {meld:number} on the table.")
DOES_NOT_FIT = Sentence("does-not-fit", "{card:card} cannot be added to {cards:cards}.")
OWED = Sentence("owed", "{card:card} has to be put down or added in this go; after this it could not.")
OWED_FIRST = Sentence("owed-first", "You took {card:card}: put it down or add it before you discard.")
TAKEN_ALONE = Sentence(
    "taken-alone", "This would leave you with {card:card} alone, which you may not discard in this go."
)
TAKEN = Sentence("taken", "You took {card:card} from the pile: it may not be discarded in this go.")
