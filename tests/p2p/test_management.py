"""The host's rights: who has them, what they allow, and why they are refused."""

import pytest

from engine.games.dice_capture import GAME as DICE_CAPTURE
from engine.games.twenty_nine import GAME as TWENTY_NINE
from p2p.effects import AppendRecord, EndTable, OpenRecord, RenewCode, SaveTable
from p2p.handouts import Invite, QrCode
from p2p.host_session import Newcomer, Owner
from p2p.messages import Act, Bye, Frames, Hello, Lobby, Manage, ManageDeed, Over, Part, Ready, Table, Welcome
from p2p.saved_table import SavedSeat
from tests.engine.toy_game import TOY
from tests.p2p.desk import OWN_TOKEN, Desk, kinds, refusal

INVITE = Invite("K7QX-M4TC", "http://x/#j=K7QX.s", "http://x", QrCode(29, "M0 0h1v1h-1z"))


def lobby_of_four() -> Desk:
    """Twenty-nine with the host, ann, an empty seat and a bot."""
    desk = Desk(TWENTY_NINE, empty=2, bots=1)
    desk.host_joins()
    desk.join("ann")
    return desk


def who_sits(desk: Desk) -> list[str | None]:
    """The names at the table, as ann sees them."""
    return [person.name for person in desk.lobby("ann").people]


# --- who has the rights


DEEDS: list[ManageDeed] = ["bot", "free", "kick", "swap", "game", "start", "pause", "resume"]
DEEDS += ["restart", "end", "new-code", "close"]


@pytest.mark.parametrize("do", DEEDS)
def test_nobody_else_has_the_rights_of_the_host(do: ManageDeed) -> None:
    """Not in the lobby, not in a match."""
    desk = Desk()
    desk.host_joins()
    desk.join("ann")
    assert refusal(desk.say("ann", Manage(do, 1))) == "not-the-host"
    for peer in ("host", "ann"):
        desk.say(peer, Ready())
    assert refusal(desk.say("ann", Manage(do, 1))) == "not-the-host"


def test_everybody_sees_who_the_host_is_wherever_that_player_sits() -> None:
    """The rights are the person's, not the seat's."""
    desk = lobby_of_four()
    assert desk.lobby("ann").host == 0
    desk.say("host", Manage("swap", 0, 2))
    assert desk.lobby("ann").host == desk.lobby("host").you == 2
    assert desk.session.saved().host == 2


def test_the_rights_pass_to_the_next_person_who_is_here_when_the_host_leaves() -> None:
    """A person who is away is passed over."""
    desk = Desk(TOY, empty=3)
    desk.host_joins()
    desk.join("ann")
    desk.join("ben")
    desk.close("ann")
    desk.say("host", Bye())
    assert desk.lobby("ben").host == 2
    desk.say("ben", Manage("bot", 3))
    assert desk.lobby("ben").people[3].kind == "bot"


def test_while_the_host_is_away_the_next_person_has_the_rights() -> None:
    """Whose link is lost comes back, and has them again; what concerns the whole table waits until then."""
    desk = lobby_of_four()
    assert refusal(desk.say("ann", Manage("bot", 2))) == "not-the-host"
    desk.close("host")
    assert desk.lobby("ann").host == 1
    assert not {"new-code", "close"} & set(desk.lobby("ann").may)
    assert refusal(desk.say("ann", Manage("close"))) == "host-is-away"
    desk.say("ann", Manage("bot", 2))
    assert desk.lobby("ann").people[2].kind == "bot"
    desk.host_joins("again")
    assert desk.lobby("ann").host == 0
    assert refusal(desk.say("ann", Manage("free", 2))) == "not-the-host"


def test_if_only_absent_people_are_left_one_of_them_has_the_rights_and_if_nobody_is_left_the_next_to_come() -> None:
    """A table is never without a host for good."""
    desk = Desk(TOY, empty=3)
    desk.host_joins()
    token = desk.join("ann")
    desk.close("ann")
    desk.say("host", Bye())
    desk.join("again", token=token)
    assert desk.lobby("again").host == 1
    desk.say("again", Bye())
    assert desk.session.saved().host is None
    desk.join("ben")
    assert desk.lobby("ben").host == 0


