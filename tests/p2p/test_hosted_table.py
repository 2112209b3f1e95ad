"""The table at the host: the lobby, the match, and what happens when somebody goes."""

import pytest

from engine.errors import IllegalAction
from engine.games.dice_capture import GAME as DICE_CAPTURE
from engine.games.rummy import GAME as RUMMY
from engine.games.tien_len import GAME as TIEN_LEN
from engine.inputs import Action, Chance, Need
from engine.match import Game
from engine.record import read_input
from p2p.effects import AppendRecord, AskBot, DrawChance, Effect, MatchEnded, OpenRecord, SaveTable, Send
from p2p.host_session import Owner
from p2p.inbox import BUCKET
from p2p.messages import Act, Bye, Hello, Lobby, Over, Pong, Ready, Refused, Sit, Table, Welcome
from p2p.saved_table import SavedSeat, SavedTable
from tests.engine.toy_game import TOY
from tests.p2p.desk import OWN_TOKEN, Desk


def refusal(answers: list[object]) -> str:
    """The code of the one refusal."""
    (refused,) = answers
    assert isinstance(refused, Refused)
    assert refused.text
    return refused.code


def kinds(effects: list[Effect]) -> list[str]:
    """The kinds of effects in their order, each run of one kind once."""
    names = [type(effect).__name__ for effect in effects]
    return [name for place, name in enumerate(names) if names[place - 1 : place] != [name]]


def dealt_toy(*guests: str, bots: int = 0) -> Desk:
    """A match of the toy game in which everybody may lay a card."""
    desk = Desk(TOY, empty=len(guests), bots=bots)
    desk.begin(*guests)
    desk.draw()
    return desk


# --- the lobby


def test_a_move_takes_the_person_and_the_token_to_another_seat_but_not_the_readiness() -> None:
    """Whoever moves is welcomed again; everybody sees it."""
    desk = Desk(TOY, empty=3)
    desk.host_joins()
    token = desk.join("ann")
    desk.say("ann", Ready())
    welcome, lobby = desk.say("ann", Sit(3))
    assert welcome == Welcome(1, 3, token)
    assert isinstance(lobby, Lobby)
    assert (lobby.you, lobby.people[3].name, lobby.people[3].ready, lobby.people[1].kind) == (3, "Ann", False, "empty")
    assert desk.session.saved().seats[3].token == token
    desk.close("ann")
    desk.join("again", "Ann", token)
    assert desk.lobby("again").you == 3


def test_to_sit_where_one_sits_changes_nothing_and_is_answered() -> None:
    """Not even the readiness."""
    desk = Desk()
    desk.join("ann")
    desk.say("ann", Ready())
    assert isinstance(desk.say("ann", Sit(1))[0], Welcome)
    assert desk.lobby("ann").people[1].ready


def test_a_seat_that_is_taken_or_does_not_exist_is_refused() -> None:
    """Also one whose person is away, and one of a bot."""
    desk = Desk(TOY, empty=2, bots=1)
    desk.join("ann")
    assert refusal([*desk.say("ann", Sit(0))]) == "seat-taken"
    assert refusal([*desk.say("ann", Sit(3))]) == "seat-taken"
    assert refusal([*desk.say("ann", Sit(4))]) == "no-such-seat"


def test_a_match_begins_when_every_seat_is_taken_and_every_person_is_ready() -> None:
    """Neither earlier nor later; bots are always ready, to be ready twice does no harm."""
    desk = Desk(TOY, empty=2, bots=1)
    desk.host_joins()
    desk.join("ann")
    desk.say("ann", Ready())
    desk.say("host", Ready())
    desk.say("host", Ready())
    assert not desk.is_playing()
    desk.join("ben")
    desk.say("ben", Ready())
    assert desk.is_playing()
    assert desk.lobby("ann").playing


def test_the_beginning_is_written_down_before_it_is_told_and_chance_is_asked_for_last() -> None:
    """The record's header first, then that the table plays."""
    desk = Desk()
    desk.begin("ann")
    assert kinds(desk.effects) == ["OpenRecord", "SaveTable", "Send", "DrawChance"]
    assert desk.effects[0] == OpenRecord(1, ["record 1", "game dice-capture", "seats 2", "name 0 Host", "name 1 Ann"])
    (save,) = desk.wanted(SaveTable)
    assert (save.table.playing, save.table.matches) == (True, 1)


def test_whoever_drops_in_the_lobby_is_not_ready_any_more() -> None:
    """A match does not begin without them."""
    desk = Desk()
    desk.host_joins()
    token = desk.join("ann")
    desk.say("ann", Ready())
    desk.close("ann")
    desk.say("host", Ready())
    assert not desk.is_playing()
    desk.join("again", "Ann", token)
    desk.say("again", Ready())
    assert desk.is_playing()


