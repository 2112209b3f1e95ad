"""What becomes of a match when people leave, drop, idle and return: each game's policy (RULES.md, "Leaving")."""

from random import Random

import pytest

from engine.bots.random_bot import RandomBot
from engine.events import Event, seen_by
from engine.games.call import GAME as CALL
from engine.games.dice_capture import GAME as DICE_CAPTURE
from engine.games.rummy import GAME as RUMMY
from engine.games.tien_len import GAME as TIEN_LEN
from engine.games.twenty_nine import GAME as TWENTY_NINE
from engine.games.xing import GAME as XING
from engine.match import Game
from engine.record import read_input
from p2p.effects import AppendRecord, AskBot, DrawChance
from p2p.messages import Act, Bye, Hello, Manage, Over, Ping, Ready, SettingsWish, Sit, Table, Welcome
from tests.p2p.desk import OWN_TOKEN, Desk, refusal


def dealt(game: Game, *guests: str, bots: int = 0, options: dict[str, str] | None = None) -> Desk:
    """A match in which the first hand is dealt; if the game has it, seat 0 deals."""
    desk = Desk(game, empty=len(guests), bots=bots, options=options)
    desk.begin(*guests)
    desk.draw_all()
    return desk


def asked(desk: Desk, *peers: str) -> str:
    """Who is on turn."""
    return next(peer for peer in peers if desk.last(peer, Table).prompt is not None)


def seat_and_token(desk: Desk, peer: str) -> tuple[int, str]:
    """Where somebody sits, and what proves it."""
    number = desk.last(peer, Welcome).seat
    assert number is not None
    return number, desk.session.seats[number].token or ""


def stay(desk: Desk, seconds: float, *peers: str) -> None:
    """Time passes, while people are there and do nothing."""
    for _ in range(int(seconds)):
        desk.wait(1)
        for peer in peers:
            desk.say(peer, Ping())


# --- Xing: a bot plays on (§1.8)


def test_in_xing_a_bot_plays_at_once_for_whoever_drops_and_hands_back_on_return() -> None:
    """It is told what the seat has seen, and no more; the others see that it is a bot."""
    desk = dealt(XING, "ann", "ben", "cat")
    token = desk.session.seats[1].token
    desk.close("ann")
    lobby = desk.lobby("ben")
    assert (lobby.waiting_for, lobby.people[1].stand_in, lobby.people[1].kind) == ([], True, "person")
    for _ in range(4):
        for ask in desk.wanted(AskBot):
            desk.bot_acts(ask)
        if peer := next((p for p in ("host", "ben", "cat") if desk.last(p, Table).prompt is not None), None):
            desk.act(peer)
    assert any(event.text.startswith("Ann (bot) plays") for t in desk.told("ben", Table) for event in t.events)
    desk.join("ann again", "Ann", token)
    assert not desk.lobby("ben").people[1].stand_in
    assert desk.session.running
    assert 1 not in desk.session.running.bots


def test_in_xing_a_bot_has_the_seat_of_whoever_leaves_for_good() -> None:
    """Also of somebody who is sent away."""
    desk = dealt(XING, "ann", "ben", "cat")
    token = desk.session.seats[1].token
    desk.say("ann", Bye())
    desk.say("host", Manage("kick", 2))
    assert [(person.name, person.kind) for person in desk.lobby("cat").people][1:3] == [
        ("Bot 1", "bot"),
        ("Bot 2", "bot"),
    ]
    assert desk.is_playing()
    desk.open("ann again", desk.owner(token))
    desk.say("ann again", Hello(1, "Ann"))
    assert desk.goodbye("ann again") == "seat-gone"


def test_in_xing_a_bot_plays_for_whoever_does_nothing_on_turn_until_that_person_acts() -> None:
    """After 60 seconds, which do not run while the match is paused."""
    desk = dealt(XING, "ann", "ben", "cat")
    idle = asked(desk, "host", "ann", "ben", "cat")
    seat = desk.last(idle, Welcome).seat
    assert seat is not None
    desk.say("host", Manage("pause"))
    stay(desk, 70, "host", "ann", "ben", "cat")
    desk.say("host", Manage("resume"))
    stay(desk, 59, "host", "ann", "ben", "cat")
    assert not desk.lobby("host").people[seat].stand_in
    desk.wait(2)
    assert desk.lobby("host").people[seat].stand_in
    (ask,) = desk.wanted(AskBot)
    assert ask.seat == seat
    desk.act(idle)
    assert not desk.lobby("host").people[seat].stand_in
    before = desk.session.running.inputs if desk.session.running else 0
    desk.bot_acts(ask)
    assert desk.session.running
    assert desk.session.running.inputs == before, "the bot's choice came too late"


