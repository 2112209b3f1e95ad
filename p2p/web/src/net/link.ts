// Links: ordered two-way pipes of texts to the host, whatever carries them.

/** Longest text that a link carries, in UTF-16 units: no text of the host has more bytes. */
export const MAX_TEXT = 64 * 1024;
/** Most texts that may wait until somebody listens. */
const MAX_UNREAD = 256;

export interface Link {
  /** Hand over the host's texts, those that arrived earlier first, and at last that the link ended; takes the place of who listened before. */
  start(onText: (text: string) => void, onClosed: () => void): void;
  /** Send a text after all earlier ones. Never throws; a closed link ignores it. */
  send(text: string): void;
  /** End, after what was sent before has gone out, as far as that takes little time. */
  close(): void;
  /** End at once: the page goes away. */
  drop(): void;
}

/** The receiving end of a link: keeps the order, waits for `start`, ends once. */
export class Receiver {
  #onText: ((text: string) => void) | null = null;
  #onClosed: (() => void) | null = null;
  #waiting: string[] = [];
  #ended = false;

  start(onText: (text: string) => void, onClosed: () => void): void {
    this.#onText = onText;
    this.#onClosed = onClosed;
    while (this.#waiting.length && this.#onText === onText) onText(this.#waiting.shift() ?? "");
    if (this.#ended && this.#onClosed === onClosed) onClosed();
  }

  /** Keep texts until somebody listens again. */
  pause(): void {
    this.#onText = this.#onClosed = null;
  }

  /** Hand a text over or keep it; false if there is no room to keep it. */
  text(text: string): boolean {
    if (this.#ended) return true;
    if (this.#onText) this.#onText(text);
    else this.#waiting.push(text);
    return this.#waiting.length <= MAX_UNREAD;
  }

  /** The link has ended, however often that is said. */
  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#onClosed?.();
  }
}
