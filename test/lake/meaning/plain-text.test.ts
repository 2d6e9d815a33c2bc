import { isUtf8 } from 'node:buffer';
import { xdr } from '@stellar/stellar-sdk';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { selectRows } from '../../../src/lake/duckdb/duckdb.ts';
import { decodeJson } from '../../../src/xdr/decode.ts';
import { openChecked, type Checked } from '../checked.ts';

let checked: Checked;
beforeAll(async () => {
  checked = await openChecked();
});
afterAll(() => checked.close());

const words = [
  'plain',
  'two\nlines\t\r',
  'back\\slash \\x41 \\\\n',
  'naïve 😀',
  '\u0000',
  '\ufeff100% + 1',
  '"quoted"',
];
const bytes = fc.oneof(
  fc.constantFrom(...words.map((word) => Buffer.from(word))),
  fc.uint8Array({ maxLength: 12 }).map((some) => Buffer.from(some)),
  fc.string({ unit: fc.constantFrom('\\', 'n', 'x', '4', '1', '0', '%', '+', 'é') }).map((text) => Buffer.from(text)),
);

/** A text of a contract as tables have it. */
const escaped = (some: Buffer) =>
  (JSON.parse(decodeJson('ScVal', xdr.ScVal.scvString(some).toXdr())) as { string: string }).string;

/** The texts that the macro makes of some, in one query: those that are none are among others. */
async function plain(some: readonly string[]): Promise<string[]> {
  const rows = await selectRows(
    checked.connection,
    `select hex(encode(bronze.plain_text(text))) as plain
     from (select unnest(range($2::bigint)) as i, unnest(from_json($1, '["VARCHAR"]')) as text) order by i`,
    [JSON.stringify(some), some.length],
  );
  return rows.map((row) => Buffer.from(String(row['plain']), 'hex').toString('utf8'));
}

it('shows a text without its escapes, and what is no UTF-8 with them', () =>
  fc.assert(
    fc.asyncProperty(fc.array(bytes, { minLength: 1 }), async (some) => {
      const texts = some.map(escaped);
      expect(await plain(texts)).toEqual(some.map((one, i) => (isUtf8(one) ? one.toString('utf8') : texts[i])));
    }),
  ));

it('has none of what is null', async () => {
  expect(await selectRows(checked.connection, 'select bronze.plain_text(null) as plain')).toEqual([{ plain: null }]);
});
