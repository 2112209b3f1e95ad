"""How changes are shown: what stays for a moment, what is told across the table, what moves."""

import re
from collections.abc import Iterator

import pytest

from engine.cards import FULL_DECK, cards, cards_in, mask_of
from engine.events import Event
from p2p.table_view.frames import frames_of
from p2p.table_view.model import Dice, Effect, Frame, Spread, Stack, Trick, View, Zone
from tests.engine.contract.playing import Playthrough, Table, play
from tests.p2p.table_view.positions import TABLES, Position, one_by_one, people, positions, scripted


def told(game: str, code: str, *, matches: int = 4) -> Iterator[tuple[Position, Event]]:
    """Every position of some matches of a game at which a seat was just told something."""
    for table in TABLES:
        if table.game.name == game:
            for seed in range(matches):
                for found in positions(play(table, seed)):
                    for event in found.events:
                        if event.code == code:
                            yield found, event


def table_called(name: str) -> Table:
    """The table of that name."""
    return next(table for table in TABLES if str(table) == name)


def zone(view: View, name: str) -> Zone:
    """A zone of a view."""
    return next(found for found in view.zones if found.id == name)


def banners(frame: Frame) -> list[Effect]:
    """What is told across the table on the way to a frame."""
    return [effect for effect in frame.fx if effect.k == "banner"]


@pytest.mark.parametrize("game", ["twenty-nine", "call"])
def test_a_full_trick_stays_with_its_winner_marked(game: str) -> None:
    """It lies for 900 ms in all four slots; then it goes to the seat that takes it, and can be looked back at."""
    seen = 0
    for found, event in told(game, "taken", matches=1):
        full, swept = found.laid.frames
        trick, left = zone(full.view, "trick"), zone(swept.view, "trick")
        assert isinstance(trick, Trick)
        assert isinstance(left, Trick)
        assert full.hold == 900
        assert [slot.seat for slot in trick.slots] == [((trick.lead or 0) + place) % 4 for place in range(4)]
        assert trick.best == event.params()["seat"]
        assert [slot.card.m for slot in trick.slots if slot.seat == trick.best] == [("best",)]
        assert swept.view.last is not None
        assert [slot.card.id for slot in swept.view.last.slots] == [slot.card.id for slot in trick.slots]
        if swept.view.over:  # that is looked at in test_outcomes
            continue
        assert left.slots == ()
        gone = [effect.card for effect in swept.fx if effect.k == "to"]
        assert gone == [slot.card.id for slot in trick.slots]
        assert {effect.at for effect in swept.fx if effect.k == "to"} == {f"seat:{trick.best}"}
        assert sum(seat.n or 0 for seat in full.view.seats) % 4 == 0
        seen += 1
    assert seen > 50


@pytest.mark.parametrize(
    ("game", "code", "matches"),
    [
        ("xing", "scored", 1),
        ("rummy", "scored", 1),
        ("tien-len", "last-left", 2),
        ("twenty-nine", "made", 2),
        ("call", "scored", 1),
        ("dice-capture", "ran-out", 4),
    ],
)
def test_the_end_of_a_hand_stays_before_the_next_deal(game: str, code: str, matches: int) -> None:
    """Three seconds, with what the hand brought in figures."""
    seen = 0
    for found, _ in told(game, code, matches=matches):
        last = found.laid.frames[-1]
        assert last.hold == 3000
        if game != "dice-capture":
            assert any(re.search(r"\s[+-]\d", effect.text or "") for effect in banners(last))
        seen += 1
    assert seen > 0


def test_a_xing_is_celebrated_and_a_capture_can_be_read() -> None:
    """The capturing card lies on the pile for 500 ms, after a Xing for 1400 ms; then it goes to the team's cards."""
    for code, hold in (("captured", 500), ("xing", 1400)):
        seen = 0
        for found, event in told("xing", code, matches=2):
            lying, swept = found.laid.frames
            pile = zone(lying.view, "pile")
            assert isinstance(pile, Stack)
            assert lying.hold == hold
            played = next(event for event in found.events if event.code == "played").params()
            assert [card.f for card in pile.cards] == [played["card"]]
            assert pile.n == found.before.view["pile"]["count"] + 1
            assert Effect("to", at=f"zone:taken-{event.values[0] % 2}", card=str(played["card"])) in swept.fx
            assert [effect.text for effect in banners(lying)] == (["Xing! +10"] if code == "xing" else [])
            seen += 1
        assert seen > 0


def test_the_four_cards_of_a_new_table_lie_open() -> None:
    """Side by side, the top card last, while the known card is shown; the hand is dealt with them (FEATURES.md 0-5)."""
    for found, event in told("xing", "table-laid", matches=1):
        laid, last = found.laid.frames
        pile, known = zone(laid.view, "pile"), zone(last.view, "known")
        assert isinstance(pile, Spread)
        assert isinstance(known, Stack)
        assert [card.f for card in pile.cards] == event.params()["cards"]
        assert laid.hold == 2000
        assert [card.f for card in known.cards] == [found.now.view["known"]]
        dealer = found.now.view["dealer"]
        own = [effect for effect in laid.fx if effect.card in found.now.view["hand"]]
        assert [effect.at for effect in own] == [f"seat:{dealer}"] * 4


