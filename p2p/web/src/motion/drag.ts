// Dragging a card of the hand: sideways to lay it elsewhere, up to play it. A tap stays a tap.
import { signal } from "@preact/signals";

/** Pixels that a finger may move before a tap becomes a drag. */
const SLACK = 8;

export interface Drag {
  /** The cards that move, the one under the finger first. */
  readonly cards: readonly string[];
  readonly dx: number;
  readonly dy: number;
  readonly x: number;
  readonly y: number;
}
export const drag = signal<Drag | null>(null);

export interface Dragging {
  /** Begins: which cards move. */
  start: () => readonly string[];
  move: (drag: Drag) => void;
  /** Ends over an element, or is called off (null): the cards go back. */
  end: (drag: Drag, over: Element | null) => void;
  cancel: () => void;
}

/** Follow a pointer that went down on a card's element. */
export function follow(down: PointerEvent, { start, move, end, cancel }: Dragging): void {
  if (down.button !== 0 || !down.isPrimary || !(down.currentTarget instanceof HTMLElement)) return;
  const element = down.currentTarget;
  let cards: readonly string[] | null = null;
  const at = (event: PointerEvent): Drag => ({
    cards: cards ?? [], dx: event.clientX - down.clientX, dy: event.clientY - down.clientY, x: event.clientX, y: event.clientY,
  });
  const moved = (event: PointerEvent) => {
    if (event.pointerId !== down.pointerId) return;
    const now = at(event);
    if (!cards && Math.hypot(now.dx, now.dy) > SLACK) {
      cards = start();
      element.setPointerCapture(down.pointerId);
    }
    if (cards) move((drag.value = { ...now, cards }));
  };
  const done = (event: PointerEvent) => {
    if (event.pointerId !== down.pointerId) return;
    stop();
    if (!cards) return;
    const last = at(event);
    drag.value = null;
    if (event.type === "pointercancel") return cancel();
    swallowClick();
    end(last, under(event.clientX, event.clientY, cards));
  };
  const escaped = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !cards) return;
    stop();
    drag.value = null;
    cancel();
  };
  const stop = () => {
    removeEventListener("pointermove", moved);
    removeEventListener("pointerup", done);
    removeEventListener("pointercancel", done);
    removeEventListener("keydown", escaped, true);
  };
  addEventListener("pointermove", moved);
  addEventListener("pointerup", done);
  addEventListener("pointercancel", done);
  addEventListener("keydown", escaped, true);
}

/** What lies at a point beneath the cards that are dragged. */
function under(x: number, y: number, cards: readonly string[]): Element | null {
  return document.elementsFromPoint(x, y).find((element) => !cards.includes(element.closest<HTMLElement>("[data-card]")?.dataset["card"] ?? "")) ?? null;
}

/** The click that a browser makes of the end of a drag is not meant. */
function swallowClick(): void {
  const swallow = (event: Event) => {
    event.stopPropagation();
    event.preventDefault();
  };
  addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", swallow, { capture: true }), 0);
}
