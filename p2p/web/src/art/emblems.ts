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
  /* a lily */
  J:
    "M50 2C61 17 65 30 61 43C59 51 55 57 54 65L46 65C45 57 41 51 39 43C35 30 39 17 50 2Z" +
    "M57 65C59 50 66 36 78 33C91 30 98 42 93 52C89 60 77 60 76 51C80 55 86 52 84 46C82 42 76 42 72 48C68 54 67 60 67 65Z" +
    "M43 65C41 50 34 36 22 33C9 30 2 42 7 52C11 60 23 60 24 51C20 55 14 52 16 46C18 42 24 42 28 48C32 54 33 60 33 65Z" +
    "M29 69L71 69L71 77L29 77ZM50 99C48 92 43 86 36 81L64 81C57 86 52 92 50 99Z",
};

/** The star of the jokers. */
export const STAR = "M50 2L61 36L97 36L68 57L79 92L50 71L21 92L32 57L3 36L39 36Z";
