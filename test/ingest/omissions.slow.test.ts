import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  DecodeError,
  decodeTables,
  exportTable,
  open,
  openStore,
  repairLake,
  type LoadReport,
  type Omission,
} from '../../src/index.ts';
import { phase } from '../../src/ledger/changes.ts';
import { decompress } from '../../src/ledger/compression.ts';
import { readFrames } from '../../src/ledger/frames.ts';
import { ledgersIn, readLedger, type Ledger } from '../../src/ledger/ledger.ts';
import { followStore } from '../../src/ingest/follow.ts';
import { ledgerlake } from '../cli/command.ts';
import { key, sample, storeWith } from './spoiled.ts';

const passphrase = 'Ledgerlake Sample Network ; 2026';
const folder = mkdtempSync(join(tmpdir(), 'ledgerlake-omissions-'));

afterAll(() => rmSync(folder, { recursive: true }));

/** Says that an account which paid a fee before is created only now. */
function contradict(view: DataView, { changes }: Ledger): void {
  for (let i = 0; i < changes.length; i++) {
    if (changes.phase(i) !== phase.before || view.getInt32(changes.start(i)) !== 1) continue;
    view.setInt32(changes.start(i), 0);
    return;
  }
  throw new Error('nothing to spoil');
}

/** Makes transaction meta of a version that there is not. */
const unknownMeta = (view: DataView, { transactions }: Ledger) => view.setInt32(transactions[0].meta, 9);

async function load(store: string, name: string, skipUndecodable = true) {
  const lake = await open(join(folder, name), { network: passphrase });
  const report = await lake
    .load(store, { workers: 1, range: { first: 10, last: 19 }, skipUndecodable })
    .finally(() => lake.close());
  return report;
}

async function rows(name: string, sql: string): Promise<Record<string, unknown>[]> {
  const lake = await open(join(folder, name), { readOnly: true });
  const found = (await lake.query(sql)).toArray().map((row) => row.toJSON() as Record<string, unknown>);
  await lake.close();
  return found;
}

const contradiction = /ledger 15, .*changes contradict each other: an entry that exists is created/;

describe('a ledger whose meta contradicts itself', () => {
  const store = storeWith(folder, 'contradicted', contradict);
  let report: LoadReport;

  beforeAll(async () => {
    report = await load(store, 'skipped');
    await load(sample, 'sound');
  });

  it('stops a load', async () => {
    const failed = load(store, 'strict', false);
    await expect(failed).rejects.toThrow(DecodeError);
    await expect(failed).rejects.toThrow(contradiction);
    expect(await rows('strict', 'select sequence from history_ledgers')).toEqual([]);
  });

  it('is named with the byte in the decompressed file', () => {
    const bytes = decompress(readFileSync(join(store, key)), { file: key });
    const { ledger, start } = [...ledgersIn(bytes, key)].find(({ ledger }) => ledger.sequence === 15)!;
    const { changes, view } = ledger;
    const indexes = Array.from({ length: changes.length }, (_, i) => i);
    const created = indexes.find((i) => changes.phase(i) === phase.before && view.getInt32(changes.start(i)) === 0)!;
    expect(report.omitted[0].message).toContain(`byte ${start + changes.start(created) + 4},`);
  });

  it('is passed over whole when asked for, and listed in report, status and lake', async () => {
    const omission = { object: key, first: 15, last: 15, message: expect.stringMatching(contradiction) as string };
    expect(report).toMatchObject({ ledgers: 9, omitted: [omission] });
    const lake = await open(join(folder, 'skipped'), { readOnly: true });
    const status = await lake.status();
    await lake.close();
    expect(status).toMatchObject({ gaps: [{ first: 15, last: 15, ledgers: 1 }], omitted: [omission] });
    expect(await rows('skipped', 'select object_name, first_ledger, last_ledger from meta.omissions')).toEqual([
      { object_name: key, first_ledger: 15, last_ledger: 15 },
    ]);
  });

  it('leaves no row behind, and takes none from others', async () => {
    // Each segment lists its assets anew, and here are two in the place of one.
    const names = `select distinct table_name as name from meta.segment_files where table_name not in ('history_assets') and table_name not like '%.%'`;
    const tables = await rows('sound', names);
    expect(tables.length).toBeGreaterThan(6);
    for (const { name } of tables as { name: string }[]) {
      const column = name === 'history_ledgers' ? 'sequence' : 'ledger_sequence';
      // The damaged file is another file.
      const same = `from (select * exclude (batch_id) from bronze."${name}_raw_v1") as t`;
      const count = `select count(*)::integer as n, md5(string_agg(t::varchar, '' order by t::varchar)) as sum ${same}`;
      expect({ name, ...(await rows('skipped', count))[0] }).toEqual({
        name,
        ...(await rows('sound', `${count} where ${column} <> 15`))[0],
      });
    }
  });

  it('is loaded later from sound bytes, and is no omission any more', async () => {
    cpSync(join(folder, 'skipped'), join(folder, 'filled'), { recursive: true });
    expect(await load(sample, 'filled', false)).toMatchObject({ ledgers: 1, omitted: [] });
    expect(await rows('filled', 'from meta.omissions')).toEqual([]);
    expect(await rows('filled', 'from meta.gaps')).toEqual([]);
  });

  it('is passed over by exports and decoding that say so', async () => {
    const omitted: Omission[] = [];
    const onOmitted = (omission: Omission) => void omitted.push(omission);
    const output = new PassThrough();
    const printed = text(output);
    const options = { table: 'history_ledgers', network: passphrase, format: 'ndjson', output } as const;
    expect(await exportTable(await openStore([store]), { ...options, onOmitted })).toBe(9);
    output.end();
    expect((await printed).trim().split('\n')).toHaveLength(9);
    const batches = decodeTables(readFileSync(join(store, key)), { network: passphrase, onOmitted });
    expect(batches.get('history_ledgers')!.numRows).toBe(9);
    expect(omitted.map(({ first, last }) => [first, last])).toEqual([[15, 15], [15, 15]]); // prettier-ignore
    expect(() => decodeTables(readFileSync(join(store, key)), { network: passphrase })).toThrow(contradiction);
  });

  it('is told by the command line', async () => {
    const words = [store, '--range', '10:19', '--skip-undecodable'];
    const lake = join(folder, 'told');
    const loaded = await ledgerlake('ingest', ...words, '--lake', lake, '--json');
    expect([loaded.code, JSON.parse(loaded.stdout)]).toMatchObject([0, { ledgers: 9, omitted: [{ first: 15 }] }]);
    expect((await ledgerlake('status', '--lake', lake)).stdout).toMatch(/^omitted 1 ledger \(15\): .*ledger 15/m);
    const exported = await ledgerlake('export', ...words, '--table', 'history_ledgers', '--format', 'csv');
    expect(exported.stdout.trim().split('\n')).toHaveLength(10);
    expect(exported.stderr).toMatch(/^omitted 1 ledger \(15\): .*ledger 15/);
  });
});

