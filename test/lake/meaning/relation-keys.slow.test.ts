/** `sql/keys.json` says of each column which ledgers its values are in. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KEY_COLUMNS } from '../../../src/history/key-columns.ts';
import { LedgerIndex } from '../../../src/history/ledger-index.ts';
import { indexKeys } from '../../../src/ingest/index-keys.ts';
import { quoteName, quoteText } from '../../../src/lake/duckdb/duckdb.ts';
import { openLake, type Lake } from '../../../src/lake/asking/lake.ts';
import { query } from '../../../src/lake/asking/query/query.ts';
import { readRelationKeys, type TableKeys } from '../../../src/lake/meaning/relation-keys.ts';
import { sqlFolder } from '../../../src/lake/meaning/sql-files.ts';
import { tables } from '../../../src/tables/index.ts';
import { makeSampleLake } from '../../make/sample-lake.ts';

const relations = [...readRelationKeys(sqlFolder)];

describe('keys.json', () => {
  it.each(relations)('names columns of keys that %s has below', (_, { tables: known, together = [] }) => {
    for (const [table, { keys = {}, ledger = [] }] of Object.entries(known)) {
      const columns = [...Object.values(keys).flat()].filter((source) => !source.startsWith('='));
      for (const column of columns) expect(KEY_COLUMNS.get(table)?.has(column.replace(/^:/, ''))).toBe(true);
      expect(ledger.length > 0 || !together.includes(table)).toBe(true);
    }
  });
});

describe('a query by a column of keys.json', () => {
  let bounded: Lake;
  let whole: Lake;
  beforeAll(async () => {
    const dir = await makeSampleLake();
    const index = new LedgerIndex(dir);
    const writer = await openLake(dir, { tables, write: true, index });
    await indexKeys(writer);
    await writer.close();
    bounded = await openLake(dir, { tables, unboundedFiles: 0, index: new LedgerIndex(dir) });
    whole = await openLake(dir, { tables, unboundedFiles: Infinity });
  });
  afterAll(async () => {
    await bounded.close();
    await whole.close();
  });

  const rows = async (lake: Lake, sql: string) => (await query(lake, sql)).toArray().map(String).sort();
  const columnsOf = ({ ledger = [], hash = [], keys = {} }: TableKeys) => [...ledger, ...hash, ...Object.keys(keys)];

  it.each(relations)('has all rows of %s', async (relation, { tables: known }) => {
    const [schema, name] = relation.split('.');
    const from = `from ${schema}.${quoteName(name)}`;
    for (const column of new Set(Object.values(known).flatMap(columnsOf))) {
      const own = quoteName(column);
      // Rare values have the fewest ledgers.
      const values = await query(
        whole,
        `select ${own}::varchar as value ${from} where ${own} is not null group by all order by count(*), value limit 2`,
      );
      for (const row of values.toArray()) {
        const isNumber = /ledger|sequence/.test(column);
        const value = isNumber ? String(row['value']) : quoteText(String(row['value']));
        const sql = `${from} where ${own} = ${value}`;
        expect(await rows(bounded, sql), sql).toEqual(await rows(whole, sql));
      }
    }
  });
});
