// Which cards can be chosen, and what a choice is good for.
import { strict as assert } from "node:assert";
import { test } from "node:test";
import type { Act, Card, Fan, View } from "../../../p2p/web/src/net/proto";
import {
  actsAt, choosable, completed, groupOf, kept, labelOf, NOTHING, readySet, refused, tap, targetsOf, warningOf,
} from "../../../p2p/web/src/state/select";

const HAND = ["3S", "3C", "4D", "4H", "7C", "2H"];

function table(acts: Act[], change: (card: Card) => Card = (card) => card): { view: View; hand: Fan } {
  const cards = HAND.map((face) => change({ id: face, f: face }));
  const hand: Fan = { kind: "fan", id: "hand", area: "hand", label: "Your hand", cards, why: "Beat the two." };
  const pile = { kind: "stack" as const, id: "pile", area: "centre" as const, label: "Pile" };
  return { hand, view: { game: "g", title: "G", hue: 1, you: 0, say: "", seats: [], zones: [pile, hand], acts, prompt: 1 } };
}

const card = (hand: Fan, id: string): Card => {
  const found = hand.cards.find((one) => one.id === id);
  assert(found);
  return found;
};
const PLAY: Act = { id: "play", label: "Play", pick: { zone: "hand", sets: [[0], [0, 1], [5]] } };
const chosen = (...cards: string[]) => ({ zone: "hand", cards });

test("only cards of a listed set can be chosen, and beside a choice only those that share a set with it", () => {
  const { view } = table([PLAY]);
  assert.deepEqual([...choosable(view, "hand")].sort(), ["2H", "3C", "3S"]);
  assert.deepEqual([...choosable(view, "hand", ["3S"])].sort(), ["3C", "3S"]);
});

test("an act is ready when the choice is exactly one of its sets", () => {
  const { view } = table([PLAY]);
  assert.equal(readySet(view, PLAY, chosen("3C", "3S")), 1);
  assert.equal(readySet(view, PLAY, chosen("3C")), null);
  assert.equal(readySet(view, PLAY, NOTHING), null);
  assert.equal(readySet(view, { id: "pass", label: "Pass" }, NOTHING), -1);
});

test("tapping a chosen card takes it back", () => {
  const { view, hand } = table([PLAY]);
  assert.deepEqual(tap(view, chosen("3S", "3C"), hand, card(hand, "3C"), true), { does: "select", selection: chosen("3S") });
});

test("tapping a card that does not go with the choice begins a new one", () => {
  const { view, hand } = table([PLAY]);
  assert.deepEqual(tap(view, chosen("3S"), hand, card(hand, "2H"), true), { does: "select", selection: chosen("2H") });
});

test("tapping a card that fits nothing does nothing and gives the reason", () => {
  const { view, hand } = table([PLAY]);
  assert.deepEqual(tap(view, NOTHING, hand, card(hand, "7C"), true), { does: "nothing", why: "Beat the two." });
});

test("a card is refused while others fit, and all are where the host says why none does", () => {
  const { hand } = table([]);
  const [first] = hand.cards;
  assert(first);
  const { why: _, ...silent } = hand;
  const fitting = new Set(["3C"]);
  assert.equal(refused(hand, first, fitting), true);
  assert.equal(refused(silent, first, fitting), true);
  assert.equal(refused(hand, card(hand, "3C"), fitting), false);
  assert.equal(refused(hand, first, new Set()), true);
  assert.equal(refused(silent, first, new Set()), false);
});

test("one tap does a quick act that it completes, unless cards are lifted first", () => {
  const { view, hand } = table([{ ...PLAY, quick: true }]);
  assert.equal(tap(view, NOTHING, hand, card(hand, "2H"), true).does, "act");
  assert.equal(tap(view, NOTHING, hand, card(hand, "2H"), false).does, "select");
});

test("a first tap chooses a whole group if that is a set, else the card alone", () => {
  const pairs = (one: Card): Card => (HAND.indexOf(one.id) < 4 ? { ...one, g: "chop" } : one);
  const chop: Act = { id: "play", label: "Play", pick: { zone: "hand", sets: [[0, 1, 2, 3], [5]] } };
  const first = table([chop], pairs);
  const result = tap(first.view, NOTHING, first.hand, card(first.hand, "4D"), true);
  assert.deepEqual(result, { does: "select", selection: chosen("3S", "3C", "4D", "4H") });
  const second = table([PLAY], pairs);
  assert.deepEqual(groupOf(second.view, second.hand, card(second.hand, "3S")), ["3S"]);
});

test("targets, labels and warnings are those of the set that was chosen", () => {
  const act: Act = { ...PLAY, to: { a: [0, 1], b: [1] }, labels: ["one", "pair", "two"], sure: ["", "Really?", ""] };
  assert.deepEqual(targetsOf({ act, set: 1 }), ["a", "b"]);
  assert.deepEqual(targetsOf({ act, set: 0 }), ["a"]);
  assert.equal(labelOf(act, 1), "pair");
  assert.equal(labelOf(act, null), "Play");
  assert.equal(warningOf({ act, set: 1 }), "Really?");
  assert.equal(warningOf({ act, set: 0 }), null);
});

test("a place offers what the choice can do there before what tapping it does", () => {
  const act: Act = { ...PLAY, to: { pile: [2] } };
  const roll: Act = { id: "roll", label: "Roll", tap: "pile" };
  const { view } = table([roll, act]);
  assert.deepEqual(actsAt(view, NOTHING, "pile").map((ready) => ready.act.id), ["roll"]);
  assert.deepEqual(actsAt(view, chosen("2H"), "pile").map((ready) => ready.act.id), ["play", "roll"]);
  assert.deepEqual(completed(view, chosen("2H")), [{ act, set: 2 }]);
});

test("a choice outlives a newer view as far as its cards are there and fit", () => {
  const { view } = table([PLAY]);
  assert.deepEqual(kept(view, chosen("3S", "9S")), chosen("3S"));
  assert.deepEqual(kept(view, chosen("7C")), NOTHING);
});
