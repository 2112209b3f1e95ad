// The page's state as signals. Whoever holds the link calls `received` and sets `wire` and `link`; components read.
import { batch, computed, signal } from "@preact/signals";
import { speak } from "../a11y/speak";
import { t } from "../i18n";
import { moving } from "../motion/flip";
import type { ActMessage, Card, Effect, Frame, GuestMessage, HostMessage, LobbyMessage, TroubleMessage, View } from "../net/proto";
import { play } from "../sound";
import { perform } from "./theatre";
import { arrived, due, IDLE, passed, skipped, type Queue, type Step } from "./frames";
import { isNewDeal, type Order, type Sort } from "./order";
import { prefer, prefs } from "./prefs";
import { roomOf } from "./room";
import { cardsOf, kept, NOTHING, type Ready, type Selection, targetsOf, warningOf } from "./select";

// --- what is shown

/** Home, the invitation or code, the lobby, or the table. */
export type Route = "home" | "join" | "lobby" | "table";
export const route = signal<Route>("home");

/** How much room the window has. */
export const room = signal(roomOf(innerWidth, innerHeight));
addEventListener("resize", () => {
  room.value = roomOf(innerWidth, innerHeight);
});

/** What lies over the table; null for nothing. */
export type Panel = "menu" | "rules" | "settings" | "score" | "last" | "log" | "keys" | "invite" | "room" | { seat: number } | { rules: string };
export const panel = signal<Panel | null>(null);

/** A short sentence for the player, such as why something was refused; it is spoken, too. */
export const notice = signal<string | null>(null);
let noticeGone: ReturnType<typeof setTimeout> | undefined;

export function notify(text: string): void {
  notice.value = text;
  speak(text);
  clearTimeout(noticeGone);
  noticeGone = setTimeout(() => (notice.value = null), 4000);
}

// --- the link

/** How the link to the host is; `text` is the sentence for the player. */
export interface LinkStatus {
  state: "none" | "connecting" | "open" | "shaky" | "lost" | "closed";
  code?: string;
  text?: string;
}
export const link = signal<LinkStatus>({ state: "none" });

/** Sends to the host; null while no link is open. */
export const wire = signal<((message: GuestMessage) => void) | null>(null);

/** Who is at the table. */
export const lobby = signal<LobbyMessage | null>(null);
/** Why the table waits, while the host cannot write it down; over with the next welcome. */
export const trouble = signal<TroubleMessage | null>(null);
/** Whether a match has been played to its end here, which can be seen again. */
export const finished = signal(false);

/** Tell the host something; false if there is no link. */
export function send(message: GuestMessage): boolean {
  wire.value?.(message);
  return wire.value !== null;
}

/** Take what the host says. */
export function received(message: HostMessage): void {
  switch (message.t) {
    case "frames":
      if (film.value) behind.value = message.list.at(-1)?.view ?? behind.value;
      else follow(arrived(queue, message.list, performance.now(), prefs.value.pace, !document.hidden));
      break;
    case "lobby":
      lobby.value = message;
      break;
    case "welcome": // what was sent over an earlier link and is not seen in the next view was not done
      sent.value = trouble.value = null;
      break;
    case "refused":
      sent.value = null;
      play("no");
      notify(message.text);
      break;
    case "social":
      perform([socialEffect(message)]);
      break;
    case "over":
      finished.value = true;
      break;
    case "trouble":
      trouble.value = message;
      speak(message.text);
      break;
    default: // `ping`, `pong` and `bye` are the session's, parts go to handouts.ts; `table` is not sent to a page.
      break;
  }
}

const socialEffect = (message: Extract<HostMessage, { t: "social" }>): Effect => ({
  k: message.kind === "taunt" ? "banner" : message.kind,
  ...(message.to != null && { at: `seat:${message.to}` }),
  ...(message.by != null && { source: message.by }),
  ...(message.item != null && { name: message.item }),
  ...(message.text != null && { text: message.text }),
});

// --- frames

/** The seat's table as it is drawn now. */
export const view = signal<View | null>(null);
let queue: Queue = IDLE;
let alarm: ReturnType<typeof setTimeout> | undefined;
/** Whether newer frames wait for their time, or for the player. */
export const waiting = signal(false);

function follow(step: Step): void {
  queue = step.queue;
  for (const frame of step.shown) show(frame);
  waiting.value = queue.waiting.length > 0;
  clearTimeout(alarm);
  const wait = due(queue, performance.now());
  if (wait !== null) alarm = setTimeout(() => follow(passed(queue, performance.now(), prefs.value.pace)), wait);
}

/** The table as it was last heard of, shown already or not. */
export const latest = (): View | null => queue.waiting.at(-1)?.view ?? view.value;

/** There is no table to be shown any more. */
export function forgetTable(): void {
  behind.value = null;
  if (!film.value) clearTable();
}

function clearTable(): void {
  clearTimeout(alarm);
  queue = IDLE;
  batch(() => {
    view.value = question.value = sent.value = peeked.value = null;
    selection.value = NOTHING;
    waiting.value = false;
  });
}

/** A match that is looked at instead of the own table (state/film.ts): it takes keys, true if it knows one. */
export const film = signal<{ key: (key: string) => boolean } | null>(null);
/** The own table while a film is shown. */
export const behind = signal<View | null>(null);

