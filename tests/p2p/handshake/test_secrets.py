"""The secrets of a table: their forms, their wrong guesses, and what replacing one does."""

from __future__ import annotations

import pytest

from p2p.handshake import FREEZE_AFTER, Kind, Secret
from tests.p2p.handshake.world import CODE, LINK, TOKEN, table


@pytest.mark.parametrize("symbols", ["", "M4", "M4TC", "m4t", "M4O", "M 4"])
def test_a_code_has_three_symbols_of_the_alphabet(symbols: str) -> None:
    """Anything else was not taken from a code that was read with care."""
    with pytest.raises(ValueError, match="three symbols"):
        Secret.of_code(symbols)


@pytest.mark.parametrize("value", [b"", bytes(15), bytes(17)])
def test_links_and_tokens_have_sixteen_bytes(value: bytes) -> None:
    """128 bits, so that nobody guesses them."""
    with pytest.raises(ValueError, match="16 bytes"):
        Secret.of_link(value)
    with pytest.raises(ValueError, match="16 bytes"):
        Secret.of_seat(1, value)


def test_only_codes_freeze() -> None:
    """After five wrong guesses; links and tokens take any number."""
    for secret in (Secret.of_code(CODE), Secret.of_link(LINK), Secret.of_seat(2, TOKEN)):
        frozen = []
        for _ in range(FREEZE_AFTER + 1):
            secret.guessed_wrong()
            frozen.append(secret.frozen)
        assert frozen == ([False] * 4 + [True] * 2 if secret.kind is Kind.CODE else [False] * 6)


def test_guesses_survive_a_restart_of_the_host() -> None:
    """A code that is read back from a file keeps its count."""
    assert Secret.of_code(CODE, wrong_guesses=FREEZE_AFTER).frozen
    assert not Secret.of_code(CODE, wrong_guesses=FREEZE_AFTER - 1).frozen


def test_the_count_is_told_in_words() -> None:
    """To the host with what to do, to the guest with what its program does."""
    code = Secret.of_code(CODE, wrong_guesses=2)
    assert code.count_in_words(for_host=True) == "Wrong tries with the code so far: 2."
    frozen = Secret.of_code(CODE, wrong_guesses=5)
    assert "make a new one" in frozen.count_in_words(for_host=True)
    assert "not used again" in frozen.count_in_words(for_host=False)


def test_a_new_secret_replaces_the_old() -> None:
    """The old one is marked, so that it opens nothing even for who has knocked with it."""
    secrets = table()
    old = secrets.find(Kind.CODE, None)
    new = Secret.of_code("QQQ")
    secrets.put(new)
    assert secrets.find(Kind.CODE, None) is new
    assert old is not None
    assert old.withdrawn
    assert not new.withdrawn


def test_a_seat_can_be_freed() -> None:
    """Its token opens nothing then; freeing a seat that nobody had is nothing special."""
    secrets = table()
    token = secrets.find(Kind.SEAT, 2)
    assert token is not None
    secrets.free_seat(2)
    secrets.free_seat(9)
    assert secrets.find(Kind.SEAT, 2) is None
    assert token.withdrawn
