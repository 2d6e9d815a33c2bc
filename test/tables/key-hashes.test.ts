import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { ByteWriter } from '../../src/core/bytes.ts';
import { KeyHashes } from '../../src/tables/entry/key-hashes.ts';

const bytes = Uint8Array.from({ length: 5000 }, (_, i) => (i * 37) ^ (i >> 3));
const view = new DataView(bytes.buffer);
const hashes = new KeyHashes();

function hashOf(type: number, keyStart: number, keyEnd: number): string {
  const w = new ByteWriter(1);
  hashes.write(w, type, view, keyStart, keyEnd);
  return w.text();
}

function expected(type: number, keyStart: number, keyEnd: number): string {
  return createHash('sha256')
    .update(Uint8Array.of(0, 0, 0, type))
    .update(bytes.subarray(keyStart, keyEnd))
    .digest('hex');
}

it('hashes keys of every type and length, the same again and others', () => {
  const keys = [4, 32, 36, 56, 128, 132, 4096].flatMap((length) =>
    [0, 6, 7, 9].flatMap((type) => [0, 8, 400].map((start) => [type, start, start + length] as const)),
  );
  for (const key of [...keys, ...keys]) expect(hashOf(...key)).toBe(expected(...key));
});

it('hashes more keys than are kept', () => {
  const keys = Array.from({ length: 4000 }, (_, i) => [6, i & ~3, (i & ~3) + 40 + (i & 3) * 4] as const);
  for (const key of [...keys, ...keys]) expect(hashOf(...key)).toBe(expected(...key));
});
