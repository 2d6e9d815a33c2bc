import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Int64Column, Utf8Column, type BoolColumn, type Int32Column } from '../../src/arrow/columns.ts';
import { column, createBuilder } from '../../src/arrow/table.ts';
import { openDatabaseFile, selectRows } from '../../src/lake/duckdb/duckdb.ts';
import { processors } from '../../src/pipelines/processors/index.ts';
import type { PipelineError } from '../../src/core/errors.ts';
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

/** Returns the checkpoint that was found, and what was warned of. */
async function writeTo(
  name: string,
  consumer: string,
  inputs: readonly RecordTable[],
  batches: Batch[],
  { from = 'checkpoint', config = {} }: Partial<Pick<SinkContext, 'from' | 'config'>> = {},
  open: (context: SinkContext) => Promise<Sink> = (context) => openMapped(context, 'it is tried'),
): Promise<{ ledger: number | undefined; warned: string[] }> {
  const warned: string[] = [];
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
    warn: (_, message) => void warned.push(message),
  } satisfies SinkContext;
  const sink = await open(context);
  const ledger = sink.checkpoint?.ledger;
  for (const batch of batches) await sink.write(batch);
  await sink.close();
  return { ledger, warned };
}

/** Makes a file with a consumer's table and, unless it is not its own, its checkpoint. */
async function earlierFile(
  name: string,
  { schema, consumer, tables }: { schema: string; consumer?: string; tables: string[] },
): Promise<void> {
  const checkpoints = `${schema}.ledgerlake_checkpoints`;
  const statements = [
    `create schema if not exists ${schema}`,
    `create table ${checkpoints} (pipeline_id varchar, consumer varchar, ledger bigint, ledger_hash varchar, run_id varchar,
      updated_at timestamp, primary key (pipeline_id, consumer))`,
    ...(consumer === undefined
      ? []
      : [`insert into ${checkpoints} values ('id', '${consumer}', 10, 'ab', 'run', '2026-01-02 03:04:05')`]),
    ...tables,
  ];
  await selectAll(statements, name);
}

async function refusalOf(writing: Promise<unknown>): Promise<PipelineError> {
  try {
    await writing;
  } catch (error) {
    return error as PipelineError;
  }
  throw new Error('it was not refused');
}

/** Returns the statements that a refusal names, which are cut where what is wrong begins. */
const repairsOf = ({ message }: PipelineError): string[] =>
  message
    .split('repair it: ')[1]
    .split(/: (?=table|view|column)/)[0]
    .split('; ');

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
  const ledger = Number(given[table.ledger] ?? 1);
  return { first: ledger, last: { ledger, hash: 'ab' }, closedAt: 0, rows: new Map([[table.name, batch()]]) };
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

/** The zone of a session is another than that of the times. */
const ELSEWHERE = `set timezone = 'America/New_York'`;

