// The pace of frames.
import { strict as assert } from "node:assert";
import { test } from "node:test";
import type { Frame, View } from "../../../p2p/web/src/net/proto";
import { arrived, due, IDLE, passed, skipped, stay } from "../../../p2p/web/src/state/frames";

const frame = (say: string, hold = 0): Frame => ({
  hold, view: { game: "g", title: "G", hue: 0, you: 0, say, seats: [], zones: [] } satisfies View,
});
const said = (frames: readonly Frame[]) => frames.map((one) => one.view.say);

test("a first frame is shown at once, and the next one when its hold is over", () => {
  const first = arrived(IDLE, [frame("trick", 900), frame("swept")], 1000, "normal");
  assert.deepEqual(said(first.shown), ["trick"]);
  assert.equal(due(first.queue, 1000), 900);
  assert.deepEqual(said(passed(first.queue, 1899, "normal").shown), []);
  assert.deepEqual(said(passed(first.queue, 1900, "normal").shown), ["swept"]);
});

test("a player who does not want to wait gets the next frame at once", () => {
  const { queue } = arrived(IDLE, [frame("trick", 900), frame("swept")], 0, "normal");
  assert.deepEqual(said(skipped(queue, 10, "normal").shown), ["swept"]);
});

test("with the pace 'tap' a held frame stays until it is skipped", () => {
  const { queue } = arrived(IDLE, [frame("trick", 900), frame("swept")], 0, "tap");
  assert.equal(due(queue, 0), null);
  assert.deepEqual(said(passed(queue, 1e9, "tap").shown), []);
  assert.deepEqual(said(skipped(queue, 1, "tap").shown), ["swept"]);
});

test("a crowd of frames, a hidden page and the pace 'off' go straight to the last one", () => {
  const crowd = ["a", "b", "c", "d", "e"].map((say) => frame(say, 900));
  assert.deepEqual(said(arrived(IDLE, crowd, 0, "normal").shown), ["e"]);
  assert.deepEqual(said(arrived(IDLE, crowd.slice(0, 2), 0, "normal", false).shown), ["b"]);
  assert.deepEqual(said(arrived(IDLE, crowd.slice(0, 2), 0, "off").shown), ["b"]);
});

test("the pace stretches holds, and a frame without one stays as long as its cards move", () => {
  assert.equal(stay(frame("", 900), "slow"), 1800);
  assert.equal(stay(frame(""), "normal"), 240);
  assert.equal(stay(frame("", 900), "off"), 0);
});

test("nothing is due when nothing waits", () => assert.equal(due(IDLE, 0), null));
