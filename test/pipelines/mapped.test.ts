import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Int64Column, Utf8Column, type BoolColumn, type Int32Column } from '../../src/arrow/columns.ts';
import { createBuilder } from '../../src/arrow/table.ts';
import { openDatabaseFile, selectRows } from '../../src/lake/duckdb.ts';
import { processors } from '../../src/pipelines/processors/index.ts';
import type { PipelineError } from '../../src/errors.ts';
import { soroswapPairs, soroswapSyncs } from '../../src/pipelines/processors/soroswap.ts';
import { openMapped } from '../../src/pipelines/run/mapped.ts';
import { consumers } from '../../src/pipelines/consumers/index.ts';
import type { Batch, RecordTable, Sink, SinkContext } from '../../src/pipelines/sink.ts';
import { temporaryFolder } from '../folder.ts';

const folder = temporaryFolder();

interface Happened {
  ledger: number;
  pairs?: string[];
  syncs?: [pair: string, reserve: string][];
}

function batchOf({ ledger, pairs = [], syncs = [] }: Happened): Batch {
  const announced = createBuilder(soroswapPairs);
  const synced = createBuilder(soroswapSyncs);
  for (const pair of pairs) {
    const { id, pair_address, token0, token1, factory_contract_id, ledger_sequence, timestamp } = announced.columns;
    for (const column of [pair_address, token0, token1, factory_contract_id]) column.push(pair);
    id.push(ledger, 0);
    ledger_sequence.push(ledger);
    timestamp.pushNumber(ledger * 1_000_000);
  }
  syncs.forEach(([pair, reserve], i) => {
    const { event_id, pair_address, reserve0, reserve1, ledger_sequence, timestamp } = synced.columns;
    event_id.push(ledger, i);
    pair_address.push(pair);
    for (const column of [reserve0, reserve1]) column.push(reserve);
    ledger_sequence.push(ledger);
    timestamp.pushNumber(ledger * 1_000_000);
  });
  const rows = new Map([announced, synced].map((builder) => [builder.spec.name, builder.batch()]));
  return { first: ledger, last: { ledger, hash: 'ab' }, closedAt: 0, rows };
}

async function write(from: SinkContext['from'], batches: Happened[]): Promise<void> {
  await writeTo('swaps', 'soroswap_postgres', [soroswapPairs, soroswapSyncs], batches.map(batchOf), { from });
}

async function writeTo(
  name: string,
  consumer: string,
  inputs: readonly RecordTable[],
  batches: Batch[],
  { from = 'checkpoint', config = {} }: Partial<Pick<SinkContext, 'from' | 'config'>> = {},
  open: (context: SinkContext) => Promise<Sink> = (context) => openMapped(context, 'it is tried'),
): Promise<void> {
  const context = {
    pipeline: { id: 'id', name },
    runId: 'run',
    consumer,
    network: 'testnet',
    config,
    missing: [],
    inputs,
    folder: join(folder, name),
    from,
    signal: new AbortController().signal,
    warn: () => undefined,
  } satisfies SinkContext;
  const sink = await open(context);
  for (const batch of batches) await sink.write(batch);
  await sink.close();
}

/** Returns a batch with one row of a table, of which texts and numbers are given and all else is 1. */
function oneRow(table: RecordTable, given: Record<string, string | number>): Batch {
  const { columns, batch } = createBuilder(table);
  for (const [name, { kind }] of Object.entries(table.columns)) {
    const column = columns[name];
    const value = given[name];
    if (column instanceof Utf8Column) column.push(table.json?.includes(name) ? '1' : String(value ?? '1'));
    else if (column instanceof Int64Column) column.pushNumber(Number(value ?? 1));
    else if (kind === 'bool') (column as BoolColumn).push(true);
    else (column as Int32Column).push(Number(value ?? 1));
  }
  return { first: 1, last: { ledger: 1, hash: 'ab' }, closedAt: 0, rows: new Map([[table.name, batch()]]) };
}

async function select(sql: string, name = 'swaps'): Promise<Record<string, unknown>[]> {
  const [rows] = await selectAll([sql], name);
  return rows;
}

async function selectAll(statements: readonly string[], name: string): Promise<Record<string, unknown>[][]> {
  const instance = await openDatabaseFile(join(folder, `${name}.duckdb`));
  const connection = await instance.connect();
  const results: Record<string, unknown>[][] = [];
  for (const sql of statements) results.push(await selectRows(connection, sql));
  connection.closeSync();
  instance.closeSync();
  return results;
}

