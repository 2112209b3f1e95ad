"""Owner tokens: what a server that was restarted knows of them."""

import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from signaling.messages import Open, Opened, decode_from_client, encode
from signaling.ownership import SECRET_BYTES, Ownership, ServerSecret
from tests.signaling.room_driver import RoomDriver

SECRET = ServerSecret(bytes(range(SECRET_BYTES)))
OWN = Ownership(lambda size: bytes(range(size)), SECRET)


def test_a_token_has_the_form_that_the_protocol_asks_for() -> None:
    """22 symbols of base64url, with and without a secret."""
    for ownership in (OWN, Ownership(lambda size: b"\xff" * size)):
        token = ownership.new_token("K7QX")
        assert len(token) == 22
        assert decode_from_client(encode(Open("K7QX", token)).decode()) == Open("K7QX", token)


def test_a_restarted_server_knows_its_tokens_again_and_no_others() -> None:
    """For the room that they were made for."""
    again = Ownership(bytes, SECRET)
    token = OWN.new_token("K7QX")
    assert again.may_have("K7QX", token)
    assert not again.may_have("K7QZ", token)
    assert not again.may_have("K7QX", None)
    assert not Ownership(bytes, ServerSecret(bytes(SECRET_BYTES))).may_have("K7QX", token)
    assert Ownership(bytes).may_have("K7QX", None), "one that forgets everything must believe all"


@given(st.integers(0, 127))
def test_a_token_with_any_bit_changed_is_nobodys(bit: int) -> None:
    """It cannot be made up."""
    data = bytearray(base64.urlsafe_b64decode(OWN.new_token("K7QX") + "=="))
    data[bit // 8] ^= 1 << bit % 8
    assert not OWN.may_have("K7QX", base64.urlsafe_b64encode(data).decode().rstrip("="))


@given(st.text(max_size=30))
def test_what_is_no_token_is_refused(text: str) -> None:
    """Whatever it is."""
    assert not OWN.may_have("K7QX", text)


@pytest.mark.parametrize("secret", [SECRET, None], ids=["with a secret", "without"])
def test_after_a_restart_a_forgotten_name_goes_to_its_owner_only_if_the_server_can_tell(
    secret: ServerSecret | None,
) -> None:
    """A stranger comes first: refused by a server with a secret, and the owner has the name again."""
    first = RoomDriver(secret=secret)
    _, opened = first.host(Open())
    restarted = RoomDriver(secret=secret, seed=1)
    for token in (None, "bm9ib2R5LWd1ZXNzZXMtaX"):
        stranger = restarted.connect()
        if secret is None:
            assert isinstance(restarted.say(stranger, Open(opened.room, token))[0], Opened)
            return
        assert restarted.refusal(stranger, Open(opened.room, token)) == "not-owner"
    _, again = restarted.host(Open(opened.room, opened.owner_token))
    assert (again.room, again.owner_token) == (opened.room, opened.owner_token)


def test_a_secret_that_was_just_made_locks_nobody_out_who_was_there_before() -> None:
    """The server is newer than the rooms, or has lost its old secret: for ten minutes names go to who comes first."""
    _, opened = RoomDriver().host(Open())
    server = RoomDriver(secret=ServerSecret(SECRET.value, is_new=True))
    _, again = server.host(Open(opened.room, opened.owner_token))
    assert again == opened
    server.wait(server.limits.room_kept)
    assert server.refusal(server.connect(), Open("K7QX", opened.owner_token)) == "not-owner"
    restarted = RoomDriver(secret=SECRET)
    assert restarted.refusal(restarted.connect(), Open(opened.room, opened.owner_token)) == "not-owner"
