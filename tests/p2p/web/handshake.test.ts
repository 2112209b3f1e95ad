// The guest's end of a sealed join in the page: its steps, deadlines, count and failures.
import { strict as assert } from "node:assert";
import { test } from "node:test";
import { toBase64 } from "../../../p2p/web/src/net/bytes";
import { type Effect, type GuestHandshake, type State, secretOfCode, secretOfLink } from "../../../p2p/web/src/net/handshake";
import { GUESTS_FINGERPRINT, guest, guestWith, Host, HOSTS_FINGERPRINT, OFFER, sent } from "./handshake_host";

const failureOf = (effects: Effect[]) => effects.flatMap((effect) => (effect.do === "failed" ? [effect.failure] : []))[0];
const doneBy = (effects: Effect[]) => effects.map((effect) => effect.do);

/** Take a guest to a state of the honest course, with its host. */
function upTo(state: State, end: GuestHandshake = guest(), host = new Host()): { end: GuestHandshake; host: Host; last: Effect[] } {
  let last: Effect[] = [];
  const steps: [State, () => Effect[]][] = [
    ["knocking", () => end.start(0)],
    ["preparing", () => end.textReceived(host.share(sent(last)[0] ?? {}), 0)],
    ["proving", () => end.offerMade(OFFER, 0)],
    ["opening", () => end.textReceived(JSON.stringify(host.accept(sent(last)[0] ?? {})), 0)],
    ["confirming", () => end.channelOpened(GUESTS_FINGERPRINT, HOSTS_FINGERPRINT, 0)],
    ["joined", () => end.channelTextReceived(host.confirm(), 0)],
  ];
  for (const [reached, step] of steps) {
    last = step();
    if (reached === state) break;
  }
  assert.equal(end.state, state);
  return { end, host, last };
}

test("an honest join ends with a seat, and the host is sent a knock, a proof and a confirmation", () => {
  assert.deepEqual(doneBy(guest().start(0)), ["send", "make-offer"]);
  assert.deepEqual(doneBy(upTo("proving").last), ["send"]);
  assert.deepEqual(doneBy(upTo("opening").last), ["take-answer"]);
  assert.deepEqual(doneBy(upTo("confirming").last), ["send-on-channel"]);
  assert.deepEqual(doneBy(upTo("joined").last), ["joined"]);
});

test("the offer may be ready before the share", () => {
  const [end, host] = [guest(), new Host()];
  const [knock] = sent(end.start(0));
  assert.deepEqual(end.offerMade(OFFER, 1), []);
  assert.equal(end.state, "prepared");
  assert.equal(end.nextDeadline, 11);
  assert.equal(sent(end.textReceived(host.share(knock ?? {}), 2))[0]?.["t"], "proof");
});

for (const [state, code, seconds] of [
  ["knocking", "no-share", 10], ["preparing", "no-offer", 15], ["proving", "no-accept", 20],
  ["opening", "no-channel", 15], ["confirming", "no-confirm", 5],
] as const) {
  test(`whoever waits in vain while ${state} is told after ${seconds} s`, () => {
    const { end } = upTo(state);
    assert.equal(end.nextDeadline, seconds);
    assert.deepEqual(end.timePassed(seconds - 0.01), []);
    const effects = end.timePassed(seconds);
    assert.deepEqual(sent(effects), [{ t: "refused", code }]);
    assert.deepEqual(failureOf(effects), { code, kind: "code", seconds });
  });
}

test("a proof that was shown and brought no acceptance counts as a guess, however the join ends", () => {
  const ends: [string, (end: GuestHandshake) => Effect[]][] = [
    ["introduction-lost", (end) => end.introductionLost()],
    ["no-accept", (end) => end.timePassed(20)],
    ["wrong-secret", (end) => end.textReceived('{"t":"refused","code":"wrong-secret"}', 1)],
    ["bad-message", (end) => end.textReceived("[".repeat(40_000), 1)],
    ["out-of-order", (end) => end.textReceived(`{"t":"share","y":"${toBase64(new Uint8Array(33))}"}`, 1)],
    ["connection-failed", (end) => end.connectionFailed()],
  ];
  for (const [code, happens] of ends) {
    const secret = secretOfCode("M4T");
    const { end } = upTo("proving", guestWith(secret));
    assert.equal(failureOf(happens(end))?.code, code);
    assert.equal(secret.wrongGuesses, 1, code);
  }
});

test("before the proof and after the acceptance nothing counts", () => {
  for (const state of ["knocking", "preparing", "opening", "confirming"] as const) {
    const secret = secretOfCode("M4T");
    const { end } = upTo(state, guestWith(secret));
    assert.equal(failureOf(end.connectionFailed())?.code, "connection-failed");
    assert.equal(secret.wrongGuesses, 0, state);
  }
});