def test_the_known_card_is_gone_once_it_is_turned_down() -> None:
    """It leaves the view with the engine's own, and no log remembers it (FEATURES.md 0-4)."""
    seen = 0
    for found, _ in told("xing", "last-card-hidden", matches=2):
        view = found.laid.frames[-1].view
        assert all(there.id != "known" for there in view.zones)
        if found.before.view["known"] not in found.now.view["hand"]:
            assert not any(
                "The last card of the stock is " + found.before.view["known"] in line.text for line in view.log
            )
        seen += 1
    assert seen > 0


def test_dice_roll_before_a_captured_card_goes() -> None:
    """The roll is seen with the card still on its pile; a miss is shown at once."""
    hits = misses = 0
    for found, event in told("dice-capture", "rolled"):
        *rolling, last = found.laid.frames
        dice = zone((rolling or [last])[0].view, "dice")
        assert isinstance(dice, Dice)
        assert list(dice.dice) == event.params()["dice"]
        assert Effect("roll", at="zone:dice") in (rolling or [last])[0].fx
        codes = {event.code for event in found.events}
        if "captured" in codes:
            assert rolling[0].hold == 900
            assert banners(last)
            hits += 1
        else:
            assert not rolling
            misses += 1
    assert hits
    assert misses


CHOPS = scripted(
    table_called("tien-len-4-tokens"),
    one_by_one(
        "3S 2H JS JC QS QC KS KC AS AC TS TC 8S",
        "4S 4C 5S 5C 6S 6C JD QD KD AD TD 8C 3C",
        "7S 7C 7D 7H JH QH KH AH TH 8D 3D 4D 5D",
        "9S 9C 9D 9H 8H 3H 4H 5H 6D 6H 2S 2C 2D",
    ),
    "0 play 3S",
    "1 chip",
    "2 chip",
    "3 chip",
    "0 play 2H",
    "1 play 4S 4C 5S 5C 6S 6C",
    "2 play 7S 7C 7D 7H",
    "3 play 9S 9C 9D 9H",
    "0 chip",
    "1 chip",
    "2 chip",
)
"""A 2 is chopped, the chop twice more (RULES.md, T-E4)."""


def test_chops_are_celebrated_and_doubling_has_its_sign() -> None:
    """1400 ms with who pays what; a chop that chops a chop brings the money bag (FEATURES.md 3-11)."""
    celebrated = [
        (found.laid.frames[0], banner)
        for found in positions(CHOPS)
        if found.seat == 3
        for banner in banners(found.laid.frames[0])
    ]
    assert [(banner.text, banner.name, frame.hold) for frame, banner in celebrated] == [
        ("Ben {x} chops Ana, who pays 4.", None, 1400),
        ("Cleo chops the chop of Ben {x}, who pays double: 8.", "money-bag", 1400),
        ("Dov chops the chop of Cleo, who pays double: 16.", "money-bag", 1400),
    ]


def test_a_won_trick_of_tien_len_lies_for_a_moment() -> None:
    """The last play stays with all who have chipped, then goes to the winner."""
    seen = 0
    for found, event in told("tien-len", "trick-won", matches=1):
        if any(event.code == "left" for event in found.events):
            continue
        lying, swept = found.laid.frames
        spread = zone(lying.view, "trick")
        assert isinstance(spread, Spread)
        assert spread.cards
        assert lying.hold >= 900
        assert lying.view.say == found.now.line(event)
        winner = event.params()["seat"]
        gone = {effect.at for effect in swept.fx if effect.k == "to"}
        assert gone == {f"seat:{winner}"}
        chipped = {seat.id for seat in lying.view.seats if any(chip.text == "chipped" for chip in seat.chips)}
        playing = {seat for seat, count in enumerate(found.before.view["counts"]) if count}
        assert playing - {winner} <= chipped | set(found.now.view["placed"])
        seen += 1
    assert seen > 20


def test_announcements_are_heard_across_the_table() -> None:
    """Asking for trump, doubling, showing the pair, a new target."""
    for code in ("asked", "doubled", "redoubled", "pair-shown", "bid-won"):
        found, event = next(told("twenty-nine", code, matches=20))
        assert found.now.line(event) in {effect.text for effect in banners(found.laid.frames[-1])}
    shown, event = next(told("twenty-nine", "pair-shown", matches=20))
    cards = [effect.card for effect in shown.laid.frames[-1].fx if effect.k == "show"]
    assert cards == event.params()["cards"]
    turned, event = next(told("call", "turned-up"))
    assert (
        Effect("show", at=f"seat:{event.values[0]}", card=str(event.params()["card"]), ms=1400)
        in turned.laid.frames[-1].fx
    )
    for code in ("bonus-won", "bonus-trump"):
        found, event = next(told("call", code))
        assert found.now.line(event) in {effect.text for effect in banners(found.laid.frames[-1])}


