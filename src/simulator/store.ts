import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { constants, zstdCompressSync } from 'node:zlib';
import { FIRST_LEDGER, objectKey, type Schema } from '../datastore/keys.ts';
import { StoreError, UsageError } from '../errors.ts';
import { checkSimulation, simulate, type SimulatedLedger, type SimulationOptions } from './simulate.ts';

/** What `writeStore` wrote, the manifest not counted. */
export interface WrittenStore {
  ledgers: number;
  files: number;
  bytes: number;
}

/**
 * Simulates ledgers and writes them to a folder as a SEP-54 store with its manifest; what is there with the same bytes stays. Throws
 * UsageError when they would not fill their files, since a store holds whole batches only, and StoreError when the folder is another
 * store or has one of the files with other bytes. A file is there whole or not at all.
 */
export function writeStore(dir: string, options: SimulationOptions & Schema): WrittenStore {
  checkSimulation(options);
  checkWholeFiles(options);
  begin(dir, options);
  const written: WrittenStore = { ledgers: 0, files: 0, bytes: 0 };
  let batch: SimulatedLedger[] = [];
  for (const ledger of simulate(options)) {
    batch.push(ledger);
    if ((ledger.sequence + 1) % options.ledgersPerFile !== 0) continue;
    writeBatch(dir, batch, options, written);
    batch = [];
  }
  return written;
}

/** How long a store is written, and what is told of it. */
export interface LiveOptions {
  /** Ends it; what is written until then is whole. */
  signal: AbortSignal;
  /** Is called with each ledger that is new. */
  onLedger?: (ledger: SimulatedLedger) => void;
}

/**
 * Writes a store of files of one ledger, whose network closes a ledger every `interval` seconds until the signal. It goes on where a
 * store of the same options ends. Throws as `writeStore` does.
 */
export async function writeLiveStore(
  dir: string,
  options: Omit<SimulationOptions, 'ledgers'> & { filesPerPartition: number },
  { signal, onLedger }: LiveOptions,
): Promise<WrittenStore> {
  checkSimulation(options);
  const schema = { ledgersPerFile: 1, filesPerPartition: options.filesPerPartition };
  begin(dir, { ...options, ...schema });
  const written: WrittenStore = { ledgers: 0, files: 0, bytes: 0 };
  for (const ledger of simulate({ ...options, ledgers: Infinity })) {
    if (signal.aborted) break;
    const isThere = existsSync(join(dir, objectKey(ledger.sequence, schema)));
    writeBatch(dir, [ledger], schema, written);
    if (!isThere) onLedger?.(ledger);
    await pause(isThere ? 0 : (options.interval ?? 5) * 1000, signal);
  }
  return written;
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await setTimeout(milliseconds, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

function begin(dir: string, options: Pick<SimulationOptions, 'passphrase'> & Schema): void {
  mkdirSync(dir, { recursive: true });
  writeManifest(join(dir, '.config.json'), manifest(options.passphrase, options));
}

function writeBatch(dir: string, batch: SimulatedLedger[], schema: Schema, written: WrittenStore): void {
  const path = join(dir, objectKey(batch[0].sequence, schema));
  const compressed = zstdCompressSync(batchXdr(batch), compression);
  mkdirSync(dirname(path), { recursive: true });
  writeWhole(path, compressed);
  written.ledgers += batch.length;
  written.files++;
  written.bytes += compressed.length;
}

function writeManifest(path: string, text: string): void {
  if (!existsSync(path)) return writeWhole(path, Buffer.from(text));
  const found = readFileSync(path, 'utf8');
  if (found === text) return;
  throw new StoreError(`${path} is of another store: it says ${oneLine(found)}, and this one is ${oneLine(text)}`);
}

function writeWhole(path: string, bytes: Uint8Array): void {
  if (existsSync(path)) {
    if (readFileSync(path).equals(bytes)) return;
    throw new StoreError(
      `${path} is there with other bytes: simulate into an empty folder, or with the options of before`,
    );
  }
  const temporary = `${path}.tmp`;
  try {
    writeFileSync(temporary, bytes);
    renameSync(temporary, path);
  } finally {
    rmSync(temporary, { force: true });
  }
}

const oneLine = (text: string) => text.trim().replace(/\s+/g, ' ');

function checkWholeFiles({ startLedger = FIRST_LEDGER, ledgers, ledgersPerFile }: SimulationOptions & Schema): void {
  const end = startLedger + ledgers;
  const startsFile = startLedger === FIRST_LEDGER || startLedger % ledgersPerFile === 0;
  if (startsFile && end % ledgersPerFile === 0) return;
  throw new UsageError(
    `ledgers ${startLedger} to ${end - 1} do not fill files of ${ledgersPerFile}: ` +
      `start at ${FIRST_LEDGER} or at a multiple of ${ledgersPerFile}, and end before a multiple of it`,
  );
}

function manifest(networkPassphrase: string, { ledgersPerFile, filesPerPartition }: Schema): string {
  const content = {
    networkPassphrase,
    version: '1.0',
    compression: 'zstd',
    ledgersPerBatch: ledgersPerFile,
    batchesPerPartition: filesPerPartition,
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}

// LedgerCloseMetaBatch: its first and last ledger, then a counted array
function batchXdr(batch: SimulatedLedger[]): Uint8Array {
  const head = Buffer.alloc(12);
  head.writeUInt32BE(batch[0].sequence, 0);
  head.writeUInt32BE(batch.at(-1)!.sequence, 4);
  head.writeUInt32BE(batch.length, 8);
  return Buffer.concat([head, ...batch.map(({ bytes }) => bytes)]);
}

const compression = { params: { [constants.ZSTD_c_compressionLevel]: 19 } };