describe('a file of an earlier version', () => {
  const accountsTable = `create table stellar.accounts (account_id varchar, balance varchar, buying_liabilities varchar,
    selling_liabilities varchar, sequence_number bigint, sequence_ledger integer, sequence_time timestamp, num_subentries integer,
    inflation_dest varchar, flags integer, home_domain varchar, master_weight integer, threshold_low integer, threshold_medium integer,
    threshold_high integer, sponsor varchar, num_sponsored bigint, num_sponsoring bigint, last_modified_ledger integer,
    ledger_entry_change integer, deleted boolean, closed_at timestamp, ledger_sequence integer, timestamp timestamp, created_at timestamp)`;
  const [accounts] = recordsOf('account_data');
  const config = { schema: 'stellar', table_prefix: '' };
  const row = (ledger: number, balance: string) =>
    oneRow(accounts, { id: 7, account_id: 'G1', balance, ledger_sequence: ledger, timestamp: 1_000_000 });
  const writeAccounts = (name: string, batches: Batch[]) =>
    writeTo(name, 'account_data_postgres', [accounts], batches, { config });
  const known = `insert into stellar.accounts by name select 'G1' as account_id, '1' as balance, 10 as ledger_sequence,
    '2026-01-02 00:00:00'::timestamp as timestamp, '2026-01-02 03:04:05'::timestamp as created_at`;
  const asked = `select id, balance, ledger_sequence as ledger, epoch(timestamp)::bigint as time,
    epoch(created_at)::bigint as created from stellar.accounts order by ledger`;
  const time = BigInt(Date.UTC(2026, 0, 2) / 1000);
  const created = BigInt(Date.UTC(2026, 0, 2, 3, 4, 5) / 1000);

  it('has times in a zone and the columns that it lacks, which rows get when they are written again', async () => {
    await earlierFile('earlier', {
      schema: 'stellar',
      consumer: 'account_data_postgres',
      tables: [accountsTable, known],
    });
    expect(await writeAccounts('earlier', [row(11, '2')])).toMatchObject({ ledger: 10 });
    const [, rows] = await selectAll([ELSEWHERE, asked], 'earlier');
    expect(rows).toMatchObject([
      { id: null, balance: '1', ledger: 10, time, created },
      { id: 7n, balance: '2', ledger: 11, time: 1n },
    ]);
    await writeAccounts('earlier', [row(10, '3')]);
    expect(await select(asked, 'earlier')).toMatchObject([
      { id: 7n, balance: '3', ledger: 10, created },
      { ledger: 11 },
    ]);
  });

  it('whose table is not known to be ours is refused once, with what makes it right first', async () => {
    const other = accountsTable.replace('balance varchar', 'balance bigint');
    await earlierFile('unknown', { schema: 'stellar', tables: [other, known] });
    const error = await refusalOf(writeAccounts('unknown', []));
    expect(error.fields).toMatchObject({ code: 'sink_schema_conflict', table: 'accounts', column: 'balance' });
    const path = join(folder, 'unknown.duckdb');
    expect(error.message).toMatch(
      `account_data_postgres: ${path}, repair it: alter table "stellar"."accounts" alter column "balance" type VARCHAR; alter table`,
    );
    expect(error.message).toContain(
      `: column balance of table accounts is BIGINT, expected VARCHAR; column sequence_time`,
    );
    expect(error.message).toMatch(/; or set another table_prefix$/);
    await selectAll([ELSEWHERE, ...repairsOf(error)], 'unknown');
    expect(await writeAccounts('unknown', [row(11, '2')])).toMatchObject({ ledger: undefined });
    expect(await select(asked, 'unknown')).toMatchObject([
      { id: null, balance: '1', ledger: 10, time, created },
      { ledger: 11 },
    ]);
  });

  it('of ours with other types than times is refused', async () => {
    const other = accountsTable.replace('balance varchar', 'balance bigint');
    await earlierFile('other-type', { schema: 'stellar', consumer: 'account_data_postgres', tables: [other, known] });
    const error = await refusalOf(writeAccounts('other-type', []));
    expect(repairsOf(error)).toEqual(['alter table "stellar"."accounts" alter column "balance" type VARCHAR']);
    await selectAll(repairsOf(error), 'other-type');
    expect(await writeAccounts('other-type', [])).toMatchObject({ ledger: 10 });
  });

  it('has changes of storage beside those of now', async () => {
    const [changes] = recordsOf('contract_data');
    const table = `create table public.storage (contract_id varchar, contract_key_type varchar, contract_durability varchar, asset_code varchar,
      asset_issuer varchar, asset_type varchar, balance_holder varchar, balance varchar, last_modified_ledger integer,
      ledger_entry_change integer, deleted boolean, closed_at timestamp, ledger_sequence integer, ledger_key_hash varchar, timestamp timestamp)`;
    const kept = `insert into public.storage by name select 10 as ledger_sequence, 'k' as ledger_key_hash, '2026-01-02'::timestamp as closed_at`;
    const consumer = 'contract_data_postgres';
    await earlierFile('storage', { schema: 'public', consumer, tables: [table, kept] });
    const write = (ledger: number) => {
      const change = oneRow(changes, { id: 7, ledger_sequence: ledger, ledger_key_hash: 'k', closed_at: 1_000_000 });
      return writeTo('storage', consumer, [changes], [change], { config: { table_name: 'storage' } });
    };
    expect(await write(11)).toMatchObject({ ledger: 10 });
    const asked = `select id, ledger_sequence as ledger, epoch(closed_at)::bigint as time from public.storage order by ledger`;
    const second = { id: 7n, ledger: 11, time: 1n };
    expect(await select(asked, 'storage')).toEqual([{ id: null, ledger: 10, time }, second]);
    await write(10);
    expect(await select(asked, 'storage')).toEqual([{ id: 7n, ledger: 10, time: 1n }, second]);
  });

  const pairsTable = `create table public.soroswap_pairs (pair_address varchar, token0 varchar, token1 varchar, factory_contract_id varchar,
    ledger_sequence integer, timestamp timestamp)`;
  const announced = `insert into public.soroswap_pairs values ('A', 'x', 'y', 'f', 10, '2026-01-02')`;
  const writeSwaps = (name: string, batches: Batch[]) =>
    writeTo(name, 'soroswap_postgres', [soroswapPairs, soroswapSyncs], batches);
  const pairs = 'select pair_address, reserve0, epoch(timestamp)::bigint as time from public.soroswap_pairs';

  it('with a table that a view has the name of now has the rows in the view', async () => {
    await earlierFile('swapped', { schema: 'public', consumer: 'soroswap_postgres', tables: [pairsTable, announced] });
    expect(await writeSwaps('swapped', [])).toMatchObject({ ledger: 10 });
    expect(await select(pairs, 'swapped')).toEqual([{ pair_address: 'A', reserve0: '0', time }]);
    await writeSwaps('swapped', [batchOf({ ledger: 11, syncs: [['A', '1']] })]);
    expect(await select(pairs, 'swapped')).toEqual([{ pair_address: 'A', reserve0: '1', time }]);
  });

  it.each([
    ['table', 'soroswap_pairs', pairsTable],
    ['view', 'soroswap_syncs', 'create view public.soroswap_syncs as select 1 as n'],
  ])('is refused where a %s of somebody else has the name %s', async (kind, name, made) => {
    const before = `create table public.${name}_before (n integer)`;
    await earlierFile(`of-others-${kind}`, { schema: 'public', tables: [made, before] });
    const error = await refusalOf(writeSwaps(`of-others-${kind}`, []));
    expect(error.fields).toMatchObject({ code: 'sink_schema_conflict', table: name });
    expect(repairsOf(error)).toEqual([`alter ${kind} "public"."${name}" rename to "${name}_before_before"`]);
    await selectAll(repairsOf(error), `of-others-${kind}`);
    await writeSwaps(`of-others-${kind}`, [batchOf({ ledger: 10, pairs: ['A'], syncs: [['A', '1']] })]);
    expect(await select('select pair_address, reserve0 from public.soroswap_pairs', `of-others-${kind}`)).toEqual([
      { pair_address: 'A', reserve0: '1' },
    ]);
  });
});

