"""A server that swaps, guesses, replays, reflects, cuts, relabels, drops, repeats or reorders gets nobody a seat.

Each attack ends with both ends told why, and with a wrong guess counted at each end where somebody could have
learned whether a guess was right.
"""

from __future__ import annotations

from typing import Any

import pytest

from p2p.handshake import FREEZE_AFTER, Code, Failed, MakeAnswer, Role, Secret, TakeAnswer, WrongGuess
from p2p.handshake.messages import to_base64
from tests.p2p.handshake.hostile import (
    AcceptsBlindly,
    Change,
    Changes,
    Impostor,
    Replays,
    Routes,
    changed_seal,
    cut_seal,
    empty_seal,
    raw,
    without_seal,
)
from tests.p2p.handshake.world import CODE, LINK, PEER, ROOM, TOKEN, Device, World, table


def expect_nobody_in(world: World, *, guest: Code, host: Code, guesses: tuple[int, int] = (0, 0)) -> None:
    """Nobody joined; both ends say why; so many guesses were counted at guest and host."""
    assert not world.guest_end.joined
    assert not world.host_end.joined
    assert (world.guest_end.failure.code, world.host_end.failure.code) == (guest, host)
    assert (world.guest_end.guesses, world.host_end.guesses) == guesses
    assert world.secret.wrong_guesses == guesses[0]


# --- (a) swapped fingerprints


@pytest.mark.parametrize("deceived", [[Role.GUEST], [Role.HOST], [Role.GUEST, Role.HOST]])
def test_a_middleman_on_the_channel_is_seen_by_his_certificate(deceived: list[Role]) -> None:
    """Whoever answers with a certificate that the sealed description did not promise gets no seat."""
    world = World()
    world.middleman = dict.fromkeys(deceived, Device("middleman").fingerprint)
    world.run()
    expect_nobody_in(world, guest=Code.OTHER_CERTIFICATE, host=Code.OTHER_CERTIFICATE)


class ChangesConfirmations(World):
    """Somebody on the channel changes what the one end confirms."""

    def __init__(self, victim: Role) -> None:
        super().__init__()
        self._victim = victim

    def channel_text(self, recipient: Role, text: str) -> str:
        """For the victim, a confirmation of nothing."""
        mac = to_base64(bytes(32))
        return f'{{"t":"confirm","mac":"{mac}"}}' if recipient is self._victim else text


@pytest.mark.parametrize("victim", list(Role))
def test_a_wrong_confirmation_on_the_channel_gives_no_seat(victim: Role) -> None:
    """The last proof must come from who knows the keys; the end that gets a wrong one closes."""
    world = ChangesConfirmations(victim).run()
    assert world.ends[victim].failure.code == Code.OTHER_CERTIFICATE
    assert not world.ends[victim].joined


def test_the_host_gives_a_seat_only_after_the_guests_confirmation() -> None:
    """With the guest's confirmation wrong, the host says nothing on the channel, and the guest has no seat either."""
    world = ChangesConfirmations(Role.HOST).run()
    expect_nobody_in(world, guest=Code.OTHER_CERTIFICATE, host=Code.OTHER_CERTIFICATE)


# --- (b) swapped descriptions


def sealed_by_somebody_else(message: dict[str, Any]) -> dict[str, Any]:
    """A good seal of the same kind, from a join between the same people under other keys."""
    other = World(seed="another join").run().relay.seen
    index = {"proof": 2, "accept": 3}[message["t"]]
    return message | {"sealed": other[index].partition('"sealed":"')[2].partition('"')[0]}


@pytest.mark.parametrize("kind", ["proof", "accept"])
def test_a_swapped_description_is_not_opened(kind: str) -> None:
    """A description under other keys is refused; neither WebRTC library ever sees it."""
    world = World(Changes(kind, sealed_by_somebody_else)).run()
    expect_nobody_in(world, guest=Code.BAD_SEAL, host=Code.BAD_SEAL, guesses=(int(kind == "proof"), 0))
    assert not any(isinstance(effect, TakeAnswer) for effect in world.guest_end.effects)
    assert kind == "accept" or not any(isinstance(effect, MakeAnswer) for effect in world.host_end.effects)


