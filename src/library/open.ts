/** A lake, open: what the parts below do, with options that are checked. */
import type { RecordBatch, Table } from 'apache-arrow';
import { accessFlags, type AccessOptions } from '../datastore/config/access.ts';
import { openLedgerStore as openSources, type StoreOptions } from '../datastore/open.ts';
import { askedRange } from '../datastore/listing/newest.ts';
import { storeWith, type ListOptions, type Store } from '../datastore/store.ts';
import { UsageError } from '../core/errors.ts';
import { loadStore } from '../ingest/load.ts';
import { LOAD_OPTIONS, type LoadOptions } from '../ingest/load-options.ts';
import type { LoadReport } from '../ingest/report.ts';
import { checkKeys } from '../ingest/check-keys.ts';
import { LedgerIndex } from '../history/ledger-index.ts';
import { knownOptions } from '../options/known-options.ts';
import { runChecks, type CheckOptions, type CheckReport } from '../lake/repair/checks.ts';
import { keptCheck } from '../lake/meaning/kept.ts';
import { indexCheck } from '../lake/asking/narrow/key-ledgers.ts';
import { checkKept } from '../lake/repair/kept-check.ts';
import { openLake, type Lake } from '../lake/asking/lake.ts';
import { query, stream, type QueryOptions } from '../lake/asking/query/query.ts';
import { rows, streamRows, type ResultRow, type RowOptions } from '../lake/asking/query/rows.ts';
import { explainHash } from './find-transaction.ts';
import type { Explanation } from './explain.ts';
import { lakeStatus, type LakeStatus } from '../lake/asking/status.ts';
import { networkId, passphraseOf, type Network } from '../ledger/network.ts';
import { LUMENS_XDR } from '../tables/asset/asset-xdr.ts';
import { assetContractAddress } from '../tables/asset/contract-id.ts';
import { tables } from '../tables/index.ts';
import * as kind from '../options/kinds.ts';
import type { Given } from '../options/kinds.ts';

/** Options of `open`. */
export interface OpenOptions {
  /** Needed for a lake that does not exist yet. */
  network?: Network;
  /** Open for reading only; several processes may, as long as none writes. */
  readOnly?: boolean;
  /** What DuckDB may use before it spills to disk: '2GB'. */
  memory?: string;
  /**
   * Compare the SHA-256 of each file before the first query reads it; a mismatch is a LakeError. Default: only lakes up to 20 MB.
   */
  verifyFiles?: boolean;
}

/** Options of `load`. */
export interface LoadStoreOptions extends LoadOptions {
  /** How the store is reached. */
  store?: StoreOptions;
}

