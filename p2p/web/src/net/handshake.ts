// The guest's end of a sealed join (p2p/PROTOCOL.md), pure: texts and times go in, what to do comes out.
import { equal, fromBase64, toBase64, utf8 } from "./bytes";
import { type Code, HandshakeError, codeOf } from "./failures";
import { readDescription } from "./sdp";
import { type Kind, type Role, Sealing } from "./sealing";
import { Agreement, ENTROPY_BYTES, POINT_BYTES } from "./spake2";

const VERSION = 1;
const MAC_BYTES = 32;
const MAX_TEXT_BYTES = 48 * 1024;
const MAX_SEALED = 43_712; // symbols of base64 for a description of 32 KiB and its tag
const FREEZE_AFTER = 5;

export type State =
  "new" | "knocking" | "preparing" | "prepared" | "proving" | "opening" | "confirming" | "joined" | "failed";
type Event = "start" | "share" | "offer" | "accept" | "channel" | "confirm";

/** What each state waits for and where that leads; how long at most, in seconds, and the code it ends with then. */
const STEPS: Record<State, { to: Partial<Record<Event, State>>; seconds?: number; late?: Code }> = {
  new: { to: { start: "knocking" } },
  // The offer is made while the knock is under way, so either may be ready first.
  knocking: { to: { share: "preparing", offer: "prepared" }, seconds: 10, late: "no-share" },
  preparing: { to: { offer: "proving" }, seconds: 15, late: "no-offer" },
  prepared: { to: { share: "proving" }, seconds: 10, late: "no-share" },
  proving: { to: { accept: "opening" }, seconds: 20, late: "no-accept" },
  opening: { to: { channel: "confirming" }, seconds: 15, late: "no-channel" },
  confirming: { to: { confirm: "joined" }, seconds: 5, late: "no-confirm" },
  joined: { to: {} },
  failed: { to: {} },
};
/** How long was waited, by the code that a join ends with then; the host's deadlines are in p2p/PROTOCOL.md. */
const SECONDS: Partial<Record<Code, number>> = { "no-knock": 10, "no-proof": 20, "no-answer": 15 };
for (const { seconds, late } of Object.values(STEPS)) if (seconds && late) SECONDS[late] = seconds;
const OWN_EVENTS: readonly Event[] = ["start", "offer", "channel"];

/** What a guest comes with. It counts the tries that failed, so keep it while this person tries. */
export interface Secret {
  readonly kind: Kind;
  readonly seat: number | null;
  readonly bytes: Uint8Array;
  wrongGuesses: number;
}

export const secretOfCode = (symbols: string): Secret => ({ kind: "code", seat: null, bytes: utf8(symbols), wrongGuesses: 0 });
export const secretOfLink = (bytes: Uint8Array): Secret => ({ kind: "link", seat: null, bytes, wrongGuesses: 0 });
export const secretOfSeat = (seat: number, bytes: Uint8Array): Secret => ({ kind: "seat", seat, bytes, wrongGuesses: 0 });

/** Whether it is not used any more, since whoever answered may have tried a guess each time. */
const frozen = (secret: Secret): boolean => secret.kind === "code" && secret.wrongGuesses >= FREEZE_AFTER;

/** Why a join failed: `seconds` is how long was waited, where it is about that. */
export interface Failure {
  code: Code;
  kind: Kind;
  seconds?: number;
}

/** What is to be done, in this order. */
export type Effect =
  | { do: "send"; text: string } // through the signaling server
  | { do: "make-offer" }
  | { do: "take-answer"; sdp: string; fingerprint: Uint8Array }
  | { do: "send-on-channel"; text: string }
  | { do: "joined" }
  | { do: "failed"; failure: Failure };

type Message = Record<string, unknown>;

/**
 * Knocks, proves that it knows the secret, and opens a channel to whoever proves the same.
 *
 * Times are seconds of a clock that never goes back. Nothing that the other end or the server sends makes a method
 * throw; it ends in `failed`, after which nothing is left to do. A method of our own program that is called at the
 * wrong time throws an Error.
 */
