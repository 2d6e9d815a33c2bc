/** Rows that a consumer sends while the batch before them is still written: they are there after it, once, or not at all. */
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { readCheckpoint } from '../../../src/pipelines/consumers/checkpoint-file.ts';
import type { Sink } from '../../../src/pipelines/sink.ts';
import { batchFrom, events, useServer } from './postgres-fixture.ts';
import { hasPostgres } from './postgres-server.ts';
import { startProxy } from './tcp-proxy.ts';

const EVENTS = 'contract_events_postgres';

describe.skipIf(!hasPostgres)('consumers of PostgreSQL, ahead of the batch before', () => {
  const on = useServer();
  const batch = (ledger: number, more = {}) => {
    const rows = events(50, ledger, { topic: ['fee'], data: { V0: { Topics: ['fee'] } }, ...more });
    return batchFrom(EVENTS, { contract_events: rows });
  };
  const ledgers = async (database: string) => {
    const sql = 'select ledger_sequence as ledger, count(*)::int as rows from contract_events group by 1 order by 1';
    const found = await on.server.sql<{ ledger: number; rows: number }>(sql, database);
    return found.map(({ ledger, rows }) => [ledger, rows]);
  };
  const writtenTo = async (database: string) => {
    const rows = await on.server.sql<{ ledger: string | null }>('select ledger from ledgerlake_checkpoints', database);
    return rows[0].ledger;
  };

  /** Holds the checkpoint, which the next batch needs first, until it is told to go on. */
  async function holdCheckpoint(database: string): Promise<(sql?: string) => Promise<void>> {
    const { port, user, password } = on.server;
    const other = new pg.Client({ host: '127.0.0.1', port, user, password, database });
    other.on('error', () => {});
    await other.connect();
    await other.query('begin; select * from ledgerlake_checkpoints for update');
    return async (sql = 'rollback') => {
      await other.query(sql);
      await other.end();
    };
  }

  /** Resolves when rows are sent whose checkpoint is not. */
  async function untilAhead(database: string): Promise<void> {
    const sql =
      `select 1 from pg_stat_activity where datname = '${database}' and state = 'idle in transaction' ` +
      "and application_name like 'ledgerlake/%' and backend_xid is not null";
    while ((await on.server.sql(sql)).length === 0) await pause(20);
  }

  /** Has the first batch wait for its checkpoint, and the second be sent meanwhile. */
  async function sentAhead(sink: Sink, database: string, ...[first, second]: Parameters<Sink['write']>[0][]) {
    const goOn = await holdCheckpoint(database);
    await sink.write(first, true);
    const waiting = sink.write(second, true);
    waiting.catch(() => {});
    await untilAhead(database);
    expect(await ledgers(database)).toEqual([]);
    return { goOn, waiting };
  }

  it('shows none of them before that one, and all of both in the end', async () => {
    const database = await on.newDatabase();
    const sink = await on.open(on.context(EVENTS, database));
    const { goOn, waiting } = await sentAhead(sink, database, batch(100), batch(101));
    expect(sink.checkpoint).toBeUndefined();
    await goOn();
    await waiting;
    expect(sink.checkpoint?.ledger).toBeGreaterThanOrEqual(100);
    await sink.commit!();
    expect(await ledgers(database)).toEqual([100, 101].map((ledger) => [ledger, 50]));
    expect(await writtenTo(database)).toBe('101');
    expect(sink.written().get('contract_events')).toBe(100);
    await sink.close();
  });

  it('keeps a copy of the first checkpoint and of the last, and of none between', async () => {
    const context = on.context(EVENTS, await on.newDatabase());
    const sink = await on.open(context);
    const kept = () => readCheckpoint(context)?.ledger;
    for (const ledger of [100, 101, 102]) await sink.write(batch(ledger), true);
    expect(sink.checkpoint?.ledger).toBeGreaterThanOrEqual(101);
    expect(kept()).toBe(100);
    await sink.commit!();
    expect(kept()).toBe(102);
    await sink.write(batch(103));
    expect(kept()).toBe(103);
    expect(readCheckpoint(context)?.first).toBe(100);
    await sink.close();
  });

  it('writes both when one has a row of the other', { timeout: 20_000 }, async () => {
    const database = await on.newDatabase();
    const sink = await on.open(on.context(EVENTS, database));
    const same = { transaction_hash: 'same' };
    const { goOn, waiting } = await sentAhead(sink, database, batch(100, same), batch(101, same));
    await goOn();
    await waiting;
    await sink.commit!();
    expect(await ledgers(database)).toEqual([[101, 50]]);
    expect(await writtenTo(database)).toBe('101');
    await sink.close();
  });

  it('leaves none of them when that one is refused, and writes them afterwards', async () => {
    const database = await on.newDatabase();
    const sink = await on.open(on.context(EVENTS, database));
    await on.server.sql('alter table contract_events add constraint fault check (ledger_sequence <> 100)', database);
    const { goOn, waiting } = await sentAhead(sink, database, batch(100), batch(101));
    await goOn();
    await expect(waiting).rejects.toThrow(/refuses rows \(ledger 100, .*fault/);
    await sink.commit!();
    expect(await ledgers(database)).toEqual([]);
    expect(await writtenTo(database)).toBe(null);
    await on.server.sql('alter table contract_events drop constraint fault', database);
    await sink.write(batch(100));
    await sink.write(batch(101));
    expect(await ledgers(database)).toEqual([100, 101].map((ledger) => [ledger, 50]));
    await sink.close();
  });

  it('skips a ledger of theirs that is refused', async () => {
    const database = await on.newDatabase();
    const context = on.context(EVENTS, database, { on_error: 'skip' });
    const sink = await on.open(context);
    await on.server.sql('alter table contract_events add constraint fault check (ledger_sequence <> 101)', database);
    const { goOn, waiting } = await sentAhead(sink, database, batch(99), batch(100));
    await goOn();
    await waiting;
    await sink.write(batch(101), true);
    await sink.commit!();
    expect(await ledgers(database)).toEqual([99, 100].map((ledger) => [ledger, 50]));
    expect(await writtenTo(database)).toBe('101');
    expect(context.skipped.map(({ ledger }) => ledger)).toEqual([101]);
    await sink.close();
  });

  it.each(['the server goes', 'their line is cut'])('writes every row once when %s', async (what) => {
    const database = await on.newDatabase();
    await using proxy = await startProxy(on.server.port);
    const sink = await on.open(on.context(EVENTS, database, { port: proxy.port }));
    const { goOn, waiting } = await sentAhead(sink, database, batch(100), batch(101));
    if (what === 'the server goes') await on.server.restart();
    else {
      await on.server.sql(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}' and state = 'idle in transaction' and application_name like 'ledgerlake/%'`,
      );
      await goOn();
    }
    await waiting;
    await sink.commit!();
    expect(await ledgers(database)).toEqual([100, 101].map((ledger) => [ledger, 50]));
    expect(await writtenTo(database)).toBe('101');
    await sink.close();
  });

  it.each([
    ['the server gives one connection', 'connection limit 1', {}],
    ['the config allows one connection', '', { max_open_conns: 1 }],
  ])('does without where %s', async (_, limit, config) => {
    const database = await on.newDatabase();
    const user = `user_of_${database}`;
    await on.server.sql(`create role ${user} login password 'single' ${limit}`);
    await on.server.sql(`grant create on schema public to ${user}`, database);
    const context = on.context(EVENTS, database, { ...config, username: user, password: 'single' });
    const sink = await on.open(context);
    const found: number[] = [];
    for (const ledger of [100, 101, 102, 103]) {
      await sink.write(batch(ledger), true);
      const sql = `select count(*)::int as n from pg_stat_activity where usename = '${user}'`;
      found.push((await on.server.sql<{ n: number }>(sql))[0].n);
    }
    await sink.commit!();
    expect(Math.max(...found)).toBe(1);
    expect(await ledgers(database)).toEqual([100, 101, 102, 103].map((ledger) => [ledger, 50]));
    await sink.close();
  });

  it('is fenced when another run takes over meanwhile', async () => {
    const database = await on.newDatabase();
    const sink = await on.open(on.context(EVENTS, database));
    const { goOn, waiting } = await sentAhead(sink, database, batch(100), batch(101));
    await goOn('update ledgerlake_checkpoints set epoch = epoch + 1; commit');
    await expect(waiting).rejects.toMatchObject({ fields: { code: 'sink_fenced' } });
    await sink.close();
    expect(await ledgers(database)).toEqual([]);
    expect(await writtenTo(database)).toBe(null);
  });
});
