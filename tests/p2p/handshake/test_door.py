"""The host's door: many guests at once, bounded in number, time and guesses."""

from __future__ import annotations

import pytest

from p2p.handshake import (
    ARRIVALS_AT_ONCE,
    ARRIVALS_PER_SECOND,
    FREEZE_AFTER,
    MAX_PENDING,
    PATIENCE,
    Code,
    Door,
    Effect,
    Failed,
    GuestHandshake,
    Kind,
    Secret,
    Send,
    WrongGuess,
)
from tests.p2p.handshake.world import CODE, LINK, PEER, ROOM, TOKEN, Device, Entropy, World, table


class Stranger:
    """A guest at the door, step by step."""

    def __init__(self, door: Door, number: int, secret: Secret) -> None:
        self.peer = f"stranger {number}"
        self._door = door
        self._guest = GuestHandshake(room=ROOM, peer=self.peer, secret=secret, entropy=Entropy(self.peer))
        self.arrival = door.guest_arrived(self.peer, 0)

    def knock(self) -> list[Effect]:
        """Have the knock answered, and make the proof ready."""
        (knock, _) = self._guest.start(0)
        self._guest.offer_made(Device(self.peer).description("actpass"), 0)
        return self._say(knock)

    def prove(self, share: list[Effect]) -> list[Effect]:
        """What the host does about the proof."""
        (text,) = [effect.text for effect in share if isinstance(effect, Send)]
        (proof,) = self._guest.text_received(text, 0)
        return self._say(proof)

    def _say(self, effect: Effect) -> list[Effect]:
        assert isinstance(effect, Send)
        join = self._door.join_of(self.peer)
        assert join is not None
        return join.text_received(effect.text, 0)


def failure(effects: list[Effect]) -> Code:
    """Why the join failed."""
    (code,) = [effect.code for effect in effects if isinstance(effect, Failed)]
    return code


def test_only_a_handful_of_joins_are_under_way() -> None:
    """One more is told so; when one is over there is room again."""
    door = World().door
    strangers = [Stranger(door, number, Secret.of_code(CODE)) for number in range(MAX_PENDING)]
    assert all(stranger.arrival == [] for stranger in strangers)
    refused, failed = door.guest_arrived("one more", 1)
    assert refused == Send('{"t":"refused","code":"too-many"}')
    assert isinstance(failed, Failed)
    assert failed.code is Code.TOO_MANY
    assert door.join_of("one more") is None
    first = door.join_of(strangers[0].peer)
    assert first is not None
    first.introduction_lost()
    assert door.guest_arrived("one more", 1) == []
    assert door.join_of("one more") is not None


def test_strangers_who_knock_and_wait_keep_nobody_out() -> None:
    """At a full door the one who has dawdled longest makes room; who has proved something stays."""
    secrets = table()
    door = Door(room=ROOM, secrets=secrets, entropy=Entropy("host"))
    strangers = [Stranger(door, number, Secret.of_code(CODE)) for number in range(MAX_PENDING)]
    strangers[0].prove(strangers[0].knock())
    strangers[1].knock()
    assert door.in_the_way(PATIENCE) is None
    assert failure(door.guest_arrived("early", PATIENCE)) is Code.TOO_MANY
    for dawdler in strangers[1:]:
        now = PATIENCE + 1
        assert door.in_the_way(now) == dawdler.peer
        join = door.join_of(dawdler.peer)
        assert join is not None
        assert failure(join.crowded_out()) is Code.TOO_MANY
        assert door.guest_arrived(f"instead of {dawdler.peer}", now) == []
    assert door.in_the_way(PATIENCE + 2) is None
    assert door.join_of(strangers[0].peer) is not None


def test_a_server_that_tells_of_guests_as_fast_as_it_can_costs_next_to_nothing() -> None:
    """Each knock takes the host some 10 ms of big numbers: 30 at once and 5 a second are listened to, the rest is not.

    The host is told of it once a minute, so that there is something else to read.
    """
    door = World().door
    listened, told = 0, 0
    for number in range(10_000):
        now = number / 1000
        effects = door.guest_arrived(f"p{number}", now)
        if join := door.join_of(f"p{number}"):
            listened += 1
            join.introduction_lost()
        told += any(isinstance(effect, Failed) for effect in effects)
    assert listened == pytest.approx(ARRIVALS_AT_ONCE + 10 * ARRIVALS_PER_SECOND, abs=1)
    assert told == 1


def test_an_arrival_that_is_told_twice_changes_nothing() -> None:
    """The join under way goes on."""
    door = World().door
    door.guest_arrived(PEER, 0)
    join = door.join_of(PEER)
    assert door.guest_arrived(PEER, 5) == []
    assert door.join_of(PEER) is join


