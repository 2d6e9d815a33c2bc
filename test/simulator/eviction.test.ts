import { createHash } from 'node:crypto';
import { Address } from '@stellar/stellar-sdk';
import * as xdr from '@stellar/stellar-sdk/xdr';
import { describe, expect, it } from 'vitest';
import { INIT, LIVE } from '../../src/archive/bucket-record.ts';
import { BucketLevels, LEVELS } from '../../src/simulator/buckets/bucket-list.ts';
import { scanForEviction, type ScanPlace, type ScannedLedger } from '../../src/simulator/buckets/eviction.ts';
import { freshBucket } from '../../src/simulator/buckets/fresh.ts';

const START: ScanPlace = { level: 0, isCurr: true, offset: 0 };
const META_BYTES = 16;

describe('scanForEviction', () => {
  it('takes entries whose lifetime is over, temporary and persistent', () => {
    const { evicted, place } = scan(listOf(temporary(1), persistent(2), persistent(3)), { expired: [1, 2] });
    expect(evicted.map(({ archived }) => archived)).toEqual([undefined, Buffer.from(persistent(2).entry)]);
    expect(evicted.map(({ key }) => Buffer.from(key))).toEqual(
      [temporary(1), persistent(2)].map(({ key }) => Buffer.from(key)),
    );
    expect(Buffer.from(evicted[0].ttlKey)).toEqual(ttlKeyOf(temporary(1)));
    expect(place).toEqual({ ...START });
  });

  it('leaves alone what lives, was extended by this ledger, or has no lifetime any more', () => {
    const list = listOf(temporary(1), temporary(2), persistent(3));
    expect(scan(list, { expired: [] }).evicted).toEqual([]);
    expect(scan(list, { expired: [1, 2], extended: [1] }).evicted).toHaveLength(1);
    expect(scan(list, { expired: [], gone: [3] }).evicted).toEqual([]);
  });

  it('evicts no persistent entry before protocol 23, and archives the newest version since 24', () => {
    const list = listOf(persistent(1, 'old'));
    const newest = persistent(1, 'new');
    const archived = (protocol: number) =>
      scan(list, { expired: [1], protocol, newest }).evicted.map((one) => one.archived);
    expect(archived(22)).toEqual([]);
    expect(archived(23).map((entry) => Buffer.from(entry!))).toEqual([Buffer.from(persistent(1, 'old').entry)]);
    expect(archived(24)).toEqual([newest.entry]);
  });

  it('goes on after so many bytes where it stopped', () => {
    const all = Array.from({ length: 11 }, (_, i) => i + 1);
    const list = listOverLedgers(all);
    const scanSize = META_BYTES + temporary(1).entry.length + 8;
    const first = scan(list, { expired: all, from: { level: 1, isCurr: true, offset: 0 }, ledger: 12, scanSize });
    expect(first.evicted).toHaveLength(1);
    expect(first.place).toEqual({ level: 1, isCurr: true, offset: scanSize });
    expect(scan(list, { expired: all, from: first.place, ledger: 12 }).evicted).toHaveLength(10);
  });

  it('stops at the last entry that it may evict', () => {
    const list = listOf(temporary(1), temporary(2), temporary(3));
    const { evicted, place } = scan(list, { expired: [1, 2, 3], maxEntries: 2 });
    expect(evicted).toHaveLength(2);
    expect(place.offset).toBe(META_BYTES + 2 * (temporary(1).entry.length + 8));
  });

  it('evicts once what two buckets have', () => {
    const list = new BucketLevels();
    list.add(1, freshBucket({ protocol: 26 }, [{ kind: INIT, bodies: [temporary(1).entry] }]));
    list.add(2, freshBucket({ protocol: 26 }, [{ kind: LIVE, bodies: [temporary(1, 'newer').entry] }]));
    expect(scan(list, { expired: [1], ledger: 3 }).evicted).toHaveLength(1);
  });

  it('begins a bucket again that changed since the last ledger', () => {
    const list = listOverLedgers(Array.from({ length: 11 }, (_, i) => i + 1));
    const offsetAfter = (isCurr: boolean, ledger: number) =>
      scan(list, { expired: [], from: { level: 1, isCurr, offset: META_BYTES }, ledger, scanSize: 1 }).place.offset;
    const goesOn = META_BYTES + temporary(1).entry.length + 8;
    expect([12, 13].map((ledger) => offsetAfter(true, ledger))).toEqual([goesOn, META_BYTES]);
    expect([13, 17].map((ledger) => offsetAfter(false, ledger))).toEqual([goesOn, META_BYTES]);
  });

  it('goes round the levels from the first that is scanned on', () => {
    const from = (place: ScanPlace, startingLevel: number) =>
      scan(listOf(temporary(1)), { expired: [1], from: place, startingLevel });
    const below = from({ level: 2, isCurr: false, offset: 8 }, 6);
    expect(below).toEqual({ evicted: [], place: { level: 6, isCurr: true, offset: 0 } });
    expect(from({ level: LEVELS - 1, isCurr: true, offset: 0 }, 0).evicted).toHaveLength(1);
  });
});

