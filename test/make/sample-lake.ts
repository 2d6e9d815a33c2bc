/** The sample in a lake: loaded once for all files of tests, each of which has a copy. */
import { cp, rename } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { open } from '../../src/index.ts';
import { temporaryFolder } from '../folder.ts';

const sample = join(import.meta.dirname, '../../data/sample');

/** Returns a new folder with the sample in a lake; it is removed when the tests of the file are done. */
export async function makeSampleLake(): Promise<string> {
  const kept = join(inject('shared'), 'sample');
  const folder = join(temporaryFolder(), 'lake');
  if (!existsSync(kept)) await keep(kept);
  await cp(kept, folder, { recursive: true, preserveTimestamps: true });
  return folder;
}

async function keep(place: string): Promise<void> {
  const made = `${place}.${process.pid}`;
  const lake = await open(made, { network: 'Ledgerlake Sample Network ; 2026' });
  await lake.load(sample);
  await lake.close();
  // Another process may have been first.
  await rename(made, place).catch(() => undefined);
}
