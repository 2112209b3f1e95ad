// The sealed join of p2p/PROTOCOL.md in plain JavaScript, on @noble alone: no WebCrypto, so that it also runs in a
// page from plain http. Written from the document, not from the Python.
import { gcm } from '@noble/ciphers/aes.js'
import { ed25519 } from '@noble/curves/ed25519.js'
import { hkdf } from '@noble/hashes/hkdf.js'
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, equalBytes, hexToBytes, utf8ToBytes } from './bytes.mjs'

const { Point } = ed25519
const ORDER = Point.Fn.ORDER
const M = Point.fromHex('15cfd18e385952982b6a8f8c7854963b58e34388c8e6dae891db756481a02312')
const N = Point.fromHex('f04f2e7eb734b2a8f8b472eaf9c3c632576ac64aea650b496a8a20ff00e583c3')

const numberOf = (bytes) => BigInt(`0x${bytesToHex(bytes)}`) % ORDER

export class Refused extends Error {}

/** The parts in a row, each after its length in four bytes. */
export function fields(...parts) {
  const raw = parts.map((part) => (typeof part === 'string' ? utf8ToBytes(part) : part))
  return concatBytes(
    ...raw.flatMap((part) => {
      const length = new Uint8Array(4)
      new DataView(length.buffer).setUint32(0, part.length)
      return [length, part]
    }),
  )
}

/** The point in the other end's half; nothing but the one spelling of a point of order L is taken. */
export function pointOf(encoded) {
  let point
  try {
    point = Point.fromBytes(encoded)
  } catch {
    throw new Refused('bad-point')
  }
  if (point.is0() || !point.isTorsionFree()) throw new Refused('bad-point')
  return point
}

/** One end of SPAKE2; `side` is A for the guest, B for the host. */
export class Agreement {
  constructor(side, secret, entropy) {
    this.side = side
    this.secret = secret
    this.w = numberOf(hkdf(sha256, secret, new Uint8Array(0), utf8ToBytes('SPAKE2 pw'), 48))
    this.scalar = numberOf(entropy)
    this.blinds = side === 'A' ? { own: M, other: N } : { own: N, other: M }
    this.point = Point.BASE.multiply(this.scalar).add(this.blinds.own.multiply(this.w)).toBytes()
    this.half = concatBytes(utf8ToBytes(side), this.point)
  }

  key(otherHalf) {
    const otherSide = this.side === 'A' ? 'B' : 'A'
    const other = otherHalf.subarray(1)
    if (otherHalf.length !== 33 || otherHalf[0] !== otherSide.charCodeAt(0)) throw new Refused('bad-point')
    if (equalBytes(other, this.point)) throw new Refused('bad-point')
    const shared = pointOf(other).add(this.blinds.other.multiply(this.w).negate()).multiply(this.scalar).toBytes()
    const [x, y] = this.side === 'A' ? [this.point, other] : [other, this.point]
    const nobody = sha256(new Uint8Array(0))
    return sha256(concatBytes(sha256(this.secret), nobody, nobody, x, y, shared))
  }
}

/** The keys of one join. */
export class Sealing {
  constructor(spake2Key, { room, peer, kind, seat }, guestHalf, hostHalf) {
    const about = ['peerdeck join', '1', room, peer, kind, seat === null ? '' : String(seat)]
    this.transcript = sha256(fields(...about, guestHalf, hostHalf))
    this.salt = this.transcript
    this.spake2Key = spake2Key
  }

  key(sender, purpose, size = 32) {
    return hkdf(sha256, this.spake2Key, this.salt, utf8ToBytes(`${sender} ${purpose}`), size)
  }

  confirmation(sender) {
    return hmac(sha256, this.key(sender, 'confirmation'), this.transcript)
  }

  associatedData(message) {
    return fields(message, this.transcript)
  }

  seal(sender, message, description) {
    return this.#cipher(sender, message).encrypt(utf8ToBytes(description))
  }

  open(sender, message, sealed) {
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(this.#cipher(sender, message).decrypt(sealed))
    } catch {
      throw new Refused('bad-seal')
    }
  }

  said(message, confirmation, sealed) {
    this.transcript = sha256(fields(message, this.transcript, confirmation, sealed))
  }

  channelMac(sender, guestFingerprint, hostFingerprint) {
    return hmac(sha256, this.key(sender, 'channel'), fields(this.transcript, guestFingerprint, hostFingerprint))
  }

  #cipher(sender, message) {
    const material = this.key(sender, 'seal', 44)
    return gcm(material.subarray(0, 32), material.subarray(32), this.associatedData(message))
  }
}

/** SHA-256 of the certificate that a description promises. */
export function fingerprintIn(description) {
  const [, colons] = description.match(/^a=fingerprint:sha-256 ([0-9A-F:]{95})\r?$/im)
  return hexToBytes(colons.replaceAll(':', ''))
}
