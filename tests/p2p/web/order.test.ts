// How the own hand lies.
import { strict as assert } from "node:assert";
import { test } from "node:test";
import type { Card } from "../../../p2p/web/src/net/proto";
import { arranged, isNewDeal, moved, nudged } from "../../../p2p/web/src/state/order";

const hand = (text: string): Card[] => text.split(" ").map((face) => ({ id: face, f: face }));
const ids = (cards: Card[]) => cards.map((card) => card.id).join(" ");

test("by rank is the order in which the host sends the hand", () => {
  assert.equal(ids(arranged(hand("3S 4H 2D"), { sort: "rank", mine: [] })), "3S 4H 2D");
});

test("by suit keeps the game's order within a suit, jokers last", () => {
  assert.equal(ids(arranged(hand("X1 7H 9S JH 2S"), { sort: "suit", mine: [] })), "9S 2S 7H JH X1");
});

test("in the player's own order new cards come last and gone ones leave no gap", () => {
  assert.equal(ids(arranged(hand("3S 4H 5C"), { sort: "mine", mine: ["5C", "9D", "3S"] })), "5C 3S 4H");
});

test("cards that are moved stay side by side, in the order in which they lay", () => {
  assert.deepEqual(moved(["a", "b", "c", "d"], ["d", "b"], "a"), ["b", "d", "a", "c"]);
  assert.deepEqual(moved(["a", "b", "c"], ["a"], null), ["b", "c", "a"]);
});

test("a step moves a card or a block by one place and stops at the ends", () => {
  assert.deepEqual(nudged(["a", "b", "c"], ["a"], 1), ["b", "a", "c"]);
  assert.deepEqual(nudged(["a", "b", "c"], ["a"], -1), ["a", "b", "c"]);
  assert.deepEqual(nudged(["a", "b", "c", "d"], ["b", "c"], 1), ["a", "d", "b", "c"]);
});

test("a hand of mostly new cards is a new deal; a drawn card or a few taken ones are not", () => {
  assert.equal(isNewDeal(["a"], ["b", "c", "d", "e"]), true);
  assert.equal(isNewDeal(["a", "b", "c"], ["a", "b", "c", "d"]), false);
  assert.equal(isNewDeal(["a", "b", "c", "d", "e"], ["a", "b", "c", "d", "e", "f", "g", "h"]), false);
});
