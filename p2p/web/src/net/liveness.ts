// Our own sign of life on a link: WebRTC notices a dead peer only after half a minute. As p2p/liveness.py, pure.

const PING_EVERY = 2;
const SHAKY_AFTER = 5;
const GONE_AFTER = 10;
/** A link is asked for a sign of life when the page wakes up, and given up if none comes within this many seconds. */
const PROBE = 1.2;

export type Signs = "on" | "shaky" | "gone";

/** Watches one link; times are seconds. */
export class Liveness {
  #heard: number;
  #pingAt: number;
  #probeEnds: number | null = null;

  constructor(now: number) {
    this.#heard = now;
    this.#pingAt = now + PING_EVERY;
  }

  /** Something arrived from the host. */
  heard(now: number): void {
    this.#heard = now;
    this.#probeEnds = null;
  }

  /** Whether a ping is to be sent now; it counts as sent. */
  pingDue(now: number): boolean {
    if (now < this.#pingAt) return false;
    this.#pingAt = now + PING_EVERY;
    return true;
  }

  /** The page was asleep: do not wait for the long silence. */
  probe(now: number): void {
    this.#pingAt = now;
    this.#probeEnds ??= now + PROBE;
  }

  signs(now: number): Signs {
    const silence = now - this.#heard;
    if (silence >= GONE_AFTER || (this.#probeEnds !== null && now >= this.#probeEnds)) return "gone";
    return silence >= SHAKY_AFTER ? "shaky" : "on";
  }

  /** When to look again. */
  nextDeadline(now: number): number {
    const changes = [this.#heard + SHAKY_AFTER, this.#heard + GONE_AFTER, this.#probeEnds ?? 0];
    return Math.min(this.#pingAt, ...changes.filter((change) => change > now));
  }
}
