// Bytes, their hexadecimal form, and base64url without padding in its one spelling.
export { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'

const SYMBOLS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

export const equalBytes = (a, b) => a.length === b.length && a.every((byte, index) => byte === b[index])

export function toBase64(bytes) {
  let text = ''
  for (let start = 0; start < bytes.length; start += 3) {
    const [a, b = 0, c = 0] = bytes.subarray(start, start + 3)
    const symbols = [a >> 2, ((a & 3) << 4) | (b >> 4), ((b & 15) << 2) | (c >> 6), c & 63]
    text += symbols.slice(0, Math.min(4, bytes.length - start + 1)).map((value) => SYMBOLS[value]).join('')
  }
  return text
}

export function fromBase64(text) {
  const values = [...text].map((symbol) => SYMBOLS.indexOf(symbol))
  const bytes = new Uint8Array(Math.floor((values.length * 3) / 4))
  for (let index = 0; index < bytes.length; index += 1) {
    const [place, offset] = [Math.floor(index / 3) * 4, index % 3]
    const pair = (values[place + offset] << 6) | values[place + offset + 1]
    bytes[index] = (pair >> (4 - 2 * offset)) & 255
  }
  if (toBase64(bytes) !== text) throw new Error('not base64url')
  return bytes
}
