/**
 * Every state in which a crash may leave a bucket that a lake is published into: what arrived of the objects, in every order that
 * uploads beside each other allow. A store has an object as a whole, or not at all.
 */
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { messageOf } from '../../src/core/system-errors.ts';
import { checkIndexFiles } from '../../src/history/check-files.ts';
import { Index } from '../../src/history/index-files.ts';
import { keyRun, memoryRun } from '../../src/history/run.ts';
import { attachParts } from '../../src/ingest/attach.ts';
import { publishWithIceberg } from '../../src/ingest/publish.ts';
import { openLake } from '../../src/lake/asking/lake.ts';
import { readOmissions, writeOmissions } from '../../src/lake/disk/snapshot/omissions.ts';
import { selectRows } from '../../src/lake/duckdb/duckdb.ts';
import { compactLake } from '../../src/lake/writing/compact.ts';
import { ROOT, serve, type TestServer } from '../datastore/server.ts';
import { temporaryFolder } from '../folder.ts';
import { readTable } from '../lake/iceberg/reader.ts';
import { load, network, tables } from '../lake/tables.ts';
import { randomOf } from './lake-state.ts';
import { CUTS, Recording } from './states.ts';

const folder = temporaryFolder();
const at = (...names: string[]) => join(folder, ...names);
const recording = new Recording(folder);
const lakeAt = join(recording.root, 'lake');
const address = `s3://bucket/${ROOT}`;
/** So many uploads run beside each other. */
const LANES = 8;
/** After one of so many uploads, the lake is published again. */
const AGAIN = 5;

/** The objects of a bucket. */
type Objects = ReadonlyMap<string, Buffer>;

/** What readers find in a bucket. */
interface Seen {
  /** What `attach` makes of it, or why it refuses. */
  lake: unknown;
  /** Objects of the published files that were passed over. */
  omitted: string[];
  /** The rows of each Iceberg table that has a pointer. */
  rows: Record<string, number>;
}

let server: TestServer;
const access = () => ({ bucket: { endpointUrl: server.origin, anonymous: true, region: 'us-east-2' } });
const open = (dir: string, write: boolean) => openLake(dir, { tables, write, network, sql: 'none' });

/** Adds what a load leaves beside the rows: index files, and what was passed over. */
async function note(lake: string, first: number, last: number): Promise<void> {
  const index = new Index(lake);
  const rows = [0, 0, 0].map(() => Buffer.alloc(12));
  await index.rows.add(memoryRun({ first, last, checksums: Buffer.alloc(4 * (last - first + 1)), rows }));
  await index.keys.add(keyRun({ first, last, rows: Buffer.alloc(12) }));
  await index.flush();
  index.close();
  const said = { message: 'cannot be decoded', decoderVersion: '1', recordedAt: '2026-01-01T00:00:00Z' };
  await writeOmissions(lake, [{ object: `FC--${first}.xdr.zst`, first: last + 1, last: last + 1, ...said }]);
}

async function contents(dir: string): Promise<unknown> {
  const lake = await open(dir, false);
  const sql = `select (select list((sequence, ledger_hash) order by sequence) from meta.ledgers) as ledgers,
    (select list((path, sha256) order by path) from meta.segment_files) as files,
    (select list((id, account, memo) order by id) from bronze.payments_raw_v1) as payments`;
  try {
    return await lake.read((connection) => selectRows(connection, sql));
  } finally {
    await lake.close();
  }
}

function fill(objects: Objects): void {
  server.objects.clear();
  for (const [key, bytes] of objects) server.objects.set(key, bytes);
}

type Attached = Pick<Seen, 'lake' | 'omitted'>;

const isOfIceberg = (key: string) => key.startsWith('iceberg/');
const nameOf = (objects: Objects) => JSON.stringify([...objects].map(([key, bytes]) => [key, sha1(bytes)]).sort());
const sha1 = (bytes: Buffer) => createHash('sha1').update(bytes).digest('hex');
/** By the objects that `attach` reads. */
const attached = new Map<string, Attached>();

