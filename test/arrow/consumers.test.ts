/** Results of queries in the libraries that take Arrow, handed over as they are. */
import * as flechette from '@uwdata/flechette';
import * as Plot from '@observablehq/plot';
import { tableFromIPC, tableToIPC, Vector, type Table } from 'apache-arrow';
import * as aq from 'arquero';
import { parseHTML } from 'linkedom';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { open, type LakeHandle } from '../../src/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'ledgerlake-consumers-'));
let lake: LakeHandle;
let result: Table;
let closedAt: Date[];

const sql = `
  select
    sequence,
    closed_at::timestamp_ms as at,
    (sequence * 1.5)::decimal(18, 7) as amount,
    sum(sequence) over (order by sequence)::decimal(38, 7) as much,
    if(sequence % 2 = 0, null, 0.25::decimal(4, 2)) as some,
    sequence::bigint as big,
    sequence / 2 as half,
    ledger_hash as hash
  from history_ledgers
  order by sequence`;

beforeAll(async () => {
  lake = await open(join(folder, 'lake'), { network: 'Ledgerlake Sample Network ; 2026' });
  // Two segments, so two batches.
  await lake.load('data/sample', { range: '2:9' });
  await lake.load('data/sample', { range: '10:11' });
  result = await lake.query(sql);
  const rows = await lake.rows('select closed_at from history_ledgers order by sequence');
  closedAt = rows.map(({ closed_at: at }) => at as Date);
});
afterAll(async () => {
  await lake.close();
  rmSync(folder, { recursive: true });
});

const sequences = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11];

describe('Vector', () => {
  it('has the values of a column, of decimals exact ones', () => {
    const column = (name: string) => result.getChild(name)!;
    expect(column('amount')).toBeInstanceOf(Vector);
    expect(column('sequence').toArray()).toEqual(Int32Array.from(sequences));
    expect(column('big').toArray()).toEqual(BigInt64Array.from(sequences.map(BigInt)));
    expect(Array.from(column('amount').toArray(), String)).toEqual(sequences.map((n) => (n * 1.5).toFixed(7)));
    expect(Array.from(column('some').toArray().slice(0, 2), Number)).toEqual([0, 0.25]);
    expect(result.batches[0].getChild('amount')!.toArray().map(Number)[0]).toBe(3);
    expect(result.select(['amount']).slice(1).getChild('amount')!.toArray().map(Number)[0]).toBe(4.5);
  });
});

describe('@observablehq/plot', () => {
  const { document } = parseHTML('<html><body></body></html>');

  /** Where the dots of a chart stand, and what its axes say. */
  function dots(x: string, y: string) {
    const svg = Plot.plot({
      document: document,
      marks: [Plot.dot(result, { x, y })],
    });
    return { count: svg.querySelectorAll('circle').length, x: svg.scale('x'), y: svg.scale('y') };
  }

  it('draws integers, reals and decimals at their values', () => {
    for (const [name, least, most] of [
      ['sequence', 2, 11],
      ['big', 2, 11],
      ['half', 1, 5.5],
      ['amount', 3, 16.5],
      ['much', 2, 65],
    ] as const) {
      const { count, y } = dots('sequence', name);
      expect(count).toBe(10);
      expect(y?.domain, name).toEqual([least, most]);
    }
    expect(dots('sequence', 'some')).toMatchObject({ count: 5, y: { domain: [0.25, 0.25] } });
  });

  it('draws times of milliseconds as times', () => {
    const { count, x } = dots('at', 'sequence');
    expect(count).toBe(10);
    expect(x).toMatchObject({
      type: 'utc',
      domain: [new Date('2026-01-01T00:00:00Z'), new Date('2026-01-01T00:00:45Z')],
    });
  });
});

describe('Arquero', () => {
  it('filters, derives and sums', () => {
    const table = aq.fromArrow(result as Parameters<typeof aq.fromArrow>[0]);
    const [sums] = table
      .rollup({
        amount: aq.op.sum('amount'),
        big: aq.op.sum('big'),
        half: aq.op.mean('half'),
        hashes: aq.op.distinct('hash'),
      })
      .objects();
    expect(sums).toEqual({ amount: 97.5, big: 65n, half: 3.25, hashes: 10 });
    const large = table.filter('d => d.amount > 15').derive({ twice: 'd => d.amount * 2' });
    expect(large.select('sequence', 'twice').objects()).toEqual([{ sequence: 11, twice: 33 }]);
  });
});

describe('Arrow IPC', () => {
  it('is read by another implementation with the same values and types', () => {
    const bytes = tableToIPC(result, 'stream');
    const read = flechette.tableFromIPC(bytes, { useDate: true, useBigInt: true });
    expect(read.numRows).toBe(10);
    expect(read.at(1)).toEqual({
      sequence: 3,
      at: closedAt[1],
      amount: 4.5,
      much: 5,
      some: 0.25,
      big: 3n,
      half: 1.5,
      hash: result.get(1)!.hash,
    });
    expect(read.schema.fields.find(({ name }) => name === 'amount')?.type).toMatchObject({ precision: 18, scale: 7 });
    expect(tableFromIPC(bytes).numRows).toBe(10);
  });
});
