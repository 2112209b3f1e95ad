"""Tests of room codes, invite links and addresses of servers."""

import base64
import random
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from signaling.codes import (
    ALPHABET,
    InvalidCode,
    InvalidLink,
    InvalidServer,
    InviteLink,
    RoomCode,
    new_code,
    new_room_name,
    parse_code,
    parse_invitation,
    parse_link,
    parse_server,
)

symbols = st.sampled_from(ALPHABET)
names = st.text(symbols, min_size=4, max_size=5)
codes = st.builds(RoomCode, room=names, secret=st.text(symbols, min_size=3, max_size=3))
link_secrets = st.binary(min_size=16, max_size=16)


@pytest.mark.parametrize(("text", "room", "secret"), [("K7QX-M4TC", "K7QX", "M4T"), ("K7QX9-M4TR", "K7QX9", "M4T")])
def test_the_published_vectors_hold(text: str, room: str, secret: str) -> None:
    """The two codes in PROTOCOL.md are read and written as it says."""
    assert parse_code(text) == RoomCode(room, secret)
    assert RoomCode(room, secret).text == text


@given(codes)
def test_a_code_is_read_as_it_was_written(code: RoomCode) -> None:
    """Writing and reading a code loses nothing, and the last four symbols stand after the dash."""
    assert parse_code(code.text) == code
    assert code.text[-5] == "-"


@given(codes, st.data())
def test_every_single_wrong_symbol_is_caught(code: RoomCode, data: st.DataObject) -> None:
    """One symbol typed as another one never gives a valid code."""
    typed = list(code.text.replace("-", ""))
    place = data.draw(st.integers(0, len(typed) - 1))
    typed[place] = data.draw(symbols.filter(lambda symbol: symbol != typed[place]))
    with pytest.raises(InvalidCode, match="mistyped"):
        parse_code("".join(typed))


@given(codes, st.data())
def test_every_swap_of_neighbours_is_caught(code: RoomCode, data: st.DataObject) -> None:
    """Two different neighbours typed in the wrong order never give a valid code."""
    typed = list(code.text.replace("-", ""))
    unequal = [n for n in range(len(typed) - 1) if typed[n] != typed[n + 1]]
    if not unequal:
        return
    place = data.draw(st.sampled_from(unequal))
    typed[place], typed[place + 1] = typed[place + 1], typed[place]
    with pytest.raises(InvalidCode, match="mistyped"):
        parse_code("".join(typed))


def test_all_single_errors_and_swaps_of_the_vectors_are_caught() -> None:
    """The same without chance, for every place and symbol of the two vectors."""
    for text in ("K7QXM4TC", "K7QX9M4TR"):
        wrong = {text[:n] + symbol + text[n + 1 :] for n, symbol in product(range(len(text)), ALPHABET)}
        wrong |= {text[:n] + text[n + 1] + text[n] + text[n + 2 :] for n in range(len(text) - 1)}
        for typed in wrong - {text}:
            with pytest.raises(InvalidCode):
                parse_code(typed)


@pytest.mark.parametrize(
    "typed",
    [
        "K7QXM4TC",
        "k7qx-m4tc",
        " k7 QX m4 TC\n",
        "K-7-Q-X-M-4-T-C",
        "K7QX\u2013M4TC",
        "K7QX\u2014M4TC",
        "K7QX\u2212M4TC",
    ],
)
def test_case_blanks_and_dashes_do_not_matter(typed: str) -> None:
    """However a code is spaced, dashed or capitalised, it is the same code."""
    assert parse_code(typed) == RoomCode("K7QX", "M4T")


@pytest.mark.parametrize("typed", ["K7QX9-M4TR", "K7QX9M4TR", "k7q-x9m-4tr", "K-7-Q-X-9-M-4-T-R", "-K7QX9 M4TR-"])
def test_dashes_do_not_matter_in_a_long_code_either(typed: str) -> None:
    """Only one place for the only dash means something else."""
    assert parse_code(typed) == RoomCode("K7QX9", "M4T")


@pytest.mark.parametrize("typed", ["K7QX-9M4TR", " k7qx 9m4tr ", "K7QX\u20139M4TR", "K7QX - 9M4TR"])
def test_a_dash_with_five_symbols_behind_it_is_refused(typed: str) -> None:
    """Somebody typed a symbol too many of the secret; the first one must not become a part of the room's name."""
    with pytest.raises(InvalidCode, match="After the dash a room code has 4 symbols, not 5"):
        parse_code(typed)


@given(codes, st.integers(0, 4), symbols)
def test_a_symbol_too_many_behind_the_dash_never_gives_a_room(code: RoomCode, place: int, symbol: str) -> None:
    """Whatever the check symbol says."""
    room, secret = code.text.split("-")
    with pytest.raises(InvalidCode):
        parse_code(f"{room}-{secret[:place]}{symbol}{secret[place:]}")


