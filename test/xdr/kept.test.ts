import { describe, expect, it } from 'vitest';
import { ByteWriter } from '../../src/core/bytes.ts';
import { Kept, KeptTexts } from '../../src/xdr/kept.ts';

const view = new DataView(new ArrayBuffer(64));

/** Puts the word where keys are asked for. */
function put(word: number): [DataView, number, number, number] {
  view.setInt32(8, word);
  return [view, 8, 12, word];
}

describe('Kept', () => {
  it('makes the value of a key once, until it is full', () => {
    let made = 0;
    const kept = new Kept(4, 4, (from, start) => ({ word: from.getInt32(start), made: made++ }));
    const first = [1, 2, 3, 4].map((word) => kept.of(...put(word)));
    expect([1, 2, 3, 4].map((word) => kept.of(...put(word)))).toEqual(first);
    expect(kept.of(...put(5))).toEqual({ word: 5, made: 4 });
    expect(kept.of(...put(1))).toEqual({ word: 1, made: 5 });
    expect(first[0]).toEqual({ word: 1, made: 0 });
  });

  it('keeps nothing for a key whose value could not be made', () => {
    let fails = false;
    const kept = new Kept(4, 4, (from, start) => {
      if (fails) throw new Error('no value');
      return from.getInt32(start);
    });
    for (const word of [1, 2, 3, 4]) kept.of(...put(word));
    fails = true;
    for (let turn = 0; turn < 2; turn++) expect(() => kept.of(...put(5))).toThrow('no value');
    fails = false;
    expect([5, 1].map((word) => kept.of(...put(word)))).toEqual([5, 1]);
  });
});

describe('KeptTexts', () => {
  it('writes the text of a key, made once, and none that could not be made', () => {
    let made = 0;
    let fails = false;
    const texts = new KeptTexts(4, 4, 9, (w, from, start) => {
      if (fails) throw new Error('no text');
      made++;
      w.ascii(`word ${String(from.getInt32(start)).padStart(4)}`);
    });
    const text = (word: number) => {
      const w = new ByteWriter(1);
      texts.write(w, ...put(word));
      return w.text();
    };
    expect([7, 80, 7].map(text)).toEqual(['word    7', 'word   80', 'word    7']);
    expect(made).toBe(2);
    fails = true;
    for (let turn = 0; turn < 2; turn++) expect(() => text(9)).toThrow('no text');
    fails = false;
    expect([9, 7].map(text)).toEqual(['word    9', 'word    7']);
  });

  it('makes texts again when it was full, and of keys whose hashes are the same, whatever their lengths', () => {
    const texts = new KeptTexts(16, 12, 8, (w, from, start, end) => {
      w.ascii(String(from.getInt32(start) * 100 + (end - start)).padStart(8));
    });
    const keys = Array.from({ length: 40 }, (_, i) => ({ word: i, size: 4 + (i % 3) * 4 }));
    for (let turn = 0; turn < 2; turn++) {
      for (const { word, size } of keys) {
        const w = new ByteWriter(1);
        view.setInt32(8, word);
        texts.write(w, view, 8, 8 + size, 0);
        expect(w.text().trim()).toBe(String(word * 100 + size));
      }
    }
  });
});
