// Seats that were taken from this browser, and the tokens that bring their owner back: one for each server and room.

const KEPT = 12;

export interface KeptSeat {
  seat: number;
  token: string;
  /** What the player is called there. */
  name: string;
}

type Shelf = Record<string, KeptSeat>;

/** Where they are kept: a server may stand below a path that others share. */
const place = (): string => `peerdeck.seats ${new URL(".", location.href).pathname}`;
/** For browsers that keep nothing: lasts as long as the page. */
let inMemory: Shelf = {};

function shelf(): Shelf {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(place()) ?? "null");
    if (typeof read === "object" && read !== null) return read as Shelf;
  } catch {
    // forbidden, or written by somebody else
  }
  return inMemory;
}

function put(seats: Shelf): void {
  inMemory = seats;
  try {
    localStorage.setItem(place(), JSON.stringify(seats));
  } catch {
    // private window, or full
  }
}

/** The seat that was taken in a room, if it is known here. */
export function keptSeat(room: string): KeptSeat | null {
  const kept = shelf()[room];
  const whole = typeof kept?.seat === "number" && typeof kept.token === "string" && typeof kept.name === "string";
  return whole ? kept : null;
}

export function keepSeat(room: string, kept: KeptSeat): void {
  const { [room]: _, ...others } = shelf();
  put(Object.fromEntries([...Object.entries(others), [room, kept]].slice(-KEPT)));
}

export function forgetSeat(room: string): void {
  const { [room]: _, ...others } = shelf();
  put(others);
}
