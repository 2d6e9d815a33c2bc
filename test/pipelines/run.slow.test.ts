import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openLedgerStore } from '../../src/datastore/open.ts';
import { storeWith } from '../../src/datastore/store.ts';
import { openDatabaseFile, selectRows } from '../../src/lake/duckdb/duckdb.ts';
import { storeWithLedgers } from '../../src/pipelines/run/store-ledgers.ts';
import { runPipeline } from '../../src/pipelines/run/run.ts';
import { ROOT, serve } from '../datastore/server.ts';
import { definitionOf } from './definition.ts';

const store = resolve(import.meta.dirname, '../../data/sample');
let folder: string;
beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'ledgerlake-run-'))));
afterAll(() => rm(folder, { recursive: true, force: true }));

async function select(path: string, sql: string): Promise<unknown[]> {
  const instance = await openDatabaseFile(path);
  const connection = await instance.connect();
  try {
    return await selectRows(connection, sql);
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

/** But for when they were written. */
const allEvents = 'select * exclude (created_at) from contract_events order by id';

/** Runs into a DuckDB file and returns its rows. */
async function rowsOf(name: string, runs: { end: string; from?: 'start' }[]): Promise<unknown[]> {
  const path = join(folder, `${name}.duckdb`);
  for (const { end, from } of runs) {
    const definition = definitionOf({ name, end, consumers: [{ type: 'duckdb', config: { path } }] });
    const report = await runPipeline(definition, { store, dataDir: folder, from });
    expect(report).toMatchObject({ status: 'completed', currentLedger: Number(end) });
  }
  return select(path, allEvents);
}

describe('runPipeline(definition, options)', () => {
  it('gives the same rows in one run, in two, and in one that is repeated', async () => {
    const whole = await rowsOf('whole', [{ end: '60' }]);
    expect(whole.length).toBeGreaterThan(100);
    expect(await rowsOf('two', [{ end: '33' }, { end: '60' }])).toEqual(whole);
    expect(await rowsOf('again', [{ end: '60' }, { end: '60', from: 'start' }])).toEqual(whole);
  });

  it('has every row once that consumers of one pipeline, or of two, write to one file', async () => {
    const events = await rowsOf('by one', [{ end: '60' }]);
    const path = join(folder, 'by four.duckdb');
    const consumers = [1, 2].map(() => ({ type: 'duckdb', config: { path } }));
    for (const from of ['checkpoint', 'start'] as const) {
      const runs = ['by two', 'by two more'].map((name) =>
        runPipeline(definitionOf({ name, end: '60', consumers }), { store, dataDir: folder, from }),
      );
      await Promise.all(runs);
      expect(await select(path, allEvents), from).toEqual(events);
    }
    expect(await select(path, 'select distinct ledger::integer as ledger from ledgerlake_checkpoints')).toEqual([
      { ledger: 60 },
    ]);
  });

  it('has every call once that two mapped consumers write', async () => {
    const server = { host: 'db.example.com', database: 'd', username: 'u', password: '${PW}' };
    const config = { ...server, schema: 'main', sink: 'mapped' };
    const counts = async (name: string, types: string[]) => {
      const processors = [{ type: 'contract_invocation' }];
      const consumers = types.map((type) => ({ type, config }));
      for (const [end, from] of [['30'], ['60'], ['60', 'start']] as const)
        await runPipeline(definitionOf({ name, end, processors, consumers }), { store, dataDir: folder, from });
      return select(
        join(folder, 'pipelines', `${name}.duckdb`),
        `select (select count(*) from extracted_contract_invocations) as extracted, count(*) as calls,
          (select count(*) from contract_calls) as inner_calls, (select count(*) from contract_state_changes) as changes
        from contract_invocations`,
      );
    };
    const types = ['extracted_contract_invocations_postgres', 'contract_invocations_postgres'];
    const alone = await counts('calls', types.slice(0, 1));
    expect(Number((alone[0] as { changes: bigint }).changes)).toBeGreaterThan(0);
    expect(await counts('calls twice', types)).toEqual(alone);
  });

  it('keeps a pipeline apart from the DuckDB file of another', async () => {
    for (const name of ['swaps', 'swaps.duckdb', 'swaps.duckdb.wal']) {
      const config = { host: 'localhost', database: 'd', username: 'u', password: 'p', sink: 'mapped' };
      const consumers = [{ type: 'contract_events_postgres', config }];
      const definition = definitionOf({ name, end: '5', consumers });
      const { outputs } = await runPipeline(definition, { store, dataDir: folder });
      expect(outputs[0].location).toBe(join(folder, 'pipelines', `${name}.duckdb`));
    }
  });

  it('lets processors take values from outside the definition', async () => {
    const [{ contract }] = (await rowsOf('contracts', [{ end: '10' }])).map((row) => ({
      contract: (row as { contract_id: string }).contract_id,
    }));
    const path = join(folder, 'filtered.duckdb');
    const processors = [{ type: 'contract_event' }, { type: 'contract_filter', config: { contract_ids: ['${ID}'] } }];
    const consumers = [{ type: 'duckdb', config: { path } }];
    const definition = definitionOf({ name: 'filtered', end: '10', processors, consumers });
    await runPipeline(definition, { store, dataDir: folder, secret: () => contract });
    expect(await select(path, 'select distinct contract_id as contract from contract_events')).toEqual([{ contract }]);
  });

  it('gives pipelines that run together what each gives alone, and reads for all at once', async () => {
    const runs = (['contract_event', 'operations', 'contract_event'] as const).map((type, i) => {
      const name = `together ${i}`;
      const path = join(folder, `${name}.duckdb`);
      const definition = definitionOf({
        name,
        end: '60',
        processors: [{ type }],
        consumers: [{ type: 'duckdb', config: { path } }],
      });
      return { path, ended: runPipeline(definition, { store, dataDir: folder }) };
    });
    const reports = await Promise.all(runs.map(({ ended }) => ended));
    const [events, operations, again] = await Promise.all(
      runs.map(({ path }, i) => select(path, i === 1 ? 'select * from history_operations order by id' : allEvents)),
    );
    expect(events).toEqual(await rowsOf('alone', [{ end: '60' }]));
    expect(again).toEqual(events);
    expect(operations.length).toBe(reports[1].recordsOut);
    const alone = await runPipeline(definitionOf({ name: 'bytes', end: '60', consumers: [{ type: 'null' }] }), {
      store,
      dataDir: folder,
    });
    const read = reports.reduce((sum, { bytesRead }) => sum + bytesRead, 0);
    expect(read).toBeLessThan(2 * alone.bytesRead);
  });

  it('writes hosted consumers to a DuckDB file of the pipeline where the password has no value', async () => {
    const config = { host: 'db.example.com', database: 'd', username: 'u', password: '${PW}', table_prefix: 'my_' };
    const definition = definitionOf({
      name: 'hosted',
      end: '20',
      consumers: [{ type: 'contract_events_postgres', config }],
    });
    const warnings: (string | undefined)[] = [];
    const onLog = ({ code, message }: { code?: string; message: string }) => warnings.push(code ?? message);
    const report = await runPipeline(definition, { store, dataDir: folder, onLog });
    expect(warnings).toContain('mapped_consumer');
    expect(warnings).toContain(
      `the definition is for testnet, and ${store} is of "Ledgerlake Sample Network ; 2026"; hashes and contract ids follow the store`,
    );
    expect(report.outputs[0]).toMatchObject({ kind: 'duckdb', location: join(folder, 'pipelines/hosted.duckdb') });
    expect(report.outputs[0].tables.map(({ name }) => name)).toEqual(['my_contract_events', 'my_diagnostic_events']);
  });

  const server = { host: '127.0.0.1', port: 1, database: 'd', username: 'u', password: 'hunter22' };
  const hosted = (name: string, config: object) => {
    const consumers = [{ type: 'null' }, { type: 'contract_events_postgres', config: { ...server, ...config } }];
    return definitionOf({ name, end: '5', consumers });
  };

  it.each([
    ['a placeholder without a value', { host: 'db.example.com', password: '${PW}' }, '${PW} has no value'],
    ['sink: mapped', { sink: 'mapped' }, 'sink is mapped'],
  ])('warns of a consumer that is mapped, of its file, and why: %s', async (_what, config, why) => {
    const { warnings } = await runPipeline(hosted('mapped', config), { store, dataDir: folder });
    const place = `the DuckDB file ${join(folder, 'pipelines/mapped.duckdb')}, schema public`;
    const message = `contract_events_postgres writes to ${place}, and to no server: ${why}`;
    expect(warnings).toEqual([{ code: 'mapped_consumer', path: 'spec.consumers[1]', message }]);
  });

  it.each([
    [
      'that does not answer',
      {},
      'contract_events_postgres cannot use PostgreSQL at 127.0.0.1:1/d: connect ECONNREFUSED 127.0.0.1:1; ' +
        'set host and port, or start it',
    ],
    [
      'that is not permitted',
      { host: 'db.example.com' },
      'contract_events_postgres cannot use its server: native_sinks (loopback) does not permit db.example.com; ' +
        'start the server of pipelines with --native-sinks that names it, or set sink: mapped',
    ],
  ])('fails of a named server %s, and writes no file in its place', async (_what, config, why) => {
    for (const sink of [{}, { sink: 'auto' }, { sink: 'native' }]) {
      const definition = hosted('refused', { ...config, ...sink });
      const running = runPipeline(definition, { store, dataDir: folder, nativeSinks: 'loopback' });
      await expect(running).rejects.toMatchObject({ message: why, fields: { code: 'sink_unreachable' } });
      expect(existsSync(join(folder, 'pipelines/refused.duckdb'))).toBe(false);
    }
  });

  it.each([
    [
      { type: 'save_latest_ledger_redis', config: { redis_address: '127.0.0.1:1' } },
      'save_latest_ledger_redis cannot use Redis at 127.0.0.1:1: connect ECONNREFUSED 127.0.0.1:1; ' +
        'set redis_address, redis_password and use_tls',
    ],
    [
      { type: 'google_pubsub_v2', config: { project_id: 'project', topic_id: 'topic', credentials_json: '{}' } },
      "google_pubsub_v2: credentials_json is not the JSON of a service account's key",
    ],
  ])('fails of another one, too: %j', async (consumer, why) => {
    const processors = [{ type: consumer.type === 'google_pubsub_v2' ? 'event_payment_extractor' : 'latest_ledger' }];
    const definition = definitionOf({ name: 'others', end: '5', processors, consumers: [consumer] });
    const running = runPipeline(definition, { store, dataDir: folder });
    await expect(running).rejects.toMatchObject({ message: why, fields: { code: 'sink_unreachable' } });
    expect(existsSync(join(folder, 'pipelines/others.duckdb'))).toBe(false);
  });

  it('calls the table of contract data as its config does', async () => {
    const config = { database_url: 'postgres://db.example.com/d', table_name: 'storage', sink: 'mapped' };
    const definition = definitionOf({
      name: 'storage',
      end: '20',
      processors: [{ type: 'contract_data' }],
      consumers: [{ type: 'contract_data_postgres', config }],
    });
    const report = await runPipeline(definition, { store, dataDir: folder });
    const [found] = await select(report.outputs[0].location, 'select count(*)::integer as rows from public.storage');
    expect(report.outputs[0].tables).toEqual([{ name: 'storage', ...(found as object) }]);
  });

  it('refuses a second run of a pipeline', async () => {
    const definition = definitionOf({ name: 'locked', end: '20', consumers: [{ type: 'null' }] });
    const runs = [
      runPipeline(definition, { store, dataDir: folder }),
      runPipeline(definition, { store, dataDir: folder }),
    ];
    const refused = (await Promise.allSettled(runs)).flatMap((end) =>
      end.status === 'rejected' ? [String(end.reason)] : [],
    );
    expect(refused).toEqual([
      `PipelineError: pipeline locked is run by this process, which holds ${join(folder, 'pipelines/locked')}: stop that first`,
    ]);
  });

  it('says which ledgers the store lacks', async () => {
    const definition = definitionOf({ name: 'lacking', end: '100000', consumers: [{ type: 'null' }] });
    await expect(runPipeline(definition, { store, dataDir: folder })).rejects.toMatchObject({
      fields: { code: 'range_outside_source' },
      message: expect.stringContaining(
        `ledgers 2 to 100000 are not all in ${store}, which has 2 to 129; set startLedger and endLedger within what it has, or --store to one with these ledgers: of the ledgers 2-100000 the store has only 2-129`,
      ) as string,
    });
  });

  it('does not look for long which ledgers the store has', async () => {
    const opened = await openLedgerStore([store]);
    const endless: typeof opened.list = ({ signal } = {}) =>
      new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)));
    expect(await storeWithLedgers(storeWith(opened, { list: endless }))).toBe(store);
  }, 10_000);

  it('stops at a checkpoint at the signal, and waits for ledgers without an end', async () => {
    const controller = new AbortController();
    const definition = definitionOf({ name: 'endless', start: 'latest', consumers: [{ type: 'null' }] });
    const said: string[] = [];
    const report = await runPipeline(definition, {
      store,
      dataDir: folder,
      signal: controller.signal,
      onLog: ({ message }) => said.push(message) && message.startsWith('waiting for ledger') && controller.abort(),
    });
    expect(said).toContain(`waiting for ledger 130 of ${store}, which has 2 to 129`);
    expect(report).toMatchObject({ status: 'stopped', ledgers: 0 });
  });

  it('says nothing more when it is stopped while it looks which ledgers there are', async () => {
    const server = await serve('http', store);
    onTestFinished(() => server.close());
    const controller = new AbortController();
    // The first object is asked for by nothing else.
    server.trick = ({ key }) => {
      if (key?.endsWith('FFFFFFFF--0-9.xdr.zst')) controller.abort();
      return undefined;
    };
    const said: string[] = [];
    const report = await runPipeline(definitionOf({ name: 'far', start: '130', consumers: [{ type: 'null' }] }), {
      store: `${server.origin}/${ROOT}`,
      dataDir: folder,
      signal: controller.signal,
      onLog: ({ message }) => said.push(message),
    });
    expect(report).toMatchObject({ status: 'stopped', ledgers: 0 });
    expect(said.filter((message) => message.startsWith('waiting'))).toEqual([]);
  });
});
