"""Joins that succeed, and what is asked of each end on the way."""

from __future__ import annotations

import pytest

from p2p.handshake import (
    Joined,
    Kind,
    MakeAnswer,
    MakeOffer,
    Misuse,
    Role,
    Secret,
    Send,
    SendOnChannel,
    State,
    TakeAnswer,
)
from p2p.handshake.steps import OVER, SECONDS, STEPS, table_text
from tests.p2p.handshake.world import CODE, LINK, PEER, TOKEN, Entropy, World, table


@pytest.mark.parametrize(
    ("secret", "kind", "seat"),
    [
        (Secret.of_code(CODE), Kind.CODE, None),
        (Secret.of_link(LINK), Kind.LINK, None),
        (Secret.of_seat(2, TOKEN), Kind.SEAT, 2),
    ],
)
def test_whoever_knows_the_secret_joins(secret: Secret, kind: Kind, seat: int | None) -> None:
    """With the code, the link or the token of a seat, by the same steps; both ends learn what it was."""
    world = World(knows=secret).run()
    for end in world.ends.values():
        joined = end.effects[-1]
        assert isinstance(joined, Joined)
        assert (joined.secret.kind, joined.secret.seat, joined.secret.value) == (kind, seat, secret.value)
        assert end.guesses == 0
    assert [type(effect) for effect in world.guest_end.effects] == [
        Send,
        MakeOffer,
        Send,
        TakeAnswer,
        SendOnChannel,
        Joined,
    ]
    assert [type(effect) for effect in world.host_end.effects] == [Send, MakeAnswer, Send, SendOnChannel, Joined]
    assert len(world.relay.seen) == 4


def test_the_descriptions_arrive_as_they_were_made() -> None:
    """Each end is handed the other's description, to the letter."""
    world = World().run()
    (offer,) = [effect.offer for effect in world.host_end.effects if isinstance(effect, MakeAnswer)]
    (answer,) = [effect.answer for effect in world.guest_end.effects if isinstance(effect, TakeAnswer)]
    assert offer == world.devices[Role.GUEST].description("actpass")
    assert answer == world.devices[Role.HOST].description("active")


def test_the_host_makes_no_connection_before_the_proof() -> None:
    """Whatever a stranger without the secret sends, the host's WebRTC library is left alone."""
    world = World(knows=Secret.of_code("XXX")).run()
    assert not any(isinstance(effect, MakeAnswer) for effect in world.host_end.effects)
    assert world.host_end.failure.code == "wrong-secret"


def test_an_offer_may_be_ready_before_or_after_the_share() -> None:
    """The guest gathers addresses while it waits for the host; the proof goes out when both are there."""
    world = World()
    world.door.guest_arrived(PEER, 0)
    knock, _ = world.guest.start(0)
    join = world.door.join_of(PEER)
    assert isinstance(knock, Send)
    assert join is not None
    (share,) = join.text_received(knock.text, 0)
    assert isinstance(share, Send)
    assert world.guest.text_received(share.text, 1) == []
    assert world.guest.next_deadline() == 16
    (proof,) = world.guest.offer_made(world.devices[Role.GUEST].description("actpass"), 2)
    assert isinstance(proof, Send)
    assert world.guest.state is State.PROVING


def test_a_join_that_is_over_wants_nothing_more() -> None:
    """Late texts, losses and deadlines change nothing once there is a seat: the server cannot end a game."""
    world = World()
    world.door.guest_arrived(PEER, 0)
    join = world.door.join_of(PEER)
    assert join is not None
    world.run()
    for end in (world.guest, join):
        assert end.state is State.JOINED
        assert end.next_deadline() is None
        assert end.text_received(world.relay.seen[2], 99) == []
        assert end.text_received('{"t":"refused","code":"wrong-secret"}', 99) == []
        assert end.channel_text_received("hello", 99) == []
        assert end.introduction_lost() == []
        assert end.connection_failed() == []
        assert end.time_passed(1e9) == []
        assert end.start(99) == []
    assert world.door.join_of(PEER) is None


class LosesTheServer(World):
    """The server goes away as soon as the descriptions are exchanged."""

    def open_channel(self) -> None:
        """Tell both ends of the loss, then let the devices find each other."""
        join = self.door.join_of(PEER)
        assert join is not None
        assert self.guest.introduction_lost() == []
        assert join.introduction_lost() == []
        super().open_channel()
        assert join.introduction_lost() == []


def test_the_last_steps_do_without_the_server() -> None:
    """When the descriptions are exchanged, losing the server or the other's connection to it changes nothing."""
    world = LosesTheServer().run()
    assert world.guest_end.joined
    assert world.host_end.joined


def test_a_program_that_calls_at_the_wrong_time_is_told() -> None:
    """That is an error of ours and not of the other end: it raises."""
    world = World()
    with pytest.raises(Misuse, match="own offer made"):
        world.guest.offer_made(world.devices[Role.GUEST].description("actpass"), 0)
    world.guest.start(0)
    with pytest.raises(Misuse, match="start"):
        world.guest.start(0)
    with pytest.raises(Misuse, match="channel open"):
        world.guest.channel_opened(bytes(32), bytes(32), 0)
    with pytest.raises(Misuse, match="32 bytes"):
        world.guest.channel_opened(bytes(20), bytes(32), 0)


def test_an_offer_is_sealed_once() -> None:
    """A second offer never goes out under the same key."""
    world = World()
    world.guest.start(0)
    world.guest.offer_made(world.devices[Role.GUEST].description("actpass"), 0)
    with pytest.raises(Misuse):
        world.guest.offer_made(world.devices[Role.HOST].description("actpass"), 0)


def test_the_table_of_states_is_whole() -> None:
    """Every state is reached, every state that waits has a deadline, and every one that ends has none."""
    for role in Role:
        rows = [step for step in STEPS if step.role is role]
        reached = {state for step in rows for state in step.leads_to.values()}
        assert {step.state for step in rows} - reached == {State.NEW, State.FAILED}
        for step in rows:
            waits = step.state not in OVER and step.state is not State.NEW
            assert (step.seconds is not None) == (step.late is not None) == waits
            assert bool(step.leads_to) == (step.state not in OVER)
    assert all(SECONDS[step.late] == step.seconds for step in STEPS if step.late is not None)


def test_the_table_can_be_read() -> None:
    """It prints with a row for each state."""
    lines = table_text().splitlines()
    assert len(lines) == 1 + len(STEPS)
    assert "guest proving         20 s  no-accept   accept → opening" in lines


def test_every_join_has_keys_of_its_own() -> None:
    """The same two people with the same code send nothing twice."""
    first, second = World(seed="a").run(), World(seed="b").run()
    assert set(first.relay.seen).isdisjoint(second.relay.seen)


def test_the_secrets_of_a_table_serve_many_joins() -> None:
    """A join changes nothing about the code: the next guest comes in with it too."""
    secrets = table()
    for number in range(3):
        assert World(secrets=secrets, seed=str(number)).run().host_end.joined


def test_entropy_is_asked_for_once_and_decides_everything() -> None:
    """The same entropy gives the same join, so that vectors can be made."""
    assert World(seed="same").run().relay.seen == World(seed="same").run().relay.seen
    drawn = Entropy("x")
    assert drawn(64) != drawn(64)
