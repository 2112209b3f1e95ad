"""The fields of each game's rows; `p2p.learning.sight` says what is in them."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from engine.auction import Step
from engine.cards import CARD_NUMBERS, CARD_TEXTS
from engine.games.call import Phase as CallPhase
from engine.games.dice_capture import Phase as DicePhase
from engine.games.rummy import Phase as RummyPhase
from engine.games.tien_len_round import Phase as TienLenPhase
from engine.games.twenty_nine import Phase as TwentyNinePhase
from engine.games.xing import Phase as XingPhase
from p2p.learning.sight import (
    CARDS,
    Field,
    Glance,
    cards,
    figures,
    hand,
    number,
    one_card,
    one_of,
    phase,
    seat,
    some_seats,
    suit,
)

MOST_PILES: Final = 40
"""Piles of Dice Capture on the table at once: each has a number card at least."""


def _xing(seats: int) -> list[Field]:
    return [
        hand(),
        Field("top", CARDS, lambda glance: cards([glance["pile"]["top"]])),
        Field("pile", 1, lambda glance: [glance["pile"]["count"]]),
        one_card("known"),
        figures("counts", seats),
        seat("dealer", seats),
        seat("turn", seats),
        figures("totals", seats),
        number("target"),
        phase(XingPhase),
    ]


def _rummy(seats: int) -> list[Field]:
    return [
        hand(),
        Field("pile", CARDS, lambda glance: _places(reversed(glance["pile"]))),
        Field("melds", CARDS, lambda glance: _grouped(meld["cards"] for meld in glance["melds"])),
        Field("placers", CARDS, _placers),
        Field("numbers", 1, lambda glance: [len(glance["melds"])]),
        one_card("taken"),
        one_card("owed"),
        figures("counts", seats),
        number("stock"),
        Field("points", seats, lambda glance: glance.by_seat([row["points"] for row in glance["strip"]])),
        figures("totals", seats),
        seat("dealer", seats),
        seat("turn", seats),
        Field("deep", 1, lambda glance: [int(glance["options"]["take"] == "deep")]),
        Field("ends", 1, lambda glance: [int(glance["options"]["stock-out"] == "end")]),
        phase(RummyPhase),
    ]


def _placers(glance: Glance) -> list[int]:
    row = [0] * CARDS
    for meld in glance["melds"]:
        for card, placer in zip(meld["cards"], meld["placers"], strict=True):
            row[CARD_NUMBERS[card]] = 1 + glance.place(placer)
    return row


def _dice_capture(seats: int) -> list[Field]:
    return [
        hand(),
        Field("piles", CARDS, lambda glance: _grouped(pile["cards"] for pile in glance["piles"])),
        Field("depths", CARDS, _depths),
        Field("locks", CARDS, lambda glance: _grouped([pile["lock"]] for pile in glance["piles"])),
        Field("rolling_for", MOST_PILES, _rolling_for),
        Field("dice", 2, lambda glance: [*(glance["dice"] or ()), 0, 0][:2]),
        figures("counts", seats),
        number("left"),
        Field("captured", CARDS, lambda glance: _grouped(glance.by_seat(glance["captured"]))),
        figures("totals", seats),
        seat("turn", seats),
        phase(DicePhase),
    ]


def _depths(glance: Glance) -> list[int]:
    row = [0] * CARDS
    for pile in glance["piles"]:
        for depth, card in enumerate(reversed(pile["cards"]), 1):
            row[CARD_NUMBERS[card]] = depth
    return row


def _rolling_for(glance: Glance) -> list[int]:
    return one_of(
        glance["rolling_for"], [*(pile["number"] for pile in glance["piles"]), *[-1] * MOST_PILES][:MOST_PILES]
    )


def _tien_len(seats: int) -> list[Field]:
    return [
        hand(),
        Field("chosen", CARDS, lambda glance: [glance.chosen >> card & 1 for card in range(CARDS)]),
        Field("to_beat", CARDS, lambda glance: cards(_last(glance)["cards"])),
        Field("played_by", seats, lambda glance: glance.seat(_last(glance)["seat"])),
        Field("trick", CARDS, lambda glance: _grouped(play["cards"] for play in glance["trick"])),
        some_seats("chipped", seats),
        number("window"),
        number("chain"),
        number("opening"),
        number("lowest_opens"),
        hand("must_play"),
        hand("shown"),
        figures("counts", seats),
        some_seats("seated", seats),
        some_seats("dealt_in", seats),
        Field("placed", seats, lambda glance: glance.by_seat(_ranks(glance["placed"], seats))),
        figures("round_points", seats),
        figures("totals", seats),
        seat("opener", seats),
        seat("winner", seats),
        number("streak"),
        phase(TienLenPhase),
    ]


def _last(glance: Glance) -> Mapping[str, Any]:
    trick: Sequence[Mapping[str, Any]] = glance["trick"]
    return trick[-1] if trick else {"seat": None, "cards": ()}


def _ranks(placed: Sequence[int], seats: int) -> list[int]:
    """For each seat its place, from 1; 0 for a seat that still plays."""
    return [placed.index(one) + 1 if one in placed else 0 for one in range(seats)]


def _trick_game(seats: int) -> list[Field]:
    """What Twenty-nine and Call have in common."""
    return [
        hand(),
        Field("trick", seats * CARDS, lambda glance: glance.trick(glance["trick"])),
        Field("last_trick", seats * CARDS, lambda glance: glance.trick(glance["last_trick"])),
        Field("tricks_of", seats, lambda glance: glance.by_seat([glance["takers"].count(one) for one in range(seats)])),
        figures("counts", seats),
        Field("calls", seats, lambda glance: _calls(glance, "bids")),
        seat("bidder", seats),
        number("bid"),
        Field("holder", seats, lambda glance: glance.seat(_standing(glance, "holder"))),
        Field("standing", 1, lambda glance: [_standing(glance, "number") or 0]),
        suit("trump"),
        number("trump_public"),
        number("asked"),
        number("target"),
        figures("totals", seats),
        seat("dealer", seats),
    ]


def _calls(glance: Glance, key: str) -> list[int]:
    """Each seat's last call: its number, -1 if it was none, 0 if the seat has not spoken."""
    calls = [0] * glance.seats
    for call in glance[key] or ():
        calls[call["seat"]] = call["number"] or -1
    return glance.by_seat(calls)


