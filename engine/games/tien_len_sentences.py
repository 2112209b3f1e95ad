"""What happens in Tien Len and why something is refused, in sentences."""

from typing import Final

from engine.events import Event, Sentence
from engine.games.tien_len_combinations import CHOPS, Combination

# --- a round begins

DEALT_IN = Sentence("dealt-in", "A round begins: 13 cards each for {seats:seats}.")
DEALT = Sentence("dealt", "{seat:seat} is dealt {cards:row}.")
WINNER_LEADS = Sentence("winner-leads", "{seat:seat} won the last round and leads.")
LED_ENOUGH = Sentence("led-enough", "{seat:seat} has opened {number:number} rounds in a row; the lowest card opens.")
LOWEST_OPENS = Sentence("lowest-opens", "{seat:seat} has the lowest card and opens the round with it.")

# --- play

PLAYED = Sentence("played", "{seat:seat} plays {cards:cards}.")
CHIPPED = Sentence("chipped", "{seat:seat} chips.")
CHOPPED = Sentence("chopped", "{seat:seat} chops {victim:seat}, who pays {points:number}.")
CHOP_CHOPPED = Sentence(
    "chop-chopped", "{seat:seat} chops the chop of {victim:seat}, who pays double: {points:number}."
)
CHOPPED_FOR_NOTHING = Sentence("chopped-for-nothing", "{seat:seat} chops {victim:seat}, who need not pay.")
WINDOW_OPENED = Sentence("window-opened", "Whoever has chipped and holds a chop for it may play it now.")
MAY_CHOP = Sentence("may-chop", "{seat:seat} holds a chop for it and may play it.")
DECLINED = Sentence("declined", "{seat:seat} declines to chop.")
WINDOW_CLOSED = Sentence("window-closed", "Nobody chops.")
TRICK_WON = Sentence("trick-won", "{seat:seat} wins the trick; {leader:seat} leads.")
OUT_OF_CARDS = Sentence("out-of-cards", "{seat:seat} has no cards left: place {place:number}.")

# --- the end of a round and of the match

LAST_LEFT = Sentence("last-left", "{seat:seat} alone has cards, {cards:row}, and takes place {place:number}.")
PINCHED = Sentence("pinched", "{seat:seat} is pinched: {points:number} to {payee:seat} for the 2s left.")
ROUND_POINTS = Sentence("round-points", "{seat:seat}: {change:change} for the place, {points:change} in the round.")
WON = Sentence("won", "{seat:seat} wins the match with {points:number}.")

# --- coming and going

LEFT = Sentence("left", "{seat:seat} leaves the table.")
BET_LOST = Sentence("bet-lost", "The bet of {seat:seat} is lost.")
LEADS = Sentence("leads", "{seat:seat} leads.")
SAT = Sentence("sat", "{seat:seat} sits down at the table.")
PRACTICE_STOPPED = Sentence("practice-stopped", "Practice needs all four: the match ends without result.")

# --- refusals

NOT_IN_HAND = Sentence("not-in-hand", "You do not hold {cards:row}.")
NO_COMBINATION = Sentence(
    "no-combination",
    "{cards:row} is no combination: play a single, a pair, a triple, a run of three or more without a 2, or a chop.",
)
CHOP_LED = Sentence("chop-led", "A chop cannot be led; it only answers 2s and chops.")
OPENING_CARD_MISSING = Sentence("opening-card-missing", "The opening play must contain {cards:cards}.")
CHOP_ON_ORDINARY = Sentence("chop-on-ordinary", "A chop only answers a 2, a pair of 2s or another chop.")
CHOP_TOO_LOW = Sentence("chop-too-low", "That chop is too low for the play on the table.")
HIGHER_CHOP_ONLY = Sentence("higher-chop-only", "A chop is beaten by a higher chop only.")
OTHER_KIND = Sentence("other-kind", "The play on the table is a {kind:word} and is answered by a higher one.")
OTHER_LENGTH = Sentence("other-length", "A run is answered by a run of the same length: {length:number} cards.")
TOO_LOW = Sentence("too-low", "That is not higher than the play on the table.")
NOT_IN_WINDOW = Sentence(
    "not-in-window", "Having chipped you may chop only with four pairs or more, or four of a kind."
)
LEADER_CANNOT_CHIP = Sentence("leader-cannot-chip", "The leader of a trick cannot chip.")
CHOP_OR_DECLINE = Sentence("chop-or-decline", "You have chipped: play a chop or decline.")
NOTHING_TO_DECLINE = Sentence("nothing-to-decline", "There is nothing to decline now; to pass is to chip.")
SEAT_IS_EMPTY = Sentence("seat-is-empty", "{seat:seat} is not at the table.")
SEAT_IS_TAKEN = Sentence("seat-is-taken", "{seat:seat} is at the table already.")
SIT_BETWEEN_ROUNDS = Sentence("sit-between-rounds", "A seat can be taken between rounds only.")
NO_WINDOW = Sentence("no-window", "No chop window is open.")

CHIPS: Final = tuple(Event(CHIPPED, (seat,)) for seat in range(4))
"""The event of each seat's chip."""


def why_not(what: Combination, current: Combination) -> tuple[Sentence, tuple[int | str, ...]]:
    """Why a combination does not beat the play on the table: the refusal's sentence and its values."""
    if what.kind in CHOPS:
        return CHOP_TOO_LOW if current.choppable else CHOP_ON_ORDINARY, ()
    if current.kind in CHOPS:
        return HIGHER_CHOP_ONLY, ()
    if what.kind is not current.kind:
        return OTHER_KIND, (current.kind.value,)
    if what.length != current.length:
        return OTHER_LENGTH, (current.length,)
    return TOO_LOW, ()
