// Where a hint of the teacher lies.
import { strict as assert } from "node:assert";
import { test } from "node:test";
import { beside, type Box, shared } from "../../../p2p/web/src/state/beside";

const PHONE = { width: 360, height: 640 };
const HINT = { width: 330, height: 130 };
const box = (x: number, y: number, width: number, height: number): Box => ({ x, y, width, height });
const hand = box(10, 500, 340, 110);
const bar = box(0, 400, 360, 90);
const acts = box(10, 440, 340, 48);
const within = ({ x, y }: { x: number; y: number }, room: typeof PHONE, size: typeof HINT) =>
  x >= 0 && y >= 0 && x + size.width <= room.width && y + size.height <= room.height;

test("a hint is on the screen and never over what it is about, wherever that lies, on phones and desks", () => {
  for (const room of [PHONE, { width: 320, height: 568 }, { width: 740, height: 360 }, { width: 1280, height: 800 }]) {
    const size = { width: Math.min(HINT.width, room.width - 16), height: HINT.height };
    for (let x = 0; x <= room.width - 60; x += 20) {
      for (let y = 0; y <= room.height - 80; y += 20) {
        const about = box(x, y, 60, 80);
        const spot = beside(about, size, room, []);
        assert(within(spot, room, size), JSON.stringify({ room, about, spot }));
        assert.equal(shared({ ...spot, ...size }, about), 0, JSON.stringify({ room, about, spot }));
      }
    }
  }
});

test("a hint about the hand leaves the buttons above it free", () => {
  const spot = beside(hand, HINT, PHONE, [acts, hand, bar]);
  assert.equal(shared({ ...spot, ...HINT }, acts), 0);
  assert.equal(shared({ ...spot, ...HINT }, bar), 0);
  assert.equal(spot.side, "bottom");
});

test("its tip looks at what it is about, as far as the hint reaches", () => {
  const left = beside(box(0, 200, 60, 80), HINT, PHONE, []);
  const right = beside(box(300, 200, 60, 80), HINT, PHONE, []);
  assert(left.tip < right.tip);
  for (const { x, tip } of [left, right]) assert(tip >= 18 && tip <= HINT.width - 18 && x >= 8);
});

test("a hint about nothing has no tip and stands in the upper half", () => {
  const spot = beside(null, HINT, PHONE, [hand]);
  assert.deepEqual([spot.side, spot.x], ["none", 15]);
  assert(spot.y + HINT.height < PHONE.height * 0.6);
});