export class GuestHandshake {
  state: State = "new";
  readonly #secret: Secret;
  readonly #meeting: { room: string; peer: string; kind: Kind; seat: number | null };
  readonly #agreement: Agreement;
  readonly #promised: Partial<Record<Role, Uint8Array>> = {};
  #keys: Sealing | null = null;
  #offer: string | null = null;
  #deadline: number | null = null;

  constructor(room: string, peer: string, secret: Secret, entropy: Uint8Array) {
    if (entropy.length !== ENTROPY_BYTES) throw new Error(`A join needs ${ENTROPY_BYTES} bytes of entropy.`);
    this.#secret = secret;
    this.#meeting = { room, peer, kind: secret.kind, seat: secret.seat };
    this.#agreement = new Agreement("A", secret.bytes, entropy);
  }

  get over(): boolean {
    return this.state === "joined" || this.state === "failed";
  }

  /** When to call `timePassed`; null if nothing is waited for. */
  get nextDeadline(): number | null {
    return this.#deadline;
  }

  /** Begin: the server has let this guest in. */
  start(now: number): Effect[] {
    return this.#guarded(() => {
      const state = this.#next("start");
      if (frozen(this.#secret)) return this.#fail("code-frozen", false);
      this.#enter(state, now);
      const { kind, seat } = this.#secret;
      const knock = { t: "knock", v: VERSION, kind, x: toBase64(this.#agreement.half) };
      return [send(seat === null ? knock : { ...knock, seat }), { do: "make-offer" }];
    });
  }

  /** The offer that `make-offer` asked for. */
  offerMade(sdp: string, now: number): Effect[] {
    return this.#guarded(() => {
      const state = this.#next("offer");
      this.#promised.guest = readDescription(sdp, "offer").fingerprint;
      this.#offer = sdp;
      return this.#moveOn(state, now);
    });
  }