it.each([
  ['table accounts is no view', 'account_data_postgres', 'event_payment_postgres'],
  ['view accounts is no table', 'event_payment_postgres', 'account_data_postgres'],
])('does not tell to move what another consumer of the file writes: %s', async (what, first, second) => {
  const name = `before-${second}`;
  const input = (consumer: string) =>
    recordsOf(consumer.startsWith('account') ? 'account_data' : 'event_payment_extractor');
  const config = { schema: 'public', table_prefix: '' };
  const error = await writeTo(name, first, input(first), [], { config }, async (context) => {
    const sink = await openMapped(context, 'it is tried');
    const refused = await refusalOf(writeTo(name, second, input(second), [], { config }));
    await sink.close();
    throw refused;
  }).then(
    () => undefined,
    (refused: PipelineError) => refused,
  );
  expect(error?.fields).toMatchObject({ code: 'sink_schema_conflict', table: 'accounts' });
  const file = join(folder, `${name}.duckdb`);
  const advice = 'set another schema or table_prefix for one of them';
  expect(error?.message).toBe(`${second}: ${file}: ${what}, and is written by another consumer; ${advice}`);
});

describe('the consumer of DuckDB', () => {
  const write = (name: string, inputs: readonly RecordTable[], batch: Batch) => {
    const config = { path: join(folder, `${name}.duckdb`), schema: 'main', table_prefix: '', mode: 'upsert' };
    return writeTo(name, 'duckdb', inputs, [batch], { config }, consumers.get('duckdb')!.open);
  };
  const places = `select table_name as name, table_type as type from information_schema.tables
    where table_name <> 'ledgerlake_checkpoints' order by name`;

  it('makes no views', async () => {
    await write('swaps-local', [soroswapPairs, soroswapSyncs], batchOf({ ledger: 10, pairs: ['A'] }));
    expect(await select(places, 'swaps-local')).toEqual([
      { name: 'soroswap_pairs', type: 'BASE TABLE' },
      { name: 'soroswap_syncs', type: 'BASE TABLE' },
    ]);
  });

  it.each([
    ['account_data', 'event_payment_extractor'],
    ['event_payment_extractor', 'account_data'],
  ])('writes %s, and then %s, to a file', async (first, second) => {
    for (const id of [first, second]) {
      const [table] = recordsOf(id);
      await write(`${first}-first`, [table], oneRow(table, {}));
    }
    expect(await select(places, `${first}-first`)).toEqual([
      { name: 'accounts', type: 'BASE TABLE' },
      { name: 'event_payments', type: 'BASE TABLE' },
    ]);
  });

  it.each(['event_payments', 'soroswap_pairs'])('writes records of another kind that are called %s', async (name) => {
    const columns = { n: column('int64', 'A number.'), ledger_sequence: column('int32', 'Ledger.') };
    const table = { name, description: '', grain: '', key: ['n'], ledger: 'ledger_sequence', columns };
    await write(`own-${name}`, [table], oneRow(table, { n: 7 }));
    expect(await select(`select n from ${name}`, `own-${name}`)).toEqual([{ n: 7n }]);
  });
});
