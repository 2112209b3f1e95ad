"""The list of what may be done: grouped, numbered, cut where it would be too long."""

import pytest

from engine.cards import cards, mask_of
from engine.games.tien_len import GAME as TIEN_LEN
from engine.games.tien_len_combinations import leads
from engine.syntax import write_action
from p2p.terminal.actions import Listing
from p2p.terminal.tables import words_for
from tests.p2p.terminal.random_tables import KINDS, Kind, moments

LONG_HAND = ["3S", "3D", "4C", "5D", "5H", "6C", "7S", "7C", "8S", "9H", "TD", "JC", "QH"]


def listing(game: str, legal: list[str], hand: str = "") -> Listing:
    """The list of a prompt."""
    return Listing(legal, words_for(game), hand.split())


def tien_len_leads() -> Listing:
    """A lead from a hand with 146 combinations."""
    legal = [write_action(TIEN_LEN.verbs, action) for action in leads(mask_of(cards(" ".join(LONG_HAND))))]
    return Listing(legal, words_for("tien-len"), LONG_HAND)


def test_plays_of_the_whole_hand_need_no_list() -> None:
    """Their numbers follow the order in which the hand is read out."""
    found = listing("call", ["play 2C", "play AS", "play 4H", "play KS"], "2C AS 4H KS")
    assert found.short() == ["1 to 4: play any card of your hand"]
    assert found.actions == ["play AS", "play KS", "play 4H", "play 2C"]


def test_plays_of_some_cards_are_in_the_order_of_the_hand() -> None:
    """So that one finds them as one hears them."""
    found = listing("call", ["play 2H", "play 9H"], "2H 9H AS")
    assert found.short() == ["1 to 2: play 9H, 2H"]


def test_bare_verbs_come_first() -> None:
    """They are the short ones."""
    assert listing("rummy", ["draw", "take 5C"]).short() == ["1: draw", "2: take 5C"]
    assert listing("tien-len", ["play 7H", "chip"], "7H 3S").short() == ["1: chip", "2: play (singles) 7H"]


def test_a_card_with_several_targets_makes_a_line() -> None:
    """With the targets behind it."""
    found = listing("dice-capture", ["play 7H new", "play 7H 1", "play KS new", "play KS 1", "roll 1"], "7H KS")
    assert found.short() == ["1 to 2: play 7H new, 1", "3 to 4: play KS new, 1", "5: roll 1"]
    assert found.action(4) == "play KS 1"


def test_additions_share_a_line() -> None:
    """A card that fits two sets or runs is rare."""
    found = listing("rummy", ["add 7C 1", "add 2D 3", "discard 7C", "discard 2D"], "7C 2D")
    assert found.short() == ["1 to 2: add 7C 1; 2D 3", "3 to 4: discard any card of your hand"]


def test_sets_and_runs_are_told_apart() -> None:
    """By the heading."""
    found = listing("rummy", ["meld 7S 7H 7D", "meld 4C 5C 6C"])
    assert found.short() == ["1: meld (sets) 7S 7H 7D", "2: meld (runs) 4C 5C 6C"]


def test_bids_are_a_range_and_numbers_mean_bids() -> None:
    """Number 17 is the bid of 17, not the second action; the others have no numbers then."""
    found = listing("twenty-nine", [*(f"bid {number}" for number in range(16, 29)), "pass"])
    assert found.short() == ["pass", "bid 16 to 28"]
    assert (found.action(17), found.action(2), found.by_number) == ("bid 17", None, False)
    assert listing("call", ["bid 13", "drop"]).short() == ["drop", "bid 13"]


def test_a_long_list_is_cut_and_says_so() -> None:
    """A line a kind, none of them long; all are there when asked for."""
    found = tien_len_leads()
    assert found.is_cut
    assert len(found.actions) == 146
    assert found.short()[2] == (
        "17 to 33: play (runs of 3) 3S 4C 5D; 3S 4C 5H; 3D 4C 5D; 3D 4C 5H; 4C 5D 6C; 4C 5H 6C; … and 11 more"
    )
    assert all(len(line) < 120 for line in found.short())
    assert len(found.short()) == 10
    assert not listing("rummy", ["draw", "take 5C"]).is_cut


def test_wanted_words_choose_among_all_actions() -> None:
    """Cards, verbs and kinds, cut short if one likes; several must all fit."""
    found = tien_len_leads()
    assert found.full(["pairs"]) == ["14 to 16: play (pairs) 3S 3D; 5D 5H; 7S 7C"]
    assert found.full(["qh", "run", "jc", "9h"])[0] == "51: play (runs of 4) 9H TD JC QH"
    assert found.full(["as"]) == []
    assert listing("rummy", ["draw", "take 5C"]).full(["dr"]) == ["1: draw"]


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_nothing_is_lost_and_numbers_agree(kind: Kind) -> None:
    """In real matches: every legal action has one number, and the full list shows all of them under it."""
    for seen in moments(kind):
        if not seen.legal:
            continue
        found = Listing(seen.legal, words_for(seen.game), seen.view["hand"])
        assert sorted(found.actions) == sorted(seen.legal)
        if found.by_number:
            assert [found.action(number) for number in range(1, len(found.actions) + 1)] == found.actions
        assert found.action(0) is None
        assert found.action(len(found.actions) + 100) is None
        text = "\n".join(found.full())
        for action in seen.legal:
            assert all(word in text for word in action.split())
        assert len(found.short()) <= 30
