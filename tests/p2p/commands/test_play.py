"""``peerdeck play``: alone with bots, by words, by JSON lines, or by a bot in the own seat."""

import json
import re
import sys

import pytest

from tests.p2p.commands.running import CommandLine

ENDING = ["xing", "dice-capture", "tien-len", "twenty-nine"]
"""Games that bots who play anything bring to an end."""


@pytest.mark.parametrize("game", ENDING)
def test_a_bot_plays_a_whole_match_in_json_lines(game: str, peerdeck: CommandLine) -> None:
    """From who sits down to the result, and nothing but JSON on standard output."""
    ran = peerdeck.run("play", game, "--auto", "random", "--seed", "1", "--json", "--name", "Ann")
    assert (ran.status, ran.err) == (0, "")
    events = ran.objects
    assert events[0] == {"event": "joined", "seat": 0, "name": "Ann", "you": True}
    assert events[-1]["event"] == "over"
    kinds = [event["event"] for event in events]
    assert set(kinds) - {"refused"} == {"joined", "started", "prompt", "over"}
    # In a chop window others act at the same time: what was asked then may be out of date before the answer is there.
    assert [event["code"] for event in events if event["event"] == "refused" and event["code"] != "stale"] == []
    assert kinds.count("started") == kinds.count("over") == 1
    assert all(event["legal"] and event["seat"] == 0 for event in events if event["event"] == "prompt")


def test_a_bot_plays_a_whole_match_in_words(peerdeck: CommandLine) -> None:
    """And the program ends with the final score."""
    ran = peerdeck.run("play", "dice-capture", "--auto", "random", "--seed", "1", "--name", "Ann")
    assert (ran.status, ran.err) == (0, "")
    assert ran.lines[:2] == ["You sit in seat 0 as Ann.", "Bot 1 sits down in seat 1."]
    assert re.fullmatch(r"Final score: \d+ for you, \d+ for Bot 1\.", ran.lines[-1])
    assert not any("Ann" in line for line in ran.lines[1:])


def test_a_script_plays_by_json_lines(peerdeck: CommandLine) -> None:
    """What it types is an action of a record; a bad one is refused, and the end of its input is its leaving."""
    typed = b"play 9Z new\n\nnonsense \xff\n" + b"x" * 20_000 + b"\n"
    ran = peerdeck.run("play", "dice-capture", "--json", typed=typed)
    assert ran.status == 0
    assert [event["event"] for event in ran.objects][:2] == ["joined", "joined"]
    refused = [event for event in ran.objects if event["event"] == "refused"]
    assert all(event["text"].endswith(".") for event in refused)


def test_a_person_looks_around_and_leaves(peerdeck: CommandLine) -> None:
    """Every command answers; nothing is told of what leaving brings about."""
    typed = b"help\nwho\nscore\nlog\nrules\nwords\nhand\nsit 1\nready\nfoo\nquit\nwho\n"
    ran = peerdeck.run("play", "xing", "--name", "Ann", typed=typed)
    assert (ran.status, ran.err) == (0, "")
    assert ran.lines.count("Seat 0: you, host.") == 1
    assert "IN SHORT" in ran.lines
    assert '"foo" means nothing here; help lists what you can type.' in ran.lines
    assert "Cards are shown in words now; you still type letters." in ran.lines
    assert not any("over" in line for line in ran.lines[-3:])


def test_the_end_of_the_input_is_leaving(peerdeck: CommandLine) -> None:
    """No match is played out for nobody."""
    assert peerdeck.run("play", "xing").status == 0


def test_cards_in_words_from_the_start(peerdeck: CommandLine) -> None:
    """With an option."""
    ran = peerdeck.run("play", "dice-capture", "--auto", "random", "--seed", "1", "--words")
    assert any(re.search(r"^You are dealt .* of (spades|hearts|diamonds|clubs)", line) for line in ran.lines)
    assert not any(re.search(r"\b[2-9TJQKA][SHDC]\b", line) for line in ran.lines if not line.startswith("  "))


def test_an_output_that_cannot_be_written_ends_the_program(
    peerdeck: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With status 1 and one sentence."""

    class FullDisk:
        def write(self, _text: str) -> int:
            raise OSError(28, "No space left on device")

        def flush(self) -> None:
            pass

        def isatty(self) -> bool:
            return False

        def fileno(self) -> int:
            return 2

    monkeypatch.setattr(sys, "stdout", FullDisk())
    monkeypatch.setattr("p2p.cli._give_up_output", lambda: None)
    ran = peerdeck.run("play", "xing", "--auto", "random", "--seed", "1")
    assert ran.status == 1
    assert ran.err == "peerdeck: Standard output cannot be written: No space left on device.\n"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("whist", 'There is no game "whist"; the games are '),
        ("xing --seats 3", "xing is played with 4 seats, not 3."),
        ("xing --seats four", 'Argument --seats: it must be a whole number, not "four". Try: peerdeck play --help'),
        ("xing --bots genius", 'There is no bot "genius"; the bots are '),
        ("xing --bots random,random", "Name one kind of bot for all, or one for each of the 3 other seats."),
        ("xing --auto genius", 'There is no bot "genius"; the bots are '),
        ("xing --seed x --auto random", 'Argument --seed: it must be a whole number, not "x". Try: '),
        ("xing --name ", "A name is plain text of 1 to 16 characters, without blanks around it."),
        ("xing --name ThisNameIsFarTooLong", "A name is plain text of 1 to 16 characters, without blanks around it."),
        ("rummy --option take=half", 'Option "take" of rummy with 4 seats is one of plain, deep; not "half".'),
        ("", "Say which game: peerdeck games lists them."),
    ],
)
def test_wrong_usage(words: str, sentence: str, peerdeck: CommandLine) -> None:
    """Status 2 and one sentence that says what would be right."""
    assert peerdeck.fails(2, "play", *words.split(" ")[: None if words else 0]).startswith(sentence)


def test_json_goes_out_line_by_line(peerdeck: CommandLine) -> None:
    """Every line is an object of its own."""
    ran = peerdeck.run("play", "dice-capture", "--auto", "random", "--json")
    assert all(isinstance(json.loads(line), dict) for line in ran.lines)
