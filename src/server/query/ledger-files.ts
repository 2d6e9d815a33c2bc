/** Ledgers of a lake in the files that they were loaded from: for what is in no table unless `ingest` was asked for it. */
import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { JsonBatch } from '../../arrow/json-rows.ts';
import { MIRROR, readStores } from '../../lake/stores.ts';
import { networkId } from '../../ledger/network.ts';
import { checkLedger } from '../../ledger/verify.ts';
import { createTables } from '../../tables/index.ts';
import { addLedger, ledgersOf } from '../../workers/read.ts';
import type { Row } from './fields.ts';
import { sql } from './sql.ts';
import type { View } from './view.ts';

/**
 * Returns the rows of a transaction in a table as they would be with every option of `ingest`, in the order of the meta. Undefined where
 * the file of its ledger is gone, or not the one that was loaded.
 */
export async function decodeRows(
  view: View,
  table: 'transaction_changes' | 'history_transactions',
  { id, ledger_sequence: ledger }: Row,
): Promise<Row[] | undefined> {
  const file = await ledgerFile(view, Number(ledger));
  if (!file) return undefined;
  const network = networkId(view.served.lake.network);
  const set = createTables(network, { withXdr: true, withChanges: true, only: [table] });
  for (const found of ledgersOf({ key: file.name, bytes: file.bytes }, { key: file.name })) {
    if (found.sequence !== Number(ledger)) continue;
    checkLedger(found, network, { verify: false });
    addLedger(set, found);
    break;
  }
  const column = table === 'transaction_changes' ? 'transaction_id' : 'id';
  const rows = [...set.batches().values()].flatMap(({ schema, data }) => [...new JsonBatch(schema, data)]);
  return rows.map((row) => row?.toJSON()).filter((row) => String(row[column]) === String(id));
}

/** Returns the object that a ledger was loaded from, read again: its SHA-256 is that of the load. */
async function ledgerFile(view: View, ledger: number): Promise<{ name: string; bytes: Uint8Array } | undefined> {
  const objects = await view.rows(sql`
    select object_name, sha256
    from meta.ledger_files
    where ${ledger} between first_ledger and last_ledger`);
  const { path } = view.served.lake;
  const stores = [join(path, MIRROR), ...(await readStores(path))];
  for (const { object_name: object, sha256 } of objects) {
    const name = String(object);
    for (const place of [
      ...stores.map((store) => join(store, name)),
      ...stores.filter((store) => isSame(store, name)),
    ]) {
      const bytes = await readFile(place).catch(() => undefined);
      if (bytes && hash('sha256', bytes, 'hex') === sha256) return { name, bytes };
    }
  }
  return undefined;
}

/** Files that were named one by one are objects of the names that they were given by. */
function isSame(file: string, object: string): boolean {
  return file === object || file.endsWith(`/${object.replace(/^(\.\.?\/)+/, '')}`);
}