describe('a ledger that is followed', () => {
  it('is asked for once when it cannot be decoded, and told of', async () => {
    const store = storeWith(folder, 'followed', contradict, 19);
    const next = 'FFFFFFFF--0-49/FFFFFFEB--20-29.xdr.zst';
    const lake = await open(join(folder, 'following'), { network: passphrase });
    const stop = new AbortController();
    const omitted: Omission[] = [];
    const report = await followStore(lake.lake, await openStore([store]), {
      ...{ workers: 1, skipUndecodable: true, signal: stop.signal },
      onOmitted: (omission) => omitted.push(omission),
      onCommit: ({ last }) => {
        if (last === 19) cpSync(join(sample, next), join(store, next));
        else stop.abort();
      },
    }).finally(() => lake.close());
    const sizes = [key, next].map((name) => readFileSync(join(store, name)).length);
    expect(report).toMatchObject({ ledgers: 19, bytesRead: sizes[0] + sizes[1], omitted: [{ first: 19, last: 19 }] });
    expect(omitted).toEqual(report.omitted);
    expect(await rows('following', 'select first_ledger from meta.gaps')).toEqual([{ first_ledger: 19 }]);
  });
});

describe('a ledger that is not as the schema says', () => {
  it('is passed over with those behind it in its batch, whose place nobody knows', async () => {
    const store = storeWith(folder, 'unknown', unknownMeta);
    const message = /ledger 15, byte \d+, LedgerCloseMeta\.v2\.txProcessing\[0\]\.txApplyProcessing: .*9/;
    await expect(load(store, 'unknown-strict', false)).rejects.toThrow(message);
    const { ledgers, omitted } = await load(store, 'unknown-skipped');
    expect(ledgers).toBe(5);
    expect(omitted).toEqual([
      {
        object: key,
        first: 15,
        last: 19,
        transaction: 1,
        path: 'LedgerCloseMeta.v2.txProcessing[0].txApplyProcessing',
        message: expect.stringMatching(message) as string,
      },
    ]);
    expect(await rows('unknown-skipped', 'select first_ledger, last_ledger from meta.ledger_ranges')).toEqual([
      { first_ledger: 10, last_ledger: 14 },
    ]);
  });

  it('is a gap at the end of what is there', async () => {
    expect(await rows('unknown-skipped', 'from meta.gaps')).toEqual([
      { first_ledger: 15, last_ledger: 19, ledger_count: 5 },
    ]);
  });

  it('is known after a repair, also of a lake that lost its snapshots', async () => {
    const dir = join(folder, 'unknown-skipped');
    const omitted = await rows('unknown-skipped', 'from meta.omissions');
    expect(omitted).toMatchObject([{ first_ledger: 15, last_ledger: 19 }]);
    await repairLake(dir);
    expect(await rows('unknown-skipped', 'from meta.omissions')).toEqual(omitted);
    rmSync(join(dir, 'snapshots'), { recursive: true });
    await repairLake(dir);
    expect(await rows('unknown-skipped', 'from meta.omissions')).toEqual(omitted);
  });

  it('is given up by a repair whose list is damaged, which says so', async () => {
    const dir = join(folder, 'unknown-skipped');
    writeFileSync(join(dir, 'segments/omissions.json'), '[{');
    const { notes, ledgers } = await repairLake(dir);
    expect(ledgers).toBe(5);
    expect(notes).toContainEqual(
      expect.stringMatching(/omissions\.json is damaged: the list of skipped ledgers is lost/),
    );
    expect(await rows('unknown-skipped', 'from meta.omissions')).toEqual([]);
  });

  it('costs its record alone in a stream', () => {
    const raw = Buffer.from(decompress(readFileSync(join(sample, key)), { file: key }));
    const records = [...readFrames(raw, key)].flatMap(({ start, end }) => {
      const bytes = Buffer.from(raw.subarray(start, end));
      const ledger = readLedger(bytes);
      if (ledger.sequence === 15) unknownMeta(new DataView(bytes.buffer, bytes.byteOffset, bytes.length), ledger);
      const mark = Buffer.alloc(4);
      mark.writeUInt32BE(0x80000000 + bytes.length);
      return [mark, bytes];
    });
    const omitted: Omission[] = [];
    const batches = decodeTables(Buffer.concat(records), { network: passphrase, onOmitted: (o) => omitted.push(o) });
    expect(batches.get('history_ledgers')!.numRows).toBe(9);
    expect(omitted).toMatchObject([{ first: 15, last: 15 }]);
  });
});

