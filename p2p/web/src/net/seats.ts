// Seats that were taken from this browser, and the tokens that bring their owner back.
import { Shelf } from "./shelf";

export interface KeptSeat {
  seat: number;
  token: string;
  /** What the player is called there. */
  name: string;
  /** When the seat was taken or found again, in milliseconds since 1970. */
  at?: number;
}

/** For so long a table is offered to whoever opens the page and names none. */
const OFFERED_MS = 12 * 3600_000;

const seats = new Shelf<KeptSeat>(
  "peerdeck.seats",
  ({ seat, token, name }) => typeof seat === "number" && typeof token === "string" && typeof name === "string",
);

/** The seat that was taken in a room, if it is known here. */
export const keptSeat = (server: string, room: string): KeptSeat | null => seats.get(server, room);
export const keepSeat = (server: string, room: string, kept: KeptSeat): void => seats.put(server, room, { ...kept, at: Date.now() });
export const forgetSeat = (server: string, room: string): void => seats.put(server, room, null);

/** The room of a server in which a seat was taken last, and not long ago. */
export function lastSeat(server: string): { room: string; name: string } | null {
  const [room, kept] = seats.latest(server) ?? [];
  return room !== undefined && kept?.at !== undefined && Date.now() - kept.at < OFFERED_MS ? { room, name: kept.name } : null;
}
