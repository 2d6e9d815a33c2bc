/** Reads the state at a checkpoint of a history archive into a lake, on which relations of current state stand from then on. */
import { join } from 'node:path';
import type { ArchiveState } from '../archive/archive-state.ts';
import { inFolders, readHeader, readState } from '../archive/archive.ts';
import { entriesOf } from '../archive/entries.ts';
import type { Header } from '../archive/headers.ts';
import { copyBatch } from '../arrow/table.ts';
import type { RecordBatch } from 'apache-arrow';
import type { Store } from '../datastore/store.ts';
import { LakeError, UsageError, VerifyError } from '../core/errors.ts';
import { StateWriter } from '../history/kept-states.ts';
import { LOOKUP_FOLDER } from '../history/lookup.ts';
import { knownOptions } from '../options/known-options.ts';
import { BaselineWriter } from '../lake/writing/baseline-writer.ts';
import type { Lake } from '../lake/asking/lake.ts';
import { networkId, type Network } from '../ledger/network.ts';
import { createTables } from '../tables/index.ts';
import { stateTables } from '../tables/state-ledger.ts';
import * as kind from '../options/kinds.ts';

/** Options of `ingestState`. */
export interface IngestStateOptions {
  /** The checkpoint's ledger; by default the newest of the archive. */
  checkpoint?: number;
  /** Stops the call, which then rejects with the reason of the signal and leaves the lake as it was. */
  signal?: AbortSignal;
  /** Called as entries are read, with how many there were. */
  onProgress?: (entries: number) => void;
}

/** What `ingestState` read and wrote. */
export interface IngestStateReport {
  /** The ledger after which the state is this. */
  ledger: number;
  /** How many ledger entries were read, archived ones included. */
  entries: number;
  /** How many rows relations of current state got, and in how many bytes. */
  rows: number;
  /** Size of the files written for these rows, in bytes. */
  bytes: number;
}

/** Rows of the fullest table at which those of all tables are handed on. */
const FLUSH_ROWS = 32_768;

/**
 * Loads a checkpoint's state. Verifies the buckets, the ledger header and, if loaded, the lake's ledger. Throws VerifyError
 * for a wrong hash, LakeError if the lake has that state or another network, and errors of the archive; then nothing
 * changes.
 */
export async function ingestState(
  lake: Lake,
  store: Store,
  options: IngestStateOptions = {},
): Promise<IngestStateReport> {
  const { checkpoint, signal, onProgress } = knownOptions('ingestState', options, OPTIONS);
  const archive = await inFolders(store, checkpoint, { signal });
  const state = await readState(archive, checkpoint, { signal });
  checkNetwork(lake, state);
  const header = await readHeader(archive, state, { signal });
  await checkAgainstLake(lake, header);
  const of = { lake: lake.path, ledger: state.ledger, fileId: header.bucketListHash.slice(0, 16) };
  const writer = await BaselineWriter.open(of, lake.tables, lake.sql);
  const kept = new StateWriter(join(lake.path, LOOKUP_FOLDER), state.ledger);
  try {
    const entries = await writeEntries(lake, archive, { state, header, writer, kept, signal, onProgress });
    const files = await writer.finish();
    await kept.finish();
    const { hash, ledger } = header;
    await lake.addBaseline({ ledger, hash, source: archive.name, complete: true, files });
    const sum = (of: 'rows' | 'bytes') => files.reduce((all, file) => all + file[of], 0);
    return { ledger, entries, rows: sum('rows'), bytes: sum('bytes') };
  } catch (error) {
    kept.discard();
    await writer.discard();
    throw error;
  } finally {
    writer.close();
  }
}

/** Returns the network that an archive says it is of; nothing where it does not say, as before protocol 20. */
export async function networkOfArchive(store: Store, checkpoint?: number): Promise<Network | undefined> {
  const archive = await inFolders(store, checkpoint);
  const { networkPassphrase: passphrase } = await readState(archive, checkpoint);
  return passphrase === undefined ? undefined : { passphrase };
}

const OPTIONS: Record<keyof IngestStateOptions, kind.Kind> = {
  checkpoint: kind.ledger,
  signal: kind.signal,
  onProgress: kind.call,
};

interface Reading extends Pick<IngestStateOptions, 'signal' | 'onProgress'> {
  state: ArchiveState;
  header: Header;
  writer: BaselineWriter;
  /** Takes the entries unchanged, for look-ups by key. */
  kept: StateWriter;
}

async function writeEntries(
  lake: Lake,
  archive: Store,
  { state, header, writer, kept, signal, onProgress }: Reading,
): Promise<number> {
  const set = createTables(networkId(lake.network), { only: stateTables });
  const at = { sequence: header.ledger, closeTimeMs: header.closeTimeMs };
  let entries = 0;
  // An archived entry still is somebody's: who restores it has it again.
  for (const list of ['live', 'hotArchive'] as const) {
    for await (const batch of entriesOf(archive, state, list, signal)) {
      signal?.throwIfAborted();
      set.addState(batch, at);
      kept.add(batch, list === 'live' ? 'live' : 'archived');
      entries += batch.length;
      if (set.rows() < FLUSH_ROWS) continue;
      await writer.add(copies(set.batches()));
      set.reset();
      onProgress?.(entries);
    }
  }
  await writer.add(set.batches());
  return entries;
}

/** The builders' memory is filled again. */
function copies(batches: ReadonlyMap<string, RecordBatch>): Map<string, RecordBatch> {
  return new Map([...batches].map(([name, batch]) => [name, copyBatch(batch)]));
}

function checkNetwork(lake: Lake, { networkPassphrase: found }: ArchiveState): void {
  if (found === undefined || found === lake.network) return;
  throw new LakeError(
    `lake ${lake.path} is of the network "${lake.network}", the archive of "${found}": give another folder`,
    {
      lake: lake.path,
    },
  );
}

async function checkAgainstLake(lake: Lake, { ledger, hash }: Header): Promise<void> {
  const { baselines } = await lake.snapshot();
  if (baselines.some((one) => one.ledger === ledger))
    throw new UsageError(`lake ${lake.path} has the baseline state of ledger ${ledger} already`);
  const known = await lake.hashes({ first: ledger, last: ledger + 1 });
  const expected = known.get(ledger)?.hash ?? known.get(ledger + 1)?.previousHash;
  if (expected === undefined || expected === hash) return;
  const message = `ledger ${ledger}: the archive's header has hash ${hash}, the lake's ledger has ${expected}`;
  throw new VerifyError(message, { ledger, check: 'ledger hash', found: hash, expected });
}
