/** Rows of views straight from ledgers, with no lake kept: a few ledgers at a time in memory, one format out. */
import { checkStore } from '../datastore/check-store.ts';
import type { Writable } from 'node:stream';
import type { RangeOption } from '../datastore/range.ts';
import type { Store } from '../datastore/store.ts';
import { UsageError } from '../core/errors.ts';
import { knownOptions } from '../options/known-options.ts';
import { openScratch } from '../lake/asking/query/scratch.ts';
import type { Omission } from '../lake/disk/snapshot/manifest.ts';
import { checkFormat, type Format } from '../lake/asking/query/write.ts';
import { networkId, passphraseOf, type Network } from '../ledger/network.ts';
import { DECODE_OPTIONS, type DecodeOptions } from '../tables/decode-options.ts';
import { createTables, tableNamed, tables, type TableName } from '../tables/index.ts';
import { createSink } from './export-sink.ts';
import { readLedgers } from './ledgers.ts';
import { addLedger } from '../workers/read.ts';
import * as kind from '../options/kinds.ts';

/** Options of `exportTable`. */
export interface ExportOptions extends DecodeOptions {
  /** The view to export: one of the names in `tables`. */
  table: TableName;
  /** Short name, passphrase or `{ passphrase }` of the network. */
  network: Network;
  /** The ledgers to export; all of the store by default. */
  range?: RangeOption;
  /** Ledgers of `range` that the store lacks are passed over instead of an error. */
  allowGaps?: boolean;
  /** Recompute all hashes of each ledger; true by default. With false, only the hashes of transactions are compared. */
  verify?: boolean;
  /** Takes what is passed over because it cannot be decoded; without it that is an error. */
  onOmitted?: (omission: Omission) => void;
  /** File format of the output; `json` needs the whole result and is not offered. */
  format: Exclude<Format, 'json'>;
  /** The stream that receives the bytes. The call does not end it. */
  output: Writable;
  /** Stops the export, which then rejects with the reason of the signal; what is written is not the whole result. */
  signal?: AbortSignal;
}

const OPTIONS = {
  table: kind.text,
  network: kind.network,
  range: kind.range,
  allowGaps: kind.flag,
  ...DECODE_OPTIONS,
  verify: kind.flag,
  onOmitted: kind.call,
  format: kind.text,
  output: kind.object,
  signal: kind.signal,
} as const;

/** Ledgers that are in memory together: about 100 MB of tables for the fullest ledgers of pubnet. */
const LEDGERS_AT_ONCE = 16;

/**
 * Writes the rows of a view over the store's ledgers, in the order of the ledgers, and returns how many there were.
 * Throws UsageError for an unknown view or a wrong option, and what reading and checking the ledgers throws.
 */
export async function exportTable(store: Store, options: ExportOptions): Promise<number> {
  checkStore('exportTable', store);
  const { table, network, range, allowGaps, verify, onOmitted, format, output, signal, ...rest } = knownOptions(
    'exportTable',
    options,
    OPTIONS,
  );
  const id = networkId(passphraseOf(network));
  checkFormat(format, ['ndjson', 'csv', 'parquet', 'arrow', 'arrows']);
  if (!output) throw new UsageError('exportTable has no output: give a stream to write to');
  tableNamed(table);
  const scratch = await openScratch({ tables, layers: ['bronze'] });
  const only = [...(await scratch.tablesBehind(table))];
  const set = createTables(id, { ...rest, only });
  const sink = createSink(scratch, `select * from main."${table}"`, { format, output, signal });
  const pass = async () => {
    for (const [name, batch] of set.batches()) if (batch.numRows > 0) await scratch.append(name, batch);
    set.reset();
    await sink.pass();
    await scratch.clear();
  };
  try {
    let held = 0;
    for await (const ledger of readLedgers(store, { network, range, allowGaps, verify, onOmitted, signal })) {
      if (!addLedger(set, ledger, onOmitted)) continue;
      if (++held % LEDGERS_AT_ONCE === 0) await pass();
    }
    await pass();
    return await sink.end();
  } finally {
    await scratch.close();
  }
}