describe('an object whose compression is damaged', () => {
  const store = join(folder, 'damaged');
  beforeAll(() => {
    cpSync(sample, store, { recursive: true });
    writeFileSync(join(store, key), readFileSync(join(store, key)).subarray(0, 2000));
  });
  const lost = { object: key, first: 12, last: 19, message: expect.stringContaining('zstd') as string };

  it('is passed over by a load, as far as it was asked for, and listed', async () => {
    const lake = await open(join(folder, 'damaged-lake'), { network: passphrase });
    const report = await lake.load(store, { workers: 1, range: '12:29', skipUndecodable: true });
    await lake.close();
    expect(report).toMatchObject({ ledgers: 10, omitted: [lost], gaps: [] });
  });

  it('is an error without', async () => {
    await expect(load(store, 'damaged-not', false)).rejects.toThrow(DecodeError);
  });
});

describe('an object that is no ledger file', () => {
  const raw = () => Buffer.from(decompress(readFileSync(join(sample, key)), { file: key }));
  const storeOf = (name: string, bytes: Uint8Array) => {
    const store = join(folder, name);
    cpSync(sample, store, { recursive: true });
    writeFileSync(join(store, key), zstdCompressSync(bytes));
    return store;
  };

  it('is passed over whole when asked for, and what comes after it is loaded', async () => {
    const store = storeOf('text', Buffer.from('a page that says that the object is gone'));
    const message = /FFFFFFF5--10-19\.xdr\.zst, byte 0: .*expected a LedgerCloseMetaBatch/;
    await expect(load(store, 'text-strict', false)).rejects.toThrow(message);
    const lake = await open(join(folder, 'text-skipped'), { network: passphrase });
    const report = await lake.load(store, { workers: 1, range: '12:29', skipUndecodable: true });
    await lake.close();
    const omission = { object: key, first: 12, last: 19, message: expect.stringMatching(message) as string };
    expect(report).toMatchObject({ ledgers: 10, omitted: [omission] });
  });

  it('is read as far as it is ledgers, and what follows them is listed', async () => {
    const store = storeOf('longer', Buffer.concat([raw(), Buffer.alloc(8)]));
    const message = /8 bytes after the last ledger, expected none/;
    await expect(load(store, 'longer-strict', false)).rejects.toThrow(message);
    const { ledgers, omitted } = await load(store, 'longer-skipped');
    expect(ledgers).toBe(10);
    expect(omitted).toEqual([{ object: key, message: expect.stringMatching(message) as string }]);
    expect(await rows('longer-skipped', 'select first_ledger, last_ledger from meta.omissions')).toEqual([
      { first_ledger: null, last_ledger: null },
    ]);
    const status = await ledgerlake('status', '--lake', join(folder, 'longer-skipped'));
    expect(status.stdout).toMatch(
      /^omitted something that is not a numbered ledger: .*FFFFFFF5--10-19\.xdr\.zst.*8 bytes after the last ledger/m,
    );
  });
});
