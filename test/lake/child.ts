/** Loads ranges into a lake and merges them, saying what it has done: a process for tests to kill. */
import { compactLake } from '../../src/lake/writing/compact.ts';
import { openLake } from '../../src/lake/asking/lake.ts';
import { refreshParts } from '../../src/lake/writing/refresh.ts';
import { createSegmentWriter } from '../../src/lake/writing/segment.ts';
import { network, tables, writeSegment } from './tables.ts';

const STEP = 10;
type Words = [dir: string, last: string, mode: 'load' | 'compact' | 'hold' | 'refresh', sql?: string];
const [dir, last, mode, sql = 'none'] = process.argv.slice(2) as Words;
const lake = await openLake(dir, { tables, write: true, network, sql, threads: 1 });
console.log('open');
if (mode === 'hold') await new Promise((resolve) => process.stdin.once('end', resolve).resume());
const writer = await createSegmentWriter(tables, mode === 'refresh' ? {} : { sql });
for (const range of await lake.missing({ first: 1, last: Number(last) })) {
  for (let first = range.first; first <= range.last; first += STEP) {
    await lake.commit(await writeSegment(writer, dir, first, first + STEP - 1));
    if (mode === 'compact' && first % 50 === 1) await compactLake(lake);
  }
}
if (mode === 'compact') await compactLake(lake);
if (mode === 'refresh') await refreshParts(lake);
await lake.close();
console.log('done');
