// What the player likes, remembered on this device.
import { effect, signal } from "@preact/signals";
import type { Order } from "./order";
import type { Pace } from "./frames";

export interface Prefs {
  name: string;
  /** Language of the page; empty: as the browser says. */
  lang: string;
  pace: Pace;
  /** Whether one tap plays a card, or lifts it first. */
  tap: "play" | "lift";
  suits: "four" | "two";
  /** Whether cards that cannot be played are dimmed. */
  dim: boolean;
  sound: boolean;
  keys: boolean;
  large: boolean;
  /** Lines that the player made to be said at the table. */
  lines: string[];
  /** How the hand of each game lies. */
  orders: Record<string, Order>;
}

const PLACE = "peerdeck.prefs";
const DEFAULTS: Prefs = {
  name: "", lang: "", pace: "normal", tap: "play", suits: "four", dim: true, sound: true, keys: true, large: false, lines: [], orders: {},
};

/** What a storage that may be missing, full or filled by somebody else holds. */
export function stored<T extends object>(place: string, fallback: T): T {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(place) ?? "null");
    return typeof read === "object" && read !== null ? { ...fallback, ...read } : fallback;
  } catch {
    return fallback;
  }
}

export function store(place: string, value: object): void {
  try {
    localStorage.setItem(place, JSON.stringify(value));
  } catch {
    // A private window or a full disk: the preference lasts as long as the page.
  }
}

export const prefs = signal<Prefs>(stored(PLACE, DEFAULTS));
effect(() => store(PLACE, prefs.value));

export const prefer = (change: Partial<Prefs>): void => {
  prefs.value = { ...prefs.value, ...change };
};
