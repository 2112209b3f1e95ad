// What a hand makes of the room there is.
import { strict as assert } from "node:assert";
import { test } from "node:test";
import { cardWidth, placeAt, planHand, roomOf } from "../../../p2p/web/src/state/room";

const SIZES = { S: [320, 568], M: [360, 640], L: [740, 360], T: [820, 1180], D: [1280, 800] } as const;
/** The width of the hand's box at each size; sideways the acts stand beside it. */
const boxOf = (width: number, height: number) => width - (height < 520 ? 270 : 14) - (width >= 1000 ? 300 : 0);

test("phones held upright or sideways, and all with room, have their own shapes", () => {
  const shapes = Object.values(SIZES).map(([width, height]) => roomOf(width, height).shape);
  assert.deepEqual(shapes, ["tall", "tall", "low", "roomy", "roomy"]);
  assert.deepEqual([roomOf(820, 1180).log, roomOf(1280, 800).log], [false, true]);
});

test("every card of a hand lies in its box and shows at least 24 by 44 pixels, up to 24 cards at every size", () => {
  for (const [name, [width, height]] of Object.entries(SIZES)) {
    const room = roomOf(width, height);
    const box = boxOf(width, height);
    for (let n = 1; n <= 24; n++) {
      const plan = planHand(n, box, cardWidth(room, false), room.shape);
      assert.equal(plan.spots.length, n);
      plan.spots.forEach((spot, place) => {
        assert(spot.x >= 0 && spot.x + plan.width <= box + 1, `${name} ${n} ${place}`);
        const next = plan.spots[place + 1];
        if (next && next.y === spot.y) assert(next.x - spot.x >= 24, `${name} ${n}: ${next.x - spot.x}`);
        const below = plan.spots.find((other) => other.y > spot.y);
        if (below) assert(below.y - spot.y >= 44);
      });
    }
  }
});

test("thirteen cards on a phone lie in two rows, at least 36 pixels apart", () => {
  const room = roomOf(360, 640);
  const plan = planHand(13, 346, cardWidth(room, false), room.shape);
  assert.equal(plan.rows, 2);
  assert((plan.spots[1]?.x ?? 0) - (plan.spots[0]?.x ?? 0) >= 36);
});

test("the middle of each card is nearest to that card's place", () => {
  const room = roomOf(360, 640);
  const plan = planHand(13, 346, cardWidth(room, false), room.shape);
  plan.spots.forEach((spot, place) => {
    assert.equal(placeAt(plan, spot.x + plan.width / 2, spot.y + plan.width * 0.7), place);
  });
});

test("an empty hand needs no room but the lift", () => assert.equal(planHand(0, 346, 61, "tall").rows, 1));
