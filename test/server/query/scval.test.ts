/** Texts in values of contracts: bare, as the hosted service's decoder has them, not as SEP-51 escapes them. */
import { xdr } from '@stellar/stellar-sdk';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { flatOf } from '../../../src/server/query/contracts/scval.ts';
import { typedOf } from '../../../src/server/query/contracts/typed-scval.ts';
import type { Json } from '../../../src/server/query/json.ts';
import { escapedOf } from '../../../src/xdr/text.ts';
import { decodeJson } from '../../../src/xdr/decode.ts';

const words = ['plain', 'two\nlines\t', 'back\\slash \\x41 \\n', 'naïve 😀', '\u0000', '\ufeffmark', '"quoted"'];
const bytes = fc.oneof(
  fc.constantFrom(...words.map((word) => Buffer.from(word))),
  fc.uint8Array({ maxLength: 24 }).map((some) => Buffer.from(some)),
);

const sep51 = (kind: 'string' | 'symbol', text: Buffer) => {
  const value = kind === 'string' ? xdr.ScVal.scvString(text) : xdr.ScVal.scvSymbol(text);
  return JSON.parse(decodeJson('ScVal', value.toXdr())) as Json;
};

it.each(['string', 'symbol'] as const)('shows the text of a %s', (kind) => {
  fc.assert(
    fc.property(bytes, (some) => {
      const utf8 = some.toString('utf8');
      // A text that is not UTF-8 stays as SEP-51 escapes it.
      const text = Buffer.from(utf8).equals(some) ? utf8 : escapedOf(some);
      const value = sep51(kind, some);
      expect(flatOf(value)).toBe(text);
      expect(flatOf({ vec: [value] })).toEqual([text]);
      expect(typedOf(value)).toEqual({ type: kind, value: text, display: text });
    }),
  );
});

it('names entries of a map by the text of their keys', () => {
  const key = sep51('symbol', Buffer.from('é'));
  const val = sep51('string', Buffer.from('a\\b'));
  expect(flatOf({ map: [{ key, val }] })).toEqual({ type: 'map', entries: { é: 'a\\b' }, keys: ['é'] });
});

it('takes a text that nobody escaped as it is', () => {
  expect(flatOf({ string: 'é \\xc3\\xa9 \\q' })).toBe('é é \\q');
});
