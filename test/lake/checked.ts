/** Tables in memory filled from ledgers, with the ranges that a lake would know, for checks to run on. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runChecks, type CheckReport } from '../../src/lake/repair/checks.ts';
import type { DuckDBConnection } from '../../src/lake/duckdb/duckdb.ts';
import { openScratch } from '../../src/lake/asking/query/scratch.ts';
import { decompress } from '../../src/ledger/compression.ts';
import { readFrames } from '../../src/ledger/frames.ts';
import { readLedger, type Ledger } from '../../src/ledger/ledger.ts';
import { networkId, passphraseOf } from '../../src/ledger/network.ts';
import { checkLedger } from '../../src/ledger/verify.ts';
import { createTables, tables } from '../../src/tables/index.ts';
import { LUMENS_XDR } from '../../src/tables/asset/asset-xdr.ts';
import { assetContractAddress } from '../../src/tables/asset/contract-id.ts';
import { planningOnce, withoutStatistics } from './planned.ts';

const ranges = `create schema meta;
create view meta.ledger_ranges as
select min(sequence) as first_ledger, max(sequence) as last_ledger, count(*) as ledger_count
from (select sequence, sequence - row_number() over (order by sequence) as run from bronze.history_ledgers_raw_v1)
group by run`;

/** Tables of the ledgers of one network at a time. */
export interface Checked {
  connection: DuckDBConnection;
  /** Puts the rows of these ledgers in the place of those that are there. */
  fill(ledgers: Iterable<Ledger>, network: string): Promise<void>;
  /** Runs the named checks, or all, on the connection, inside its transaction if it has one. */
  run(...names: string[]): Promise<CheckReport[]>;
  close(): Promise<void>;
}

/** Returns empty tables; `isPlannedOnce` is for those that are filled again and again from few ledgers. */
export async function openChecked({ isPlannedOnce = false } = {}): Promise<Checked> {
  const open = () => openScratch({ tables });
  const scratch = await (isPlannedOnce ? withoutStatistics(open) : open());
  const { connection: plain, release } = await scratch.session();
  const connection = isPlannedOnce ? planningOnce(plain) : plain;
  const nothing = async () => undefined;
  await connection.run(ranges);
  const source = { spool: scratch.spool, session: async () => ({ connection, begin: nothing, release: nothing }) };
  let native = '';
  // Making the columns of all tables takes longer than filling them from a few ledgers.
  const sets = new Map<string, ReturnType<typeof createTables>>();
  return {
    connection,
    async fill(ledgers, network) {
      const id = networkId(passphraseOf(network));
      native = assetContractAddress(id, LUMENS_XDR);
      const built = sets.get(network) ?? createTables(id);
      sets.set(network, built);
      try {
        for (const ledger of ledgers) built.add(ledger);
        await scratch.clear();
        for (const [name, batch] of built.batches()) await scratch.append(name, batch);
      } finally {
        built.reset();
      }
    },
    run: (...names) => runChecks(source, { names, variables: { native_contract: native } }),
    async close() {
      await release();
      await scratch.close();
    },
  };
}

export const samplePassphrase = 'Ledgerlake Sample Network ; 2026';

/** Yields ledgers 10 to 29 of the sample. */
export function* sampleLedgers() {
  const id = networkId(passphraseOf(samplePassphrase));
  for (const tens of [10, 20]) {
    const name = `FFFFFF${(0xff - tens).toString(16).toUpperCase()}--${tens}-${tens + 9}.xdr.zst`;
    const file = join(import.meta.dirname, '../../data/sample/FFFFFFFF--0-49', name);
    const bytes = decompress(readFileSync(file), { file });
    for (const { start, end } of readFrames(bytes, file)) {
      const ledger = readLedger(bytes.subarray(start, end), file);
      checkLedger(ledger, id);
      yield ledger;
    }
  }
}
