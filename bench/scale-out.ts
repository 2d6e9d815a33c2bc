/**
 * What do parts cost that one load does not, and does attaching stay as it was when there are more segments? Loads 24,000 ledgers at once
 * and as 1, 2, 4 and 8 parts, a process each and as many at a time as there are cores, then attaches 100 and 1,000 segments in 8 parts:
 * 20 minutes. A process takes 1.3 s for its first ledger, which parts of a thousand ledgers feel.
 * `node bench/scale-out.ts LEDGERS SEGMENTS…` gives other numbers, of ledgers a multiple of 100. It logs its progress to stderr. Linux only.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openLedgerStore } from '../src/datastore/open.ts';
import { UsageError } from '../src/core/errors.ts';
import { SEGMENT_LEDGERS } from '../src/ingest/load-options.ts';
import { inLanes } from '../src/core/lanes.ts';
import { manifestPath, readManifest, segmentName } from '../src/lake/disk/snapshot/manifest.ts';
import { readSnapshot } from '../src/lake/disk/snapshot/read-snapshot.ts';
import { passphraseOf } from '../src/ledger/network.ts';
import { ledgersOf, writeManifest, writeRepeated } from './repeated.ts';
import type { Attached } from './scale-out-attach.ts';
import { writePart, type Base } from './scale-out-parts.ts';
import { benchSets } from './util.ts';

const FIRST = 70_000_000;
const COUNTS = [1, 2, 4, 8];
/** Of how many parts many segments are. */
const PARTS = 8;
/** Linux counts processor time in such ticks. */
const TICK_SECONDS = 0.01;

const [ledgers = 24_000, ...sizes] = process.argv.slice(2).map(Number);
if (sizes.length === 0) sizes.push(100, 1_000);
const isCount = (count: number) => Number.isInteger(count) && count > 0;
if (!isCount(ledgers) || ledgers % SEGMENT_LEDGERS !== 0 || !sizes.every((size) => isCount(size) && size >= PARTS)) {
  throw new UsageError('give a number of ledgers, a multiple of 100, and numbers of segments, each 8 or more');
}
const folder = mkdtempSync(join(tmpdir(), 'ledgerlake-bench-'));
const store = join(folder, 'store');
const run = promisify(execFile);
const cores = cpus().length;

/** Says what is done next, and when. */
function tell(what: string): void {
  console.error(`${(performance.now() / 1000).toFixed(0)} s: ${what}`);
}

/** Returns the processor time of the children that have ended, in seconds: fields 16 and 17 of proc(5)'s stat. */
function childrenSeconds(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ');
  return (Number(fields[13]) + Number(fields[14])) * TICK_SECONDS;
}

/** What loads took, in seconds. */
interface Took {
  cpu: number;
  wall: number;
}

async function timed(work: () => Promise<unknown>): Promise<Took> {
  const [started, before] = [performance.now(), childrenSeconds()];
  await work();
  return { wall: (performance.now() - started) / 1000, cpu: childrenSeconds() - before };
}

/** Runs the command as a user does, start and end included. */
async function ingest(lake: string, ...more: (string | number)[]): Promise<void> {
  const cli = join(import.meta.dirname, '../src/cli/main.ts');
  const range = `${FIRST}:+${ledgers}`;
  const words = [cli, 'ingest', store, '--lake', lake, '--range', range, '--no-compact', '--json', ...more];
  await run(process.execPath, words.map(String));
}

async function attach(lake: string, parts: readonly string[]): Promise<Attached> {
  const { stdout } = await run(process.execPath, [join(import.meta.dirname, 'scale-out-attach.ts'), lake, ...parts]);
  return JSON.parse(stdout) as Attached;
}

/** Throws when the lakes are not of the same rows and bytes in every table. */
async function compare(lake: string, single: string): Promise<void> {
  const [found, expected] = await Promise.all([lake, single].map((dir) => readSnapshot(dir)));
  for (const [table, total] of Object.entries(expected.totals)) {
    const [is, was] = [found.totals[table], total].map((value) => JSON.stringify(value));
    if (is !== was) throw new Error(`attached parts have ${is} of ${table}, one load ${was}`);
  }
}

