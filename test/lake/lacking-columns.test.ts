import { expect, it } from 'vitest';
import { column, defineTable } from '../../src/arrow/table.ts';
import { lackingColumns } from '../../src/lake/relations/lacking-columns.ts';
import type { KnownFile } from '../../src/lake/snapshot/snapshot.ts';

const table = (name: string, ...columns: string[]) =>
  defineTable({
    name,
    grain: 'One row.',
    key: [],
    columns: Object.fromEntries(columns.map((one) => [one, column('utf8', 'What.')])),
  });

const file = (first: number, last: number, ...columns: string[]): KnownFile => ({
  path: `bronze/t/${first}-${last}.parquet`,
  segment: `${first}-${last}`,
  first,
  last,
  columns,
});

it('lackingColumns(snapshot, tables) tells the ledgers whose files lack a column', () => {
  const files: Record<string, KnownFile[]> = {
    token_transfers_raw: [file(1, 9, 'from'), file(10, 19, 'from'), file(20, 29, 'from', 'to'), file(30, 39, 'to')],
    accounts: [file(1, 39, 'account_id', 'gone')],
  };
  const tables = [table('token_transfers_raw', 'from', 'to'), table('accounts', 'account_id'), table('offers', 'id')];
  expect(lackingColumns({ filesOf: (name) => files[name] ?? [] }, tables)).toEqual([
    { table: 'token_transfers_raw', column: 'to', ledgers: [{ first: 1, last: 19 }] },
    { table: 'token_transfers_raw', column: 'from', ledgers: [{ first: 30, last: 39 }] },
  ]);
});

it('leaves out what is made of the details that files of earlier builds have', () => {
  const operations = table('history_operations', 'destination', 'later');
  const filesOf = () => [file(1, 9, 'details_json'), file(10, 19, 'destination', 'later')];
  expect(lackingColumns({ filesOf }, [operations])).toEqual([
    { table: 'history_operations', column: 'later', ledgers: [{ first: 1, last: 9 }] },
  ]);
});
