"""What both ends of a sealed join have in common: the table at work, deadlines, failing, and the open channel."""

import hmac
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import ClassVar, Final, Literal

from p2p.handshake.effects import Effect, Failed, Joined, Send, WrongGuess
from p2p.handshake.failures import Code, HandshakeError, Misuse, code_of, sentence
from p2p.handshake.messages import MAC_BYTES, Kind, Refused, decode_on_channel, encode, from_base64
from p2p.handshake.sealing import Sealing
from p2p.handshake.secret import Secret
from p2p.handshake.steps import OVER, SECONDS, STEP, Event, Role, State
from p2p.sdp import DescriptionError, read_description

_FINGERPRINT_BYTES = 32
_DESCRIPTION: Final[dict[Role, Literal["offer", "answer"]]] = {Role.GUEST: "offer", Role.HOST: "answer"}
_OWN_EVENTS = frozenset({Event.START, Event.OFFER, Event.ANSWER, Event.CHANNEL})


class Handshake(ABC):
    """One end of one join: methods take the time (`now`, seconds of a clock that never goes back) and say what to do.

    Nothing that the other end or the server sends makes a method raise; it ends in `Failed`. When a join is over,
    nothing is left to do, whatever comes. A method of our own program that is called at the wrong time raises
    `Misuse`.
    """

    role: ClassVar[Role]
    # Each is set by the message that brings it; the table lets nothing ask for it earlier.
    _secret: Secret
    _keys: Sealing

    def __init__(self, kind: Kind) -> None:
        self._kind = kind
        self.state = State.NEW
        self._deadline: float | None = None
        self._promised: dict[Role, bytes] = {}

    @property
    def over(self) -> bool:
        """Whether it has joined or failed."""
        return self.state in OVER

    def next_deadline(self) -> float | None:
        """When to call `time_passed`; None if nothing is waited for."""
        return self._deadline

    def start(self, now: float) -> list[Effect]:
        """Begin: the guest when the server has let it in, the host when the server has told of the guest."""
        return self._guarded(lambda: self._start(now))

    def text_received(self, text: str, now: float) -> list[Effect]:
        """The signaling server passed on a text of the other end."""
        return self._guarded(lambda: self._take_text(text, now))

    def channel_opened(self, local_fingerprint: bytes, remote_fingerprint: bytes, now: float) -> list[Effect]:
        """The data channel is open.

        Args:
            local_fingerprint: SHA-256 of this end's certificate, 32 bytes.
            remote_fingerprint: SHA-256 of the certificate that the other end showed, 32 bytes; where the WebRTC
                library does not tell, the one in the description against which it checked the certificate.
            now: the time in seconds.
        """
        seen = {self.role: local_fingerprint, self.role.other: remote_fingerprint}
        if any(len(fingerprint) != _FINGERPRINT_BYTES for fingerprint in seen.values()):
            raise Misuse("A SHA-256 fingerprint has 32 bytes.")
        return self._guarded(lambda: self._open_channel(seen, now))

    def channel_text_received(self, text: str, now: float) -> list[Effect]:
        """A text came through the open channel; those after `Joined` belong to the session."""
        return self._guarded(lambda: self._take_channel_text(text, now))

    def introduction_lost(self) -> list[Effect]:
        """The server, or the other end's connection to it, is gone. The last steps do without it."""
        if self.state in {State.OPENING, State.CONFIRMING}:
            return []
        return self._guarded(lambda: self._fail(Code.INTRODUCTION_LOST, tell=False))

    def connection_failed(self) -> list[Effect]:
        """The peer connection could not be made, or ended before the join was over."""
        return self._guarded(lambda: self._fail(Code.CONNECTION_FAILED))

    def time_passed(self, now: float) -> list[Effect]:
        """Look whether the deadline is over."""
        late = STEP[self.role, self.state].late
        if late is None or self._deadline is None or now < self._deadline:
            return []
        return self._fail(late)

    @abstractmethod
    def _start(self, now: float) -> list[Effect]: ...

    @abstractmethod
    def _take_text(self, text: str, now: float) -> list[Effect]: ...

    @abstractmethod
    def _greet(self) -> list[Effect]:
        """What to say on the channel as soon as it is open."""

    @abstractmethod
    def _answer_confirmation(self) -> list[Effect]:
        """What to say on the channel when the other end's confirmation is right.

        Raises:
            HandshakeError: there is no seat for what it has proved any more.
        """

    def _guarded(self, step: Callable[[], list[Effect]]) -> list[Effect]:
        """Take a step; what is wrong with what came becomes a failure here and nowhere else."""
        if self.over:
            return []
        try:
            return step()
        except HandshakeError as error:
            return self._fail(error.code)

    def _next_state(self, event: Event) -> State:
        """Where the event leads from here.

        Raises:
            HandshakeError: nowhere, and it came from the other end.
            Misuse: nowhere, and it came from our own program.
        """
        target = STEP[self.role, self.state].leads_to.get(event)
        if target is not None:
            return target
        if event in _OWN_EVENTS:
            raise Misuse(f"'{event}' cannot come while {self.state}.")
        raise HandshakeError(Code.OUT_OF_ORDER)

    def _enter(self, state: State, now: float) -> None:
        seconds = STEP[self.role, state].seconds
        self.state = state
        self._deadline = None if seconds is None else now + seconds

    def _fail(self, code: Code, *, tell: bool = True) -> list[Effect]:
        """End without a seat, and tell the other end why unless it is what told us."""
        # Whoever got the guest's proof may have tried a guess on it, whatever happened then.
        effects = self._count_guess() if self.state is State.PROVING else []
        if tell:
            effects.append(Send(encode(Refused(code=code))))
        self.state = State.FAILED
        self._deadline = None
        text = sentence(code, for_host=self.role is Role.HOST, secret=self._kind.word, seconds=SECONDS.get(code))
        return [*effects, Failed(code, text)]

    def _take_refusal(self, refused: Refused) -> list[Effect]:
        return self._fail(code_of(refused.code), tell=False)

    def _count_guess(self) -> list[Effect]:
        secret = self._secret
        secret.guessed_wrong()
        text = secret.count_in_words(for_host=self.role is Role.HOST)
        return [WrongGuess(secret.kind, secret.seat, secret.wrong_guesses, secret.frozen, text)]

    def _promise(self, sender: Role, description: str) -> None:
        """Keep the certificate that a description promises.

        Raises:
            HandshakeError: it is no description, or promises none.
        """
        try:
            self._promised[sender] = read_description(description, _DESCRIPTION[sender]).fingerprint
        except DescriptionError:
            raise HandshakeError(Code.BAD_DESCRIPTION) from None

    def _confirms(self, confirmation: bytes) -> bool:
        """Whether it shows that the other end knows the secret."""
        return hmac.compare_digest(confirmation, self._keys.confirmation(self.role.other))

    def _open_channel(self, seen: dict[Role, bytes], now: float) -> list[Effect]:
        state = self._next_state(Event.CHANNEL)
        if seen != self._promised:
            raise HandshakeError(Code.OTHER_CERTIFICATE)
        self._enter(state, now)
        return self._greet()

    def _take_channel_text(self, text: str, now: float) -> list[Effect]:
        mac = from_base64(decode_on_channel(text).mac, MAC_BYTES)
        state = self._next_state(Event.CONFIRM)
        if not hmac.compare_digest(mac, self._channel_mac(self.role.other)):
            raise HandshakeError(Code.OTHER_CERTIFICATE)
        answer = self._answer_confirmation()
        self._enter(state, now)
        return [*answer, Joined(self._secret)]

    def _channel_mac(self, sender: Role) -> bytes:
        return self._keys.channel_mac(sender, self._promised[Role.GUEST], self._promised[Role.HOST])
