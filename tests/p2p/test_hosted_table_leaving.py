"""The table at the host in mid-match: who is away, who leaves, the end, and the time after a crash."""

import pytest

from engine.errors import IllegalAction
from engine.games.dice_capture import GAME as DICE_CAPTURE
from engine.games.rummy import GAME as RUMMY
from engine.games.tien_len import GAME as TIEN_LEN
from engine.match import Game
from engine.record import read_input
from p2p.effects import AppendRecord, AskBot, DrawChance, MatchEnded, OpenRecord, SaveTable, Send
from p2p.inbox import BUCKET
from p2p.messages import Act, Bye, Lobby, Over, Pong, Ready, Table, Welcome
from p2p.saved_table import SavedSeat, SavedTable
from tests.engine.toy_game import TOY
from tests.p2p.desk import OWN_TOKEN, Desk, dealt_toy, kinds, refusal

# --- going and coming back in mid-match


def test_while_somebody_is_away_the_match_stands_still() -> None:
    """Everybody is told for whom it waits; acts are refused until then."""
    desk = dealt_toy("ann", "ben", "cat")
    token = desk.session.seats[2].token
    desk.close("ben")
    assert desk.lobby("ann").waiting_for == [2]
    assert refusal(desk.say("ann", Act(1, "lay AS"))) == "waiting"
    desk.join("again", "Ben", token)
    assert desk.lobby("ann").waiting_for == []
    assert isinstance(desk.act("ann")[0], Table)


def test_whoever_returns_gets_the_whole_table_and_the_end_of_the_log() -> None:
    """Welcome, lobby, table: then the next act can come."""
    desk = dealt_toy("ann", "ben", "cat")
    desk.act("cat")
    before = desk.last("ben", Table)
    token = desk.session.seats[2].token
    desk.close("ben")
    desk.join("again", "Ben", token)
    welcome, lobby, table = desk.heard["again"]
    assert isinstance(welcome, Welcome)
    assert isinstance(lobby, Lobby)
    assert isinstance(table, Table)
    assert (table.view, table.prompt, table.legal, table.seq) == (before.view, before.prompt, before.legal, before.seq)
    assert [event.code for event in table.events] == ["dealt", "laid"]


def test_whoever_quits_a_game_that_needs_both_ends_it_without_a_result() -> None:
    """Dice Capture; the result is told before the lobby, and the seat is free."""
    desk = Desk()
    desk.begin("ann")
    desk.draw()
    desk.say("ann", Bye())
    assert [effect.line for effect in desk.wanted(AppendRecord)] == ["table end"]
    assert kinds(desk.effects)[:3] == ["AppendRecord", "SaveTable", "MatchEnded"]
    over, lobby = desk.heard["host"][-2:]
    assert isinstance(over, Over)
    assert (over.ending, over.winners) == ("ended", [])
    assert isinstance(lobby, Lobby)
    assert (lobby.playing, lobby.people[1].kind) == (False, "empty")
    assert not desk.session.saved().playing


def test_whoever_leaves_a_game_that_ends_then_leaves_its_standing() -> None:
    """The put-down rummy: the scores stand."""
    desk = Desk(RUMMY, empty=2)
    desk.begin("ann", "ben")
    desk.draw()
    desk.draw()
    desk.say("ann", Bye())
    assert [effect.line for effect in desk.wanted(AppendRecord)] == ["table leave 1"]
    assert desk.last("host", Over).ending == "won"
    assert desk.last("host", Table).events[0].text.startswith("Ann")