describe('a mapped swap service', () => {
  it('has the last reserves of each pair, and those of a pair that is not known yet', async () => {
    const happened: Happened[] = [
      {
        ledger: 10,
        pairs: ['A'],
        syncs: [
          ['A', '1'],
          ['B', '2'],
          ['C', '3'],
        ],
      },
      { ledger: 11, pairs: ['B', 'D'], syncs: [['A', '36893488147419103239']] },
    ];
    await write('checkpoint', happened);
    const asked =
      'select id, pair_address, reserve0, ledger_sequence, last_sync_ledger from public.soroswap_pairs order by pair_address';
    const idOf = (ledger: number) => BigInt(ledger) << 32n;
    const pairs = [
      { id: idOf(10), pair_address: 'A', reserve0: '36893488147419103239', ledger_sequence: 11, last_sync_ledger: 11 },
      { id: idOf(11), pair_address: 'B', reserve0: '2', ledger_sequence: 11, last_sync_ledger: 10 },
      { id: idOf(11), pair_address: 'D', reserve0: '0', ledger_sequence: 11, last_sync_ledger: null },
    ];
    expect(await select(asked)).toEqual(pairs);
    expect(await select('select pair_address, reserve0 from public.soroswap_pending_syncs')).toEqual([
      { pair_address: 'C', reserve0: '3' },
    ]);
    const created = await select('select created_at from public.soroswap_pairs order by pair_address');
    await write('start', happened.slice(0, 1));
    expect(await select(asked)).toEqual(pairs);
    expect(await select('select created_at from public.soroswap_pairs order by pair_address')).toEqual(created);
  });
});

it('keeps the id and the time of the first announcement of a pair that is announced again', async () => {
  const asked = 'select id, ledger_sequence, created_at from public.soroswap_pairs';
  const announce = (ledger: number) =>
    writeTo('again', 'soroswap_postgres', [soroswapPairs, soroswapSyncs], [batchOf({ ledger, pairs: ['A'] })]);
  await announce(10);
  const [{ id, created_at }] = await select(asked, 'again');
  await announce(11);
  expect(await select(asked, 'again')).toEqual([{ id, ledger_sequence: 11, created_at }]);
});

const recordsOf = (id: string) => processors.get(id)?.records ?? [];

it('holds amounts of 128 bits where it is asked to', async () => {
  const [payments] = recordsOf('event_payment_extractor');
  const amount = '170141183460469231731687303715884105727';
  const row = oneRow(payments, { amount });
  await writeTo('wide', 'event_payment_postgres', [payments], [row], { config: { wide_amounts: true } });
  expect(
    await select('select amount::varchar as amount, typeof(amount) as type from public.event_payments', 'wide'),
  ).toEqual([{ amount, type: 'HUGEINT' }]);
});

it('writes messages beside the payments of the same pipeline', async () => {
  const [payments] = recordsOf('event_payment_extractor');
  const amount = '340282366920938463463374607431768211455';
  await writeTo('both-payments', 'event_payment_postgres', [payments], [oneRow(payments, { amount: '1' })]);
  await writeTo('both-payments', 'google_pubsub_v2', [payments], [oneRow(payments, { amount })]);
  expect(await select('select amount::varchar as amount from public.event_payments', 'both-payments')).toEqual([
    { amount: '1' },
  ]);
  expect(await select('select amount from pubsub_messages', 'both-payments')).toEqual([{ amount }]);
});

it('knows the accounts of payments', async () => {
  const [payments] = recordsOf('event_payment_extractor');
  const row = oneRow(payments, { token_id: 'C1', from_id: 'G1', merchant_id: 'G2' });
  await writeTo('payments', 'event_payment_postgres', [payments], [row]);
  expect(await select('select id from public.accounts order by id', 'payments')).toEqual([
    { id: 'C1' },
    { id: 'G1' },
    { id: 'G2' },
  ]);
});

