"""The document of the protocol says what the program does."""

import re
from pathlib import Path
from typing import get_args

import pytest

from p2p import messages
from p2p.local_messages import PageMessage, ProgramMessage
from p2p.reasons import GOODBYES, REFUSALS

DOCUMENT = (Path(__file__).parents[2] / "p2p" / "PROTOCOL.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| `([\w-]+)` \| (.+) \|$", re.MULTILINE)


def section(heading: str) -> str:
    """The text under a heading."""
    return DOCUMENT.split(f"\n### {heading}\n")[1].split("\n### ")[0].split("\n## ")[0]


@pytest.mark.parametrize(("heading", "sentences"), [("Refusals", REFUSALS), ("Goodbyes of the host", GOODBYES)])
def test_every_code_is_listed_with_its_sentence(heading: str, sentences: dict[str, str]) -> None:
    """And no other, but those that bring sentences of their own."""
    listed = dict(ROW.findall(section(heading)))
    assert {code: listed.get(code) for code in sentences} == dict(sentences)
    assert set(listed) - set(sentences) <= {"unreadable", "unreadable-action"}


@pytest.mark.parametrize(
    ("heading", "kinds"),
    [("Guest to host", messages.GuestMessage), ("Host to guest", messages.HostMessage)],
    ids=["guest", "host"],
)
def test_every_message_is_described_with_all_its_keys(heading: str, kinds: object) -> None:
    """In the table of who says it."""
    text = section(heading)
    for kind in get_args(kinds):
        name = kind.__struct_config__.tag
        row = "".join(re.findall(rf"^\| .*`{name}`.*$", text, re.MULTILINE))
        assert row, name
        if name not in {"manage", "social", "ping", "pong", "bye"}:
            assert not [key for key in kind.__struct_fields__ if f"`{key}`" not in row], name


def test_what_the_own_page_and_its_program_say_is_described() -> None:
    """With all keys."""
    text = DOCUMENT.split("\n## The host's own page\n")[1].split("\n## ")[0]
    for kind in get_args(PageMessage | ProgramMessage):
        row = "".join(re.findall(rf"^\| `{kind.__struct_config__.tag}` .*$", text, re.MULTILINE))
        assert not [key for key in kind.__struct_fields__ if f"`{key}`" not in row and key != "prompt"], kind


def test_every_deed_of_the_host_and_everything_that_is_handed_out_is_described() -> None:
    """By its name."""
    assert all(f"`{deed}`" in section("The host's rights") for deed in get_args(messages.ManageDeed))
    assert all(f"`{kind}`" in section("What is handed out") for kind in get_args(messages.PartKind))
    assert all(f"`{item}`" in section("Throws, pokes and taunts") for item in get_args(messages.Item))
