import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { LoadResult, LoadTask } from '../../src/workers/messages.ts';
import { closeWriter, runTask } from '../../src/workers/decode.ts';
import { temporaryFolder } from '../folder.ts';

const passphrase = 'Ledgerlake Sample Network ; 2026';
const store = join(import.meta.dirname, '../../data/sample');

afterAll(closeWriter);

/** A task that loads the ledgers 50 to 99, ten of each object, as segments of 20. */
function taskOf(more: Partial<LoadTask> = {}): LoadTask {
  const names = ['FFFFFFCD--50-59', 'FFFFFFC3--60-69', 'FFFFFFB9--70-79', 'FFFFFFAF--80-89', 'FFFFFFA5--90-99'];
  return {
    kind: 'load',
    input: { kind: 'paths', sources: [store] },
    objects: names.map((name) => ({ key: `FFFFFFCD--50-99/${name}.xdr.zst` })),
    first: 50,
    last: 99,
    loaded: [],
    lake: temporaryFolder(),
    passphrase,
    verify: true,
    decode: {},
    skipUndecodable: false,
    unitLedgers: 20,
    memoryLimit: '1GB',
    withParts: true,
    cancel: new SharedArrayBuffer(4),
    ...more,
  };
}

it('makes of tasks that come together what it makes of each alone', async () => {
  const alone = (await runTask(taskOf())) as LoadResult;
  const wrong = { sequence: 81, hash: '0'.repeat(64) };
  const tasks = [taskOf(), taskOf({ anchor: wrong }), taskOf(), taskOf()];
  Atomics.store(new Int32Array(tasks[2].cancel), 0, 1);
  const results = await Promise.all(tasks.map(runTask));
  expect(results.map(({ kind }) => kind)).toEqual(['load', 'failed', 'cancelled', 'load']);
  expect(alone.segments.map(({ first, last }) => [first, last])).toEqual([
    [50, 59],
    [60, 79],
    [80, 99],
  ]);
  for (const i of [0, 3]) {
    const { segments, index, counts } = results[i] as LoadResult;
    expect({ segments, index, counts }).toEqual({ segments: alone.segments, index: alone.index, counts: alone.counts });
    const paths = segments.flatMap(({ files }) => files.map(({ path }) => join(tasks[i].lake, path)));
    expect(paths.filter((path) => !existsSync(path))).toEqual([]);
  }
  const parquet = alone.segments.flatMap(({ files }) => files.map(({ path }) => join(tasks[1].lake, path)));
  expect(parquet.filter((path) => existsSync(path) || existsSync(`${path}.tmp`))).toEqual([]);
});
