/** Rows of a transaction that the lake has not stored, from the file that its ledger was loaded from. */
import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { JsonBatch } from '../arrow/json-rows.ts';
import { MIRROR, readStores } from '../lake/disk/stores.ts';
import { networkId } from '../ledger/network.ts';
import { checkLedger } from '../ledger/verify.ts';
import { createTables } from '../tables/index.ts';
import { addLedger, ledgersOf } from '../workers/read.ts';
import type { PlainRow, TransactionPlace, TransactionSource } from './transaction-source.ts';

/**
 * Returns the rows of a transaction as if all options of `ingest` were set. Undefined if the ledger's file is gone or differs.
 */
export async function decodeRows(
  source: TransactionSource,
  table: 'transaction_changes' | 'history_transactions',
  { id, ledger }: TransactionPlace,
): Promise<PlainRow[] | undefined> {
  const file = await ledgerFile(source, ledger);
  if (!file) return undefined;
  const network = networkId(source.network);
  const set = createTables(network, { withXdr: true, withChanges: true, only: [table] });
  for (const found of ledgersOf({ key: file.name, bytes: file.bytes }, { key: file.name })) {
    if (found.sequence !== ledger) continue;
    checkLedger(found, network, { verify: false });
    addLedger(set, found);
    break;
  }
  const column = table === 'transaction_changes' ? 'transaction_id' : 'id';
  return [...set.batches().values()].flatMap(({ schema, data }) => {
    const batch = new JsonBatch(schema, data);
    // A ledger has thousands of rows, and JSON of each row takes long.
    const ids = [...(batch.getChild(column) ?? [])];
    return ids.flatMap((own, i) => (String(own) === id ? [batch.get(i)?.toJSON() as PlainRow] : []));
  });
}

/** Returns the object that a ledger was loaded from, read again: its SHA-256 is that of the load. */
async function ledgerFile(
  { path, ask }: TransactionSource,
  ledger: number,
): Promise<{ name: string; bytes: Uint8Array } | undefined> {
  const objects = await ask`
    select object_name, sha256
    from meta.ledger_files
    where ${ledger} between first_ledger and last_ledger`;
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
