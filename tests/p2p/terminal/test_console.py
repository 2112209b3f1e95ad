"""What a player may type at a table, and what is answered."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import games
from engine.games import GAMES
from p2p import messages
from p2p.commands.shelf import shelf
from p2p.messages import Person
from p2p.terminal.console import Act, Leave, Page, Print, SayReady, SwitchCards, TakeSeat, TerminalCommand
from p2p.text.rulebook import Rulebook
from tests.browser.seventh_game import MAGPIE
from tests.engine.games.dice_tables import deck
from tests.p2p.terminal.reader import Reader

ANN, BOB = Person(0, "Ann", "person"), Person(1, "Bob", "person")
DEAL = deck("5D 3S QS JS 7S", "9S 2H 3H 5H 6H")


def rulebook(game: str) -> Rulebook | None:
    """The rules that players read."""
    return shelf().rulebook("en", game)


def playing(*lines: str, careful: bool = False) -> Reader:
    """Ann in a match of Dice Capture, to act at its beginning."""
    reader = Reader("dice-capture", careful=careful, rulebooks=rulebook)
    reader.match_begins()
    reader.happens(DEAL, *lines)
    return reader


def waiting() -> Reader:
    """Ann in the lobby, with a free seat."""
    reader = Reader("dice-capture", rulebooks=rulebook)
    reader.welcomed()
    reader.lobby(ANN, Person(1, None, "empty"))
    return reader


# --- actions of the game


def test_an_action_is_sent_to_the_host_as_records_spell_it() -> None:
    """However it was typed."""
    reader = playing()
    for typed in ("play 5D new", "PLAY 5d NEW", "5d", "p 5d", "2"):
        assert reader.wish(typed) == Act("play 5D new")
    reader.said.clear()
    reader.types("5d")
    assert reader.said == [messages.Act(1, "play 5D new")]


def test_an_action_without_a_match_is_answered_here() -> None:
    """With when there will be one."""
    assert waiting().types("play 5D new") == ["No match is going on. It can begin when everybody is here."]
    reader = Reader("dice-capture")
    reader.welcomed()
    reader.lobby(ANN, BOB)
    assert reader.types("roll 1") == ["No match is going on. It begins when everybody has typed ready."]


def test_an_action_out_of_turn_is_answered_with_whose_turn_it_is() -> None:
    """By name."""
    assert playing("0 play 5D new").types("play 3S new") == ["It is not your turn; the table waits for Bob."]


@pytest.mark.parametrize("line", ["foo", "7", "öä", "play"])
def test_what_is_no_command_and_no_action_gets_one_helpful_sentence(line: str) -> None:
    """Instead of being sent to the host."""
    reader = waiting()
    reader.said.clear()
    (answer,) = reader.types(line)
    assert answer.endswith(".")
    assert reader.said == []


def test_a_slip_is_met_with_a_suggestion() -> None:
    """Of a command, or of a verb of the game."""
    hint = "help lists what you can type."
    assert playing().types("tabel") == [f'"tabel" means nothing here; did you mean table? {hint}']
    assert playing().types("rolll 1") == [f'"rolll" means nothing here; did you mean roll? {hint}']
    assert playing().types("\x1b[31mx" * 40)[0].count("\x1b") == 0


# --- looking around


def test_the_table_in_full_and_by_subject() -> None:
    """Every line, or those about one subject; if there are none, the subjects are named."""
    reader = playing("0 play 5D new", "1 play 9S 1")
    full = reader.types("table")
    assert "Pile 1: 9S on top, under it 5D." in full
    assert not any(line.startswith("Piles: ") for line in full)
    assert reader.types("t pile 1") == ["Pile 1: 9S on top, under it 5D."]
    assert reader.types("hand") == ["Hand: 3S 7S, QS JS (4 cards)."]
    assert reader.types("table trump") == [
        "The table has no lines about that; it has: turn, piles, pile 1, dice, hand, cards held, draw pile, points."
    ]
    assert waiting().types("table") == ["No match is going on."]


def test_what_may_be_done() -> None:
    """All, or only what has certain words in it."""
    reader = playing("0 play 5D new", "1 play 9S 1")
    assert reader.types("actions 3s") == ["1 to 2: play 3S new, 1"]
    assert reader.types("actions roll")[0].endswith(": roll 1")
    assert reader.types("actions 2h") == ['No action of now has "2h" in it.']
    assert reader.types("a") == reader.types("actions")
    assert playing("0 play 5D new").types("actions") == ["You cannot act now."]


def test_the_log() -> None:
    """Its last lines, as many as one likes."""
    reader = playing("0 play 5D new", "1 play 9S 1")
    assert reader.types("log 2") == ["You play 5D as pile 1.", "Bob plays 9S on pile 1."]
    assert len(reader.types("log")) == 3
    assert reader.types("log nonsense") == reader.types("l")
    assert waiting().types("log") == waiting().types("log 0") == ["Nothing has happened."]


def test_the_score_sheet() -> None:
    """Hand by hand; it stays when the match is over."""
    reader = playing("0 play 5D new")
    assert reader.types("score") == ["Total: 0 for you, 0 for Bob."]
    reader.match.totals = (3, 5)
    reader.happens("table end")
    reader.result()
    reader.lobby(ANN, BOB)
    assert reader.types("score") == ["Total: 3 for you, 5 for Bob."]
    assert waiting().types("score") == ["Nothing has been played yet."]


def test_who_sits_where() -> None:
    """Bots are called so, free seats are named, and who is away or ready."""
    reader = Reader("tien-len")
    reader.welcomed()
    reader.lobby(ANN, Person(1, "Bob", "person", "away"), Person(2, "Bot 1", "bot"), Person(3, None, "empty"))
    assert reader.types("who") == ["Seat 0: you.", "Seat 1: Bob, away.", "Seat 2: Bot 1, a bot.", "Seat 3: free."]
    reader.lobby(
        ANN, Person(1, "Bob", "person", "shaky", ready=True), Person(2, "Bot 1", "bot"), Person(3, None, "empty")
    )
    assert reader.types("who")[1] == "Seat 1: Bob, connection shaky, ready."
    assert Reader("xing").types("who") == ["There is no table yet."]


# --- rules


def test_the_rules_come_page_by_page() -> None:
    """As much as the terminal has room for, and more when asked."""
    reader = playing()
    page = Page(rows=8, columns=60)
    seen = reader.types("rules", page)
    assert seen[0] == "IN SHORT"
    for _ in range(100):
        rows = sum(page.rows_of(line) for line in seen[:-1])
        assert rows <= 8 or len(seen) == 2
        if not seen[-1].endswith("type more)"):
            break
        seen = reader.types("more", page)
    assert reader.types("more", page) == ["There is nothing more."]


def test_the_rules_from_a_part_on() -> None:
    """By a word of its heading; an unknown one is answered with the headings."""
    reader = playing()
    assert reader.types("rules chances", Page(100, 100))[0] == "CHANCES OF A ROLL"
    (answer,) = reader.types("rules trump")
    assert answer.startswith("The rules have these parts: In short; The idea; Your turn: play a card or roll;")


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_rules(game: str) -> None:
    """In short, and those of the rulebook."""
    reader = Reader(game, rulebooks=rulebook)
    reader.match_begins()
    assert len(reader.types("rules", Page(10**6, 100))) > 20


def test_a_game_whose_rules_nobody_has_written_down_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """As far as it has no words of its own for the terminal either."""
    reader = Reader("dice-capture")
    reader.match_begins()
    assert reader.types("rules")[0] == "IN SHORT"
    monkeypatch.setattr(games, "GAMES", {**GAMES, MAGPIE.name: MAGPIE})
    reader = Reader("magpie")
    reader.match_begins()
    assert reader.types("rules") == ["Nobody has written down the rules of Magpie: ask the host."]


def test_before_there_is_a_table_there_are_no_rules() -> None:
    """Nor anything else to look up."""
    assert Reader("xing").types("rules") == ["There are no rules to show."]
    assert Reader("xing").types("play 7H")[0].startswith('"play" means nothing here')


# --- the rest


def test_help_teaches_the_game_and_names_every_command() -> None:
    """Also those that the program adds."""
    qr = TerminalCommand("qr", "the link as a picture", lambda: ["▀"])
    reader = Reader("rummy", 2, extra=[qr])
    reader.match_begins()
    shown = "\n".join(reader.types("help"))
    assert "meld 7S 7H 7D puts down a set" in shown
    for name in ("actions", "table", "log", "score", "rules", "who", "ready", "quit", "qr: the link as a picture"):
        assert f"  {name}" in shown
    assert reader.types("?") == reader.types("help")
    assert reader.types("qr") == ["▀"]
    assert Reader("rummy").types("help")


def test_getting_ready() -> None:
    """Once; in a match and when one is ready already it is said that nothing is needed."""
    reader = Reader("dice-capture")
    reader.welcomed()
    reader.lobby(ANN, BOB)
    assert reader.wish("ready") == SayReady()
    reader.said.clear()
    reader.types("READY")
    assert reader.said == [messages.Ready()]
    reader.lobby(Person(0, "Ann", "person", ready=True), BOB)
    assert reader.types("ready") == ["You are ready; waiting for Bob."]
    assert playing().types("ready") == ["The match is going on already."]


def test_taking_another_seat() -> None:
    """By its number."""
    reader = waiting()
    assert reader.wish("sit 1") == TakeSeat(1)
    for line in ("sit", "sit down"):
        assert reader.types(line) == ["Say which seat, for example: sit 2. who tells which are free."]
    assert reader.types("sit 7") == ["There is no such seat at this table."]


def test_cards_in_words_are_a_switch() -> None:
    """Of whoever shows them."""
    assert playing().wish("words") == SwitchCards()


def test_leaving() -> None:
    """At once in the lobby; in a match at a terminal it has to be said twice in a row."""
    assert waiting().wish("quit") == Leave()
    assert playing().wish("exit") == Leave()
    reader = playing(careful=True)
    assert reader.types("quit") == ["A match is going on: you can leave it without loss. Type quit again to leave."]
    reader.types("hand")
    assert isinstance(reader.wish("quit"), Print)
    assert reader.wish("quit") == Leave()


def test_a_blank_line_means_nothing() -> None:
    """Not even a refusal."""
    assert playing().wish("") is playing().wish("   ") is None


@given(st.text(max_size=60))
def test_any_line_is_answered(line: str) -> None:
    """In the lobby and in a match: by something to show or something to do, and never by an error."""
    for reader in (waiting(), playing()):
        wish = reader.wish(line)
        assert wish is None or not isinstance(wish, Print) or all(shown.text for shown in wish.lines)


# --- completion


@pytest.mark.parametrize(
    ("before", "words"),
    [
        ("pl", ["play"]),
        ("play ", ["3S", "5D", "7S", "JS", "QS"]),
        ("play 5", ["5D"]),
        ("PLAY 5d ", ["new"]),
        ("play 5D new ", []),
        ("tab", ["table"]),
        ("ta", ["table", "taunt"]),
        ("l", ["log"]),
        ("zz", []),
    ],
)
def test_a_line_is_completed_word_by_word(before: str, words: list[str]) -> None:
    """With what may be done now, and at its beginning with commands."""
    reader = playing()
    assert reader.console.completions(reader.session, before) == words


def test_the_first_word_can_be_anything_that_one_may_type() -> None:
    """Verbs first."""
    reader = playing("0 play 5D new", "1 play 9S 1")
    offered = reader.console.completions(reader.session, "")
    assert offered[:2] == ["play", "roll"]
    assert "help" in offered
    assert len(offered) == len(set(offered))
