// How the player comes to a table, stays at it and leaves it. The address says where one is:
//
// #j=<room>.<secret>  an invitation; the secret leaves the address once it was used
// #join               the form for a code
// #t=<room>           a seat that was taken from this browser; #t= at the table of this machine's own program
//
// A program that opens the page on its own machine brings a ticket, h; from there it may be sent on to an invitation, with
// s, another server, and perhaps c, a code.
import { batch, effect, signal } from "@preact/signals";
import { isKey, language, t } from "../i18n";
import { type Standing, TableClient } from "../net/client";
import { type Invitation, type Problem, readCode, readInvitation, type RoomCode } from "../net/codes";
import { askHome, giveUp, isOwnPage, OwnWay, takeTicket } from "../net/local";
import type { HomeMessage, HostMessage, InterruptedTable, StartMessage } from "../net/proto";
import { ownServer, prepareToJoin, RoomWay } from "../net/rooms";
import { keptSeat } from "../net/seats";
import { NoWay, type Way } from "../net/way";
import { forgetHandouts, invite, partCame, partRefused } from "./handouts";
import { isMuted } from "./muted";
import { prefer, prefs } from "./prefs";
import { film, finished, forgetTable, latest, link, lobby, received, route, trouble, view, wire } from "./store";

/** How it stands with the link to the table; null while there is no table. */
export const standing = signal<Standing | null>(null);
/** Whether this device has a network at all, as far as the browser knows. */
export const online = signal(navigator.onLine);
/** What came with the address: what opens a table, or why it does not. */
export const invited = signal<((RoomCode | Invitation) & { server: string }) | Problem | null>(null);
/** Why the last attempt to sit down failed. */
export const failure = signal<NoWay | null>(null);
/** Whether somebody is on the way to a table, */
export const joining = signal(false);
/** and by that to a seat that is known already. */
export const arriving = signal(false);
/** The table at which the player sits, as its address names it. */
export const seatedAt = signal<string | null>(null);
/** What this machine's own program can do, if the page was opened by it. */
export const home = signal<HomeMessage | null>(null);