def test_whoever_sits_at_the_hosts_own_machine_gets_the_rights_back_after_a_stand_in_has_freed_the_seat() -> None:
    """A guest who has them for a moment cannot take the table away for good."""
    desk = lobby_of_four()
    desk.close("host")
    desk.say("ann", Manage("free", 0))
    assert desk.lobby("ann").host == 1
    desk.open("page", Newcomer(OWN_TOKEN))
    desk.say("page", Hello(1, "Host"))
    assert desk.lobby("ann").host == desk.lobby("page").you
    assert refusal(desk.say("ann", Manage("bot", 2))) == "not-the-host"


@pytest.mark.parametrize("playing", [False, True])
def test_nobody_can_keep_the_host_out_by_giving_the_seat_to_a_bot(*, playing: bool) -> None:
    """A bot makes room for who sits at the host's own machine, in the lobby and where seats are taken in a match."""
    desk = lobby_of_four()
    desk.say("host", Manage("bot", 2))
    if playing:
        desk.say("host", Manage("start"))
        desk.draw_all()
    desk.close("host")
    desk.say("ann", Manage("free", 0))
    desk.say("ann", Manage("bot", 0))
    desk.open("stranger")
    desk.say("stranger", Hello(1, "Eve"))
    assert desk.goodbye("stranger") == "table-full"
    desk.open("page", Newcomer(OWN_TOKEN))
    desk.say("page", Hello(1, "Host"))
    assert desk.lobby("ann").people[desk.lobby("page").you].name == "Host"
    assert desk.lobby("ann").host == desk.lobby("page").you
    assert desk.is_playing() == playing


def test_whoever_waits_at_the_table_without_a_word_does_not_outlast_a_new_code() -> None:
    """A player who is to be sent away could have let a second link in before; the host's own page and owners stay."""
    desk = lobby_of_four()
    token = desk.session.seats[1].token
    desk.open("spare")
    desk.open("page", Newcomer(OWN_TOKEN))
    desk.open("ann again", desk.owner(token))
    desk.say("host", Manage("kick", 1))
    desk.say("host", Manage("new-code"))
    desk.did(desk.session.invitation_is(INVITE))
    assert desk.goodbye("spare") == "seat-gone"
    assert [desk.goodbye(peer) for peer in ("host", "page", "ann again")] == [None, None, None]


def test_two_tabs_of_the_hosts_own_page_have_one_seat() -> None:
    """Also when both were let in while the seat was free: the newer one has it."""
    desk = Desk(TOY, empty=3)
    desk.host_joins()
    desk.join("ann")
    desk.say("host", Bye())
    for tab in ("tab", "other tab"):
        desk.open(tab, Newcomer(OWN_TOKEN))
    desk.say("tab", Hello(1, "Host"))
    desk.say("other tab", Hello(1, "Host"))
    assert desk.goodbye("tab") == "opened-elsewhere"
    assert [person.kind for person in desk.lobby("ann").people] == ["person", "person", "empty", "empty"]


def test_the_rights_survive_a_restart_of_the_program() -> None:
    """They are written down with the table."""
    desk = lobby_of_four()
    desk.say("host", Manage("swap", 0, 2))
    desk.start(TWENTY_NINE, desk.session.saved())
    desk.join("host", token=OWN_TOKEN)
    assert desk.lobby("host").host == desk.lobby("host").you == 2


# --- seats


def test_a_bot_is_seated_named_as_one_and_can_be_freed_again() -> None:
    """By the lowest number that no bot has."""
    desk = lobby_of_four()
    assert who_sits(desk) == ["Host", "Ann", None, "Bot 1"]
    desk.say("host", Manage("bot", 2))
    assert who_sits(desk) == ["Host", "Ann", "Bot 2", "Bot 1"]
    desk.say("host", Manage("free", 3))
    desk.say("host", Manage("bot", 3, bot="random"))
    assert who_sits(desk) == ["Host", "Ann", "Bot 2", "Bot 1"]
    assert desk.session.saved().seats[3] == SavedSeat("bot", "Bot 1", None, "random")


