"""Every failure has a code and, for the person at each end, a sentence that says what to do or that nothing is lost."""

from __future__ import annotations

import pytest

from p2p.handshake import Code, Effect, Failed, Kind, MakeAnswer, MakeOffer, Role, SendOnChannel, TakeAnswer
from p2p.handshake.failures import code_of, sentence
from p2p.handshake.sealing import Sealing
from p2p.handshake.steps import SECONDS, STEPS, Step
from tests.p2p.handshake.world import PEER, Device, World


@pytest.mark.parametrize("code", list(Code))
@pytest.mark.parametrize("for_host", [False, True])
def test_every_code_has_a_sentence_for_both_ends(code: Code, *, for_host: bool) -> None:
    """One or more whole sentences, with the seconds waited where it is about a deadline."""
    text = sentence(code, for_host=for_host, secret=Kind.LINK.word, seconds=SECONDS.get(code))
    assert text[0].isupper()
    assert text.endswith(".")
    assert not set(text) & set("{}")
    if code in SECONDS:
        assert f"{SECONDS[code]:g} s" in text


def test_codes_are_read_back() -> None:
    """Also those of a later version, as unknown."""
    assert all(code_of(code) is code for code in Code)
    assert code_of("brand-new") is Code.UNKNOWN


@pytest.mark.parametrize(
    ("stalled", "code", "after", "guesses"),
    [
        (MakeOffer, Code.NO_OFFER, 15, 0),
        (MakeAnswer, Code.NO_ANSWER, 15, 1),
        (TakeAnswer, Code.NO_CHANNEL, 15, 0),
        (SendOnChannel, Code.NO_CONFIRM, 5, 0),
    ],
)
def test_what_is_never_done_ends_in_time(stalled: type[Effect], code: Code, after: float, guesses: int) -> None:
    """A WebRTC library that hangs, or a channel that stays silent, ends the join at both ends with the reason."""
    world = World(stalled=stalled).run()
    assert world.guest_end.failure.code == world.host_end.failure.code == code
    assert world.now == after
    assert (world.guest_end.guesses, world.host_end.guesses) == (guesses, 0)


@pytest.mark.parametrize("step", [step for step in STEPS if step.late], ids=lambda step: f"{step.role} {step.state}")
def test_every_wait_has_its_own_end(step: Step) -> None:
    """Not a moment before the deadline of the table, and with the code of the table."""
    world = World()
    world.door.guest_arrived(PEER, 0)
    join = world.guest if step.role is Role.GUEST else world.door.join_of(PEER)
    assert join is not None
    assert step.seconds is not None
    join._enter(step.state, 100)
    assert join.next_deadline() == 100 + step.seconds
    assert join.time_passed(100 + step.seconds - 0.01) == []
    assert join.state is step.state
    (*_, failed) = join.time_passed(100 + step.seconds)
    assert isinstance(failed, Failed)
    assert failed.code is step.late
    assert join.next_deadline() is None


@pytest.mark.parametrize("role", list(Role))
def test_a_description_that_cannot_be_used_ends_the_join(role: Role) -> None:
    """Whichever end's WebRTC library made it: nobody is asked to connect by it."""
    world = World()
    world.devices[role] = Unreadable("odd")
    world.run()
    assert world.guest_end.failure.code == world.host_end.failure.code == Code.BAD_DESCRIPTION


class Unreadable(Device):
    """A WebRTC library that makes descriptions without a certificate."""

    def description(self, setup: str) -> str:
        """Everything but the fingerprint."""
        lines = super().description(setup).splitlines(keepends=True)
        return "".join(line for line in lines if "fingerprint" not in line)


class SealsAnything(World):
    """The one end seals what is no description, though it knows the secret."""

    def __init__(self, role: Role, monkeypatch: pytest.MonkeyPatch) -> None:
        super().__init__()
        original = Sealing.seal

        def seal(keys: Sealing, sender: Role, description: str) -> bytes:
            return original(keys, sender, "anything" if sender is role else description)

        monkeypatch.setattr(Sealing, "seal", seal)


@pytest.mark.parametrize("role", list(Role))
def test_a_sealed_text_that_is_no_description_is_not_handed_on(role: Role, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who knows the secret is not trusted with the WebRTC library either."""
    world = SealsAnything(role, monkeypatch).run()
    assert world.guest_end.failure.code == world.host_end.failure.code == Code.BAD_DESCRIPTION
    kind = MakeAnswer if role is Role.GUEST else TakeAnswer
    assert not any(isinstance(effect, kind) for effect in world.ends[role.other].effects)
