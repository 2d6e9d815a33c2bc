/** Ledgers of extremes as a store, and in a lake: made once for all files of tests. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { cp, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { inject } from 'vitest';
import { objectKey } from '../../src/datastore/keys.ts';
import { open } from '../../src/index.ts';
import { simulate } from '../../src/simulator/simulate.ts';
import { temporaryFolder } from '../folder.ts';
import { poisonLedgers } from './poison-ledgers.ts';
import { words } from './ledger.ts';

export const poisonPassphrase = 'Poison Network ; 2026';
const schema = { ledgersPerFile: 16, filesPerPartition: 10 };

/** Networks of three protocols, whose ledgers have other forms; each fills a file of its own. */
const eras = [
  { startLedger: 2, ledgers: 14, protocol: 20, mix: 'mixed' },
  { startLedger: 32, ledgers: 16, protocol: 22, mix: 'dex' },
  { startLedger: 64, ledgers: 16, protocol: 26, mix: 'soroban' },
  { startLedger: 96, ledgers: 16, protocol: 26, mix: 'mixed' },
] as const;

/** Writes the store. */
export function writePoisonStore(folder: string): void {
  eras.forEach((era, seed) => {
    const { startLedger, ledgers } = era;
    const options = { ...era, seed: 'poison', passphrase: poisonPassphrase, transactionsPerLedger: 8, interval: 9000 };
    const start = Date.UTC(2026, 0, 1) / 1000 + startLedger * options.interval;
    const closed = Array.from(simulate({ ...options, startTime: start }), ({ bytes }) => bytes);
    const poisoned = poisonLedgers(closed, poisonPassphrase, seed + 1);
    const batch = Buffer.concat([words(startLedger, startLedger + ledgers - 1, ledgers), ...poisoned]);
    const path = join(folder, objectKey(startLedger, schema));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, zstdCompressSync(batch));
  });
  const config = { networkPassphrase: poisonPassphrase, version: '1.0', compression: 'zstd' };
  const sizes = { ledgersPerBatch: schema.ledgersPerFile, batchesPerPartition: schema.filesPerPartition };
  writeFileSync(join(folder, '.config.json'), JSON.stringify({ ...config, ...sizes }));
}

/** Returns the folder of the store, which no test changes. */
export async function poisonStore(): Promise<string> {
  return made('poison-store', async (folder) => writePoisonStore(folder));
}

/** Returns a new folder with the store in a lake. */
export async function poisonLake(): Promise<string> {
  const store = await poisonStore();
  const kept = await made('poison-lake', async (folder) => {
    const lake = await open(folder, { network: poisonPassphrase });
    await lake.load(store, { withXdr: true, withChanges: true });
    await lake.close();
  });
  const folder = join(temporaryFolder(), 'lake');
  await cp(kept, folder, { recursive: true, preserveTimestamps: true });
  return folder;
}

/** Returns a folder of the run that is made when it is first asked for. */
async function made(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const kept = join(inject('shared'), name);
  if (existsSync(kept)) return kept;
  const own = `${kept}.${process.pid}`;
  await make(own);
  // Another process may have been first.
  await rename(own, kept).catch(() => undefined);
  return kept;
}