def test_whoever_leaves_the_lobby_frees_the_seat_and_loses_the_token() -> None:
    """The next newcomer gets it with a token of its own."""
    desk = Desk()
    desk.host_joins()
    token = desk.join("ann")
    desk.say("ann", Bye())
    assert desk.heard["ann"][-1] is None
    assert desk.lobby("host").people[1].kind == "empty"
    assert desk.join("ben") != token
    desk.open("ann again", Owner(token))
    desk.say("ann again", Hello(1, "Ann"))
    assert desk.goodbye("ann again") == "seat-gone"


@pytest.mark.parametrize("said", [Ready(), Sit(1)], ids=["ready", "sit"])
def test_the_lobby_is_closed_during_a_match(said: Ready | Sit) -> None:
    """Nobody moves, and who is ready does not matter."""
    desk = Desk()
    desk.begin("ann")
    assert refusal([*desk.say("ann", said)]) == "not-now"


# --- acts


def test_an_act_is_written_down_and_shown_to_everybody() -> None:
    """In this order; each sees the events that are for its eyes."""
    desk = dealt_toy("ann", "ben", "cat")
    (told,) = desk.act("ann")
    assert kinds(desk.effects) == ["AppendRecord", "Send"]
    assert isinstance(told, Table)
    assert [event.code for event in told.events] == ["laid", "laid-card"]
    assert told.events[0].text == "Ann lays a card."
    assert [event.code for event in desk.last("ben", Table).events] == ["laid"]
    assert desk.wanted(AppendRecord)[0].line.startswith("1 lay ")


def test_several_who_are_asked_at_once_act_in_any_order() -> None:
    """One seat's answer does not make another's too late."""
    desk = dealt_toy("ann", "ben", "cat")
    prompts = {peer: desk.last(peer, Table) for peer in ("cat", "host", "ben", "ann")}
    for peer, table in prompts.items():
        assert table.prompt == 1
        assert isinstance(desk.say(peer, Act(1, table.legal[-1]))[0], Table)
    assert desk.last("ann", Table).prompt == 2


def test_an_act_without_a_match_is_refused() -> None:
    """It names the prompt that it wanted to answer."""
    desk = Desk()
    desk.join("ann")
    assert desk.say("ann", Act(4, "roll 1")) == [Refused("no-match", "No match is going on.", 4)]


@pytest.mark.parametrize("prompt", [0, 2, 2**31 - 1])
def test_an_act_that_answers_no_standing_prompt_is_stale(prompt: int) -> None:
    """Too early or too late, it changes nothing."""
    desk = dealt_toy("ann", "ben", "cat")
    assert refusal([*desk.say("ann", Act(prompt, desk.last("ann", Table).legal[0]))]) == "stale"
    assert desk.last("ann", Table).prompt == 1


def test_whoever_is_not_asked_cannot_act() -> None:
    """Not even with the number of somebody else's prompt."""
    desk = dealt_toy("ann", "ben", "cat")
    desk.act("ann")
    assert refusal([*desk.say("ann", Act(1, "lay AS"))]) == "stale"


def test_an_act_against_the_rules_is_refused_in_the_words_of_the_rules() -> None:
    """The code is the game's, and the prompt still stands."""
    desk = Desk()
    desk.begin("ann")
    desk.draw()
    assert refusal([*desk.say("host", Act(1, "roll 7"))]) == "no-such-pile"
    assert isinstance(desk.act("host")[0], Table)


def test_an_act_that_spells_nothing_is_refused() -> None:
    """It says how it would be written."""
    desk = Desk()
    desk.begin("ann")
    desk.draw()
    (refused,) = desk.say("host", Act(1, "roll"))
    assert refused == Refused("unreadable-action", 'Write it as "roll PILE".', 1)


# --- chance


def test_chance_is_asked_for_once() -> None:
    """Whatever else happens before it comes."""
    desk = Desk()
    desk.begin("ann")
    assert desk.wanted(DrawChance)
    desk.join("tab", "Host", OWN_TOKEN)
    desk.wait(1)
    assert not desk.wanted(DrawChance)
    desk.draw()
    assert desk.last("ann", Table).view["phase"] == "act"


def test_chance_that_comes_while_somebody_is_away_is_taken() -> None:
    """An outcome that was drawn is never drawn again."""
    desk = Desk()
    desk.begin("ann")
    token = desk.session.seats[1].token
    desk.close("ann")
    desk.draw()
    assert [type(effect) for effect in desk.effects] == [AppendRecord, Send]
    desk.join("again", "Ann", token)
    assert not desk.wanted(DrawChance)
    assert desk.last("again", Table).view["phase"] == "act"


def test_chance_for_a_match_that_has_ended_is_dropped_and_the_next_match_asks_anew() -> None:
    """Somebody quits while the cards are being dealt."""
    desk = Desk()
    desk.begin("ann")
    match = desk.session.match_to_draw_for
    assert match
    desk.say("ann", Bye())
    assert desk.session.match_to_draw_for is None
    deck = Chance(Need.DECK, range(54))
    assert desk.session.chance_drawn(deck) == []
    desk.join("ben")
    for peer in ("host", "ben"):
        desk.say(peer, Ready())
    assert desk.wanted(DrawChance)
    desk.draw(deck)
    assert desk.last("ben", Table).view["phase"] == "act"


