// Plays both ends of every join in the vectors and compares each step: node check.mjs VECTORS
import { strict as assert } from 'node:assert'
import { readFileSync } from 'node:fs'
import { bytesToHex, fromBase64, hexToBytes, toBase64, utf8ToBytes } from './bytes.mjs'
import { Agreement, Refused, Sealing, fingerprintIn, pointOf } from './handshake.mjs'

const hex = bytesToHex
const scalarHex = (scalar) => scalar.toString(16).padStart(64, '0')
const MESSAGES = { guest: 'proof', host: 'accept' }

/** One end, given the other end's texts from the vectors and its own secret, entropy and description. */
function checkEnd(role, { given, inside, texts }) {
  const other = role === 'guest' ? 'host' : 'guest'
  const message = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, JSON.parse(text)]))

  const agreement = new Agreement(role === 'guest' ? 'A' : 'B', hexToBytes(given.secret), hexToBytes(given[`${role}_entropy`]))
  assert.equal(scalarHex(agreement.w), inside.w)
  assert.equal(scalarHex(agreement.scalar), role === 'guest' ? inside.x : inside.y)
  assert.equal(hex(agreement.half), inside[`${role}_half`])

  const halves = { [role]: agreement.half, [other]: fromBase64(role === 'guest' ? message.share.y : message.knock.x) }
  const spake2Key = agreement.key(halves[other])
  assert.equal(hex(spake2Key), inside.spake2_key)
  const keys = new Sealing(spake2Key, given, halves.guest, halves.host)
  assert.equal(hex(keys.transcript), inside.transcript_1)

  const made = { knock: knockOf(given, halves.guest), share: { t: 'share', y: toBase64(halves.host) } }
  for (const [index, sender] of ['guest', 'host'].entries()) {
    const name = MESSAGES[sender]
    const confirmation = keys.confirmation(sender)
    const description = sender === 'guest' ? given.offer : given.answer
    const material = keys.key(sender, 'seal', 44)
    assert.equal(hex(keys.key(sender, 'confirmation')), inside[`${sender}_confirmation_key`])
    assert.equal(hex(confirmation), inside[`${sender}_confirmation`])
    assert.equal(hex(material.subarray(0, 32)), inside[`${sender}_seal_key`])
    assert.equal(hex(material.subarray(32)), inside[`${sender}_seal_nonce`])
    assert.equal(hex(keys.associatedData(name)), inside[`${sender}_seal_associated_data`])
    const sealed = sender === role ? keys.seal(sender, name, description) : fromBase64(message[name].sealed)
    assert.equal(hex(sealed), inside[`${sender}_sealed`])
    assert.equal(keys.open(sender, name, sealed), description)
    checkThatAChangedSealStaysShut(keys, sender, name, sealed)
    made[name] = { t: name, confirmation: toBase64(confirmation), sealed: toBase64(sealed) }
    keys.said(name, confirmation, sealed)
    assert.equal(hex(keys.transcript), inside[`transcript_${index + 2}`])
  }

  const fingerprints = [fingerprintIn(given.offer), fingerprintIn(given.answer)]
  assert.deepEqual(fingerprints.map(hex), [given.guest_fingerprint, given.host_fingerprint])
  for (const sender of ['guest', 'host']) {
    const mac = keys.channelMac(sender, ...fingerprints)
    assert.equal(hex(keys.key(sender, 'channel')), inside[`${sender}_channel_key`])
    assert.equal(hex(mac), inside[`${sender}_channel_mac`])
    made[`${sender}'s confirm`] = { t: 'confirm', mac: toBase64(mac) }
  }
  assert.deepEqual(made, message)
}

function knockOf({ kind, seat }, half) {
  const knock = { t: 'knock', v: 1, kind, x: toBase64(half) }
  return seat === null ? knock : { ...knock, seat }
}

function checkThatAChangedSealStaysShut(keys, sender, name, sealed) {
  const changed = Uint8Array.from(sealed)
  changed[0] ^= 1
  for (const bad of [changed, sealed.subarray(0, -1), new Uint8Array(0)]) {
    assert.throws(() => keys.open(sender, name, bad), Refused)
  }
}

function checkRefusals({ refused_points: points }) {
  for (const { why, point } of points) {
    assert.throws(() => pointOf(hexToBytes(point)), Refused, why)
  }
  for (const [side, otherSide] of [['A', 'B'], ['B', 'A']]) {
    const own = new Agreement(side, utf8ToBytes('M4T'), new Uint8Array(64).fill(7))
    const relabelled = Uint8Array.from(own.half)
    relabelled[0] = otherSide.charCodeAt(0)
    for (const half of [own.half, relabelled, own.half.subarray(1)]) assert.throws(() => own.key(half), Refused)
  }
}

const vectors = JSON.parse(readFileSync(process.argv[2], 'utf-8'))
for (const join of vectors.joins) {
  checkEnd('guest', join)
  checkEnd('host', join)
}
checkRefusals(vectors)
console.log(`${vectors.joins.length} joins at both ends and ${vectors.refused_points.length} refused points agree`)
