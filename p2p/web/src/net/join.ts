// A sealed join from the introduction to an open link: the server's texts, the peer connection and the clock.
// Loaded only by those who join over the network; it brings the cryptography along.
import { seconds } from "./clock";
import { type Effect, type Failure, GuestHandshake, type Secret } from "./handshake";
import type { Link } from "./link";
import { Offering, type RtcLink } from "./rtc";
import { type Introduction, introduce } from "./signal";
import { ENTROPY_BYTES } from "./spake2";

export { secretOfCode, secretOfLink, secretOfSeat, type Secret } from "./handshake";

/** The host did not let us in, or could not be reached. */
export class JoinError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.code);
    this.failure = failure;
  }
}

/**
 * Join the table of a room.
 *
 * Throws `IntroductionError` if the server does not introduce us, and `JoinError` if the host does not let us in; then
 * nothing is left open. Never tries again by itself. `gaveUp` ends it early.
 */
export async function join(server: URL, room: string, secret: Secret, gaveUp: AbortSignal): Promise<Link> {
  const introduction = await introduce(server, room, gaveUp);
  try {
    return await new Join(introduction, room, secret).run(gaveUp);
  } finally {
    introduction.close();
  }
}

class Join {
  readonly #introduction: Introduction;
  readonly #handshake: GuestHandshake;
  #offering: Offering | null = null;
  #link: RtcLink | null = null;
  #timer = 0;
  #settle: { resolve: (link: Link) => void; reject: (error: Error) => void } = { resolve: () => {}, reject: () => {} };

  constructor(introduction: Introduction, room: string, secret: Secret) {
    const entropy = crypto.getRandomValues(new Uint8Array(ENTROPY_BYTES));
    this.#introduction = introduction;
    this.#handshake = new GuestHandshake(room, introduction.peer, secret, entropy);
    introduction.onText = (text) => this.#perform(this.#handshake.textReceived(text, seconds()));
    introduction.onLost = () => this.#perform(this.#handshake.introductionLost());
  }

  run(gaveUp: AbortSignal): Promise<Link> {
    const giveUp = () => this.#perform(this.#handshake.connectionFailed());
    return new Promise<Link>((resolve, reject) => {
      this.#settle = { resolve, reject };
      gaveUp.addEventListener("abort", giveUp, { once: true });
      this.#perform(this.#handshake.start(seconds()));
      if (gaveUp.aborted) giveUp();
    }).finally(() => {
      clearTimeout(this.#timer);
      gaveUp.removeEventListener("abort", giveUp);
    });
  }

  #perform(effects: Effect[]): void {
    for (const effect of effects) this.#do(effect);
    clearTimeout(this.#timer);
    const deadline = this.#handshake.nextDeadline;
    if (deadline === null) return;
    const wait = Math.max(0, deadline - seconds());
    this.#timer = setTimeout(() => this.#perform(this.#handshake.timePassed(seconds())), wait * 1000);
  }

  #do(effect: Effect): void {
    switch (effect.do) {
      case "send":
        return this.#introduction.send(effect.text);
      case "send-on-channel":
        return this.#link?.send(effect.text);
      case "make-offer":
        return this.#connect(() => this.#makeOffer());
      case "take-answer":
        return this.#connect(() => this.#takeAnswer(effect.sdp));
      case "joined":
        this.#link?.pause();
        return this.#link ? this.#settle.resolve(this.#link) : undefined;
      case "failed":
        this.#offering?.close();
        return this.#settle.reject(new JoinError(effect.failure));
    }
  }

  /** Take a step of the peer connection, which may fail at any time. */
  #connect(step: () => Promise<void>): void {
    step().catch(() => this.#perform(this.#handshake.connectionFailed()));
  }

  async #makeOffer(): Promise<void> {
    this.#offering = new Offering(this.#introduction.iceServers);
    const sdp = await this.#offering.describe();
    this.#perform(this.#handshake.offerMade(sdp, seconds()));
  }

  async #takeAnswer(sdp: string): Promise<void> {
    const link = (this.#link = (await this.#offering?.accept(sdp)) ?? null);
    if (!link) return;
    const { local, remote } = link.fingerprints;
    this.#perform(this.#handshake.channelOpened(local, remote, seconds()));
    link.start(
      (text) => this.#perform(this.#handshake.channelTextReceived(text, seconds())),
      () => this.#perform(this.#handshake.connectionFailed()),
    );
  }
}
