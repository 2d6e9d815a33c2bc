import { PassThrough } from 'node:stream';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  decodeTables,
  exportTable,
  openStore,
  tableNamed,
  tables,
  type DecodeTablesOptions,
  type ExportOptions,
  type TableName,
} from '../../src/index.ts';

const sample = join(import.meta.dirname, '../../data/sample');
const network = 'Ledgerlake Sample Network ; 2026';

describe('TableName', () => {
  it('is a union of literal names, which the options take', () => {
    expectTypeOf<string>().not.toExtend<TableName>();
    expectTypeOf<'history_ledgers' | 'transaction_changes'>().toExtend<TableName>();
    expectTypeOf<(typeof tables)[number]['name']>().toEqualTypeOf<TableName>();
    expectTypeOf<ExportOptions['table']>().toEqualTypeOf<TableName>();
    expectTypeOf<DecodeTablesOptions['tables']>().toEqualTypeOf<readonly TableName[] | undefined>();
  });

  it('has the name of each table, each once', () => {
    const names = tables.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    const bytes = readFileSync(join(sample, 'FFFFFFFF--0-49/FFFFFFFF--0-9.xdr.zst'));
    expect([...decodeTables(bytes, { network, tables: names }).keys()].sort()).toEqual([...names].sort());
  });

  it('refuses another name when it is compiled and when it runs, and names what is near', async () => {
    const bytes = readFileSync(join(sample, 'FFFFFFFF--0-49/FFFFFFFF--0-9.xdr.zst'));
    const expected = /^no table history_ledger \(did you mean history_ledgers\?\); there are account_data, .*, ttl$/;
    // @ts-expect-error No table has this name.
    expect(() => decodeTables(bytes, { network, tables: ['history_ledger'] })).toThrow(expected);
    expect(() => tableNamed('history_ledger')).toThrow(expected);
    const options = { network, format: 'csv', output: new PassThrough() } as const;
    // @ts-expect-error No table has this name.
    const exported = exportTable(await openStore(sample), { ...options, table: 'history_ledger' });
    await expect(exported).rejects.toThrow(expected);
  });
});
