"""Questions at the terminal."""

import sys

from p2p.terminal.app.standard_input import read_line


def ask(question: str) -> str:
    """One line of an answer. From a pipe no more is read: the rest is for the game.

    Raises:
        EOFError: nobody answers.
    """
    if sys.stdin is not None and sys.stdin.isatty():
        return input(question).strip()
    print(question, end="", flush=True)
    return read_line().strip()


def yes(question: str, *, default: bool = True) -> bool:
    """Ask until the answer is yes or no, or nothing for the default; raises `EOFError` if nobody answers."""
    while True:
        answer = ask(f"{question} [{'Y/n' if default else 'y/N'}] ").lower()
        if not answer:
            return default
        if answer in {"y", "yes", "n", "no"}:
            return answer.startswith("y")
        print("Type yes or no.")
