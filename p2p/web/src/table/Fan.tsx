// The own hand: every card can be read, chosen, dragged up to be played and sideways to lie elsewhere.
import { signal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { speak } from "../a11y/speak";
import type { Card, Fan, View } from "../net/proto";
import { t } from "../i18n";
import { drag, follow } from "../motion/drag";
import { moving, shake } from "../motion/flip";
import { act, choose, myTurn, notify, oneTap, orderOf, room, selection, sent, setOrder, view } from "../state/store";
import { arranged, moved, nudged } from "../state/order";
import { prefs } from "../state/prefs";
import { cardWidth, type HandPlan, placeAt, planHand } from "../state/room";
import { actsAt, choosable, completed, groupOf, refused, tap, targetsOf } from "../state/select";
import { classesOf, faceOf, Picture, spokenCard } from "./Piece";

/** The width of the hand's box, measured. */
const box = signal(0);
/** The order in which the cards would lie if the drag ended now. */
const preview = signal<readonly string[] | null>(null);
/** The card that the keyboard is at. */
const current = signal("");

/** How far up a card has to be dragged to be played. */
const PLAY_HEIGHT = 56;

/** The cards that move together with this one: the chosen ones, or those of its block. */
function movingWith(zone: Fan, card: Card): string[] {
  const chosen = selection.value.zone === zone.id ? selection.value.cards : [];
  if (chosen.includes(card.id)) return [card.id, ...chosen.filter((id) => id !== card.id)];
  const block = card.block ? zone.cards.filter((other) => other.block === card.block).map((other) => other.id) : [];
  return [card.id, ...block.filter((id) => id !== card.id)];
}

/** A drag that went up: play the cards where they were dropped. */
function drop(now: View, zone: Fan, card: Card, over: Element | null): void {
  if (!selection.value.cards.includes(card.id)) {
    if (!choosable(now, zone.id).has(card.id)) return refuse(zone, card);
    choose({ zone: zone.id, cards: groupOf(now, zone, card) });
  }
  const place = over?.closest<HTMLElement>("[data-place]")?.dataset["place"];
  const here = place ? actsAt(now, selection.value, place).find(({ set }) => set >= 0) : undefined;
  if (here && place) return act(here, { to: place });
  const [ready, other] = completed(now, selection.value).filter(({ set }) => set >= 0);
  if (!ready) return notify(t("why.more"));
  if (other) return notify(t("why.where"));
  if (targetsOf(ready).length > 1) return notify(t("why.where"));
  act(ready);
}

function refuse(zone: Fan, card: Card): void {
  notify(myTurn.value ? (zone.why ?? t("why.not")) : t("why.turn"));
  shake(document.querySelector(`.fan [data-card="${CSS.escape(card.id)}"]`));
}

function tapped(zone: Fan, card: Card): void {
  const now = view.value;
  current.value = card.id;
  if (!now) return;
  if (!myTurn.value) return notify(t("why.turn"));
  if (sent.value !== null) return;
  const result = tap(now, selection.value, zone, card, oneTap());
  if (result.does === "nothing") return refuse(zone, card);
  choose(result.selection);
  if (result.does === "act") act(result.ready);
}

/** A tap on a card that lies ready does what it is ready for, when cards are lifted first. */
function secondTap(zone: Fan, card: Card): boolean {
  const now = view.value;
  if (!now || oneTap() || !selection.value.cards.includes(card.id) || selection.value.zone !== zone.id) return false;
  const [ready, other] = completed(now, selection.value).filter((one) => one.act.quick);
  if (!ready || other) return false;
  act(ready);
  return true;
}

export function FanView({ zone }: { zone: Fan }) {
  const now = view.value;
  const list = useRef<HTMLUListElement>(null);
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return undefined;
    const watch = new ResizeObserver(() => (box.value = element.clientWidth));
    box.value = element.clientWidth;
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  if (!now) return null;
  const lying = lie(zone, now);
  const ids = lying.map((card) => card.id);
  const width = cardWidth(room.value, prefs.value.large);
  const plan = planHand(lying.length, box.value || room.value.width - 16, width, room.value.shape);
  const legal = choosable(now, zone.id);
  const focused = ids.includes(current.value) ? current.value : ids[0];
  return (
    <ul class="fan" ref={list} aria-label={zone.label} style={{ height: `${plan.height}px` }} data-place={zone.id}>
      {lying.map((card, place) => (
        <HandCard key={card.id} zone={zone} card={card} place={place} plan={plan} ids={ids} legal={legal} focused={card.id === focused} />
      ))}
    </ul>
  );
}

/** The cards as they lie now, also in the middle of a drag. */
function lie(zone: Fan, now: View): Card[] {
  const order = orderOf(now);
  return arranged(zone.cards, preview.value ? { sort: "mine", mine: preview.value } : order);
}

interface HandCardProps {
  zone: Fan;
  card: Card;
  place: number;
  plan: HandPlan;
  ids: readonly string[];
  /** The cards that fit an act. */
  legal: ReadonlySet<string>;
  focused: boolean;
}

function HandCard({ zone, card, place, plan, ids, legal, focused }: HandCardProps) {
  const now = view.value;
  const chosen = selection.value.zone === zone.id && selection.value.cards.includes(card.id);
  const dim = prefs.value.dim && now?.hints !== "none" && myTurn.value && refused(zone, card, legal);
  const spot = plan.spots[place] ?? { x: 0, y: 0 };
  const held = drag.value?.cards.includes(card.id) ?? false;
  const at = held ? carried(drag.value?.cards.indexOf(card.id) ?? 0) : spot;
  const classes = [classesOf(card), chosen && "chosen", dim && "dim", held && "held"].filter(Boolean).join(" ");
  return (
    <li class={held ? "lifted" : ""} style={{ translate: `${at.x}px ${at.y}px`, zIndex: held ? 30 : place }}>
      <button
        type="button" class={classes} data-card={card.id} data-face={faceOf(card) ?? ""} aria-pressed={chosen}
        aria-label={[spokenCard(card), dim && t("card.dim")].filter(Boolean).join(", ")} tabIndex={focused ? 0 : -1}
        onClick={() => secondTap(zone, card) || tapped(zone, card)}
        onFocus={() => (current.value = card.id)}
        onKeyDown={(event) => keyed(event, zone, card, ids)}
        onPointerDown={(event) => follow(event, dragging(zone, card, plan, ids))}
      >
        <Picture card={card} />
      </button>
    </li>
  );
}

/** Where the hand's box and the dragged card were when the drag began. */
let grip = { x: 0, y: 0, left: 0, top: 0 };

/** Where a dragged card is: under the finger, those that come with it a little beside it. */
function carried(trail: number): { x: number; y: number } {
  const now = drag.value;
  return { x: grip.x + (now?.dx ?? 0) + trail * 16, y: grip.y + (now?.dy ?? 0) - 6 };
}

function dragging(zone: Fan, card: Card, plan: HandPlan, ids: readonly string[]) {
  const finish = () => moving(() => (preview.value = null));
  return {
    start: () => {
      const list = document.querySelector(".fan")?.getBoundingClientRect();
      const spot = plan.spots[ids.indexOf(card.id)] ?? { x: 0, y: 0 };
      grip = { x: spot.x, y: spot.y, left: list?.left ?? 0, top: list?.top ?? 0 };
      return movingWith(zone, card);
    },
    move: ({ cards, dy, x, y }: { cards: readonly string[]; dy: number; x: number; y: number }) => {
      const next = dy < -PLAY_HEIGHT ? ids : reordered(plan, ids, cards, x - grip.left, y - grip.top);
      if (next.join() !== (preview.value ?? ids).join()) preview.value = next;
    },
    end: ({ dy }: { dy: number }, over: Element | null) => {
      const now = view.value;
      const lying = preview.value;
      preview.value = null;
      if (!now) return;
      const onPlace = over?.closest("[data-place]");
      if (dy < -PLAY_HEIGHT || (onPlace && !onPlace.classList.contains("fan"))) {
        if (myTurn.value && sent.value === null) drop(now, zone, card, over);
        else notify(t("why.turn"));
      } else if (lying && lying.join() !== ids.join()) {
        setOrder(now.game, { sort: "mine", mine: lying });
      }
    },
    cancel: finish,
  };
}

/** The order if the dragged cards were put down at a point. */
function reordered(plan: HandPlan, ids: readonly string[], cards: readonly string[], x: number, y: number): readonly string[] {
  const lying = preview.value ?? ids;
  const rest = lying.filter((id) => !cards.includes(id));
  const place = placeAt(plan, x, y);
  const before = lying.slice(0, place).filter((id) => !cards.includes(id)).length;
  return moved(lying, cards, rest[before] ?? null);
}

const STEPS: Record<string, -1 | 1> = { ArrowLeft: -1, ArrowRight: 1 };

function keyed(event: KeyboardEvent, zone: Fan, card: Card, ids: readonly string[]): void {
  const step = STEPS[event.key];
  const now = view.value;
  const place = ids.indexOf(card.id);
  if (step && event.altKey && now) {
    event.preventDefault();
    const mine = nudged(ids, movingWith(zone, card), step);
    setOrder(now.game, { sort: "mine", mine });
    speak(t("order.place", { place: mine.indexOf(card.id) + 1, n: mine.length }));
    return;
  }
  const goal = step ? place + step : { Home: 0, End: ids.length - 1 }[event.key];
  const id = goal === undefined ? undefined : ids[goal];
  if (id === undefined) return;
  event.preventDefault();
  current.value = id;
  document.querySelector<HTMLElement>(`.fan [data-card="${CSS.escape(id)}"]`)?.focus();
}
