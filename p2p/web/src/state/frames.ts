// The pace at which the host's frames are shown: each stays for its time, a crowd of them is skipped. Pure: the time is
// an argument, in milliseconds.
import type { Frame } from "../net/proto";

export type Pace = "off" | "quick" | "normal" | "slow" | "tap";

/** Frames that wait, and until when the shown one stays (Infinity: until it is skipped). */
export interface Queue {
  readonly waiting: readonly Frame[];
  readonly until: number;
}
export const IDLE: Queue = { waiting: [], until: 0 };

/** What is to be shown now: the frames to show one after the other, at once, and the queue after that. */
export interface Step {
  readonly shown: readonly Frame[];
  readonly queue: Queue;
}

const FACTOR: Record<Exclude<Pace, "tap">, number> = { off: 0, quick: 0.55, normal: 1, slow: 2 };
/** A frame without a hold stays as long as its cards move. */
const MOTION = 240;
/** More frames than these are not worth waiting for. */
const CROWD = 3;

/** How long a frame stays before the next one. */
export function stay(frame: Frame, pace: Pace): number {
  if (pace === "tap") return frame.hold ? Infinity : MOTION;
  return Math.max(frame.hold ?? 0, MOTION) * FACTOR[pace];
}

/** New frames come: show what may be shown. Without `paced` (a hidden page) only the last one counts. */
export function arrived(queue: Queue, frames: readonly Frame[], now: number, pace: Pace, paced = true): Step {
  const waiting = [...queue.waiting, ...frames];
  const last = waiting.at(-1);
  if (last && (!paced || pace === "off" || waiting.length > CROWD)) {
    return { shown: [last], queue: { waiting: [], until: now + stay(last, pace) } };
  }
  return passed({ ...queue, waiting }, now, pace);
}

/** Time has passed: show the next frame if it is due. */
export function passed(queue: Queue, now: number, pace: Pace): Step {
  const [next, ...waiting] = queue.waiting;
  if (!next || now < queue.until) return { shown: [], queue };
  return { shown: [next], queue: { waiting, until: now + stay(next, pace) } };
}

/** The player does not want to wait any longer for the next frame. */
export const skipped = (queue: Queue, now: number, pace: Pace): Step => passed({ ...queue, until: now }, now, pace);

/** In how many milliseconds the next frame is due; null if none waits or it waits for the player. */
export function due(queue: Queue, now: number): number | null {
  if (queue.waiting.length === 0 || queue.until === Infinity) return null;
  return Math.max(0, queue.until - now);
}
