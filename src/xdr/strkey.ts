/** Keys as text: base32 of version byte, payload and CRC16 (SEP-23). */
import { ByteWriter } from '../core/bytes.ts';
import { KeptTexts } from './kept.ts';

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
  /** W (CAP-84) */
  muxedContract: 22 << 3,
} as const;

const ALPHABET = Uint8Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', (letter) => letter.charCodeAt(0));
const CRC = crcTable();
const KEY_BYTES = 32;
const TEXT_BYTES = 56;
const BALANCE_BYTES = 36;
const BALANCE_TEXT_BYTES = 58;

/** Version, payload, checksum, and zeros up to a multiple of five; payloads are at most 64 + 40 bytes. */
const raw = new Uint8Array(128);

/** Writes the strkey of any payload. */
export function writeStrkey(w: ByteWriter, version: number, payload: Uint8Array, start: number, end: number): void {
  const size = end - start + 3;
  raw[0] = version;
  let crc = crcStep(0, version);
  for (let i = start, to = 1; i < end; i++, to++) {
    const byte = payload[i];
    raw[to] = byte;
    crc = crcStep(crc, byte);
  }
  // The checksum is little-endian.
  raw[size - 2] = crc & 255;
  raw[size - 1] = crc >> 8;
  raw.fill(0, size, size + 4);
  const chars = Math.ceil((size * 8) / 5);
  w.reserve(chars + 8);
  const { buffer } = w;
  // Five bytes are eight letters; what is written past the last letter is room again.
  for (let i = 0, at = w.length; i < size; i += 5, at += 8) {
    const high = (raw[i] << 12) | (raw[i + 1] << 4) | (raw[i + 2] >> 4);
    const low = ((raw[i + 2] & 15) << 16) | (raw[i + 3] << 8) | raw[i + 4];
    buffer[at] = ALPHABET[high >> 15]!;
    buffer[at + 1] = ALPHABET[(high >> 10) & 31]!;
    buffer[at + 2] = ALPHABET[(high >> 5) & 31]!;
    buffer[at + 3] = ALPHABET[high & 31]!;
    buffer[at + 4] = ALPHABET[low >> 15]!;
    buffer[at + 5] = ALPHABET[(low >> 10) & 31]!;
    buffer[at + 6] = ALPHABET[(low >> 5) & 31]!;
    buffer[at + 7] = ALPHABET[low & 31]!;
  }
  w.length += chars;
}

/** Writes keys as text. */
export interface KeyTexts {
  /** Writes the strkey of the 32-byte key at `at`. */
  write(w: ByteWriter, version: number, view: DataView, at: number): void;
  /** Writes the ClaimableBalanceID at `p` and returns where it ends; its type is one byte of the strkey. */
  writeBalance(w: ByteWriter, view: DataView, p: number): number;
}

const KEPT_KEYS = 1 << 13;

/** Cache of the texts of recent keys: a few hundred accounts make most of a ledger. */
export class Strkeys implements KeyTexts {
  readonly #ofVersion: (KeptTexts | undefined)[] = Array.from({ length: 32 });
  readonly #balances = new KeptTexts(KEPT_KEYS, BALANCE_BYTES, BALANCE_TEXT_BYTES, writeBalanceText);

  write(w: ByteWriter, version: number, view: DataView, at: number): void {
    const texts = (this.#ofVersion[version >> 3] ??= textsOf(version));
    texts.write(w, view, at, at + KEY_BYTES, view.getInt32(at + 4) ^ view.getInt32(at + KEY_BYTES - 4));
  }

  writeBalance(w: ByteWriter, view: DataView, p: number): number {
    const end = p + BALANCE_BYTES;
    this.#balances.write(w, view, p, end, view.getInt32(p + 4) ^ view.getInt32(end - 4));
    return end;
  }
}

/** Writes each text anew, and keeps none. */
export const unkept: KeyTexts = {
  write: writeKeyText,
  writeBalance(w, view, p) {
    writeBalanceText(w, view, p);
    return p + BALANCE_BYTES;
  },
};

function textsOf(version: number): KeptTexts {
  return new KeptTexts(KEPT_KEYS, KEY_BYTES, TEXT_BYTES, (w, view, at) => writeKeyText(w, version, view, at));
}

function writeKeyText(w: ByteWriter, version: number, view: DataView, at: number): void {
  writeStrkey(w, version, new Uint8Array(view.buffer, view.byteOffset + at, KEY_BYTES), 0, KEY_BYTES);
}

function writeBalanceText(w: ByteWriter, view: DataView, p: number): void {
  const payload = new Uint8Array(1 + KEY_BYTES);
  payload[0] = view.getInt32(p);
  payload.set(new Uint8Array(view.buffer, view.byteOffset + p + 4, KEY_BYTES), 1);
  writeStrkey(w, strkeyVersion.claimableBalance, payload, 0, payload.length);
}

function crcStep(crc: number, byte: number): number {
  return ((crc << 8) & 0xffff) ^ CRC[(crc >> 8) ^ byte];
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

/** Bytes of the payload of each version that is read. */
const PAYLOAD_BYTES: Readonly<Record<number, number>> = {
  [strkeyVersion.account]: KEY_BYTES,
  [strkeyVersion.muxedAccount]: KEY_BYTES + 8,
  [strkeyVersion.preAuthTx]: KEY_BYTES,
  [strkeyVersion.sha256Hash]: KEY_BYTES,
  [strkeyVersion.contract]: KEY_BYTES,
  [strkeyVersion.liquidityPool]: KEY_BYTES,
  [strkeyVersion.claimableBalance]: KEY_BYTES + 1,
  [strkeyVersion.muxedContract]: KEY_BYTES + 8,
};
/** Of a muxed account or contract. */
const LONGEST_TEXT = 69;

/** What a strkey says. */
export interface Strkey {
  /** One of `strkeyVersion`. */
  version: number;
  payload: Uint8Array;
}

/**
 * Returns what a strkey says; undefined when the text is none, which any text is but the one that is written for its payload.
 * Signed payloads (P), whose length varies, and secret seeds are none here.
 */
export function readStrkey(text: string): Strkey | undefined {
  if (text.length > LONGEST_TEXT) return undefined;
  const bytes = readBase32(text);
  const [version] = bytes;
  const payload = bytes.subarray(1, -2);
  if (payload.length !== PAYLOAD_BYTES[version]) return undefined;
  const w = new ByteWriter(LONGEST_TEXT + 8);
  writeStrkey(w, version, payload, 0, payload.length);
  return w.text() === text ? { version, payload } : undefined;
}

/** Returns the payload of a strkey of this version; undefined when the text is none. */
export function readKey(text: string, version: number): Uint8Array | undefined {
  const key = readStrkey(text);
  return key?.version === version ? key.payload : undefined;
}

/** Returns the bytes of base32 without padding, as if all letters and the bits left over were right. */
function readBase32(text: string): Uint8Array {
  const bytes = new Uint8Array((text.length * 5) >> 3);
  let held = 0;
  let bits = 0;
  let at = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    held = ((held << 5) | ((code >= 65 ? code - 65 : code - 24) & 31)) & 0xfff;
    bits += 5;
    if (bits >= 8) bytes[at++] = held >> (bits -= 8);
  }
  return bytes;
}