async function look(objects: Objects): Promise<Seen> {
  const name = nameOf(new Map([...objects].filter(([key]) => !isOfIceberg(key))));
  const found = attached.get(name) ?? (await attach(objects));
  attached.set(name, found);
  return { ...found, rows: rowsOf(objects) };
}

async function attach(objects: Objects): Promise<Attached> {
  fill(objects);
  const lake = at('attached');
  rmSync(lake, { recursive: true, force: true });
  try {
    await attachParts(lake, [address], access());
  } catch (error) {
    return { lake: messageOf(error), omitted: [] };
  }
  for await (const { path, fault } of checkIndexFiles(lake))
    expect({ path, fault }).toEqual({ path, fault: undefined });
  return { lake: await contents(lake), omitted: (await readOmissions(lake)).map(({ object }) => object) };
}

/** The objects that the folder of `copyOf` has. */
const copied = new Map<string, Buffer>();

/** Returns a folder with the objects as files. */
function copyOf(objects: Objects): string {
  const bucket = at('bucket');
  for (const key of copied.keys()) {
    if (objects.has(key)) continue;
    rmSync(join(bucket, key));
    copied.delete(key);
  }
  for (const [key, bytes] of objects) {
    if (copied.get(key) === bytes) continue;
    mkdirSync(dirname(join(bucket, key)), { recursive: true });
    writeFileSync(join(bucket, key), bytes);
    copied.set(key, bytes);
  }
  return bucket;
}

/** Throws where a table names what is not there. */
function rowsOf(objects: Objects): Seen['rows'] {
  const bucket = copyOf(objects);
  const names = [...objects.keys()].flatMap(
    (key) => /^iceberg\/(.*)\/metadata\/version-hint\.text$/.exec(key)?.[1] ?? [],
  );
  const pathOf = (place: unknown) => join(bucket, String(place).slice(address.length));
  return Object.fromEntries(names.sort().map((name) => [name, readTable(bucket, name, pathOf).current.rows]));
}

/** What a reader follows from the head, and from each pointer of a table, is there before it. */
const steps = [
  /^(bronze|silver|semantic|gold|lookup)\/|^segments\/omissions\.json$/,
  /^segments\/[\d-]+\.json$/,
  /^lake\.json$|^snapshots\/(?!head)/,
  /^snapshots\/head\.json$/,
  /^iceberg\/.*(?<!version-hint\.text)$/,
  /^iceberg\/.*\/version-hint\.text$/,
];
const stepOf = (key: string) => steps.findIndex((step) => step.test(key));

/** Publishes a lake with the command line. Returns the keys that it wrote, in the order in which their requests came. */
async function publish(): Promise<string[]> {
  const asked: string[] = [];
  const wrong: unknown[] = [];
  server.written.length = 0;
  server.trick = ({ method, key = '' }) => {
    if (method === 'DELETE') wrong.push({ method, key });
    if (method !== 'PUT') return undefined;
    const beside = asked.filter((other) => !server.written.includes(other));
    const isInTurn = stepOf(key) >= 0 && stepOf(key) >= stepOf(asked.at(-1) ?? key);
    const isAlone = beside.some((other) => stepOf(other) !== stepOf(key));
    if (!isInTurn || isAlone || beside.length >= LANES) wrong.push({ key, beside });
    asked.push(key);
    return undefined;
  };
  await recording.runBeside([
    ...['publish', '--lake', lakeAt, '--to', address],
    ...['--endpoint-url', server.origin, '--anonymous', '--region', 'us-east-2'],
  ]);
  server.trick = undefined;
  expect(wrong).toEqual([]);
  return asked;
}

/** Yields each prefix of the uploads, and prefixes without some of those that ran beside the last one. */
function* crashes(before: Objects, after: Objects, keys: readonly string[], seed: number) {
  const random = randomOf(seed);
  const made = (left: readonly string[]) => new Map([...before, ...left.map((key) => [key, after.get(key)!] as const)]);
  yield { upload: 0, isPrefix: true, objects: before };
  for (const [i, key] of keys.entries()) {
    const start = keys.findIndex((other) => stepOf(other) === stepOf(key));
    const sure = keys.slice(0, Math.max(start, i - LANES + 1));
    const beside = keys.slice(sure.length, i);
    yield { upload: i + 1, isPrefix: true, objects: made(keys.slice(0, i + 1)) };
    for (let cut = 0; cut < CUTS && beside.length > 0; cut++) {
      const some = beside.filter(() => random() < 0.5);
      yield { upload: i + 1, isPrefix: false, objects: made([...sure, ...some, key]) };
    }
  }
}

