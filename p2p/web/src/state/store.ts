// The page's state as signals. Whoever holds the link calls `received` and sets `wire` and `link`; components read.
import { computed, signal } from "@preact/signals";
import type { GuestMessage, HostMessage, Lobby } from "../net/messages";
import type { View } from "../net/proto";

export type Route = "home" | "join" | "lobby" | "table";

/** What is shown; `""` in the address bar is home. */
export const route = signal<Route>("home");

/** The seat's table as it is drawn now. */
export const view = signal<View | null>(null);
/** Who is at the table. */
export const lobby = signal<Lobby | null>(null);
/** A short sentence for the player, such as why something was refused; shown for a moment and spoken. */
export const notice = signal<{ text: string; tone: "plain" | "warn" } | null>(null);

/** How the link to the host is; `text` is the sentence for the player. */
export interface LinkStatus {
  state: "none" | "connecting" | "open" | "shaky" | "lost" | "closed";
  code?: string;
  text?: string;
}
export const link = signal<LinkStatus>({ state: "none" });

/** Sends to the host; null while no link is open. */
export const wire = signal<((message: GuestMessage) => void) | null>(null);

export const myTurn = computed(() => view.value?.seats.some((seat) => seat.id === view.value?.you && seat.turn) ?? false);

/** Tell the host something; false if there is no link. */
export function send(message: GuestMessage): boolean {
  wire.value?.(message);
  return wire.value !== null;
}

/** Take what the host says. */
export function received(message: HostMessage): void {
  switch (message.t) {
    case "frames": {
      const last = message.list.at(-1);
      if (last) view.value = last.view;
      break;
    }
    case "lobby":
      lobby.value = message;
      break;
    case "refused":
      notice.value = { text: message.text, tone: "warn" };
      break;
    case "welcome":
    case "over":
      break;
  }
}
