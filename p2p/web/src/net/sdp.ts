// Session descriptions of one data channel (SDP, RFC 8866), as p2p/sdp.py reads them: a description comes from another
// machine, so that only what a data channel needs is understood, and a new one is written from that for the browser.
import { fromHex, hex, utf8 } from "./bytes";
import { HandshakeError } from "./failures";

export const MAX_SDP_BYTES = 32 * 1024;
const MAX_CANDIDATES = 64;
/** What a host may send at once (p2p/PROTOCOL.md, "Life signs and limits"). */
const MESSAGE_BYTES = 64 * 1024;

const MEDIA = /^application ([0-9]{1,5}) UDP\/DTLS\/SCTP webrtc-datachannel$/;
const FINGERPRINT = /^(?:[0-9A-F]{2}:){31}[0-9A-F]{2}$/;
const NUMBER = /^[0-9]{1,10}$/;
// RFC 8839 section 5.1: foundation, component, transport, priority, address, port, "typ" and type; without what follows,
// which tells about networks. An address is IPv4, IPv6 or a browser's `.local` name.
const CANDIDATE =
  /^([A-Za-z0-9+/]{1,32} 1 udp [0-9]{1,10} (?:[0-9.]{7,15}|[0-9a-f:.]{2,45}|[a-z0-9-]{1,63}\.local) [0-9]{1,5} typ (?:host|srflx|relay))(?: |$)/i;

const PATTERNS = {
  mid: /^[A-Za-z0-9_.-]{1,32}$/,
  "ice-ufrag": /^[A-Za-z0-9+/]{4,256}$/,
  "ice-pwd": /^[A-Za-z0-9+/]{22,256}$/,
  "sctp-port": NUMBER,
  "max-message-size": NUMBER,
};
const DEFAULTS: Record<string, string> = { "sctp-port": "5000", "max-message-size": "65536" }; // RFC 8841

/** What a description promises, and how to hand it to the browser. */
export interface Description {
  /** SHA-256 of the certificate, 32 bytes. */
  fingerprint: Uint8Array;
  sdp: string;
}

/** Read a description that may be anything; throws `bad-description` if it is not about one data channel. */
export function readDescription(text: string, kind: "offer" | "answer"): Description {
  const attributes = attributesOf(text);
  const mid = matching(attributes, "mid");
  const setup = only(attributes, "setup");
  need(setup === "active" || setup === "passive" || (kind === "offer" && setup === "actpass"));
  const size = Number(matching(attributes, "max-message-size"));
  need(size === 0 || size >= MESSAGE_BYTES);
  const candidates = attributes.get("candidate") ?? [];
  need(candidates.length <= MAX_CANDIDATES);
  const fingerprint = fingerprintIn(attributes.get("fingerprint") ?? []);
  const lines = [
    "v=0",
    "o=- 1 1 IN IP4 0.0.0.0",
    "s=-",
    "t=0 0",
    `a=group:BUNDLE ${mid}`,
    "m=application 9 UDP/DTLS/SCTP webrtc-datachannel",
    "c=IN IP4 0.0.0.0",
    `a=mid:${mid}`,
    `a=sctp-port:${matching(attributes, "sctp-port")}`,
    `a=max-message-size:${size}`,
    ...candidates.flatMap((candidate) => CANDIDATE.exec(candidate)?.slice(1, 2).map((it) => `a=candidate:${it}`) ?? []),
    `a=ice-ufrag:${matching(attributes, "ice-ufrag")}`,
    `a=ice-pwd:${matching(attributes, "ice-pwd")}`,
    `a=fingerprint:sha-256 ${(hex(fingerprint).toUpperCase().match(/../g) ?? []).join(":")}`,
    `a=setup:${setup}`,
  ];
  return { fingerprint, sdp: lines.map((line) => `${line}\r\n`).join("") };
}

function need(condition: unknown): asserts condition {
  if (!condition) throw new HandshakeError("bad-description");
}

/** Values of all `a=` lines by name, those of the session and of its one media section together. */
function attributesOf(text: string): Map<string, string[]> {
  need(utf8(text).length <= MAX_SDP_BYTES);
  const lines = text.split("\n").map((line) => line.replace(/\r+$/, ""));
  need(lines[0] === "v=0");
  const media = lines.filter((line) => line.startsWith("m="));
  need(media.length === 1 && Number(MEDIA.exec(media[0]?.slice(2) ?? "")?.[1] ?? 0) > 0);
  const attributes = new Map<string, string[]>();
  for (const line of lines.filter((each) => each.startsWith("a="))) {
    const [, name = "", value = ""] = /^a=([^:]*):? *(.*?) *$/.exec(line) ?? [];
    attributes.set(name, [...(attributes.get(name) ?? []), value]);
  }
  return attributes;
}

/** The value of an attribute that must not be said in two ways. */
function only(attributes: Map<string, string[]>, name: string): string {
  const [value, ...others] = new Set(attributes.get(name));
  const said = value ?? DEFAULTS[name];
  need(said !== undefined && others.length === 0);
  return said;
}

function matching(attributes: Map<string, string[]>, name: keyof typeof PATTERNS): string {
  const value = only(attributes, name);
  need(PATTERNS[name].test(value));
  return value;
}

/** SHA-256 of the one certificate (RFC 8122); other hash functions are passed over. */
function fingerprintIn(values: string[]): Uint8Array {
  const parts = values.map((value) => value.toUpperCase().split(" "));
  const [hash, ...others] = new Set(parts.filter(([name]) => name === "SHA-256").map(([, said]) => said));
  need(hash !== undefined && others.length === 0 && FINGERPRINT.test(hash));
  return fromHex(hash.replaceAll(":", ""));
}
