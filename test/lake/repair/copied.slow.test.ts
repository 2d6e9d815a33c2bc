/**
 * A lake that is copied while it is written: each of its folders as it was before some commits, or as it is after them. The copy is the
 * lake before or after, or says what is wrong; then a repair leaves what is whole, and another load brings the rest.
 */
import { cpSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LakeError } from '../../../src/core/errors.ts';
import { selectRows } from '../../../src/lake/duckdb/duckdb.ts';
import { openLake } from '../../../src/lake/asking/lake.ts';
import { repairSnapshot } from '../../../src/lake/repair/repair.ts';
import { verifyFiles } from '../../../src/lake/repair/verify.ts';
import { compactLake } from '../../../src/lake/writing/compact.ts';
import { temporaryFolder } from '../../folder.ts';
import { load, network, tables } from '../tables.ts';

const open = (dir: string, write = false) => openLake(dir, { tables, write, network, sql: 'none' });
const ranges: [number, number][] = [
  [1, 10],
  [11, 20],
  [21, 30],
];

/** Returns the rows of a lake, or what is wrong with it. */
async function look(dir: string): Promise<unknown> {
  try {
    const lake = await open(dir);
    try {
      const { problems } = await verifyFiles(lake);
      if (problems.length > 0) return { problems: problems.map(({ where, check }) => `${where}: ${check}`) };
      return await lake.read((c) => selectRows(c, 'select id, account from bronze.payments_raw_v1 order by id'));
    } finally {
      await lake.close();
    }
  } catch (error) {
    if (!(error instanceof LakeError)) throw error;
    return { error: error.message };
  }
}

/** What a copy reads one after another, as paths; pages of snapshots have names of their own. */
const pieces: [name: string, isOf: (path: string) => boolean][] = [
  ['head', (path) => path === 'snapshots/head.json'],
  ['pages', (path) => path.startsWith('snapshots/') && path !== 'snapshots/head.json'],
  ['manifests', (path) => path.startsWith('segments/')],
  ['data', (path) => path.startsWith('bronze/')],
  ['locks', (path) => path.startsWith('locks/')],
];

/** Makes a lake whose pieces are those of `after` where the mask says so, and of `before` elsewhere. */
function mixed(before: string, after: string, mask: number): string {
  const dir = temporaryFolder();
  cpSync(join(before, 'lake.json'), join(dir, 'lake.json'));
  pieces.forEach(([, isOf], i) => {
    const from = mask & (1 << i) ? after : before;
    const paths = readdirSync(from, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(from.length + 1));
    for (const path of paths.filter(isOf)) cpSync(join(from, path), join(dir, path));
  });
  return dir;
}

const nameOf = (mask: number) =>
  pieces
    .filter((_, i) => mask & (1 << i))
    .map(([name]) => name)
    .join();

describe('a lake that is copied while it is written', () => {
  it.each(['commits', 'merges'])('is of one moment, or is repaired, beside a writer that %s', async (what) => {
    const source = temporaryFolder();
    const writer = await open(source, true);
    await load(writer, ranges[0], ranges[1]);
    const [before, after] = [temporaryFolder(), temporaryFolder()];
    cpSync(source, before, { recursive: true });
    if (what === 'merges') await compactLake(writer);
    await load(writer, ranges[2]);
    cpSync(source, after, { recursive: true });
    await writer.close();
    const [was, is] = [await look(before), await look(after)];
    for (let mask = 0; mask < 1 << pieces.length; mask++) {
      const dir = mixed(before, after, mask);
      const mix = `after: ${nameOf(mask)}`;
      const seen = await look(dir);
      if (!Array.isArray(seen)) {
        await repairSnapshot(dir);
        expect({ mix, repaired: await look(dir) }).toEqual({ mix, repaired: expect.any(Array) });
      } else expect({ mix, seen }).toEqual({ mix, seen: expect.toBeOneOf([was, is]) });
      const lake = await open(dir, true);
      await load(
        lake,
        ...(await lake.missing({ first: 1, last: 30 })).map(({ first, last }): [number, number] => [first, last]),
      );
      await lake.close();
      expect({ mix, loaded: await look(dir) }).toEqual({ mix, loaded: is });
      rmSync(dir, { recursive: true });
    }
  });
});
