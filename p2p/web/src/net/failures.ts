// Why a sealed join ends without a seat: codes for programs. What the player reads is in i18n, by the code.
const CODES = [
  "no-knock", "no-share", "no-offer", "no-proof", "no-answer", "no-accept", "no-channel", "no-confirm", "bad-message",
  "out-of-order", "other-version", "bad-point", "bad-seal", "bad-description", "wrong-secret", "not-the-host",
  "other-certificate", "code-frozen", "withdrawn", "no-such-seat", "too-many", "introduction-lost",
  "connection-failed", "unknown",
] as const;

/** p2p/PROTOCOL.md, "Failures", says when each is used. */
export type Code = (typeof CODES)[number];

/** The code that the other end sent; `unknown` for one that this version does not know. */
export const codeOf = (text: string): Code => CODES.find((code) => code === text) ?? "unknown";

/** A join cannot go on; it never leaves the handshake but becomes a `failed`. */
export class HandshakeError extends Error {
  readonly code: Code;

  constructor(code: Code) {
    super(code);
    this.code = code;
  }
}
