// The four suits as outlines on a square of 100 × 100, made of M, C, L and Z with absolute numbers, so that a whole
// face can be one path: fewer nodes than a pip each.

export type Suit = "S" | "H" | "D" | "C";

/** A circle as four curves. */
function circle(x: number, y: number, r: number): string {
  const k = r * 0.5523;
  return (
    `M${x} ${y - r}C${x + k} ${y - r} ${x + r} ${y - k} ${x + r} ${y}C${x + r} ${y + k} ${x + k} ${y + r} ${x} ${y + r}` +
    `C${x - k} ${y + r} ${x - r} ${y + k} ${x - r} ${y}C${x - r} ${y - k} ${x - k} ${y - r} ${x} ${y - r}Z`
  );
}

const LEAVES = circle(50, 25, 21) + circle(25.5, 58, 21) + circle(74.5, 58, 21) + circle(50, 48, 13);

export const PIPS: Record<Suit, string> = {
  S:
    "M50 3C58 22 93 38 93 62C93 75 84 83 73 83C65 83 58 79 54 72C55 83 59 91 67 97L33 97C41 91 45 83 46 72" +
    "C42 79 35 83 27 83C16 83 7 75 7 62C7 38 42 22 50 3Z",
  H: "M50 95C42 84 5 60 5 33C5 17 16 7 29 7C39 7 46 13 50 23C54 13 61 7 71 7C84 7 95 17 95 33C95 60 58 84 50 95Z",
  D: "M50 2C58 20 73 38 89 50C73 62 58 80 50 98C42 80 27 62 11 50C27 38 42 20 50 2Z",
  C: LEAVES + "M50 52C52 76 57 90 67 97L33 97C43 90 48 76 50 52Z",
};

const rounded = (value: number) => Math.round(value * 10) / 10;

/** An outline of that alphabet, its middle put at (x, y), `width` wide, upside down if `turned`. */
export function placed(outline: string, x: number, y: number, width: number, turned = false): string {
  const scale = ((turned ? -1 : 1) * width) / 100;
  let across = false;
  return outline.replace(/-?\d+(?:\.\d+)?/g, (number) => {
    across = !across;
    const offset = (Number(number) - 50) * scale;
    return String(rounded((across ? x : y) + offset));
  });
}
