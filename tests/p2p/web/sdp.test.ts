// Descriptions of a connection as the page reads them: a stranger's text.
import { strict as assert } from "node:assert";
import { test } from "node:test";
import { HandshakeError } from "../../../p2p/web/src/net/failures";
import { readDescription } from "../../../p2p/web/src/net/sdp";
import { ANSWER, HOSTS_FINGERPRINT } from "./handshake_host";

const refuses = (text: string) =>
  assert.throws(() => readDescription(text, "answer"), (error) => error instanceof HandshakeError && error.code === "bad-description", text);

test("a description is written anew from what was understood", () => {
  const strange = ANSWER.replace("a=mid:0", "a=mid:0\r\na=ice-options:trickle\r\na=x-strange:<b>\r\na=candidate:2 1 tcp 1 192.0.2.7 9 typ host tcptype active")
    .replace("typ host\r\n", "typ host generation 0 network-cost 999\r\n");
  const { fingerprint, sdp } = readDescription(strange, "answer");
  assert.deepEqual(fingerprint, HOSTS_FINGERPRINT);
  assert.ok(sdp.includes("a=candidate:1 1 udp 2130706431 192.0.2.7 50111 typ host\r\n"));
  for (const left of ["strange", "trickle", "tcp 1", "generation"]) assert.ok(!sdp.includes(left), left);
  assert.equal(readDescription(sdp, "answer").sdp, sdp);
});

test("what is not about one data channel with one certificate is refused", () => {
  const fingerprint = /a=fingerprint:.*\r\n/.exec(ANSWER)?.[0] ?? "";
  const changes: [string, string][] = [
    ["v=0", "v=1"],
    ["m=application", "m=audio"],
    ["m=application 9", "m=application 0"],
    ["t=0 0", "t=0 0\r\nm=application 9 UDP/DTLS/SCTP webrtc-datachannel"],
    [fingerprint, ""],
    [fingerprint, fingerprint.replace("sha-256", "sha-1")],
    [fingerprint, fingerprint + fingerprint.replaceAll("BB", "CC")],
    ["a=ice-ufrag:ufra", "a=ice-ufrag:u f"],
    ["a=setup:active", "a=setup:actpass"],
    ["a=max-message-size:65536", "a=max-message-size:100"],
    ["a=mid:0", "a=mid:0\r\na=mid:1"],
    ["a=mid:0", `a=x:${"x".repeat(33_000)}`],
    ["a=mid:0", `a=mid:0${"\r\na=candidate:1 1 udp 1 192.0.2.7 9 typ host".repeat(65)}`],
  ];
  for (const [from, to] of changes) refuses(ANSWER.replace(from, to));
});
