import { describe, expect, it } from 'vitest';
import { PipelineError } from '../../src/core/errors.ts';
import type { RunningProcessor } from '../../src/pipelines/run/record-set.ts';
import { Reader, type Group, type RunTask, type Wanted } from '../../src/pipelines/run/sharing.ts';
import { grouped, taskBytes } from '../../src/pipelines/run/source.ts';
import type { ExtractResult } from '../../src/workers/messages.ts';

const processor = (id: string): RunningProcessor => ({ id, config: {}, passphrase: '' });
const group = (first: number): Group => ({ first, last: first + 9, keys: [`object ${first}`] });
const all = { first: 0, last: 999 };
let sources = 0;

/** Workers that note what they were asked for, and give one table of each processor. */
function workers(fault: (ids: string[]) => void = () => undefined) {
  const asked: string[] = [];
  const cancels: SharedArrayBuffer[] = [];
  const runOf =
    ({ first, last }: Group): RunTask =>
    async ({ processors, cancel }: Wanted): Promise<ExtractResult> => {
      const ids = (processors as RunningProcessor[]).map(({ id }) => id);
      asked.push(`${first} ${ids.join(' ')}`);
      cancels.push(cancel);
      await Promise.resolve();
      fault(ids);
      const rows = ids.map((id, i) => ({ processor: i, table: `of ${id}`, length: 1, columns: [] }));
      const marks = { first, previousHash: '', last: { ledger: last, hash: '' }, ledgers: 10, closedAt: 0 };
      return { kind: 'extract', parts: [{ ...marks, rows }], memory: [], bytesRead: 100, skipped: [] };
    };
  return { asked, cancels, runOf };
}

function readers(...ids: string[][]): Reader[] {
  const source = `source ${sources++}`;
  return ids.map((of) => {
    const reader = new Reader(source, { processors: of.map(processor), mostWaiting: 2, patience: 30 });
    reader.announce(all);
    return reader;
  });
}

const tables = (result: ExtractResult | undefined) =>
  result?.parts.flatMap(({ rows }) => rows.map(({ table, processor }) => `${processor} ${table}`));

describe('Reader', () => {
  it('has made for all what one comes to first, and gives each its own', async () => {
    const [a, b] = readers(['events', 'calls'], ['calls', 'payments']);
    const { asked, runOf } = workers();
    const first = await a.read(group(10), runOf(group(10)));
    const second = await b.read(group(10), runOf(group(10)));
    expect(asked).toEqual(['10 calls events payments']);
    expect(tables(first)).toEqual(['1 of calls', '0 of events']);
    expect(tables(second)).toEqual(['0 of calls', '1 of payments']);
    expect([first?.bytesRead, second?.bytesRead]).toEqual([100, 0]);
  });

  it('has it made by the same processors in the same order whoever comes first, as workers keep their tables', async () => {
    const [a, b] = readers(['events'], ['calls']);
    const { asked, runOf } = workers();
    const results = [];
    for (const reader of [a, b]) results.push(tables(await reader.read(group(10), runOf(group(10)))));
    for (const reader of [b, a]) results.push(tables(await reader.read(group(20), runOf(group(20)))));
    expect(asked).toEqual(['10 calls events', '20 calls events']);
    expect(results).toEqual([['0 of events'], ['0 of calls'], ['0 of calls'], ['0 of events']]);
  });

  it('lets one that comes later join where the other is', async () => {
    const [a, b] = readers(['events'], ['calls']);
    const { asked, runOf } = workers();
    b.announce({ first: 20, last: 29 });
    for (const first of [10, 20, 30]) await a.read(group(first), runOf(group(first)));
    await b.read(group(20), runOf(group(20)));
    expect(asked).toEqual(['10 events', '20 calls events', '30 events']);
  });

  it('goes on without one that is too slow, which reads by itself until it is ahead', async () => {
    const [fast, slow] = readers(['events'], ['calls']);
    const { asked, runOf } = workers();
    const read = (reader: Reader, first: number) => reader.read(group(first), runOf(group(first)));
    for (const first of [10, 20, 30, 40]) await read(fast, first);
    for (const first of [10, 20, 30, 40]) await read(slow, first);
    await read(slow, 50);
    await read(fast, 50);
    expect(asked).toEqual([
      ...['10 calls events', '20 calls events', '30 events', '40 events'],
      ...['10 calls', '20 calls', '30 calls', '40 calls', '50 calls events'],
    ]);
  });

  it('keeps the fault of one from the other', async () => {
    const [good, bad] = readers(['events'], ['sql']);
    const { asked, runOf } = workers((ids) => {
      if (ids.includes('sql')) throw new PipelineError('sql: ledger 12: no such thing');
    });
    const [one, other] = await Promise.allSettled([
      good.read(group(10), runOf(group(10))),
      bad.read(group(10), runOf(group(10))),
    ]);
    expect(one).toMatchObject({ status: 'fulfilled' });
    expect(other).toMatchObject({ status: 'rejected', reason: { message: 'sql: ledger 12: no such thing' } });
    expect(asked.toSorted()).toEqual(['10 events', '10 events sql', '10 sql']);
  });

  it('cancels what nobody wants any more, and nothing else', async () => {
    const [a, b] = readers(['events'], ['calls']);
    const { cancels, runOf } = workers();
    const reading = a.read(group(10), runOf(group(10)));
    while (cancels.length === 0) await Promise.resolve();
    const isCancelled = () => cancels.map((cancel) => new Int32Array(cancel)[0]);
    a.leave();
    await reading;
    expect(isCancelled()).toEqual([0]);
    b.leave();
    expect(isCancelled()).toEqual([1]);
    expect(await b.read(group(20), runOf(group(20)))).toBeUndefined();
  });
});

describe('grouped(objects, workers)', () => {
  const bytesEach = taskBytes(2);
  const objects = (first: number, last: number, bytes: number) =>
    Array.from({ length: last - first + 1 }, (_, i) => ({
      key: `${first + i}`,
      bytes,
      first: first + i,
      last: first + i,
    }));

  it('cuts at the same ledgers wherever a run begins', () => {
    const ends = (first: number) => grouped(objects(first, 999, bytesEach / 10), 2).map((group) => group.at(-1)?.last);
    expect(ends(0).slice(0, 3)).toEqual([7, 15, 23]);
    expect(ends(5).slice(0, 3)).toEqual([7, 15, 23]);
  });

  it('gives a task less where workers are many', () => {
    expect([1, 2, 4, 8, 64].map((workers) => taskBytes(workers) / 2 ** 20)).toEqual([4, 4, 2, 1, 1]);
  });

  it('gives a task less where ledgers are large', () => {
    const groups = grouped([...objects(0, 799, bytesEach / 100), ...objects(800, 999, bytesEach)], 2);
    expect(Math.max(...groups.map((group) => group.reduce((sum, { bytes }) => sum + bytes, 0)))).toBeLessThan(
      4 * bytesEach,
    );
  });
});
