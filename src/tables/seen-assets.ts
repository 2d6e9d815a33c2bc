/** Which assets were seen, by the bytes of their XDR. */
import { assetBytes, sameWords, wordsOf } from './assets.ts';

const FIRST_SLOTS = 1024;

/** A set of assets: open addressing over their XDR as words, so that one already there costs a hash and a comparison. */
export class SeenAssets {
  #slots: (Int32Array | undefined)[] = emptySlots(FIRST_SLOTS);
  #size = 0;

  /** Adds the Asset at `p`, or the TrustLineAsset at `p` that is no pool share; returns whether it was not there. */
  add(view: DataView, p: number): boolean {
    const end = p + assetBytes(view, p);
    const mask = this.#slots.length - 1;
    let slot = hashAt(view, p, end) & mask;
    for (; this.#slots[slot] !== undefined; slot = (slot + 1) & mask) {
      if (sameWords(this.#slots[slot]!, view, p, end)) return false;
    }
    this.#slots[slot] = wordsOf(view, p, end);
    if (++this.#size * 2 > this.#slots.length) this.#grow();
    return true;
  }

  clear(): void {
    if (this.#size > 0) this.#slots = emptySlots(FIRST_SLOTS);
    this.#size = 0;
  }

  #grow(): void {
    const slots = emptySlots(this.#slots.length * 2);
    for (const words of this.#slots) {
      if (words === undefined) continue;
      let slot = hashOf(words) & (slots.length - 1);
      while (slots[slot] !== undefined) slot = (slot + 1) & (slots.length - 1);
      slots[slot] = words;
    }
    this.#slots = slots;
  }
}

function emptySlots(count: number): (Int32Array | undefined)[] {
  return Array.from({ length: count }, () => undefined);
}

/** Mixes in all words of the code, which an issuer chooses; of the issuer's random key the last four bytes suffice. */
function hashAt(view: DataView, p: number, end: number): number {
  let hash = view.getInt32(end - 4);
  for (let word = p + 4; word < end - 36; word += 4) hash = mix(hash, view.getInt32(word));
  return finish(hash);
}

function hashOf(words: Int32Array): number {
  let hash = words[words.length - 1]!;
  for (let word = 1; word < words.length - 9; word++) hash = mix(hash, words[word]!);
  return finish(hash);
}

function mix(hash: number, word: number): number {
  return Math.imul(hash ^ word, 0x9e3779b1) ^ (hash >>> 15);
}

function finish(hash: number): number {
  return Math.imul(hash ^ (hash >>> 16), 0x85ebca6b) >>> 7;
}
