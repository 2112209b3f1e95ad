"""What is handed out in parts: rules, games, the invitation, replays and demonstrations."""

from typing import Any

import msgspec
import pytest

from engine import bots, games
from engine.games.twenty_nine import GAME as TWENTY_NINE
from p2p.codec import MAX_FROM_HOST, encode
from p2p.demo import demonstration
from p2p.handouts import MAX_PART, GameCard, Invite, QrCode, in_parts
from p2p.inbox import BUCKET, REFILL_PER_SECOND
from p2p.librarian import LINES_COUNT, PART_COUNTS
from p2p.messages import Frames, Get, Lang, Manage, Part, PartKind, Ping, Pong, Ready
from p2p.replay import Replay
from p2p.table_view.model import Frame
from p2p.text.catalogue import ENGLISH
from tests.p2p.desk import OWN_TOKEN, Desk, refusal
from tests.p2p.pages import moves_on

INVITE = Invite("K7QX-M4TC", "http://x/#j=K7QX.s", "http://x", QrCode(29, "M0 0h1v1h-1z"))


def lobby() -> Desk:
    """The host at a table of Dice Capture, with a page; ann has a program."""
    desk = Desk()
    desk.join("host", "Host", OWN_TOKEN, "zones")
    desk.join("ann")
    return desk


def fetched(desk: Desk, peer: str, what: PartKind, game: str | None = None) -> list[Any]:
    """All parts of something, put together."""
    items: list[Any] = []
    number, parts = 0, 1
    while number < parts:
        desk.now += 1.0  # a part counts as several messages
        (part,) = desk.say(peer, Get(what, number, game))
        assert isinstance(part, Part)
        assert (part.what, part.part) == (what, number)
        assert len(encode(part).encode()) <= MAX_FROM_HOST
        items += part.data
        number, parts = number + 1, part.parts
    return items


def play_on(desk: Desk, steps: int) -> None:
    """Let the match go on: the host plays by the page, ann by records."""
    for _ in range(steps):
        if desk.session.match_to_draw_for:
            desk.draw()
        elif not desk.is_playing():
            return
        elif moves := moves_on(desk.view("host")):
            desk.say("host", moves[0])
        else:
            desk.act("ann")


# --- rules and games


def test_the_rules_of_the_table_s_game_and_of_any_other_can_be_read() -> None:
    """In the reader's language."""
    desk = lobby()
    own = fetched(desk, "host", "rules")
    assert own[0] == {"p": "You capture cards with dice."}
    assert fetched(desk, "host", "rules", "xing") == [{"h": "Xing"}]
    desk.say("host", Lang("de"))
    assert fetched(desk, "host", "rules")[0] == {"p": "Du fängst Karten mit Würfeln."}
    assert fetched(desk, "host", "rules", "xing") == [{"h": "Xing"}]


def test_what_there_is_not_is_refused() -> None:
    """A game that nobody knows, rules that nobody wrote, a part too many."""
    desk = lobby()
    assert refusal(desk.say("host", Get("rules", 0, "chess"))) == "no-such-game"
    assert refusal(desk.say("host", Get("rules", 0, "call"))) == "nothing-there"
    assert refusal(desk.say("host", Get("rules", 1))) == "no-such-part"
    assert refusal(desk.say("host", Get("invite"))) == "nothing-there"
    assert refusal(desk.say("host", Get("replay"))) == "nothing-there"
    assert refusal(desk.say("host", Get("log"))) == "nothing-there"
    assert refusal(desk.say("host", Get("demo", 10_000))) == "no-such-part"


