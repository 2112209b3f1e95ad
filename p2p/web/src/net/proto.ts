// What the host sends to a page about its table: the types of p2p/table_view/model.py in TypeScript.

export type Mark = "new" | "owed" | "taken" | "trump" | "best" | "glow-a" | "glow-b" | "last";
export type Tone = "main" | "quiet" | "warn";
export type Area = "hand" | "centre" | "rail";
export type Link = "on" | "shaky" | "away";
export type Hints = "none" | "legal";

export interface Card { id: string; f?: string | null; m?: Mark[]; g?: string | null; peek?: boolean }
export interface Group { id: string; label: string; cards?: Card[]; owner?: number | null; locked?: boolean }
export interface Slot { seat: number; card: Card }

export interface Fan { kind: "fan"; id: string; area: Area; label: string; cards: Card[]; why?: string | null }
export interface Stack {
  kind: "stack"; id: string; area: Area; label: string; cards?: Card[]; n?: number | null; note?: string | null;
}
export interface Spread { kind: "spread"; id: string; area: Area; label: string; cards?: Card[]; note?: string | null }
export interface Trick {
  kind: "trick"; id: string; area: Area; label: string; slots?: Slot[]; lead?: number | null; best?: number | null;
}
export interface Melds { kind: "melds"; id: string; area: Area; label: string; groups?: Group[] }
export interface Piles { kind: "piles"; id: string; area: Area; label: string; groups?: Group[] }
export interface Dice { kind: "dice"; id: string; area: Area; label: string; dice?: number[]; note?: string | null }
export type Zone = Fan | Stack | Spread | Trick | Melds | Piles | Dice;

export interface Pick { zone: string; sets: number[][] }
export interface Choice { v: string; label: string; off?: string | null }
export interface Ask { kind: "grid" | "suits" | "list"; choices: Choice[] }
export interface Act {
  id: string; label: string; tone?: Tone; key?: string | null; pick?: Pick | null; to?: Record<string, number[]>;
  tap?: string | null; quick?: boolean; ask?: Ask | null; sure?: string[];
}

export interface Chip { text: string; tone?: "plain" | "gold" | "warn" }
export interface SeatView {
  id: number; pos: number; name: string; kind?: "empty" | "person" | "bot"; link?: Link; team?: number | null;
  turn?: boolean; dealer?: boolean; n?: number | null; chips?: Chip[];
}
export interface StripRow { name: string; total: string; sub?: string | null; us?: boolean }
export interface Sheet { cols: string[]; rows: string[][]; target?: string | null }
export interface Clock { left: number; of: number; label: string }
export interface LogLine { n: number; text: string }
export interface Coach { text: string; at?: string | null; next?: boolean }
export interface ResultRow { name: string; total: string; badge?: string | null; us?: boolean }
export interface Result { title: string; rows: ResultRow[] }

export interface View {
  game: string; title: string; hue: number; you: number | null; say: string; seats: SeatView[]; zones: Zone[];
  acts?: Act[]; prompt?: number | null; strip?: StripRow[]; sheet?: Sheet | null; last?: Trick | null;
  log?: LogLine[]; hints?: Hints; clock?: Clock | null; coach?: Coach | null; over?: Result | null;
}
export interface Effect {
  k: "from" | "to" | "roll" | "banner" | "toss" | "poke" | "show" | "sound" | "shake";
  at?: string | null; card?: string | null; text?: string | null; tone?: "plain" | "gold" | "warn";
  name?: string | null; source?: number | null; ms?: number | null;
}
export interface Frame { view: View; fx?: Effect[]; hold?: number }
