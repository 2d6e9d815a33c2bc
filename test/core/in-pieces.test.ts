import fc from 'fast-check';
import { expect, it } from 'vitest';
import { jsonInPieces, mapInPieces } from '../../src/core/in-pieces.ts';

it('writes JSON as JSON.stringify does', async () => {
  const given = fc.dictionary(fc.string(), fc.oneof(fc.array(fc.jsonValue()), fc.jsonValue(), fc.constant(undefined)));
  await fc.assert(
    fc.asyncProperty(given, async (body) => {
      expect(String(await jsonInPieces(body))).toBe(JSON.stringify(body));
    }),
  );
  const toJSON = () => 'itself';
  const odd = {
    ...{ a: [undefined, null, Symbol.iterator, 'ü'], b: new Date(0), c: [], d: undefined, e: {} },
    ...{
      f: { a: { b: [{ c: 1 }], d: undefined, e: {} } },
      g: { toJSON },
      h: Object.create(null) as object,
      i: [new Date(0)],
    },
  };
  expect(String(await jsonInPieces(odd))).toBe(JSON.stringify(odd));
});

it('keeps the order of items, and lets other work go on between them', async () => {
  let others = 0;
  const count = () => {
    others++;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  const spin = (item: number, index: number) => {
    const end = performance.now() + 11;
    while (performance.now() < end);
    return item * 10 + index;
  };
  expect(await mapInPieces([5, 6, 7], spin)).toEqual([50, 61, 72]);
  clearImmediate(next);
  expect(others).toBeGreaterThanOrEqual(2);
});