let client: TableClient | null = null;
/** The table that was to be started last. */
let lastWish: Omit<StartMessage, "t"> | null = null;
/** Whether the player has gone to another page while the table goes on. */
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
    // A table that nobody else can join has no invitation; it was only asked for in case that it is needed.
    if (message.t === "refused" && message.code === "nothing-there" && !invite.value) return partRefused();
    if (message.t === "social" && isMuted(message, lobby.value)) return;
    try {
      batch(() => {
        received(message);
        if (message.t === "welcome") client?.tell({ t: "get", what: "invite" });
        const next = message.t === "part" ? partCame(message) : null;
        if (message.t === "refused" && message.prompt == null) partRefused();
        if (next) client?.tell(next);
        if (message.t === "lobby" || message.t === "frames") whereTo();
      });
    } catch (error) {
      if (!leaveNonsense(error)) throw error;
    }
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
export function whereTo(): void {
  if (lookingAway || !lobby.value || film.value) return;
  const over = latest()?.over !== undefined;
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
async function sitDown(way: Way, name: string, watch = false): Promise<void> {
  client?.hide();
  gone();
  const mine = (client = new TableClient(way, name, language(), front, watch));
  batch(() => {
    failure.value = null;
    joining.value = true;
  });
  try {
    await mine.join();
    lookingAway = false;
    seatedAt.value = way.key;
    invited.value = null;
    history.replaceState(null, "", `#t=${way.key}`);
    whereTo();
  } catch (error) {
    if (!(error instanceof NoWay)) throw error;
    await import("../shell/over").catch(() => null); // its texts say why; without a network it is said in other words
    if (mine !== client) return;
    gone();
    failure.value = error;
    route.value = way instanceof OwnWay ? "home" : "join";
  } finally {
    if (mine === client || client === null) joining.value = arriving.value = false;
  }
}

/** Sit down again at a table where there is a seat already. */
function comeBack(way: Way, name: string): void {
  arriving.value = true;
  void sitDown(way, name);
}

/** Join with a code, or with what the address brought; `watch`: without a seat. */
export function joinBy(opens: RoomCode | Invitation, name: string, server = ownServer(), watch = false): void {
  prefer({ name });
  void sitDown(new RoomWay(server, opens.room, opens.secret), name, watch);
}

/** Have a table started by this machine's own program; `learns`: to play a first game there, step by step. */
export function startTable(wish: Omit<StartMessage, "t">, learns = false): void {
  const { name = "" } = wish;
  lastWish = wish;
  prefer({ name });
  const seated = sitDown(new OwnWay(language(), { t: "start", ...wish }), name);
  // Nobody else has to be waited for.
  if (wish.alone) void seated.then(() => client?.tell(learns ? { t: "learn", do: "start" } : { t: "ready" }));
}

/** Whether a first game can be played step by step now: alone with bots. */
export function canLearn(game: string): boolean {
  const now = lobby.value;
  if (!now) return home.value?.starts === true;
  return now.game === game && !now.playing && now.people.every(({ seat, kind }) => kind === "bot" || seat === now.you);
}

/** Play a first game, step by step. */
export function learn(game: string): void {
  if (lobby.value) client?.tell({ t: "learn", do: "start" });
  else startTable({ game, name: prefs.value.name || (home.value?.name ?? ""), alone: true }, true);
}

/** Have the table started after all that could not be written down: a crash of the program then loses it. */
export function startUnwritten(): void {
  if (lastWish) startTable({ ...lastWish, kept: false });
}

/** Go on with a table that a crash of this machine's own program interrupted. */
export function goOnWith({ room }: InterruptedTable): void {
  void sitDown(new OwnWay(language(), { t: "resume", room, go_on: true }), prefs.value.name || (home.value?.name ?? ""));
}

/** Give such a table up. */
export async function giveUpTable({ room }: InterruptedTable): Promise<void> {
  try {
    home.value = await giveUp(language(), room);
  } catch (error) {
    if (!(error instanceof NoWay)) throw error;
    failure.value = error;
  }
}

/** Give the seat up, or break off joining. */
export function leaveTable(): void {
  client?.leave();
  gone();
  joining.value = arriving.value = false;
  location.hash = "";
  route.value = "home";
  void lookHome();
}

/**
 * What the host sent cannot be shown, since its program is another version or wants to do harm: leave it, keep the seat,
 * and say so. False if there is no host that could be at fault.
 */
export function leaveNonsense(error: unknown): boolean {
  if (!client) return false;
  console.warn("What the host sent cannot be shown.", error);
  const left = client;
  client = null;
  left.notUnderstood();
  batch(() => {
    film.value = null;
    gone();
    joining.value = arriving.value = false;
    route.value = "home";
  });
  history.replaceState(null, "", "#");
  const say = () => (failure.value = new NoWay("unreadable"));
  void import("../shell/over").then(say, say); // its texts say why; without a network it is said in other words
  return true;
}

/** Try at once to come back, or take the seat back from another page. */
export const tryNow = (): void => client?.useHere();

/** Nothing is left of a table. */
function gone(): void {
  client = null;
  batch(() => {
    forgetHandouts();
    forgetTable();
    standing.value = seatedAt.value = lobby.value = wire.value = trouble.value = null;
    finished.value = false;
    link.value = { state: "none" };
  });
}

// --- what the browser says

/** Go where the address says. */
function follow(): void {
  const said = new URLSearchParams(location.hash.slice(1));
  lookingAway = false;
  if (seatedAt.value !== null && location.hash === `#t=${seatedAt.value}`) return whereTo();
  const server = serverIn(said.get("s"));
  const [link_, code, room] = [said.get("j"), said.get("c"), said.get("t")];
  if (link_ !== null) return followInvitation(server, readInvitation(`j=${link_}`));
  if (code !== null) return followInvitation(server, readCode(code));
  const kept = room ? keptSeat(server, room) : null;
  if (room && kept) return comeBack(new RoomWay(server, room, null), kept.name);
  lookingAway = client !== null;
  if (room) failure.value = new NoWay("no-such-seat");
  route.value = said.has("join") || room ? "join" : "home";
  if (!client) void lookHome();
}

/** Another server than the page's own is only taken from this machine's own program. */
function serverIn(said: string | null): string {
  if (said === null || !isOwnPage() || !/^https?:\/\//.test(said)) return ownServer();
  try {
    return new URL(said).href;
  } catch {
    return ownServer();
  }
}

function followInvitation(server: string, read: RoomCode | Invitation | Problem): void {
  route.value = "join";
  invited.value = "problem" in read ? read : { ...read, server };
  const kept = "problem" in read ? null : keptSeat(server, read.room);
  if (kept && !("problem" in read)) comeBack(new RoomWay(server, read.room, read.secret), kept.name);
  else prepareToJoin();
}

/** See what this machine's own program can do; go to its table if there is one, or where it sends the page. */
async function lookHome(): Promise<void> {
  if (!isOwnPage()) return;
  try {
    home.value = await askHome(language());
  } catch (error) {
    if (!(error instanceof NoWay)) throw error;
    home.value = null;
    failure.value ??= error;
    return;
  }
  if (client || route.value !== "home") return;
  const { table, name, goes_to: place } = home.value;
  if (table !== "none") return comeBack(new OwnWay(language()), prefs.value.name || name);
  if (!place) return;
  history.replaceState(null, "", `#${place}`);
  follow();
}

/** Take the ticket of this machine's own program out of the address, as soon as the page is there. */
function takeTicketFromAddress(): void {
  const said = new URLSearchParams(location.hash.slice(1));
  const ticket = said.get("h");
  if (ticket === null) return;
  takeTicket(ticket);
  said.delete("h");
  history.replaceState(null, "", `#${said}`);
}

/** Listen to the browser from now on. */
export function start(): void {
  takeTicketFromAddress();
  addEventListener("hashchange", () => {
    takeTicketFromAddress();
    follow();
  });
  addEventListener("pagehide", () => client?.hide());
  addEventListener("pageshow", () => client?.show());
  const look = () => (online.value = navigator.onLine);
  addEventListener("offline", look);
  addEventListener("online", () => (look(), client?.hurry()));
  const { connection } = navigator as { connection?: EventTarget }; // not in every browser
  connection?.addEventListener("change", () => client?.hurry()); // from Wi-Fi to mobile
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && client?.hurry());
  document.addEventListener("resume", () => client?.hurry()); // the browser had frozen the page
  effect(() => client?.speak(language()));
  follow();
}

/** The sentence for why there is no table; in the page's words, whatever the host or the server says. */
export function whyNot({ code, kind, seconds, text }: Pick<NoWay, "code" | "kind" | "seconds" | "text">): string {
  const key = [`fail.${code}.${kind}`, `fail.${code}`, `bye.${code}`].find(isKey);
  return key || !text ? t(key ?? "fail.unknown", { seconds }) : text;
}