def test_the_kind_of_a_bot_can_be_changed_and_an_unknown_kind_is_refused() -> None:
    """The sentence lists the kinds there are."""
    desk = lobby_of_four()
    assert refusal(desk.say("host", Manage("bot", 3, bot="genius"))) == "no-such-bot"
    desk.say("host", Manage("bot", 3, bot="random"))
    assert who_sits(desk)[3] == "Bot 1"


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        (Manage("bot", 1), "somebody-there"),
        (Manage("bot", 4), "no-such-seat"),
        (Manage("bot"), "no-such-seat"),
        (Manage("free", 1), "somebody-there"),
        (Manage("free", 2), "nobody-there"),
        (Manage("free", 9), "no-such-seat"),
        (Manage("kick", 0), "not-yourself"),
        (Manage("kick", 2), "nobody-there"),
        (Manage("kick", 3), "bot-there"),
        (Manage("kick", 7), "no-such-seat"),
        (Manage("swap", 0), "no-such-seat"),
        (Manage("swap", 0, 4), "no-such-seat"),
        (Manage("start"), "seats-empty"),
        (Manage("pause"), "no-match"),
        (Manage("resume"), "no-match"),
        (Manage("restart"), "no-match"),
        (Manage("end"), "no-match"),
        (Manage("new-code"), "not-open"),
        (Manage("game", game="chess"), "no-such-game"),
        (Manage("game", seats=3), "no-such-option"),
        (Manage("game", options={"take": "deep"}), "no-such-option"),
    ],
    ids=str,
)
def test_what_cannot_be_is_refused_and_changes_nothing(wish: Manage, code: str) -> None:
    """Each with its own code and sentence."""
    desk = lobby_of_four()
    before = desk.session.saved()
    assert refusal(desk.say("host", wish)) == code
    assert desk.session.saved() == before
    assert not desk.wanted(SaveTable)


def test_two_players_change_places_and_keep_what_proves_them() -> None:
    """Both are told their new seats, and nobody is ready any more."""
    desk = lobby_of_four()
    desk.say("ann", Ready())
    desk.say("host", Manage("swap", 0, 1))
    assert who_sits(desk)[:2] == ["Ann", "Host"]
    assert (desk.last("ann", Welcome).seat, desk.last("host", Welcome)) == (0, Welcome(1, 1, OWN_TOKEN))
    assert not any(person.ready for person in desk.lobby("ann").people)
    desk.say("host", Manage("swap", 2, 3))
    assert who_sits(desk) == ["Ann", "Host", "Bot 1", None]
    desk.say("host", Manage("swap", 0, 0))
    assert who_sits(desk) == ["Ann", "Host", "Bot 1", None]


def test_the_seat_of_somebody_who_is_away_can_be_freed() -> None:
    """Who comes back too late is told so."""
    desk = lobby_of_four()
    desk.close("ann")
    desk.say("host", Manage("free", 1))
    assert desk.lobby("host").people[1].kind == "empty"
    desk.join("ben")
    assert desk.lobby("ben").you == 1


def test_whoever_is_sent_away_is_told_so_and_has_no_seat_any_more() -> None:
    """The link is closed, the token is worth nothing."""
    desk = lobby_of_four()
    token = desk.last("ann", Welcome).token
    desk.say("host", Manage("kick", 1))
    assert desk.goodbye("ann") == "kicked"
    desk.open("again", Owner(token))
    desk.say("again", Hello(1, "Ann"))
    assert desk.goodbye("again") == "seat-gone"
    assert desk.lobby("host").people[1].kind == "empty"


