// The way to a table over the network: a room of a signaling server, and what opens it.
import { fromBase64 } from "./bytes";
import type { Link } from "./link";
import { forgetSeat, type KeptSeat, keepSeat, keptSeat } from "./seats";
import { IntroductionError, signalAddress } from "./signal";
import { triesOf, wroteTries } from "./tries";
import { NoWay, type Way } from "./way";
import type { JoinError, Secret } from "./join";

/** Failures that say that a seat is no longer ours. */
const SEAT_GONE = ["no-such-seat", "withdrawn", "wrong-secret"];

/** What joins over the network is loaded when it is needed: the host's own page never does. */
const joining = () => import("./join");
export const prepareToJoin = (): void => void joining().catch(() => {});

async function loaded() {
  try {
    return await joining();
  } catch {
    throw new NoWay("server-unreachable");
  }
}

/** The server that a page came from. */
export const ownServer = (): string => new URL(".", location.href).href;

/** A room of a server, and its code's symbols, its link's bytes, or nothing but a seat that is known here. */
export class RoomWay implements Way {
  readonly #server: string;
  readonly #room: string;
  readonly #invitation: string | Uint8Array | null;

  constructor(server: string, room: string, invitation: string | Uint8Array | null) {
    this.#server = server;
    this.#room = room;
    this.#invitation = invitation;
  }

  get key(): string {
    return this.#server === ownServer() ? this.#room : `${this.#room}&s=${encodeURIComponent(this.#server)}`;
  }

  async open(back: boolean, gaveUp: AbortSignal): Promise<Link> {
    const kept = keptSeat(this.#server, this.#room);
    const invitation = back ? null : this.#invitation;
    if (kept) {
      try {
        const { secretOfSeat } = await loaded();
        return await this.#join(secretOfSeat(kept.seat, tokenOf(kept)), gaveUp);
      } catch (error) {
        if (!(error instanceof NoWay && error.final && invitation)) throw error;
      }
    }
    if (!invitation) throw new NoWay("no-such-seat", { final: true });
    if (typeof invitation === "string") return this.#joinByCode(invitation, gaveUp);
    const { secretOfLink } = await loaded();
    return this.#join(secretOfLink(invitation), gaveUp);
  }

  seated(seat: number, token: string, name: string): void {
    keepSeat(this.#server, this.#room, { seat, token, name });
  }

  lost(): void {
    forgetSeat(this.#server, this.#room);
  }

  /** Whoever answers may have tried a guess each time: what failed is counted also over reloads. */
  async #joinByCode(symbols: string, gaveUp: AbortSignal): Promise<Link> {
    const { secretOfCode } = await loaded();
    const secret = { ...secretOfCode(symbols), wrongGuesses: triesOf(this.#server, this.#room, symbols) };
    try {
      return await this.#join(secret, gaveUp);
    } finally {
      wroteTries(this.#server, this.#room, symbols, secret.wrongGuesses);
    }
  }

  async #join(secret: Secret, gaveUp: AbortSignal): Promise<Link> {
    const { join, JoinError } = await loaded();
    try {
      return await join(signalAddress(this.#server), this.#room, secret, gaveUp);
    } catch (error) {
      if (error instanceof IntroductionError) throw new NoWay(error.code, { kind: secret.kind });
      if (!(error instanceof JoinError)) throw error;
      const { code, kind, seconds } = (error as JoinError).failure;
      throw new NoWay(code, { kind, seconds: seconds ?? 0, final: kind === "seat" && SEAT_GONE.includes(code) });
    }
  }
}

const tokenOf = ({ token }: KeptSeat): Uint8Array => fromBase64(token, 16) ?? new Uint8Array(16);
