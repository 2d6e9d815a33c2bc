/**
 * The part of the library that imports neither DuckDB, Arrow nor the schemas of pipelines, so that commands start fast. Its functions import
 * these when they run. Programs import `index.ts`, which exports everything.
 */
import type { Store } from './datastore/store.ts';
import { UsageError } from './core/errors.ts';
import * as kind from './options/kinds.ts';
import { knownOptions, type Kinds } from './options/known-options.ts';
import type { PlaceInLake } from './lake/disk/lake-around.ts';
import type { FileAsJsonOptions } from './ledger/file-as-json.ts';
import type { RegistryEntry } from './pipelines/registry.ts';
import type { Definition } from './pipelines/definition/definition.ts';
import type { ValidateOptions, Validation } from './pipelines/definition/validate.ts';
import type { PipelineSource } from './pipelines/run/open-source.ts';
import type { RunOptions, RunResult } from './pipelines/run/options.ts';
import type { PipelinePlan, PlanOptions } from './pipelines/run/plan.ts';
import type { NetworkOptions, SimulatedNetwork } from './simulator/create-network.ts';
import type { SimulationOptions } from './simulator/simulate.ts';
import type { LiveOptions, WrittenStore } from './simulator/store.ts';
import type { Pool } from './workers/pool.ts';

export { engines, type Engine } from './core/engine-names.ts';
export * from './core/errors.ts';
export { accessFlags, type AccessOptions } from './datastore/config/access.ts';
export { addressSchemes } from './datastore/config/address.ts';
export { knownStores } from './datastore/config/known.ts';
export { costOf, costOfPlan, estimateCost, priceOf, type Cost } from './datastore/cost.ts';
export { parseRange, type AskedRange, type NewestRange, type RangeOption } from './datastore/range.ts';
export { redact } from './datastore/transfer/redact.ts';
export { knownRelations } from './library/known-relations.ts';
export { parseShard, type Shard } from './ingest/shard-number.ts';
export { passphraseOf, passphrases, type Network } from './ledger/network.ts';

/**
 * Yields the LedgerCloseMeta of each ledger of a ledger file as JSON (SEP-51), or of one ledger. Throws StoreError when the file cannot be
 * read or lacks the ledger, DecodeError when it holds no ledgers. With `onFault`, an unreadable ledger, such as one of a newer protocol, is
 * no error: its JSON ends with `{"undecoded": hex}`, and `onFault` gets the error.
 */
export async function* decodeFile(file: string, options: FileAsJsonOptions = {}): AsyncGenerator<string> {
  const asked = knownOptions('decodeFile', options, { ledger: kind.ledger, onFault: kind.call });
  const { fileAsJson } = await import('./ledger/file-as-json.ts');
  yield* fileAsJson(file, asked);
}

/**
 * Returns a network in memory that closes ledgers of transactions which a caller built with the SDK. All lumens begin in the account
 * whose secret is the network id, `Keypair.master(passphrase)`. The same options and calls give the same bytes. Throws UsageError for
 * unknown options.
 */
export async function createNetwork(options: NetworkOptions): Promise<SimulatedNetwork> {
  const { createNetwork } = await import('./simulator/create-network.ts');
  return createNetwork(options);
}

/**
 * Writes the ledgers of a simulated network to a folder as a SEP-54 store, one ledger a file; with `archive` its checkpoints to another.
 * The same options give the same bytes. Throws UsageError for options that no network can have and a folder among the files of a lake,
 * StoreError when the folder has something else.
 */
export async function simulateStore(dir: string, options: SimulationOptions): Promise<WrittenStore> {
  const asked = knownOptions('simulateStore', options, SIMULATION_OPTIONS);
  await checkStoreFolder(dir);
  const { writeStore } = await import('./simulator/store.ts');
  return writeStore(dir, { ...asked, ledgersPerFile: 1, filesPerPartition: 64_000 });
}

/**
 * Writes such a store until a signal, a ledger every `interval` seconds of the clock; goes on where a store of the same options ends.
 * Throws as `simulateStore` does.
 */
export async function simulateLive(
  dir: string,
  options: Omit<SimulationOptions, 'ledgers'>,
  live: LiveOptions,
): Promise<WrittenStore> {
  const asked = knownOptions('simulateLive', options, LIVE_OPTIONS);
  const known = knownOptions('simulateLive', live, { signal: kind.signal, onLedger: kind.call });
  await checkStoreFolder(dir);
  const { writeLiveStore } = await import('./simulator/store.ts');
  return writeLiveStore(dir, { ...asked, filesPerPartition: 64_000 }, known);
}

const LIVE_OPTIONS: Kinds<Omit<SimulationOptions, 'ledgers'>> = {
  seed: kind.text,
  passphrase: kind.text,
  startLedger: kind.ledger,
  transactionsPerLedger: kind.whole(),
  startTime: kind.whole(0),
  protocol: kind.whole(),
  interval: kind.amount,
  asPublicNetwork: kind.flag,
  archive: kind.text,
  mix: kind.text,
};