def test_somebody_can_be_sent_away_in_mid_match_as_if_that_player_had_left() -> None:
    """The game's own rule says what becomes of the match."""
    desk = Desk()
    desk.begin("ann")
    desk.draw()
    desk.say("host", Manage("kick", 1))
    assert desk.goodbye("ann") == "kicked"
    assert desk.last("host", Over).ending == "ended"
    assert not desk.is_playing()


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        (Manage("bot", 1), "somebody-there"),
        (Manage("free", 1), "somebody-there"),
        (Manage("swap", 0, 1), "not-now"),
        (Manage("start"), "not-now"),
    ],
)
def test_people_stay_where_they_are_during_a_match(wish: Manage, code: str) -> None:
    """Until it is over."""
    desk = Desk()
    desk.begin("ann")
    assert refusal(desk.say("host", wish)) == code


def test_another_game_ends_the_match_that_is_going_on() -> None:
    """Without a result; one that cannot be played leaves it alone."""
    desk = Desk()
    desk.begin("ann")
    desk.draw()
    assert refusal(desk.say("host", Manage("game", game="chess"))) == "no-such-game"
    assert desk.is_playing()
    desk.say("host", Manage("game", game="rummy"))
    assert desk.last("ann", Over).ending == "ended"
    assert (desk.lobby("ann").game, desk.lobby("ann").playing) == ("rummy", False)


# --- the game


def test_another_game_is_played_with_the_same_people() -> None:
    """Everybody must be ready anew."""
    desk = lobby_of_four()
    desk.say("ann", Ready())
    desk.say("host", Manage("game", game="rummy", seats=3, options={"take": "deep"}))
    lobby = desk.lobby("ann")
    assert (lobby.game, lobby.options, len(lobby.people)) == ("rummy", {"take": "deep"}, 3)
    assert who_sits(desk) == ["Host", "Ann", None]
    assert not lobby.people[1].ready
    desk.say("host", Manage("bot", 2))
    desk.say("host", Manage("start"))
    assert desk.wanted(OpenRecord)[0].header[:2] == ["record 1", "game rummy"]


def test_what_is_not_said_of_a_game_stays_as_it_is() -> None:
    """Or is as usual for another game or number of seats."""
    desk = lobby_of_four()
    desk.say("host", Manage("game", game="rummy", options={"take": "deep"}))
    desk.say("host", Manage("game"))
    assert desk.lobby("ann").options == {"take": "deep"}
    desk.say("host", Manage("game", options={"stock-out": "end"}))
    assert desk.lobby("ann").options == {"stock-out": "end"}
    desk.say("host", Manage("game", seats=2))
    assert desk.lobby("ann").options == {}
    desk.say("host", Manage("game", game="tien-len"))
    assert len(desk.lobby("ann").people) == 2
    desk.say("host", Manage("game", game="xing"))
    assert len(desk.lobby("ann").people) == 4


def test_people_whose_seats_are_gone_take_others_and_bots_make_room() -> None:
    """Only people count when a game has too few seats."""
    desk = lobby_of_four()
    desk.say("host", Manage("swap", 1, 3))
    desk.say("host", Manage("swap", 1, 2))
    assert who_sits(desk) == ["Host", None, "Bot 1", "Ann"]
    desk.say("host", Manage("game", game="dice-capture"))
    assert who_sits(desk) == ["Host", "Ann"]
    assert desk.last("ann", Welcome).seat == 1
    desk.say("host", Manage("game", game="twenty-nine"))
    desk.join("ben")
    assert refusal(desk.say("host", Manage("game", game="dice-capture"))) == "too-many-people"
    assert desk.lobby("ben").game == "twenty-nine"


def test_nobody_who_is_away_is_given_another_seat() -> None:
    """Who comes back looks for the seat that was left."""
    desk = lobby_of_four()
    desk.close("ann")
    assert refusal(desk.say("host", Manage("swap", 0, 1))) == "is-away"
    desk.say("host", Manage("game", game="dice-capture"))
    desk.say("host", Manage("game", game="twenty-nine"))
    token = desk.session.saved().seats[1].token
    desk.join("ann again", token=token)
    desk.say("host", Manage("swap", 1, 3))
    desk.close("ann again")
    assert refusal(desk.say("host", Manage("game", game="dice-capture"))) == "is-away"
    assert desk.lobby("host").game == "twenty-nine"


