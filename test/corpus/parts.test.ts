import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { attachParts, checkLake, open } from '../../src/index.ts';
import { createPool, type Pool } from '../../src/workers/pool.ts';
import { corpus, hasCorpus } from '../corpus.ts';
import { temporaryFolder } from '../folder.ts';
import { contents } from '../scale-out/contents.ts';

const count = 4;
const load = { range: '63092982:63092994', segmentLedgers: 3 };

/** Loads pubnet's ledgers into a lake of its own, and returns that. */
async function loaded(pool: Pool, options: object = {}): Promise<string> {
  const dir = temporaryFolder();
  const lake = await open(dir, { network: 'pubnet' });
  await lake.load(join(corpus, 'pubnet-p26/store'), { ...load, pool, ...options });
  await lake.close();
  return dir;
}

/** Returns which ledgers a lake has, and of which files with which bytes it is made. */
async function filesOf(dir: string): Promise<object[][]> {
  const lake = await open(dir, { readOnly: true });
  const ledgers = await lake.rows('select sequence, ledger_hash from meta.ledgers order by all');
  const files = await lake.rows('select path, row_count, sha256 from meta.segment_files order by all');
  await lake.close();
  return [ledgers, files];
}

describe.skipIf(!hasCorpus)('pubnet, loaded in parts', () => {
  const parts: string[] = [];
  let single = '';
  let attached = '';

  /** Makes a lake of the parts, in this order. */
  async function attach(...order: number[]): Promise<string> {
    const dir = temporaryFolder();
    const named = order.map((index) => parts[index - 1]);
    expect(await attachParts(dir, named)).toMatchObject({ parts: count, segments: 5, ledgers: 13, gaps: [] });
    return dir;
  }

  beforeAll(async () => {
    const pool = createPool(1);
    single = await loaded(pool);
    for (let index = 1; index <= count; index++) parts.push(await loaded(pool, { shard: { index, count } }));
    await pool.close();
    attached = await attach(4, 3, 2, 1);
  });

  it('has the rows of one load in all of bronze and in kept relations', async () => {
    const found = await contents(attached);
    expect(found).toMatchObject({ 'bronze.history_ledgers': expect.stringMatching(/^13 /) });
    expect(found).toEqual(await contents(single));
  });

  it('passes every check', async () => {
    const { lake, close } = await open(attached, { readOnly: true });
    const reports = await checkLake(lake);
    await close();
    expect(reports.map(({ name }) => name)).toEqual(expect.arrayContaining(['ledger_chain', 'lumens']));
    expect(reports.filter(({ broken }) => broken > 0)).toEqual([]);
  });

  it('is of the same ledgers and files, byte by byte, in another order and in one load', async () => {
    const expected = await filesOf(attached);
    expect(await filesOf(await attach(2, 4, 1, 3))).toEqual(expected);
    expect(await filesOf(single)).toEqual(expected);
  });
});
