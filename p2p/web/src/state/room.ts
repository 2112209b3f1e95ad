// How much room there is, and what a hand makes of it. Pure.

/** `tall`: a phone held upright; `low`: one held sideways; `roomy`: tablets and desks, seats all around. */
export type Shape = "tall" | "low" | "roomy";

export interface Room {
  readonly width: number;
  readonly height: number;
  readonly shape: Shape;
  /** Whether the log has a column of its own. */
  readonly log: boolean;
}

export function roomOf(width: number, height: number): Room {
  const shape: Shape = width >= 700 && height >= 520 ? "roomy" : height < 520 && width > height ? "low" : "tall";
  return { width, height, shape, log: shape === "roomy" && width >= 1000 };
}

/** Width of a card at full size, in pixels. */
export function cardWidth({ width, height, shape }: Room, large: boolean): number {
  const base = {
    tall: Math.min(0.17 * width, 0.11 * height, 70),
    low: Math.min(0.084 * width, 0.19 * height, 80),
    roomy: Math.min(Math.max(0.08 * width, 84), 0.13 * height, 104),
  }[shape];
  return Math.round(base * (large ? 1.2 : 1));
}

export const RATIO = 1.4;
/** A chosen card is lifted by this many pixels. */
export const LIFT = 16;

/** Where the cards of a hand lie, in pixels from the corner of their box. */
export interface HandPlan {
  readonly width: number;
  readonly rows: number;
  readonly spots: readonly { x: number; y: number }[];
  readonly height: number;
}

/** A card in a hand must show this much of itself, side by side and one row over the other. */
const LEAST = { tall: 36, low: 30, roomy: 34 };
const LEAST_ROW = 46;

/** Lay `n` cards out in a box of some width: in as few rows as still show every card. */
export function planHand(n: number, box: number, card: number, shape: Shape): HandPlan {
  const height = Math.round(card * RATIO);
  const fits = (rows: number) => (box - card) / Math.max(1, Math.ceil(n / rows) - 1) >= LEAST[shape];
  const rows = [1, 2, 3, 4].find(fits) ?? 4;
  const columns = Math.ceil(n / rows);
  const step = Math.min(card * (shape === "roomy" ? 0.74 : 0.92), (box - card) / Math.max(1, columns - 1));
  const rowStep = Math.max(LEAST_ROW, Math.round(height * 0.56));
  const spots = Array.from({ length: n }, (_, i) => {
    const row = Math.floor(i / columns);
    const inRow = Math.min(columns, n - row * columns);
    const left = (box - (step * (inRow - 1) + card)) / 2;
    // Rows of a hand begin at the same place, so that cards stand over gaps of the row above as little as possible.
    const start = rows > 1 ? (box - (step * (columns - 1) + card)) / 2 : left;
    return { x: Math.round(start + step * (i - row * columns)), y: LIFT + row * rowStep };
  });
  return { width: card, rows, spots, height: LIFT + (n ? height + (rows - 1) * rowStep : 0) };
}

/** The place in the row-by-row order that a point of the hand's box is nearest to. */
export function placeAt(plan: HandPlan, x: number, y: number): number {
  let nearest = 0;
  let distance = Infinity;
  plan.spots.forEach((spot, place) => {
    const away = Math.abs(spot.x + plan.width / 2 - x) + 2 * Math.abs(spot.y + (plan.width * RATIO) / 2 - y);
    if (away < distance) [nearest, distance] = [place, away];
  });
  return nearest;
}
