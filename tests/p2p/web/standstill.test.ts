// What the table waits for, and what can be done about it.
import { strict as assert } from "node:assert";
import { test } from "node:test";
import type { LobbyMessage, Person } from "../../../p2p/web/src/net/proto";
import { standstill } from "../../../p2p/web/src/state/standstill";

const person = (seat: number, name: string | null, more: Partial<Person> = {}): Person => ({
  seat, name, kind: name === null ? "empty" : "person", link: "on", ready: false, bot: null, stand_in: false, may: [], ...more,
});
const room = (more: Partial<LobbyMessage> = {}): LobbyMessage => ({
  t: "lobby", game: "call", title: "Call", options: {}, you: 0, people: [person(0, "Ann"), person(1, "Bob")], playing: true, matches: 1, waiting_for: [],
  host: 0, paused: false, resting: false, watchers: [], settings: { idle: 60, rest: 10, window: 8, watchers: false }, leaving: "nothing", may: [], ...more,
});
const labels = (now: LobbyMessage): string[] => standstill(now)?.ways.map(({ label }) => label) ?? [];

test("while a match goes on, and before there is one, nothing is said", () => {
  assert.equal(standstill(null), null);
  assert.equal(standstill(room()), null);
  assert.equal(standstill(room({ playing: false, waiting_for: [1], paused: true })), null);
});

test("whoever may let a paused match go on is offered that", () => {
  assert.deepEqual(standstill(room({ paused: true })), { text: "The host has paused the game.", ways: [] });
  assert.deepEqual(standstill(room({ paused: true, may: ["resume"] }))?.ways[0]?.does, { t: "manage", do: "resume" });
});

test("who is missing is named, and what the host lets one do about it is offered", () => {
  const gone = person(1, "Bob", { link: "away", may: ["bot", "free"] });
  const now = room({ people: [person(0, "Ann"), gone], waiting_for: [1] });
  assert.equal(standstill(now)?.text, "Bob is away; the table waits.");
  assert.deepEqual(standstill(now)?.ways.map(({ does }) => does), [{ t: "manage", do: "bot", seat: 1 }, { t: "manage", do: "free", seat: 1 }]);
  assert.ok(standstill(now)?.ways[1]?.sure, "what costs somebody the seat is asked first");
  assert.deepEqual(labels(room({ people: [person(0, "Ann"), { ...gone, may: [] }], waiting_for: [1] })), []);
});

test("a free seat can be filled by inviting somebody, by a bot, or by who watches", () => {
  const free = person(1, null, { may: ["bot"] });
  assert.deepEqual(labels(room({ people: [person(0, "Ann"), free], waiting_for: [1] })), ["Let a bot sit", "Invite"]);
  const watcher = room({ you: 8, people: [person(0, "Ann"), { ...free, may: ["sit"] }], waiting_for: [1] });
  assert.deepEqual(labels(watcher), ["Sit here", "Invite"]);
});

test("in a rest everybody says when to go on", () => {
  assert.deepEqual(standstill(room({ resting: true }))?.ways.map(({ does }) => does), [{ t: "ready" }]);
  const ready = room({ resting: true, people: [person(0, "Ann", { ready: true }), person(1, "Bob")] });
  assert.deepEqual(standstill(ready), { text: "Waiting for Bob.", ways: [] });
});

test("for whom a bot plays can have the seat back, and who watches is told so; the others play on", () => {
  const me = room({ people: [person(0, "Ann", { stand_in: true }), person(1, "Bob")] });
  assert.deepEqual(standstill(me)?.ways.map(({ does }) => does), [{ t: "ready" }]);
  assert.deepEqual(standstill(room({ you: 8 })), { text: "You watch.", ways: [], aside: true });
});