it('has calls without extracted fields beside those that have some', async () => {
  const [calls] = recordsOf('contract_invocation');
  const [extracted] = recordsOf('extracted_contract_invocation');
  const asked = 'select toid, tx_hash, schema_name from public.extracted_contract_invocations order by toid';
  const plain = oneRow(calls, { id: 7, transaction_hash: 'aa' });
  await writeTo('plain', 'extracted_contract_invocations_postgres', [calls], [plain]);
  expect(await select(asked, 'plain')).toEqual([{ toid: 7n, tx_hash: 'aa', schema_name: 'none' }]);
  const known = oneRow(extracted, { toid: 7, tx_hash: 'aa', schema_name: 'carbon' });
  const rows = new Map([...plain.rows, ...known.rows]);
  await writeTo('both', 'extracted_contract_invocations_postgres', [calls, extracted], [{ ...plain, rows }]);
  expect(await select(asked, 'both')).toEqual([{ toid: 7n, tx_hash: 'aa', schema_name: 'carbon' }]);
});

describe('a file of an earlier version', () => {
  const [accounts] = recordsOf('account_data');
  const row = (id: number, balance: string) =>
    oneRow(accounts, { id, account_id: 'G1', balance, timestamp: 1_000_000 });
  const write = (balance: string) => writeTo('earlier', 'account_data_postgres', [accounts], [row(7, balance)]);
  const asked = 'select id, balance, created_at::varchar as created from public.accounts';

  it('is refused with what makes it right, and then has the columns that it lacks, which rows get when they are written again', async () => {
    await write('1');
    const zoned = ['sequence_time', 'closed_at', 'timestamp', 'created_at'];
    await selectAll(
      [
        'alter table public.accounts drop column id',
        ...zoned.map((name) => `alter table public.accounts alter column "${name}" type timestamp`),
        `update public.accounts set created_at = '2026-01-02 03:04:05', timestamp = '2026-01-02 00:00:00'`,
      ],
      'earlier',
    );
    const error = await write('2').then(
      () => undefined,
      (thrown: unknown) => thrown as PipelineError,
    );
    expect(error?.fields).toMatchObject({ code: 'sink_schema_conflict', table: 'accounts', column: 'sequence_time' });
    expect(error?.message).toContain(
      `column timestamp of table accounts is TIMESTAMP, expected TIMESTAMP WITH TIME ZONE`,
    );
    const repairs = error!.message.split('repair it: ')[1].split('; ');
    expect(repairs).toContain(
      `alter table "public"."accounts" alter column "timestamp" type TIMESTAMP WITH TIME ZONE using "timestamp" at time zone 'UTC'`,
    );
    await selectAll(repairs, 'earlier');
    const [, [moved]] = await selectAll(
      [`set timezone = 'UTC'`, `select timestamp::varchar as time from public.accounts`],
      'earlier',
    );
    expect(moved).toEqual({ time: '2026-01-02 00:00:00+00' });
    await writeTo('earlier', 'account_data_postgres', [accounts], []);
    expect(await select('select id, balance from public.accounts', 'earlier')).toEqual([{ id: null, balance: '1' }]);
    await write('2');
    const [, rows] = await selectAll([`set timezone = 'UTC'`, asked], 'earlier');
    expect(rows).toEqual([{ id: 7n, balance: '2', created: '2026-01-02 03:04:05+00' }]);
  });

  it('of the consumer of DuckDB is refused where a table has the name of a view, with what makes it right', async () => {
    const path = join(folder, 'announced.duckdb');
    const config = { path, schema: 'main', table_prefix: 'a_', mode: 'upsert' };
    const write = () =>
      writeTo(
        'announced',
        'duckdb',
        [soroswapPairs, soroswapSyncs],
        [batchOf({ ledger: 10, pairs: ['A'], syncs: [['A', '1']] })],
        { config },
        consumers.get('duckdb')!.open,
      );
    await write();
    await selectAll(
      ['drop view a_soroswap_pairs', 'alter table a_soroswap_announced rename to a_soroswap_pairs'],
      'announced',
    );
    const error = await write().then(
      () => undefined,
      (thrown: unknown) => thrown as PipelineError,
    );
    expect(error?.fields).toMatchObject({ code: 'sink_schema_conflict', table: 'soroswap_pairs' });
    await selectAll([error!.message.split('repair it: ')[1]], 'announced');
    await write();
    expect(await select('select pair_address, reserve0 from a_soroswap_pairs', 'announced')).toEqual([
      { pair_address: 'A', reserve0: '1' },
    ]);
  });
});
