/** Keys as text: base32 of version byte, payload and CRC16 (SEP-23). */
import { ByteWriter } from '../bytes.ts';

/** The version byte of each kind of key, which makes its first letter. */
export const strkeyVersion = {
  /** G */
  account: 6 << 3,
  /** M */
  muxedAccount: 12 << 3,
  /** T */
  preAuthTx: 19 << 3,
  /** X */
  sha256Hash: 23 << 3,
  /** P */
  signedPayload: 15 << 3,
  /** C */
  contract: 2 << 3,
  /** L */
  liquidityPool: 11 << 3,
  /** B */
  claimableBalance: 1 << 3,
} as const;

const ALPHABET = Uint8Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', (letter) => letter.charCodeAt(0));
const CRC = crcTable();
const KEY_BYTES = 32;
const TEXT_BYTES = 56;

/** Writes the strkey of any payload. */
export function writeStrkey(w: ByteWriter, version: number, payload: Uint8Array, start: number, end: number): void {
  const size = end - start + 3;
  w.reserve(Math.ceil((size * 8) / 5));
  let crc = crcStep(0, version);
  let bits = version;
  let count = 8;
  let at = w.length;
  const { buffer } = w;
  for (let i = start; i < end + 2; i++) {
    while (count >= 5) buffer[at++] = ALPHABET[(bits >>> (count -= 5)) & 31]!;
    let byte: number;
    if (i < end) crc = crcStep(crc, (byte = payload[i]!));
    // The checksum is little-endian.
    else byte = i === end ? crc & 255 : crc >> 8;
    bits = ((bits << 8) | byte) & 0xffff;
    count += 8;
  }
  while (count >= 5) buffer[at++] = ALPHABET[(bits >>> (count -= 5)) & 31]!;
  if (count > 0) buffer[at++] = ALPHABET[(bits << (5 - count)) & 31]!;
  w.length = at;
}

const SLOTS = 1 << 14;
const cachedKeys = new Uint8Array(SLOTS * KEY_BYTES);

const cachedTexts = new Uint8Array(SLOTS * TEXT_BYTES);
const textWords = new DataView(cachedTexts.buffer);
const cachedVersions = new Uint8Array(SLOTS);
const scratch = new ByteWriter(TEXT_BYTES);

/**
 * Writes the strkey of a 32-byte key at `at`. A few thousand accounts make most of a ledger, so the texts of the
 * last keys seen are kept: one slot a key, overwritten by the next key of the same slot.
 */
export function writeKey(w: ByteWriter, version: number, bytes: Uint8Array, at: number): void {
  const slot = ((bytes[at + 1]! << 8) | bytes[at + 2]! | (bytes[at + 3]! << 16)) % SLOTS;
  const text = slot * TEXT_BYTES;
  if (cachedVersions[slot] !== version || !sameKey(bytes, at, slot * KEY_BYTES)) {
    scratch.length = 0;
    writeStrkey(scratch, version, bytes, at, at + KEY_BYTES);
    cachedTexts.set(scratch.buffer, text);
    cachedKeys.set(bytes.subarray(at, at + KEY_BYTES), slot * KEY_BYTES);
    cachedVersions[slot] = version;
  }
  w.copyWords(textWords, text, text + TEXT_BYTES);
}

function sameKey(bytes: Uint8Array, at: number, key: number): boolean {
  for (let i = 0; i < KEY_BYTES; i++) if (bytes[at + i] !== cachedKeys[key + i]) return false;
  return true;
}

function crcStep(crc: number, byte: number): number {
  return ((crc << 8) & 0xffff) ^ CRC[(crc >> 8) ^ byte]!;
}

/** CRC16-XModem: polynomial 0x1021, start 0. */
function crcTable(): Uint16Array {
  const table = new Uint16Array(256);
  for (let byte = 0; byte < 256; byte++) {
    let crc = byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1;
    table[byte] = crc & 0xffff;
  }
  return table;
}