# --- (c) guessed codes


def test_an_impostor_with_guessed_codes_is_counted_at_both_ends() -> None:
    """Playing host and guest at once costs one counted guess at each end and gets nobody in."""
    relay = Impostor("XXX", "ZZZ")
    world = World(relay).run()
    expect_nobody_in(world, guest=Code.WRONG_SECRET, host=Code.WRONG_SECRET, guesses=(1, 1))
    assert not any(relay.knew_the_code.values())


def test_five_impostors_freeze_the_code_but_not_link_and_seats() -> None:
    """Then the code opens nothing, not even for who knows it; the host was told; links and tokens work."""
    secrets = table()
    told = []
    for number in range(FREEZE_AFTER):
        world = World(Impostor("XXX", "ZZZ"), secrets=secrets, seed=str(number)).run()
        told += [effect for effect in world.host_end.effects if isinstance(effect, WrongGuess)]
    assert [guess.count for guess in told] == [1, 2, 3, 4, 5]
    assert [guess.frozen for guess in told] == [False, False, False, False, True]
    assert "make a new one" in told[-1].text
    right = World(secrets=secrets).run()
    expect_nobody_in(right, guest=Code.CODE_FROZEN, host=Code.CODE_FROZEN)
    assert World(secrets=secrets, knows=Secret.of_link(LINK)).run().host_end.joined
    assert World(secrets=secrets, knows=Secret.of_seat(2, TOKEN)).run().host_end.joined
    secrets.put(Secret.of_code("QQQ"))
    assert World(secrets=secrets, knows=Secret.of_code("QQQ")).run().host_end.joined


def test_a_guest_stops_showing_proofs_that_nobody_accepts() -> None:
    """Each try may have been a guess of whoever answered: after five of them the program sends nothing any more."""
    secret = Secret.of_code(CODE)
    for number in range(FREEZE_AFTER):
        world = World(Impostor("XXX", "ZZZ"), knows=secret, seed=str(number)).run()
        assert world.guest_end.guesses == 1
    world = World(knows=secret).run()
    assert world.guest_end.failure.code == Code.CODE_FROZEN
    assert world.guest_end.sent == []
    assert world.host_end.failure.code == Code.NO_KNOCK


def test_an_impostor_who_guessed_right_at_one_end_still_joins_nobody_to_the_host() -> None:
    """The one chance in 15,625: he talks to the guest as host, but nothing of it opens the host's door."""
    relay = Impostor(CODE, "ZZZ")
    world = World(relay).run()
    assert relay.knew_the_code == {Role.GUEST: True, Role.HOST: False}
    assert not world.host_end.joined
    assert world.host_end.guesses == 1


def test_who_accepts_without_the_secret_is_not_the_host() -> None:
    """The guest knows then that somebody is in the middle, and says so; the host hears it, too."""
    world = World(AcceptsBlindly()).run()
    expect_nobody_in(world, guest=Code.NOT_THE_HOST, host=Code.NOT_THE_HOST, guesses=(1, 0))
    assert "in the middle" in world.guest_end.failure.text


# --- (d) replays


def test_an_old_join_cannot_be_replayed() -> None:
    """The host's half is new each time, so the old proof is no proof; it counts, since nobody can tell it apart."""
    world = World(Replays(World(seed="monday").run().relay.seen), seed="tuesday").run()
    expect_nobody_in(world, guest=Code.WRONG_SECRET, host=Code.WRONG_SECRET, guesses=(1, 1))


# --- (e) reflections


@pytest.mark.parametrize(("kind", "code"), [("knock", Code.BAD_MESSAGE), ("proof", Code.BAD_MESSAGE)])
def test_the_guests_own_messages_are_no_answer(kind: str, code: Code) -> None:
    """What comes back as it was sent is no message for this end."""
    world = World(Routes(kind, lambda sender, text, _: [(sender, text)])).run()
    assert world.guest_end.failure.code == code
    assert not world.host_end.joined
    assert world.host_end.failure.text


