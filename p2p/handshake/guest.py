"""The guest's end of a sealed join."""

from p2p.handshake.agreement import Agreement, Entropy
from p2p.handshake.effects import Effect, MakeOffer, Send, SendOnChannel, TakeAnswer
from p2p.handshake.failures import Code, HandshakeError
from p2p.handshake.machine import Handshake
from p2p.handshake.messages import (
    MAC_BYTES,
    POINT_BYTES,
    VERSION,
    Accept,
    Confirm,
    Knock,
    Proof,
    Share,
    decode_to_guest,
    encode,
    from_base64,
    to_base64,
)
from p2p.handshake.sealing import Meeting, Sealing
from p2p.handshake.secret import Secret
from p2p.handshake.steps import Event, Role, State


class GuestHandshake(Handshake):
    """Knocks, proves that it knows the secret, and opens a channel to whoever proves the same.

    Args:
        room: name of the room.
        peer: this guest's name at the signaling server (`Joined.peer`).
        secret: what the guest comes with. It counts the tries that failed, so keep it while this person tries.
        entropy: asked for 64 bytes.
    """

    role = Role.GUEST

    def __init__(self, *, room: str, peer: str, secret: Secret, entropy: Entropy) -> None:
        super().__init__(secret.kind)
        self._secret = secret
        self._meeting = Meeting(room, peer, secret.kind, secret.seat)
        self._agreement = Agreement(secret.password, self.role, entropy)
        self._offer: str | None = None

    def offer_made(self, sdp: str, now: float) -> list[Effect]:
        """The offer that `MakeOffer` asked for."""
        return self._guarded(lambda: self._take_offer(sdp, now))

    def _start(self, now: float) -> list[Effect]:
        state = self._next_state(Event.START)
        if self._secret.frozen:
            return self._fail(Code.CODE_FROZEN, tell=False)
        self._enter(state, now)
        half = to_base64(self._agreement.half)
        knock = Knock(v=VERSION, kind=self._secret.kind, seat=self._secret.seat, x=half)
        return [Send(encode(knock)), MakeOffer()]

    def _take_text(self, text: str, now: float) -> list[Effect]:
        match decode_to_guest(text):
            case Share() as share:
                return self._take_share(share, now)
            case Accept() as accept:
                return self._take_acceptance(accept, now)
            case refused:
                return self._take_refusal(refused)

    def _take_share(self, share: Share, now: float) -> list[Effect]:
        state = self._next_state(Event.SHARE)
        y = from_base64(share.y, POINT_BYTES)
        self._keys = Sealing(self._agreement.key(y), self._meeting, self._agreement.half, y)
        return self._move_on(state, now)

    def _take_offer(self, sdp: str, now: float) -> list[Effect]:
        state = self._next_state(Event.OFFER)
        self._promise(Role.GUEST, sdp)
        self._offer = sdp
        return self._move_on(state, now)

    def _move_on(self, state: State, now: float) -> list[Effect]:
        """Enter the state, and prove as soon as both the host's share and the own offer are there."""
        self._enter(state, now)
        if state is not State.PROVING or self._offer is None:
            return []
        confirmation = self._keys.confirmation(Role.GUEST)
        sealed = self._keys.seal(Role.GUEST, self._offer)
        self._keys.said(Role.GUEST, confirmation, sealed)
        return [Send(encode(Proof(confirmation=to_base64(confirmation), sealed=to_base64(sealed))))]

    def _take_acceptance(self, accept: Accept, now: float) -> list[Effect]:
        state = self._next_state(Event.ACCEPT)
        confirmation, sealed = from_base64(accept.confirmation, MAC_BYTES), from_base64(accept.sealed)
        if not self._confirms(confirmation):
            raise HandshakeError(Code.NOT_THE_HOST)
        self._enter(state, now)
        answer = self._keys.open(Role.HOST, sealed)
        self._keys.said(Role.HOST, confirmation, sealed)
        self._promise(Role.HOST, answer)
        return [TakeAnswer(answer)]

    def _greet(self) -> list[Effect]:
        return [SendOnChannel(encode(Confirm(mac=to_base64(self._channel_mac(Role.GUEST)))))]

    def _answer_confirmation(self) -> list[Effect]:
        return []
