"""How actions are spelt (RECORDS.md, Inputs)."""

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import CARD_TEXTS, card, cards, mask_of
from engine.errors import UnreadableInput
from engine.games import GAMES
from engine.inputs import Action
from engine.syntax import (
    BID,
    CARD,
    CARDS,
    MELD,
    PILE,
    PILE_OR_NEW,
    SUIT,
    Argument,
    Cards,
    Syntax,
    read_action,
    read_number,
    usage,
    write_action,
)

VERBS: Mapping[str, Syntax] = {
    "pass": Syntax(),
    "play": Syntax(CARD, PILE_OR_NEW),
    "roll": Syntax(PILE),
    "meld": Syntax(CARDS),
    "add": Syntax(CARD, MELD),
    "bid": Syntax(BID),
    "trump": Syntax(SUIT),
}


def read(text: str) -> Action:
    """The action that a text spells."""
    return read_action(VERBS, text.split(" "))


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("pass", Action("pass")),
        ("play TD new", Action("play", card("TD"), 0)),
        ("play X1 12", Action("play", card("X1"), 12)),
        ("roll 3", Action("roll", 3)),
        ("meld 7S 7H 7D", Action("meld", mask_of(cards("7S 7H 7D")))),
        ("add 7C 2", Action("add", card("7C"), 2)),
        ("bid 16", Action("bid", 16)),
        ("trump H", Action("trump", 3)),
    ],
)
def test_each_kind_of_argument_is_read(text: str, action: Action) -> None:
    """Cards, sets of cards, suits, numbers and the word for a new pile."""
    assert read(text) == action


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("fly", 'There is no action "fly" in this game; there are pass, play, roll, meld, add, bid, trump.'),
        ("PASS", 'There is no action "PASS" in this game; there are pass, play, roll, meld, add, bid, trump.'),
        ("pass 1", 'Write it as "pass".'),
        ("play TD", 'Write it as "play CARD PILE|new".'),
        ("play TD new 1", 'Write it as "play CARD PILE|new".'),
        ("meld", 'Write it as "meld CARD…".'),
        ("bid", 'Write it as "bid N".'),
        ("play td new", '"td" is not a card; a card is rank and suit in capitals, such as TD.'),
        ("play 10D new", '"10D" is not a card; a card is rank and suit in capitals, such as TD.'),
        ("play TD NEW", '"NEW" is not a plainly written number of at most nine digits.'),
        ("play TD 0", '"0" is not a PILE|new: numbers start at 1.'),
        ("roll 03", '"03" is not a plainly written number of at most nine digits.'),
        ("bid +16", '"+16" is not a plainly written number of at most nine digits.'),
        ("bid 1000000000", '"1000000000" is not a plainly written number of at most nine digits.'),
        ("trump h", '"h" is not a suit; suits are S, H, D and C.'),
        ("trump SC", '"SC" is not a suit; suits are S, H, D and C.'),
        ("meld 7S 7S 7H", "7S is named twice."),
    ],
)
def test_what_is_spelt_otherwise_is_refused_with_one_sentence(text: str, reason: str) -> None:
    """The sentence says how to write it."""
    with pytest.raises(UnreadableInput) as refused:
        read(text)
    assert str(refused.value) == reason


@pytest.mark.parametrize("word", ["", "00", "07", "-1", "1.0", "1_0", "٣", "²", "1e3", " 1", "1\n", "9" * 10])
def test_a_number_is_written_plainly(word: str) -> None:
    """Digits of ASCII without a leading nought, nine at most."""
    with pytest.raises(UnreadableInput):
        read_number(word)


@given(st.integers(0, 999_999_999))
def test_numbers_are_read_as_they_are_written(number: int) -> None:
    """Up to nine digits."""
    assert read_number(str(number)) == number


def test_what_comes_from_outside_is_quoted_shortly_and_harmlessly() -> None:
    """A long word is cut, and a terminal is sent nothing to obey."""
    with pytest.raises(UnreadableInput) as refused:
        read("play \x1b[2J" + "A" * 1000 + " new")
    assert str(refused.value).startswith('"�[2JAAAA')
    assert len(str(refused.value)) < 120


def test_cards_may_be_written_in_any_order_and_are_written_lowest_first() -> None:
    """By rank, then S C D H."""
    assert write_action(VERBS, read("meld 7D 7S 7H")) == "meld 7S 7D 7H"
    assert write_action(VERBS, read("meld AH KH QH")) == "meld QH KH AH"


def test_a_game_may_have_an_order_of_its_own() -> None:
    """In Tien Len the 2 is the highest: 3 first, then S C D H within a rank."""
    verbs = GAMES["tien-len"].verbs
    written = write_action(verbs, read_action(verbs, ["play", "2S", "3H", "AS", "3S"]))
    assert written == "play 3S 3H AS 2S"


def test_an_order_is_given_from_the_lowest_to_the_highest() -> None:
    """Cards take it as a list of all cards of the game."""
    hearts_down = Cards(range(51, -1, -1))
    assert hearts_down.write(mask_of(cards("2S AH"))) == "AH 2S"


@given(st.data())
def test_writing_and_reading_are_each_others_inverse(data: st.DataObject) -> None:
    """Whatever the values."""
    verb, syntax = data.draw(st.sampled_from(list(VERBS.items())))
    numbers = st.integers(0, 999_999_999)
    values: dict[Argument | None, st.SearchStrategy[int]] = {
        None: st.just(0),
        CARD: st.integers(0, 53),
        SUIT: st.integers(0, 3),
        CARDS: st.sets(st.integers(0, 53), min_size=1).map(mask_of),
    }
    what = data.draw(values.get(syntax.what, numbers))
    action = Action(verb, what, data.draw(values.get(syntax.where, numbers)))
    assert read(write_action(VERBS, action)) == action


@pytest.mark.parametrize("name", list(GAMES))
def test_the_verbs_of_each_game_are_those_of_the_format(name: str) -> None:
    """RECORDS.md, Inputs: the actions of the games."""
    spelt = [usage(verb, syntax) for verb, syntax in GAMES[name].verbs.items()]
    assert sorted(spelt) == sorted(
        {
            "xing": ["play CARD"],
            "rummy": ["draw", "take CARD", "meld CARD…", "add CARD MELD", "discard CARD"],
            "dice-capture": ["play CARD PILE|new", "roll PILE", "steal", "decline"],
            "tien-len": ["play CARD…", "chip", "decline"],
            "twenty-nine": ["bid N", "pass", "trump SUIT", "double", "redouble", "ask", "show", "play CARD"],
            "call": [
                *("bid N", "pass", "match", "yield", "drop", "hide CARD", "seventh", "bonus", "trump SUIT"),
                *("ask", "play CARD"),
            ],
        }[name]
    )


def test_every_card_can_be_named() -> None:
    """The jokers too."""
    for text in CARD_TEXTS:
        assert write_action(VERBS, read(f"play {text} new")) == f"play {text} new"
