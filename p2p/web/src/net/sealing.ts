// The keys of one join, and everything that is made with them (p2p/PROTOCOL.md, "Keys"). On @noble alone: a page from
// plain http has no crypto.subtle.
import { gcm } from "@noble/ciphers/aes.js";
import { hkdf } from "@noble/hashes/hkdf.js";
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { concat, utf8 } from "./bytes";
import { HandshakeError } from "./failures";

export type Role = "guest" | "host";
export type Kind = "code" | "link" | "seat";

/** Who meets whom, and with what. */
export interface Meeting {
  room: string;
  peer: string;
  kind: Kind;
  seat: number | null;
}

const MESSAGE: Record<Role, string> = { guest: "proof", host: "accept" };
const KEY_BYTES = 32;
const NONCE_BYTES = 12;

/** The parts in a row, each after its length in four bytes, the highest first. */
export function fields(...parts: (string | Uint8Array)[]): Uint8Array {
  const raw = parts.map((part) => (typeof part === "string" ? utf8(part) : part));
  return concat(
    ...raw.flatMap((part) => {
      const length = new Uint8Array(4);
      new DataView(length.buffer).setUint32(0, part.length);
      return [length, part];
    }),
  );
}

export class Sealing {
  /** Hash over all that was said so far. */
  transcript: Uint8Array;
  readonly #salt: Uint8Array;
  readonly #shared: Uint8Array;

  constructor(shared: Uint8Array, { room, peer, kind, seat }: Meeting, guestHalf: Uint8Array, hostHalf: Uint8Array) {
    const about = ["peerdeck join", "1", room, peer, kind, seat === null ? "" : String(seat)];
    this.transcript = this.#salt = sha256(fields(...about, guestHalf, hostHalf));
    this.#shared = shared;
  }

  /** The key for what `sender` does. */
  key(sender: Role, purpose: "confirmation" | "seal" | "channel", size = KEY_BYTES): Uint8Array {
    return hkdf(sha256, this.#shared, this.#salt, utf8(`${sender} ${purpose}`), size);
  }

  /** What proves that `sender` has the same keys and heard the same messages. */
  confirmation(sender: Role): Uint8Array {
    return hmac(sha256, this.key(sender, "confirmation"), this.transcript);
  }

  associatedData(sender: Role): Uint8Array {
    return fields(MESSAGE[sender], this.transcript);
  }

  /** The description as only the other end can read it. Only to be called once a sender. */
  seal(sender: Role, description: string): Uint8Array {
    return this.#cipher(sender).encrypt(utf8(description));
  }

  /** The description that `sender` sealed; throws `bad-seal` if it was changed. */
  open(sender: Role, sealed: Uint8Array): string {
    try {
      const text = this.#cipher(sender).decrypt(sealed);
      return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(text);
    } catch {
      throw new HandshakeError("bad-seal");
    }
  }

  /** Take the proof or acceptance of `sender` into the transcript. */
  said(sender: Role, confirmation: Uint8Array, sealed: Uint8Array): void {
    this.transcript = sha256(fields(MESSAGE[sender], this.transcript, confirmation, sealed));
  }

  /** What proves that `sender` sees a channel between these two certificates (SHA-256 of each). */
  channelMac(sender: Role, guestFingerprint: Uint8Array, hostFingerprint: Uint8Array): Uint8Array {
    return hmac(sha256, this.key(sender, "channel"), fields(this.transcript, guestFingerprint, hostFingerprint));
  }

  /** Key and nonce are for one text only, so both are derived. */
  #cipher(sender: Role) {
    const material = this.key(sender, "seal", KEY_BYTES + NONCE_BYTES);
    return gcm(material.subarray(0, KEY_BYTES), material.subarray(KEY_BYTES), this.associatedData(sender));
  }
}
