// Ways to a table: how a page reaches it the first time, and each time that the link was lost.
import { fromBase64 } from "./bytes";
import type { Link } from "./link";
import { forgetSeat, type KeptSeat, keepSeat, keptSeat } from "./seats";
import { IntroductionError, signalAddress } from "./signal";
import type { JoinError, Secret } from "./join";

export interface Way {
  /** Open a link; throws `NoWay`. `back`: to the seat that the page already had. */
  open(back: boolean, gaveUp: AbortSignal): Promise<Link>;
  /** The host has given a seat. */
  seated(seat: number, token: string, name: string): void;
  /** The seat is no longer the player's. */
  lost(): void;
}

/** No link: `code` names the sentence for the player, the rest belongs into it. `final`: the seat is gone. */
export class NoWay extends Error {
  readonly code: string;
  readonly kind: string;
  readonly seconds: number;
  readonly final: boolean;

  constructor(code: string, { kind = "link", seconds = 0, final = false } = {}) {
    super(code);
    [this.code, this.kind, this.seconds, this.final] = [code, kind, seconds, final];
  }
}

/** Failures that say that a seat is no longer ours. */
const SEAT_GONE = ["no-such-seat", "withdrawn", "wrong-secret"];

/** What joins over the network is loaded when it is needed: the host's own page never does. */
const joining = () => import("./join");
export const prepareToJoin = (): void => void joining().catch(() => {});

/** Secrets that were tried in this page, so that their failures are counted however often the player tries. */
const tried = new Map<string, Secret>();

/** A room of the server that this page comes from; `make` gives what opens it, null if only a kept seat does. */
export class RoomWay implements Way {
  readonly #room: string;
  readonly #invitation: string | Uint8Array | null;

  constructor(room: string, invitation: string | Uint8Array | null) {
    this.#room = room;
    this.#invitation = invitation;
  }

  async open(back: boolean, gaveUp: AbortSignal): Promise<Link> {
    const kept = keptSeat(this.#room);
    if (!kept && (back || !this.#invitation)) throw new NoWay("no-such-seat", { final: true });
    try {
      const { secretOfSeat } = await loaded();
      if (kept) return await this.#join(secretOfSeat(kept.seat, tokenOf(kept)), gaveUp);
    } catch (error) {
      const gone = error instanceof NoWay && error.final;
      if (!gone || back || !this.#invitation) throw error;
    }
    return this.#join(await this.#secret(), gaveUp);
  }

  seated(seat: number, token: string, name: string): void {
    keepSeat(this.#room, { seat, token, name });
  }

  lost(): void {
    forgetSeat(this.#room);
  }

  async #secret(): Promise<Secret> {
    const { secretOfCode, secretOfLink } = await loaded();
    const [invitation, room] = [this.#invitation ?? "", this.#room];
    if (typeof invitation !== "string") return secretOfLink(invitation);
    const secret = tried.get(room + invitation) ?? secretOfCode(invitation);
    tried.set(room + invitation, secret);
    return secret;
  }

  async #join(secret: Secret, gaveUp: AbortSignal): Promise<Link> {
    const { join, JoinError } = await loaded();
    try {
      return await join(signalAddress(location.href), this.#room, secret, gaveUp);
    } catch (error) {
      if (error instanceof IntroductionError) throw new NoWay(error.code);
      if (!(error instanceof JoinError)) throw error;
      const { code, kind, seconds } = (error as JoinError).failure;
      throw new NoWay(code, { kind, seconds: seconds ?? 0, final: kind === "seat" && SEAT_GONE.includes(code) });
    }
  }
}

async function loaded() {
  try {
    return await joining();
  } catch {
    throw new NoWay("server-unreachable");
  }
}

const tokenOf = ({ token }: KeptSeat): Uint8Array => fromBase64(token, 16) ?? new Uint8Array(16);
