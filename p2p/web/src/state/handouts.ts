// What the host hands out in parts (p2p/handouts.py): put together here, each asked for once at a time.
import { signal } from "@preact/signals";
import { language } from "../i18n";
import { askPart } from "../net/local";
import type { GameCard, GetMessage, Invite, PartMessage, PartKind } from "../net/proto";
import { send } from "./store";

export const games = signal<GameCard[]>([]);
export const invite = signal<Invite | null>(null);

const gathered = new Map<PartKind, unknown[]>();

/** Who waits for a part; told null if there is none. */
let awaited: { wanted: GetMessage; came: (part: PartMessage | null) => void }[] = [];
const PATIENCE_MS = 10_000;

/** Begin anew: another table, another language, another host. */
export function forgetHandouts(): void {
  gathered.clear();
  games.value = [];
  invite.value = null;
  for (const { came } of awaited) came(null);
}

/** Ask for a part, at the table or, without one, of this machine's own program; null if there is none. */
export async function ask(wanted: GetMessage): Promise<PartMessage | null> {
  if (!send(wanted)) return askPart(language(), wanted).catch(() => null);
  return new Promise((resolve) => {
    const entry = { wanted, came };
    const late = setTimeout(() => came(null), PATIENCE_MS);
    function came(part: PartMessage | null): void {
      clearTimeout(late);
      awaited = awaited.filter((other) => other !== entry);
      resolve(part);
    }
    awaited.push(entry);
  });
}

/** A part was refused: parts are answered in their order. */
export const partRefused = (): void => awaited[0]?.came(null);

/** A part has come: the message that asks for the next one, null if that was the last. */
export function partCame(message: PartMessage): GetMessage | null {
  const { what, part, parts, data } = message;
  awaited.find(({ wanted }) => wanted.what === what && (wanted.part ?? 0) === part)?.came(message);
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