def test_a_match_can_be_started_before_everybody_is_ready() -> None:
    """The host decides."""
    desk = Desk()
    desk.host_joins()
    desk.join("ann")
    desk.say("host", Manage("start"))
    assert desk.is_playing()
    assert kinds(desk.effects) == ["OpenRecord", "SaveTable", "Send", "DrawChance"]


# --- the match


def test_nothing_happens_in_a_paused_match() -> None:
    """No act, no bot's choice; and everybody sees why."""
    desk = Desk(TOY, empty=1, bots=2)
    desk.begin("ann")
    desk.draw()
    asked = desk.effects[-2:]
    desk.say("host", Manage("pause"))
    assert desk.lobby("ann").paused
    table = desk.last("ann", Table)
    assert refusal(desk.say("ann", Act(table.prompt or 0, table.legal[0]))) == "paused"
    for ask in asked:
        desk.bot_acts(ask)  # type: ignore[arg-type]  # the last two effects of the deal ask the bots
        assert not desk.wanted(AppendRecord)
    desk.say("host", Manage("resume"))
    assert not desk.lobby("ann").paused
    desk.all_bots_act()
    desk.act("ann")
    assert desk.wanted(AppendRecord)


def test_a_paused_match_is_still_paused_after_a_restart_of_the_program() -> None:
    """And goes on when the host says so."""
    desk = Desk()
    desk.begin("ann")
    desk.say("host", Manage("pause"))
    assert desk.session.saved().paused
    desk.start(DICE_CAPTURE, desk.session.saved())
    desk.did(desk.session.resume([]))
    desk.host_joins()
    assert desk.lobby("host").paused


def test_a_match_begins_anew_with_the_same_players() -> None:
    """The old one ends without a result, in its own record."""
    desk = Desk()
    desk.begin("ann")
    desk.draw()
    desk.say("host", Manage("pause"))
    desk.say("host", Manage("restart"))
    assert desk.last("ann", Over).ending == "ended"
    assert desk.is_playing()
    assert [record.number for record in desk.wanted(OpenRecord)] == [2]
    assert not desk.lobby("ann").paused
    playing = [lobby.playing for lobby in desk.told("ann", Lobby)]
    assert playing[-2:] == [False, True]


def test_a_match_can_be_ended_and_the_lobby_returns() -> None:
    """Without a result."""
    desk = Desk()
    desk.begin("ann")
    desk.say("host", Manage("end"))
    assert desk.last("ann", Over).winners == []
    assert not desk.lobby("ann").playing


# --- the table


def test_a_new_code_is_made_by_the_shell_and_told_to_everybody_with_a_page() -> None:
    """As soon as there is one."""
    desk = Desk()
    desk.did(desk.session.invitation_is(INVITE))
    desk.join("host", "Host", OWN_TOKEN, "zones")
    desk.join("ann")
    desk.say("host", Manage("new-code"))
    assert desk.effects == [RenewCode()]
    desk.did(desk.session.invitation_is(INVITE))
    assert desk.last("host", Part).what == "invite"
    assert not desk.told("ann", Part)


def test_the_table_is_closed_by_the_shell() -> None:
    """Which says goodbye to everybody."""
    desk = Desk()
    desk.begin("ann")
    desk.say("host", Manage("close"))
    assert desk.effects == [EndTable()]
    desk.did(desk.session.close_table())
    assert desk.goodbye("ann") == desk.goodbye("host") == "table-closed"


def test_a_view_in_zones_shows_a_pause_only_in_the_lobby() -> None:
    """The prompt stays what it was: the match goes on where it stood."""
    desk = Desk()
    desk.join("host", "Host", OWN_TOKEN, "zones")
    desk.join("ann")
    desk.say("host", Manage("start"))
    desk.draw()
    prompt = desk.view("host").prompt
    lobby, frames = desk.say("host", Manage("pause"))
    assert isinstance(lobby, Lobby)
    assert isinstance(frames, Frames)
    assert desk.view("host").prompt == prompt == 1
