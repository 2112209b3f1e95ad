// Bytes: texts in UTF-8, hexadecimal, base64url without padding in its one spelling, and comparing.
const SYMBOLS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

export const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** The bytes that an even number of hexadecimal digits stand for. */
export const fromHex = (digits: string): Uint8Array =>
  Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

export function concat(...parts: Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let place = 0;
  for (const part of parts) {
    all.set(part, place);
    place += part.length;
  }
  return all;
}

/** Whether both hold the same, in a time that tells nothing about where they differ. */
export function equal(a: Uint8Array, b: Uint8Array): boolean {
  let difference = a.length ^ b.length;
  a.forEach((byte, place) => (difference |= byte ^ (b[place] ?? 0)));
  return difference === 0;
}

export function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (let start = 0; start < bytes.length; start += 3) {
    const [a = 0, b = 0, c = 0] = bytes.subarray(start, start + 3);
    const values = [a >> 2, ((a & 3) << 4) | (b >> 4), ((b & 15) << 2) | (c >> 6), c & 63];
    for (const value of values.slice(0, bytes.length - start + 1)) text += SYMBOLS[value];
  }
  return text;
}

/** What `toBase64` wrote, and nothing else: null for other spellings of the same bytes, or if it is not `size` bytes. */
export function fromBase64(text: string, size?: number): Uint8Array | null {
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  for (let place = 0; place < bytes.length; place += 1) {
    const [symbol, offset] = [Math.floor(place / 3) * 4 + (place % 3), place % 3];
    const pair = (SYMBOLS.indexOf(text.charAt(symbol)) << 6) | SYMBOLS.indexOf(text.charAt(symbol + 1));
    bytes[place] = (pair >> (4 - 2 * offset)) & 255;
  }
  return toBase64(bytes) === text && (size === undefined || bytes.length === size) ? bytes : null;
}
