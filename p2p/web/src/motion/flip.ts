// Cards glide from where they were to where they are: FLIP over the Web Animations API, on the real elements, so that
// nothing is ever blocked by motion.
import type { Effect } from "../net/proto";

export const EASE = "cubic-bezier(.2,.8,.2,1)";
const MOVE = 280;
const SWEEP = 340;
const FLIP = 200;
/** Cards that arrive together come one after the other, but all within this time. */
const STAGGER = 38;
const DEAL = 420;

export const still = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

const cardsNow = () => [...document.querySelectorAll<HTMLElement>("[data-card]")];

/** Where a seat or a zone is: `seat:2`, `zone:pile`; a zone may also be a group. */
export function placeOf(at: string): DOMRect | null {
  const [kind, id = ""] = at.split(/:(.*)/);
  const name = kind === "seat" ? "data-seat" : "data-place";
  return document.querySelector(`[${name}="${CSS.escape(id)}"]`)?.getBoundingClientRect() ?? null;
}

interface Before {
  rect: DOMRect;
  face: string;
  element: HTMLElement;
}

/** What a card's element looked like before the change. */
function remember(): Map<string, Before> {
  const before = new Map<string, Before>();
  for (const element of cardsNow()) {
    const id = element.dataset["card"];
    if (id) before.set(id, { rect: element.getBoundingClientRect(), face: element.dataset["face"] ?? "", element });
  }
  return before;
}

const offset = (from: DOMRect, to: DOMRect) =>
  `translate(${from.x + from.width / 2 - to.x - to.width / 2}px,${from.y + from.height / 2 - to.y - to.height / 2}px)`;

/** Change the page, and let the cards travel: by the effects where they tell a way, else from where they were. */
export function moving(change: () => void, effects: readonly Effect[] = [], speed = 1): void {
  if (still() || speed === 0 || document.hidden) {
    change();
    return;
  }
  const before = remember();
  const seatsBefore = new Map(effects.flatMap(({ at }) => (at ? [[at, placeOf(at)] as const] : [])));
  change();
  // Rendering happens in a microtask; the next frame begins after it and before anything is painted.
  requestAnimationFrame(() => play(before, seatsBefore, effects, speed));
}

type Places = ReadonlyMap<string, DOMRect | null>;

/** What travels now. */
const journeys = new Map<Animation, HTMLElement>();

function land(journey: Animation): void {
  const element = journeys.get(journey);
  journeys.delete(journey);
  if (element) element.style.zIndex = "";
}

/** First what runs is called off, then everything is measured, and only then set in motion: a layout each, not a card. */
function play(before: ReadonlyMap<string, Before>, places: Places, effects: readonly Effect[], speed: number): void {
  for (const journey of [...journeys.keys()]) {
    land(journey);
    journey.cancel();
  }
  const now = new Map<string, DOMRect | null>(effects.flatMap(({ at }) => (at ? [[at, placeOf(at)] as const] : [])));
  const where = (at: string | undefined) => (at && (now.get(at) ?? places.get(at))) || null;
  const origin = new Map(effects.flatMap((fx) => (fx.k === "from" && fx.card && fx.at ? [[fx.card, fx.at] as const] : [])));
  const moves = cardsNow().map((element) => {
    const id = element.dataset["card"] ?? "";
    const old = before.get(id);
    const start = where(origin.get(id)) ?? old?.rect ?? null;
    return { id, element, rect: element.getBoundingClientRect(), start, old, comes: origin.has(id) };
  });
  const here = new Set(moves.map(({ id }) => id));
  const comers = moves.filter((move) => move.comes).length;
  const step = comers > 1 ? Math.min(STAGGER, DEAL / comers) : 0;
  let arriving = 0;
  for (const { element, rect, start, old, comes } of moves) {
    const delay = comes ? arriving++ * step * speed : 0;
    if (start) glide(element, start, rect, delay, comes ? SWEEP : MOVE, speed, old === undefined && comes);
    else if (!old && before.size > 0) appear(element, speed);
    if (old && old.face !== (element.dataset["face"] ?? "")) turn(element, speed);
  }
  for (const fx of effects) {
    const leaving = fx.k === "to" && fx.card && !here.has(fx.card) ? before.get(fx.card) : undefined;
    const goal = where(fx.at);
    if (leaving && goal) vanish(leaving, goal, speed);
  }
}

/** An element travels above the others; of transform and opacity alone, so that the browser can do it beside the page. */
function travel(element: HTMLElement, keyframes: Keyframe[], timing: KeyframeAnimationOptions): void {
  const journey = element.animate(keyframes, { easing: EASE, ...timing });
  journeys.set(journey, element);
  element.style.zIndex = "5";
  journey.onfinish = journey.oncancel = () => land(journey);
}

function glide(
  element: HTMLElement, from: DOMRect, to: DOMRect, delay: number, duration: number, speed: number, fade: boolean,
): void {
  const moved = Math.hypot(from.x - to.x, from.y - to.y);
  if (moved < 2 && Math.abs(from.width - to.width) < 2) return;
  if (to.width === 0) return;
  const start = `${offset(from, to)} scale(${fade ? 0.7 : from.width / to.width})`;
  const keyframes: Keyframe[] = fade
    ? [{ transform: start, opacity: 0 }, { opacity: 1, offset: 0.3 }, { transform: "none", opacity: 1 }]
    : [{ transform: start }, { transform: "none" }];
  travel(element, keyframes, { duration: duration * speed, delay, fill: "backwards" });
}

function appear(element: HTMLElement, speed: number): void {
  element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 180 * speed });
}

/** A card is turned over. */
function turn(element: HTMLElement, speed: number): void {
  element.animate([{ scale: "0 1" }, { scale: "1 1" }], { duration: FLIP * speed, easing: EASE });
}

/** A picture of a card that is gone flies to where it went. */
function vanish({ element, rect }: Before, goal: DOMRect, speed: number): void {
  const ghost = document.createElement("div");
  ghost.className = "card ghost";
  ghost.ariaHidden = "true";
  const face = element.querySelector("svg");
  if (face) ghost.append(face.cloneNode(true));
  Object.assign(ghost.style, {
    left: `${rect.x}px`, top: `${rect.y}px`, width: `${rect.width}px`, height: `${rect.height}px`,
  });
  (document.querySelector(".app") ?? document.body).append(ghost);
  const flight = ghost.animate(
    [{ transform: "none", opacity: 1 }, { opacity: 1, offset: 0.7 }, { transform: `${offset(goal, rect)} scale(.55)`, opacity: 0 }],
    { duration: SWEEP * speed, easing: EASE, fill: "forwards" },
  );
  flight.onfinish = flight.oncancel = () => ghost.remove();
}

/** A small shake of something that does not go. */
export function shake(element: Element | null): void {
  if (!element || still()) return;
  element.animate(
    [{ translate: "0" }, { translate: "-6px" }, { translate: "5px" }, { translate: "-3px" }, { translate: "0" }],
    { duration: 260, easing: "ease-out", composite: "add" },
  );
}
