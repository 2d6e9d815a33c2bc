/** Ledgers in short, of the sample network. */
import { expect, it } from 'vitest';
import { cutOf } from '../../../src/server/query/endpoints/ledgers/ledger-full.ts';
import { bodyOf, errorOf, serveSample } from './sample-server.ts';

const { ask } = serveSample();

interface Ledger {
  sequence: number;
  transaction_count: number;
}

const body = (path: string) => bodyOf(ask(path));

it('lists the newest ledgers, page after page', async () => {
  const first = (await body('/silver/ledgers/recent?limit=2')) as { data: Ledger[]; cursor: string };
  const next = (await body(`/silver/ledgers/recent?limit=2&cursor=${first.cursor}`)) as { data: Ledger[] };
  const [top] = first.data;
  const numbers = [...first.data, ...next.data].map(({ sequence }) => sequence);
  expect(numbers).toEqual([0, 1, 2, 3].map((back) => Number(top?.sequence) - back));
});

it('tells of one ledger what its transactions add up to', async () => {
  const { data } = (await body('/silver/ledgers/recent?limit=1')) as { data: Ledger[] };
  const path = `/silver/ledgers/${data[0]?.sequence}`;
  expect(await body(path)).toMatchObject({ ...data[0] });
  expect(await body(`${path}/fees`)).toMatchObject({ transactions: data[0]?.transaction_count });
  const { operations_by_type: types } = (await body(`${path}/summary`)) as { operations_by_type: { count: number }[] };
  expect(types.every(({ count }) => count > 0)).toBe(true);
  const soroban = await body(`${path}/soroban`);
  expect(Number(soroban['successful'])).toBeLessThanOrEqual(Number(soroban['transactions']));
});

it('says that it tells the first operations only, failed ones counted', () => {
  const warning = 'the first 1000 transactions and 200 operations are listed';
  expect(cutOf({ transaction_count: 9, operation_count: 150 }, [{ count: 150 }, { count: 50 }])).toEqual([]);
  expect(cutOf({ transaction_count: 9, operation_count: 150 }, [{ count: 150 }, { count: 51 }])).toEqual([warning]);
  expect(cutOf({ transaction_count: 1001, operation_count: 0 }, [])).toEqual([warning]);
});

it('knows no ledger that is not loaded', async () => {
  const answer = await ask('/silver/ledgers/4000000000');
  expect([answer.status, await answer.json()]).toEqual([404, { error: 'ledger not found' }]);
});

it('tells what is loaded, and the newest transactions of it', async () => {
  const { ranges, tables } = (await body('/meta')) as { ranges: { last: number }[]; tables: { rows: number }[] };
  expect((await body('/silver/data-boundaries'))['ranges']).toEqual(ranges);
  expect(tables.some(({ rows }) => rows > 0)).toBe(true);
  const { data } = (await body('/silver/transactions/recent?limit=3')) as { data: { ledger_sequence: number }[] };
  expect(data).toHaveLength(3);
  expect(Number(data[0]?.ledger_sequence)).toBeLessThanOrEqual(Number(ranges.at(-1)?.last));
});

it('tells what a contract keeps, the same by both paths', async () => {
  const { data: contracts } = (await body('/semantic/contracts?limit=1')) as { data: { contract_id: string }[] };
  const id = contracts[0]?.contract_id;
  const { data } = (await body(`/silver/contracts/${id}/storage`)) as { data: { key: Record<string, unknown> }[] };
  expect(data.length).toBeGreaterThan(0);
  expect(Object.keys(data[0]?.key ?? {})).toEqual(['type', 'value', 'display']);
  expect((await body(`/silver/soroban/contract-data?contract_id=${id}`))['data']).toEqual(data);
  expect(await errorOf(ask(`/silver/contracts/${id}/storage?durability=never`))).toEqual([
    400,
    'invalid durability: must be persistent or temporary',
  ]);
});
