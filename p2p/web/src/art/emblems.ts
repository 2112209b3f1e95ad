// What the court cards wear, on a square of 100 × 100 in the alphabet of pips.ts.
import { placed } from "./pips";

const dot = (x: number, y: number, r: number) =>
  placed("M50 0C77.6 0 100 22.4 100 50C100 77.6 77.6 100 50 100C22.4 100 0 77.6 0 50C0 22.4 22.4 0 50 0Z", x, y, 2 * r);

export const EMBLEMS: Record<"J" | "Q" | "K", string> = {
  /* a crown of five points with a band */
  K:
    "M12 66L5 28L28 47L34 16L50 42L66 16L72 47L95 28L88 66ZM13 73L87 73L85 86L15 86Z" +
    dot(5, 23, 5) + dot(34, 10, 5.5) + dot(66, 10, 5.5) + dot(95, 23, 5),
  /* a coronet: arcs with pearls */
  Q:
    "M12 68C8 52 6 42 4 34C16 40 24 42 28 36C32 30 34 24 35 18C40 28 45 32 50 32C55 32 60 28 65 18C66 24 68 30 72 36" +
    "C76 42 84 40 96 34C94 42 92 52 88 68C64 60 36 60 12 68ZM14 75C38 67 62 67 86 75L84 86C62 79 38 79 16 86Z" +
    dot(4, 29, 4.5) + dot(35, 12, 4.5) + dot(50, 26, 4) + dot(65, 12, 4.5) + dot(96, 29, 4.5),
  /* a cap with a feather */
  J:
    "M14 70C16 46 32 34 52 34C70 34 82 44 86 60C88 66 82 70 74 70ZM10 76L84 76C90 76 92 86 84 86L16 86C8 86 6 78 10 76Z" +
    "M50 30C56 16 72 6 92 6C88 22 78 34 62 38C70 28 76 20 84 12C72 18 60 26 56 33Z",
};

/** The star of the jokers. */
export const STAR = "M50 2L61 36L97 36L68 57L79 92L50 71L21 92L32 57L3 36L39 36Z";
