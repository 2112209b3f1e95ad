"""What Twenty-nine and Call share on the page: hand, trick, hidden trump, auction (RULES.md §5.7, §6.8)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from engine.cards import CARD_NUMBERS, CARD_TEXTS, SUIT_NAMES, SUITS
from engine.inputs import Action
from engine.tricks import NO_TRUMP, Powers
from p2p.table_view.layout import Seen, face_down, face_up, suit_sign
from p2p.table_view.model import Card, Chip, Choice, Fan, Mark, Slot, Stack, Trick
from p2p.table_view.offers import Offer
from p2p.table_view.teams import own_first, owned_by

_SEATS: Final = 4
_TRICKS: Final = ("Your tricks", "Their tricks", "Tricks of {names}")
_CALLS: Final = {
    "bid": "bid {n}",
    "bonus": "Bonus {n}",
    "pass": "passed",
    "match": "matched {n}",
    "yield": "yielded",
    "drop": "dropped",
}
"""How what was said in an auction stands at a seat; what is bid in the Bonus is one."""


def suit_word(seen: Seen, suit: str) -> str:
    """A suit in the viewer's language."""
    return seen.t(SUIT_NAMES[SUITS.index(suit)])


# --- the hand


def hand_zone(seen: Seen, ranks: str, trump: str | None) -> Fan:
    """The hand.

    Args:
        seen: what the viewer sees.
        ranks: of the game, the lowest first.
        trump: the suit whose cards are marked, if any are.
    """
    cards = sorted(seen.view["hand"], key=lambda card: (ranks.index(card[0]), card[1]))
    marks: dict[str, Sequence[Mark]] = {card: ["trump"] for card in cards if card[1] == trump}
    return Fan("hand", "hand", seen.t("Your hand"), face_up(cards, marks), _why(seen))


def suit_to_follow(seen: Seen) -> str | None:
    """The suit led, if the viewer holds a card of it that can be played."""
    led = suit_led(seen)
    return led if any(card[1] == led for card in seen.view["hand"]) else None


def suit_led(seen: Seen) -> str | None:
    """The suit of the trick on the table."""
    cards = seen.view["trick"]["cards"]
    return cards[0][1] if cards else None


def must_trump(seen: Seen) -> bool:
    """Whether the viewer has asked for trump in this turn and holds one."""
    view = seen.view
    return bool(view["asked"]) and any(card[1] == view["trump"] for card in view["hand"])


def _why(seen: Seen) -> str | None:
    """Why a card cannot be played now."""
    if not seen.legal or seen.view["phase"] != "play":
        return None
    follow = suit_to_follow(seen)
    if follow:
        return seen.t("Follow {suit}.", suit=suit_word(seen, follow))
    if must_trump(seen):
        return seen.t("You asked for trump: play one of {suit}.", suit=suit_word(seen, seen.view["trump"]))
    return None


def say_play(seen: Seen) -> str:
    """What to do on one's turn in a trick."""
    view = seen.view
    led = suit_led(seen)
    follow = suit_to_follow(seen)
    if led is None:
        return seen.t("Lead a card.")
    if follow:
        return seen.t("Follow {suit}.", suit=suit_word(seen, follow))
    if must_trump(seen):
        return seen.t("Trump is {suit}: play one.", suit=suit_word(seen, view["trump"]))
    if view["trump_public"]:
        return seen.t("You cannot follow {suit}: play any card.", suit=suit_word(seen, led))
    return seen.t("You cannot follow {suit}: play any card, or ask for trump.", suit=suit_word(seen, led))


# --- the trick


def trick_zone(seen: Seen, powers: Powers) -> Trick:
    """The trick on the table: who leads, and whose card wins so far by what all know of trump.

    Once the match is over, the last trick lies there as it was taken.
    """
    view = seen.view
    is_over = view["ending"] is not None and bool(view["takers"]) and not view["trick"]["cards"]
    trick = view["last_trick"] if is_over else view["trick"]
    seats = _players(trick)
    best = view["takers"][-1] if is_over else _best(seen, seats, trick["cards"], powers)
    return Trick("trick", "centre", seen.t("Trick"), _slots(seats, trick["cards"], best), trick["leader"], best)


