/** Pipelines that write to a real PostgreSQL: from ledgers to the reference's rows, and killed on the way. */
import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { localStore } from '../../../src/datastore/files/local.ts';
import { parseKey } from '../../../src/datastore/keys.ts';
import { validate } from '../../../src/pipelines/definition/validate.ts';
import { runPipeline } from '../../../src/pipelines/run/run.ts';
import { corpus, hasCorpus } from '../../corpus.ts';
import { KILLING_TIME, killAgain, run } from './killed.ts';
import { useServer } from './postgres-fixture.ts';
import { differences, invocationChildren, mappedRows, recordedFamily, type Rows } from './postgres-goldens.ts';
import { hasPostgres } from './postgres-server.ts';

const root = resolve(import.meta.dirname, '../../..');

describe.skipIf(!hasPostgres)('runPipeline(definition) into PostgreSQL', () => {
  const on = useServer();
  const folder = mkdtempSync(join(tmpdir(), 'ledgerlake-postgres-run-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const resourceOf = (
    processor: string,
    consumer: string,
    database: string,
    range: [number, number],
    network: string,
  ) => {
    const config = on.configOf(consumer, database);
    return {
      apiVersion: 'flow.obsrvr.com/v1',
      kind: 'Pipeline',
      metadata: { name: database },
      spec: {
        network,
        startLedger: String(range[0]),
        endLedger: String(range[1]),
        processors: [{ type: processor }],
        consumers: [
          {
            type: consumer,
            config: { ...config, sink: 'native', ...('password' in config && { password: '${PASSWORD}' }) },
          },
        ],
      },
    };
  };

  const recorded: [string, string, () => Rows][] = [
    [
      'contract_event',
      'contract_events_postgres',
      () =>
        recordedFamily('contract_events_postgres.patched', 'pubnet-p26', 'contract_events', 'contract_event_id', [
          'diagnostic_events',
        ]),
    ],
    [
      'contract_invocation',
      'contract_invocations_postgres',
      // The reference also has rows of calls that it guesses from events.
      () =>
        recordedFamily(
          'contract_invocations_postgres.patched',
          'pubnet-p26',
          'contract_invocations',
          'invocation_id',
          invocationChildren.filter((name) => name !== 'contract_calls'),
        ),
    ],
  ];

  it.skipIf(!hasCorpus).each(recorded)(
    '%s gives the rows of the reference in %s',
    async (processor, consumer, read) => {
      const database = await on.newDatabase();
      const resource = resourceOf(processor, consumer, database, [63092982, 63092994], 'mainnet');
      const { definition, errors } = validate(JSON.stringify(resource));
      expect(errors).toEqual([]);
      const store = join(corpus, 'pubnet-p26/store');
      const report = await runPipeline(definition!, { store, dataDir: folder, secret: () => on.server.password });
      expect(report).toMatchObject({ status: 'completed', currentLedger: 63092994, outputs: [{ kind: 'postgres' }] });
      // A fee bump's call is one that failed to the reference, and changes come in the order of its maps.
      const lenient = processor === 'contract_invocation' ? { without: ['successful'], unordered: true } : {};
      expect(await differences(on.server, database, 'public', read(), lenient)).toEqual({});
    },
  );

  it.each([
    ['contract_event', 'contract_events_postgres', 'public', ['contract_events', 'diagnostic_events']],
    ['contract_invocation', 'contract_invocations_postgres', 'public', ['contract_invocations', ...invocationChildren]],
    ['account_data', 'account_data_postgres', 'stellar', ['accounts']],
    ['contract_data', 'contract_data_postgres', 'public', ['contract_data']],
  ])('%s gives the rows of %s in a DuckDB file, too', async (processor, consumer, schema, tables) => {
    const database = await on.newDatabase();
    const options = { store: join(root, 'data/sample'), dataDir: folder, secret: () => on.server.password };
    const given = resourceOf(processor, consumer, database, [2, 128], 'testnet');
    const { definition } = validate(JSON.stringify(given));
    await runPipeline(definition!, options);
    given.metadata.name = `${database}_mapped`;
    given.spec.consumers[0].config.sink = 'mapped';
    const { definition: mapped } = validate(JSON.stringify(given));
    const { outputs } = await runPipeline(mapped!, options);
    const rows = await mappedRows(outputs[0].location, schema, tables);
    expect(rows[tables[0]].length).toBeGreaterThan(100);
    expect(await differences(on.server, database, schema, rows)).toEqual({});
  });

  it('has each row once and no half of a ledger, however often it is killed', { timeout: KILLING_TIME }, async () => {
    const database = await on.newDatabase();
    const file = join(folder, 'killed.yaml');
    const resource = resourceOf('contract_event', 'contract_events_postgres', database, [2, 128], 'testnet');
    writeFileSync(file, JSON.stringify(resource));
    const store = join(root, 'data/sample');
    const given = { file, store, dataDir: folder, env: { PASSWORD: on.server.password } };
    const begun = performance.now();
    expect(await run(given)).toBe(0);
    const time = performance.now() - begun;
    await on.server.sql(
      `create table whole as select * from contract_events; drop table diagnostic_events, contract_events, ledgerlake_checkpoints`,
      database,
    );

    const check = async () => {
      await untilGone();
      expect(await halves(database)).toEqual([]);
    };
    const reset = async () => {
      const tables = 'diagnostic_events, contract_events, ledgerlake_checkpoints';
      await on.server.sql(`drop table if exists ${tables}`, database);
    };
    const kills = await killAgain(given, { time, seed: 18, check, reset });
    expect(kills).toBeGreaterThan(0);
    expect(await run(given)).toBe(0);
    expect(await halves(database)).toEqual([]);
    expect(await on.server.sql('select ledger from ledgerlake_checkpoints', database)).toEqual([{ ledger: '128' }]);
  });

  it('has each row once when PostgreSQL crashes and comes back in the middle, again and again', async () => {
    const database = await on.newDatabase();
    const resource = resourceOf('contract_event', 'contract_events_postgres', database, [2, 128], 'testnet');
    const { definition } = validate(JSON.stringify(resource));
    const given = { store: join(root, 'data/sample'), dataDir: folder, secret: () => on.server.password };
    await runPipeline(definition!, given);
    await on.server.sql(
      `create table whole as select * from contract_events; drop table diagnostic_events, contract_events, ledgerlake_checkpoints`,
      database,
    );
    const faults: string[] = [];
    let crash = Promise.resolve();
    let batches = 0;
    const report = await runPipeline(definition!, {
      ...given,
      from: 'start',
      onLog: ({ code, message }) => code === 'sink_retry' && faults.push(message),
      onProgress: () => {
        if (++batches === 1 || batches === 3) crash = crash.then(() => on.server.restart());
      },
    });
    await crash;
    expect(batches).toBeGreaterThan(3);
    expect(faults.join('\n')).toMatch(/^contract_events_postgres: .*127\.0\.0\.1.*; again in \d\.\d s/);
    expect(report).toMatchObject({ status: 'completed', currentLedger: 128 });
    expect(await halves(database)).toEqual([]);
    expect(await on.server.sql('select ledger from ledgerlake_checkpoints', database)).toEqual([{ ledger: '128' }]);
  });

  it('shows the rows of a ledger within two seconds of its object, when it follows', async () => {
    const database = await on.newDatabase();
    const { spec, ...head } = resourceOf('contract_event', 'contract_events_postgres', database, [2, 128], 'testnet');
    const { definition } = validate(JSON.stringify({ ...head, spec: { ...spec, endLedger: undefined } }));
    const sample = join(root, 'data/sample');
    const store = mkdtempSync(join(folder, 'growing-'));
    cpSync(join(sample, '.config.json'), join(store, '.config.json'));
    const keys = (await localStore(sample).list()).objects.map(({ key }) => key).slice(0, 12);
    const stop = new AbortController();
    const given = { store, dataDir: folder, secret: () => on.server.password, signal: stop.signal };
    const following = runPipeline(definition!, given);
    const shown = async (ledger: number) => {
      const sql = `select 1 from ledgerlake_checkpoints where ledger >= ${ledger}`;
      return (await on.server.sql(sql, database).catch(() => [])).length > 0;
    };
    const seconds: number[] = [];
    for (const key of keys) {
      const path = join(store, key);
      mkdirSync(dirname(path), { recursive: true });
      cpSync(join(sample, key), join(folder, 'unnamed'));
      renameSync(join(folder, 'unnamed'), path);
      const at = performance.now();
      while (!(await shown(parseKey(key)!.last))) await pause(5);
      seconds.push((performance.now() - at) / 1000);
    }
    stop.abort();
    expect(await following).toMatchObject({ status: 'stopped' });
    expect(seconds.sort((a, b) => a - b)[seconds.length >> 1]).toBeLessThan(2);
  });

  /** The server rolls back what a killed client has begun. */
  async function untilGone(): Promise<void> {
    const theirs = "select 1 from pg_stat_activity where application_name like 'ledgerlake/%'";
    while ((await on.server.sql(theirs)).length > 0) await pause(20);
  }

  /** Returns what lies between the rows and those of a whole run up to the checkpoint. */
  async function halves(database: string): Promise<unknown[]> {
    const [{ made }] = await on.server.sql<{ made: string | null }>(
      "select to_regclass('ledgerlake_checkpoints') as made",
      database,
    );
    if (made === null) return [];
    const row = (table: string) => `select (to_jsonb(t) - array['id', 'created_at'])::text as row from ${table} t`;
    const upTo = 'where ledger_sequence <= coalesce((select ledger from ledgerlake_checkpoints), 0)';
    const [have, want] = [row('contract_events'), `${row('whole')} ${upTo}`];
    return on.server.sql(`(${have} except all ${want}) union all (${want} except all ${have}) limit 1`, database);
  }
});