def test_the_guests_own_half_is_no_share() -> None:
    """Sent back as the host's half, relabelled or not, it is refused before anything is proved with it."""
    for side in (b"A", b"B"):
        seen: list[str] = []

        def reflect(message: dict[str, Any], side: bytes = side, seen: list[str] = seen) -> dict[str, Any]:
            half = raw(seen[0].partition('"x":"')[2].partition('"')[0])
            return message | {"y": to_base64(side + half[1:])}

        relay = Changes("share", reflect)
        relay.seen = seen
        expect_nobody_in(World(relay).run(), guest=Code.BAD_POINT, host=Code.BAD_POINT)


def test_the_guests_own_proof_is_no_acceptance() -> None:
    """Both directions have their own keys."""
    relay = Routes("proof", lambda sender, text, _: [(sender, text.replace('"proof"', '"accept"'))])
    expect_nobody_in(World(relay).run(), guest=Code.NOT_THE_HOST, host=Code.NOT_THE_HOST, guesses=(1, 0))


def test_the_hosts_own_messages_are_no_knock_or_proof() -> None:
    """The same at the host's end."""
    for kind in ("share", "accept"):
        world = World(Routes(kind, lambda sender, text, _: [(sender, text)])).run()
        assert world.host_end.failure.code == Code.BAD_MESSAGE
        assert not world.guest_end.joined
        assert world.guest_end.failure.text


# --- (f) seals cut or changed


@pytest.mark.parametrize("kind", ["proof", "accept"])
@pytest.mark.parametrize(
    ("change", "code"),
    [
        (without_seal, Code.BAD_MESSAGE),
        (empty_seal, Code.BAD_SEAL),
        (cut_seal, Code.BAD_SEAL),
        (changed_seal, Code.BAD_SEAL),
    ],
)
def test_a_seal_is_whole_or_nothing(kind: str, change: Change, code: Code) -> None:
    """Stripped, cut or with one bit changed: refused. The guest counts unless the host has proved itself."""
    world = World(Changes(kind, change)).run()
    host_proved_itself = kind == "accept" and code is Code.BAD_SEAL
    expect_nobody_in(world, guest=code, host=code, guesses=(int(not host_proved_itself), 0))


def test_a_changed_proof_counts_at_both_ends() -> None:
    """Nobody can tell a changed confirmation from a wrong guess."""
    relay = Changes("proof", lambda message: message | {"confirmation": to_base64(bytes(32))})
    expect_nobody_in(World(relay).run(), guest=Code.WRONG_SECRET, host=Code.WRONG_SECRET, guesses=(1, 1))


# --- (g) kind, seat and version changed; two ends told different things


@pytest.mark.parametrize(
    ("change", "code", "guesses"),
    [
        ({"v": 2}, Code.OTHER_VERSION, (0, 0)),
        ({"v": 0}, Code.OTHER_VERSION, (0, 0)),
        ({"v": "1"}, Code.BAD_MESSAGE, (0, 0)),
        ({"kind": "link"}, Code.WRONG_SECRET, (1, 1)),
        ({"kind": "seat", "seat": 2}, Code.WRONG_SECRET, (1, 1)),
        ({"kind": "seat", "seat": 3}, Code.NO_SUCH_SEAT, (0, 0)),
        ({"kind": "seat"}, Code.BAD_MESSAGE, (0, 0)),
        ({"seat": 2}, Code.BAD_MESSAGE, (0, 0)),
        ({"kind": "friend"}, Code.BAD_MESSAGE, (0, 0)),
    ],
)
def test_a_relabelled_knock_opens_nothing(change: dict[str, Any], code: Code, guesses: tuple[int, int]) -> None:
    """Kind, seat and version are in the transcript, and a code is tried against codes only."""
    world = World(Changes("knock", lambda message: message | change)).run()
    expect_nobody_in(world, guest=code, host=code, guesses=guesses)
    assert world.host_end.guesses == guesses[1]