def test_8_5_and_2_are_read_as_the_letters_they_look_like() -> None:
    """Digits that no code has stand for the letters that people confuse with them."""
    code = RoomCode("BSZ3", "BSZ")
    assert parse_code(code.text.replace("B", "8").replace("S", "5").replace("Z", "2")) == code


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("", "has 0"),
        ("K7QX", "has 4"),
        ("K7QX-M4T", "has 7"),
        ("K7QX99-M4TR", "has 10"),
        ("K7QX-M4TU", "no U: look whether it is V"),
        ("K7OX-M4TC", "no O: look whether it is D or Q"),
        ("k7qx-m4il", "no I"),
        ("0000-0000", "no 0"),
        ("K7QX_M4TC", "type the code alone"),
        ("K7QX-M4TÇ", "type the code alone"),
        ("K7QX-M4T\ud800", "type the code alone"),
        ("the code is K7QX-M4TC", "no E"),
        ("x" * 100_000, "far too long"),
    ],
)
def test_what_is_no_code_is_refused_with_a_hint(typed: str, told: str) -> None:
    """A wrong symbol or length gets one sentence that says what to do."""
    with pytest.raises(InvalidCode, match=told) as caught:
        parse_code(typed)
    assert str(caught.value).endswith(".")


@given(codes, st.data())
def test_no_error_repeats_a_secret(code: RoomCode, data: st.DataObject) -> None:
    """Neither the sentence nor the arguments of an error show the code that was mistyped."""
    typed = code.text + data.draw(st.sampled_from(["?", "A", "XXX"]))
    with pytest.raises(InvalidCode) as caught:
        parse_code(typed)
    assert code.secret not in str(caught.value).replace("K7QX-M4TC", "")
    assert caught.value.__cause__ is None
    assert caught.value.__context__ is None


@given(st.text())
def test_any_text_is_a_code_or_refused(typed: str) -> None:
    """Nothing but InvalidCode comes out of reading what people type."""
    try:
        code = parse_code(typed)
    except InvalidCode:
        return
    assert parse_code(code.text) == code


@pytest.mark.parametrize(
    ("room", "secret"), [("K7Q", "M4T"), ("K7QX99", "M4T"), ("K7QX", "M4"), ("k7qx", "M4T"), ("K7QX", "M4A"), ("", "")]
)
def test_a_code_is_not_made_of_anything_else(room: str, secret: str) -> None:
    """A name that a wrong server gives never becomes part of a code."""
    with pytest.raises(InvalidCode):
        RoomCode(room, secret)


def test_secrets_are_not_shown_by_accident() -> None:
    """The repr of codes and links hides what must not stand in a log."""
    assert "M4T" not in repr(RoomCode("K7QX", "M4T"))
    link = InviteLink("http://cards.example", "K7QX", b"sixteen bytes !!")
    assert "sixteen" not in repr(link)
    assert "secret" not in repr(link)


def test_new_codes_use_the_callers_entropy_evenly() -> None:
    """Names and secrets are made of the numbers handed in, each symbol asked for among all 25."""
    numbers = iter([0, 24, 1, 2, 3, 4, 5])
    asked = []

    def choose(below: int) -> int:
        asked.append(below)
        return next(numbers)

    assert new_room_name(4, choose) == "3Z46"
    assert new_code("3Z46", choose) == RoomCode("3Z46", "79B")
    assert set(asked) == {25}


@given(st.integers(4, 5), st.randoms(use_true_random=False))
def test_new_codes_are_valid(length: int, rng: random.Random) -> None:
    """Whatever the entropy, a new name and secret make a code that can be read."""
    code = new_code(new_room_name(length, rng.randrange), rng.randrange)
    assert parse_code(code.text) == code


@given(names, link_secrets, st.sampled_from(["https://cards.example", "http://192.168.1.5:8420", "http://[::1]:1/a/b"]))
def test_a_link_is_read_as_it_was_written(room: str, secret: bytes, server: str) -> None:
    """Writing and reading an invite link loses nothing; the secret stands in the fragment, in 22 symbols."""
    link = InviteLink(server, room, secret)
    assert parse_link(f" {link.url}\n") == link
    address, fragment = link.url.split("#")
    assert address == server + "/"
    assert len(fragment.partition(".")[2]) == 22
    assert base64.urlsafe_b64decode(fragment.partition(".")[2] + "==") == secret


def test_the_link_in_the_protocol_is_written_so() -> None:
    """The vector in PROTOCOL.md holds."""
    assert InviteLink("https://cards.example", "K7QX", bytes(range(16))).url == (
        "https://cards.example/#j=K7QX.AAECAwQFBgcICQoLDA0ODw"
    )


