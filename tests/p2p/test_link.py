"""Behaviour of links: order, one ending, bounds, and the pair in memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2p.link import (
    MAX_TEXT_BYTES,
    MAX_UNREAD_CHARACTERS,
    MAX_UNREAD_TEXTS,
    MAX_UNSENT_BYTES,
    Reason,
    Receiver,
    memory_pair,
)
from tests.p2p.listener import Listener

if TYPE_CHECKING:
    from p2p.link import MemoryLink, MemoryWire


def test_texts_arrive_in_order_in_both_directions() -> None:
    """Each side hears what the other sent, in the order sent."""
    left, right, wire = memory_pair()
    at_left, at_right = Listener().start(left), Listener().start(right)
    for text in ("one", "two", ""):
        left.send(text)
        right.send(text.upper())
    assert wire.deliver() == 6
    assert at_right.texts == ["one", "two", ""]
    assert at_left.texts == ["ONE", "TWO", ""]


def test_nothing_moves_before_it_is_delivered_and_then_one_step_at_a_time() -> None:
    """`step` delivers exactly one text; `deliver` stops where it is told to."""
    left, right, wire = memory_pair()
    at_right = Listener().start(right)
    for text in "abcd":
        left.send(text)
    assert at_right.texts == []
    assert wire.step()
    assert at_right.texts == ["a"]
    assert wire.deliver(at_most=2) == 2
    assert at_right.texts == ["a", "b", "c"]
    assert wire.deliver() == 1
    assert not wire.step()


def test_replies_are_delivered_in_the_same_run() -> None:
    """`deliver` goes on until neither side has anything more to say."""
    left, right, wire = memory_pair()
    at_left = Listener(lambda text: left.send(text[1:]) if text else None).start(left)
    at_right = Listener(lambda text: right.send(text[1:]) if text else None).start(right)
    left.send("four")
    wire.deliver()
    assert at_right.texts == ["four", "ur", ""]
    assert at_left.texts == ["our", "r"]


def test_what_arrived_before_start_is_heard_first() -> None:
    """A link keeps early texts until somebody listens."""
    left, right, wire = memory_pair()
    left.send("early")
    wire.deliver()
    at_right = Listener().start(right)
    assert at_right.texts == ["early"]
    left.send("late")
    wire.deliver()
    assert at_right.texts == ["early", "late"]


def test_a_farewell_before_start_is_heard_before_the_end() -> None:
    """A link that ended before it was started still hands over what came first, then its one ending."""
    left, right, wire = memory_pair()
    left.send("bye")
    left.close()
    wire.deliver()
    at_right = Listener().start(right)
    assert (at_right.texts, at_right.endings) == (["bye"], [Reason.CLOSED_THERE])


def test_a_link_can_be_started_only_once() -> None:
    """A second listener would steal texts from the first."""
    left, _, _ = memory_pair()
    Listener().start(left)
    with pytest.raises(RuntimeError, match="only once"):
        Listener().start(left)


def test_what_was_sent_before_close_arrives() -> None:
    """Closing flushes: the other side hears the farewell, then that this side closed."""
    left, right, wire = memory_pair()
    at_left, at_right = Listener().start(left), Listener().start(right)
    left.send("bye")
    left.close()
    left.close()
    assert (at_left.endings, at_right.endings) == ([], []), "no callback runs inside close"
    wire.deliver()
    assert (at_right.texts, at_right.endings) == (["bye"], [Reason.CLOSED_THERE])
    assert at_left.endings == [Reason.CLOSED_HERE]


def test_a_closed_link_ignores_sends_and_hears_nothing_more() -> None:
    """After close, texts of either side go nowhere."""
    left, right, wire = memory_pair()
    at_left, at_right = Listener().start(left), Listener().start(right)
    right.send("on its way")
    left.close()
    left.send("too late")
    wire.deliver()
    right.send("to nobody")
    wire.deliver()
    assert (at_left.texts, at_right.texts) == ([], [])


def test_both_sides_may_close_at_once() -> None:
    """Each side then ends once, for its own reason."""
    left, right, wire = memory_pair()
    at_left, at_right = Listener().start(left), Listener().start(right)
    left.close()
    right.close()
    wire.deliver()
    assert at_left.endings == at_right.endings == [Reason.CLOSED_HERE]


def test_closing_inside_a_callback_silences_what_waits() -> None:
    """A listener that closes hears none of the texts that were already there."""
    left, right, wire = memory_pair()
    for text in ("stop", "more"):
        left.send(text)
    wire.deliver()
    at_right = Listener(lambda _: right.close()).start(right)
    wire.deliver()
    assert (at_right.texts, at_right.endings) == (["stop"], [Reason.CLOSED_HERE])


def test_a_stalled_direction_holds_back_its_texts_and_its_end_but_not_the_other_direction() -> None:
    """Stalling is one-way, keeps the order, and does not hold up the side that closes."""
    left, right, wire = memory_pair()
    at_left, at_right = Listener().start(left), Listener().start(right)
    wire.stall(left)
    left.send("held")
    right.send("free")
    wire.deliver()
    assert (at_left.texts, at_right.texts) == (["free"], [])
    left.close()
    wire.deliver()
    assert (at_left.endings, at_right.endings) == ([Reason.CLOSED_HERE], [])
    wire.resume(left)
    wire.deliver()
    assert (at_right.texts, at_right.endings) == (["held"], [Reason.CLOSED_THERE])


def test_a_drop_loses_what_was_under_way_and_both_sides_learn_of_it() -> None:
    """Like a cable that is cut: no farewell, no more texts."""
    left, right, wire = memory_pair()
    at_left, at_right = Listener().start(left), Listener().start(right)
    left.send("lost")
    wire.drop()
    assert wire.deliver() == 0
    assert at_right.texts == []
    assert at_left.endings == at_right.endings == [Reason.LOST]


def test_a_drop_may_be_noticed_by_one_side_only() -> None:
    """The other side goes on talking to nobody until it is told or closes."""
    left, right, wire = memory_pair()
    at_left, at_right = Listener().start(left), Listener().start(right)
    wire.drop(noticed_by=left)
    right.send("anybody there?")
    wire.resume(right)
    wire.deliver()
    assert (at_left.endings, at_right.endings) == ([Reason.LOST], [])
    right.close()
    wire.deliver()
    assert at_right.endings == [Reason.CLOSED_HERE]
    wire.drop()
    assert (at_left.endings, at_right.endings) == ([Reason.LOST], [Reason.CLOSED_HERE])


def test_closing_the_wire_ends_both_sides_in_good_order() -> None:
    """What is under way arrives, also where it was stalled; then both sides end once."""
    left, right, wire = memory_pair()
    at_left, at_right = Listener().start(left), Listener().start(right)
    wire.stall(right)
    right.send("held")
    left.send("free")
    wire.close()
    assert (at_left.texts, at_right.texts) == (["held"], ["free"])
    assert at_left.endings == at_right.endings == [Reason.CLOSED_HERE]


def test_a_shell_is_told_whenever_something_waits_on_the_wire() -> None:
    """So that an event loop can deliver it soon."""
    calls: list[None] = []
    left, _, _ = memory_pair(lambda: calls.append(None))
    left.send("a")
    left.send("b")
    assert len(calls) == 2


@pytest.mark.parametrize(
    ("texts", "reason"),
    [
        (["x" * (MAX_TEXT_BYTES + 1)], Reason.TOO_LONG_HERE),
        (["é" * (MAX_TEXT_BYTES // 2 + 1)], Reason.TOO_LONG_HERE),
        (["\ud800"], Reason.NOT_UNICODE),
        (["x" * MAX_TEXT_BYTES] * (MAX_UNSENT_BYTES // MAX_TEXT_BYTES) + ["x"], Reason.UNSENT),
    ],
    ids=["too long", "too long in UTF-8", "not Unicode", "too much unsent"],
)
def test_a_text_that_cannot_be_sent_ends_the_link_with_the_reason(texts: list[str], reason: Reason) -> None:
    """Never an exception, never silence, never an unbounded queue."""
    left, right, wire = memory_pair()
    at_left, at_right = Listener().start(left), Listener().start(right)
    for text in texts:
        left.send(text)
    left.send("ignored")
    assert at_left.endings == [], "no callback runs inside send"
    wire.deliver()
    assert (at_left.endings, at_right.endings) == ([reason], [Reason.CLOSED_THERE])
    assert at_right.texts == []


def test_the_longest_text_may_be_sent_again_and_again() -> None:
    """What was delivered no longer counts as unsent."""
    left, right, wire = memory_pair()
    at_right = Listener().start(right)
    for _ in range(2 * MAX_UNSENT_BYTES // MAX_TEXT_BYTES):
        left.send("x" * MAX_TEXT_BYTES)
        wire.deliver()
    assert len(at_right.texts) == 2 * MAX_UNSENT_BYTES // MAX_TEXT_BYTES
    assert at_right.endings == []


@pytest.mark.parametrize(
    "texts",
    [["x"] * (MAX_UNREAD_TEXTS + 1), ["x" * MAX_TEXT_BYTES] * (MAX_UNREAD_CHARACTERS // MAX_TEXT_BYTES) + ["x"]],
    ids=["too many texts", "too many characters"],
)
def test_too_much_before_start_ends_the_link(texts: list[str]) -> None:
    """Nobody listens, so the link gives up instead of growing."""
    left, right, wire = memory_pair()
    at_left = Listener().start(left)
    for text in texts:
        left.send(text)
    wire.deliver()
    at_right = Listener().start(right)
    assert (at_right.texts, at_right.endings) == ([], [Reason.UNREAD])
    assert at_left.endings == [Reason.CLOSED_THERE]


def test_a_receiver_keeps_the_order_when_more_arrives_inside_a_callback() -> None:
    """A text that arrives while another is handed over waits its turn, and so does the end."""
    receiver = Receiver()

    def react(text: str) -> None:
        if text == "first":
            receiver.text_arrived("third")
            receiver.ended("over")

    receiver.text_arrived("first")
    receiver.text_arrived("second")
    listener = Listener(react).start(receiver)
    assert (listener.texts, listener.endings) == (["first", "second", "third"], ["over"])


def test_a_listener_that_fails_loses_one_text_and_not_the_link() -> None:
    """The exception reaches the caller; the next text is handed over as usual."""
    receiver = Receiver()

    def fail_on_bad(text: str) -> None:
        if text == "bad":
            raise ValueError(text)

    listener = Listener(fail_on_bad).start(receiver)
    with pytest.raises(ValueError, match="bad"):
        receiver.text_arrived("bad")
    receiver.text_arrived("good")
    assert listener.texts == ["bad", "good"]


SIDES = st.sampled_from(["left", "right"])
STEPS = st.one_of(
    st.tuples(st.just("send"), SIDES, st.sampled_from(["say", "close", "reply", "hang up and reply"])),
    st.tuples(st.sampled_from(["start", "stall", "resume", "close", "drop, noticed by"]), SIDES),
    st.tuples(st.just("deliver"), st.integers(1, 3)),
    st.tuples(st.sampled_from(["drop", "close wire"])),
)


class Evening:
    """Two listeners on a pair of links that carries out a list of steps."""

    def __init__(self) -> None:
        self.left, self.right, self.wire = memory_pair()
        self.sent: dict[str, list[str]] = {"left": [], "right": []}
        self.started: dict[str, Listener] = {}

    def link(self, side: str) -> MemoryLink:
        """The link of a side."""
        return self.left if side == "left" else self.right

    def send(self, side: str, what: str) -> None:
        """Send a numbered text that says what its hearer shall do."""
        text = f"{len(self.sent[side])}: {what}"
        self.sent[side].append(text)
        self.link(side).send(text)

    def react(self, side: str, text: str) -> None:
        """Do inside the callback what the text says."""
        if "hang up" in text or "close" in text:
            self.link(side).close()
        if "reply" in text:
            self.send(side, "say")

    def carry_out(self, step: tuple[str, ...]) -> None:
        """Do one step of the list."""
        wire: MemoryWire = self.wire
        match step:
            case ("send", side, what):
                self.send(side, what)
            case ("start", side):
                if side not in self.started:
                    self.started[side] = Listener(lambda text: self.react(side, text))
                    self.started[side].start(self.link(side))
            case ("stall", side):
                wire.stall(self.link(side))
            case ("resume", side):
                wire.resume(self.link(side))
            case ("close", side):
                self.link(side).close()
            case ("drop, noticed by", side):
                wire.drop(noticed_by=self.link(side))
            case ("deliver", count):
                wire.deliver(at_most=int(count))
            case ("drop",):
                wire.drop()
            case _:
                wire.close()


@given(st.lists(STEPS, max_size=40))
def test_whatever_happens_each_side_hears_an_unbroken_beginning_and_one_ending(steps: list[tuple[str, ...]]) -> None:
    """Order is kept, nothing is invented, skipped or repeated, and each side ends exactly once and last."""
    evening = Evening()
    for step in steps:
        evening.carry_out(step)
    for step in (("start", "left"), ("start", "right"), ("close wire",), ("drop",)):
        evening.carry_out(step)
    for side, other in (("left", "right"), ("right", "left")):
        listener = evening.started[side]
        assert listener.texts == evening.sent[other][: len(listener.texts)]
        assert len(listener.endings) == 1


@given(st.lists(st.sampled_from(["left", "right"])), st.data())
def test_without_an_end_nothing_is_lost(senders: list[str], data: st.DataObject) -> None:
    """However deliveries and stalls interleave, everything arrives once both directions flow."""
    evening = Evening()
    for side in ("left", "right"):
        evening.carry_out(("start", side))
    for side in senders:
        evening.send(side, "say")
        evening.carry_out(data.draw(st.tuples(st.sampled_from(["stall", "resume"]), SIDES)))
        evening.wire.deliver(at_most=data.draw(st.integers(0, 2)))
    evening.wire.resume(evening.left)
    evening.wire.resume(evening.right)
    evening.wire.deliver()
    assert evening.started["left"].texts == evening.sent["right"]
    assert evening.started["right"].texts == evening.sent["left"]
