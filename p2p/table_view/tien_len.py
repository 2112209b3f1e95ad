"""Tien Len on the page (RULES.md §4.11, FEATURES.md 3-2 … 3-17).

Here is what lies on the table and what may be done; `tien_len_chops` finds the chops that glow in the own hand,
`tien_len_scenes` has the way from view to view.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from engine.cards import CARD_TEXTS, RANKS, card, mask_of
from engine.games.tien_len_combinations import CHOPS, Kind, combination, in_order
from engine.games.tien_len_points import TARGET
from engine.inputs import Action
from p2p.table_view.layout import Laid, Seen, face_up, sheet_of_hands, waiting
from p2p.table_view.model import Card, Chip, ChipTone, Fan, Spread, StripRow, Zone
from p2p.table_view.offers import Offer
from p2p.table_view.tien_len_chops import blocks_in, glows_in
from p2p.table_view.tien_len_scenes import scenes

__all__ = ["clockwise", "hue", "lay_out", "scenes"]

hue = 20
clockwise = True

LEADS_IN_A_ROW: Final = 3
_PLACES: Final = ("1st", "2nd", "3rd", "4th")
_RANK_WORDS: Final = dict(
    zip(
        RANKS,
        ("2s", "3s", "4s", "5s", "6s", "7s", "8s", "9s", "10s", "Jacks", "Queens", "Kings", "Aces"),
        strict=True,
    )
)


def lay_out(seen: Seen) -> Laid:
    """The table as a seat sees it now."""
    view = seen.view
    return Laid(
        say=_say(seen),
        zones=_zones(seen),
        offers=_offers(seen),
        turns=view["to_act"],
        counts=view["counts"],
        chips=_chips(seen),
        strip=_strip(seen),
        clock=seen.t("Chop window") if view["window"] else None,
        sheets=[
            sheet_of_hands(
                seen,
                {seat: seen.call(seat) for seat in range(len(seen.names))},
                hand=seen.t("Round"),
                target=str(TARGET) if _practice(seen) else None,
            )
        ],
    )


def _practice(seen: Seen) -> bool:
    return bool(seen.view["options"]["scoring"] == "practice")


def what_is(seen: Seen, cards: int) -> str:
    """A combination in words, e.g. "pair of 9s"; a single card is its own name."""
    what = combination(cards)
    top = CARD_TEXTS[in_order(cards)[-1]]
    rank = seen.t(_RANK_WORDS[top[0]])
    match what.kind if what else Kind.SINGLE:
        case Kind.SINGLE:
            return top
        case Kind.PAIR:
            return seen.t("pair of {rank}", rank=rank)
        case Kind.TRIPLE:
            return seen.t("three {rank}", rank=rank)
        case Kind.RUN:
            return seen.t("run of {n} to {card}", n=cards.bit_count(), card=top)
        case Kind.FOUR:
            return seen.t("four {rank}", rank=rank)
        case _:
            return seen.t("{n} pairs in a row to {card}", n=cards.bit_count() // 2, card=top)


def _to_beat(seen: Seen) -> str:
    """The play on the table in words."""
    return what_is(seen, mask_of(map(card, seen.view["trick"][-1]["cards"])))


# --- what is said


def _say(seen: Seen) -> str:
    view = seen.view
    if not seen.legal:
        return seen.t("Who has chipped may chop now.") if view["window"] else waiting(seen)
    if view["window"]:
        return seen.t("You may chop: {what}.", what=_to_beat(seen))
    if view["trick"]:
        return seen.t("Beat it, or chip: {what}.", what=_to_beat(seen))
    if view["must_play"]:
        return seen.t("Open the round: your play must contain {card}.", card=view["must_play"][0])
    return seen.t("Lead a single, a pair, a triple or a run.")


def _why(seen: Seen) -> str | None:
    """Why a card cannot be chosen now."""
    view = seen.view
    if not seen.legal:
        return None
    if view["window"]:
        return seen.t("Having chipped you may play only four pairs in a row or more, or four of a kind.")
    if view["trick"]:
        return seen.t("It is in nothing that beats the play on the table: {what}.", what=_to_beat(seen))
    if view["must_play"]:
        return seen.t("The opening play must contain {card}.", card=view["must_play"][0])
    return None


def _note(seen: Seen) -> str | None:
    """Who played what lies on the table, or why the lowest card opens the round."""
    view = seen.view
    if view["trick"]:
        return seen.t("{name}: {what}", name=seen.call(view["trick"][-1]["seat"]), what=_to_beat(seen))
    if not view["opening"] or not view["lowest_opens"]:
        return None
    if view["winner"] is not None and view["winner"] == view["opener"]:
        return seen.t(
            "{name} has opened {n} rounds in a row, so the lowest card opens.",
            name=seen.names[view["opener"]],
            n=view["streak"],
        )
    return seen.t("The lowest card opens this round.")


# --- what lies on the table


def _zones(seen: Seen) -> list[Zone]:
    view = seen.view
    last = view["trick"][-1]["cards"] if view["trick"] else ()
    label = "Last play" if view["shown"] else "To beat" if last else "Table"
    zones: list[Zone] = [Spread("trick", "centre", seen.t(label), face_up(last), _note(seen))]
    if view["shown"]:
        name = seen.names[view["placed"][-1]]
        zones.append(Spread("shown", "centre", seen.t("Left in the hand of {name}", name=name), face_up(view["shown"])))
    return [*zones, _hand(seen)]


def _hand(seen: Seen) -> Fan:
    """The hand with its chops aglow; one that may be played is selected whole, and all move as one."""
    hand = seen.view["hand"]
    glows = glows_in(hand)
    playable = {frozenset(faces_of(action.what)) for action in seen.legal if action.verb == "play"}
    blocks = {face: block for block in blocks_in(hand) for face in block}
    cards = []
    for face in hand:
        block = blocks.get(face)
        name = f"chop-{min(block)}" if block else None
        cards.append(Card(face, face, glows.get(face, ()), g=name if block in playable else None, block=name))
    return Fan("hand", "hand", seen.t("Your hand"), tuple(cards), _why(seen))


def faces_of(cards: int) -> Sequence[str]:
    """The cards of a set by their faces, the lowest first."""
    return [CARD_TEXTS[face] for face in in_order(cards)]


def _chips(seen: Seen) -> Mapping[int, Sequence[Chip]]:
    view = seen.view
    chips: dict[int, list[Chip]] = {}
    for place, seat in enumerate(view["placed"]):
        chips.setdefault(seat, []).append(Chip(seen.t(_PLACES[place]), "gold"))
    for seat in view["chipped"]:
        chips.setdefault(seat, []).append(Chip(seen.t("chipped")))
    if view["opener"] is not None and view["streak"] > 1:
        tone: ChipTone = "gold" if view["streak"] >= LEADS_IN_A_ROW else "plain"
        chips.setdefault(view["opener"], []).append(Chip(seen.t("opened {n} in a row", n=view["streak"]), tone))
    return chips


def _strip(seen: Seen) -> list[StripRow]:
    """Points in practice, else tokens; below, what this round has moved so far."""
    view = seen.view
    return [
        _strip_row(seen, seat, total, view["round_points"][seat])
        for seat, total in enumerate(view["totals"])
        if seat in view["seated"] or seat in view["dealt_in"]
    ]


def _strip_row(seen: Seen, seat: int, total: int, moved: int) -> StripRow:
    """Four of them fit beside each other on a phone."""
    if _practice(seen):
        sub = seen.t("of {target} ({points})" if moved else "of {target}", target=TARGET, points=f"{moved:+d}")
    else:
        sub = seen.t("tokens ({points})", points=f"{moved:+d}") if moved else seen.t("tokens")
    return StripRow(seen.call(seat), str(total), sub, us=seat == seen.own)


# --- what may be done


def _offers(seen: Seen) -> list[Offer]:
    view = seen.view
    play = Offer("play", seen.t("Chop" if view["window"] else "Play"), key="p", zone="hand")
    others: list[Offer] = []
    for action in seen.legal:
        match action:
            case Action("play", cards):
                play.add(action, cards=faces_of(cards), to="trick", label=_play(seen, cards))
            case Action("chip"):
                others.append(Offer("chip", seen.t("Chip"), tone="quiet", key="n"))
                others[-1].add(action)
            case _:  # decline
                others.append(Offer("decline", seen.t("Do not chop"), tone="quiet", key="n"))
                others[-1].add(action)
    return [*([play] if play.moves else []), *others]


def _play(seen: Seen, cards: int) -> str:
    what = combination(cards)
    text = "Chop: {what}" if what and what.kind in CHOPS else "Play {what}"
    return seen.t(text, what=what_is(seen, cards))
