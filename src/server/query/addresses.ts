/** Addresses that come in: what they are of, and muxed ones as the accounts they are of (SEP-23). */

/** Version bytes, by the first letter of the text. */
const KINDS = { G: 6 << 3, M: 12 << 3, C: 2 << 3, B: 1 << 3, L: 11 << 3 } as const;
/** Bytes of the payload. */
const SIZES = { G: 32, M: 40, C: 32, B: 33, L: 32 } as const;

/** G an account, M a muxed one, C a contract, B a claimable balance, L a liquidity pool. */
export type AddressKind = keyof typeof KINDS;

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Returns what an address is of; undefined where it is none: a letter, a length or the checksum is wrong. */
export function addressKind(text: string): AddressKind | undefined {
  const kind = Object.keys(KINDS).find((letter): letter is AddressKind => letter === text[0]);
  const bytes = kind && readBase32(text);
  if (!kind || !bytes || bytes.length !== SIZES[kind] + 3 || bytes[0] !== KINDS[kind]) return undefined;
  const end = bytes.length - 2;
  return crc16(bytes.subarray(0, end)) === bytes.readUInt16LE(end) ? kind : undefined;
}

/** Returns the address, a muxed one as that of its account; undefined where it is none of these kinds. */
export function readAddress(text: string, kinds: readonly AddressKind[]): string | undefined {
  const kind = addressKind(text);
  if (!kind || !kinds.includes(kind)) return undefined;
  return kind === 'M' ? accountOf(text) : text;
}

/** Returns the key of an address that is one. */
export function payloadOf(address: string): Uint8Array {
  return readBase32(address)!.subarray(1, -2);
}

/** A muxed account is the key of the account, and then the number. */
function accountOf(muxed: string): string {
  const key = readBase32(muxed)!.subarray(1, 33);
  const body = Buffer.concat([Buffer.from([KINDS.G]), key]);
  const checksum = Buffer.alloc(2);
  checksum.writeUInt16LE(crc16(body));
  return writeBase32(Buffer.concat([body, checksum]));
}

/** Returns the bytes of base32 without padding; undefined where a letter is wrong or bits are left over. */
function readBase32(text: string): Buffer | undefined {
  const bytes = Buffer.alloc(Math.floor((text.length * 5) / 8));
  let bits = 0;
  let held = 0;
  let at = 0;
  for (const letter of text) {
    const digit = ALPHABET.indexOf(letter);
    if (digit < 0) return undefined;
    held = (held << 5) | digit;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes[at++] = held >> bits;
    held &= (1 << bits) - 1;
  }
  return bits < 5 && held === 0 ? bytes : undefined;
}

function writeBase32(bytes: Uint8Array): string {
  let text = '';
  let bits = 0;
  let held = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) text += ALPHABET[(held >> (bits - 5)) & 31];
    held &= (1 << bits) - 1;
  }
  return bits === 0 ? text : text + ALPHABET[(held << (5 - bits)) & 31];
}

/** CRC16-XModem. */
function crc16(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let i = 0; i < 8; i++) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff;
  }
  return crc;
}