def test_every_game_is_offered_with_its_sizes_and_options() -> None:
    """In words where there are any, else as it is spelt."""
    cards = {card.name: card for card in msgspec.convert(fetched(lobby(), "ann", "games"), list[GameCard])}
    assert list(cards) == list(games.GAMES)
    dice, rummy = cards["dice-capture"], cards["rummy"]
    assert (dice.title, dice.summary, dice.minutes) == ("Dice Capture", "Cards and dice for two.", 10)
    assert (dice.hue, rummy.hue) == (40, 250)
    assert {kind.value for kind in dice.bots} == set(bots.BOTS)
    assert all(kind.label for kind in dice.bots)
    assert dice.bot in bots.BOTS
    assert (dice.rules, dice.lesson, cards["call"].rules) == (True, True, False)
    assert [size.seats for size in rummy.sizes] == [2, 3, 4]
    take = rummy.sizes[0].options[0]
    assert (take.key, take.label) == ("take", "Taking")
    assert [(choice.value, choice.label, choice.text) for choice in take.choices] == [
        ("plain", "Plain", "Only the top card."),
        ("deep", "deep", ""),
    ]
    assert rummy.sizes[0].options[1].label == "stock-out"


def test_the_invitation_can_be_had_by_everybody_once_others_can_join() -> None:
    """Code, link and a picture of it."""
    desk = lobby()
    desk.did(desk.session.invitation_is(INVITE))
    (part,) = desk.say("ann", Get("invite"))
    assert isinstance(part, Part)
    assert msgspec.convert(part.data, Invite) == INVITE


def test_a_long_list_comes_in_parts_that_fit() -> None:
    """Nothing is lost, nothing is empty, and an item that is too long stands alone."""
    items = ["x" * 20_000] * 5 + ["y" * MAX_PART] + ["z"]
    parts = in_parts(items)
    assert [item for part in parts for item in part] == items
    assert [len(part) for part in parts] == [2, 2, 1, 1, 1]
    assert in_parts([]) == [[]]


# --- replays


def test_a_finished_match_can_be_seen_again_as_it_was_seen() -> None:
    """Frame by frame, without the acts."""
    desk = lobby()
    for peer in ("host", "ann"):
        desk.say(peer, Ready())
    play_on(desk, 60)
    desk.say("host", Manage("end"))
    shown = [frame for frames in desk.told("host", Frames) for frame in frames.list]
    replayed = msgspec.convert(fetched(desk, "host", "replay"), list[Frame])
    assert [as_looked_at(frame) for frame in replayed] == [as_looked_at(frame) for frame in shown]
    assert not any(frame.view.acts or frame.view.prompt for frame in replayed)
    lines = {line.n: line.text for frame in replayed for line in frame.view.log}
    assert sorted(lines) == list(range(1, len(lines) + 1))


def as_looked_at(frame: Frame) -> Any:
    """What a replay keeps of a frame."""
    view = msgspec.structs.replace(frame.view, acts=(), prompt=None, log=())
    return msgspec.structs.replace(frame, view=view)


def test_each_player_sees_the_match_with_the_own_eyes_wherever_they_sit_now() -> None:
    """Cards that were never seen are not shown afterwards either."""
    desk = lobby()
    for peer in ("host", "ann"):
        desk.say(peer, Ready())
    play_on(desk, 20)
    desk.say("host", Manage("end"))
    before = fetched(desk, "ann", "replay")
    desk.say("host", Manage("swap", 0, 1))
    assert fetched(desk, "ann", "replay") == before
    assert fetched(desk, "host", "replay") != before
    assert {frame["view"]["you"] for frame in before} == {1}


def test_who_did_not_play_has_nothing_to_see_again() -> None:
    """A newcomer after the match."""
    desk = Desk(TWENTY_NINE, empty=3)
    desk.begin("ann", "ben", "cat")
    desk.say("host", Manage("end"))
    desk.say("host", Manage("kick", 1))
    desk.join("dan")
    assert refusal(desk.say("dan", Get("replay"))) == "nothing-there"
    assert fetched(desk, "cat", "replay")


def test_parts_can_be_had_in_any_order() -> None:
    """An earlier one is the same the second time."""
    match = demonstration(games.find("rummy"))
    replay = Replay(match, 1, ENGLISH, {})
    parts = [replay.part(number) for number in range(replay.parts)]
    assert replay.part(3) == parts[3]
    assert replay.part(0) == parts[0]
    assert Replay(match, 1, ENGLISH, {}).part(5) == parts[5]


# --- demonstrations


