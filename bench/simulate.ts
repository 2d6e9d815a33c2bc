/**
 * How many transactions does a simulated network close in a second of processor time, and with its store written? In ledgers of 200
 * transactions, after ten that warm up; `node bench/simulate.ts LEDGERS` closes another number of them than 100.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { readLedger } from '../src/ledger/ledger.ts';
import { simulate } from '../src/simulator/simulate.ts';
import { writeStore } from '../src/simulator/store.ts';
import { mixNames } from '../src/simulator/traffic/mix-names.ts';

const WARM_UP = 10;
const [ledgers = 100] = process.argv.slice(2).map(Number);
const folder = mkdtempSync(join(tmpdir(), 'ledgerlake-bench-'));

/** Seconds of all threads, those that collect garbage and compile among them. */
function seconds(since?: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1e6;
}

console.log(`${cpus()[0].model}, Node ${process.versions.node}\n`);
console.log('| mix | transactions | a CPU second | a CPU second, with the store |\n| --- | --- | --- | --- |');
for (const mix of mixNames) {
  const options = { seed: 'bench', passphrase: 'Bench Network', transactionsPerLedger: 200, mix };
  const sizes: number[] = [];
  for (const { bytes } of simulate({ ...options, ledgers: WARM_UP + ledgers })) {
    sizes.push(readLedger(bytes).transactions.length);
  }
  const all = sizes.reduce((sum, size) => sum + size, 0);
  const warmUp = sizes.slice(0, WARM_UP).reduce((sum, size) => sum + size, 0);
  let closed = 0;
  let started = process.cpuUsage();
  for (const ledger of simulate({ ...options, ledgers: WARM_UP + ledgers })) {
    if (ledger.bytes.length > 0) closed++;
    if (closed === WARM_UP) started = process.cpuUsage();
  }
  const bare = (all - warmUp) / seconds(started);
  started = process.cpuUsage();
  const layout = { ledgersPerFile: 1, filesPerPartition: 64_000 };
  writeStore(join(folder, mix), { ...options, ...layout, ledgers: WARM_UP + ledgers });
  const stored = all / seconds(started);
  console.log(`| ${mix} | ${all - warmUp} | ${bare.toFixed(0)} | ${stored.toFixed(0)} |`);
}
rmSync(folder, { recursive: true });
