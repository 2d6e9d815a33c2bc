import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { Lookup } from '../../src/history/lookup.ts';
import { ROW_BYTES } from '../../src/history/rows.ts';
import { memoryRun, mergeRuns, type Run } from '../../src/history/run.ts';
import { temporaryFolder } from '../folder.ts';

const small = smallDisk();

/** How many ledgers a run is made of before it is added. */
const LEDGERS = 100;
const ACCOUNTS = 50;

function row(key: number, ledger: number, position: number): Buffer {
  const bytes = Buffer.alloc(ROW_BYTES);
  bytes.writeUIntBE(key, 0, 6);
  bytes.writeUInt32BE(ledger, 6);
  bytes.writeUInt16BE(position, 10);
  return bytes;
}

/** Every ledger has a transaction of its own, an event that each tenth has, and changes one of few accounts. */
function runOfLedger(ledger: number): Run {
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(ledger * 3);
  return memoryRun({
    first: ledger,
    last: ledger,
    rows: [
      row(ledger * 1000, ledger, 7),
      row(ledger % 10, ledger, 0),
      row(ledger % ACCOUNTS, ledger, ledger % 3 === 0 ? 1 : 0),
    ],
    checksums: sum,
  });
}

function runFrom(first: number): Run {
  return mergeRuns(Array.from({ length: LEDGERS }, (_, i) => runOfLedger(first + i)));
}

describe('an index that grows', () => {
  const folder = temporaryFolder();
  const last = 12_345;

  it('stays a few files, and finds what it found', async () => {
    const lookup = new Lookup(folder);
    for (let first = 1; first <= 12_201; first += LEDGERS) await lookup.add(runFrom(first));
    for (let ledger = 12_301; ledger <= last; ledger++) await lookup.add(runOfLedger(ledger));
    await lookup.settled();
    await lookup.flush();
    lookup.close();
    expect(readdirSync(folder).sort()).toEqual(
      ['1-10000', '10001-11000', '11001-12000', '12001-12100', '12101-12200', '12201-12300']
        .concat(['12301-12310', '12311-12320', '12321-12330', '12331-12340', '12341-12345'])
        .map((range) => `${range}.rows`),
    );
    const kept = new Lookup(folder);
    expect(kept.ranges()).toEqual([{ first: 1, last }]);
    for (const ledger of [1, 999, 1000, 9999, 10_000, 10_001, 12_344, last]) {
      expect(kept.transactions(ledger * 1000)).toEqual([{ ledger, position: 7 }]);
      expect(kept.checksum(ledger)).toBe(ledger * 3);
    }
    expect(kept.transactions(1500)).toEqual([]);
    expect([...kept.events(4, { first: 9000, last: 11_000 })]).toEqual(
      Array.from({ length: 200 }, (_, i) => 9004 + i * 10),
    );
    expect(kept.checksum(last + 1)).toBeUndefined();
    kept.close();
  });

  it('knows the newest change and eviction of an entry', () => {
    const lookup = new Lookup(folder);
    for (let account = 0; account < ACCOUNTS; account++) {
      const found = lookup.entry(account, { first: 1, last });
      const ledgers = Array.from({ length: last }, (_, i) => i + 1).filter((ledger) => ledger % ACCOUNTS === account);
      const changed = ledgers.filter((ledger) => ledger % 3 !== 0).at(-1)!;
      const evicted = ledgers.filter((ledger) => ledger % 3 === 0).at(-1)!;
      expect(found.changed).toBe(changed);
      expect(Math.max(found.evicted ?? 0, changed)).toBe(Math.max(evicted, changed));
    }
    lookup.close();
  });

  it('leaves nothing half-merged behind when it is closed meanwhile', async () => {
    const other = join(folder, 'other');
    const lookup = new Lookup(other);
    for (let first = 1; first <= 9901; first += LEDGERS) await lookup.add(runFrom(first));
    await lookup.flush();
    lookup.close();
    expect(readdirSync(other).every((name) => /^\d+-\d+\.rows$/.test(name))).toBe(true);
    const kept = new Lookup(other);
    expect(kept.ranges()).toEqual([{ first: 1, last: 10_000 }]);
    kept.close();
  });
});

