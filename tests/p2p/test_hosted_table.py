"""The table at the host: the lobby, acts, chance and bots."""

import pytest

from engine.errors import IllegalAction
from engine.inputs import Action, Chance, Need
from p2p.effects import AppendRecord, AskBot, DrawChance, OpenRecord, SaveTable, Send
from p2p.host_session import SIT_COUNTS, Owner
from p2p.inbox import BUCKET
from p2p.messages import Act, Bye, Hello, Lobby, Ready, Refused, Sit, Table, Welcome
from tests.engine.toy_game import TOY
from tests.p2p.desk import OWN_TOKEN, Desk, dealt_toy, kinds, refusal

# --- the lobby


def test_a_move_takes_the_person_and_the_token_to_another_seat_but_not_the_readiness() -> None:
    """Whoever moves is welcomed again; everybody sees it."""
    desk = Desk(TOY, empty=3)
    desk.host_joins()
    token = desk.join("ann")
    desk.say("ann", Ready())
    welcome, lobby = desk.say("ann", Sit(3))
    assert welcome == Welcome(1, 3, token, key=1)
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
    assert refusal(desk.say("ann", Sit(0))) == "seat-taken"
    assert refusal(desk.say("ann", Sit(3))) == "seat-taken"
    assert refusal(desk.say("ann", Sit(4))) == "no-such-seat"


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
    assert refusal(desk.say("ann", said)) == "not-now"


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
    assert refusal(desk.say("ann", Act(prompt, desk.last("ann", Table).legal[0]))) == "stale"
    assert desk.last("ann", Table).prompt == 1


def test_whoever_is_not_asked_cannot_act() -> None:
    """Not even with the number of somebody else's prompt."""
    desk = dealt_toy("ann", "ben", "cat")
    desk.act("ann")
    assert refusal(desk.say("ann", Act(1, "lay AS"))) == "stale"


def test_an_act_against_the_rules_is_refused_in_the_words_of_the_rules() -> None:
    """The code is the game's, and the prompt still stands."""
    desk = Desk()
    desk.begin("ann")
    desk.draw()
    assert refusal(desk.say("host", Act(1, "roll 7"))) == "no-such-pile"
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


def test_whoever_takes_the_own_seat_or_is_ready_again_is_answered_and_nobody_else_hears_of_it() -> None:
    """Nothing has changed, so nothing is written down either: it could be said thirty times a second."""
    desk = Desk(TOY, empty=3)
    desk.host_joins()
    desk.join("ann")
    desk.say("ann", Ready())
    for said in (Sit(1), Ready()):
        heard = len(desk.heard["host"])
        assert isinstance(desk.say("ann", said)[-1], Lobby)
        assert desk.wanted(SaveTable) == []
        assert len(desk.heard["host"]) == heard
        assert desk.lobby("ann").people[1].ready


def test_seats_are_changed_a_few_times_a_second_at_most() -> None:
    """Each change is written down, and told to everybody."""
    desk = Desk(TOY, empty=3)
    desk.host_joins()
    desk.join("ann")
    before = len(desk.told("host", Lobby))
    for number in range(100):
        desk.say("ann", Sit(2 + number % 2))
    assert len(desk.told("host", Lobby)) - before == BUCKET // (SIT_COUNTS + 1)
