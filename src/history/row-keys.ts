/** Keys of index rows: 48 bits of a hash, as a number that sorts as its bytes do. */
export const KEY_BYTES = 6;

/** A number below 2^48. */
export type RowKey = number;

/** Topics beyond the fourth cannot be asked for. */
export const MAX_TOPICS = 4;

/** Returns the key of a transaction hash. */
export function hashKey(bytes: Uint8Array, at: number): RowKey {
  const high = (bytes[at] << 24) | (bytes[at + 1] << 16) | (bytes[at + 2] << 8) | bytes[at + 3];
  return (high >>> 0) * 65536 + ((bytes[at + 4] << 8) | bytes[at + 5]);
}

/** Returns the key of events of the contract whose id is at `at`. */
export function contractKey(view: DataView, at: number): RowKey {
  return mix(view, MAX_TOPICS, at, at + 32);
}

/** Returns the key of events whose topic at `place`, from 0, is the ScVal from `start` to `end`. */
export function topicKey(view: DataView, start: number, end: number, place: number): RowKey {
  return mix(view, place, start, end);
}

/** Returns the key of the ledger entry whose LedgerKey is `type` and the whole words from `start` to `end`. */
export function entryKey(view: DataView, type: number, start: number, end: number): RowKey {
  return mix(view, type, start, end);
}

/** Bytes at each end that tell long texts apart: a code before a colon, and half of a hash. */
const HEAD_BYTES = 12;
const TAIL_BYTES = 16;

/**
 * Returns the key of a UTF-8 text such as an address; of a long text, both ends count. Texts that share a key are rare and
 * cost extra reads.
 */
export function textKey(view: DataView, start: number, end: number): RowKey {
  const length = end - start;
  let high = 0x811c9dc5 ^ length;
  let low = 0x1b873593 + length;
  const isLong = length >= HEAD_BYTES + TAIL_BYTES;
  let stop = isLong ? start + HEAD_BYTES : end - (length & 3);
  let p = start;
  for (let rest = isLong; ; rest = false) {
    for (; p < stop; p += 4) {
      const word = view.getInt32(p);
      high = Math.imul(high ^ word, 0x9e3779b1);
      high ^= high >>> 15;
      low = Math.imul(low ^ word, 0x85ebca6b);
      low ^= low >>> 13;
    }
    if (!rest) break;
    p = end - TAIL_BYTES;
    stop = end;
  }
  for (; p < end; p++) {
    high = Math.imul(high ^ view.getUint8(p), 0x9e3779b1);
    high ^= high >>> 15;
    low = Math.imul(low ^ view.getUint8(p), 0x85ebca6b);
    low ^= low >>> 13;
  }
  return joined(Math.imul(high, 0x85ebca6b) ^ (high >>> 16), Math.imul(low, 0xc2b2ae35));
}

/** Returns the key of a text as `textKey` does. */
export function keyOfText(text: string): RowKey {
  const { buffer, byteOffset, length } = Buffer.from(text);
  return textKey(new DataView(buffer, byteOffset, length), 0, length);
}

/** FNV-1a over two lanes, a word at a time: 48 bits of a hash that need not withstand anybody. */
function mix(view: DataView, seed: number, start: number, end: number): RowKey {
  let high = 0x811c9dc5 ^ seed;
  let low = 0x1b873593 + seed;
  for (let p = start; p < end; p += 4) {
    const word = view.getInt32(p);
    high = Math.imul(high ^ word, 0x9e3779b1);
    high ^= high >>> 15;
    low = Math.imul(low ^ word, 0x85ebca6b);
    low ^= low >>> 13;
  }
  return joined(Math.imul(high, 0x85ebca6b) ^ (high >>> 16), Math.imul(low, 0xc2b2ae35));
}

function joined(high: number, low: number): RowKey {
  return (high >>> 0) * 65536 + (low >>> 16);
}
