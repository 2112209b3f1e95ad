// Our own sign of life on a link: WebRTC notices a dead peer only after half a minute. From a shaky link the page looks
// for another, and keeps the old one until there is one. As p2p/liveness.py, pure.

const PING_EVERY = 2;
const SHAKY_AFTER = 5;
const GONE_AFTER = 10;
/** A host that is doubted should answer a ping within this many seconds. */
const PROBE = 1.2;

export type Signs = "on" | "shaky" | "gone";

/** Watches one link; times are seconds. */
export class Liveness {
  #pingAt: number;
  #shakyAt = 0;
  #goneAt = 0;

  constructor(now: number) {
    this.#pingAt = now + PING_EVERY;
    this.heard(now);
  }

  /** Something arrived from the host. */
  heard(now: number): void {
    this.#shakyAt = now + SHAKY_AFTER;
    this.#goneAt = now + GONE_AFTER;
  }

  /** Whether a ping is to be sent now; it counts as sent. */
  pingDue(now: number): boolean {
    if (now < this.#pingAt) return false;
    this.#pingAt = now + PING_EVERY;
    return true;
  }

  /** There is reason to think that the link is dead: a ping is due, and not much time for an answer. */
  doubt(now: number): void {
    this.#pingAt = now;
    this.#shakyAt = Math.min(this.#shakyAt, now + PROBE);
  }

  signs(now: number): Signs {
    if (now >= this.#goneAt) return "gone";
    return now >= this.#shakyAt ? "shaky" : "on";
  }

  /** When to look again. */
  nextDeadline(now: number): number {
    return Math.min(this.#pingAt, ...[this.#shakyAt, this.#goneAt].filter((change) => change > now));
  }
}
