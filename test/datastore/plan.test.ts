import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LedgerRange } from '../../src/datastore/keys.ts';
import { planUnits, type PlanRequest } from '../../src/datastore/plan.ts';
import { countLedgers } from '../../src/datastore/spans.ts';
import { toListing, type LedgerObject } from '../../src/datastore/store.ts';
import { StoreError } from '../../src/core/errors.ts';

/** Objects of `size` ledgers from `first` to `last`, both multiples of the size in a real store. */
function objects(first: number, last: number, size = 1): LedgerObject[] {
  const found: LedgerObject[] = [];
  for (let at = first; at <= last; at += size) {
    found.push({ key: `${at}`, bytes: 1, first: at, last: at + size - 1 });
  }
  return found;
}

const plan = (found: LedgerObject[], request: Partial<PlanRequest> = {}) =>
  planUnits({ listing: { objects: found, files: [] }, unitLedgers: 10, ...request });
const cuts = (found: LedgerObject[], request: Partial<PlanRequest> = {}) =>
  plan(found, request).units.map(({ first, last, objects }) => [first, last, objects.length]);

const INSPECT = ' (ledgerlake stores inspect STORE prints what it has)';

describe('planUnits(request)', () => {
  it('cuts everything that is listed on the grid', () => {
    expect(cuts(objects(7, 32))).toEqual([
      [7, 9, 3],
      [10, 19, 10],
      [20, 29, 10],
      [30, 32, 3],
    ]);
  });

  it('cuts where the range starts and ends', () => {
    expect(cuts(objects(2, 99), { range: { first: 15, last: 34 } })).toEqual([
      [15, 19, 5],
      [20, 29, 10],
      [30, 34, 5],
    ]);
  });

  it('never parts an object between units', () => {
    expect(cuts(objects(8, 31, 4))).toEqual([
      [8, 11, 1],
      [12, 19, 2],
      [20, 31, 3],
    ]);
  });

  it('makes a unit of every object that is longer than the grid', () => {
    expect(cuts(objects(0, 127, 64))).toEqual([
      [2, 63, 1],
      [64, 127, 1],
    ]);
  });

  it('takes part of the objects at the edges of the range', () => {
    expect(cuts(objects(0, 127, 64), { range: { first: 60, last: 70 } })).toEqual([
      [60, 63, 1],
      [64, 70, 1],
    ]);
  });

  it('bridges no gap and reports it when no range was given', () => {
    const found = [...objects(20, 23), ...objects(26, 29)];
    expect(cuts(found)).toEqual([
      [20, 23, 4],
      [26, 29, 4],
    ]);
    expect(plan(found).gaps).toEqual([{ first: 24, last: 25 }]);
  });

  it('skips what is loaded and says so', () => {
    const request = {
      range: { first: 10, last: 29 },
      loaded: [
        { first: 5, last: 11 },
        { first: 20, last: 29 },
      ],
    };
    expect(cuts(objects(2, 99), request)).toEqual([[12, 19, 8]]);
    expect(plan(objects(2, 99), request).skipped).toEqual([
      { first: 10, last: 11 },
      { first: 20, last: 29 },
    ]);
  });

  it('joins small units up to the next multiple of ten of them, where they are many', () => {
    const joined = cuts(objects(2, 1234), { joinSmall: true });
    expect(joined).toHaveLength(13);
    expect(joined.slice(0, 2)).toEqual([
      [2, 99, 98],
      [100, 199, 100],
    ]);
    expect(joined.at(-1)).toEqual([1200, 1234, 35]);
    expect(cuts(objects(2, 999), { joinSmall: true })).toEqual(cuts(objects(2, 999)));
  });

  it('joins none beyond 8 MiB, nor over a gap', () => {
    const large = objects(0, 1999).map((object) => ({ ...object, bytes: 300 * 1024 }));
    expect(cuts(large, { joinSmall: true }).slice(0, 3)).toEqual([
      [2, 19, 18],
      [20, 39, 20],
      [40, 59, 20],
    ]);
    const request = { joinSmall: true, loaded: [{ first: 150, last: 159 }] };
    expect(cuts(objects(0, 1999), request).slice(1, 4)).toEqual([
      [100, 149, 50],
      [160, 199, 40],
      [200, 299, 100],
    ]);
  });

  it('does nothing when all is loaded', () => {
    expect(plan(objects(10, 19), { loaded: [{ first: 2, last: 99 }] })).toEqual({
      units: [],
      files: [],
      skipped: [{ first: 10, last: 19 }],
      gaps: [],
    });
  });

  it('does not miss an object whose ledgers are loaded', () => {
    const request = { range: { first: 10, last: 19 }, loaded: [{ first: 14, last: 14 }] };
    expect(cuts([...objects(10, 13), ...objects(15, 19)], request)).toEqual([
      [10, 13, 4],
      [15, 19, 5],
    ]);
  });

  it.each<[string, PlanRequest['range'], number[]]>([
    ['from 25 on', { first: 25 }, [25, 30]],
    ['up to 12', { last: 12 }, [7, 12]],
  ])('reads an open range %s as far as the store reaches', (_name, range, [first, last]) => {
    const { units } = plan(objects(7, 30), { range });
    expect([units[0].first, units.at(-1)!.last]).toEqual([first, last]);
  });

  it('asks for no ledger before 2', () => {
    expect(cuts([...objects(0, 5)])).toEqual([[2, 5, 4]]);
  });

  it('names the object that an explicit range misses', () => {
    const keys = ['FCD285FF--53312000.xdr.zstd', 'FCD285FD--53312002.xdr.zstd'];
    const listing = toListing(
      'store',
      keys.map((key) => ({ key, bytes: 1 })),
    );
    const request = { listing, unitLedgers: 100, range: { first: 53312000, last: 53312002 } };
    expect(() => planUnits({ ...request, schema: { ledgersPerFile: 1, filesPerPartition: 64000 } })).toThrow(
      new StoreError(
        'ledger object containing sequence 53312001 is missing: unable to retrieve file: ' +
          'FCD285FF--53312000-53375999/FCD285FE--53312001.xdr.zstd: file does not exist',
        { key: 'FCD285FF--53312000-53375999/FCD285FE--53312001.xdr.zstd' },
      ),
    );
    expect(() => planUnits(request)).toThrow(
      new StoreError('ledger object containing sequence 53312001 is missing: no object of the store holds it'),
    );
  });

  it.each([
    [{ first: 50 }, `the store has none of the ledgers 50${INSPECT}`],
    [{ last: 5 }, `the store has none of the ledgers 5${INSPECT}`],
    [{ first: 50, last: 60 }, `the store has none of the ledgers 50-60${INSPECT}`],
    [{ first: 15, last: 25 }, 'of the ledgers 15-25 the store has only 15-19 (--allow-gaps loads what is there)'],
  ])('rejects the range %o that the store does not reach, and says what it has', (range, message) => {
    expect(() => plan(objects(10, 19), { range })).toThrow(new StoreError(message));
  });

  it('reports what an explicit range misses when gaps are allowed', () => {
    const { units, gaps } = plan(objects(10, 19), { range: { first: 15, last: 25 }, allowGaps: true });
    expect(units.map(({ first, last }) => [first, last])).toEqual([[15, 19]]);
    expect(gaps).toEqual([{ first: 20, last: 25 }]);
  });

  it('hands on files of unknown ledgers, which may hold what is missing', () => {
    const files = [{ key: 'stream.xdr.zst', bytes: 5 }];
    expect(plan([], { listing: { objects: [], files }, range: { first: 5, last: 6 } })).toEqual({
      units: [],
      files,
      skipped: [],
      gaps: [{ first: 5, last: 6 }],
    });
  });

  it('plans nothing for an empty listing', () => {
    expect(plan([])).toEqual({ units: [], files: [], skipped: [], gaps: [] });
  });

  it('cuts what is left after an interruption as it was cut before', () => {
    const store = fc.record({
      size: fc.integer({ min: 1, max: 7 }),
      present: fc.array(fc.boolean(), { minLength: 1, maxLength: 30 }),
      unitLedgers: fc.integer({ min: 1, max: 20 }),
      first: fc.integer({ min: 2, max: 60 }),
      length: fc.integer({ min: 1, max: 80 }),
      committed: fc.array(fc.boolean(), { minLength: 60, maxLength: 60 }),
    });
    fc.assert(
      fc.property(store, ({ size, present, unitLedgers, first, length, committed }) => {
        const found = objects(0, size * present.length - 1, size).filter((_object, i) => present[i]);
        const request = { unitLedgers, range: { first, last: first + length - 1 }, allowGaps: true };
        const whole = plan(found, request);
        const isDone = (_unit: LedgerRange, i: number) => committed[i % committed.length] === true;
        const rest = plan(found, { ...request, loaded: whole.units.filter(isDone) });
        expect(rest.units).toEqual(whole.units.filter((unit, i) => !isDone(unit, i)));
        expect(rest.gaps).toEqual(whole.gaps);
        expect(countLedgers([...rest.units, ...rest.skipped, ...rest.gaps])).toBe(length);
      }),
      { seed: 7, numRuns: 2000 },
    );
  });

  it('plans a year of ledgers in one sweep', () => {
    const found = objects(50_000_000, 50_999_999);
    expect(plan(found, { unitLedgers: 100, loaded: [{ first: 50_000_100, last: 50_000_199 }] }).units.length).toBe(
      9_999,
    );
  });
});
