// A match that is looked at step by step: one of bots that shows how a game plays, or the own last one again.
import { signal } from "@preact/signals";
import { speak } from "../a11y/speak";
import { t } from "../i18n";
import { still } from "../motion/flip";
import type { Frame, LogLine } from "../net/proto";
import { ask } from "./handouts";
import { whereTo } from "./sitting";
import { film, notify, panel, show, watch } from "./store";

export interface Reel {
  what: "demo" | "replay";
  game: string;
  frames: readonly Frame[];
  /** How many parts there are, and how many of them have come. */
  parts: number;
  came: number;
}

export const reel = signal<Reel | null>(null);
/** The frame that is shown. */
export const at = signal(0);
export const runs = signal(false);
export const speed = signal(1);

/** So much is fetched before it is needed. */
const AHEAD = 8;
const LOG_SHOWN = 30;
const STAY_MS = 1200;
/** To read a caption: to begin with, and for each letter. */
const READ_MS = 1200;
const LETTER_MS = 45;
const SPEEDS = [1, 2, 4, 0.5];

let timer = 0;
let fetching: Promise<void> | null = null;

/** Begin to look at a match; without one, say so. */
export async function play(what: Reel["what"], game: string): Promise<void> {
  end();
  const first = await fetched(what, game, 0);
  if (!first?.frames.length) return notify(t("film.none"));
  panel.value = null;
  reel.value = first;
  history.pushState({ film: true }, "");
  watch({ key });
  runs.value = !still();
  turnTo(0);
}

/** A reel with the next part at its end; null if that cannot be had. */
async function fetched(what: Reel["what"], game: string, part: number): Promise<Reel | null> {
  const answer = await ask({ t: "get", what, part, game });
  if (!answer) return null;
  const before = reel.value?.frames ?? [];
  return { what, game, frames: withLogs(before, answer.data as Frame[]), parts: answer.parts, came: part + 1 };
}

/** Each frame with all that happened until then: the host sends what is new. */
function withLogs(before: readonly Frame[], more: readonly Frame[]): Frame[] {
  const frames = [...before];
  for (const frame of more) {
    const known = frames.at(-1)?.view.log ?? [];
    const last = known.at(-1)?.n ?? 0;
    const log: LogLine[] = [...known, ...(frame.view.log ?? []).filter((line) => line.n > last)].slice(-LOG_SHOWN);
    frames.push({ ...frame, view: { ...frame.view, log } });
  }
  return frames;
}

/** Fetch the next part, if there is one and nobody does. */
function goOnFetching(): Promise<void> {
  const now = reel.value;
  if (!now || now.came >= now.parts) return Promise.resolve();
  fetching ??= fetched(now.what, now.game, now.came).then((more) => {
    fetching = null;
    if (reel.value === now) reel.value = more ?? { ...now, parts: now.came };
  });
  return fetching;
}

/** Show a frame; going back, or to the first one, nothing flies. */
function turnTo(next: number, forward = true): void {
  const now = reel.value;
  const frame = now?.frames[next];
  if (!now || !frame) return;
  at.value = next;
  show(forward ? frame : { view: frame.view });
  const caption = frame.view.coach?.text;
  if (caption && caption !== now.frames[next - 1]?.view.coach?.text) speak(caption);
  if (now.frames.length - next < AHEAD) void goOnFetching();
  clearTimeout(timer);
  if (runs.value) timer = setTimeout(() => void step(1), stayOf(frame) / speed.value);
}

function stayOf({ hold = 0, view }: Frame): number {
  const caption = view.coach?.text;
  const before = reel.value?.frames[at.value - 1]?.view.coach?.text;
  return Math.max(hold, STAY_MS, caption && caption !== before ? READ_MS + caption.length * LETTER_MS : 0);
}

export const atEnd = (): boolean => {
  const now = reel.value;
  return !now || (now.came >= now.parts && at.value >= now.frames.length - 1);
};

/** One step on, or (-1) back. */
export async function step(by: 1 | -1): Promise<void> {
  if (by > 0 && at.value + 1 >= (reel.value?.frames.length ?? 0)) await goOnFetching();
  if (atEnd() && by > 0) return pause();
  if (by > 0 || at.value > 0) turnTo(at.value + by, by > 0);
}

/** The player steps: nothing goes on by itself then. */
export function stepByHand(by: 1 | -1): void {
  pause();
  void step(by);
}

export function pause(): void {
  clearTimeout(timer);
  runs.value = false;
}

/** Go on, or from the beginning at the end; or stop. */
export function toggle(): void {
  if (runs.value) return pause();
  runs.value = true;
  if (atEnd()) turnTo(0, false);
  else void step(1);
}

/** Faster, and slow again. */
export function nextSpeed(): void {
  speed.value = SPEEDS[(SPEEDS.indexOf(speed.value) + 1) % SPEEDS.length] ?? 1;
}

const KEYS: Record<string, () => void> = {
  ArrowRight: () => stepByHand(1),
  ArrowLeft: () => stepByHand(-1),
  " ": toggle,
  Escape: leave,
};

function key(name: string): boolean {
  const does = KEYS[name];
  does?.();
  return does !== undefined;
}

/** Back to where one was; so does the browser's own way back. */
export function leave(): void {
  if ((history.state as { film?: boolean } | null)?.film) history.back();
  else end();
}

function end(): void {
  pause();
  reel.value = null;
  if (!film.value) return;
  watch(null);
  whereTo();
}

addEventListener("popstate", end);
