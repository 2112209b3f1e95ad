// A few things by server and room, kept in this browser: the latest ones, or as long as the page lasts where nothing may be kept.

const KEPT = 24;

export class Shelf<T extends object> {
  readonly #place: string;
  readonly #isWhole: (entry: Partial<T>) => boolean;
  #inMemory: Record<string, T> = {};

  /** `isWhole`: whether what was read, which others may have written, is what it should be. */
  constructor(place: string, isWhole: (entry: Partial<T>) => boolean) {
    this.#place = place;
    this.#isWhole = isWhole;
  }

  get(server: string, room: string): T | null {
    const entry = this.#all()[`${server} ${room}`];
    return entry && this.#isWhole(entry) ? entry : null;
  }

  /** The room of a server for which something was put here last, and that. */
  latest(server: string): [string, T] | null {
    const of = `${server} `;
    const place = Object.keys(this.#all()).findLast((key) => key.startsWith(of));
    const entry = place === undefined ? null : this.get(server, place.slice(of.length));
    return place !== undefined && entry ? [place.slice(of.length), entry] : null;
  }

  put(server: string, room: string, entry: T | null): void {
    const { [`${server} ${room}`]: _, ...others } = this.#all();
    const entries = [...Object.entries(others), ...(entry ? [[`${server} ${room}`, entry] as const] : [])];
    this.#inMemory = Object.fromEntries(entries.slice(-KEPT));
    try {
      localStorage.setItem(this.#place, JSON.stringify(this.#inMemory));
    } catch {
      // private window, or full
    }
  }

  #all(): Record<string, T> {
    try {
      const read: unknown = JSON.parse(localStorage.getItem(this.#place) ?? "null");
      if (typeof read === "object" && read !== null) return read as Record<string, T>;
    } catch {
      // forbidden, or written by somebody else
    }
    return this.#inMemory;
  }
}
