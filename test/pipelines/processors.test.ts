import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { processors } from '../../src/pipelines/processors/index.ts';
import { RecordSet } from '../../src/pipelines/run/record-set.ts';
import { checkLedger } from '../../src/ledger/verify.ts';
import { networkId } from '../../src/ledger/network.ts';
import { ledgersOf } from '../../src/workers/read.ts';

const key = 'FFFFFFCD--50-99/FFFFFFC3--60-69.xdr.zst';
const bytes = readFileSync(join(resolve(import.meta.dirname, '../../data/sample'), key));
const passphrase = 'Ledgerlake Sample Network ; 2026';
/** But for `sql`, whose query says what its records are. */
const making = [...processors.values()].filter(({ extraction, bind }) => extraction && !bind);

describe('every processor', () => {
  it.each(making.map(({ id }) => id))('%s fills the tables that it declares', (id) => {
    const { records = [], extraction } = processors.get(id)!;
    const config = { memo_text: '', extraction_schemas: {}, account_ids: [] };
    const names = extraction!({ config, passphrase }).tables.map(({ name }) => name);
    expect(records.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
    const set = new RecordSet([{ id, config, passphrase }], passphrase);
    for (const ledger of ledgersOf({ key, bytes }, { key })) {
      checkLedger(ledger, networkId(passphrase));
      set.add(ledger);
    }
    for (const [name, batch] of set.batches()) {
      const table = records.find((each) => each.name === name)!;
      expect(batch.schema.names).toEqual(Object.keys(table.columns));
      const keys = new Set(Array.from(batch, (row) => table.key.map((column) => String(row[column])).join('|')));
      expect(keys.size).toBe(batch.numRows);
      const ids = batch.getChild('id');
      if (ids) expect(new Set(ids).size, name).toBe(batch.numRows);
    }
  });

  it('of the hosted registry makes records', () => {
    const hosted = [...processors.values()].filter(({ origin, filters }) => origin === 'hosted' && !filters);
    expect(hosted.filter(({ extraction }) => !extraction)).toEqual([]);
  });
});
