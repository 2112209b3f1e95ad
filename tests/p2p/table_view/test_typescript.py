"""The TypeScript types say what the Python ones do."""

import runpy
from pathlib import Path

import msgspec
import pytest

from p2p import messages
from p2p.table_view import typescript as generator
from p2p.table_view.typescript import typescript

ROOT = Path(__file__).resolve().parents[3]
PAGE = ROOT / "p2p" / "web" / "src" / "net" / "proto.ts"


def interface(name: str) -> str:
    """The body of an interface."""
    _, _, rest = typescript().partition(f"export interface {name} {{\n")
    return rest.partition("\n}")[0]


def test_the_pages_types_are_those_that_are_generated() -> None:
    """What lies in the page's sources is what the generator prints now."""
    if PAGE.exists():
        assert PAGE.read_text(encoding="utf-8") == typescript(), "run: python -m p2p.table_view > " + str(PAGE.name)


def test_the_module_prints_them(capsys: pytest.CaptureFixture[str]) -> None:
    """``python -m p2p.table_view`` prints the types and nothing else."""
    runpy.run_module("p2p.table_view", run_name="__main__")
    assert capsys.readouterr().out == typescript()


def test_unions_are_told_apart_by_their_tags() -> None:
    """Zones have a ``kind``, messages a ``t``."""
    text = typescript()
    assert "export type Zone = Fan | Stack | Spread | Trick | Melds | Piles | Dice;" in text
    assert '  kind: "fan";' in interface("Fan")
    assert '  t: "lobby";' in interface("LobbyMessage")
    for union, kind in (("GuestMessage", messages.GuestMessage), ("HostMessage", messages.HostMessage)):
        line = next(line for line in text.splitlines() if line.startswith(f"export type {union} ="))
        assert line.count("Message") - 1 == len(kind.__args__)


def test_what_is_left_out_of_a_view_is_optional_and_never_null() -> None:
    """A default is not sent; what has none is always there, null or not."""
    assert "  f?: string;" in interface("Card")
    assert "  cards?: Card[];" in interface("Stack")
    assert "  cards: Card[];" in interface("Fan")
    assert "  you: number | null;" in interface("View")
    assert "  to?: Record<string, number[]>;" in interface("Act")
    assert "  sets: number[][];" in interface("Pick")


def test_a_guest_may_leave_out_what_the_host_always_sends() -> None:
    """Defaults of messages are written on the wire by the host; a page need not."""
    assert "  lang?: string;" in interface("HelloMessage")
    assert "  prompt: number | null;" in interface("RefusedMessage")
    assert "  link: Link;" in interface("Person")


def test_each_type_is_declared_once() -> None:
    """No two types have one name, and none stands twice."""
    names = [line.split()[2] for line in typescript().splitlines() if line.startswith("export ")]
    assert len(names) == len(set(names))


def test_two_types_of_one_name_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """TypeScript would merge their fields without a word."""
    monkeypatch.setattr(generator, "_name", lambda struct: struct.__name__)  # a view has acts, and guests send some
    with pytest.raises(TypeError, match="same name"):
        typescript()


def test_a_type_without_a_spelling_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bytes, for one, are nothing that JSON has."""

    class Odd(msgspec.Struct):
        card: bytes

    Odd.__module__ = messages.__name__
    monkeypatch.setattr(messages, "Odd", Odd, raising=False)
    with pytest.raises(TypeError, match="BytesType"):
        typescript()
