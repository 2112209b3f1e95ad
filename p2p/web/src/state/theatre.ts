// Effects that are no motion of cards: banners, rolling dice, things that are thrown, sounds.
import { signal } from "@preact/signals";
import { shake, still } from "../motion/flip";
import type { Effect } from "../net/proto";
import { play } from "../sound";

/** A line across the table, for a moment. */
export const banner = signal<Effect | null>(null);
/** The zones whose dice roll now. */
export const rolling = signal<ReadonlySet<string>>(new Set());
/** A card that is shown for a time. */
export const shown = signal<string | null>(null);
/** Things in the air, and lines that were said, by a number of their own. */
export const flying = signal<readonly (Effect & { key: number })[]>([]);

const BANNER = 1700;
const ROLL = 520;
const FLIGHT = 900;
const SAID = 4000;
let count = 0;

const find = (at: string | undefined): Element | null => {
  const [kind, id = ""] = (at ?? "").split(/:(.*)/);
  return document.querySelector(`[data-${kind === "seat" ? "seat" : "place"}="${CSS.escape(id)}"]`);
};

/** Show and play effects; unknown ones are left out. */
export function perform(effects: readonly Effect[]): void {
  for (const effect of effects) one(effect);
}

function one(effect: Effect): void {
  switch (effect.k) {
    case "banner":
      return effect.source === undefined ? raise(effect) : fly(effect, SAID);
    case "roll":
      return still() ? undefined : roll(effect.at?.replace("zone:", "") ?? "");
    case "show":
      shown.value = effect.card ?? null;
      setTimeout(() => (shown.value = null), effect.ms ?? 0);
      return;
    case "sound":
      return play(effect.name ?? "");
    case "toss":
      return fly(effect, FLIGHT);
    case "poke":
      play("poke");
      navigator.vibrate?.(30);
      return shake(find(effect.at));
    case "shake":
      return shake(find(effect.at));
    default: // `from` and `to` are motion (motion/flip.ts).
      return;
  }
}

function raise(effect: Effect): void {
  banner.value = effect;
  setTimeout(() => {
    if (banner.value === effect) banner.value = null;
  }, effect.ms ?? BANNER);
}

function roll(zone: string): void {
  rolling.value = new Set([...rolling.value, zone]);
  setTimeout(() => {
    const rest = new Set(rolling.value);
    rest.delete(zone);
    rolling.value = rest;
  }, ROLL);
}

function fly(effect: Effect, lasts: number): void {
  const flight = { ...effect, key: ++count };
  flying.value = [...flying.value, flight];
  setTimeout(() => (flying.value = flying.value.filter((other) => other !== flight)), lasts);
}