def test_others_cards_come_from_their_seats_and_own_ones_move_by_themselves() -> None:
    """A page has its own cards on the screen already; those of others it has never seen."""
    for game in ("xing", "rummy", "dice-capture", "twenty-nine"):
        code = {"rummy": "discarded", "dice-capture": "covered"}.get(game, "played")
        own = others = 0
        for found, event in told(game, code, matches=1):
            arriving = [effect for effect in found.laid.frames[0].fx if effect.k == "from"]
            card = str(event.params()["card"])
            if event.params()["seat"] == found.seat:
                assert card not in {effect.card for effect in arriving}
                own += 1
            else:
                assert Effect("from", at=f"seat:{event.params()['seat']}", card=card) in arriving
                others += 1
        assert own
        assert others


def test_drawn_cards_are_open_for_their_owner_alone() -> None:
    """From the stock the drawer gets a card; all others see one go to that seat face down."""
    for game, own, other in (("rummy", "drew-card", "drew"), ("dice-capture", "drew-cards", "drew")):
        found, _ = next(told(game, own))
        assert any(effect.at == "zone:stock" and effect.card for effect in found.laid.frames[-1].fx)
        found, event = next(told(game, other))
        assert Effect("to", at=f"seat:{event.params()['seat']}") in found.laid.frames[-1].fx


def test_cards_of_the_pile_vanish_in_anothers_hand() -> None:
    """Deep or not, all of them; into the own hand they move by themselves."""
    for code in ("took", "took-deep"):
        for found, event in told("rummy", code, matches=1):
            params = event.params()
            gone = [effect.card for effect in found.laid.frames[-1].fx if effect.k == "to"]
            all_cards = [params["card"]]
            if code == "took-deep":
                assert isinstance(params["cards"], list)
                all_cards += params["cards"]
            assert gone == ([] if params["seat"] == found.seat else all_cards)


def test_a_stolen_card_goes_from_hand_to_hand() -> None:
    """The thief sees it come, its owner sees it go (RULES.md §3.7)."""
    ways = set()
    for found, event in told("dice-capture", "took-card"):
        thief, card, victim = event.params().values()
        if found.seat == thief:
            assert Effect("from", at=f"seat:{victim}", card=str(card)) in found.laid.frames[-1].fx
        else:
            assert Effect("to", at=f"seat:{thief}", card=str(card)) in found.laid.frames[-1].fx
        ways.add(found.seat == thief)
    assert ways == {True, False}


def test_who_comes_back_sees_the_table_as_it_is() -> None:
    """Without a view before there is one frame, and nothing happens on the way to it."""
    found, _ = next(told("twenty-nine", "taken"))
    laid = frames_of("x", None, found.now, found.events, people(TABLES[0]), prompt=None)
    (frame,) = laid.frames
    assert frame.fx == ()
    assert frame.hold == 0
    assert frame.view.say == found.laid.frames[-1].view.say


def last_position(played: Playthrough, seat: int = 0) -> Position:
    """What a seat is shown of the last change of a match."""
    return [found for found in positions(played) if found.seat == seat][-1]


def test_a_deal_that_does_not_count_is_told() -> None:
    """A third Jack on the table, or four passes: all can read why the cards are dealt again."""
    jacks = cards("JS JC JD")
    misdeal = scripted(table_called("xing-4"), [*jacks, *cards_in(FULL_DECK & ~mask_of(jacks))])
    twenty_nine = table_called("twenty-nine-4")
    passes = scripted(twenty_nine, cards_in(twenty_nine.new().deck), "0 pass", "1 pass", "2 pass", "3 pass")
    for played, told_all in (
        (misdeal, "A third Jack comes to the table (JS JC JD 2S 2C 2D): Dov shuffles and deals again."),
        (passes, "All have passed: Dov shuffles and deals again."),
    ):
        (frame,) = last_position(played).laid.frames
        assert [effect.text for effect in banners(frame)] == [told_all]
        assert frame.hold == 1400


def test_the_pinch_is_shown() -> None:
    """Who was pinched, for how much, in favour of whom (FEATURES.md 3-12)."""
    found, event = next(told("tien-len", "pinched", matches=12))
    assert found.now.line(event) in {effect.text for effect in banners(found.laid.frames[-1])}


def test_the_hat_is_shown() -> None:
    """Who takes it, with its sign, at the end of a match that was played out (FEATURES.md 1-16)."""
    table = table_called("rummy-2-deep-turn-over")
    found = last_position(play(table, 0, cap=8000, reported={}))
    (event,) = [event for event in found.events if event.code == "hat"]
    signs = {effect.text: effect.name for effect in banners(found.laid.frames[-1])}
    assert signs[found.now.line(event)] == "hat"
    over = found.laid.frames[-1].view.over
    assert over is not None
    assert [row.badge for row in over.rows] == ["won", "takes the hat"]


def test_a_pile_that_is_turned_over_is_told() -> None:
    """The stock was empty (RULES.md §2.5)."""
    found, event = next(told("rummy", "turned-over"))
    assert found.now.line(event) in {effect.text for effect in banners(found.laid.frames[-1])}
