"""The rules of a game out of the rulebook, as plain lines."""

import re
from pathlib import Path

import pytest

from engine.games import GAMES
from p2p.terminal.rules import rules_of

RULEBOOK = (Path(__file__).resolve().parents[3] / "engine" / "RULES.md").read_text(encoding="utf-8")

SAMPLE = """\
## 0. Conventions
Not of any game.

## 1. Xing


### 1.1 Players, teams, deck
* Exactly four seats, **two teams**. [S]
* A long item
  that goes on. [R, packet order J] It ends here (X-D7).

1. `first`
2. second
that goes on

| Item | Points |
|---|---|
| each `Ace` | 1 |

### 1.6 Options
None. There is no table choice in this brief.

### 1.10 Decisions where the brief is silent
| X-D1 | Who? | dealer |

### 1.11 Worked examples
* **X-E1** one

## 2. The put-down rummy, to 500
Another game.
"""


def test_a_section_becomes_parts_of_plain_lines() -> None:
    """Without marks of Markdown and of sources; paragraphs, items and rows are a line each."""
    (part,) = rules_of("xing", SAMPLE)
    assert part.heading == "Players, teams, deck"
    assert part.lines == (
        "Exactly four seats, two teams.",
        "A long item that goes on. It ends here.",
        "1. first",
        "2. second that goes on",
        "Item; Points",
        "each Ace; 1",
    )


def test_what_stands_before_the_first_heading_is_kept() -> None:
    """It gets a heading of its own."""
    (part,) = rules_of("rummy", SAMPLE)
    assert part == ("About the game", ("Another game.",))


def test_a_rulebook_without_the_game_has_no_rules_of_it() -> None:
    """Nor has one of a game that there is not."""
    assert rules_of("call", SAMPLE) == rules_of("whist", SAMPLE) == rules_of("xing", "") == []


@pytest.mark.parametrize("game", GAMES)
def test_the_rulebook_has_the_rules_of_every_game(game: str) -> None:
    """In several parts, and nothing of Markdown is left."""
    parts = rules_of(game, RULEBOOK)
    assert len(parts) >= 7
    for part in parts:
        assert part.heading
        for line in part.lines:
            assert not re.search(r"\*\*|`|\||\[[SRJ]\]|-D\d", line), line
