// A host's end of a sealed join, as far as tests of the guest's end need one; it always has the same entropy.
import { fromBase64, toBase64, utf8 } from "../../../p2p/web/src/net/bytes";
import { type Effect, GuestHandshake, type Secret, secretOfCode } from "../../../p2p/web/src/net/handshake";
import { Sealing } from "../../../p2p/web/src/net/sealing";
import { Agreement } from "../../../p2p/web/src/net/spake2";

export const ROOM = "K7QX";
export const PEER = "p1";
export const GUESTS_FINGERPRINT = new Uint8Array(32).fill(0xaa);
export const HOSTS_FINGERPRINT = new Uint8Array(32).fill(0xbb);
export const OFFER = description("AA", "actpass");
export const ANSWER = description("BB", "active");

type Message = Record<string, string>;

export function description(byte: string, setup: string): string {
  return [
    "v=0", "o=- 1 1 IN IP4 0.0.0.0", "s=-", "t=0 0", "a=group:BUNDLE 0",
    "m=application 9 UDP/DTLS/SCTP webrtc-datachannel", "c=IN IP4 0.0.0.0", "a=mid:0", "a=sctp-port:5000",
    "a=max-message-size:65536", "a=candidate:1 1 udp 2130706431 192.0.2.7 50111 typ host", "a=ice-ufrag:ufra",
    "a=ice-pwd:0123456789abcdef0123456789abcdef", `a=fingerprint:sha-256 ${Array(32).fill(byte).join(":")}`,
    `a=setup:${setup}`, "",
  ].join("\r\n");
}

export const guestWith = (secret: Secret): GuestHandshake =>
  new GuestHandshake(ROOM, PEER, secret, new Uint8Array(64).fill(3));

/** A guest who knows the code. */
export const guest = (): GuestHandshake => guestWith(secretOfCode("M4T"));

/** What a guest wants to send to the host through the server, as messages. */
export const sent = (effects: Effect[]): Message[] =>
  effects.flatMap((effect) => (effect.do === "send" ? [JSON.parse(effect.text) as Message] : []));

export class Host {
  readonly #agreement: Agreement;
  #keys: Sealing | null = null;

  constructor(secret = "M4T") {
    this.#agreement = new Agreement("B", utf8(secret), new Uint8Array(64).fill(5));
  }

  /** Answers a knock. */
  share(knock: Message): string {
    const half = fromBase64(knock["x"] ?? "") ?? new Uint8Array();
    const meeting = { room: ROOM, peer: PEER, kind: "code", seat: null } as const;
    this.#keys = new Sealing(this.#agreement.key(half), meeting, half, this.#agreement.half);
    return JSON.stringify({ t: "share", y: toBase64(this.#agreement.half) });
  }

  /** Answers a proof, whether it verifies or not. */
  accept(proof: Message, answer = ANSWER): Message {
    const keys = this.keys;
    keys.said("guest", fromBase64(proof["confirmation"] ?? "") ?? utf8(""), fromBase64(proof["sealed"] ?? "") ?? utf8(""));
    const [confirmation, sealed] = [keys.confirmation("host"), keys.seal("host", answer)];
    keys.said("host", confirmation, sealed);
    return { t: "accept", confirmation: toBase64(confirmation), sealed: toBase64(sealed) };
  }

  /** What it says on the open channel. */
  confirm(guests = GUESTS_FINGERPRINT): string {
    return JSON.stringify({ t: "confirm", mac: toBase64(this.keys.channelMac("host", guests, HOSTS_FINGERPRINT)) });
  }

  get keys(): Sealing {
    if (!this.#keys) throw new Error("Nobody has knocked.");
    return this.#keys;
  }
}
