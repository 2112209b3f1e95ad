"""The host's end of a sealed join: one for each guest at the door."""

from p2p.handshake.agreement import Agreement, Entropy
from p2p.handshake.effects import Effect, MakeAnswer, Send, SendOnChannel
from p2p.handshake.failures import Code, HandshakeError
from p2p.handshake.machine import Handshake
from p2p.handshake.messages import (
    MAC_BYTES,
    POINT_BYTES,
    VERSION,
    Accept,
    Confirm,
    Kind,
    Knock,
    Proof,
    Share,
    decode_to_host,
    encode,
    from_base64,
    to_base64,
)
from p2p.handshake.sealing import Meeting, Sealing
from p2p.handshake.secret import Secret, TableSecrets
from p2p.handshake.steps import Event, Role, State


class HostHandshake(Handshake):
    """Answers a knock, and asks for a peer connection only when the guest's proof verifies.

    Args:
        room: name of the room.
        peer: the guest's name at the signaling server (`Guest.peer`).
        secrets: what opens the table; shared by all guests at the door.
        entropy: asked for 64 bytes when the guest knocks.
    """

    role = Role.HOST

    def __init__(self, *, room: str, peer: str, secrets: TableSecrets, entropy: Entropy) -> None:
        super().__init__(Kind.CODE)  # what most come with, until the knock tells
        self._room = room
        self._peer = peer
        self._secrets = secrets
        self._entropy = entropy

    @property
    def proved(self) -> bool:
        """Whether the guest has shown that it knows a secret."""
        return self.state not in {State.NEW, State.LISTENING, State.SHARING}

    def crowded_out(self) -> list[Effect]:
        """The guest has to make room for others."""
        return self._guarded(lambda: self._fail(Code.TOO_MANY))

    def answer_made(self, sdp: str, now: float) -> list[Effect]:
        """The answer that `MakeAnswer` asked for."""
        return self._guarded(lambda: self._send_answer(sdp, now))

    def _start(self, now: float) -> list[Effect]:
        self._enter(self._next_state(Event.START), now)
        return []

    def _take_text(self, text: str, now: float) -> list[Effect]:
        match decode_to_host(text):
            case Knock() as knock:
                return self._take_knock(knock, now)
            case Proof() as proof:
                return self._take_proof(proof, now)
            case refused:
                return self._take_refusal(refused)

    def _take_knock(self, knock: Knock, now: float) -> list[Effect]:
        state = self._next_state(Event.KNOCK)
        if knock.v != VERSION:
            raise HandshakeError(Code.OTHER_VERSION)
        self._kind = knock.kind
        self._secret = self._asked_for(knock)
        self._see_that_it_opens(self._secret)
        x = from_base64(knock.x, POINT_BYTES)
        agreement = Agreement(self._secret.password, self.role, self._entropy)
        meeting = Meeting(self._room, self._peer, knock.kind, knock.seat)
        self._keys = Sealing(agreement.key(x), meeting, x, agreement.half)
        self._enter(state, now)
        return [Send(encode(Share(y=to_base64(agreement.half))))]

    def _asked_for(self, knock: Knock) -> Secret:
        """The secret that the guest says it knows."""
        if (knock.kind is Kind.SEAT) != (knock.seat is not None):
            raise HandshakeError(Code.BAD_MESSAGE)
        secret = self._secrets.find(knock.kind, knock.seat)
        if secret is None:
            raise HandshakeError(Code.NO_SUCH_SEAT)
        return secret

    def _see_that_it_opens(self, secret: Secret) -> None:
        """Raises `HandshakeError` if the secret opens nothing any more."""
        if secret.withdrawn:
            raise HandshakeError(Code.WITHDRAWN)
        if secret.frozen:
            raise HandshakeError(Code.CODE_FROZEN)

    def _take_proof(self, proof: Proof, now: float) -> list[Effect]:
        state = self._next_state(Event.PROOF)
        confirmation, sealed = from_base64(proof.confirmation, MAC_BYTES), from_base64(proof.sealed)
        # Again, since the knock: others may have guessed meanwhile, and all that have knocked share five guesses.
        self._see_that_it_opens(self._secret)
        if not self._confirms(confirmation):
            return [*self._count_guess(), *self._fail(Code.WRONG_SECRET)]
        offer = self._keys.open(Role.GUEST, sealed)
        self._keys.said(Role.GUEST, confirmation, sealed)
        self._promise(Role.GUEST, offer)
        self._enter(state, now)
        return [MakeAnswer(offer)]

    def _send_answer(self, sdp: str, now: float) -> list[Effect]:
        state = self._next_state(Event.ANSWER)
        self._promise(Role.HOST, sdp)
        confirmation = self._keys.confirmation(Role.HOST)
        sealed = self._keys.seal(Role.HOST, sdp)
        self._keys.said(Role.HOST, confirmation, sealed)
        self._enter(state, now)
        return [Send(encode(Accept(confirmation=to_base64(confirmation), sealed=to_base64(sealed))))]

    def _greet(self) -> list[Effect]:
        return []  # the guest speaks first

    def _answer_confirmation(self) -> list[Effect]:
        # Again, since the proof: who can wait here for as long as a channel may take must not come in by what was
        # replaced meanwhile, and still less as somebody else, who has that seat by now.
        if self._secret.withdrawn:
            raise HandshakeError(Code.WITHDRAWN)
        return [SendOnChannel(encode(Confirm(mac=to_base64(self._channel_mac(Role.HOST)))))]