const FULL = 10_000;

/** Adds ten runs of a thousand ledgers, of which one is to be made, or so many more. */
async function fill(lookup: Lookup, first = 1, last = FULL): Promise<void> {
  for (let from = first; from <= last; from += LEDGERS) await lookup.add(runFrom(from));
  await lookup.settled();
}

function expectAll(lookup: Lookup, last: number): void {
  expect(lookup.ranges()).toEqual([{ first: 1, last }]);
  for (const ledger of [1, 4321, last]) {
    expect(lookup.transactions(ledger * 1000)).toEqual([{ ledger, position: 7 }]);
  }
}

describe('a merge that fails', () => {
  function opened(folder: string) {
    const told: string[] = [];
    const onFault = (error: unknown, what: string) => void told.push(`cannot ${what}: ${(error as Error).message}`);
    return { told, lookup: new Lookup(folder, { onFault }) };
  }

  it('is told, hinders nothing, and is tried again when there is more', async () => {
    const folder = temporaryFolder();
    const { lookup, told } = opened(folder);
    await fill(lookup, 1, FULL - LEDGERS);
    // What the merged file is to be called is a folder.
    mkdirSync(join(folder, '1-10000.rows', 'full'), { recursive: true });
    await fill(lookup, FULL - LEDGERS + 1);
    expect(told).toEqual([`cannot merge index files: ${folder}: it is a folder: give the path of a file`]);
    expectAll(lookup, FULL);
    expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([]);
    rmSync(join(folder, '1-10000.rows'), { recursive: true });
    await fill(lookup, FULL + 1, FULL + 1000);
    expect(told).toHaveLength(1);
    expect(readdirSync(folder).sort()).toEqual(['1-10000.rows', '10001-11000.rows']);
    expectAll(lookup, FULL + 1000);
    await lookup.flush();
    lookup.close();
  });

  it('goes on without a file that is cut short', async () => {
    const folder = temporaryFolder();
    const { lookup, told } = opened(folder);
    await fill(lookup, 1, FULL - LEDGERS);
    truncateSync(join(folder, '3001-4000.rows'), 5000);
    await fill(lookup, FULL - LEDGERS + 1);
    expect(told).toHaveLength(1);
    expect(told[0]).toMatch(/^cannot read an index file: .*3001-4000\.rows: it is cut short; it is put aside/);
    expect(lookup.missing({ first: 1, last: FULL })).toEqual([{ first: 3001, last: 4000 }]);
    await fill(lookup, 3001, 4000);
    expect(readdirSync(folder).sort()).toEqual(['1-10000.rows', '3001-4000.rows.damaged']);
    expectAll(lookup, FULL);
    lookup.close();
    opened(folder).lookup.close();
    expect(readdirSync(folder)).toEqual(['1-10000.rows']);
  });

  it.skipIf(small === undefined)('for want of room is made when there is room', async () => {
    const folder = join(small!, 'lookup');
    const { lookup, told } = opened(folder);
    await fill(lookup);
    expect(told).toEqual([
      `cannot merge index files: ${folder}: the disk is full: free some space and repeat the command`,
    ]);
    expectAll(lookup, FULL);
    execFileSync('mount', ['-o', 'remount,size=10m', small!]);
    await fill(lookup, FULL + 1, FULL + 1000);
    expect(readdirSync(folder).sort()).toEqual(['1-10000.rows', '10001-11000.rows']);
    lookup.close();
  });
});

/** A file system with room for the runs, and not for what they are merged into; undefined where none may be mounted. */
function smallDisk(): string | undefined {
  const dir = temporaryFolder();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=600k', 'tmpfs', dir], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  afterAll(() => execFileSync('umount', [dir]));
  return dir;
}