@pytest.mark.parametrize("name", games.GAMES)
def test_every_game_can_be_seen_played(name: str) -> None:
    """A hand of it by bots, and every part fits into a message."""
    desk = lobby()
    frames = msgspec.convert(fetched(desk, "ann", "demo", name), list[Frame])
    assert len(frames) > 30
    assert {seat.kind for seat in frames[0].view.seats} == {"bot"}
    assert frames[-1].view.log


def test_a_demonstration_is_always_the_same_and_ends_with_a_hand() -> None:
    """Or after a while, where hands are long."""
    for game in games.GAMES.values():
        one, other = demonstration(game), demonstration(game)
        assert one.played == other.played
        assert one.match.hand_points or one.inputs == 160 or one.over


def test_two_people_can_watch_at_the_same_time() -> None:
    """One a demonstration, the other one as well, each their own part."""
    desk = lobby()
    alone = fetched(desk, "ann", "demo")
    for number in range(3):
        (one,) = desk.say("ann", Get("demo", number))
        (other,) = desk.say("host", Get("demo", number))
        assert isinstance(one, Part)
        assert one == other
    assert fetched(desk, "ann", "demo") == alone


def test_the_log_of_the_running_match_is_the_reader_s_own() -> None:
    """From its first event on, each with its number; nobody is told what another seat saw."""
    desk = lobby()
    for peer in ("host", "ann"):
        desk.say(peer, Ready())
    play_on(desk, 40)
    logs = [fetched(desk, peer, "log") for peer in ("host", "ann")]
    for seat, log in enumerate(logs):
        assert [line["n"] for line in log] == list(range(len(log)))
        assert {line["params"]["seat"] for line in log if line["code"] == "dealt"} == {seat}


# --- what it costs the host


def answered(desk: Desk, asked: list[Get], seconds: int) -> int:
    """How many parts ann is handed who asks for all of that at once, in the first moment and in so many seconds."""
    before = len(desk.told("ann", Part))
    for wanted in asked:
        desk.say("ann", wanted)
    for _ in range(seconds):
        desk.wait(1.0)
        desk.say("host", Ping())
        desk.say("ann", Ping())
    return len(desk.told("ann", Part)) - before


@pytest.mark.parametrize("what", ["rules", "games", "demo", "invite"])
def test_whoever_asks_for_part_after_part_is_handed_a_few_a_second(what: PartKind) -> None:
    """Each has up to 48 KiB: nobody fills the host's line by asking."""
    desk = lobby()
    desk.did(desk.session.invitation_is(INVITE))
    at_once = BUCKET // (PART_COUNTS + 1)
    assert answered(desk, [Get(what)] * 200, 0) == at_once
    assert answered(desk, [], 8) == pytest.approx(8 * REFILL_PER_SECOND / (PART_COUNTS + 1), abs=2)


def test_whoever_jumps_about_in_a_match_waits_for_what_has_to_be_played_again() -> None:
    """Else a guest could keep the host from everything else: a long match has hundreds of parts."""
    desk = lobby()
    for peer in ("host", "ann"):
        desk.say(peer, Ready())
    play_on(desk, 10_000)
    (last,) = desk.say("ann", Get("replay"))
    assert isinstance(last, Part)
    assert last.parts > PART_COUNTS
    desk.now += 60
    there_and_back = [Get("replay", last.parts - 1), Get("replay", 0)] * 100
    assert answered(desk, there_and_back, 0) <= 2 * BUCKET // (last.parts + 2 * PART_COUNTS) + 2


def test_the_log_of_a_long_match_counts_as_what_it_is() -> None:
    """It is put together anew for each part."""
    desk = lobby()
    for peer in ("host", "ann"):
        desk.say(peer, Ready())
    play_on(desk, 20)
    running = desk.session.running
    assert running
    running.sights[1].log.extend(running.sights[1].log * (10 * LINES_COUNT // len(running.sights[1].log)))
    desk.now += 60
    assert answered(desk, [Get("log")] * 50, 0) <= BUCKET // (10 + PART_COUNTS) + 1


def test_others_are_answered_at_once_while_somebody_floods() -> None:
    """Each waits for what each has said alone."""
    desk = lobby()
    answered(desk, [Get("demo", part) for part in range(5, -1, -1)] * 40, 0)
    assert desk.say("host", Ping()) == [Pong()]
