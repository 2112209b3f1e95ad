// What a way to a table is: how a page reaches it the first time, and each time that the link was lost.
import type { Link } from "./link";

export interface Way {
  /** What the address of the page says of the table. */
  readonly key: string;
  /** Open a link; throws `NoWay`. `back`: to the seat that the page already had. */
  open(back: boolean, gaveUp: AbortSignal): Promise<Link>;
  /** The host has given a seat. */
  seated(seat: number, token: string, name: string): void;
  /** The seat is no longer the player's. */
  lost(): void;
}

/**
 * No link. `code` names the sentence for the player, `kind` and `seconds` belong into it; `text` is a sentence of this
 * machine's own program. `final`: the seat is gone.
 */
export class NoWay extends Error {
  readonly code: string;
  readonly kind: string;
  readonly seconds: number;
  readonly text: string;
  readonly final: boolean;

  constructor(code: string, { kind = "link", seconds = 0, text = "", final = false } = {}) {
    super(code);
    [this.code, this.kind, this.seconds, this.text, this.final] = [code, kind, seconds, text, final];
  }
}
