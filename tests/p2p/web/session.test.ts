// The player's end of a table in the page.
import { strict as assert } from "node:assert";
import { test } from "node:test";
import { type Effect, GuestSession } from "../../../p2p/web/src/net/session";

const WELCOME = '{"t":"welcome","v":1,"seat":1,"token":"5nuHFeoCEIH5jePlWr83CA"}';
const said = (effects: Effect[]) => effects.flatMap((effect) => (effect.do === "say" ? [JSON.parse(effect.text)] : []));
const done = (effects: Effect[]) => effects.map((effect) => effect.do);

function seated(): GuestSession {
  const session = new GuestSession("Ann", "de");
  session.linkOpened(0);
  session.textReceived(WELCOME, 0);
  assert.equal(session.state, "seated");
  return session;
}

test("the first thing said on every link is who is there, and that zones are wanted", () => {
  const session = new GuestSession("Ann", "de");
  const hello = [{ t: "hello", v: 1, name: "Ann", lang: "de", view: "zones" }];
  assert.deepEqual(said(session.linkOpened(0)), hello);
  session.linkClosed();
  assert.deepEqual(said(session.linkOpened(9)), hello);
});

test("nothing is said before the welcome nor while the link is gone, and nothing is kept for later", () => {
  const session = new GuestSession("Ann", "en");
  assert.equal(session.tell({ t: "ready" }), null);
  session.linkOpened(0);
  assert.equal(session.tell({ t: "ready" }), null);
  session.textReceived(WELCOME, 0);
  assert.deepEqual(said(session.tell({ t: "ready" }) ?? []), [{ t: "ready" }]);
  session.linkClosed();
  assert.equal(session.tell({ t: "ready" }), null);
  assert.deepEqual(said(session.linkOpened(1)).map(({ t }) => t), ["hello"]);
});

test("a ping goes out every two seconds, and the host's is answered at once", () => {
  const session = seated();
  assert.equal(session.nextDeadline(0), 2);
  assert.deepEqual(said(session.timePassed(2)), [{ t: "ping" }]);
  assert.deepEqual(said(session.timePassed(3)), []);
  assert.deepEqual(said(session.textReceived('{"t":"ping"}', 3)), [{ t: "pong" }]);
});

test("five seconds of silence are shaky, and a text makes it steady again", () => {
  const session = seated();
  session.timePassed(4);
  assert.deepEqual(session.timePassed(5), [{ do: "shaky", shaky: true }]);
  assert.deepEqual(session.textReceived('{"t":"pong"}', 6), [{ do: "shaky", shaky: false }]);
});

test("after ten seconds of silence the link is given up and the seat is not", () => {
  const session = seated();
  session.timePassed(6);
  assert.deepEqual(done(session.timePassed(10)), ["hang-up", "lost"]);
  assert.equal(session.state, "away");
});

test("where there is doubt the host is asked at once, and no answer makes the link shaky, not lost", () => {
  const session = seated();
  assert.deepEqual(said(session.doubt(4)), [{ t: "ping" }]);
  assert.ok((session.nextDeadline(4) ?? 99) < 5.5);
  assert.equal(session.inDoubt, false);
  assert.deepEqual(session.timePassed(5.3), [{ do: "shaky", shaky: true }]);
  assert.equal(session.inDoubt, true);
  const answered = seated();
  answered.doubt(4);
  answered.textReceived('{"t":"pong"}', 4.1);
  assert.deepEqual(done(answered.timePassed(5.5)), []);
});

test("a page that slept for long knows at once that its link is gone", () => {
  assert.deepEqual(done(seated().doubt(3600)), ["hang-up", "lost"]);
});

test("another link takes the place of one that is silent, and is in no doubt", () => {
  const session = seated();
  session.timePassed(6);
  assert.deepEqual(said(session.linkOpened(7)).map(({ t }) => t), ["hello"]);
  assert.equal(session.inDoubt, false);
  assert.deepEqual(done(session.textReceived(WELCOME, 7)), ["hear"]);
  assert.equal(session.state, "seated");
  assert.deepEqual(done(session.timePassed(11)), ["say"]);
});

test("who has no seat yet looks for no other link", () => {
  const session = new GuestSession("Ann", "de");
  session.linkOpened(0);
  session.timePassed(6);
  assert.equal(session.inDoubt, false);
});

test("after a goodbye for silence the page comes back, after every other one it does not", () => {
  assert.deepEqual(done(seated().textReceived('{"t":"bye","code":"silent","text":"…"}', 1)), ["hang-up", "lost"]);
  for (const code of ["opened-elsewhere", "kicked", "table-closed", "something new"]) {
    const session = seated();
    const effects = session.textReceived(JSON.stringify({ t: "bye", code, text: "So long." }), 1);
    assert.deepEqual(effects, [{ do: "hang-up" }, { do: "over", code, text: "So long." }]);
    assert.deepEqual(session.linkOpened(2), [{ do: "hang-up" }]);
  }
});

test("a seat that was opened elsewhere can be taken back", () => {
  const session = seated();
  session.textReceived('{"t":"bye","code":"opened-elsewhere"}', 1);
  session.takeBack();
  assert.deepEqual(said(session.linkOpened(2)).map(({ t }) => t), ["hello"]);
});

test("what cannot be read ends the session, what is not known yet does not", () => {
  for (const text of ["", "[", "null", "7", '{"v":1}', `{"t":"x","y":"${"y".repeat(70_000)}"}`]) {
    const effects = seated().textReceived(text, 1);
    assert.deepEqual(done(effects), ["say", "hang-up", "over"], text.slice(0, 20));
  }
  assert.deepEqual(done(seated().textReceived('{"t":"weather"}', 1)), ["hear"]);
});

test("leaving gives the seat up, hiding the page keeps it", () => {
  assert.deepEqual(said(seated().leave()), [{ t: "bye", code: "bye" }]);
  const session = seated();
  assert.deepEqual(said(session.hide()), [{ t: "bye", code: "page-closed" }]);
  assert.equal(session.state, "away");
});
