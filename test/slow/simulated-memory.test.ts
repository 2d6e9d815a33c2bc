/** Whether memory stays as it is while ledgers are closed: a network of few people, looked at when its state no longer grows. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const program = `
  const { simulate } = await import(${JSON.stringify(join(import.meta.dirname, '../../src/simulator/simulate.ts'))});
  const options = { seed: 'flat', passphrase: 'Flat Network', ledgers: 4000, transactionsPerLedger: 4, mix: 'mixed' };
  const heaps = [];
  for (const { sequence } of simulate(options)) {
    if (sequence % 500 !== 0) continue;
    globalThis.gc();
    const { heapUsed, external } = process.memoryUsage();
    heaps.push((heapUsed + external) / 2 ** 20);
  }
  console.log(JSON.stringify(heaps));
`;

it('needs no more memory after 4,000 ledgers than after 2,000', () => {
  const flags = ['--expose-gc', '--input-type=module', '--eval', program];
  const heaps: number[] = JSON.parse(execFileSync(process.execPath, flags, { encoding: 'utf8' }));
  expect(heaps).toHaveLength(8);
  const [middle, last] = [heaps[3], heaps[7]];
  expect(last / middle, `MiB after every 500 ledgers: ${heaps.map((heap) => heap.toFixed(1)).join(', ')}`).toBeLessThan(
    1.25,
  );
}, 300_000);
