// Where a hint lies: beside what it is about, and over as little as possible else. Pure; all in pixels.

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Spot {
  readonly x: number;
  readonly y: number;
  /** The side of the hint that looks at what it is about, and how far along that side that is; none if it is about nothing. */
  readonly side: "top" | "bottom" | "left" | "right" | "none";
  readonly tip: number;
}

/** Between a hint and what it is about: its tip, and the ring. */
const GAP = 14;
const EDGE = 8;
const TIP = 18;

const clamp = (value: number, low: number, high: number): number => Math.max(low, Math.min(value, Math.max(low, high)));

/** How much free space a pixel of distance is worth. */
const FAR = 40;

/** How far two boxes are from each other. */
function apart(a: Box, b: Box): number {
  const across = Math.max(a.x - b.x - b.width, b.x - a.x - a.width, 0);
  const down = Math.max(a.y - b.y - b.height, b.y - a.y - a.height, 0);
  return Math.hypot(across, down);
}

/** The area that two boxes share. */
export function shared(a: Box, b: Box): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return width > 0 && height > 0 ? width * height : 0;
}

/**
 * The best place for a hint.
 *
 * `about`: what it points at, never to be covered; `size`: of the hint; `room`: of the window; `spare`: what should stay
 * free if possible, such as buttons, the most important first.
 */
export function beside(about: Box | null, size: { width: number; height: number }, room: { width: number; height: number }, spare: readonly Box[]): Spot {
  const { width, height } = size;
  const x = (left: number) => clamp(left, EDGE, room.width - width - EDGE);
  const y = (top: number) => clamp(top, EDGE, room.height - height - EDGE);
  if (!about) return { x: x((room.width - width) / 2), y: y((room.height - height) * 0.36), side: "none", tip: 0 };
  const [middle, centre] = [about.x + about.width / 2, about.y + about.height / 2];
  const spots = [0.5, 0, 1].flatMap((lean): Spot[] => {
    const [across, down] = [x(middle - width * lean), y(centre - height * lean)];
    const [tipX, tipY] = [clamp(middle - across, TIP, width - TIP), clamp(centre - down, TIP, height - TIP)];
    return [
      { x: across, y: y(about.y - height - GAP), side: "bottom", tip: tipX },
      { x: across, y: y(about.y + about.height + GAP), side: "top", tip: tipX },
      { x: x(about.x - width - GAP), y: down, side: "right", tip: tipY },
      { x: x(about.x + about.width + GAP), y: down, side: "left", tip: tipY },
      // Farther up, where what lies between stays free, too.
      ...spare.map((box) => ({ x: across, y: y(box.y - height - GAP), side: "bottom" as const, tip: tipX })),
    ];
  });
  const cost = (spot: Spot): number => {
    const own = { ...spot, width, height };
    const covered = spare.reduce((sum, box, place) => sum + shared(own, box) * (spare.length - place), 0);
    return shared(own, about) * 1000 + covered + apart(own, about) * FAR;
  };
  return spots.reduce((best, spot) => (cost(spot) < cost(best) ? spot : best));
}
