/** Keys as text: base32 of version byte, payload and CRC16 (SEP-23). */
import { ByteWriter } from '../bytes.ts';
import { KeyNumbers } from '../key-numbers.ts';

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

const KEPT_KEYS = 1 << 13;

/** Texts of keys, of one length each: those of the last keys seen are kept. */
export class KeptTexts {
  readonly #keyBytes: number;
  readonly #textBytes: number;
  readonly #textWords: number;
  readonly #make: (w: ByteWriter, view: DataView, p: number) => void;
  readonly #keys: KeyNumbers;
  readonly #texts: Float64Array;
  readonly #scratch: ByteWriter;

  /** `make` writes the text of the key at a place. */
  constructor(keyBytes: number, textBytes: number, make: (w: ByteWriter, view: DataView, p: number) => void) {
    this.#keyBytes = keyBytes;
    this.#textBytes = textBytes;
    this.#textWords = (textBytes + 7) >> 3;
    this.#make = make;
    this.#keys = new KeyNumbers(KEPT_KEYS, keyBytes);
    this.#texts = new Float64Array(KEPT_KEYS * this.#textWords);
    this.#scratch = new ByteWriter(textBytes + 8);
  }

  /** Writes the text of the key at `at`. */
  write(w: ByteWriter, view: DataView, at: number): void {
    const end = at + this.#keyBytes;
    let number = this.#keys.find(view, at, end, view.getInt32(at + 4) ^ view.getInt32(end - 4));
    if (number < 0) {
      number = ~number;
      this.#keep(number, view, at);
    }
    w.text64(this.#texts, number * this.#textWords, this.#textBytes);
  }

  #keep(number: number, view: DataView, at: number): void {
    const scratch = this.#scratch;
    scratch.length = 0;
    this.#make(scratch, view, at);
    new Uint8Array(this.#texts.buffer).set(scratch.buffer.subarray(0, this.#textBytes), number * this.#textWords * 8);
  }
}

const textsOf: (KeptTexts | undefined)[] = Array.from({ length: 32 });

/** Writes the strkey of a 32-byte key at `at`. A few hundred accounts make most of a ledger, so texts are kept. */
export function writeKey(w: ByteWriter, version: number, view: DataView, at: number): void {
  const texts = (textsOf[version >> 3] ??= keysOf(version));
  texts.write(w, view, at);
}

function keysOf(version: number): KeptTexts {
  return new KeptTexts(KEY_BYTES, TEXT_BYTES, (w, view, at) => {
    writeStrkey(w, version, new Uint8Array(view.buffer, view.byteOffset + at, KEY_BYTES), 0, KEY_BYTES);
  });
}

const scratch = new ByteWriter(TEXT_BYTES + 8);

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

/** Returns the 32 bytes of a contract's strkey, undefined when the text is none: its letters, version and checksum must fit. */
export function readContractKey(text: string): Uint8Array | undefined {
  if (!/^C[A-Z2-7]{55}$/.test(text)) return undefined;
  const bytes = new Uint8Array(35);
  let value = 0;
  let bits = 0;
  let at = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    value = ((value << 5) | (code >= 65 ? code - 65 : code - 24)) & 0xfff;
    bits += 5;
    if (bits >= 8) bytes[at++] = value >> (bits -= 8);
  }
  const key = bytes.slice(1, 33);
  scratch.length = 0;
  writeStrkey(scratch, strkeyVersion.contract, key, 0, KEY_BYTES);
  return scratch.text() === text ? key : undefined;
}
