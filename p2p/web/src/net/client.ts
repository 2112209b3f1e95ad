// Keeps a player at a table: drives the session over one link after another, with the clock and the pauses between.
import { seconds } from "./clock";
import type { Link } from "./link";
import type { GuestMessage, HostMessage } from "./proto";
import { type Effect, GuestSession } from "./session";
import { NoWay, type Way } from "./way";

const FIRST_PAUSE = 0.5;
const LONGEST_PAUSE = 5;
/** Seconds in which the page tries to come back; a server keeps a room for ten minutes without its host. */
const RETURN_WITHIN = 15 * 60;
/** An attempt that has taken this many seconds is given up for a new one, when there is reason to hope for better. */
const HURRY_AFTER = 2;
/** Ends after which the seat's token is of no use any more. */
const SEAT_IS_LOST = ["bye", "seat-gone", "kicked", "table-closed"];

/** How it stands with the link. */
export type Standing =
  | { state: "connecting" }
  | { state: "open" }
  | { state: "shaky" }
  /** `code`: why the last attempt failed, if there was one; `resting`: no further attempt is made by itself. */
  | { state: "lost"; code: string; resting: boolean }
  | { state: "over"; code: string; text: string };

export interface Front {
  stands(standing: Standing): void;
  hears(message: HostMessage): void;
}

/** A player's end of a table. */
export class TableClient {
  readonly #way: Way;
  readonly #front: Front;
  readonly #session: GuestSession;
  #link: Link | null = null;
  /** The link before this one, until that leads to the seat. */
  #former: Link | null = null;
  #timer = 0;
  /** Ends the attempt or the pause that is under way. */
  #attempt: { started: number; ends: AbortController } | null = null;
  /** Waits for the first welcome. */
  #first: { resolve: () => void; reject: (error: NoWay) => void } | null = null;
  #returning = false;
  #hurried = false;
  #hidden = false;

  constructor(way: Way, name: string, lang: string, front: Front, watch = false) {
    this.#way = way;
    this.#front = front;
    this.#session = new GuestSession(name, lang, watch);
  }