def test_five_guesses_are_all_even_if_many_knock_before_the_first_proof() -> None:
    """Eight strangers get the host's half first and prove afterwards: three of the proofs are not looked at."""
    secrets = table()
    door = Door(room=ROOM, secrets=secrets, entropy=Entropy("host"))
    strangers = [Stranger(door, number, Secret.of_code("XXX")) for number in range(MAX_PENDING)]
    shares = [stranger.knock() for stranger in strangers]
    verdicts = [stranger.prove(share) for stranger, share in zip(strangers, shares, strict=True)]
    codes = [failure(verdict) for verdict in verdicts]
    assert codes == [Code.WRONG_SECRET] * FREEZE_AFTER + [Code.CODE_FROZEN] * (MAX_PENDING - FREEZE_AFTER)
    code = secrets.find(Kind.CODE, None)
    assert code is not None
    assert code.wrong_guesses == FREEZE_AFTER


def test_the_guess_is_counted_before_anybody_hears_of_it() -> None:
    """The host writes the count down first, so that a crash gives no guess back."""
    door = World().door
    stranger = Stranger(door, 1, Secret.of_code("XXX"))
    verdict = stranger.prove(stranger.knock())
    assert [type(effect) for effect in verdict] == [WrongGuess, Send, Failed]


def test_who_knocked_with_a_code_that_was_replaced_stays_outside() -> None:
    """Right or wrong, the proof is not looked at, so that a new code never comes with guesses at an old one."""
    secrets = table()
    door = Door(room=ROOM, secrets=secrets, entropy=Entropy("host"))
    stranger = Stranger(door, 1, Secret.of_code(CODE))
    share = stranger.knock()
    new = Secret.of_code("QQQ")
    secrets.put(new)
    assert failure(stranger.prove(share)) is Code.WITHDRAWN
    assert new.wrong_guesses == 0


class Withdrawing(World):
    """A host that gives the guest's secret up when so many texts have been delivered, and puts another in its place."""

    def __init__(self, knows: Secret, instead: Secret, after: int) -> None:
        super().__init__(knows=knows)
        self._instead = instead
        self._texts_left = after

    def _deliver(self) -> bool:
        if self._texts_left == 0:
            self.secrets.put(self._instead)
        self._texts_left -= 1
        return super()._deliver()


TEXTS_BEFORE_CONFIRMATION = 4
"""Knock, share, proof and acceptance are delivered before the guest's confirmation."""


@pytest.mark.parametrize("after", range(TEXTS_BEFORE_CONFIRMATION + 1))
@pytest.mark.parametrize(
    ("knows", "instead"),
    [
        (Secret.of_code(CODE), Secret.of_code("QQQ")),
        (Secret.of_link(LINK), Secret.of_link(bytes(16))),
        (Secret.of_seat(2, TOKEN), Secret.of_seat(2, bytes(16))),
    ],
)
def test_what_is_replaced_at_any_moment_of_a_join_opens_nothing(knows: Secret, instead: Secret, after: int) -> None:
    """Least of all the seat of somebody else: who waits with the last confirmation until the seat is another's."""
    fresh = Secret(knows.kind, knows.value, knows.seat, 0)  # since each case withdraws it
    world = Withdrawing(fresh, instead, after)
    world.secrets.put(fresh)
    world.run()
    assert not world.host_end.joined
    assert not world.guest_end.joined


def test_a_knock_alone_is_no_guess() -> None:
    """Dropping after the host's half teaches nothing and costs nothing, however often."""
    secrets = table()
    door = Door(room=ROOM, secrets=secrets, entropy=Entropy("host"))
    for number in range(20):
        stranger = Stranger(door, number, Secret.of_code("XXX"))
        stranger.knock()
        join = door.join_of(stranger.peer)
        assert join is not None
        assert failure(join.introduction_lost()) is Code.INTRODUCTION_LOST
    code = secrets.find(Kind.CODE, None)
    assert code is not None
    assert code.wrong_guesses == 0


@pytest.mark.parametrize("event", ["connection_failed", "introduction_lost"])
def test_a_join_that_cannot_go_on_says_why(event: str) -> None:
    """A peer connection that fails is told to the other end, a lost introduction cannot be."""
    door = World().door
    door.guest_arrived(PEER, 0)
    join = door.join_of(PEER)
    assert join is not None
    effects: list[Effect] = getattr(join, event)()
    assert failure(effects) == event.replace("_", "-")
    assert any(isinstance(effect, Send) for effect in effects) == (event == "connection_failed")
