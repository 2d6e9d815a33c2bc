/** The sample in a lake, with a session on it, for the tests of a file. */
import { afterAll, beforeAll } from 'vitest';
import { openLake, type Lake } from '../../src/lake/asking/lake.ts';
import type { StandingSession } from '../../src/lake/asking/sessions.ts';
import { tables } from '../../src/tables/index.ts';
import { makeSampleLake } from '../make/sample-lake.ts';

/** What tests have of it, from before the first until after the last. */
export interface SampleLake {
  lake: Lake;
  session: StandingSession;
}

/** Loads the sample before the tests of the file, and closes it after them. */
export function useSampleLake(): SampleLake {
  const sample = {} as SampleLake;
  beforeAll(async () => {
    sample.lake = await openLake(await makeSampleLake(), { tables, write: true });
    sample.session = await sample.lake.session();
    await sample.session.begin();
  });
  afterAll(async () => {
    await sample.session.release();
    await sample.lake.close();
  });
  return sample;
}