test("after five such tries the code is not used again and nothing is sent; a link is never frozen", () => {
  const frozen = { ...secretOfCode("M4T"), wrongGuesses: 5 };
  assert.deepEqual(guestWith(frozen).start(0), [{ do: "failed", failure: { code: "code-frozen", kind: "code" } }]);
  const link = { ...secretOfLink(new Uint8Array(16)), wrongGuesses: 99 };
  assert.deepEqual(doneBy(guestWith(link).start(0)), ["send", "make-offer"]);
});

test("the host's refusal is told in our own words and not answered", () => {
  for (const [said, code] of [["withdrawn", "withdrawn"], ["you have won", "unknown"]]) {
    const effects = upTo("knocking").end.textReceived(JSON.stringify({ t: "refused", code: said, text: "Send money." }), 1);
    assert.deepEqual(effects, [{ do: "failed", failure: { code, kind: "code" } }]);
  }
});

test("who accepts without the secret is not the host", () => {
  const blind = JSON.stringify({ t: "accept", confirmation: toBase64(new Uint8Array(32)), sealed: toBase64(new Uint8Array(600)) });
  assert.equal(failureOf(upTo("proving").end.textReceived(blind, 1))?.code, "not-the-host");
});

test("a host with another secret is told apart by its confirmation, before its seal is opened", () => {
  const [end, other] = [guest(), new Host("XXX")];
  const { last } = upTo("proving", end, other);
  assert.equal(failureOf(end.textReceived(JSON.stringify(other.accept(sent(last)[0] ?? {})), 1))?.code, "not-the-host");
});

test("a changed seal, and one without a usable description, end the join", () => {
  const cases: [string, (host: Host, proof: Record<string, string>) => Record<string, string>][] = [
    ["bad-seal", (host, proof) => ({ ...host.accept(proof), sealed: toBase64(new Uint8Array(600)) })],
    ["bad-description", (host, proof) => host.accept(proof, "v=0\r\nnothing")],
    ["bad-message", (host, proof) => ({ ...host.accept(proof), sealed: "?" })],
    ["bad-message", (host, proof) => ({ t: "accept", confirmation: host.accept(proof)["confirmation"] ?? "" })],
  ];
  for (const [code, accept] of cases) {
    const { end, host, last } = upTo("proving");
    assert.equal(failureOf(end.textReceived(JSON.stringify(accept(host, sent(last)[0] ?? {})), 1))?.code, code);
  }
});

test("a reflected knock, a half of one's own and a second copy are refused", () => {
  const { end, last } = upTo("knocking");
  assert.equal(failureOf(end.textReceived(JSON.stringify(sent(last)[0]), 1))?.code, "bad-message");
  const again = upTo("knocking");
  const half = Buffer.from(sent(again.last)[0]?.["x"] ?? "", "base64url");
  half[0] = "B".charCodeAt(0);
  assert.equal(failureOf(again.end.textReceived(`{"t":"share","y":"${toBase64(half)}"}`, 1))?.code, "bad-point");
  const { end: shared, host } = upTo("preparing");
  assert.equal(failureOf(shared.textReceived(host.share(sent(guest().start(0))[0] ?? {}), 1))?.code, "out-of-order");
});

test("another certificate on the channel, or another one seen by the host, is nobody's seat", () => {
  const { end } = upTo("opening");
  assert.equal(failureOf(end.channelOpened(GUESTS_FINGERPRINT, GUESTS_FINGERPRINT, 1))?.code, "other-certificate");
  const { end: told, host } = upTo("confirming");
  assert.equal(failureOf(told.channelTextReceived(host.confirm(HOSTS_FINGERPRINT), 1))?.code, "other-certificate");
});

test("losing the server ends the join, but not its last steps", () => {
  assert.equal(failureOf(upTo("preparing").end.introductionLost())?.code, "introduction-lost");
  for (const state of ["opening", "confirming"] as const) assert.deepEqual(upTo(state).end.introductionLost(), []);
});

test("a join that is over wants nothing more", () => {
  const failed = guest();
  failed.connectionFailed();
  for (const end of [upTo("joined").end, failed]) {
    assert.equal(end.nextDeadline, null);
    for (const effects of [end.textReceived("[", 9), end.channelTextReceived("hello", 9), end.introductionLost(),
      end.connectionFailed(), end.timePassed(1e9), end.start(9)]) assert.deepEqual(effects, []);
  }
});

test("a program that calls at the wrong time is told", () => {
  assert.throws(() => guest().offerMade(OFFER, 0), /offer/);
  assert.throws(() => guest().channelOpened(GUESTS_FINGERPRINT, HOSTS_FINGERPRINT, 0), /channel/);
  assert.throws(() => upTo("knocking").end.start(0), /start/);
});