beforeAll(async () => {
  server = await serve('s3', new Map());
  const lake = await open(at('before'), true);
  await lake.enableIceberg();
  await load(lake, [1, 10], [11, 20]);
  await lake.close();
  await note(at('before'), 1, 20);
  cpSync(at('before'), at('after'), { recursive: true });
  const grown = await open(at('after'), true);
  await compactLake(grown);
  await load(grown, [21, 30]);
  await grown.close();
  await note(at('after'), 21, 30);
});
afterAll(() => server.close());

describe('a bucket after a crash of publish', { timeout: 1_200_000 }, () => {
  let [raw, distinct, again] = [0, 0, 0];
  afterAll(() => console.log(`${raw} states after a crash, ${distinct} of them distinct, ${again} published again`));

  it.each([
    { name: 'nothing there', published: undefined },
    { name: 'a lake that grew and was merged', published: 'before' },
    { name: 'the same lake', published: 'after' },
  ])('has the lake as before or as after: $name', async ({ name, published }) => {
    await recording.begin(() => cpSync(at('after'), lakeAt, { recursive: true }));
    const own = recording.files();
    fill(new Map());
    if (published !== undefined) await publishWithIceberg(at(published), address, access());
    const there: Objects = new Map(server.objects);
    const keys = await publish();
    const whole: Objects = new Map(server.objects);
    // It writes nothing into the lake.
    expect([...recording.crashes(0)]).toEqual([]);
    expect(recording.files()).toEqual(own);
    const [before, after] = [await look(there), await look(whole)];
    expect(after.rows).toMatchObject({ 'bronze/history_ledgers': 30 });
    const known = new Set<string>();
    const wrong: unknown[] = [];
    for (const { upload, isPrefix, objects } of crashes(there, whole, keys, name.length)) {
      raw++;
      const key = nameOf(objects);
      if (!known.has(key)) {
        known.add(key);
        const seen = await look(objects);
        if (!isRight(seen, before, after)) wrong.push({ upload, last: keys[upload - 1], seen });
      }
      if (!isPrefix || upload % AGAIN > 0) continue;
      again++;
      fill(objects);
      await publishWithIceberg(lakeAt, address, access());
      const now = new Map(server.objects);
      // Metadata of Iceberg has the time.
      const differs = [...whole].filter(([path, bytes]) => !isOfIceberg(path) && !now.get(path)?.equals(bytes));
      const isSame = isDeepStrictEqual([...now.keys()].sort(), [...whole.keys()].sort());
      const seen = await look(now);
      if (!isSame || differs.length > 0 || !isDeepStrictEqual(seen, after))
        wrong.push({ upload, again: seen, differs: differs.map(([path]) => path) });
    }
    distinct += known.size;
    expect(wrong.slice(0, 5)).toEqual([]);
  });
});

/** The head decides what `attach` sees; what was passed over comes before it. Each table of Iceberg has a pointer of its own. */
function isRight(seen: Seen, before: Seen, after: Seen): boolean {
  const isUnpublished = typeof before.lake === 'string' && /has no snapshots\/head\.json/.test(String(seen.lake));
  const isNew = isDeepStrictEqual(seen.lake, after.lake);
  const isOld = isUnpublished || isDeepStrictEqual(seen.lake, before.lake);
  const isNoted = [after.omitted, ...(isNew ? [] : [before.omitted])].some((one) =>
    isDeepStrictEqual(seen.omitted, one),
  );
  const areTables = Object.entries(seen.rows).every(([name, rows]) =>
    [before.rows[name], after.rows[name]].includes(rows),
  );
  const isLedTo = isNew || isDeepStrictEqual(seen.rows, before.rows);
  return (isNew || isOld) && isNoted && areTables && isLedTo;
}