  /** Join for the first time; throws `NoWay`, and then nothing is left to end. */
  async join(): Promise<void> {
    this.#front.stands({ state: "connecting" });
    const seated = new Promise<void>((resolve, reject) => (this.#first = { resolve, reject }));
    seated.catch(() => {}); // told below, unless there is no link to wait for it
    try {
      this.#attach(await this.#open(false));
      await seated;
    } finally {
      this.#first = null;
    }
  }

  /** Tell the host something; false if nobody would hear it. */
  tell(message: GuestMessage): boolean {
    const effects = this.#session.tell(message);
    if (effects) this.#perform(effects);
    return effects !== null;
  }

  /** Read another language from now on. */
  speak(lang: string): void {
    this.#session.lang = lang;
    this.tell({ t: "lang", lang });
  }

  /** Leave for good. */
  leave(): void {
    this.#perform(this.#session.leave());
    this.#attempt?.ends.abort();
  }

  /** Leave a host whose table cannot be shown. */
  notUnderstood(): void {
    this.#perform(this.#session.notUnderstood());
  }

  /** Take the seat back from the page that has it now, or try at once to come back. */
  useHere(): void {
    this.#session.takeBack();
    if (this.#session.state === "away") void this.#comeBack();
    this.hurry();
  }

  /** The device is awake, or on a network again or on another: the link may be dead, and a new one may be had at once. */
  hurry(): void {
    if (this.#hidden) return;
    this.#perform(this.#session.doubt(seconds()));
    if (this.#attempt && seconds() - this.#attempt.started > HURRY_AFTER) {
      this.#hurried = true;
      this.#attempt.ends.abort();
    }
  }

  /** The page goes away, perhaps to be shown again. */
  hide(): void {
    this.#hidden = true;
    const link = this.#link;
    this.#attempt?.ends.abort();
    this.#perform(this.#session.hide());
    link?.drop();
  }

  /** The page is shown again, as it was. */
  show(): void {
    if (!this.#hidden) return;
    this.#hidden = false;
    if (this.#session.state === "away") void this.#comeBack();
  }

  /** Open a link, unless something ends the attempt. */
  async #open(back: boolean): Promise<Link> {
    const { ends } = (this.#attempt = { started: seconds(), ends: new AbortController() });
    try {
      return await this.#way.open(back, ends.signal);
    } finally {
      this.#attempt = null;
    }
  }

  async #comeBack(): Promise<void> {
    if (this.#returning) return;
    this.#returning = true;
    const link = await this.#nextLink().finally(() => (this.#returning = false));
    if (link) this.#attach(link);
  }

  /**
   * Try until there is a link to the seat; null if that is given up or not wanted any more. While the old link is only
   * silent, that is done beside it, and what works first is taken.
   */
  async #nextLink(): Promise<Link | null> {
    const giveUp = seconds() + RETURN_WITHIN;
    let code = "";
    for (let pause = FIRST_PAUSE; this.#wanted(); pause = Math.min(LONGEST_PAUSE, pause * 2)) {
      if (this.#isAway()) this.#front.stands({ state: "lost", code, resting: false });
      try {
        const link = await this.#open(true);
        if (this.#wanted()) return link;
        link.drop();
      } catch (error) {
        if (!(error instanceof NoWay)) throw error;
        if (error.final && this.#isAway()) this.#perform(this.#session.seatIsGone());
        code = error.code;
      }
      if (seconds() > giveUp && this.#isAway()) {
        this.#front.stands({ state: "lost", code, resting: true });
        return null;
      }
      if (this.#wanted()) await this.#rest(pause);
    }
    return null;
  }

  /** Whether the seat still waits for a link from this page. */
  #wanted(): boolean {
    return this.#session.inDoubt && !this.#hidden;
  }

  #isAway(): boolean {
    return this.#session.state === "away";
  }

  /** Wait, unless there is reason to hurry. */
  async #rest(pause: number): Promise<void> {
    const { ends } = (this.#attempt = { started: -Infinity, ends: new AbortController() });
    await new Promise((over) => {
      setTimeout(over, this.#hurried ? 0 : pause * 1000);
      ends.signal.addEventListener("abort", over);
    });
    this.#attempt = null;
    this.#hurried = false;
  }

  /** Play on over a link that has just opened; one that there was before ends once this one is welcomed. */
  #attach(link: Link): void {
    this.#former = this.#link;
    this.#link = link;
    this.#perform(this.#session.linkOpened(seconds()));
    link.start(
      (text) => link === this.#link && this.#perform(this.#session.textReceived(text, seconds())),
      () => {
        if (link !== this.#link) return;
        this.#letGo();
        this.#perform(this.#session.linkClosed());
      },
    );
  }

  #perform(effects: Effect[]): void {
    for (const effect of effects) this.#do(effect);
    clearTimeout(this.#timer);
    const deadline = this.#session.nextDeadline(seconds());
    if (deadline === null) return;
    const wait = Math.max(0, deadline - seconds()) * 1000;
    this.#timer = setTimeout(() => this.#perform(this.#session.timePassed(seconds())), wait);
  }

  #do(effect: Effect): void {
    switch (effect.do) {
      case "say":
        return this.#link?.send(effect.text);
      case "hang-up":
        this.#link?.close();
        return this.#letGo();
      case "hear":
        return this.#hear(effect.message);
      case "shaky":
        return this.#doubt(effect.shaky);
      case "lost":
        return this.#lose();
      case "over":
        return this.#end(effect.code, effect.text);
    }
  }

  #doubt(shaky: boolean): void {
    this.#front.stands({ state: shaky ? "shaky" : "open" });
    if (!shaky) this.#attempt?.ends.abort();
    else if (this.#wanted()) void this.#comeBack();
  }

  /** Nothing is said or heard over the links any more. */
  #letGo(): void {
    this.#former?.drop();
    this.#link = this.#former = null;
  }

  #hear(message: HostMessage): void {
    if (message.t === "welcome") {
      this.#former?.drop();
      this.#former = null;
      this.#way.seated(message.key, message.token, this.#session.name);
      this.#front.stands({ state: "open" });
      this.#first?.resolve();
    }
    this.#front.hears(message);
  }

  #lose(): void {
    this.#letGo();
    if (this.#first) return this.#first.reject(new NoWay("connection-failed"));
    if (this.#hidden) return;
    this.#front.stands({ state: "lost", code: "", resting: false }); // an attempt may be under way
    void this.#comeBack();
  }

  #end(code: string, text: string): void {
    if (SEAT_IS_LOST.includes(code)) this.#way.lost();
    if (this.#first) this.#first.reject(new NoWay(code));
    else this.#front.stands({ state: "over", code, text });
  }
}
