// How the player comes to a table, stays at it and leaves it. The address says where one is: `#j=…` an invitation,
// `#join` the code, `#t=<room>` a seat that was taken from this browser; the secret of a link leaves it once it was used.
import { batch, effect, signal } from "@preact/signals";
import { isKey, language, t } from "../i18n";
import { type Standing, TableClient } from "../net/client";
import { type Invitation, type Problem, readInvitation, type RoomCode } from "../net/codes";
import type { HostMessage } from "../net/proto";
import { keptSeat } from "../net/seats";
import { NoWay, prepareToJoin, RoomWay, type Way } from "../net/ways";
import { forgetHandouts, invite, partCame } from "./handouts";
import { prefer } from "./prefs";
import { forgetTable, link, lobby, received, route, view, wire } from "./store";

/** How it stands with the link to the table; null while there is no table. */
export const standing = signal<Standing | null>(null);
/** What came with the address: an invitation, or why it is none. */
export const invited = signal<Invitation | Problem | null>(null);
/** Why the last attempt to join failed. */
export const failure = signal<NoWay | null>(null);
/** Whether somebody is on the way to a table, */
export const joining = signal(false);
/** and by that to a seat that this browser knows already. */
export const arriving = signal(false);
/** The room whose seat is held here; `""` at a table of this machine's own program. */
export const seatedIn = signal<string | null>(null);

let client: TableClient | null = null;
/** Whether the player has gone to the home page while the table goes on. */
let lookingAway = false;

const front = {
  stands(now: Standing): void {
    batch(() => {
      standing.value = now;
      wire.value = now.state === "open" ? (message) => void client?.tell(message) : null;
      link.value = statusOf(now);
    });
  },
  hears(message: HostMessage): void {
    batch(() => {
      // A table that nobody else can join has no invitation; that was only looked for, in case that it is needed.
      if (message.t === "refused" && message.code === "nothing-there" && !invite.value) return;
      received(message);
      if (message.t === "welcome") client?.tell({ t: "get", what: "invite" });
      if (message.t === "part") {
        const next = partCame(message);
        if (next) client?.tell(next);
      }
      if (message.t === "lobby" || message.t === "frames") whereTo();
    });
  },
};

function statusOf(now: Standing) {
  switch (now.state) {
    case "over":
      return { state: "closed" as const, code: now.code, text: now.text };
    case "lost":
      return { state: "lost" as const, code: now.code };
    default:
      return { state: now.state };
  }
}

/** Lobby or table: the result of a match stays until the player goes on. */
function whereTo(): void {
  if (lookingAway || !lobby.value) return;
  const over = view.value?.over !== undefined;
  if (!lobby.value.playing && !over) forgetTable();
  route.value = view.value ? "table" : "lobby";
}

/** Back from the result of a match to the lobby. */
export function toLobby(): void {
  batch(() => {
    forgetTable();
    whereTo();
  });
}

// --- coming and going

/** Sit down at a table; what goes wrong is in `failure`. */
async function sitDown(way: Way, room: string, name: string): Promise<void> {
  client?.hide();
  forgetHandouts();
  forgetTable();
  lobby.value = null;
  const mine = (client = new TableClient(way, name, language(), front));
  batch(() => {
    failure.value = null;
    joining.value = true;
  });
  try {
    await mine.join();
    lookingAway = false;
    seatedIn.value = room;
    invited.value = null;
    history.replaceState(null, "", `#t=${room}`);
  } catch (error) {
    if (!(error instanceof NoWay)) throw error;
    if (mine !== client) return;
    gone();
    failure.value = error.code === "bye" ? null : error;
    route.value = "join";
  } finally {
    if (mine === client || client === null) joining.value = arriving.value = false;
  }
}

/** Sit down again where this browser has a seat. */
function comeBack(way: Way, room: string, name: string): void {
  arriving.value = true;
  void sitDown(way, room, name);
}

/** Join with a code, or with what the address brought. */
export function joinBy({ room, secret }: RoomCode | Invitation, name: string): Promise<void> {
  prefer({ name });
  return sitDown(new RoomWay(room, secret), room, name);
}

/** Give the seat up, or break off joining. */
export function leaveTable(): void {
  client?.leave();
  gone();
  history.replaceState(null, "", "#");
  route.value = "home";
}

/** Try at once to come back, or take the seat back from another page. */
export const tryNow = (): void => client?.useHere();

/** Nothing is left of a table. */
function gone(): void {
  client = null;
  batch(() => {
    forgetHandouts();
    forgetTable();
    standing.value = seatedIn.value = lobby.value = wire.value = null;
    link.value = { state: "none" };
  });
}

// --- what the browser says

/** Go where the address says. */
function follow(): void {
  const fragment = decodeURIComponent(location.hash.slice(1));
  const room = /^t=(\w*)$/.exec(fragment)?.[1];
  lookingAway = false;
  if (room !== undefined && seatedIn.value === room) return whereTo();
  if (fragment.startsWith("j=")) return followInvitation(readInvitation(fragment));
  const kept = room ? keptSeat(room) : null;
  if (room && kept) return comeBack(new RoomWay(room, null), room, kept.name);
  lookingAway = client !== null;
  route.value = fragment === "join" || room ? "join" : "home";
}

function followInvitation(read: Invitation | Problem): void {
  invited.value = read;
  route.value = "join";
  const kept = "room" in read ? keptSeat(read.room) : null;
  if ("room" in read && kept) comeBack(new RoomWay(read.room, read.secret), read.room, kept.name);
  else prepareToJoin();
}

/** Listen to the browser from now on. */
export function start(): void {
  addEventListener("hashchange", follow);
  addEventListener("pagehide", () => client?.hide());
  addEventListener("pageshow", () => client?.show());
  addEventListener("online", () => client?.hurry());
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && client?.hurry());
  effect(() => client?.speak(language()));
  follow();
}

/** The sentence for why there is no table; in the page's words, whatever the host or the server says. */
export function whyNot({ code, kind, seconds }: { code: string; kind: string; seconds: number }): string {
  const keys = [`fail.${code}.${kind}`, `fail.${code}`, `bye.${code}`];
  return t(keys.find(isKey) ?? "fail.unknown", { seconds });
}
