/** Rows of views straight from ledgers, with no lake kept: a few ledgers at a time in memory, one format out. */
import type { Writable } from 'node:stream';
import type { AskedRange } from '../datastore/range.ts';
import type { Store } from '../datastore/store.ts';
import { openScratch } from '../lake/scratch.ts';
import type { Omission } from '../lake/manifest.ts';
import type { Format } from '../lake/write.ts';
import { networkId } from '../ledger/network.ts';
import { createTables, tables, unknownTable } from '../tables/index.ts';
import { createSink } from './export-sink.ts';
import { readLedgers } from './ledgers.ts';
import { addLedger } from './read.ts';

export interface ExportOptions {
  /** The view to export. */
  table: string;
  passphrase: string;
  range?: AskedRange;
  /** Ledgers of `range` that the store lacks are passed over instead of an error. */
  allowGaps?: boolean;
  withXdr?: boolean;
  verify?: boolean;
  /** Takes what is passed over because it cannot be decoded; without it that is an error. */
  onOmitted?: (omission: Omission) => void;
  format: Exclude<Format, 'json'>;
  output: Writable;
  signal?: AbortSignal;
}

/** Ledgers that are in memory together: about 100 MB of tables for the fullest ledgers of pubnet. */
const LEDGERS_AT_ONCE = 16;

/**
 * Writes the rows of a view over the store's ledgers, in the order of the ledgers, and returns how many there were.
 * Throws UsageError for an unknown view, and what reading and checking the ledgers throws.
 */
export async function exportTable(store: Store, options: ExportOptions): Promise<number> {
  const { table, passphrase, range, allowGaps, withXdr = false, verify, onOmitted, format, output, signal } = options;
  const only = tablesBehind(table);
  const scratch = await openScratch({ tables });
  const set = createTables(networkId(passphrase), { withXdr, only });
  const sink = createSink(scratch, `select * from main."${table}"`, { format, output, signal });
  const pass = async () => {
    for (const [name, batch] of set.batches()) if (batch.numRows > 0) await scratch.append(name, batch);
    set.reset();
    await sink.pass();
    await scratch.clear();
  };
  try {
    let held = 0;
    for await (const ledger of readLedgers(store, { passphrase, range, allowGaps, verify, onOmitted, signal })) {
      if (!addLedger(set, ledger, onOmitted)) continue;
      if (++held % LEDGERS_AT_ONCE === 0) await pass();
    }
    await pass();
    return await sink.end();
  } finally {
    await scratch.close();
  }
}

/** Views that show another table's rows beside those of their own. */
const besides: Record<string, string[]> = { evicted_keys: ['restored_key'] };

function tablesBehind(view: string): string[] {
  if (tables.some(({ name }) => name === view)) return [view, ...(besides[view] ?? [])];
  throw unknownTable(view);
}