const SIMULATION_OPTIONS: Kinds<SimulationOptions> = { ...LIVE_OPTIONS, ledgers: kind.whole() };

async function checkStoreFolder(dir: string): Promise<void> {
  const around = await import('./lake/disk/lake-around.ts');
  await around.checkStoreFolder(dir);
}

export type { LiveOptions, RegistryEntry, SimulationOptions, WrittenStore };

export type {
  CloseOptions,
  SignedEnvelope as Envelope,
  NetworkOptions,
  SimulatedLedger,
  SimulatedNetwork,
  Submission,
  XdrValue,
} from './simulator/create-network.ts';

/** Returns a pool of workers that start in the background, because they take longer to start than the library to import. */
export async function startWorkers(count?: number): Promise<Pool> {
  const { workers } = knownOptions('startWorkers', { workers: count }, { workers: kind.whole(1, 9999) });
  const { createPool } = await import('./workers/pool.ts');
  return createPool(workers);
}

/** Returns the lake around a path, and the place in it; undefined outside of all lakes. */
export async function lakeAround(path: string): Promise<PlaceInLake | undefined> {
  const around = await import('./lake/disk/lake-around.ts');
  return around.lakeAround(path);
}

/**
 * Returns all that is wrong with the text of a definition, with the queries in it, which DuckDB parses and binds, and with addresses of
 * databases; never what a sensitive field holds. No network is contacted. Throws UsageError for what is no text.
 */
export async function validatePipeline(yaml: string, options: ValidateOptions = {}): Promise<Validation> {
  if (typeof yaml !== 'string') throw new UsageError('the definition is no text: read its file as UTF-8');
  const asked = knownOptions('validatePipeline', options, { knows: kind.call });
  const { validateWhole } = await import('./pipelines/definition/validate-whole.ts');
  return validateWhole(yaml, asked);
}

/** Returns the processors and consumers that definitions can name, or the one of a name. Throws UsageError for a name that is none. */
export async function pipelineComponents(name?: string): Promise<RegistryEntry[]> {
  const { registryEntries } = await import('./pipelines/registry.ts');
  return registryEntries(name);
}

/**
 * Opens the store that a pipeline reads, or the files that the lake's ledgers were loaded from: its mirror, else the folders and files of
 * this machine that `ingest` noted. Throws UsageError, StoreError, and PipelineError `range_outside_source` where those of the lake are gone.
 */
export async function openPipelineSource(source: PipelineSource): Promise<Store> {
  const { openPipelineSource } = await import('./pipelines/run/open-source.ts');
  return openPipelineSource(source);
}

/**
 * Returns what a run of a definition would read, with what that costs and what there is to warn of. Throws PipelineError where the store
 * has no ledgers, and StoreError.
 */
export async function planPipeline(definition: Definition, options: PlanOptions): Promise<PipelinePlan> {
  const asked = knownOptions('planPipeline', options, PLAN_OPTIONS);
  const { planPipeline } = await import('./pipelines/run/plan.ts');
  return planPipeline(definition, asked);
}

/**
 * Runs a definition, as `validatePipeline` gives it, until its last ledger is written, or without end until the signal, and returns what
 * was done. A run after another goes on behind the checkpoint of each consumer. Secrets are hidden, by their values, in everything that it reports. Throws
 * PipelineError, and what reading the store throws.
 */
export async function runPipeline(definition: Definition, options: RunOptions): Promise<RunResult> {
  const asked = knownOptions('runPipeline', options, RUN_OPTIONS);
  const [{ runPipeline }, { runRedacted }] = await Promise.all([
    import('./pipelines/run/run.ts'),
    import('./pipelines/run/redacted.ts'),
  ]);
  return runRedacted(runPipeline, definition, asked);
}

const SOURCE_OPTIONS: Kinds<PipelineSource> = { store: kind.text, lake: kind.text };

const PLAN_OPTIONS: Kinds<PlanOptions> = {
  ...SOURCE_OPTIONS,
  after: kind.whole(0),
  pricePerGb: kind.amount,
  signal: kind.signal,
};

/** Servers are named by one of three words, or by a list. */
const nativeSinks: kind.Kind = {
  expected: 'none, loopback, any, or a list of hosts and CIDRs',
  read: (value) => kind.oneOf('none', 'loopback', 'any').read(value) ?? kind.texts.read(value),
};

const RUN_OPTIONS: Kinds<RunOptions> = {
  ...SOURCE_OPTIONS,
  dataDir: kind.text,
  pipelineId: kind.text,
  runId: kind.text,
  from: kind.oneOf('checkpoint', 'start'),
  nativeSinks,
  fileAt: kind.call,
  secret: kind.call,
  signal: kind.signal,
  onProgress: kind.call,
  onLog: kind.call,
};
