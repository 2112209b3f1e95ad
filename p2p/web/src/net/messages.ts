// What page and host say to each other (p2p/PROTOCOL.md), but for the view itself (proto.ts).
import type { Frame } from "./proto";

export interface Person {
  seat: number; name: string | null; kind: "empty" | "person" | "bot"; link?: "on" | "shaky" | "away"; ready?: boolean;
}
export interface Lobby {
  t: "lobby"; game: string; title: string; options: Record<string, string>; you: number; people: Person[];
  playing: boolean; waiting_for: number[];
}

/** What the page may say once its link is open. */
export type GuestMessage =
  | { t: "sit"; seat: number }
  | { t: "ready" }
  | { t: "act"; prompt: number; id: string; cards?: string[]; to?: string; value?: string }
  | { t: "social"; kind: "throw" | "poke" | "line"; to?: number; text?: string }
  | { t: "lang"; lang: string }
  | { t: "get"; what: string; part: number };

/** What the host may say to a page. */
export type HostMessage =
  | { t: "welcome"; v: number; seat: number; token: string }
  | Lobby
  | { t: "frames"; list: Frame[] }
  | { t: "refused"; code: string; text: string; prompt?: number | null }
  | { t: "over"; ending: string; totals: number[]; winners: number[] };