/** Look at a film from now on, or (null) at the own table again. */
export function watch(next: (typeof film)["value"]): void {
  const own = film.value ? behind.value : latest();
  batch(() => {
    clearTable();
    film.value = next;
    behind.value = next && own;
    if (!next && own) take(own);
  });
}

/** Do not wait any longer for the next frame. */
export const skip = (): void => follow(skipped(queue, performance.now(), prefs.value.pace));

const SPEED = { off: 0, quick: 0.6, normal: 1, slow: 1.3, tap: 1 };

/** Show one frame: the cards travel to their new places, then its effects are performed. */
export function show({ view: next, fx = [] }: Frame): void {
  const before = view.value;
  moving(() => batch(() => take(next)), fx, SPEED[prefs.value.pace]);
  perform(fx);
  if (next.prompt !== undefined && next.prompt !== before?.prompt) {
    if (before?.prompt === undefined) play("turn");
    speak(next.say);
  } else if (next.over && !before?.over) {
    speak(next.over.title);
  }
}

function take(next: View): void {
  keepOrder(view.value, next);
  if (sent.value !== next.prompt) sent.value = null;
  view.value = next;
  selection.value = kept(next, selection.value);
  question.value = null;
  peeked.value = null;
}

export const myTurn = computed(() => view.value?.prompt !== undefined);

// --- acting

export const selection = signal<Selection>(NOTHING);
/** What the player has to answer before an act is sent: whether it is meant, or where the cards go. */
export type Question = { is: "sure"; ready: Ready; text: string; more: More } | { is: "where"; ready: Ready };
export const question = signal<Question | null>(null);
/** The prompt that was answered and not yet seen through. */
export const sent = signal<number | null>(null);
/** Whether nothing can be done just now: an act is on its way, or there is no link that would carry one. */
export const held = computed(() => sent.value !== null || wire.value === null);
/** The own hidden card that is looked at. */
export const peeked = signal<string | null>(null);

interface More {
  to?: string;
  value?: string;
  /** Whether the player has confirmed what there was to make sure of. */
  sure?: boolean;
}

/** Do an act with the chosen cards; first ask what there is to ask. */
export function act(ready: Ready, more: More = {}): void {
  const now = view.value;
  if (now?.prompt === undefined || sent.value === now.prompt) return;
  const targets = targetsOf(ready);
  const to = more.to ?? (targets.length === 1 ? targets[0] : undefined);
  if (targets.length > 1 && to === undefined) {
    question.value = { is: "where", ready };
    return;
  }
  const warning = warningOf(ready);
  if (warning && !more.sure) {
    question.value = { is: "sure", ready, text: warning, more: { ...more, ...(to !== undefined && { to }) } };
    speak(warning);
    return;
  }
  const message: ActMessage = { t: "act", prompt: now.prompt, id: ready.act.id };
  if (ready.act.pick) message.cards = [...selection.value.cards];
  if (to !== undefined) message.to = to;
  if (more.value !== undefined) message.value = more.value;
  question.value = null;
  if (send(message)) sent.value = now.prompt;
  else notify(t("why.link")); // and it is not sent later: the table may look different then
}

/** Whether one tap is enough to play a card. */
export const oneTap = (): boolean => prefs.value.tap === "play";

export function choose(next: Selection): void {
  selection.value = next;
  question.value = null;
}

/** Take a question back; a card that was only tapped for it is not chosen any more. */
export function thinkBetter(): void {
  if (question.value?.ready.act.quick) choose(NOTHING);
  else question.value = null;
}

/** Turn an own hidden card for two seconds, on this screen alone. */
export function peek(card: Card): void {
  moving(() => (peeked.value = card.id));
  setTimeout(() => moving(() => (peeked.value = null)), 2000);
}

// --- the order of the hand

const DEALT: Order = { sort: "rank", mine: [] };

/** How a hand of this game lies; where tricks are taken, suits matter most. */
export function orderOf(now: View): Order {
  const tricks = now.zones.some((zone) => zone.kind === "trick");
  return prefs.value.orders[now.game] ?? { ...DEALT, sort: tricks ? "suit" : "rank" };
}

export function setOrder(game: string, order: Order): void {
  moving(() => prefer({ orders: { ...prefs.value.orders, [game]: order } }));
}

const SORTS: readonly Sort[] = ["suit", "rank", "mine"];

/** The next way to sort; the player's own order is among them once there is one. */
export function nextSort(order: Order): Sort {
  const sorts = order.mine.length > 0 ? SORTS : SORTS.slice(0, 2);
  return sorts[(sorts.indexOf(order.sort) + 1) % sorts.length] ?? "suit";
}

const handOf = (now: View | null): string[] =>
  (now?.zones ?? []).flatMap((zone) => (zone.kind === "fan" ? cardsOf(zone).map((card) => card.id) : []));

/** An order made by hand is for that hand: with a new deal the cards lie sorted again. */
function keepOrder(before: View | null, now: View): void {
  const order = prefs.value.orders[now.game];
  if (!order?.mine.length) return;
  const held = before?.game === now.game ? handOf(before) : order.mine;
  if (!isNewDeal(held, handOf(now))) return;
  const { [now.game]: _, ...others } = prefs.value.orders;
  prefer({ orders: order.sort === "mine" ? others : { ...others, [now.game]: { sort: order.sort, mine: [] } } });
}