def test_an_outcome_that_is_none_is_the_shells_fault_and_changes_nothing() -> None:
    """It raises, and a right one is still welcome."""
    desk = Desk()
    desk.begin("ann")
    with pytest.raises(IllegalAction):
        desk.session.chance_drawn(Chance(Need.DECK, (1, 2)))
    desk.draw()
    assert desk.last("ann", Table).view["phase"] == "act"


# --- bots


def test_a_bot_is_asked_once_a_prompt_and_given_what_its_seat_knows() -> None:
    """The prompt's number is quoted back; the view is the seat's own."""
    desk = dealt_toy("ann", bots=2)
    asks = desk.wanted(AskBot)
    assert [ask.seat for ask in asks] == [2, 3]
    assert asks[0].look()["hand"] != asks[1].look()["hand"]
    desk.act("ann")
    assert not desk.wanted(AskBot)
    desk.bot_acts(asks[1])
    desk.bot_acts(asks[0])
    desk.act("host")
    again = desk.wanted(AskBot)
    assert [ask.seat for ask in again] == [2, 3]
    assert not {ask.prompt for ask in asks} & {ask.prompt for ask in again}


def test_a_bots_answer_during_a_pause_is_dropped_and_it_is_asked_anew() -> None:
    """The match stands still for bots, too."""
    desk = dealt_toy("ann", bots=2)
    first, second = desk.wanted(AskBot)
    token = desk.session.seats[1].token
    desk.close("ann")
    desk.bot_acts(first)
    assert desk.effects == []
    desk.join("again", "Ann", token)
    (asked_anew,) = desk.wanted(AskBot)
    assert asked_anew.seat == first.seat
    desk.bot_acts(second)
    assert desk.wanted(AppendRecord), "an answer that came after the pause counts"
    desk.bot_acts(first)
    assert desk.effects == [], "the old number is used up"
    desk.bot_acts(asked_anew)
    assert desk.wanted(AppendRecord)


def test_a_bots_answer_to_an_earlier_match_is_dropped() -> None:
    """However alike the matches are."""
    desk = Desk(bots=1, empty=0)
    desk.begin()
    desk.draw()
    while not (asks := desk.wanted(AskBot)):
        desk.act("host")
        if desk.session.match_to_draw_for:
            desk.draw()
    desk.say("host", Bye())
    assert not desk.is_playing()
    desk.join("ann")
    desk.say("ann", Ready())
    desk.draw()
    desk.bot_acts(asks[0])
    assert desk.effects == []


def test_a_choice_that_the_bot_was_not_given_is_its_fault_and_changes_nothing() -> None:
    """It raises."""
    desk = dealt_toy("ann", bots=2)
    ask = desk.wanted(AskBot)[0]
    with pytest.raises(IllegalAction):
        desk.session.bot_chose(ask.seat, ask.prompt, Action("lay", 0))


# --- going and coming back in mid-match


def test_while_somebody_is_away_the_match_stands_still() -> None:
    """Everybody is told for whom it waits; acts are refused until then."""
    desk = dealt_toy("ann", "ben", "cat")
    token = desk.session.seats[2].token
    desk.close("ben")
    assert desk.lobby("ann").waiting_for == [2]
    assert refusal([*desk.say("ann", Act(1, "lay AS"))]) == "waiting"
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
    assert kinds(desk.effects)[:3] == ["AppendRecord", "MatchEnded", "SaveTable"]
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
    """Tien Len for tokens, until there are too few: then the match ends, since nobody can sit down in it."""
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
    assert [effect.line for effect in desk.wanted(AppendRecord)] == ["table leave 2", "table end"]
    assert not desk.is_playing()
    assert desk.last("host", Over).ending == "ended"


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
    assert kinds(desk.effects) == ["AppendRecord", "MatchEnded", "SaveTable", "Send"]


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
    assert written == [AppendRecord, MatchEnded, SaveTable, OpenRecord, SaveTable, DrawChance]


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
    assert desk.effects == []
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
    assert kinds(desk.effects) == ["MatchEnded", "SaveTable"]
    assert not desk.session.saved().playing
    desk.join("ann", "Ann", "token")
    assert [type(message) for message in desk.heard["ann"]] == [Welcome, Over, Lobby]


def test_a_table_of_bots_alone_goes_on_at_once() -> None:
    """Nobody is missing."""
    desk = Desk()
    bots = [SavedSeat("bot", f"Bot {seat}", None, "random") for seat in range(2)]
    desk.start(DICE_CAPTURE, SavedTable("dice-capture", {}, bots, 1, playing=True))
    desk.did(desk.session.resume([]))
    assert desk.effects == [DrawChance()]


@pytest.mark.parametrize("game", [TOY, DICE_CAPTURE], ids=lambda game: game.name)
def test_inputs_of_another_match_are_not_resumed(game: Game) -> None:
    """The caller has checked them; if not, it is told."""
    desk = Desk(game, empty=game.seats[-1] - 1)
    with pytest.raises(IllegalAction):
        desk.session.resume([read_input(game, ["deck", "AS"])])