def _standing(glance: Glance, key: str) -> Any:
    return (glance["standing"] or {}).get(key)


def _twenty_nine(seats: int) -> list[Field]:
    return [
        *_trick_game(seats),
        number("stake"),
        seat("pair_shown_by", seats),
        Field("points", 2, lambda glance: glance.sides(glance["points"])),
        phase(TwentyNinePhase),
    ]


def _call(seats: int) -> list[Field]:
    return [
        *_trick_game(seats),
        Field("step", len(Step), lambda glance: one_of(_standing(glance, "step"), tuple(Step))),
        Field("challenger", seats, lambda glance: glance.seat(_standing(glance, "challenger"))),
        Field("challenge", 1, lambda glance: [_standing(glance, "challenge") or 0]),
        number("hidden"),
        number("seventh"),
        one_card("hidden_card"),
        Field("bonus_calls", seats, lambda glance: _calls(glance, "bonus_calls")),
        seat("bonus_winner", seats),
        number("bonus"),
        Field("tricks", 2, lambda glance: glance.sides(glance["tricks"])),
        phase(CallPhase),
    ]


def _places(texts: Any) -> list[int]:
    """For each card its place in a row of cards, from 1; 0 for one that is not there."""
    row = [0] * CARDS
    for place, text in enumerate(texts, 1):
        row[CARD_NUMBERS[text]] = place
    return row


def _grouped(groups: Any) -> list[int]:
    """For each card the group that it is in, from 1; 0 for one that is in none."""
    row = [0] * CARDS
    for place, group in enumerate(groups, 1):
        for text in group:
            if text in CARD_TEXTS:
                row[CARD_NUMBERS[text]] = place
    return row


SIGHTS: Final[Mapping[str, Callable[[int], list[Field]]]] = MappingProxyType(
    {
        "xing": _xing,
        "rummy": _rummy,
        "dice-capture": _dice_capture,
        "tien-len": _tien_len,
        "twenty-nine": _twenty_nine,
        "call": _call,
    }
)
"""For each game its fields, by the number of seats."""
