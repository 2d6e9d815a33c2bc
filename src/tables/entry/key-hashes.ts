/** Hashes of LedgerKeys, which name entries. */
import { hash } from 'node:crypto';
import { copyWords, Scratch, type ByteWriter } from '../../core/bytes.ts';
import { KeptTexts } from '../../xdr/kept.ts';
import { LedgerEntryType } from '../../xdr/generated/enums.ts';

const HEX_BYTES = 64;
/** A ledger full of calls names about a thousand keys. */
const KEPT_KEYS = 1 << 11;
/** Longer keys are rare, and not kept: they may take as much as the ledger. */
const KEY_BYTES = 128;

/** The SHA-256 of LedgerKeys. The last ones are cached, because footprints and entries repeat keys. */
export class KeyHashes {
  readonly #ofType: (KeptTexts | undefined)[] = Object.values(LedgerEntryType).map(() => undefined);
  readonly #scratch = new Scratch();

  /** Writes the hash of a key of the type as hex; `start` to `end` is the key without its discriminant. */
  write(w: ByteWriter, type: number, view: DataView, start: number, end: number): void {
    if (end - start > KEY_BYTES) return w.hexOf(this.#hashOf(type, view, start, end));
    const texts = (this.#ofType[type] ??= this.#textsOf(type));
    texts.write(w, view, start, end, mixed(view, start, end));
  }

  #textsOf(type: number): KeptTexts {
    return new KeptTexts(KEPT_KEYS, KEY_BYTES, HEX_BYTES, (w, view, start, end) => {
      w.hexOf(this.#hashOf(type, view, start, end));
    });
  }

  /** Returns the hash, a character a byte. */
  #hashOf(type: number, view: DataView, start: number, end: number): string {
    const bytes = this.#scratch.first(4 + end - start);
    const { view: key } = this.#scratch;
    key.setInt32(0, type);
    copyWords(key, 4, view, start, end);
    // As text it is cheaper to get than as a buffer, and half as long as its hex.
    return hash('sha256', bytes, 'binary');
  }
}

/** The keys of a contract differ in their last words, those of contracts in their first. */
function mixed(view: DataView, keyStart: number, keyEnd: number): number {
  let hash = view.getInt32(Math.min(keyStart + 8, keyEnd - 4));
  for (let p = Math.max(keyStart, keyEnd - 24); p < keyEnd; p += 4) {
    hash = Math.imul(hash ^ view.getInt32(p), 0x9e3779b1) ^ (hash >>> 15);
  }
  return hash;
}
