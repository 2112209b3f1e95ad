"""What Call tells and what it refuses, in words (RULES.md §6)."""

from engine.events import Sentence

BID_MADE = Sentence("bid", "{seat:seat} bids {number:number}.")
BONUS_CALLED = Sentence("bonus-called", "{seat:seat} calls Bonus {number:number}.")
PASSED = Sentence("passed", "{seat:seat} passes.")
MATCHED = Sentence("matched", "{seat:seat} matches {number:number}.")
YIELDED = Sentence("yielded", "{seat:seat} yields: {other:seat} holds {number:number}.")
DROPPED = Sentence("dropped", "{seat:seat} drops: {other:seat} holds {number:number}.")
NOTHING_ABOVE = Sentence("nothing-above", "Nothing goes above {number:number}: nobody else may speak.")
BID_WON = Sentence("bid-won", "{seat:seat} plays {number:number} and chooses trump.")
CARD_HIDDEN = Sentence("card-hidden", "{seat:seat} lays a card face down: its suit is trump.")
SEVENTH_CHOSEN = Sentence("seventh-chosen", "{seat:seat} takes the seventh card unseen as trump.")
HIDDEN_IS = Sentence("hidden-is", "{card:card} lies face down before {seat:seat}.")
NO_BONUS = Sentence("no-bonus", "Nobody calls Bonus: {seat:seat} plays {number:number}.")
BONUS_WON = Sentence(
    "bonus-won", "{seat:seat} plays Bonus {number:number}, trump open. The bid of {bidder:seat} is void."
)
CARD_TAKEN_BACK = Sentence("card-taken-back", "The hidden card goes back to the hand of {seat:seat}.")
BONUS_TRUMP_IS = Sentence("bonus-trump", "{seat:seat} names {suit:suit} as trump.")
TURNED_UP = Sentence("turned-up", "The hidden card of {seat:seat} is {card:card}; it goes back to the hand.")
TAKEN = Sentence("taken", "{seat:seat} takes the trick.")
WAS_HIDDEN = Sentence("was-hidden", "{card:card} was the hidden card of {seat:seat}.")
SCORED = Sentence(
    "scored",
    "{seats:seats} took {tricks:number} tricks of {number:number}: {change:change}. "
    "{others:seats} took {rest:number}: {others_change:change}.",
)
TARGET_RAISED = Sentence("target-raised", "Both teams have {target:number}: the match goes on to {raised:number}.")

BID_BETWEEN = Sentence("bid-between", "Bid from {low:number} to {high:number}, or {else:word}.")
BID_IS_DUE = Sentence("bid-is-due", "Nobody has bid, so the dealer must bid from {low:number} to {high:number}.")
CALL_BONUS_OR = Sentence("call-bonus-or", "Call Bonus {number:number}, or {else:word}.")
MATCH_OR_YIELD = Sentence("match-or-yield", "Match {number:number}, or yield.")
HIDE_OR_SEVENTH = Sentence("hide-or-seventh", "Hide a card of your hand as trump, or take the seventh.")
NAME_TRUMP = Sentence("name-trump", "Name one of the four suits as trump.")
CARD_LIES_HIDDEN = Sentence("card-lies-hidden", "{card:card} lies hidden and cannot be played before trump is public.")
