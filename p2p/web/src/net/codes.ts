// Room codes and invite links as players type and paste them; the same as signaling/codes.py, to the symbol. Nothing
// here repeats what was typed, and nothing is read in part: a mistyped code is caught before anything is sent.
import { fromBase64 } from "./bytes";

const ALPHABET = "34679BCDFGHJKMNPQRSTVWXYZ";
const SECRET_SYMBOLS = 3;
const LENGTHS = [8, 9];
/** A short code with a symbol too many in its secret. */
const SECRET_TOO_LONG = "4,5";
const LINK_SECRET_BYTES = 16;
const LONGEST_INPUT = 2000;
const WEIGHTS = [1, 2, 3, 4, 6, 7, 8, 9, 11]; // from the right: no multiples of 5, which divides 25

const IGNORED = /[\s\-\u2010-\u2015\u2212\u001c-\u001f\u0085]+/g; // blanks, and what programs make of a dash
const READ_AS: Record<string, string> = { 8: "B", 5: "S", 2: "Z" };
const LOOK_ALIKES: Record<string, [string, string?]> = {
  0: ["D", "Q"], 1: ["7", "J"], A: ["4"], E: ["3", "F"], I: ["J", "T"], L: ["7", "J"], O: ["D", "Q"], U: ["V"],
};
const ROOM = /^[34679BCDFGHJKMNPQRSTVWXYZ]{4,5}$/;

/** A room and the host's secret symbols. */
export interface RoomCode {
  room: string;
  secret: string;
}

/** A room and the 16 bytes that open it. */
export interface Invitation {
  room: string;
  secret: Uint8Array;
}

/** Why something is no code or link: the name of a text (i18n) and what belongs into it. */
export interface Problem {
  problem: string;
  args: Record<string, string | number>;
}

const problem = (name: string, args: Problem["args"] = {}): Problem => ({ problem: name, args });

/** The symbols that were typed, without blanks and dashes and as they are read. */
function symbolsIn(text: string): string {
  const symbols = text.replace(IGNORED, "").replace(/[a-z]/g, (letter) => letter.toUpperCase());
  return symbols.replace(/[852]/g, (digit) => READ_AS[digit] ?? digit);
}

/** How many symbols stand between blanks and dashes. */
const groupsIn = (text: string): string =>
  text.split(IGNORED).filter(Boolean).map((group) => group.length).join();

/** Read a room code as a person typed it. Case, blanks and dashes do not matter; 8, 5 and 2 mean B, S and Z. */
export function readCode(text: string): RoomCode | Problem {
  if (text.length > LONGEST_INPUT) return problem("code.too-long");
  const symbols = symbolsIn(text);
  const stranger = [...symbols].find((symbol) => !ALPHABET.includes(symbol));
  if (stranger !== undefined) {
    const [maybe, other] = LOOK_ALIKES[stranger] ?? [];
    if (!maybe) return problem("code.letters");
    return problem(other ? "code.either" : "code.look-alike", { symbol: stranger, maybe, ...(other && { other }) });
  }
  if (!LENGTHS.includes(symbols.length)) return problem("code.length", { n: symbols.length });
  // The check symbol lets one such in 25 pass for a long code: the server would then see a symbol of the secret.
  if (groupsIn(text) === SECRET_TOO_LONG) return problem("code.secret-too-long");
  if (weightedSum(symbols)) return problem("code.mistyped");
  return { room: symbols.slice(0, -SECRET_SYMBOLS - 1), secret: symbols.slice(-SECRET_SYMBOLS - 1, -1) };
}

/** What is wrong with a code that is still being typed: that it is not finished is nothing to complain of. */
export function wrongSoFar(text: string): Problem | null {
  const read = readCode(text);
  const unfinished = "problem" in read && read.problem === "code.length" && Number(read.args["n"]) < Math.min(...LENGTHS);
  return "problem" in read && !unfinished ? read : null;
}

/** Sum of value times weight, modulo 25: 0 for a whole code, never 0 after one wrong symbol or a swap of neighbours. */
function weightedSum(symbols: string): number {
  const values = [...symbols].reverse().map((symbol) => ALPHABET.indexOf(symbol));
  return values.reduce((sum, value, place) => sum + value * (WEIGHTS[place] ?? 0), 0) % ALPHABET.length;
}

/** Read the part of an invite link after `#`: `j=<room>.<secret>`. */
export function readInvitation(fragment: string): Invitation | Problem {
  const [room = "", secret = "", ...more] = fragment.replace(/^j=/, "").split(".");
  const bytes = fromBase64(secret, LINK_SECRET_BYTES);
  const whole = fragment.startsWith("j=") && more.length === 0 && ROOM.test(room);
  return whole && bytes ? { room, secret: bytes } : problem("link.damaged");
}

/** Whether what was typed or pasted is meant to be a link. */
export const looksLikeLink = (text: string): boolean => text.includes("#") || text.includes("://");

/** Read an invite link as a person pasted it: the address of its page, and what is in it. */
export function readLink(text: string): { page: string; invitation: Invitation } | Problem {
  if (text.length > LONGEST_INPUT) return problem("link.damaged");
  const [, address = "", fragment = ""] = /^([^#]*)#?(.*)$/s.exec(text.trim()) ?? [];
  const invitation = readInvitation(fragment);
  if ("problem" in invitation) return invitation;
  try {
    const page = new URL(address);
    if ((page.protocol === "http:" || page.protocol === "https:") && !page.search && !page.username) {
      return { page: page.href, invitation };
    }
  } catch {
    // no address at all: told below
  }
  return problem("link.no-server");
}