def test_the_time_for_idling_is_an_option_of_the_table_and_not_for_the_last_who_plays() -> None:
    """Bots do not play on among themselves; with 0 seconds nobody is replaced."""
    desk = dealt(XING, "ann", bots=2)
    desk.say("host", Manage("settings", settings=SettingsWish(idle=20)))
    assert desk.lobby("ann").settings.idle == 20
    for _ in range(200):
        desk.all_bots_act()
        stay(desk, 25, "host", "ann")
        if any(person.stand_in for person in desk.lobby("host").people):
            break
    stood_in = [person.seat for person in desk.lobby("host").people if person.stand_in]
    assert len(stood_in) == 1
    for _ in range(8):
        desk.all_bots_act()
        stay(desk, 25, "host", "ann")
    assert [person.seat for person in desk.lobby("host").people if person.stand_in] == stood_in


def test_ready_is_enough_to_have_the_seat_back() -> None:
    """Without having to be on turn."""
    desk = dealt(XING, "ann", "ben", "cat")
    idle = asked(desk, "host", "ann", "ben", "cat")
    stay(desk, 62, "host", "ann", "ben", "cat")
    assert any(person.stand_in for person in desk.lobby("host").people)
    desk.say(idle, Ready())
    assert not any(person.stand_in for person in desk.lobby("host").people)


def test_a_game_of_xing_ends_without_a_winner_when_only_bots_remain() -> None:
    """Whoever has dropped is played by a bot and cannot keep it going."""
    desk = dealt(XING, "ann", bots=2)
    desk.close("ann")
    desk.say("host", Bye())
    assert [effect.line for effect in desk.wanted(AppendRecord)] == ["table end"]
    desk = dealt(XING, bots=3)
    desk.say("host", Bye())
    assert not desk.is_playing()


def test_while_nobody_is_here_the_bots_do_not_play_on() -> None:
    """A page that is loaded again does not cost a card."""
    desk = dealt(XING, bots=3)
    desk.all_bots_act()
    desk.close("host")
    assert not desk.wanted(AskBot)
    desk.host_joins("again")
    assert desk.is_playing()


def test_after_a_crash_of_the_host_people_have_a_minute_to_return_before_bots_play() -> None:
    """The first one back would otherwise play with bots alone."""
    desk = dealt(XING, "ann", "ben", "cat")
    tokens = [seat.token for seat in desk.session.seats]
    saved, lines = desk.session.saved(), desk.written
    desk.start(XING, saved)
    desk.did(desk.session.resume([read_input(XING, line.split(" ")) for line in lines]))
    desk.join("host", "Host", OWN_TOKEN)
    assert desk.lobby("host").waiting_for == [1, 2, 3]
    desk.join("ann", "Ann", tokens[1])
    stay(desk, 59, "host", "ann")
    assert desk.lobby("host").waiting_for == [2, 3]
    stay(desk, 3, "host", "ann")
    assert desk.lobby("host").waiting_for == []
    assert [person.stand_in for person in desk.lobby("host").people] == [False, False, True, True]


def test_a_bot_that_takes_over_late_chooses_as_one_that_was_there_from_the_start() -> None:
    """Also after the host's program was started again: it is told the same events."""
    desk = dealt(XING, "ann", "ben", "cat")
    for _ in range(14):
        desk.act(asked(desk, "host", "ann", "ben", "cat"))
    saved, lines = desk.session.saved(), desk.written
    assert told_late(desk) == told_from_the_start(desk)
    desk.start(XING, saved)
    desk.did(desk.session.resume([read_input(XING, line.split(" ")) for line in lines]))
    assert told_late(desk) == told_from_the_start(desk)


class Witness(RandomBot):
    """Remembers what it was told."""

    def __init__(self) -> None:
        super().__init__(Random(1))
        self.told: list[Event] = []

    def see(self, event: Event) -> None:
        """Take it down."""
        self.told.append(event)