/** An open lake. */
export interface LakeHandle {
  /** The lake itself, for functions that take one, such as `refreshLake`, `compactLake` and `engineViews`. */
  readonly lake: Lake;
  /**
   * Loads a folder, files or an object store; see `LoadOptions`. Loaded ledgers are skipped. If the signal stops it, the lake
   * keeps what it committed, and the same call continues.
   */
  load(sources: string | readonly string[], options?: Given<LoadStoreOptions>): Promise<LoadReport>;
  /**
   * Returns all rows of a query as an Arrow table: 64-bit integers as bigint, times as milliseconds in UTC. Arrow Decimals ignore
   * their scale, but `toString`, `toArray`, `Number` and `JSON.stringify` on this table apply it. `rows` returns plain values.
   */
  query(sql: string, options?: QueryOptions): Promise<Table>;
  /** Returns all rows of a query as plain objects; `RowOptions` lists their types. `T` is not checked. */
  rows<T extends object = ResultRow>(sql: string, options?: RowOptions): Promise<T[]>;
  /** Yields the rows of a query as plain objects, as they are computed. */
  streamRows<T extends object = ResultRow>(sql: string, options?: RowOptions): AsyncGenerator<T>;
  /** Yields the rows of a query batch by batch. */
  stream(sql: string, options?: QueryOptions): AsyncGenerator<RecordBatch>;
  /**
   * Explains one transaction in words, by its hash or at least six digits of it. Throws UsageError for a malformed or ambiguous
   * hash, LedgerlakeError for an unknown one.
   */
  explain(hash: string, options?: Pick<QueryOptions, 'signal'>): Promise<Explanation>;
  /** Returns ranges, gaps, rows and bytes per table, and what was verified. */
  status(): Promise<LakeStatus>;
  /** Closes the lake and frees it for other writers. Later calls reject with a LakeError; a second `close` does nothing. */
  close(): Promise<void>;
  /** The same, for `await using lake = await open(…)`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Opens the lake in a folder, or creates it unless `readOnly`. Throws LakeError if it cannot be opened, UsageError for wrong
 * options.
 */
export async function open(dir: string, options: OpenOptions = {}): Promise<LakeHandle> {
  const known = { network: kind.network, readOnly: kind.flag, memory: kind.memory, verifyFiles: kind.flag } as const;
  const { network, readOnly = false, memory, verifyFiles } = knownOptions('open', options, known);
  if (typeof dir !== 'string' || dir === '')
    throw new UsageError('the folder of the lake is an empty text: name a folder');
  const passphrase = network === undefined ? undefined : passphraseOf(network);
  const lake = await openLake(dir, {
    tables,
    write: !readOnly,
    network: passphrase,
    memoryLimit: memory,
    verifyFiles,
    index: new LedgerIndex(dir),
  });
  return {
    lake,
    load: (sources, options) => load(lake, sources, options),
    query: async (sql, options = {}) => query(lake, sqlOf(sql), knownOptions('query', options, QUERY_OPTIONS)),
    rows: async <T extends object>(sql: string, options?: RowOptions) => (await rows(lake, sqlOf(sql), options)) as T[],
    streamRows: <T extends object>(sql: string, options?: RowOptions) =>
      streamRows(lake, sqlOf(sql), options) as AsyncGenerator<T>,
    stream: (sql, options = {}) => stream(lake, sqlOf(sql), knownOptions('stream', options, QUERY_OPTIONS)),
    explain: async (hash, options = {}) => explainHash(lake, hash, knownOptions('explain', options, EXPLAIN_OPTIONS)),
    status: () => lakeStatus(lake),
    close: () => lake.close(),
    [Symbol.asyncDispose]: () => lake.close(),
  };
}

function sqlOf(sql: unknown): string {
  if (typeof sql === 'string') return sql;
  throw new UsageError(`the SQL is ${sql === null ? 'null' : typeof sql}, expected a text`);
}

const EXPLAIN_OPTIONS = { signal: kind.signal } as const;

const QUERY_OPTIONS: Record<keyof QueryOptions, kind.Kind> = { parameters: kind.object, signal: kind.signal };

/** Opens a store as the command line does, of one path or address or several files; see there for what it throws. */
export async function openStore(sources: string | readonly string[], options: StoreOptions = {}): Promise<Store> {
  const store = await openSources(
    typeof sources === 'string' ? [sources] : sources,
    knownOptions('openStore', options, STORE_OPTIONS),
  );
  const list: Store['list'] = async (asked = {}) => {
    const { range, ...rest } = knownOptions('list', asked, LIST_OPTIONS);
    return store.list({ ...rest, range: await askedRange(store, range, rest) });
  };
  return storeWith(store, { list });
}

const LIST_OPTIONS: Record<keyof ListOptions, kind.Kind> = { range: kind.range, signal: kind.signal };

const STORE_OPTIONS: Record<keyof StoreOptions, kind.Kind> = {
  config: kind.text,
  buffer: kind.members({ size: kind.whole(), workers: kind.whole(), bytes: kind.size }),
  policy: kind.members({ retryLimit: kind.whole(0), retryWaitMs: kind.wait, timeoutMs: kind.wait }),
  cache: kind.members({ dir: kind.text, bytes: kind.size, onOffline: kind.call }),
  ...accessKinds(),
};

/** Returns what each of `AccessOptions` may be. */
function accessKinds(): Record<keyof AccessOptions, kind.Kind> {
  const kindOf = { text: kind.text, flag: kind.flag, wait: kind.wait, headers: kind.object };
  const named = accessFlags().map(({ name, type }) => [name, kindOf[type]]);
  return Object.fromEntries(named) as Record<keyof AccessOptions, kind.Kind>;
}

async function load(
  lake: Lake,
  sources: string | readonly string[] = [],
  options: Given<LoadStoreOptions> = {},
): Promise<LoadReport> {
  const { store: access, ...rest } = knownOptions<LoadStoreOptions>('load', options, LOAD_STORE_OPTIONS);
  const store = await openStore(sources, access);
  try {
    const report = await loadStore(lake, store, rest);
    if (report.stoppedAfter !== undefined) rest.signal?.throwIfAborted();
    return report;
  } finally {
    store.close?.();
  }
}

const LOAD_STORE_OPTIONS: Record<keyof LoadStoreOptions, kind.Kind> = { ...LOAD_OPTIONS, store: kind.object };

/** Runs the checks of `sql/checks`, all or the named ones, on a lake. Throws UsageError for unknown names and options. */
export async function checkLake(lake: Lake, options: Omit<CheckOptions, 'variables'> = {}): Promise<CheckReport[]> {
  options = knownOptions('checkLake', options, CHECK_OPTIONS);
  const variables = { native_contract: assetContractAddress(networkId(lake.network), LUMENS_XDR) };
  const { names = [] } = options;
  const isAsked = (name: string) => names.length === 0 || names.includes(name);
  const others = names.filter((name) => name !== keptCheck.name && name !== indexCheck.name);
  const reports =
    names.length > 0 && others.length === 0 ? [] : await runChecks(lake, { ...options, names: others, variables });
  if (isAsked(keptCheck.name)) reports.push(await checkKept(lake, options));
  if (isAsked(indexCheck.name)) reports.push(await checkKeys(lake, options));
  return reports;
}

const CHECK_OPTIONS: Record<keyof Omit<CheckOptions, 'variables'>, kind.Kind> = {
  names: kind.texts,
  examples: kind.whole(0),
  signal: kind.signal,
};