def test_whoever_leaves_a_game_that_goes_on_loses_the_bet_and_the_seat() -> None:
    """Tien Len for tokens; where there are too few for another round, the table waits for players."""
    desk = Desk(TIEN_LEN, empty=2, options={"scoring": "tokens"})
    desk.begin("ann", "ben")
    desk.draw()
    desk.say("ann", Bye())
    assert [effect.line for effect in desk.wanted(AppendRecord)] == ["table leave 1"]
    assert desk.is_playing()
    assert desk.lobby("ben").people[1].kind == "empty"
    assert desk.lobby("ben").waiting_for == []
    token = desk.session.seats[2].token
    desk.close("ben")
    desk.join("ben again", "Ben", token)
    assert any(event.text.startswith("Ann") for event in desk.last("ben again", Table).events), "who left has a name"
    desk.say("ben again", Bye())
    assert [effect.line for effect in desk.wanted(AppendRecord)] == ["table leave 2"]
    assert desk.is_playing()
    assert desk.last("host", Table).view["needs"] == "players"


def test_a_match_ends_when_the_last_person_leaves_it_to_the_bots() -> None:
    """Bots alone would play for ever."""
    desk = Desk(TIEN_LEN, empty=0, bots=2, options={"scoring": "tokens"})
    desk.begin()
    desk.draw()
    desk.say("host", Bye())
    assert [effect.line for effect in desk.wanted(AppendRecord)] == ["table end"]
    assert not desk.wanted(AskBot)


def test_whoever_leaves_while_another_is_away_does_not_wake_the_match() -> None:
    """The report is played, but nobody is asked until all who are left are there."""
    desk = Desk(TIEN_LEN, empty=3, options={"scoring": "tokens"})
    desk.begin("ann", "ben", "cat")
    desk.draw()
    desk.close("ann")
    desk.say("ben", Bye())
    assert desk.is_playing()
    assert desk.lobby("cat").waiting_for == [1]


# --- the end


def played_toy() -> Desk:
    """A match of the toy game that has just ended."""
    desk = dealt_toy("ann", "ben", "cat")
    for _ in range(4):
        for peer in ("host", "ann", "ben", "cat"):
            desk.act(peer)
    return desk


def test_after_a_match_the_lobby_returns_and_nobody_is_ready() -> None:
    """The last table, the result, the lobby."""
    desk = played_toy()
    table, over, lobby = desk.heard["ann"][-3:]
    assert isinstance(table, Table)
    assert isinstance(over, Over)
    assert over.ending == "won"
    assert isinstance(lobby, Lobby)
    assert not lobby.playing
    assert not any(person.ready for person in lobby.people)
    assert kinds(desk.effects) == ["AppendRecord", "SaveTable", "MatchEnded", "Send"]


def test_the_next_match_has_the_next_number_and_a_record_of_its_own() -> None:
    """Everybody must be ready again."""
    desk = played_toy()
    for peer in ("host", "ann", "ben", "cat"):
        desk.say(peer, Ready())
    (opened,) = desk.wanted(OpenRecord)
    assert opened.number == 2
    assert desk.wanted(DrawChance)


def test_two_matches_in_one_step_close_one_record_before_they_open_the_next() -> None:
    """Texts of a guest that waited are all read at once."""
    desk = Desk(TOY, empty=0, bots=3)
    desk.begin()
    desk.draw()
    for _ in range(3):
        desk.all_bots_act()
        desk.act("host")
    desk.all_bots_act()
    for _ in range(BUCKET):
        desk.say("host", Pong())
    desk.act("host")
    desk.say("host", Ready())
    assert not desk.wanted(AppendRecord)
    desk.wait(1)
    written = [type(effect) for effect in desk.effects if not isinstance(effect, Send)]
    bots = [AppendRecord] * 3
    assert written == [AppendRecord, SaveTable, MatchEnded, OpenRecord, SaveTable, *bots, DrawChance]


def test_whoever_missed_the_end_is_told_the_result_on_return_and_newcomers_are_not() -> None:
    """A newcomer has not played that match; and when the next one begins the result is history."""
    desk = dealt_toy("ann", "ben", "cat")
    token = desk.session.seats[1].token
    desk.close("ann")
    desk.say("cat", Bye())
    desk.join("ann again", "Ann", token)
    assert [type(message) for message in desk.heard["ann again"]] == [Welcome, Over, Lobby]
    desk.join("dan")
    assert not desk.told("dan", Over)
    for peer in ("host", "ben", "dan", "ann again"):
        desk.say(peer, Ready())
    desk.close("ann again")
    desk.join("ann once more", "Ann", token)
    assert not desk.told("ann once more", Over)