  /** The signaling server passed on a text of the host. */
  textReceived(text: string, now: number): Effect[] {
    return this.#guarded(() => {
      const message = read(text);
      switch (message["t"]) {
        case "share":
          return this.#takeShare(textIn(message, "y", 44), now);
        case "accept":
          return this.#takeAcceptance(textIn(message, "confirmation", 43), textIn(message, "sealed", MAX_SEALED), now);
        case "refused":
          return this.#fail(codeOf(textIn(message, "code", 64)), false);
        default:
          throw new HandshakeError("bad-message");
      }
    });
  }

  /**
   * The data channel is open, between certificates with these SHA-256 fingerprints. `remote` is the one that the host
   * showed; where the browser does not tell, the one in the description against which it checked the certificate.
   */
  channelOpened(local: Uint8Array, remote: Uint8Array, now: number): Effect[] {
    return this.#guarded(() => {
      const state = this.#next("channel");
      const { guest, host } = this.#promised;
      if (!guest || !host || !equal(local, guest) || !equal(remote, host)) throw new HandshakeError("other-certificate");
      this.#enter(state, now);
      return [{ do: "send-on-channel", text: JSON.stringify({ t: "confirm", mac: toBase64(this.#mac("guest")) }) }];
    });
  }

  /** A text came through the open channel; those after `joined` belong to the session. */
  channelTextReceived(text: string, now: number): Effect[] {
    return this.#guarded(() => {
      const message = read(text);
      if (message["t"] !== "confirm") throw new HandshakeError("bad-message");
      const mac = bytesIn(textIn(message, "mac", 43), MAC_BYTES);
      const state = this.#next("confirm");
      if (!equal(mac, this.#mac("host"))) throw new HandshakeError("other-certificate");
      this.#enter(state, now);
      return [{ do: "joined" }];
    });
  }

  /** The server, or the host's connection to it, is gone. The last steps do without it. */
  introductionLost(): Effect[] {
    if (this.state === "opening" || this.state === "confirming") return [];
    return this.#guarded(() => this.#fail("introduction-lost", false));
  }

  /** The peer connection could not be made, or ended before the join was over. */
  connectionFailed(): Effect[] {
    return this.#guarded(() => this.#fail("connection-failed"));
  }

  /** Look whether the deadline is over. */
  timePassed(now: number): Effect[] {
    const { late } = STEPS[this.state];
    return late && this.#deadline !== null && now >= this.#deadline ? this.#fail(late) : [];
  }

  #takeShare(y: string, now: number): Effect[] {
    const state = this.#next("share");
    const [guest, host] = [this.#agreement.half, bytesIn(y, POINT_BYTES)];
    this.#keys = new Sealing(this.#agreement.key(host), this.#meeting, guest, host);
    return this.#moveOn(state, now);
  }

  /** Enter the state, and prove as soon as both the host's share and the own offer are there. */
  #moveOn(state: State, now: number): Effect[] {
    this.#enter(state, now);
    if (state !== "proving" || !this.#keys || this.#offer === null) return [];
    const confirmation = this.#keys.confirmation("guest");
    const sealed = this.#keys.seal("guest", this.#offer);
    this.#keys.said("guest", confirmation, sealed);
    return [send({ t: "proof", confirmation: toBase64(confirmation), sealed: toBase64(sealed) })];
  }

  #takeAcceptance(said: string, seal: string, now: number): Effect[] {
    const state = this.#next("accept");
    const [confirmation, sealed] = [bytesIn(said, MAC_BYTES), bytesIn(seal)];
    // Before the seal is opened: AES-GCM alone does not tie a text to one key.
    if (!this.#keys || !equal(confirmation, this.#keys.confirmation("host"))) throw new HandshakeError("not-the-host");
    this.#enter(state, now);
    const answer = readDescription(this.#keys.open("host", sealed), "answer");
    this.#keys.said("host", confirmation, sealed);
    this.#promised.host = answer.fingerprint;
    return [{ do: "take-answer", ...answer }];
  }

  #mac(sender: Role): Uint8Array {
    const { guest, host } = this.#promised;
    if (!this.#keys || !guest || !host) throw new HandshakeError("out-of-order");
    return this.#keys.channelMac(sender, guest, host);
  }

  /** Take a step; what is wrong with what came becomes a failure here and nowhere else. */
  #guarded(step: () => Effect[]): Effect[] {
    if (this.over) return [];
    try {
      return step();
    } catch (error) {
      if (error instanceof HandshakeError) return this.#fail(error.code);
      throw error;
    }
  }

  #next(event: Event): State {
    const state = STEPS[this.state].to[event];
    if (state) return state;
    if (OWN_EVENTS.includes(event)) throw new Error(`'${event}' cannot come while ${this.state}.`);
    throw new HandshakeError("out-of-order");
  }

  #enter(state: State, now: number): void {
    const { seconds } = STEPS[state];
    this.state = state;
    this.#deadline = seconds === undefined ? null : now + seconds;
  }

  /** End without a seat, and tell the host why unless it is what told us. */
  #fail(code: Code, tell = true): Effect[] {
    // Whoever got the proof may have tried a guess on it, whatever happened then.
    if (this.state === "proving") this.#secret.wrongGuesses += 1;
    this.state = "failed";
    this.#deadline = null;
    const [{ kind }, seconds] = [this.#secret, SECONDS[code]];
    const failure = seconds === undefined ? { code, kind } : { code, kind, seconds };
    return [...(tell ? [send({ t: "refused", code })] : []), { do: "failed", failure }];
  }
}

const send = (message: Message): Effect => ({ do: "send", text: JSON.stringify(message) });

/** The message in a text; throws `bad-message` if it holds none. */
function read(text: string): Message {
  try {
    const message: unknown = utf8(text).length <= MAX_TEXT_BYTES ? JSON.parse(text) : null;
    if (typeof message === "object" && message !== null && !Array.isArray(message)) return message as Message;
  } catch {
    // Nested without end, or no JSON: told below.
  }
  throw new HandshakeError("bad-message");
}

function textIn(message: Message, key: string, longest: number): string {
  const text = message[key];
  if (typeof text !== "string" || text.length > longest) throw new HandshakeError("bad-message");
  return text;
}

function bytesIn(text: string, size?: number): Uint8Array {
  const bytes = fromBase64(text, size);
  if (!bytes) throw new HandshakeError("bad-message");
  return bytes;
}
