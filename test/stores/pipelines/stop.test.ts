/** A stop in the middle of each fault: the run ends in time, nothing of a half ledger is there, and the next run has every row once. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { validate } from '../../../src/pipelines/definition/validate.ts';
import type { LogLine, RunResult } from '../../../src/pipelines/run/options.ts';
import { runPipeline } from '../../../src/pipelines/run/run.ts';
import { sharePool, type SharedPool } from '../../../src/pipelines/run/shared-pool.ts';
import { useServer } from './postgres-fixture.ts';
import { hasPostgres } from './postgres-server.ts';
import { hasEvents, startProxy, type TcpProxy } from './tcp-proxy.ts';

const store = resolve(import.meta.dirname, '../../../data/sample');
const EVENTS = 'contract_events_postgres';

/** What a test does to a run; `stop` ends it. */
interface Fault {
  database: string;
  proxy: TcpProxy;
  stop: () => void;
  logged: (code: string) => Promise<LogLine>;
}

describe.skipIf(!hasPostgres)('a run into PostgreSQL is stopped while', () => {
  const on = useServer();
  let pool: SharedPool;
  const folder = mkdtempSync(join(tmpdir(), 'ledgerlake-stop-'));
  afterAll(async () => {
    await pool.release();
    rmSync(folder, { recursive: true, force: true });
  });

  function run(database: string, port: number, signal?: AbortSignal, onLog?: (line: LogLine) => void) {
    const config = { ...on.configOf(EVENTS, database, port), sink: 'native', password: '${PASSWORD}' };
    const resource = {
      apiVersion: 'flow.obsrvr.com/v1',
      kind: 'Pipeline',
      metadata: { name: database },
      spec: {
        network: 'testnet',
        startLedger: '2',
        endLedger: '129',
        processors: [{ type: 'contract_event' }],
        consumers: [{ type: EVENTS, config }],
      },
    };
    const { definition, errors } = validate(JSON.stringify(resource));
    expect(errors).toEqual([]);
    return runPipeline(definition!, { store, dataDir: folder, secret: () => on.server.password, signal, onLog });
  }

  const rows = (database: string) =>
    on.server.sql(
      "select (to_jsonb(t) - array['id', 'created_at'])::text as row from contract_events t order by 1",
      database,
    );
  let whole: unknown[];
  let template: string;
  beforeAll(async () => {
    // A thread ends when it has begun, which takes seconds where the machine is busy: what is stopped here shares one that has.
    pool = sharePool();
    template = await on.newDatabase();
    await run(template, on.server.port);
    whole = await rows(template);
    expect(whole.length).toBeGreaterThan(100);
    await on.server.sql('truncate contract_events cascade; truncate ledgerlake_checkpoints', template);
  });

  /** Runs under a fault, and then without it. */
  async function stopped(fault: (on: Fault) => Promise<void>): Promise<{ report: RunResult; seconds: number }> {
    const database = await on.newDatabase();
    await on.server.sql(`drop database ${database}`);
    await on.server.sql(`create database ${database} template ${template}`);
    await using proxy = await startProxy(on.server.port);
    const controller = new AbortController();
    const lines: LogLine[] = [];
    const waiting: (() => void)[] = [];
    const logged = async (code: string) => {
      for (;;) {
        const found = lines.find((line) => line.code === code);
        if (found) return found;
        await new Promise<void>((told) => waiting.push(told));
      }
    };
    let at = 0;
    const stop = () => {
      at = performance.now();
      controller.abort();
    };
    const ended = run(database, proxy.port, controller.signal, (line) => {
      lines.push(line);
      waiting.splice(0).forEach((told) => told());
    });
    const [report] = await Promise.all([ended, fault({ database, proxy, stop, logged })]);
    const seconds = (performance.now() - at) / 1000;
    const [{ ledger }] = await on.server.sql<{ ledger: string | null }>(
      'select max(ledger)::text as ledger from ledgerlake_checkpoints',
      database,
    );
    const beyond = `select 1 from contract_events where ledger_sequence > ${ledger ?? 0}`;
    expect(await on.server.sql(beyond, database)).toEqual([]);
    await on.server.sql('drop trigger if exists fault on contract_events', database);
    expect((await run(database, on.server.port)).status).toBe('completed');
    expect(await rows(database)).toEqual(whole);
    return { report, seconds };
  }

  it('the server hangs before it lets anybody in', async () => {
    const { report, seconds } = await stopped(async ({ proxy, stop }) => {
      proxy.isOpen = false;
      while (proxy.connections === 0) await pause(5);
      stop();
    });
    expect(report).toMatchObject({ status: 'stopped', ledgers: 0 });
    expect(seconds).toBeLessThan(2);
  });

  it('connections are cut among rows again and again', async () => {
    const { report, seconds } = await stopped(async ({ proxy, stop, logged }) => {
      proxy.onSent = (piece) => (hasEvents(piece) ? 'cut' : 'pass');
      expect((await logged('sink_retry')).message).toMatch(/^contract_events_postgres: .*; again in 0\.[12] s$/);
      stop();
    });
    expect(report.status).toBe('stopped');
    expect(seconds).toBeLessThan(2);
  });

  it('the server is gone, and does not come back before the stop', async () => {
    const { report, seconds } = await stopped(async ({ proxy, stop, logged }) => {
      proxy.onSent = (piece) => {
        if (!hasEvents(piece)) return 'pass';
        proxy.isOpen = false;
        return 'cut';
      };
      await logged('sink_retry');
      const { connections } = proxy;
      while (proxy.connections === connections) await pause(5);
      stop();
    });
    expect(report.status).toBe('stopped');
    expect(seconds).toBeLessThan(2);
  });

  it.each([
    ['its disk is full', '53100', 'make room on its disk'],
    ['transactions are in a deadlock', '40P01', ''],
    ['it ends', '57P01', ''],
  ])('the server says that %s', async (_what, sqlstate, advice) => {
    const { report, seconds } = await stopped(async ({ database, stop, logged }) => {
      await on.server.sql(
        `create function fault() returns trigger language plpgsql as
           $$ begin raise exception 'the fault of the test' using errcode = '${sqlstate}'; end $$;
         create trigger fault before insert on contract_events for each statement execute function fault()`,
        database,
      );
      await logged('sink_retry');
      stop();
      expect((await logged('sink_unreachable')).message).toContain(advice);
    });
    expect(report.status).toBe('stopped');
    expect(seconds).toBeLessThan(2);
  });

  it('somebody locks its table: what is in work is written first', async () => {
    const { report } = await stopped(async ({ database, stop }) => {
      const { port, user, password } = on.server;
      const other = new pg.Client({ host: '127.0.0.1', port, user, password, database });
      await other.connect();
      await other.query('begin; lock table contract_events in access exclusive mode');
      const waiting = `select 1 from pg_locks where not granted and database = (select oid from pg_database where datname = '${database}')`;
      while ((await on.server.sql(waiting)).length === 0) await pause(5);
      stop();
      await other.query('rollback');
      await other.end();
    });
    expect(['stopped', 'completed']).toContain(report.status);
  });

  it('the line is slow: what is in work is written first', async () => {
    const { report, seconds } = await stopped(async ({ proxy, stop }) => {
      let bytes = 0;
      proxy.onSent = (piece) => {
        if (hasEvents(piece)) proxy.speed = 1_000_000;
        bytes += piece.length;
        return 'pass';
      };
      while (proxy.speed === Infinity) await pause(5);
      expect(bytes).toBeGreaterThan(0);
      stop();
    });
    expect(report.currentLedger).toBeGreaterThan(1);
    expect(seconds).toBeLessThan(9);
  });

  it('the answer to COMMIT is lost', async () => {
    const { report } = await stopped(async ({ proxy, stop }) => {
      let commits = 0;
      proxy.onSent = (piece) => {
        if (!piece.includes('commit\0') || ++commits < 2) return 'pass';
        stop();
        return 'deaf';
      };
      while (commits < 2) await pause(5);
    });
    expect(['stopped', 'completed']).toContain(report.status);
  });
});