def test_closing_the_table_ends_the_match_for_the_record_and_for_everybody() -> None:
    """The result comes before the goodbye."""
    desk = Desk()
    desk.begin("ann")
    desk.draw()
    desk.did(desk.session.close_table())
    assert [effect.line for effect in desk.wanted(AppendRecord)] == ["table end"]
    over, lobby, bye, closed = desk.heard["ann"][-4:]
    assert isinstance(over, Over)
    assert isinstance(lobby, Lobby)
    assert isinstance(bye, Bye)
    assert closed is None


def test_a_table_without_a_match_closes_too() -> None:
    """There is nothing to write down."""
    desk = Desk()
    desk.host_joins()
    desk.did(desk.session.close_table())
    assert kinds(desk.effects) == ["Send", "Close"]


# --- after a crash


def test_a_host_that_comes_back_asks_nothing_until_everybody_is_back() -> None:
    """Then it asks for what is due; the prompts of before the crash still stand."""
    desk = Desk(TOY, empty=2, bots=1)
    lines: list[str] = []
    desk.begin("ann", "ben")
    desk.draw()
    lines += [effect.line for effect in desk.wanted(AppendRecord)]
    desk.act("ben")
    lines += [effect.line for effect in desk.wanted(AppendRecord)]
    before = desk.last("ann", Table)
    tokens = [seat.token for seat in desk.session.seats]
    desk.start(TOY, desk.session.saved())
    desk.did(desk.session.resume([read_input(TOY, line.split(" ")) for line in lines]))
    assert kinds(desk.effects) == ["AppendRecord"], "the bot has another seed now"
    assert desk.session.next_deadline(desk.now) is None
    desk.join("ann", "Ann", tokens[1])
    desk.join("ben", "Ben", tokens[2])
    assert desk.lobby("ann").waiting_for == [0]
    assert not desk.wanted(AskBot)
    desk.host_joins()
    assert [ask.seat for ask in desk.wanted(AskBot)] == [3]
    after = desk.last("ann", Table)
    assert (after.view, after.prompt, after.seq) == (before.view, before.prompt, before.seq)
    assert isinstance(desk.say("ann", Act(before.prompt or 0, before.legal[0]))[0], Table)


def test_a_match_that_had_just_ended_when_the_host_crashed_has_its_result() -> None:
    """The last input was written down, but nobody was told."""
    saved = [SavedSeat("person", "Host", OWN_TOKEN), SavedSeat("person", "Ann", "token")]
    desk = Desk()
    desk.start(DICE_CAPTURE, SavedTable("dice-capture", {}, saved, 1, playing=True))
    desk.did(desk.session.resume([read_input(DICE_CAPTURE, ["table", "end"])]))
    assert kinds(desk.effects) == ["SaveTable", "MatchEnded"]
    assert not desk.session.saved().playing
    desk.join("ann", "Ann", "token")
    assert [type(message) for message in desk.heard["ann"]] == [Welcome, Over, Lobby]


def test_a_table_of_bots_alone_goes_on_at_once() -> None:
    """Nobody is missing."""
    desk = Desk()
    bots = [SavedSeat("bot", f"Bot {seat}", None, "random") for seat in range(2)]
    desk.start(DICE_CAPTURE, SavedTable("dice-capture", {}, bots, 1, playing=True))
    desk.did(desk.session.resume([]))
    assert kinds(desk.effects) == ["AppendRecord", "DrawChance"]


@pytest.mark.parametrize("game", [TOY, DICE_CAPTURE], ids=lambda game: game.name)
def test_inputs_of_another_match_are_not_resumed(game: Game) -> None:
    """The caller has checked them; if not, it is told."""
    desk = Desk(game, empty=game.seats[-1] - 1)
    with pytest.raises(IllegalAction):
        desk.session.resume([read_input(game, ["deck", "AS"])])
