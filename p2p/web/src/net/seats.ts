// Seats that were taken from this browser, and the tokens that bring their owner back.
import { Shelf } from "./shelf";

export interface KeptSeat {
  seat: number;
  token: string;
  /** What the player is called there. */
  name: string;
}

const seats = new Shelf<KeptSeat>(
  "peerdeck.seats",
  ({ seat, token, name }) => typeof seat === "number" && typeof token === "string" && typeof name === "string",
);

/** The seat that was taken in a room, if it is known here. */
export const keptSeat = (server: string, room: string): KeptSeat | null => seats.get(server, room);
export const keepSeat = (server: string, room: string, kept: KeptSeat): void => seats.put(server, room, kept);
export const forgetSeat = (server: string, room: string): void => seats.put(server, room, null);
