/** Keys of index rows: 48 bits of a hash, as a number that sorts as its bytes do. */
export const KEY_BYTES = 6;

/** A number below 2^48. */
export type Key = number;

/** Topics beyond the fourth cannot be asked for. */
export const MAX_TOPICS = 4;

/** Returns the key of a transaction hash. */
export function hashKey(bytes: Uint8Array, at: number): Key {
  return Buffer.from(bytes.buffer, bytes.byteOffset + at, KEY_BYTES).readUIntBE(0, KEY_BYTES);
}

/** Returns the key of events of a contract. */
export function contractKey(bytes: Uint8Array, at: number): Key {
  return mix(bytes, at, at + 32, MAX_TOPICS);
}

/** Returns the key of events whose topic at `place`, from 0, is the ScVal `bytes[start, end)`. */
export function topicKey(bytes: Uint8Array, start: number, end: number, place: number): Key {
  return mix(bytes, start, end, place);
}

/** FNV-1a over two lanes: 48 bits of a hash that need not withstand anybody. */
function mix(bytes: Uint8Array, start: number, end: number, seed: number): Key {
  let high = 0x811c9dc5 ^ seed;
  let low = 0x1b873593 + seed;
  for (let i = start; i < end; i++) {
    high = Math.imul(high ^ bytes[i]!, 0x01000193);
    low = Math.imul(low ^ bytes[i]!, 0x85ebca6b);
    low ^= low >>> 13;
  }
  return joined(high ^ (high >>> 15), low);
}

/** Returns the key of the ledger entry whose LedgerKey is `type` and the whole words from `start` to `end`. */
export function entryKey(view: DataView, type: number, start: number, end: number): Key {
  let high = 0x811c9dc5 ^ type;
  let low = 0x1b873593 + type;
  for (let p = start; p < end; p += 4) {
    const word = view.getInt32(p);
    high = Math.imul(high ^ word, 0x9e3779b1);
    high ^= high >>> 15;
    low = Math.imul(low ^ word, 0x85ebca6b);
    low ^= low >>> 13;
  }
  return joined(Math.imul(high, 0x85ebca6b) ^ (high >>> 16), Math.imul(low, 0xc2b2ae35));
}

function joined(high: number, low: number): Key {
  return (high >>> 0) * 65536 + (low >>> 16);
}