interface Named {
  number: number;
  key: Uint8Array;
  entry: Uint8Array;
}

const temporary = (number: number, text = 'value') => named(number, text, xdr.ContractDataDurability.temporary);
const persistent = (number: number, text = 'value') => named(number, text, xdr.ContractDataDurability.persistent);

function named(number: number, text: string, durability: xdr.ContractDataDurability): Named {
  const contract = Address.contract(Buffer.alloc(32)).toScAddress();
  const key = xdr.ScVal.scvU32(number);
  const val = xdr.ScVal.scvString(text);
  const data = xdr.LedgerEntryData.contractData(
    new xdr.ContractDataEntry({ ext: xdr.ExtensionPoint.v0(), contract, key, durability, val }),
  );
  return {
    number,
    key: xdr.LedgerKey.contractData(new xdr.LedgerKeyContractData({ contract, key, durability })).toXdr(),
    entry: new xdr.LedgerEntry({ lastModifiedLedgerSeq: 1, data, ext: xdr.LedgerEntryExt.v0() }).toXdr(),
  };
}

function ttlKeyOf({ key }: Named): Buffer {
  const keyHash = createHash('sha256').update(key).digest();
  return Buffer.from(xdr.LedgerKey.ttl(new xdr.LedgerKeyTtl({ keyHash })).toXdr());
}

function listOf(...entries: Named[]): BucketLevels {
  const list = new BucketLevels();
  list.add(1, freshBucket({ protocol: 26 }, [{ kind: INIT, bodies: entries.map(({ entry }) => entry) }]));
  return list;
}

/** Each entry is of a ledger of its own. */
function listOverLedgers(numbers: number[]): BucketLevels {
  const list = new BucketLevels();
  numbers.forEach((number, i) => {
    list.add(i + 1, freshBucket({ protocol: 26 }, [{ kind: INIT, bodies: [temporary(number).entry] }]));
  });
  return list;
}

interface Asked {
  expired: number[];
  extended?: number[];
  gone?: number[];
  newest?: Named;
  from?: ScanPlace;
  ledger?: number;
  protocol?: number;
  scanSize?: number;
  maxEntries?: number;
  startingLevel?: number;
}

function scan(list: BucketLevels, { expired, extended = [], gone = [], newest, from = START, ...asked }: Asked) {
  const { ledger = 2, protocol = 26, scanSize = 100_000, maxEntries = 100, startingLevel = 0 } = asked;
  const isAny = (numbers: number[], hash: string) =>
    numbers.some((number) => [temporary(number), persistent(number)].some((one) => hashOf(one) === hash));
  const scanned: ScannedLedger = {
    ledger,
    protocol,
    settings: { scanSize, maxEntries, startingLevel },
    liveUntil: (hash) => (isAny(gone, hash) ? undefined : isAny(expired, hash) ? ledger - 1 : ledger),
    isExtended: (hash) => isAny(extended, hash),
    entry: () => newest?.entry,
  };
  return scanForEviction(list, from, scanned);
}

const hashOf = ({ key }: Named) => createHash('sha256').update(key).digest('hex');
