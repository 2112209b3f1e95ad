// How the own hand lies: sorted by suit, by rank, or as its player put it. Pure.
import type { Card } from "../net/proto";

export type Sort = "suit" | "rank" | "mine";

/** A player's way with a hand: how it is sorted, and the order that was last made by hand. */
export interface Order {
  readonly sort: Sort;
  readonly mine: readonly string[];
}

const SUITS = ["S", "H", "C", "D"];

/** Jokers, and cards that are not seen, come last. */
function suitPlace(card: Card): number {
  const place = SUITS.indexOf(card.f?.[1] ?? "");
  return place < 0 ? SUITS.length : place;
}

/**
 * The cards as they are to lie. They come by rank as the game orders them, so sorting by suit keeps that order within a
 * suit. In the player's own order, cards that are new to it come last.
 */
export function arranged(cards: readonly Card[], order: Order): Card[] {
  if (order.sort === "rank") return [...cards];
  const place = (card: Card) => {
    if (order.sort === "suit") return suitPlace(card);
    const known = order.mine.indexOf(card.id);
    return known < 0 ? order.mine.length : known;
  };
  return cards
    .map((card, sent) => ({ card, sent }))
    .sort((a, b) => place(a.card) - place(b.card) || a.sent - b.sent)
    .map(({ card }) => card);
}

/** The order after some cards were put, side by side as they lie, before the card that is `before` (null: the end). */
export function moved(lying: readonly string[], moving: readonly string[], before: string | null): string[] {
  const taken = lying.filter((id) => moving.includes(id));
  const rest = lying.filter((id) => !moving.includes(id));
  const place = before === null ? rest.length : rest.indexOf(before);
  return [...rest.slice(0, place < 0 ? rest.length : place), ...taken, ...rest.slice(place < 0 ? rest.length : place)];
}

/** The order after some cards went one step to the left (-1) or right (+1). */
export function nudged(lying: readonly string[], moving: readonly string[], step: -1 | 1): string[] {
  const rest = lying.filter((id) => !moving.includes(id));
  const first = lying.findIndex((id) => moving.includes(id));
  const place = Math.max(0, Math.min(rest.length, lying.slice(0, first).filter((id) => !moving.includes(id)).length + step));
  return moved(lying, moving, rest[place] ?? null);
}

/** Whether a hand is a new deal: most of its cards were not in the hand before. */
export function isNewDeal(before: readonly string[], now: readonly string[]): boolean {
  const fresh = now.filter((id) => !before.includes(id)).length;
  return fresh > 2 && fresh * 2 > now.length;
}
