/** The library: what the command line does, for programs. It prints nothing. */
import type { RecordBatch, Table } from 'apache-arrow';
import { openStore, type StoreOptions } from './datastore/open.ts';
import { runChecks, type CheckOptions, type CheckReport } from './lake/checks.ts';
import { openLake, type Lake } from './lake/lake.ts';
import { query, stream, type QueryOptions } from './lake/query.ts';
import { lakeStatus, type LakeStatus } from './lake/status.ts';
import type { Omission } from './lake/manifest.ts';
import { passphraseOf, networkId } from './ledger/network.ts';
import { checkLedger } from './ledger/verify.ts';
import { createTables, tables } from './tables/index.ts';
import { nativeContract } from './tables/sac.ts';
import { addLedger, ledgersOf } from './workers/read.ts';
import { loadStore, type LoadOptions, type LoadReport } from './workers/load.ts';

export * from './errors.ts';
export { parseRange, type AskedRange } from './datastore/range.ts';
export { estimateCost } from './datastore/cost.ts';
export { knownStores } from './datastore/known.ts';
export { openStore } from './datastore/open.ts';
export type { Listing, Store } from './datastore/store.ts';
export type { StoreMetrics } from './datastore/metrics.ts';
export type { StoreOptions };
export type { Lake } from './lake/lake.ts';
export { listChecks } from './lake/checks.ts';
export { compactLake } from './lake/compact.ts';
export { repairLake } from './lake/repair.ts';
export { verifyLake } from './lake/verify.ts';
export { formats, writeQuery, type Format } from './lake/write.ts';
export { passphraseOf, passphrases } from './ledger/network.ts';
export { check, unverifiable, type CheckName } from './ledger/verify.ts';
export { tables } from './tables/index.ts';
export { exportTable, type ExportOptions } from './workers/export.ts';
export { followStore, type FollowCommit, type FollowOptions } from './workers/follow.ts';
export type { FollowReport } from './workers/follow-report.ts';
export { inspectStore, type Inspection } from './workers/inspect.ts';
export { mirrorStore, planMirror, type MirrorReport } from './workers/mirror.ts';
export { readLedgers } from './workers/ledgers.ts';
export { decodeJson } from './xdr/decode.ts';
export type { CheckOptions, CheckReport, LakeStatus, LoadOptions, LoadReport, Omission, QueryOptions };

export interface OpenOptions {
  /** A network's short name or passphrase; needed for a lake that does not exist yet. */
  network?: string;
  /** Open for reading only; several processes may, as long as none writes. */
  readOnly?: boolean;
}

/** An open lake. */
export interface LakeHandle {
  readonly lake: Lake;
  /** Loads a folder, files or an object store into the lake; see `LoadOptions`. Loading what is there is a no-op. */
  load(sources: string | readonly string[], options?: LoadOptions & { store?: StoreOptions }): Promise<LoadReport>;
  /** Returns all rows of a query. 64-bit integers are bigint, DECIMAL and HUGEINT are Arrow Decimal, times are UTC. */
  query(sql: string, options?: QueryOptions): Promise<Table>;
  /** Yields the rows of a query batch by batch. */
  stream(sql: string, options?: QueryOptions): AsyncGenerator<RecordBatch>;
  /** Returns ranges, gaps, rows and bytes per table, and what was verified. */
  status(): Promise<LakeStatus>;
  close(): Promise<void>;
}

/** Opens the lake in a folder, and creates it unless `readOnly`. Throws LakeError when it cannot be used as asked. */
export async function open(dir: string, { network, readOnly = false }: OpenOptions = {}): Promise<LakeHandle> {
  const lake = await openLake(dir, { tables, write: !readOnly, network: network && passphraseOf(network) });
  return {
    lake,
    async load(sources, { store: access, ...options } = {}) {
      const store = await openStore(typeof sources === 'string' ? [sources] : sources, access);
      try {
        return await loadStore(lake, store, options);
      } finally {
        store.close?.();
      }
    },
    query: (sql, options) => query(lake, sql, options),
    stream: (sql, options) => stream(lake, sql, options),
    status: () => lakeStatus(lake),
    close: () => lake.close(),
  };
}

/**
 * Returns what each check of `sql/checks`, or of those named, found in a lake. Throws UsageError for a name that is none's.
 */
export function checkLake(lake: Lake, options: Omit<CheckOptions, 'variables'> = {}): Promise<CheckReport[]> {
  const variables = { native_contract: nativeContract(networkId(lake.network)) };
  return runChecks(lake, { ...options, variables });
}

export interface DecodeOptions {
  /** A network's short name or passphrase. */
  network: string;
  withXdr?: boolean;
  /** The tables to decode, `transaction_changes` among them; by default all but this one. */
  tables?: readonly string[];
  verify?: boolean;
  /** Takes what is passed over because it cannot be decoded; without it that is an error. */
  onOmitted?: (omission: Omission) => void;
  /** What error messages call the bytes. */
  file?: string;
}

/**
 * Returns one Arrow batch per bronze table, by name, of all ledgers in the bytes of a ledger file, compressed or not.
 * Throws DecodeError and VerifyError, and UsageError for a table that there is not.
 */
export function decodeTables(bytes: Uint8Array, options: DecodeOptions): Map<string, RecordBatch> {
  const { network, withXdr, tables: only, verify, onOmitted, file = 'ledgers' } = options;
  const id = networkId(passphraseOf(network));
  const set = createTables(id, { withXdr, only });
  for (const ledger of ledgersOf({ key: file, bytes }, { key: file }, onOmitted)) {
    checkLedger(ledger, id, { verify });
    addLedger(set, ledger, onOmitted);
  }
  return set.batches();
}