GOOD_LINK = "https://cards.example/#j=K7QX.AAECAwQFBgcICQoLDA0ODw"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "https://cards.example/",
        GOOD_LINK[:-1],
        GOOD_LINK + "A",
        GOOD_LINK + "==",
        GOOD_LINK[:-1] + "x",  # 22 symbols, but the last one holds bits beyond the 128
        GOOD_LINK.replace("K7QX", "k7qx"),
        GOOD_LINK.replace("K7QX", "K7Q"),
        GOOD_LINK.replace("#j=", "#k="),
        GOOD_LINK.replace("AAEC", "A+/C"),
        GOOD_LINK.replace(".AA", "\n.AA"),
        GOOD_LINK.replace("https", "ftp"),
        GOOD_LINK.replace("https://cards.example", ""),
        GOOD_LINK.replace("cards.example", "user:word@cards.example"),
        GOOD_LINK.replace("/#", "/?room=1#"),
        GOOD_LINK.replace("cards", "c" * 3000),
        GOOD_LINK + "#",
    ],
)
def test_what_is_no_link_is_refused_whole(text: str) -> None:
    """A damaged link gets one sentence, and no part of its secret is let out."""
    with pytest.raises(InvalidLink) as caught:
        parse_link(text)
    assert "copy it again" in str(caught.value)
    assert "AAEC" not in str(caught.value)
    assert caught.value.__cause__ is None


@given(st.text() | st.text().map(lambda tail: GOOD_LINK + tail))
def test_any_text_is_an_invitation_or_refused(text: str) -> None:
    """Nothing but the two errors comes out of reading what people paste."""
    try:
        invitation = parse_invitation(text)
    except (InvalidCode, InvalidLink):
        return
    assert invitation == parse_link(GOOD_LINK) or isinstance(invitation, RoomCode)


def test_an_invitation_is_a_code_or_a_link() -> None:
    """One field takes both, and a damaged one of either kind is told what it is."""
    assert parse_invitation("k7qx m4tc") == RoomCode("K7QX", "M4T")
    assert parse_invitation(GOOD_LINK) == parse_link(GOOD_LINK)
    with pytest.raises(InvalidLink):
        parse_invitation("https://cards.example/")
    with pytest.raises(InvalidCode):
        parse_invitation("K7QX-M4TD")


@pytest.mark.parametrize("room", ["", "K7Q", "K7QX\n", "KAQX"])
def test_a_link_is_not_made_of_anything_else(room: str) -> None:
    """A room that is none, a secret of another length or a server without address make no link."""
    with pytest.raises(InvalidLink):
        InviteLink("http://cards.example", room, bytes(16))
    with pytest.raises(InvalidLink):
        InviteLink("http://cards.example", "K7QX", bytes(15))
    with pytest.raises(InvalidServer):
        InviteLink("", "K7QX", bytes(16))


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("http://127.0.0.1:8420", "http://127.0.0.1:8420/"),
        ("https://Cards.Example", "https://cards.example/"),
        ("HTTPS://cards.example:443/", "https://cards.example:443/"),
        ("localhost:99", "http://localhost:99/"),
        ("192.168.1.5", "http://192.168.1.5:8420/"),
        ("my-laptop.local", "http://my-laptop.local:8420/"),
        ("[::1]:8420", "http://[::1]:8420/"),
        ("http://[FE80::1%eth0]:1", "http://[fe80::1%eth0]:1/"),
        ("https://example.org/cards", "https://example.org/cards/"),
        ("example.org:80/a/b//", "http://example.org:80/a/b/"),
        ("  http://h:1  ", "http://h:1/"),
        ("https://kärtchen.example", "https://kärtchen.example/"),
    ],
)
def test_addresses_of_servers_are_read_in_all_their_forms(text: str, address: str) -> None:
    """With and without scheme, port and path; and what was read reads as itself."""
    assert parse_server(text) == address
    assert parse_server(address) == address


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "http://",
        "https:///path",
        "ftp://h",
        "ws://h:1",
        "javascript://h",
        "h:p",
        "h:0",
        "h:70000",
        "h:-1",
        "::1",
        "http://::1",
        "http://[::1",
        "http://[x:y]:1",
        "http://a b",
        "http://a\nb",
        "http://h/\x00",
        "http://-h",
        "http://h..",
        "http://h?x",
        "http://h?",
        "http://h#",
        "http://user@h",
        "http://user:word@h",
        "@h",
        GOOD_LINK,
        "K7QX-M4TC?",
        "h" * 5000,
        "http://\ud800",
    ],
)
def test_what_is_no_address_is_refused_with_examples(text: str) -> None:
    """A bad address gets one sentence that shows good ones, and is not repeated in it."""
    with pytest.raises(InvalidServer, match=r"^This is no address of a Peerdeck server: give one like .*\.$"):
        parse_server(text)


@given(st.text() | st.text().map(lambda text: f"http://{text}"))
def test_any_text_is_an_address_or_refused(text: str) -> None:
    """Nothing but InvalidServer comes out of reading an address, and a read one reads as itself."""
    try:
        address = parse_server(text)
    except InvalidServer:
        return
    assert parse_server(address) == address
