import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { DEAD, INIT, LIVE } from '../../src/archive/bucket-record.ts';
import { BucketLevels, LEVELS } from '../../src/simulator/buckets/bucket-list.ts';
import { emptyBucket, type StateBucket } from '../../src/simulator/buckets/bucket.ts';
import { freshBucket } from '../../src/simulator/buckets/fresh.ts';
import { LedgerBuckets } from '../../src/simulator/buckets/ledger-buckets.ts';
import { mergeBuckets } from '../../src/simulator/buckets/merge.ts';
import { codeEntry, codeKey, entryOf, keyOf, recordsOf } from './bucket-entries.ts';

const bucketOf = (kind: number, number: number, balance = 0n, protocol = 22): StateBucket =>
  freshBucket({ protocol }, [{ kind, bodies: [kind === DEAD ? keyOf(number) : entryOf(number, balance)] }]);

describe('mergeBuckets', () => {
  const merged = (older: number, newer: number, keepTombstones = true) =>
    recordsOf(mergeBuckets({ older: bucketOf(older, 7, 1n), newer: bucketOf(newer, 7, 2n), keepTombstones })).slice(1);

  it('takes the newer of two entries, and keeps that one is new', () => {
    expect(merged(LIVE, LIVE)).toEqual(['LIVE 7 = 2']);
    expect(merged(INIT, LIVE)).toEqual(['INIT 7 = 2']);
    expect(merged(LIVE, DEAD)).toEqual(['DEAD 7']);
    expect(merged(DEAD, DEAD)).toEqual(['DEAD 7']);
  });

  it('makes a change of what is gone and comes again, nothing of what comes and goes', () => {
    expect(merged(DEAD, INIT)).toEqual(['LIVE 7 = 2']);
    expect(merged(INIT, DEAD)).toEqual([]);
  });

  it('throws for an entry that comes twice', () => {
    const message = 'an entry that was there is put as one that is new';
    expect(() => merged(INIT, INIT)).toThrow(message);
    expect(() => merged(LIVE, INIT)).toThrow(message);
  });

  it('drops what is gone from the last level only', () => {
    expect(merged(LIVE, DEAD, false)).toEqual([]);
    const keepTombstones = false;
    const merge = mergeBuckets({ older: bucketOf(DEAD, 1), newer: bucketOf(INIT, 2), keepTombstones });
    expect(recordsOf(merge)).toEqual(['META 22', 'INIT 2 = 0']);
  });

  it('leaves out what a shadow has, of protocol 11 only what changed', () => {
    const kinds = (protocol: number) => {
      const older = freshBucket({ protocol }, [
        { kind: LIVE, bodies: [entryOf(1, 0n), entryOf(3, 0n)] },
        { kind: DEAD, bodies: [keyOf(2)] },
      ]);
      const shadow = freshBucket({ protocol }, [{ kind: LIVE, bodies: [entryOf(1, 5n), entryOf(2, 5n)] }]);
      return recordsOf(mergeBuckets({ older, newer: emptyBucket, keepTombstones: true, shadows: [shadow] }));
    };
    expect(kinds(10)).toEqual(['LIVE 3 = 0']);
    expect(kinds(11)).toEqual(['META 11', 'DEAD 2', 'LIVE 3 = 0']);
  });

  it('has the newest protocol of its parts, and is the empty bucket when they are', () => {
    const merge = mergeBuckets({
      older: bucketOf(LIVE, 1, 0n, 12),
      newer: bucketOf(LIVE, 2, 0n, 23),
      keepTombstones: true,
    });
    expect(recordsOf(merge)).toEqual(['META 23', 'LIVE 1 = 0', 'LIVE 2 = 0']);
    expect(mergeBuckets({ older: emptyBucket, newer: emptyBucket, keepTombstones: true })).toBe(emptyBucket);
  });
});

describe('freshBucket', () => {
  it('sorts what it is given and hashes its file', () => {
    const bodies = [3, 1, 2].map((number) => entryOf(number, 0n));
    const bucket = freshBucket({ protocol: 22 }, [
      { kind: LIVE, bodies },
      { kind: DEAD, bodies: [keyOf(0)] },
    ]);
    expect(recordsOf(bucket)).toEqual(['META 22', 'DEAD 0', 'LIVE 1 = 0', 'LIVE 2 = 0', 'LIVE 3 = 0']);
    expect(Buffer.from(bucket.hash)).toEqual(createHash('sha256').update(bucket.bytes).digest());
  });

  it('throws when one entry changes twice', () => {
    const batches = [
      { kind: LIVE, bodies: [entryOf(1, 0n)] },
      { kind: DEAD, bodies: [keyOf(1)] },
    ];
    expect(() => freshBucket({ protocol: 22 }, batches)).toThrow('a ledger changes one entry twice');
  });

  it('says nothing of the protocol before 11', () => {
    expect(recordsOf(bucketOf(LIVE, 1, 0n, 10))).toEqual(['LIVE 1 = 0']);
  });
});

