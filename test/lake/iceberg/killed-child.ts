/** Loads and merges a lake with Iceberg tables, and kills itself at the n-th call that changes a file of these: KILLED DIR N. */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const [dir, at] = process.argv.slice(2);
let calls = 0;

/** Counts a call, and ends the process before it or, for a file that is written, in its middle. */
function step(path: unknown, half?: () => void): void {
  if (!String(path).includes('/iceberg/') || ++calls !== Number(at)) return;
  half?.();
  process.kill(process.pid, 'SIGKILL');
}

const { renameSync, writeFileSync, rmSync } = fs;
fs.renameSync = (from, to) => (step(from), renameSync(from, to));
const { rename } = fs.promises;
fs.promises.rename = async (from, to) => (step(from), rename(from, to));
fs.rmSync = (path, options) => (step(path), rmSync(path, options));
fs.writeFileSync = (path, data, options) => {
  const whole = Buffer.from(data as string | Buffer);
  step(path, () => writeFileSync(path, whole.subarray(0, whole.length / 2)));
  writeFileSync(path, data, options);
};
syncBuiltinESMExports();

const { openLake } = await import('../../../src/lake/asking/lake.ts');
const { compactLake } = await import('../../../src/lake/writing/compact.ts');
const { load, network, tables } = await import('../tables.ts');
const lake = await openLake(dir, { tables, write: true, network, sql: 'none', threads: 1 });
await lake.enableIceberg();
await load(lake, [1, 10], [11, 20]);
await compactLake(lake);
await load(lake, [21, 30]);
await lake.close();
console.log(calls);
