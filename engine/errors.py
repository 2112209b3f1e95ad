"""What can go wrong in the engine, split by whose fault it is.

EngineError
├── IllegalAction      an input that the rules do not allow now
├── UnreadableInput    a text that is no input of this game
├── InvalidOptions     a number of seats or an option that the game does not have
├── UnknownGame        a game that is not in the registry
└── UnknownBot         a kind of bot that there is not
"""

from typing import Any

from engine.events import SeatName, Sentence


def quoted(text: str, longest: int = 30) -> str:
    """A text from outside as sentences quote it: not too long, and nothing in it that a terminal could obey."""
    shown = text if len(text) <= longest else f"{text[: longest - 1]}…"
    return f'"{"".join(character if character.isprintable() else "�" for character in shown)}"'


class EngineError(Exception):
    """Any error of the engine; ``str()`` is one sentence for a person."""


class IllegalAction(EngineError):
    """An input that the rules forbid now. The match is as it was.

    The sentence names the rule; it never holds a card that the seat cannot know.
    """

    def __init__(self, sentence: Sentence, *values: Any) -> None:
        super().__init__(sentence, *values)
        self.sentence = sentence
        self.values = values

    @property
    def code(self) -> str:
        """The code of the refusal's sentence."""
        return self.sentence.code

    def __str__(self) -> str:
        return self.sentence.text(self.values)

    def text(self, seat_name: SeatName) -> str:
        """The sentence with the players' names."""
        return self.sentence.text(self.values, seat_name)


class UnreadableInput(EngineError):
    """A text that cannot be read as an input of this game (RECORDS.md, Inputs)."""


class InvalidOptions(EngineError):
    """A number of seats, an option or a value that the game does not offer (RECORDS.md, Header)."""


class UnknownGame(EngineError):
    """A name that no game of the registry has."""


class UnknownBot(EngineError):
    """A name that no kind of bot has."""