def told_late(desk: Desk) -> list[Event]:
    """What a bot is told that takes over seat 1 now."""
    assert desk.session.running
    witness = Witness()
    desk.session.running.seat_bot(1, witness)
    return witness.told


def told_from_the_start(desk: Desk) -> list[Event]:
    """What seat 1 has seen in a match that takes the same inputs."""
    assert desk.session.running
    match = XING.new(4, {})
    return [event for given in desk.session.running.played for event in seen_by(1, match.apply(given))]


# --- rummy and Dice Capture: it ends, or stands still (§2.9, §3.8)


@pytest.mark.parametrize("game", [RUMMY, DICE_CAPTURE], ids=lambda game: game.name)
def test_a_mere_drop_stops_the_match_until_the_host_says_that_the_player_is_gone(game: Game) -> None:
    """No bot plays for anybody there."""
    desk = dealt(game, "ann")
    desk.close("ann")
    lobby = desk.lobby("host")
    assert (lobby.waiting_for, lobby.people[1].may) == ([1], ["free", "kick"])
    assert refusal(desk.say("host", Manage("bot", 1))) == "no-stand-in"
    desk.say("host", Manage("free", 1))
    assert not desk.is_playing()
    assert desk.lobby("host").people[1].kind == "empty"
    assert desk.last("host", Over).ending == ("won" if game is RUMMY else "ended")


def test_in_rummy_the_standing_shows_the_winners_and_the_hat() -> None:
    """All totals are equal in the first hand: all win, and nobody takes the hat."""
    desk = dealt(RUMMY, "ann", "ben")
    desk.say("ann", Bye())
    over = desk.last("host", Over)
    assert (over.ending, over.winners, over.hat) == ("won", [0, 1, 2], [])


# --- Tien Len: come and go between rounds (§4.10)

TOKENS = {"scoring": "tokens"}


def play_round(desk: Desk, *peers: str) -> None:
    """Play until the round is over."""
    running = desk.session.running
    assert running
    hands = running.hands
    while running.hands == hands:
        for peer in peers:
            table = desk.last(peer, Table)
            if running.hands == hands and table.prompt is not None:
                plays = [action for action in table.legal if action.startswith("play")]
                desk.act(peer, plays[0] if plays else table.legal[0])


def test_whoever_comes_in_mid_round_has_a_seat_and_sees_what_all_see_until_the_next() -> None:
    """Nothing of the cards of the player who has left, in the view, the log or the choices."""
    desk = dealt(TIEN_LEN, "ann", "ben", "cat", options=TOKENS)
    desk.say("ann", Bye())
    desk.join("dan")
    table = desk.last("dan", Table)
    assert (table.view["seat"], table.view["hand"], table.prompt) == (None, [], None)
    assert not [event for event in table.events if event.code == "dealt"]
    assert desk.lobby("dan").leaving == "nothing"
    play_round(desk, "host", "ben", "cat")
    assert desk.lobby("dan").resting
    assert any(line == "table sit 1" for line in desk.written)
    for peer in ("host", "ben", "cat", "dan"):
        desk.say(peer, Ready())
    desk.draw_all()
    assert len(desk.last("dan", Table).view["hand"]) == 13
    assert [event.text for event in desk.last("dan", Table).events if event.code == "dealt"]


def test_whoever_comes_in_between_rounds_is_shown_nothing_that_the_leaver_saw() -> None:
    """Neither at once nor after coming back, and the log tells it neither."""
    desk = dealt(TIEN_LEN, "ann", "ben", "cat", options=TOKENS)
    play_round(desk, "host", "ann", "ben", "cat")
    desk.say("ann", Bye())
    token = desk.join("dan")
    desk.close("dan")
    desk.join("dan again", "Dan", token)
    for peer in ("dan", "dan again"):
        tables = desk.told(peer, Table)
        assert not [event for table in tables for event in table.events if event.code == "dealt"]
        assert not any(table.view["hand"] for table in tables)


