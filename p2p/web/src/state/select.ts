// Which cards can be chosen, and what a choice is good for. Every act lists its sets of cards; that is all the page
// knows of the rules. Pure.
import type { Act, Card, View, Zone } from "../net/proto";

/** The chosen cards, by id, all of one zone. */
export interface Selection {
  readonly zone: string;
  readonly cards: readonly string[];
}
export const NOTHING: Selection = { zone: "", cards: [] };

/** An act with the place of one of its sets; -1 for an act that takes no cards. */
export interface Ready {
  readonly act: Act;
  readonly set: number;
}

/** What tapping a card does. */
export type Tap =
  | { does: "select"; selection: Selection }
  | { does: "act"; ready: Ready; selection: Selection }
  | { does: "nothing"; why: string | null };

/** The cards of a zone in the order in which an act's sets count them. */
export function cardsOf(zone: Zone): readonly Card[] {
  switch (zone.kind) {
    case "fan":
    case "stack":
    case "spread":
      return zone.cards ?? [];
    case "melds":
    case "piles":
      return (zone.groups ?? []).flatMap((group) => group.cards ?? []);
    case "trick":
      return (zone.slots ?? []).map((slot) => slot.card);
    default:
      return [];
  }
}

export const zoneOf = (view: View, id: string): Zone | undefined => view.zones.find((zone) => zone.id === id);

/** The sets of an act as ids of cards; none for an act that takes no cards. */
export function setsOf(view: View, act: Act): readonly (readonly string[])[] {
  const zone = act.pick && zoneOf(view, act.pick.zone);
  if (!zone || !act.pick) return [];
  const cards = cardsOf(zone);
  return act.pick.sets.map((set) => set.flatMap((place) => cards[place]?.id ?? []));
}

const holds = (set: readonly string[], cards: readonly string[]) => cards.every((card) => set.includes(card));
const equal = (set: readonly string[], cards: readonly string[]) => set.length === cards.length && holds(set, cards);

const picking = (view: View, zone: string): Act[] => (view.acts ?? []).filter((act) => act.pick?.zone === zone);

/** The cards of a zone that fit an act, beside those chosen already. */
export function choosable(view: View, zone: string, chosen: readonly string[] = []): Set<string> {
  const sets = picking(view, zone).flatMap((act) => setsOf(view, act));
  return new Set(sets.filter((set) => holds(set, chosen)).flat());
}

/** The place of the set that the chosen cards are, -1 for an act that takes no cards; null if they fit none. */
export function readySet(view: View, act: Act, selection: Selection): number | null {
  if (!act.pick) return -1;
  if (act.pick.zone !== selection.zone || selection.cards.length === 0) return null;
  const place = setsOf(view, act).findIndex((set) => equal(set, selection.cards));
  return place < 0 ? null : place;
}

/** The acts that the chosen cards complete. */
export function completed(view: View, selection: Selection): Ready[] {
  return (view.acts ?? []).flatMap((act) => {
    const set = act.pick ? readySet(view, act, selection) : null;
    return set === null ? [] : [{ act, set }];
  });
}

/** Where a ready act can send its cards; empty if it goes nowhere in particular. */
export const targetsOf = ({ act, set }: Ready): string[] =>
  Object.entries(act.to ?? {}).flatMap(([target, sets]) => (sets.includes(set) ? [target] : []));

/** What a button says: what the act does with the chosen cards, if it says so. */
export const labelOf = (act: Act, set: number | null): string => (set !== null && act.labels?.[set]) || act.label;

/** What is to be made sure of before the act is done. */
export const warningOf = ({ act, set }: Ready): string | null => act.sure?.[set] || null;

/**
 * What tapping a card does: choose it or take it back, choose its whole group if that is a set, do a quick act that it
 * completes, or nothing, with the reason.
 */
export function tap(view: View, selection: Selection, zone: Zone, card: Card, oneTap: boolean): Tap {
  const chosen = selection.zone === zone.id ? selection.cards : [];
  if (chosen.includes(card.id)) {
    return { does: "select", selection: { zone: zone.id, cards: chosen.filter((id) => id !== card.id) } };
  }
  if (!choosable(view, zone.id).has(card.id)) return { does: "nothing", why: whyNot(zone) };
  const cards = withGroup(view, zone, card, chosen);
  const next = { zone: zone.id, cards };
  const [ready, other] = oneTap ? completed(view, next).filter(({ act }) => act.quick) : [];
  return ready && !other ? { does: "act", ready, selection: next } : { does: "select", selection: next };
}

/** The cards that are chosen once a card is tapped: those before with it, else it alone, with its group if it has one. */
function withGroup(view: View, zone: Zone, card: Card, chosen: readonly string[]): string[] {
  const group = groupOf(view, zone, card);
  if (chosen.length === 0 || group.includes(chosen[0] ?? "")) return group.length && chosen.length === 0 ? group : [...chosen, card.id];
  return choosable(view, zone.id, chosen).has(card.id) ? [...chosen, card.id] : group;
}

/** The cards that are chosen together with this one: those of its group if they are a set, else itself. */
export function groupOf(view: View, zone: Zone, card: Card): string[] {
  const group = card.g ? cardsOf(zone).filter((other) => other.g === card.g).map((other) => other.id) : [];
  const isSet = picking(view, zone.id).some((act) => setsOf(view, act).some((set) => equal(set, group)));
  return isSet ? group : [card.id];
}

const whyNot = (zone: Zone): string | null => ("why" in zone && zone.why) || null;

/** Whether the rules refuse a card now: it fits no act, while others do or the host says why none does. */
export const refused = (zone: Zone, card: Card, fitting: ReadonlySet<string>): boolean =>
  !fitting.has(card.id) && (fitting.size > 0 || whyNot(zone) !== null);

/** The acts that are done by tapping a zone or a group, or by sending the chosen cards there. */
export function actsAt(view: View, selection: Selection, place: string): Ready[] {
  const byTap = (view.acts ?? []).flatMap((act) => (act.tap === place ? [{ act, set: -1 }] : []));
  const byCards = completed(view, selection).filter((ready) => targetsOf(ready).includes(place));
  return [...byCards, ...byTap];
}

/** The selection as far as it still makes sense in a newer view. */
export function kept(view: View, selection: Selection): Selection {
  const zone = zoneOf(view, selection.zone);
  const there = new Set(zone ? cardsOf(zone).map((card) => card.id) : []);
  const cards = selection.cards.filter((id) => there.has(id));
  const fits = cards.length > 0 && choosable(view, selection.zone, cards).size > 0;
  return fits ? { zone: selection.zone, cards } : NOTHING;
}