describe('BucketList', () => {
  it('has in each bucket the ledgers that stellar-core says', () => {
    const list = new BucketLevels();
    for (let ledger = 1; ledger <= 700; ledger++) {
      list.add(ledger, bucketOf(INIT, ledger));
      if (ledger % 37 !== 0 && ledger < 690) continue;
      const found = list.levels.flatMap(({ curr, snap }) => [count(curr), count(snap)]);
      expect(found).toEqual(expectedSizes(ledger));
    }
  });

  it('finds, newest bucket first, what was put last', () => {
    const list = new BucketLevels();
    const model = new Map<number, bigint>();
    for (let ledger = 1; ledger <= 600; ledger++) {
      const changes = { init: [] as Uint8Array[], live: [] as Uint8Array[], dead: [] as Uint8Array[] };
      for (let i = 0; i < 4; i++) change(model, (ledger * 7 + i * i * 13) % 60, BigInt(ledger), changes);
      list.add(ledger, freshOf(changes));
    }
    expect(newest(list)).toEqual(new Map([...model].sort(([a], [b]) => a - b)));
  });

  it('hashes levels of zeros when it is empty', () => {
    const sha = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest();
    const level = sha(new Uint8Array(64));
    const levels = Array.from({ length: LEVELS }, () => level);
    expect(Buffer.from(new BucketLevels().hash())).toEqual(sha(...levels));
  });
});

describe('LedgerBuckets', () => {
  it('hashes the hot archive, too, since protocol 23, and fills it from the ledger after the upgrade on', () => {
    const buckets = new LedgerBuckets();
    buckets.add({ ledger: 1, protocol: 22, init: [entryOf(1, 1n)] });
    expect(buckets.hash()).toEqual(buckets.live.hash());
    buckets.add({ ledger: 2, protocol: 23, protocolBefore: 22 });
    const [top] = buckets.hotArchive.levels;
    expect(top.curr).toBe(emptyBucket);
    const both = Buffer.concat([buckets.live.hash(), buckets.hotArchive.hash()]);
    expect(Buffer.from(buckets.hash())).toEqual(createHash('sha256').update(both).digest());
    buckets.add({ ledger: 3, protocol: 23, archived: [codeEntry(1)], restored: [codeKey(2)] });
    expect(recordsOf(top.curr)).toEqual(['META 23 hot_archive', 'LIVE code 1', 'DEAD code 2']);
  });

  it('keeps archived what was archived after it was restored', () => {
    const buckets = new LedgerBuckets();
    buckets.add({ ledger: 1, protocol: 23, archived: [codeEntry(1)] });
    buckets.add({ ledger: 2, protocol: 23, restored: [codeKey(1)] });
    buckets.add({ ledger: 3, protocol: 23, archived: [codeEntry(1)] });
    const [top] = buckets.hotArchive.levels;
    expect([top.curr, top.snap].map(recordsOf)).toEqual([
      ['META 23 hot_archive', 'LIVE code 1'],
      ['META 23 hot_archive', 'LIVE code 1'],
    ]);
  });
});

type Changes = Record<'init' | 'live' | 'dead', Uint8Array[]>;

/** Puts, changes or removes an entry in turn. */
function change(model: Map<number, bigint>, number: number, ledger: bigint, { init, live, dead }: Changes): void {
  if (model.get(number) === ledger) return;
  if (!model.has(number)) init.push(entryOf(number, ledger));
  else if (ledger % 3n > 0n) live.push(entryOf(number, ledger));
  else {
    dead.push(keyOf(number));
    model.delete(number);
    return;
  }
  model.set(number, ledger);
}

function freshOf({ init, live, dead }: Changes): StateBucket {
  return freshBucket({ protocol: 22 }, [
    { kind: INIT, bodies: init },
    { kind: LIVE, bodies: live },
    { kind: DEAD, bodies: dead },
  ]);
}

/** What the list says of each entry, by a look at every bucket. */
function newest(list: BucketLevels): Map<number, bigint> {
  const found = new Map<number, bigint | undefined>();
  for (const record of list.levels.flatMap(({ curr, snap }) => [curr, snap].flatMap((b) => recordsOf(b).slice(1)))) {
    const [, number, , balance] = record.split(' ');
    if (!found.has(Number(number))) found.set(Number(number), balance === undefined ? undefined : BigInt(balance));
  }
  const alive = [...found].flatMap(([number, balance]) => (balance === undefined ? [] : [[number, balance] as const]));
  return new Map(alive.sort(([a], [b]) => a - b));
}

const count = (bucket: StateBucket) => Math.max(0, recordsOf(bucket).length - 1);

/** How many ledgers' changes each bucket has: stellar-core BucketListBase::sizeOfCurr and sizeOfSnap, from the newest on. */
function expectedSizes(ledger: number): number[] {
  const sizes: number[] = [];
  let left = ledger;
  for (let level = 0; level < LEVELS; level++) {
    for (const size of [currSize(ledger, level, left), snapSize(ledger, level)]) {
      sizes.push(Math.min(left, size));
      left -= Math.min(left, size);
    }
  }
  return sizes;
}

const half = (level: number) => 2 * 4 ** level;
const down = (ledger: number, step: number) => ledger - (ledger % step);

function currSize(ledger: number, level: number, left: number): number {
  if (level === 0) return ledger === 1 ? 1 : 1 + (ledger % 2);
  if (level === LEVELS - 1 || down(ledger, half(level)) === 0) return left;
  const step = 2 ** (2 * level - 1);
  if (ledger % half(level) === 0) return step;
  const before = Math.max(down(ledger - 1, half(level - 1)), down(ledger - 1, half(level)));
  return currSize(before, level, left) + (ledger % half(level - 1) === 0 ? step : 0);
}

function snapSize(ledger: number, level: number): number {
  if (level === LEVELS - 1) return 0;
  return down(ledger, 2 * half(level)) === 0 ? Infinity : half(level);
}