def test_between_rounds_people_leave_without_losing_a_bet() -> None:
    """The rest ends when all who are here are ready, or after ten seconds."""
    desk = dealt(TIEN_LEN, "ann", "ben", options=TOKENS)
    assert desk.lobby("ann").leaving == "bet"
    play_round(desk, "host", "ann", "ben")
    assert not desk.wanted(DrawChance)
    assert desk.lobby("ann").leaving == "nothing"
    totals = desk.last("host", Table).view["totals"]
    desk.say("ann", Bye())
    desk.draw_all()
    assert desk.session.running
    desk.wait(0)
    desk.wait(9.5)
    assert desk.lobby("host").resting
    desk.say("ben", Ping())
    desk.say("host", Ping())
    desk.wait(1)
    assert not desk.lobby("host").resting
    assert desk.wanted(DrawChance)
    desk.draw()
    assert desk.last("host", Table).view["totals"] == totals
    assert desk.last("host", Table).view["dealt_in"] == [0, 2]


def test_a_rest_ends_at_once_where_there_are_to_be_none_any_more() -> None:
    """The host changes the settings while it is on."""
    desk = dealt(TIEN_LEN, "ann", options=TOKENS)
    play_round(desk, "host", "ann")
    assert desk.lobby("ann").resting
    desk.say("host", Manage("settings", settings=SettingsWish(rest=0)))
    desk.wait(0)
    assert not desk.lobby("ann").resting


def restarted(desk: Desk, *peers: str) -> Desk:
    """Another program goes on with the table, and everybody comes back."""
    running = desk.session.running
    assert running
    again = Desk()
    again.start(running.game, desk.session.saved())
    again.did(again.session.resume(running.played, running.names))
    for peer in peers:
        _, token = seat_and_token(desk, peer)
        again.join(peer, token=token)
    return again


def test_a_rest_in_which_the_host_restarts_begins_anew_when_everybody_is_back() -> None:
    """However long that takes; then it ends as any other."""
    desk = dealt(TIEN_LEN, "ann", options=TOKENS)
    play_round(desk, "host", "ann")
    desk.wait(6)
    again = restarted(desk, "host")
    again.wait(9)
    again.say("host", Ping())
    assert (again.lobby("host").resting, again.lobby("host").waiting_for) == (True, [1])
    assert not again.wanted(DrawChance)
    again.join("ann", token=seat_and_token(desk, "ann")[1])
    again.wait(0)
    for _ in range(2):
        assert again.lobby("ann").resting
        assert (again.session.next_deadline(again.now) or 0) > again.now
        again.wait(4.9)
        again.say("host", Ping())
        again.say("ann", Ping())
    again.wait(1)
    assert not again.lobby("ann").resting
    assert again.wanted(DrawChance)


def test_after_a_restart_of_the_host_a_rest_ends_when_all_are_ready() -> None:
    """Those who had said so before say it once more."""
    desk = dealt(TIEN_LEN, "ann", options=TOKENS)
    play_round(desk, "host", "ann")
    desk.say("ann", Ready())
    again = restarted(desk, "host", "ann")
    assert not any(person.ready for person in again.lobby("ann").people)
    again.say("host", Ready())
    assert again.lobby("ann").resting
    again.say("ann", Ready())
    assert not again.lobby("ann").resting
    assert again.wanted(DrawChance)


def test_a_restart_of_the_host_brings_a_rest_only_where_there_was_one() -> None:
    """Not before the first hand, not in the middle of one, and not where nobody rests."""
    begun = Desk(TIEN_LEN, options=TOKENS)
    begun.begin("ann")
    dealt_once = dealt(TIEN_LEN, "ann", options=TOKENS)
    hurried = dealt(TIEN_LEN, "ann", options=TOKENS)
    hurried.say("host", Manage("settings", settings=SettingsWish(rest=0)))
    play_round(hurried, "host", "ann")
    second = dealt(TIEN_LEN, "ann", options=TOKENS)
    play_round(second, "host", "ann")
    second.say("host", Ready())
    second.say("ann", Ready())
    second.draw_all()
    for desk in (begun, dealt_once, hurried, second):
        again = restarted(desk, "host", "ann")
        assert not again.lobby("ann").resting


