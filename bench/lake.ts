/** What do opening, refreshing after a commit and planning a query of one ledger cost as a lake grows? */
import { linkSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openLedgerStore } from '../src/datastore/open.ts';
import { loadStore } from '../src/ingest/load.ts';
import { openLake, type Lake } from '../src/lake/asking/lake.ts';
import type { Segment } from '../src/lake/disk/snapshot/manifest.ts';
import { query } from '../src/lake/asking/query/query.ts';
import { EnteringSegments, publishSnapshot } from '../src/lake/disk/snapshot/publish-snapshot.ts';
import { passphraseOf } from '../src/ledger/network.ts';
import { tables } from '../src/tables/index.ts';
import { benchSets } from './util.ts';

const SEGMENT_LEDGERS = 100;
const FIRST = 1_000_000;
const ROUNDS = 25;
const SIZES = [1_000, 1_000_000];

const [{ name, sources, network }] = benchSets as [(typeof benchSets)[number]];
const passphrase = passphraseOf(network);
const folder = mkdtempSync(join(tmpdir(), 'ledgerlake-bench-'));

/** Returns a segment of real files, whose names the lake takes for those of any ledgers. */
async function loadBase(dir: string): Promise<Segment> {
  const lake = await openLake(dir, { tables, write: true, network: passphrase });
  await loadStore(lake, await openLedgerStore(sources));
  const [known] = (await lake.snapshot()).segments;
  const segment = await lake.segment(known.name);
  await lake.close();
  return segment;
}

/** Returns the segment under other numbers, its files linked into the lake. */
function copyOf(base: Segment, from: string, to: string, first: number): Segment {
  const last = first + SEGMENT_LEDGERS - 1;
  const files = base.files.map((file) => {
    const path = `bronze/${file.table}/ledger_range=${first - (first % 10_000)}/${first}-${last}.parquet`;
    mkdirSync(dirname(join(to, path)), { recursive: true });
    linkSync(join(from, file.path), join(to, path));
    return { ...file, path, first, last };
  });
  const ledgers = Array.from({ length: SEGMENT_LEDGERS }, (_, i) => ({ ...base.ledgers[0], sequence: first + i }));
  return { ...base, first, last, files, ledgers };
}

async function median(run: (round: number) => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const started = performance.now();
    await run(round);
    times.push(performance.now() - started);
  }
  return times.sort((a, b) => a - b)[ROUNDS >> 1];
}

async function measure(size: number, from: string, base: Segment): Promise<number[]> {
  const dir = join(folder, `of-${size}`);
  const writer = await openLake(dir, { tables, write: true, network: passphrase });
  const snapshot = await writer.snapshot();
  const enter = new EnteringSegments();
  for (let first = FIRST; first < FIRST + size; first += SEGMENT_LEDGERS) {
    enter.add({ segment: copyOf(base, from, dir, first), manifest: 'none' });
  }
  await publishSnapshot(dir, snapshot, { enter });
  await writer.close();
  const open = await median(async () => (await openLake(dir, { tables })).close());
  const committing = await openLake(dir, { tables, write: true, network: passphrase });
  const reader = await openLake(dir, { tables });
  const ask = (lake: Lake, sequence: number, words = '') =>
    query(lake, `${words} select * from history_operations where ledger_sequence = ${sequence}`);
  const at = (round: number) => FIRST + ((round * 7919) % size);
  await ask(reader, at(1));
  const plan = await median((round) => ask(reader, at(round), 'explain'));
  // With a gap between, since the segments that are there have no manifests to follow on.
  const next = (round: number) => copyOf(base, from, dir, FIRST + size + (2 * round + 1) * SEGMENT_LEDGERS);
  const segments = Array.from({ length: 2 * ROUNDS }, (_, round) => next(round));
  const commit = await median((round) => committing.commit(segments[round], { chain: false }));
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await committing.commit(segments[ROUNDS + round], { chain: false });
    const started = performance.now();
    await ask(reader, at(round), 'explain');
    times.push(performance.now() - started);
  }
  const refresh = times.sort((a, b) => a - b)[ROUNDS >> 1];
  await reader.close();
  await committing.close();
  return [open, refresh, plan, commit];
}

const from = join(folder, 'base');
const base = await loadBase(from);
const results: number[][] = [];
for (const size of SIZES) results.push(await measure(size, from, base));
rmSync(folder, { recursive: true });
console.log(
  `${cpus()[0].model}, ${cpus().length} cores, Node ${process.versions.node}; ${name}, segments of ${SEGMENT_LEDGERS}\n`,
);
console.log(
  `| task | ${SIZES.map((size) => `${size.toLocaleString('en')} ledgers`).join(' | ')} | ratio |\n| --- | --- | --- | --- |`,
);
const tasks = ['open', 'plan a query of one ledger after a commit', 'plan a query of one ledger', 'commit a segment'];
tasks.forEach((task, i) => {
  const [small, large] = results.map((times) => times[i]) as [number, number];
  console.log(`| ${task} | ${small.toFixed(1)} ms | ${large.toFixed(1)} ms | ${(large / small).toFixed(2)}x |`);
});