/** Loads in parts and attaches them. */
async function inParts(count: number, single: string): Promise<{ load: Took; attached: Attached }> {
  const dir = join(folder, `of-${count}`);
  const parts = Array.from({ length: count }, (_, i) => join(dir, `part-${i + 1}`));
  const workers = Math.max(1, Math.floor(cores / count));
  const load = await timed(() =>
    inLanes(parts, cores, (part, i) => ingest(part, '--shard', `${i + 1}/${count}`, '--workers', workers)),
  );
  const lake = join(dir, 'lake');
  const attached = await attach(lake, parts);
  await compare(lake, single);
  rmSync(dir, { recursive: true });
  return { load, attached };
}

/** Returns the first segment of a lake. */
async function baseOf(dir: string, network: string): Promise<Base> {
  const [{ name }] = (await readSnapshot(dir)).segments;
  return { dir, network, segment: (await readManifest(dir, network, name)).segment };
}

/** Attaches so many segments, in parts of nearly as many each. */
async function attachMany(base: Base, size: number): Promise<Attached> {
  const dir = join(folder, `attach-${size}`);
  const parts: string[] = [];
  for (let i = 0, done = 0; i < PARTS; i++) {
    const count = Math.floor((size * (i + 1)) / PARTS) - done;
    parts.push(join(dir, `part-${i + 1}`));
    await writePart(parts[i], base, FIRST + done * SEGMENT_LEDGERS, count);
    done += count;
  }
  const attached = await attach(join(dir, 'lake'), parts);
  rmSync(dir, { recursive: true });
  return attached;
}

const more = (value: number, than: number) => `${(100 * (value / than - 1)).toFixed(1)} %`;
const perSegment = ({ milliseconds, segments }: Attached) => (milliseconds / segments).toFixed(1);

const [{ name, sources, network }] = benchSets as [(typeof benchSets)[number]];
const passphrase = passphraseOf(network);
const load = loadavg()[0].toFixed(1);
tell(`repeating ${name} to ${ledgers} ledgers`);
writeManifest(store, passphrase);
writeRepeated(store, await ledgersOf(await openLedgerStore(sources)), FIRST, ledgers);
tell('loading at once');
const single = join(folder, 'one');
const one = await timed(() => ingest(single, '--workers', cores));
console.log(
  `${cpus()[0].model}, ${cores} cores, load ${load}, Node ${process.versions.node}; ${name}, ${ledgers} ledgers\n`,
);
console.log(
  '| load | processor, s | more | wall, s | more | attach, ms a segment |\n| --- | --- | --- | --- | --- | --- |',
);
console.log(`| at once | ${one.cpu.toFixed(1)} | | ${one.wall.toFixed(1)} | | |`);
for (const count of COUNTS.filter((count) => count * SEGMENT_LEDGERS <= ledgers)) {
  tell(`loading in ${count} parts`);
  const { load: took, attached } = await inParts(count, single);
  const [cpu, wall] = [took.cpu.toFixed(1), took.wall.toFixed(1)];
  const figures = [cpu, more(took.cpu, one.cpu), wall, more(took.wall, one.wall), perSegment(attached)];
  console.log(`| ${count} part${count > 1 ? 's' : ''} | ${figures.join(' | ')} |`);
}
const base = await baseOf(single, passphrase);
const manifest = statSync(join(single, manifestPath(segmentName(base.segment)))).size;
const bytes = base.segment.files.reduce((sum, file) => sum + file.bytes, 0);
console.log(`\nA segment: ${base.segment.files.length} files, ${bytes} bytes, its manifest ${manifest} bytes\n`);
console.log('| segments attached | ms a segment | of processor | peak memory, MB |\n| --- | --- | --- | --- |');
for (const size of sizes) {
  tell(`attaching ${size} segments`);
  const attached = await attachMany(base, size);
  const processor = (attached.processorMs / size).toFixed(1);
  console.log(`| ${size} | ${perSegment(attached)} | ${processor} | ${attached.megabytes.toFixed(0)} |`);
}
rmSync(folder, { recursive: true });