def test_with_one_player_left_the_table_waits_for_another() -> None:
    """And goes on when somebody sits down."""
    desk = dealt(TIEN_LEN, "ann", options=TOKENS)
    desk.say("ann", Bye())
    assert desk.last("host", Table).view["needs"] == "players"
    assert not desk.wanted(DrawChance)
    desk.join("dan")
    desk.draw_all()
    assert len(desk.last("dan", Table).view["hand"]) == 13
    desk.close("dan")
    desk.join("dan again", "Dan", desk.session.seats[1].token)
    told = [event.code for event in desk.last("dan again", Table).events]
    assert told.count("dealt") == 1, "nobody is told of the cards that the seat had before"


def test_practice_ends_without_a_result_when_somebody_leaves() -> None:
    """Also by being freed while away."""
    desk = dealt(TIEN_LEN, "ann", "ben", "cat")
    assert desk.lobby("ann").leaving == "ends"
    desk.close("ann")
    desk.say("host", Manage("free", 1))
    assert desk.last("host", Over).ending == "ended"


# --- 29 and Call: pause, a bot or a free seat, return (§5.8)


@pytest.mark.parametrize("game", [TWENTY_NINE, CALL], ids=lambda game: game.name)
def test_the_host_lets_a_bot_play_until_the_owner_is_back(game: Game) -> None:
    """All wait until then, and are told for whom."""
    desk = dealt(game, "ann", "ben", "cat")
    token = desk.session.seats[1].token
    desk.close("ann")
    lobby = desk.lobby("host")
    assert (lobby.waiting_for, lobby.people[1].may) == ([1], ["bot", "free", "kick"])
    assert desk.lobby("ben").people[1].may == []
    desk.say("host", Manage("bot", 1))
    assert desk.lobby("ben").waiting_for == []
    assert desk.lobby("ben").people[1].stand_in
    desk.all_bots_act()
    desk.join("ann again", "Ann", token)
    assert not desk.lobby("ben").people[1].stand_in
    assert len(desk.last("ann again", Table).view["hand"]) > 0


@pytest.mark.parametrize("game", [TWENTY_NINE, CALL], ids=lambda game: game.name)
def test_somebody_else_takes_over_a_freed_seat_with_its_cards(game: Game) -> None:
    """The owner has lost it then."""
    desk = dealt(game, "ann", "ben", "cat")
    token = desk.session.seats[1].token
    hand = desk.last("ann", Table).view["hand"]
    desk.close("ann")
    desk.say("host", Manage("free", 1))
    assert desk.lobby("host").waiting_for == [1]
    desk.join("dan")
    assert desk.lobby("host").waiting_for == []
    assert desk.last("dan", Table).view["hand"] == hand
    desk.open("late", desk.owner(token))
    desk.say("late", Hello(1, "Ann"))
    assert desk.goodbye("late") == "seat-gone"


def test_a_bot_that_was_asked_before_the_owner_came_back_is_not_listened_to() -> None:
    """The owner has the same prompt then, and answers it."""
    desk = dealt(TWENTY_NINE, "ann", "ben", "cat")
    gone = asked(desk, "host", "ann", "ben", "cat")
    seat, token = seat_and_token(desk, gone)
    desk.close(gone)
    desk.say("ben" if gone == "host" else "host", Manage("bot", seat))
    (ask,) = desk.wanted(AskBot)
    desk.join("again", gone.capitalize(), token)
    written = list(desk.written)
    desk.bot_acts(ask)
    assert desk.written == written
    desk.act("again")
    assert desk.written != written


def test_a_bot_that_stands_in_goes_on_after_a_crash_of_the_host() -> None:
    """And gives the seat back, as it would have before."""
    desk = dealt(TWENTY_NINE, "ann", "ben", "cat")
    seat, token = seat_and_token(desk, "ann")
    desk.close("ann")
    desk.say("host", Manage("bot", seat))
    saved, lines = desk.session.saved(), [line for line in desk.written if not line.startswith("#")]
    desk.start(TWENTY_NINE, saved)
    desk.did(desk.session.resume([read_input(TWENTY_NINE, line.split(" ")) for line in lines]))
    desk.join("host", "Host", OWN_TOKEN)
    assert desk.lobby("host").people[seat].stand_in
    assert seat not in desk.lobby("host").waiting_for
    desk.join("ann", "Ann", token)
    assert not desk.lobby("host").people[seat].stand_in


