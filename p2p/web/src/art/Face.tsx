// Card faces, drawn by numbers: rank and suit where a fanned card still shows them, classic pips, courts as a letter
// with its crown. A face is drawn once and used everywhere.
import type { VNode } from "preact";
import { EMBLEMS, STAR } from "./emblems";
import { PIPS, placed, type Suit } from "./pips";

const LEFT = 90;
const RIGHT = 160;
const TOP = 68;
const BOTTOM = 282;
const MIDDLE = 125;
const PIP = 45;

type Spot = readonly [x: number, y: number];
const column = (x: number, ...places: number[]): Spot[] => places.map((place) => [x, TOP + (BOTTOM - TOP) * place]);
const sides = (...places: number[]): Spot[] => [...column(LEFT, ...places), ...column(RIGHT, ...places)];
const centre = (...places: number[]): Spot[] => column(MIDDLE, ...places);

const SPOTS: Record<string, Spot[]> = {
  "2": centre(0, 1),
  "3": centre(0, 0.5, 1),
  "4": sides(0, 1),
  "5": [...sides(0, 1), ...centre(0.5)],
  "6": sides(0, 0.5, 1),
  "7": [...sides(0, 0.5, 1), ...centre(0.25)],
  "8": [...sides(0, 0.5, 1), ...centre(0.25, 0.75)],
  "9": [...sides(0, 1 / 3, 2 / 3, 1), ...centre(0.5)],
  T: [...sides(0, 1 / 3, 2 / 3, 1), ...centre(1 / 6, 5 / 6)],
};

export const isSuit = (text: string | undefined): text is Suit => text !== undefined && text in PIPS;
const isCourt = (rank: string): rank is "J" | "Q" | "K" => rank in EMBLEMS;

const VIEW = "0 0 250 350";
const shown = (rank: string) => (rank === "T" ? "10" : rank);

/** The two letters in the corners; the second one stands on its head. */
function indices(rank: string): VNode[] {
  const text = shown(rank);
  const squeeze = text.length > 1 ? { textLength: 56, lengthAdjust: "spacingAndGlyphs" as const } : {};
  return [undefined, "rotate(180 125 175)"].map((transform) => (
    <text key={transform} x="37" y="76" class="rank" transform={transform} {...squeeze}>{text}</text>
  ));
}

/** Suit signs under both letters. */
const corners = (suit: Suit) => placed(PIPS[suit], 37, 112, 45) + placed(PIPS[suit], 213, 238, 45, true);

function middle(rank: string, suit: Suit): string {
  if (rank === "A") return placed(PIPS[suit], MIDDLE, 175, suit === "S" ? 142 : 118);
  if (isCourt(rank)) {
    const crown = EMBLEMS[rank];
    return placed(crown, MIDDLE, 92, 62) + placed(crown, MIDDLE, 258, 62, true);
  }
  return (SPOTS[rank] ?? []).map(([x, y]) => placed(PIPS[suit], x, y, PIP, y > 175)).join("");
}

function drawn(face: string): VNode {
  const [rank = "", suit] = face;
  if (!isSuit(suit)) return joker(face);
  return (
    <svg class={`face suit-${suit}`} viewBox={VIEW} aria-hidden="true">
      {isCourt(rank) && (
        <>
          <rect x="70" y="44" width="110" height="262" rx="10" class="court" />
          <text x="125" y="210" class="letter">{rank}</text>
        </>
      )}
      <path d={corners(suit) + middle(rank, suit)} />
      {indices(rank)}
    </svg>
  );
}

/** For cards too small for pips: a large rank over a large suit, both on the side that stays free under others. */
function drawnSmall(face: string): VNode {
  const [rank = "", suit] = face;
  if (!isSuit(suit)) return joker(face);
  const text = shown(rank);
  const squeeze = text.length > 1 ? { textLength: 106, lengthAdjust: "spacingAndGlyphs" as const } : {};
  return (
    <svg class={`face small suit-${suit}`} viewBox={VIEW} aria-hidden="true">
      <text x="72" y="142" class="rank" {...squeeze}>{text}</text>
      <path d={placed(PIPS[suit], 72, 216, 96) + placed(PIPS[suit], 172, 270, 108)} />
    </svg>
  );
}

function joker(face: string): VNode {
  const around = [PIPS.S, PIPS.H, PIPS.C, PIPS.D].map((pip, i) => placed(pip, MIDDLE + 60 * Math.sin(i * 1.5708), 175 - 60 * Math.cos(i * 1.5708), 27)).join("");
  return (
    <svg class={`face joker ${face}`} viewBox={VIEW} aria-hidden="true">
      <circle cx="125" cy="175" r="84" class="ring" />
      <path d={placed(STAR, 37, 46, 58) + placed(STAR, MIDDLE, 172, 82) + placed(STAR, 213, 304, 58, true) + around} />
    </svg>
  );
}

const faces = new Map<string, VNode>();

/** A card's face, e.g. `TD` or `X1`. */
export function Face({ face, small = false }: { face: string; small?: boolean }): VNode {
  const key = small ? `${face} small` : face;
  let vnode = faces.get(key);
  if (!vnode) faces.set(key, (vnode = small ? drawnSmall(face) : drawn(face)));
  return vnode;
}

/** A suit alone, as large as the text around it. */
export const SuitSign = ({ suit }: { suit: Suit }) => (
  <svg class={`suit suit-${suit}`} viewBox="0 0 100 100" aria-hidden="true"><path d={PIPS[suit]} /></svg>
);

const LATTICE = Array.from({ length: 23 }, (_, i) => `M${-120 + i * 22} 18L${230 + i * 22} 368M${370 - i * 22} 18L${20 - i * 22} 368`).join("");

/** What is drawn once in the page and used by every back. */
export const Sprite = () => (
  <svg class="sprite" aria-hidden="true">
    <symbol id="back" viewBox={VIEW}>
      <clipPath id="back-inside"><rect x="16" y="16" width="218" height="318" rx="9" /></clipPath>
      <rect x="16" y="16" width="218" height="318" rx="9" class="ground" />
      <g clip-path="url(#back-inside)"><path d={LATTICE} class="lattice" /></g>
      <rect x="24" y="24" width="202" height="302" rx="6" class="line" />
      <path d="M125 98L178 175L125 252L72 175Z" class="plaque" />
      <path d={placed(PIPS.S, 125, 173, 52)} class="sign" />
    </symbol>
  </svg>
);

/** The back of a card, in the hue of the game. */
export const Back = () => <svg class="face back" viewBox={VIEW} aria-hidden="true"><use href="#back" /></svg>;

const DOTS = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];

/** A die that shows `n`; without it, one that was not rolled yet. */
export function Die({ n }: { n: number | null }) {
  return (
    <svg class={`die ${n === null ? "blank" : ""}`} viewBox="0 0 60 60" aria-hidden="true">
      <rect x="2" y="2" width="56" height="56" rx="13" />
      {(DOTS[n ?? 0] ?? []).map((dot) => (
        <circle key={dot} cx={15.5 + (dot % 3) * 14.5} cy={15.5 + Math.floor(dot / 3) * 14.5} r="5.4" />
      ))}
    </svg>
  );
}
