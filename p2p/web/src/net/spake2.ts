// SPAKE2 on Ed25519 (p2p/PROTOCOL.md, "The halves of the key"): two who share a secret agree on a key, and whoever
// listens or answers falsely learns nothing but whether one guess was right.
import { ed25519 } from "@noble/curves/ed25519.js";
import { hkdf } from "@noble/hashes/hkdf.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { concat, equal, hex, utf8 } from "./bytes";
import { HandshakeError } from "./failures";

const { Point } = ed25519;
const M = Point.fromHex("15cfd18e385952982b6a8f8c7854963b58e34388c8e6dae891db756481a02312");
const N = Point.fromHex("f04f2e7eb734b2a8f8b472eaf9c3c632576ac64aea650b496a8a20ff00e583c3");

export const POINT_BYTES = 33;
export const ENTROPY_BYTES = 64;

/** The guest is A, the host B. */
export type Side = "A" | "B";

const numberOf = (bytes: Uint8Array): bigint => BigInt(`0x${hex(bytes)}`) % Point.Fn.ORDER;

/** The point in the other end's half; nothing but the one spelling of a point of the group's order is taken. */
export function pointOf(encoded: Uint8Array): InstanceType<typeof Point> {
  let point: InstanceType<typeof Point>;
  try {
    point = Point.fromBytes(encoded);
  } catch {
    throw new HandshakeError("bad-point");
  }
  if (point.is0() || !point.isTorsionFree()) throw new HandshakeError("bad-point");
  return point;
}

/** One end; `entropy` are 64 fresh random bytes. */
export class Agreement {
  readonly w: bigint;
  readonly scalar: bigint;
  /** What the other end is sent. */
  readonly half: Uint8Array;
  readonly #side: Side;
  readonly #secret: Uint8Array;

  constructor(side: Side, secret: Uint8Array, entropy: Uint8Array) {
    this.#side = side;
    this.#secret = secret;
    this.w = numberOf(hkdf(sha256, secret, new Uint8Array(0), utf8("SPAKE2 pw"), 48));
    this.scalar = numberOf(entropy);
    const blind = side === "A" ? M : N;
    this.half = concat(utf8(side), Point.BASE.multiply(this.scalar).add(blind.multiply(this.w)).toBytes());
  }

  /** The key that both ends have if they have the same secret; throws `bad-point` for a half that is none. */
  key(otherHalf: Uint8Array): Uint8Array {
    const [otherSide, otherBlind] = this.#side === "A" ? (["B", N] as const) : (["A", M] as const);
    const [own, other] = [this.half.subarray(1), otherHalf.subarray(1)];
    const fits = otherHalf.length === POINT_BYTES && otherHalf[0] === otherSide.charCodeAt(0);
    if (!fits || equal(other, own)) throw new HandshakeError("bad-point");
    const shared = pointOf(other).subtract(otherBlind.multiply(this.w)).multiply(this.scalar).toBytes();
    const [x, y] = this.#side === "A" ? [own, other] : [other, own];
    const nobody = sha256(new Uint8Array(0));
    return sha256(concat(sha256(this.#secret), nobody, nobody, x, y, shared));
  }
}