def test_no_bot_stands_in_after_the_match() -> None:
    """In the lobby people are away, or they are not."""
    desk = dealt(TWENTY_NINE, "ann", "ben", "cat")
    desk.close("ann")
    desk.say("host", Manage("bot", 1))
    desk.say("host", Manage("end"))
    person = desk.lobby("host").people[1]
    assert (person.kind, person.stand_in) == ("person", False)
    assert desk.session.saved().seats[1].stand_in is None


def test_whoever_leaves_opens_the_seat_and_a_bot_may_have_it_for_good() -> None:
    """All wait until then."""
    desk = dealt(TWENTY_NINE, "ann", "ben", "cat")
    assert desk.lobby("ann").leaving == "opens"
    desk.say("ann", Bye())
    assert desk.lobby("host").waiting_for == [1]
    assert desk.is_playing()
    desk.say("host", Manage("bot", 1))
    assert desk.lobby("host").people[1].kind == "bot"
    assert desk.lobby("host").waiting_for == []
    desk.say("host", Manage("free", 1))
    assert desk.lobby("host").waiting_for == [1]


def test_when_the_host_drops_the_next_person_decides() -> None:
    """And the owner has the rights again after returning."""
    desk = dealt(TWENTY_NINE, "ann", "ben", "cat")
    desk.close("host")
    assert desk.lobby("ben").host == 1
    desk.say("ann", Manage("bot", 0))
    assert desk.lobby("ben").waiting_for == []
    desk.host_joins("again")
    assert desk.lobby("ben").host == 0


# --- a prompt, a result, a key


def test_the_result_outlives_a_host_that_dies_before_telling_it() -> None:
    """It is written down with the table."""
    desk = dealt(DICE_CAPTURE, "ann")
    token = desk.session.seats[1].token
    desk.say("host", Manage("end"))
    desk.start(DICE_CAPTURE, desk.session.saved())
    desk.join("ann", "Ann", token)
    assert desk.last("ann", Over).ending == "ended"


def test_a_token_opens_a_join_under_the_same_number_wherever_its_owner_sits() -> None:
    """So whoever drops while seats are swapped comes back."""
    desk = Desk(TWENTY_NINE, empty=3)
    desk.host_joins()
    desk.join("ann")
    key = desk.last("ann", Welcome).key
    desk.say("host", Manage("swap", 0, 1))
    assert (desk.last("ann", Welcome).seat, desk.last("ann", Welcome).key) == (0, key)
    desk.say("ann", Sit(3))
    desk.join("ben")
    saved = desk.session.saved()
    assert saved.tokens() == {0: OWN_TOKEN, key: "token 1", desk.last("ben", Welcome).key: "token 2"}
    desk.start(TWENTY_NINE, saved)
    desk.join("ann", "Ann", "token 1")
    assert desk.last("ann", Welcome).key == key


@pytest.mark.parametrize("game", [DICE_CAPTURE, RUMMY, TIEN_LEN, TWENTY_NINE, CALL, XING], ids=lambda game: game.name)
def test_an_answer_counts_once(game: Game) -> None:
    """Whoever sends it again is refused, also where the same may be done once more."""
    guests = ("ann", "ben", "cat")[: max(game.seats) - 1]
    desk = dealt(game, *guests)
    rng = Random(1)
    for _ in range(15 if game in (XING, TWENTY_NINE, CALL) else 28):
        peer = asked(desk, "host", *guests)
        table = desk.last(peer, Table)
        answer = Act(table.prompt or 0, rng.choice(table.legal))
        desk.say(peer, answer)
        written = list(desk.written)
        assert refusal(desk.say(peer, answer)) == "stale"
        assert desk.written == written
        while desk.session.match_to_draw_for:
            desk.draw()


def test_an_act_of_somebody_who_was_replaced_counts_only_if_it_still_fits() -> None:
    """The bot may have played meanwhile."""
    desk = dealt(XING, "ann", "ben", "cat")
    idle = asked(desk, "host", "ann", "ben", "cat")
    table = desk.last(idle, Table)
    stay(desk, 62, "host", "ann", "ben", "cat")
    desk.all_bots_act()
    answers = desk.say(idle, Act(table.prompt or 0, table.legal[0]))
    assert refusal(answers[-1:]) == "stale"
    assert not any(person.stand_in for person in desk.lobby("host").people)