def last_trick(seen: Seen) -> Trick | None:
    """The trick before, to be looked back at."""
    trick = seen.view["last_trick"]
    if not trick["cards"]:
        return None
    taker = seen.view["takers"][-1]
    label = seen.t("Last trick, taken by {name}", name=seen.names[taker])
    return Trick("last", "centre", label, _slots(_players(trick), trick["cards"], taker), trick["leader"], taker)


def _players(trick: Mapping[str, Any]) -> list[int]:
    """The seats that have played to a trick, the leader first."""
    return [(trick["leader"] + place) % _SEATS for place in range(len(trick["cards"]))]


def _slots(seats: Sequence[int], cards: Sequence[str], best: int | None) -> tuple[Slot, ...]:
    played = zip(seats, cards, strict=True)
    return tuple(Slot(seat, Card(card, card, ("best",) if seat == best else ())) for seat, card in played)


def _best(seen: Seen, seats: Sequence[int], cards: Sequence[str], powers: Powers) -> int | None:
    if not cards:
        return None
    trump = SUITS.index(seen.view["trump"]) if seen.view["trump_public"] else NO_TRUMP
    power = powers[SUITS.index(cards[0][1])][trump]
    return max(zip(seats, cards, strict=True), key=lambda played: power[CARD_NUMBERS[played[1]]])[0]


def tricks_taken(seen: Seen) -> list[Stack]:
    """A heap for each team, with the number of its tricks of this hand."""
    stacks = []
    for team in own_first(seen):
        number = sum(taker % 2 == team for taker in seen.view["takers"])
        label = owned_by(seen, team, _TRICKS)
        stacks.append(Stack(f"tricks-{team}", "rail", label, face_down(f"tricks-{team}", number), number))
    return stacks


# --- words at seats


def call_chips(
    seen: Seen, calls: Iterable[Mapping[str, Any]], holder: int | None, *, bid: str = "bid"
) -> dict[int, list[Chip]]:
    """The last call of each seat; that of the holder shines.

    Args:
        seen: what the viewer sees.
        calls: of the auction.
        holder: who holds the highest one.
        bid: what bidding is called in it.
    """
    words = {**_CALLS, "bid": _CALLS[bid]}
    texts = {said["seat"]: seen.t(words[said["call"]], n=said["number"]) for said in calls}
    return {seat: [Chip(text, "gold" if seat == holder else "plain")] for seat, text in texts.items()}


def trump_chip(seen: Seen, trump: str | None) -> Chip:
    """Trump as the viewer may read it at the seat that chose it."""
    if trump is None:
        return Chip(seen.t("trump ?"), "gold")
    text = "trump {suit}" if seen.view["trump_public"] else "trump {suit}, hidden"
    return Chip(seen.t(text, suit=suit_sign(trump)), "gold")


# --- what may be done


def grid(seen: Seen, act: str, label: str, numbers: Iterable[int], *, standing: int | None) -> Offer:
    """Numbers to choose from; those that cannot be bid any more stay to be seen, with the reason."""
    offer = Offer(act, label, key="b", ask="grid")
    legal = {action.what: action for action in seen.legal if action.verb == act}
    for number in numbers:
        off = None if number in legal else seen.t("{n} is bid already.", n=standing)
        offer.choices.append(Choice(str(number), str(number), off))
        if number in legal:
            offer.add(legal[number], value=str(number))
    return offer


def simple_offers(seen: Seen, offers: Mapping[str, Offer]) -> list[Offer]:
    """Of the offers by verb, those for which there is an action now; a trump suit is asked for."""
    for action in seen.legal:
        match action:
            case Action("trump", suit):
                offers["trump"].ask = "suits"
                offers["trump"].choices.append(Choice(SUITS[suit], suit_word(seen, SUITS[suit])))
                offers["trump"].add(action, value=SUITS[suit])
            case Action("play", card):
                offers["play"].add(action, cards=[CARD_TEXTS[card]], to="trick")
            case Action(verb) if verb in offers:
                offers[verb].add(action)
    return [offer for offer in offers.values() if offer.moves]


def play_offer(seen: Seen) -> Offer:
    """Playing a card to the trick."""
    return Offer("play", seen.t("Play"), key="p", zone="hand", quick=True)
