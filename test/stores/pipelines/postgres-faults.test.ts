/** What goes wrong between a consumer and a real PostgreSQL: in the end every row once, or an error that says what to set. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { PipelineError } from '../../../src/core/errors.ts';
import { connect } from '../../../src/pipelines/consumers/postgres/connection.ts';
import { postgresSettings } from '../../../src/pipelines/consumers/postgres/settings.ts';
import type { JsonData } from '../../../src/pipelines/yaml/nodes.ts';
import { batchFrom, events, payments, useServer } from './postgres-fixture.ts';
import { hasPostgres } from './postgres-server.ts';
import type { Row } from './sinks.ts';
import { startProxy } from './tcp-proxy.ts';

const EVENTS = 'contract_events_postgres';
const PAYMENTS = 'event_payment_postgres';

describe.skipIf(!hasPostgres)('consumers of PostgreSQL, when', () => {
  const on = useServer();
  const eventBatch = (...rows: Row[]) => batchFrom(EVENTS, { contract_events: rows });
  const paymentBatch = (...rows: Row[]) => batchFrom(PAYMENTS, { event_payments: rows });
  const count = async (database: string, table = 'contract_events') =>
    Number((await on.server.sql<{ n: string }>(`select count(*) as n from ${table}`, database))[0].n);
  const errorOf = async (promise: Promise<unknown>) => {
    const error: unknown = await promise.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(PipelineError);
    return error as PipelineError;
  };

  describe('TLS', () => {
    const modes = ['disable', 'require', 'require with root', 'verify-ca', 'verify-full', 'verify-full without root'];
    const reached: Record<string, readonly string[]> = {
      server: ['disable', 'require', 'require with root', 'verify-ca', 'verify-full'],
      elsewhere: ['disable', 'require', 'require with root', 'verify-ca'],
      stranger: ['disable', 'require'],
      none: ['disable'],
    };

    it.each(Object.keys(reached))('lets in as sslmode says, with a certificate of: %s', async (certificate) => {
      const pairs = on.certificates;
      await on.server.offer(
        certificate === 'none' ? 'none' : pairs[certificate as 'server' | 'elsewhere' | 'stranger'],
      );
      const found: string[] = [];
      for (const mode of modes) {
        const sslmode = mode.split(' ')[0];
        const needsRoot = mode === 'require with root' || (sslmode.startsWith('verify') && !mode.includes('without'));
        const root = needsRoot && { sslrootcert: pairs.authority.certificate };
        const config: Record<string, JsonData> = { ...on.configOf(EVENTS, 'postgres'), sslmode, ...root };
        const connection = await connect(postgresSettings(config), 'test').catch(() => undefined);
        if (!connection) continue;
        const [{ ssl, version }] = await connection.rows<{ ssl: boolean; version: string | null }>(
          'select ssl, version from pg_stat_ssl where pid = pg_backend_pid()',
        );
        expect(ssl).toBe(sslmode !== 'disable');
        if (ssl) expect(version).toMatch(/^TLSv1\.[23]$/);
        found.push(mode);
        await connection.end();
      }
      expect(found).toEqual(reached[certificate]);
      await on.server.offer(pairs.server);
    });

    it('is as the URL says, too', async () => {
      const { port, user, password } = on.server;
      const root = encodeURIComponent(on.certificates.authority.certificate);
      const url = `postgres://${user}:${password}@localhost:${port}/postgres?sslmode=verify-full&sslrootcert=${root}`;
      await (await connect(postgresSettings({ database_url: url }), 'test')).end();
      const text = `host=localhost port=${port} user=${user} password='${password}' dbname=postgres sslmode=verify-full`;
      await expect(connect(postgresSettings({ connectionString: text }), 'test')).rejects.toThrow();
    });

    it('is refused where libpq would go without it', async () => {
      const { port, user } = on.server;
      const address = `postgres://${user}:secret-word@localhost:${port}/postgres?sslmode=prefer`;
      const error = await errorOf(on.open(on.context(PAYMENTS, 'postgres', { connectionString: address })));
      expect(error.fields.code).toBe('invalid_config');
      expect(error.message).toBe(
        'event_payment_postgres: the address in connectionString cannot be used: its sslmode is prefer; use disable, require, verify-ca or verify-full',
      );
    });

    it('says what to set', async () => {
      const database = await on.newDatabase();
      const message = async (config: Record<string, JsonData>) =>
        (await errorOf(on.open(on.context(EVENTS, database, config)))).message;
      const at = `${EVENTS} cannot use PostgreSQL at 127.0.0.1:${on.server.port}/${database}: `;
      expect(await message({ sslmode: 'verify-ca' })).toBe(
        `${at}unable to verify the first certificate; set sslrootcert to the certificate of its authority, or sslmode to require`,
      );
      const { certificates, server } = on;
      await server.offer(certificates.elsewhere);
      expect(await message({ sslmode: 'verify-full', sslrootcert: certificates.authority.certificate })).toMatch(
        /not in the cert's list: ; set host to the name in its certificate, or sslmode to verify-ca$/,
      );
      await server.offer('none');
      expect(await message({ sslmode: 'require' })).toBe(
        `${at}The server does not support SSL connections; turn on ssl there, or set sslmode to disable`,
      );
      await server.offer(certificates.server);
    });
  });

  describe('a connection cannot be made', () => {
    it('names component, server and what to set, and no secret', async () => {
      const database = await on.newDatabase();
      const wrong = await errorOf(on.open(on.context(EVENTS, database, { password: 'wrong-password' })));
      expect(wrong.fields).toEqual({ code: 'sink_unreachable', component: EVENTS });
      expect(wrong.message).toBe(
        `${EVENTS} cannot use PostgreSQL at 127.0.0.1:${on.server.port}/${database}: password authentication failed for user "owner"; set username and password`,
      );
      const nobody = await errorOf(on.open(on.context(EVENTS, database, { port: 1 })));
      expect(nobody.message).toBe(
        `${EVENTS} cannot use PostgreSQL at 127.0.0.1:1/${database}: connect ECONNREFUSED 127.0.0.1:1; set host and port, or start it`,
      );
      const none = await errorOf(on.open(on.context(EVENTS, 'nowhere')));
      expect(none.message).toMatch(/database "nowhere" does not exist; set database, or create it$/);
      const url = await errorOf(
        on.open(on.context(PAYMENTS, database, { connectionString: 'postgres://u:secret-word@[/d' })),
      );
      expect(url.message).toMatch(
        /^event_payment_postgres: the address in connectionString cannot be used: it is not a URL/,
      );
      expect(url.message).not.toContain('secret-word');
    });
  });

  describe('a connection breaks', () => {
    it('waits for a server that is started again', async () => {
      const database = await on.newDatabase();
      const context = on.context(EVENTS, database);
      const sink = await on.open(context);
      await sink.write(eventBatch(...events(10, 100)));
      await on.server.kill();
      const written = sink.write(eventBatch(...events(10, 101)));
      await on.server.start();
      await written;
      await sink.close();
      expect(await count(database)).toBe(20);
      expect(sink.written().get('contract_events')).toBe(20);
      expect(context.warnings[0].code).toBe('sink_retry');
    });

    it('ends when retry_for is over, and leaves nothing of the batch', async () => {
      const database = await on.newDatabase();
      const proxy = await startProxy(on.server.port);
      const sink = await on.open(on.context(EVENTS, database, { port: proxy.port, retry_for: 1 }));
      proxy.onSent = (piece) => (piece.includes('update') ? 'cut' : 'pass');
      const error = await errorOf(sink.write(eventBatch(...events(10))));
      expect(error.fields.code).toBe('sink_unreachable');
      expect(await count(database)).toBe(0);
      await sink.close();
      await proxy[Symbol.asyncDispose]();
    });

    it('writes every row once when COPY is cut again and again', async () => {
      const database = await on.newDatabase();
      await using proxy = await startProxy(on.server.port);
      const sink = await on.open(on.context(EVENTS, database, { port: proxy.port }));
      let bytes = 0;
      let limit = 100_000;
      proxy.onSent = (piece) => {
        bytes += piece.length;
        if (bytes < limit) return 'pass';
        bytes = 0;
        limit *= 3;
        return 'cut';
      };
      await sink.write(eventBatch(...events(2000)));
      expect(proxy.connections).toBeGreaterThan(2);
      expect(await count(database)).toBe(2000);
      await sink.close();
    });

    it('settles a COMMIT whose answer is lost by the checkpoint', async () => {
      const database = await on.newDatabase();
      await using proxy = await startProxy(on.server.port);
      const sink = await on.open(on.context(PAYMENTS, database, on.configOf(PAYMENTS, database, proxy.port)));
      let commits = 0;
      proxy.onSent = (piece) => (piece.includes('commit\0') && ++commits === 1 ? 'deaf' : 'pass');
      await sink.write(paymentBatch(...payments(3)));
      expect(commits).toBe(2);
      expect(await count(database, 'event_payments')).toBe(3);
      expect(sink.written().get('event_payments')).toBe(3);
      const writes = await on.server.sql('select distinct xmin::text from event_payments', database);
      expect(writes).toHaveLength(1);
      await sink.close();
    });

    it('waits for a sink that is slow for longer than a statement or a transaction may take', async () => {
      const database = await on.newDatabase();
      await using proxy = await startProxy(on.server.port);
      const context = on.context(EVENTS, database, { port: proxy.port });
      const sink = await on.open(context);
      proxy.speed = 50_000;
      const begun = performance.now();
      // The second batch is sent while the first one is written, and its transaction waits for that one's end.
      await sink.write(eventBatch(...events(4000, 100)), true);
      await sink.write(eventBatch(...events(4000, 101)));
      expect(performance.now() - begun).toBeGreaterThan(90_000);
      expect(await count(database)).toBe(8000);
      expect(context.warnings).toEqual([]);
      await sink.close();
    });
  });

  describe('others use the same tables', () => {
    it('stops when what was committed is gone: a replica without it has taken the place of the server', async () => {
      const database = await on.newDatabase();
      const sink = await on.open(on.context(EVENTS, database));
      await sink.write(eventBatch(...events(3, 100)));
      await sink.write(eventBatch(...events(3, 101)));
      await on.server.sql(
        'delete from contract_events where ledger_sequence = 101; update ledgerlake_checkpoints set ledger = 100',
        database,
      );
      const error = await errorOf(sink.write(eventBatch(...events(3, 102))));
      expect(error.fields.code).toBe('sink_lost_checkpoint');
      expect(error.message).toBe(
        `${EVENTS}: 127.0.0.1:${on.server.port}/${database}, schema public has ledger 100 as its last, where ledger 101 was committed; start the pipeline again to continue from there`,
      );
      expect(await count(database)).toBe(3);
      await sink.close();
    });

    it('stops a writer when a later run has taken its pipeline over', async () => {
      const database = await on.newDatabase();
      const context = on.context(EVENTS, database);
      const first = await on.open(context);
      const second = await on.open({ ...context, runId: crypto.randomUUID() });
      await second.write(eventBatch(...events(5, 100)));
      const error = await errorOf(first.write(eventBatch(...events(5, 101))));
      expect(error.fields.code).toBe('sink_fenced');
      expect(error.message).toBe(
        `${EVENTS}: another run of pipeline Test writes to 127.0.0.1:${on.server.port}/${database}, schema public; stop one of the two`,
      );
      expect(await count(database)).toBe(5);
      await first.close();
      await second.close();
    });

    it('repeats the transaction that a deadlock ended', async () => {
      const database = await on.newDatabase();
      const context = on.context(EVENTS, database);
      const sink = await on.open(context);
      await sink.write(eventBatch(...events(3)));
      await sink.close();
      const { port, user, password } = on.server;
      const other = new pg.Client({ host: '127.0.0.1', port, user, password, database });
      await other.connect();
      await other.query(
        "set deadlock_timeout to '1min'; begin; update contract_events set type = 'x' where event_index = 2",
      );
      const again = await on.open({ ...context, from: 'start' });
      const written = again.write(eventBatch(...events(3)));
      const waiting =
        "select 1 from pg_stat_activity where wait_event_type = 'Lock' and application_name = 'ledgerlake/Test'";
      while ((await on.server.sql(waiting)).length === 0) await pause(5);
      await other.query("update contract_events set type = 'x' where event_index = 0");
      await other.query('rollback');
      await written;
      expect(context.warnings.map(({ message }) => message)).toEqual([expect.stringContaining('deadlock detected')]);
      expect(await count(database)).toBe(3);
      await again.close();
      await other.end();
    });

    it.each([1, 2])('gives children the ids of their parents, which are counted by %s', async (step) => {
      const database = await on.newDatabase();
      const sink = await on.open(on.context(EVENTS, database));
      await on.server.sql(`alter table contract_events alter column id set increment by ${step}`, database);
      const parents = events(250);
      const children = parents.flatMap(({ id, event_index, ledger_sequence }) =>
        [0, 1].map((seq) => {
          const event = { event: { of: event_index }, in_successful_contract_call: true };
          return { contract_event_id: id, seq, ledger_sequence, ...event };
        }),
      );
      await sink.write(batchFrom(EVENTS, { contract_events: parents, diagnostic_events: children }));
      const right = await on.server.sql(
        `select count(*)::int as n, count(distinct e.id)::int as parents, max(e.id - c.least)::int as span
         from diagnostic_events d join contract_events e on e.id = d.contract_event_id and (d.event -> 'of')::int = e.event_index,
           (select min(id) as least from contract_events) c`,
        database,
      );
      expect(right).toEqual([{ n: 500, parents: 250, span: 249 * step }]);
      expect([...sink.written()]).toEqual([
        ['contract_events', 250],
        ['diagnostic_events', 500],
      ]);
      await sink.close();
    });

    it('opens a schema once, however many begin at the same time', async () => {
      const database = await on.newDatabase();
      const contexts = Array.from({ length: 6 }, () => on.context(EVENTS, database, { schema: 'shared' }));
      const sinks = await Promise.all(contexts.map((context) => on.open(context)));
      await Promise.all(sinks.map((sink) => sink.write(eventBatch(...events(200)))));
      expect(await count(database, 'shared.contract_events')).toBe(200);
      await Promise.all(sinks.map((sink) => sink.close()));
    });

    it('takes over rows of the hosted service, with their ids', async () => {
      const database = await on.newDatabase();
      const first = on.context(EVENTS, database);
      await (await on.open(first)).close();
      await on.server.sql(
        `drop table ledgerlake_checkpoints; drop index contract_events_ll_key; alter table diagnostic_events drop column seq;
         insert into contract_events (id, timestamp, ledger_sequence, transaction_hash, contract_id, type, topic,
           in_successful_tx, event_index, operation_index, network_passphrase, created_at)
         values (77, now(), 100, 'transaction-100', 'old', 'contract', '[]', true, 0, 0, 'Test', '2020-01-01Z')`,
        database,
      );
      const sink = await on.open(on.context(EVENTS, database));
      await sink.write(eventBatch(...events(2)));
      await sink.close();
      expect(
        await on.server.sql(
          `select id = 77 as same, created_at = '2020-01-01Z' as kept, contract_id from contract_events order by event_index`,
          database,
        ),
      ).toEqual([
        { same: true, kept: true, contract_id: 'CONTRACT0' },
        { same: false, kept: false, contract_id: 'CONTRACT1' },
      ]);
    });
  });

  describe('tables do not fit', () => {
    it('writes to wider columns of the hosted service, though rows cannot be copied straight into them', async () => {
      const database = await on.newDatabase();
      await (await on.open(on.context(EVENTS, database))).close();
      await on.server.sql('alter table contract_events alter column ledger_sequence type bigint', database);
      const context = on.context(EVENTS, database);
      const sink = await on.open(context);
      await sink.write(eventBatch(...events(5)));
      expect(await count(database)).toBe(5);
      expect(context.warnings).toEqual([]);
      await sink.close();
    });

    it.each([
      ['copied where its tables are as they are made', 'select', ['copy "public"', 'copy "public"']],
      [
        'written in two steps where ids are narrower',
        'alter table contract_invocations alter id type integer; alter table contract_calls alter invocation_id type integer',
        ['copy pg_temp', 'copy pg_temp', 'insert into "public"', 'insert into "public"'],
      ],
      [
        'written in two steps where nobody may number them',
        'alter table contract_invocations alter id drop identity; create sequence numbers; ' +
          "alter table contract_invocations alter id set default nextval('numbers')",
        ['copy pg_temp', 'copy pg_temp', 'insert into "public"', 'insert into "public"'],
      ],
    ])('has calls below their invocation, %s', async (_, sql, sent) => {
      const id = 'contract_invocations_postgres';
      const database = await on.newDatabase();
      await (await on.open(on.context(id, database))).close();
      await on.server.sql(sql, database);
      await using proxy = await startProxy(on.server.port);
      const found: string[] = [];
      proxy.onSent = (piece) => {
        found.push(...(piece.toString('latin1').match(/(copy|insert into) ("public"(?=."contract)|pg_temp)/g) ?? []));
        return 'pass';
      };
      const context = on.context(id, database, { port: proxy.port });
      const sink = await on.open(context);
      const ids = [7, 8, 9];
      const shared = { ledger_sequence: 100, successful: true };
      const invocations = ids.map((id) => ({
        ...{ id, ...shared, timestamp: '2026-01-01T00:00:00Z', transaction_hash: `hash-${id}`, operation_index: 0 },
        ...{ contract_id: `C${id}`, invoking_account: 'G', function_name: 'call' },
        ...{ arguments_raw: [id], arguments: '[]', arguments_decoded: '{}' },
      }));
      const calls = [9, 7, 7].map((id, seq) => ({
        ...{ invocation_id: id, seq, ...shared, from_contract: `C${id}`, to_contract: 'D', function: 'below' },
        ...{ call_depth: 1, execution_order: seq, auth_type: 'inferred' },
      }));
      await sink.write(batchFrom(id, { contract_invocations: invocations, contract_calls: calls }));
      const rows = await on.server.sql(
        `select transaction_hash as hash, arguments_raw as raw, seq from contract_calls c join contract_invocations i on i.id = c.invocation_id
           and i.contract_id = c.from_contract order by seq`,
        database,
      );
      expect(rows).toEqual([9, 7, 7].map((id, seq) => ({ hash: `hash-${id}`, raw: [id], seq })));
      expect(context.warnings).toEqual([]);
      expect(found).toEqual(sent);
      await sink.close();
    });

    it('writes rows that are there already and rows that are not in one batch, each once', async () => {
      const database = await on.newDatabase();
      const sink = await on.open(on.context(EVENTS, database));
      await sink.write(eventBatch(...events(2, 100)));
      await sink.close();
      const again = await on.open(on.context(EVENTS, database));
      await again.write(eventBatch(...events(2, 99), ...events(4, 100, { event_type: 'other' })));
      await again.write(eventBatch(...events(3, 101)));
      const kept = await on.server.sql<{ n: string }>(
        "select count(*) || ' ' || count(*) filter (where event_type = 'other') || ' ' || count(distinct id) as n from contract_events",
        database,
      );
      expect(kept[0].n).toBe('9 4 9');
      expect(again.written().get('contract_events')).toBe(9);
      await again.close();
    });

    it('names a column of another type, and the statement that mends it', async () => {
      const database = await on.newDatabase();
      await on.server.sql('create table contract_events (id bigint primary key, ledger_sequence text)', database);
      const context = on.context(EVENTS, database);
      const error = await errorOf(on.open(context));
      expect(error.fields).toEqual({
        code: 'sink_schema_conflict',
        component: EVENTS,
        table: '"public"."contract_events"',
        column: 'ledger_sequence',
      });
      const mend = error.message.split('or mend it: ')[1];
      expect(error.message).toMatch(
        /^contract_events_postgres: column ledger_sequence of table "public"."contract_events" of database test_\d+ is text, expected integer;/,
      );
      await on.server.sql(mend, database);
      await (await on.open(context)).close();
    });

    it.each([
      ['account_data_postgres', 'event_payment_postgres'],
      ['event_payment_postgres', 'account_data_postgres'],
    ])('is refused to the second of consumers whose tables of one name differ: %s, %s', async (first, second) => {
      const database = await on.newDatabase();
      const contextOf = (id: string, prefix = '') =>
        on.context(id, database, id === 'account_data_postgres' ? { schema: 'public', table_prefix: prefix } : {});
      const sink = await on.open(contextOf(first));
      const { fields } = await errorOf(on.open(contextOf(second)));
      const table = '"public"."accounts"';
      expect(fields).toEqual({ code: 'sink_schema_conflict', component: second, table, column: 'id' });
      if (second === 'account_data_postgres') await (await on.open(contextOf(second, 'own_'))).close();
      await sink.close();
    });

    it('names rows with the same key, and the statement that removes them', async () => {
      const database = await on.newDatabase();
      const context = on.context(EVENTS, database);
      const sink = await on.open(context);
      await sink.write(eventBatch(...events(3)));
      await sink.close();
      await on.server.sql(
        `drop index contract_events_ll_key; create table doubles as select * from contract_events;
         update doubles set id = id + 1000; insert into contract_events select * from doubles`,
        database,
      );
      const error = await errorOf(on.open(context));
      expect(error.fields.code).toBe('sink_schema_conflict');
      await on.server.sql(error.message.split('keep one of each: ')[1], database);
      await (await on.open(context)).close();
      expect(await count(database)).toBe(3);
    });

    it('names the grant that a user lacks', async () => {
      const database = await on.newDatabase();
      await on.server.sql(`create role reader_${database} login password 'right-password'`, database);
      const config = { username: `reader_${database}`, schema: 'own' };
      const error = await errorOf(on.open(on.context(EVENTS, database, config)));
      expect(error.fields.code).toBe('sink_denied');
      await on.server.sql(`create schema own; ${error.message.split('have an owner run: ')[1]}`, database);
      await (await on.open(on.context(EVENTS, database, config))).close();
    });

    it('makes nothing when it is told not to', async () => {
      const database = await on.newDatabase();
      const config = { create_table_if_not_exists: false };
      const error = await errorOf(on.open(on.context('contract_data_postgres', database, config)));
      expect(error.message).toBe(
        `contract_data_postgres: database ${database} lacks table "public"."ledgerlake_checkpoints", and create_table_if_not_exists is false; make it, or set that to true`,
      );
      await (await on.open(on.context('contract_data_postgres', database))).close();
      await (await on.open(on.context('contract_data_postgres', database, config))).close();
    });
  });

  describe('rows do not fit', () => {
    const tooMuch = () =>
      paymentBatch(...payments(1, 100), ...payments(1, 101, { amount: String(2n ** 63n) }), ...payments(1, 102));

    it('stops at a number that does not fit, with its ledger, table and column, and writes nothing of the batch', async () => {
      const database = await on.newDatabase();
      const sink = await on.open(on.context(PAYMENTS, database));
      const error = await errorOf(sink.write(tooMuch()));
      expect(error.fields).toEqual({
        code: 'sink_refused',
        component: PAYMENTS,
        ledger: 101,
        table: 'event_payments',
        column: 'amount',
        sqlstate: '22003',
      });
      expect(await count(database, 'event_payments')).toBe(0);
      await sink.close();
    });

    it('leaves the ledger out when it may, names the record, and goes on', async () => {
      const database = await on.newDatabase();
      const context = on.context(PAYMENTS, database, { on_error: 'skip' });
      const sink = await on.open(context);
      await sink.write(tooMuch());
      expect(await count(database, 'event_payments')).toBe(2);
      const [{ id }] = payments(1, 101);
      expect(context.skipped).toEqual([
        {
          ledger: 101,
          cause: expect.stringContaining('SQLSTATE 22003') as string,
          record: `event_payments with id ${String(id)}`,
        },
      ]);
      expect(sink.checkpoint?.ledger).toBe(102);
      await sink.close();
    });

    it('holds it in wide columns', async () => {
      const database = await on.newDatabase();
      const sink = await on.open(on.context(PAYMENTS, database, { wide_amounts: true }));
      await sink.write(tooMuch());
      const sum = await on.server.sql('select sum(amount)::text as sum from event_payments', database);
      expect(sum).toEqual([{ sum: String(2n ** 63n + 2n) }]);
      await sink.close();
    });

    it('names the constraint of somebody else that rows break', async () => {
      const database = await on.newDatabase();
      const sink = await on.open(on.context(EVENTS, database));
      await on.server.sql('create unique index theirs on contract_events (contract_id)', database);
      await sink.write(eventBatch(...events(1, 100)));
      const error = await errorOf(sink.write(eventBatch(...events(1, 101))));
      expect(error.message).toMatch(/ledger 101, table contract_events, constraint theirs\).*SQLSTATE 23505/);
      expect(error.message).not.toContain('CONTRACT0');
      await sink.close();
    });

    it('names the record that a constraint of somebody else forbids, a parent or a child', async () => {
      const database = await on.newDatabase();
      const context = on.context(EVENTS, database, { on_error: 'skip' });
      const sink = await on.open(context);
      await on.server.sql(
        `alter table contract_events add constraint theirs check (event_index <> 2 or ledger_sequence <> 100);
         alter table diagnostic_events add constraint too check (seq <> 1)`,
        database,
      );
      const [first, second] = [events(4, 100), events(2, 101)];
      const children = [0, 1].map((seq) => ({
        contract_event_id: second[1].id,
        seq,
        ledger_sequence: 101,
        event: {},
        in_successful_contract_call: true,
      }));
      const rows = { contract_events: [...first, ...second, ...events(1, 102)], diagnostic_events: children };
      await sink.write(batchFrom(EVENTS, rows));
      expect(context.skipped.map(({ ledger, record }) => [ledger, record])).toEqual([
        [100, `contract_events with transaction_hash transaction-100, operation_index 0, event_index 2`],
        [101, `diagnostic_events with contract_event_id ${String(second[1].id)}, seq 1`],
      ]);
      expect(await count(database)).toBe(1);
      await sink.close();
    });

    it('writes U+FFFD for U+0000, which PostgreSQL cannot hold, and counts it', async () => {
      const database = await on.newDatabase();
      const context = on.context(EVENTS, database);
      const sink = await on.open(context);
      const texts = ['a\0b', '\0\0', 'back\\slash u0000', '\\\\u0000', '\\\\\0'];
      const rows = texts.map((text, i) => ({
        ...events(i + 1)[i],
        data_decoded: JSON.stringify(text),
        event_type: i === 0 ? 'x\0' : 'x',
      }));
      await sink.write(eventBatch(...rows));
      const kept = await on.server.sql<Row>(
        'select data_decoded, event_type from contract_events order by event_index',
        database,
      );
      expect(kept.map((row) => row.data_decoded)).toEqual(texts.map((text) => text.replaceAll('\0', '\ufffd')));
      expect(kept[0].event_type).toBe('x\ufffd');
      const warning = (records: number) => ({
        code: 'records_altered',
        message: `${EVENTS}: ${records} records hold U+0000, which PostgreSQL cannot; they have U+FFFD`,
      });
      expect(context.warnings).toEqual([warning(3)]);
      await sink.write(eventBatch(...events(2, 200).map((row) => ({ ...row, data_decoded: JSON.stringify('\0') }))));
      expect(context.warnings).toEqual([warning(3), warning(5)]);
      await sink.close();
    });
  });

  it('has no room on its disk: nothing of the batch stays, and it goes on with room', async ({ skip }) => {
    const disk = mkdtempSync(join(tmpdir(), 'ledgerlake-disk-'));
    skip(!isMounted(disk), 'only root mounts a small disk');
    try {
      execFileSync('chown', ['postgres', disk]);
      await on.server.sql(`create tablespace small location '${disk}'`);
      await on.server.sql('create database small tablespace small');
      const context = on.context(EVENTS, 'small', { retry_for: 1 });
      const sink = await on.open(context);
      const noise = (i: number) => createHash('sha512').update(String(i)).digest('hex').repeat(3);
      const rows = events(8000).map((row, i) => ({ ...row, event_type: noise(i), network_passphrase: noise(-i) }));
      const error = await errorOf(sink.write(eventBatch(...rows)));
      expect(error.message).toMatch(/(No space left on device|could not write init file); make room on its disk$/);
      expect(await count('small')).toBe(0);
      execFileSync('mount', ['-o', 'remount,size=200m', disk]);
      await sink.write(eventBatch(...rows));
      expect(await count('small')).toBe(8000);
      await sink.close();
    } finally {
      await on.server.sql('drop database if exists small (force)');
      await on.server.sql('drop tablespace if exists small');
      execFileSync('umount', [disk]);
      rmSync(disk, { recursive: true });
    }
  });

  it('is stopped in a transaction that does not end: it is rolled back', { timeout: 60_000 }, async () => {
    const database = await on.newDatabase();
    const stop = new AbortController();
    const context = on.context(EVENTS, database, {}, { signal: stop.signal });
    const sink = await on.open(context);
    const { port, user, password } = on.server;
    const other = new pg.Client({ host: '127.0.0.1', port, user, password, database });
    await other.connect();
    await other.query('begin; lock table contract_events in access exclusive mode');
    const written = errorOf(sink.write(eventBatch(...events(5))));
    stop.abort();
    const begun = performance.now();
    await written;
    expect(performance.now() - begun).toBeLessThan(10_000);
    await other.query('rollback');
    await other.end();
    await sink.close();
    expect(await count(database)).toBe(0);
  });
});

function isMounted(disk: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m,mode=777', 'tmpfs', disk], { stdio: 'pipe' });
    return true;
  } catch {
    rmSync(disk, { recursive: true });
    return false;
  }
}
