// The vectors of p2p/PROTOCOL.md, step by step at both ends, with what the page joins with.
import { strict as assert } from "node:assert";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fromBase64, fromHex, hex, toBase64, utf8 } from "../../../p2p/web/src/net/bytes";
import { HandshakeError } from "../../../p2p/web/src/net/failures";
import { readDescription } from "../../../p2p/web/src/net/sdp";
import { type Kind, Sealing } from "../../../p2p/web/src/net/sealing";
import { Agreement, pointOf } from "../../../p2p/web/src/net/spake2";

type Texts = Record<string, string>;
interface Join {
  name: string;
  given: Texts & { room: string; peer: string; kind: Kind; seat: number | null; secret: string; offer: string; answer: string };
  inside: Texts;
  texts: Texts;
}
const VECTORS = JSON.parse(readFileSync("tests/p2p/vectors/handshake.json", "utf8")) as {
  joins: Join[];
  refused_points: { why: string; point: string }[];
};

const ENDS = ["guest", "host"] as const;
const MESSAGE = { guest: "proof", host: "accept" };
const bytes = (text: unknown) => fromBase64(String(text)) ?? assert.fail("not base64url");
const badPoint = (error: unknown) => error instanceof HandshakeError && error.code === "bad-point";
const badSeal = (error: unknown) => error instanceof HandshakeError && error.code === "bad-seal";

for (const join of VECTORS.joins) {
  for (const role of ENDS) test(`a join ${join.name} agrees in every step at the ${role}'s end`, () => checkEnd(role, join));
}

/** One end, given the other end's texts from the vectors and its own secret, entropy and description. */
function checkEnd(role: "guest" | "host", { given, inside, texts }: Join): void {
  const message = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, JSON.parse(text)]));
  const agreement = new Agreement(role === "guest" ? "A" : "B", fromHex(given.secret), fromHex(given[`${role}_entropy`] ?? ""));
  const scalarHex = (scalar: bigint) => scalar.toString(16).padStart(64, "0");
  assert.equal(scalarHex(agreement.w), inside["w"]);
  assert.equal(scalarHex(agreement.scalar), inside[role === "guest" ? "x" : "y"]);
  assert.equal(hex(agreement.half), inside[`${role}_half`]);

  const halves = { guest: bytes(message["knock"].x), host: bytes(message["share"].y), [role]: agreement.half };
  const shared = agreement.key(halves[role === "guest" ? "host" : "guest"]);
  assert.equal(hex(shared), inside["spake2_key"]);
  const keys = new Sealing(shared, given, halves.guest, halves.host);
  assert.equal(hex(keys.transcript), inside["transcript_1"]);

  const { kind, seat } = given;
  const knock = { t: "knock", v: 1, kind, x: toBase64(halves.guest) };
  const made: Record<string, object> = {
    knock: seat === null ? knock : { ...knock, seat },
    share: { t: "share", y: toBase64(halves.host) },
  };
  for (const [index, sender] of ENDS.entries()) {
    const name = MESSAGE[sender];
    const confirmation = keys.confirmation(sender);
    const description = sender === "guest" ? given.offer : given.answer;
    const material = keys.key(sender, "seal", 44);
    assert.equal(hex(keys.key(sender, "confirmation")), inside[`${sender}_confirmation_key`]);
    assert.equal(hex(confirmation), inside[`${sender}_confirmation`]);
    assert.equal(hex(material.subarray(0, 32)), inside[`${sender}_seal_key`]);
    assert.equal(hex(material.subarray(32)), inside[`${sender}_seal_nonce`]);
    assert.equal(hex(keys.associatedData(sender)), inside[`${sender}_seal_associated_data`]);
    const sealed = sender === role ? keys.seal(sender, description) : bytes(message[name].sealed);
    assert.equal(hex(sealed), inside[`${sender}_sealed`]);
    assert.equal(keys.open(sender, sealed), description);
    const changed = Uint8Array.from(sealed);
    changed[0] = (changed[0] ?? 0) ^ 1;
    for (const bad of [changed, sealed.subarray(0, -1), new Uint8Array(0)]) assert.throws(() => keys.open(sender, bad), badSeal);
    made[name] = { t: name, confirmation: toBase64(confirmation), sealed: toBase64(sealed) };
    keys.said(sender, confirmation, sealed);
    assert.equal(hex(keys.transcript), inside[`transcript_${index + 2}`]);
  }

  const fingerprints = [readDescription(given.offer, "offer"), readDescription(given.answer, "answer")].map((it) => it.fingerprint);
  const [guest = utf8(""), host = utf8("")] = fingerprints;
  assert.deepEqual(fingerprints.map(hex), [given["guest_fingerprint"], given["host_fingerprint"]]);
  for (const sender of ENDS) {
    const mac = keys.channelMac(sender, guest, host);
    assert.equal(hex(keys.key(sender, "channel")), inside[`${sender}_channel_key`]);
    assert.equal(hex(mac), inside[`${sender}_channel_mac`]);
    made[`${sender}'s confirm`] = { t: "confirm", mac: toBase64(mac) };
  }
  assert.deepEqual(made, message);
}

test("points that are none are refused", () => {
  for (const { why, point } of VECTORS.refused_points) assert.throws(() => pointOf(fromHex(point)), badPoint, why);
});

test("one's own half is refused, also with the other side's letter, and so is one of another length", () => {
  for (const [side, otherSide] of [["A", "B"], ["B", "A"]] as const) {
    const own = new Agreement(side, utf8("M4T"), new Uint8Array(64).fill(7));
    const relabelled = Uint8Array.from(own.half);
    relabelled[0] = otherSide.charCodeAt(0);
    for (const half of [own.half, relabelled, own.half.subarray(1)]) assert.throws(() => own.key(half), badPoint);
  }
});