def test_a_code_never_passes_for_another_kind_with_the_same_bytes() -> None:
    """Should link and token of a seat ever be the same 16 bytes, the kind still keeps them apart."""
    relabel = Changes("knock", lambda message: message | {"kind": "seat", "seat": 2})
    secrets = table()
    secrets.put(Secret.of_seat(2, LINK))
    world = World(relabel, secrets=secrets, knows=Secret.of_link(LINK)).run()
    expect_nobody_in(world, guest=Code.WRONG_SECRET, host=Code.WRONG_SECRET, guesses=(1, 1))


@pytest.mark.parametrize(("room", "peer"), [(ROOM, "p2"), ("K7QX9", PEER)])
def test_both_ends_must_have_been_told_the_same(room: str, peer: str) -> None:
    """Another peer or another room at one end: no common keys."""
    world = World(room_told_to_guest=room, peer_told_to_guest=peer).run()
    expect_nobody_in(world, guest=Code.WRONG_SECRET, host=Code.WRONG_SECRET, guesses=(1, 1))


# --- (h) dropped, repeated, reordered


@pytest.mark.parametrize(
    ("kind", "guest", "host", "guesses"),
    [
        ("knock", Code.NO_SHARE, Code.NO_KNOCK, (0, 0)),
        ("share", Code.NO_SHARE, Code.NO_SHARE, (0, 0)),
        ("proof", Code.NO_PROOF, Code.NO_PROOF, (1, 0)),
        ("accept", Code.NO_CHANNEL, Code.NO_CHANNEL, (1, 0)),
    ],
)
def test_a_dropped_message_ends_in_time(kind: str, guest: Code, host: Code, guesses: tuple[int, int]) -> None:
    """Both ends wait no longer than their deadlines; only a guest that has shown its proof counts a guess."""
    world = World(Routes(kind, lambda *_: [])).run()
    assert not world.guest_end.joined
    assert not world.host_end.joined
    assert (world.guest_end.guesses, world.host_end.guesses) == guesses
    assert {world.guest_end.failure.code, world.host_end.failure.code} >= {guest, host}
    assert world.now <= 20


@pytest.mark.parametrize("kind", ["knock", "share", "proof", "accept"])
def test_a_repeated_message_ends_the_join(kind: str) -> None:
    """Nothing comes twice on an honest server. A guest that had proved itself by then counts a guess."""
    world = World(Routes(kind, lambda sender, text, _: [(sender.other, text)] * 2)).run()
    counted = int(kind in {"knock", "share"})
    expect_nobody_in(world, guest=Code.OUT_OF_ORDER, host=Code.OUT_OF_ORDER, guesses=(counted, 0))


@pytest.mark.parametrize("kind", ["proof", "accept"])
def test_messages_in_another_order_end_the_join(kind: str) -> None:
    """An earlier message before the right one is out of order."""
    world = World(Routes(kind, lambda sender, text, seen: [(sender.other, seen[-2]), (sender.other, text)])).run()
    expect_nobody_in(world, guest=Code.OUT_OF_ORDER, host=Code.OUT_OF_ORDER, guesses=(1, 0))


@pytest.mark.parametrize(
    "text",
    ["", "null", "[]", "7", "{}", '{"t":"hello"}', '{"t":7}', "\udc80", "[" * 40000, "x" * 50000, '{"t":"share"}'],
)
def test_garbage_hurts_only_the_join_it_came_to(text: str) -> None:
    """Neither end raises; both say that something foreign came."""
    for kind in ("knock", "share"):
        world = World(Routes(kind, lambda sender, _, __: [(sender.other, text)])).run()
        expect_nobody_in(world, guest=Code.BAD_MESSAGE, host=Code.BAD_MESSAGE)


def test_a_refusal_of_the_server_cannot_put_words_before_a_player() -> None:
    """Only the code of a refusal is read; one that is not known gets a sentence of our own."""
    text = '{"t":"refused","code":"visit-my-shop","text":"Visit my shop."}'
    world = World(Routes("share", lambda *_: [(Role.GUEST, text)])).run()
    assert isinstance(world.guest_end.failure, Failed)
    assert world.guest_end.failure.code == Code.UNKNOWN
    assert "shop" not in world.guest_end.failure.text
