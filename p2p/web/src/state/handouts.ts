// What the host hands out in parts (p2p/handouts.py): put together here, each asked for once at a time.
import { signal } from "@preact/signals";
import type { GameCard, GetMessage, Invite, PartMessage, PartKind } from "../net/proto";

export const games = signal<GameCard[]>([]);
export const invite = signal<Invite | null>(null);

const gathered = new Map<PartKind, unknown[]>();

/** Begin anew: another table, another language, another host. */
export function forgetHandouts(): void {
  gathered.clear();
  games.value = [];
  invite.value = null;
}

/** A part has come: the message that asks for the next one, null if that was the last. */
export function partCame({ what, part, parts, data }: PartMessage): GetMessage | null {
  if (what === "invite") {
    invite.value = data as Invite;
    return null;
  }
  if (what !== "games") return null;
  const before = part === 0 ? [] : (gathered.get(what) ?? []);
  const all = [...before, ...(data as unknown[])];
  gathered.set(what, all);
  if (part + 1 < parts) return { t: "get", what, part: part + 1 };
  games.value = all as GameCard[];
  return null;
}
