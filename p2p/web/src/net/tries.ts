// How often a room code has failed from here (p2p/PROTOCOL.md, "Guesses"): a page that forgot it when it is loaded again
// would let somebody in the middle guess once more each time.
import { Shelf } from "./shelf";

const tries = new Shelf<{ symbols: string; count: number }>(
  "peerdeck.tries",
  ({ symbols, count }) => typeof symbols === "string" && typeof count === "number",
);

/** The failures of this code; another code of the same room starts anew. */
export function triesOf(server: string, room: string, symbols: string): number {
  const kept = tries.get(server, room);
  return kept?.symbols === symbols ? kept.count : 0;
}

export function wroteTries(server: string, room: string, symbols: string, count: number): void {
  if (count > 0) tries.put(server, room, { symbols, count });
}
