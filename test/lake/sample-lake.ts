/** The sample in a lake, with a session on it, for the tests of a file. */
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { openStore } from '../../src/datastore/open.ts';
import { loadStore } from '../../src/ingest/load.ts';
import { openLake, type Lake } from '../../src/lake/lake.ts';
import type { StandingSession } from '../../src/lake/sessions.ts';
import { tables } from '../../src/tables/index.ts';
import { temporaryFolder } from './folder.ts';

/** What tests have of it, from before the first until after the last. */
export interface SampleLake {
  lake: Lake;
  session: StandingSession;
}

/** Loads the sample before the tests of the file, and closes it after them. */
export function useSampleLake(): SampleLake {
  const sample = {} as SampleLake;
  beforeAll(async () => {
    const dir = join(temporaryFolder(), 'lake');
    sample.lake = await openLake(dir, { tables, write: true, network: 'Ledgerlake Sample Network ; 2026' });
    await loadStore(sample.lake, await openStore([join(import.meta.dirname, '../../data/sample')]));
    sample.session = await sample.lake.session();
    await sample.session.begin();
  });
  afterAll(async () => {
    await sample.session.release();
    await sample.lake.close();
  });
  return sample;
}
