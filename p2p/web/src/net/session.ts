// The player's end of a table, pure: what p2p/guest_session.py is for the terminal. It lives through any number of
// links to the same table.
//
// state     waits for                   then
// away      a link                      greeting
// greeting  `welcome`                   seated
// seated    anything that a host says   away: link lost or silent; over: `bye` of either;
//                                       greeting: another link, after the first one was silent
// over      nothing                     –
import { Liveness } from "./liveness";
import { MAX_TEXT } from "./link";
import type { GuestMessage, HostMessage } from "./proto";

const VERSION = 1;
/** With this code a player gives the seat up; any other one is only the end of a link. */
const LEAVING = "bye";
/** Goodbyes after which the page comes back by itself: its seat still waits. */
const WORTH_RETURNING = ["silent"];

export type State = "away" | "greeting" | "seated" | "over";

/** What is to be done, in this order. */
export type Effect =
  | { do: "say"; text: string }
  | { do: "hang-up" }
  | { do: "hear"; message: HostMessage }
  | { do: "shaky"; shaky: boolean }
  /** The link is gone, the seat is not: come back. */
  | { do: "lost" }
  /** The session is over; `text` is the host's own sentence, if it said one. */
  | { do: "over"; code: string; text: string };

const say = (message: GuestMessage): Effect => ({ do: "say", text: JSON.stringify(message) });

export class GuestSession {
  state: State = "away";
  name: string;
  lang: string;
  /** Whether somebody new wants to look on, without a seat. */
  readonly watch: boolean;
  #liveness: Liveness | null = null;
  #shaky = false;

  constructor(name: string, lang: string, watch = false) {
    this.name = name;
    this.lang = lang;
    this.watch = watch;
  }

  /** A link to the host is open; the latest one counts, also if the one before it lives. */
  linkOpened(now: number): Effect[] {
    if (this.state === "over") return [{ do: "hang-up" }];
    this.state = "greeting";
    this.#liveness = new Liveness(now);
    this.#shaky = false;
    return [say({ t: "hello", v: VERSION, name: this.name, lang: this.lang, view: "zones", ...(this.watch && { watch: true }) })];
  }

  /** A text of the host arrived; one that cannot be read ends the session. */
  textReceived(text: string, now: number): Effect[] {
    if (!this.#liveness) return [];
    this.#liveness.heard(now);
    const message = read(text);
    if (!message) return this.notUnderstood();
    return [...this.#note(false), ...this.#hear(message)];
  }

  /** What the host said cannot be read, or not be shown. */
  notUnderstood(): Effect[] {
    return this.state === "over" ? [] : [say({ t: "bye", code: "unreadable" }), ...this.#end("unreadable")];
  }

  /** The link has ended, whatever ended it. */
  linkClosed(): Effect[] {
    return this.#liveness ? this.#lose() : [];
  }

  /** Do what is due: ping, notice silence. */
  timePassed(now: number): Effect[] {
    if (!this.#liveness) return [];
    const signs = this.#liveness.signs(now);
    if (signs === "gone") return [{ do: "hang-up" }, ...this.#lose()];
    return [...this.#note(signs === "shaky"), ...(this.#liveness.pingDue(now) ? [say({ t: "ping" })] : [])];
  }

  /** There is reason to think that the link is dead: the device was asleep, or its network is another. */
  doubt(now: number): Effect[] {
    this.#liveness?.doubt(now);
    return this.timePassed(now);
  }

  /** Whether another link should be looked for: there is none, or it is silent for longer than it should be. */
  get inDoubt(): boolean {
    return this.state === "away" || (this.state === "seated" && this.#shaky);
  }

  /** When `timePassed` is to be called next; null while there is no link. */
  nextDeadline(now: number): number | null {
    return this.#liveness?.nextDeadline(now) ?? null;
  }

  /** Say something to the host; null if nobody would hear it. Nothing is kept for later. */
  tell(message: GuestMessage): Effect[] | null {
    return this.state === "seated" ? [say(message)] : null;
  }

  /** Leave the table for good. */
  leave(): Effect[] {
    if (this.state === "over") return [];
    return [...(this.#liveness ? [say({ t: "bye", code: LEAVING })] : []), ...this.#end(LEAVING)];
  }

  /** Coming back showed that the seat is no longer the player's. */
  seatIsGone(): Effect[] {
    return this.#end("seat-gone");
  }

  /** The page goes away; the seat stays. */
  hide(): Effect[] {
    return this.#liveness ? [say({ t: "bye", code: "page-closed" }), ...this.#lose()] : [];
  }

  /** The seat is used here again, after another page had it. */
  takeBack(): void {
    if (this.state === "over") this.state = "away";
  }

  #hear(message: HostMessage): Effect[] {
    switch (message.t) {
      case "ping":
        return [say({ t: "pong" })];
      case "pong":
        return [];
      case "bye": {
        const { code = "", text = "" } = message;
        return WORTH_RETURNING.includes(code) ? [{ do: "hang-up" }, ...this.#lose()] : this.#end(code, text);
      }
      case "welcome":
        this.state = "seated";
    }
    return [{ do: "hear", message }];
  }

  #note(shaky: boolean): Effect[] {
    if (shaky === this.#shaky) return [];
    this.#shaky = shaky;
    return [{ do: "shaky", shaky }];
  }

  #lose(): Effect[] {
    this.state = "away";
    this.#liveness = null;
    this.#shaky = false;
    return [{ do: "lost" }];
  }

  #end(code: string, text = ""): Effect[] {
    this.state = "over";
    this.#liveness = null;
    this.#shaky = false;
    return [{ do: "hang-up" }, { do: "over", code, text }];
  }
}

/** The message in a text; null if it holds none. A kind that this page does not know is left to whoever hears it. */
function read(text: string): HostMessage | null {
  try {
    const message: unknown = text.length <= MAX_TEXT ? JSON.parse(text) : null;
    const named = typeof message === "object" && message !== null && "t" in message && typeof message.t === "string";
    return named ? (message as HostMessage) : null;
  } catch {
    return null;
  }
}
