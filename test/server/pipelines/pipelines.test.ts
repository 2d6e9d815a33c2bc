import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PipelineError } from '../../../src/core/errors.ts';
import { writeCheckpoint } from '../../../src/pipelines/consumers/checkpoint-file.ts';
import type { Finding } from '../../../src/pipelines/yaml/findings.ts';
import type { HostOptions } from '../../../src/pipelines/hosting/host.ts';
import { nothingRead } from '../../../src/pipelines/hosting/hosted-run.ts';
import type { RunResult } from '../../../src/pipelines/run/options.ts';
import { temporaryFolder } from '../../folder.ts';
import { HeldRuns, serve, yamlOf, type Served } from './served.ts';

const PIPELINES = '/flow/pipelines/';

async function apply({ ask }: Served, yaml: string, query = ''): Promise<string> {
  const { body } = await ask('POST', `${PIPELINES}apply/${query}`, { body: yaml });
  return (body as { pipeline_id: string }).pipeline_id;
}

/** Resolves with the detail of a pipeline when it has a state. */
async function when({ ask }: Served, id: string, status: string) {
  for (;;) {
    const { body } = await ask('GET', `${PIPELINES}${id}/`);
    if (body.status === status) return body;
    await new Promise(setImmediate);
  }
}

describe('a pipeline from apply to delete', () => {
  it('is created, unchanged, updated, and tells its revision and changes', async () => {
    const served = await serve();
    const { ask } = served;
    const first = await ask('POST', `${PIPELINES}apply/`, { body: yamlOf('one', { start: '5', end: '9' }) });
    expect(first).toMatchObject({
      status: 201,
      body: { action: 'created', status: 'pending', revision: 1, name: 'one' },
    });
    expect(first.headers.get('location')).toBe(`/api/v1/flow/pipelines/${first.body.pipeline_id}/`);
    const same = await ask('POST', `${PIPELINES}apply/`, { body: yamlOf('one', { start: '"5"', end: '9' }) });
    expect(same).toMatchObject({ status: 200, body: { action: 'unchanged', revision: 1 } });
    const dry = await ask('POST', `${PIPELINES}apply/?dry_run=true`, { body: yamlOf('one', { start: '6', end: '9' }) });
    expect(dry.body).toMatchObject({ action: 'updated', revision: 1, changes: ['spec.startLedger'] });
    const next = await ask('POST', `${PIPELINES}apply/`, { body: yamlOf('one', { start: '6', end: '9' }) });
    expect(next.body).toMatchObject({ action: 'updated', revision: 2, warnings: [{ code: 'checkpoint_reset' }] });
    const gone = await ask('DELETE', `${PIPELINES}${first.body.pipeline_id}/`);
    expect([gone.status, gone.text]).toEqual([204, '']);
    expect((await ask('DELETE', `${PIPELINES}${first.body.pipeline_id}/`)).status).toBe(404);
  });

  it('is listed by page, state, network, name and label, of its own team only', async () => {
    const served = await serve();
    const labelled = yamlOf('b').replace('name: b', 'name: b\n  labels: {tier: gold}');
    const ids = [await apply(served, yamlOf('a')), await apply(served, labelled)];
    await served.ask('POST', `${PIPELINES}apply/`, { body: yamlOf('a'), key: 'k2' });
    const names = async (query: string) => {
      const { body } = await served.ask('GET', `${PIPELINES}${query}`);
      return (body.data as { name: string }[]).map(({ name }) => name);
    };
    expect((await names('')).sort()).toEqual(['a', 'b']);
    expect(await names('?label=tier=gold')).toEqual(['b']);
    expect(await names('?name=a&status=pending&network=testnet')).toEqual(['a']);
    expect(await names('?network=mainnet')).toEqual([]);
    const { body: page } = await served.ask('GET', `${PIPELINES}?limit=1`);
    expect(page).toMatchObject({ count: 1, has_more: true });
    const { body: rest } = await served.ask('GET', `${PIPELINES}?limit=1&cursor=${page.cursor}`);
    expect(rest).toMatchObject({ count: 1, has_more: false });
    expect([page.data[0].pipeline_id, rest.data[0].pipeline_id].sort()).toEqual([...ids].sort());
    for (const query of ['?limit=0', '?cursor=x', '?status=ran', '?label=x']) {
      expect((await served.ask('GET', `${PIPELINES}${query}`)).status).toBe(400);
    }
  });

  it('is renamed to a name that is free only', async () => {
    const served = await serve();
    const [id] = [await apply(served, yamlOf('a')), await apply(served, yamlOf('b'))];
    const taken = await served.ask('PUT', `${PIPELINES}${id}/`, { body: yamlOf('b') });
    expect(taken).toMatchObject({
      status: 409,
      body: { error: "a pipeline named 'b' already exists", action: 'none' },
    });
    const free = await served.ask('PUT', `${PIPELINES}${id}/`, { body: yamlOf('c') });
    expect(free.body).toMatchObject({ action: 'updated', name: 'c', changes: ['metadata.name'] });
  });
});

describe('a run', () => {
  it('tells its counters while it lasts, and completes', async () => {
    const runs = new HeldRuns();
    const served = await serve({ run: runs.run });
    const id = await apply(served, yamlOf('a', { start: '11', end: '20' }), '?auto_start=true');
    await runs.count(1);
    const [{ options, end }] = runs.begun;
    expect(options).toMatchObject({ store: 'a store', pipelineId: id, from: 'checkpoint' });
    const component = { role: 'consumer', type: 'null', recordsIn: 3, recordsOut: 3, errors: 0 } as const;
    const progress = {
      currentLedger: 15,
      ledgers: 5,
      bytesRead: 9,
      recordsIn: 3,
      recordsOut: 3,
      recordsSkipped: 0,
      skipped: [],
      warnings: [],
    };
    options.onProgress?.({ ...progress, components: [component], outputs: [] });
    options.onLog?.({ level: 'warning', code: 'mapped_consumer', message: 'a file' });
    const { body } = await served.ask('GET', `${PIPELINES}${id}/`);
    expect(body).toMatchObject({ status: 'running', current_ledger: 15, progress: 0.5, checkpoint: { ledger: 15 } });
    expect(body.run).toMatchObject({
      number: 1,
      status: 'running',
      ledgers_processed: 5,
      records_in: 3,
      bytes_read: 9,
    });
    expect(body.components).toEqual([{ role: 'consumer', type: 'null', records_in: 3, records_out: 3, errors: 0 }]);
    end({
      ...progress,
      currentLedger: 20,
      status: 'completed',
      outputs: [{ consumer: 'null', kind: 'null', location: '', tables: [] }],
    });
    const done = await when(served, id, 'completed');
    expect(done).toMatchObject({ progress: 1, outputs: [{ kind: 'null' }], run: { status: 'completed' } });
    const logs = await served.ask('GET', `${PIPELINES}${id}/logs/?level=warning`);
    expect(logs.body.data).toMatchObject([{ level: 'warning', code: 'mapped_consumer', message: 'a file' }]);
    // RFC 3339 has a zone.
    for (const [since, status] of Object.entries({ '2020-01-01T00:00:00Z': 200, '2020-01-01T00:00:00': 400 })) {
      expect((await served.ask('GET', `${PIPELINES}${id}/logs/?since=${since}`)).status).toBe(status);
    }
    expect((await served.ask('GET', `${PIPELINES}${id}/metrics/`)).body).toMatchObject({ status: 'completed' });
    const again = await served.ask('POST', `${PIPELINES}${id}/start/`);
    expect(again.body).toMatchObject({ action: 'started', status: 'running', warnings: [{ code: 'rerun' }] });
    await runs.count(2);
    expect(runs.begun[1]?.options.from).toBe('start');
    expect((await served.ask('GET', `${PIPELINES}${id}/runs/`)).body).toMatchObject({
      count: 2,
      data: [{ number: 2 }, { number: 1 }],
    });
    runs.begun[1]?.end();
  });

  it('tells what a consumer tries again while it does, and names of its own whatever secrets are called', async () => {
    const runs = new HeldRuns();
    const served = await serve({ run: runs.run });
    await served.ask('POST', '/secrets/', { body: '{"path":"PW","value":"postgres"}', type: 'application/json' });
    const consumer = `{type: contract_events_postgres, config: {host: h, database: d, username: u, password: "\${PW}"}}`;
    const id = await apply(served, yamlOf('a', { consumer }), '?auto_start=true');
    await runs.count(1);
    const [{ options, end }] = runs.begun;
    expect(options.secret?.({ name: 'PW', isSecret: false })).toBe('postgres');
    const type = 'contract_events_postgres';
    const counters = {
      currentLedger: 3,
      ledgers: 2,
      bytesRead: 9,
      recordsIn: 3,
      recordsOut: 3,
      recordsSkipped: 0,
      skipped: [],
      warnings: [],
    };
    const component = { role: 'consumer', type, recordsIn: 3, recordsOut: 3, errors: 0 } as const;
    const outputs = [{ consumer: type, kind: 'postgres', location: 'h/d', tables: [] }];
    options.onProgress?.({ ...counters, outputs, components: [{ ...component, lastError: 'no answer' }] });
    const waiting = await served.ask('GET', `${PIPELINES}${id}/`);
    expect(waiting.body).toMatchObject({ status: 'running', outputs, run: { last_error: 'no answer' } });
    expect(waiting.body.components).toMatchObject([{ type, last_error: 'no answer' }]);
    options.onProgress?.({ ...counters, outputs, components: [component] });
    expect((await served.ask('GET', `${PIPELINES}${id}/`)).body.run).not.toHaveProperty('last_error');
    end({ ...counters, outputs });
    expect(await when(served, id, 'stopped')).toMatchObject({ outputs });
  });

  it('that fails says why in one line, and goes on after its checkpoint', async () => {
    const runs = new HeldRuns();
    const served = await serve({ run: runs.run });
    const id = await apply(served, yamlOf('a'), '?auto_start=true');
    await runs.count(1);
    runs.begun[0]?.fail(new PipelineError('no server\n  at db:5432', { code: 'sink_unreachable' }));
    const failed = await when(served, id, 'failed');
    const failure = { status: 'failed', errors: 1 };
    expect(failed).toMatchObject({ error: 'sink_unreachable: no server at db:5432', run: failure });
    const started = await served.ask('POST', `${PIPELINES}${id}/start/`);
    expect(started.body).toMatchObject({ action: 'started', status: 'running' });
    await runs.count(2);
    expect(runs.begun[1]?.options.from).toBe('checkpoint');
    runs.begun[1]?.end();
  });

  it('begins anew after a change of what it would continue, or when asked', async () => {
    const runs = new HeldRuns();
    const served = await serve({ run: runs.run });
    const id = await apply(served, yamlOf('a', { start: '5' }), '?auto_start=true');
    await runs.count(1);
    runs.begun[0]?.end({ currentLedger: 7 });
    await when(served, id, 'stopped');
    await apply(served, yamlOf('a', { start: '6' }), '?auto_start=true');
    await runs.count(2);
    runs.begun[1]?.end({ currentLedger: 9 });
    await when(served, id, 'stopped');
    await served.ask('POST', `${PIPELINES}${id}/start/?from=start`);
    await runs.count(3);
    const begun = await served.ask('GET', `${PIPELINES}${id}/`);
    expect(begun.body).toMatchObject({ status: 'running', current_ledger: null, checkpoint: null });
    expect(runs.begun.map(({ options }) => options.from)).toEqual(['checkpoint', 'start', 'start']);
    runs.begun[2]?.end();
  });

  it('tells the rows that its runs have written since one of them began anew', async () => {
    const runs = new HeldRuns();
    const served = await serve({ run: runs.run });
    const id = await apply(served, yamlOf('a', { start: '5' }), '?auto_start=true');
    const place = { consumer: 'null', kind: 'null', location: 'here' };
    const wrote = (rows: number, location = 'here') => [{ ...place, location, tables: [{ name: 't', rows }] }];
    const told = async () => ((await served.ask('GET', `${PIPELINES}${id}/`)).body as { outputs: unknown }).outputs;
    const done = { currentLedger: 7, ledgers: 1 };
    await runs.count(1);
    runs.begun[0].end({ ...done, outputs: wrote(3) });
    await when(served, id, 'stopped');
    await served.ask('POST', `${PIPELINES}${id}/start/`);
    await runs.count(2);
    expect(await told()).toEqual(wrote(3));
    for (const rows of [1, 2]) runs.begun[1].options.onProgress?.({ ...nothingRead, ...done, outputs: wrote(rows) });
    expect(await told()).toEqual(wrote(5));
    runs.begun[1].fail(new PipelineError('it broke'));
    await when(served, id, 'failed');
    await served.close();

    const later = new HeldRuns();
    const again = await serve({ run: later.run, dataDir: served.dataDir });
    const tables = async () => ((await again.ask('GET', `${PIPELINES}${id}/`)).body as { outputs: unknown }).outputs;
    const run = async (from: string, outputs: RunResult['outputs']) => {
      const number = later.begun.length + 1;
      await again.ask('POST', `${PIPELINES}${id}/start/?from=${from}`);
      await later.count(number);
      later.begun.at(-1)!.end({ ...done, outputs });
      await when(again, id, 'stopped');
      return tables();
    };
    expect(await run('checkpoint', [{ ...place, tables: [{ name: 'u', rows: 1 }] }])).toEqual([
      {
        ...place,
        tables: [
          { name: 't', rows: 5 },
          { name: 'u', rows: 1 },
        ],
      },
    ]);
    expect(await run('checkpoint', [])).toHaveLength(1);
    expect(await run('checkpoint', wrote(1, 'there'))).toEqual(wrote(1, 'there'));
    expect(await run('start', wrote(2, 'there'))).toEqual(wrote(2, 'there'));
  });

  it('tells what it wrote to its DuckDB file before it was renamed, and where that is now', async () => {
    const runs = new HeldRuns();
    const served = await serve({ run: runs.run });
    const id = await apply(served, yamlOf('a', { start: '5' }), '?auto_start=true');
    const told = async () => ((await served.ask('GET', `${PIPELINES}${id}/`)).body as { outputs: unknown }).outputs;
    const wrote = (name: string, rows: number) => {
      const location = join(served.dataDir, 'pipelines', `${name}.duckdb`);
      return [{ consumer: 'null', kind: 'duckdb', location, tables: [{ name: 't', rows }] }];
    };
    await runs.count(1);
    runs.begun[0].end({ currentLedger: 7, ledgers: 1, outputs: wrote('a', 3) });
    await when(served, id, 'stopped');
    await served.ask('PUT', `${PIPELINES}${id}/`, { body: yamlOf('b', { start: '5' }) });
    expect(await told()).toEqual(wrote('b', 3));
    await served.ask('POST', `${PIPELINES}${id}/start/`);
    await runs.count(2);
    runs.begun[1].end({ currentLedger: 8, ledgers: 1, outputs: wrote('b', 1) });
    await when(served, id, 'stopped');
    expect(await told()).toEqual(wrote('b', 4));
  });

  it('lists the last 1000 that its runs have left out while it lasts, and counts all of the run', async () => {
    const runs = new HeldRuns();
    const served = await serve({ run: runs.run });
    const id = await apply(served, yamlOf('a', { start: '5' }), '?auto_start=true');
    const skipped = (first: number, last: number) =>
      Array.from({ length: last - first + 1 }, (_, i) => ({
        ledger: first + i,
        component: 'source',
        cause: 'it is bad',
      }));
    await runs.count(1);
    runs.begun[0].options.onProgress?.({ ...nothingRead, ledgers: 1, recordsSkipped: 600, skipped: skipped(1, 600) });
    const told = await served.ask('GET', `${PIPELINES}${id}/`);
    expect(told.body.skipped_ledgers).toEqual(skipped(1, 600));
    runs.begun[0].fail(new PipelineError('it broke'));
    await when(served, id, 'failed');
    await served.ask('POST', `${PIPELINES}${id}/start/`);
    await runs.count(2);
    runs.begun[1].end({ ledgers: 1, recordsSkipped: 1700, skipped: skipped(1301, 2300) });
    const first = await when(served, id, 'stopped');
    expect(first).toMatchObject({ skipped_ledgers: skipped(1301, 2300), run: { records_skipped: 1700 } });
    await served.ask('POST', `${PIPELINES}${id}/start/`);
    await runs.count(3);
    runs.begun[2].end({ ledgers: 1, recordsSkipped: 1, skipped: skipped(2301, 2301) });
    expect((await when(served, id, 'stopped')).skipped_ledgers).toEqual(skipped(1302, 2301));
    await served.ask('POST', `${PIPELINES}${id}/start/?from=start`);
    await runs.count(4);
    runs.begun[3].end({ ledgers: 1, recordsSkipped: 1, skipped: skipped(7, 7) });
    expect((await when(served, id, 'stopped')).skipped_ledgers).toEqual(skipped(7, 7));
  });

  it('that a stop cuts short has not failed, and goes on with the next server', async () => {
    const cut: HostOptions['run'] = (_definition, { signal }) =>
      new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)));
    const served = await serve({ run: cut });
    const [a, b] = [
      await apply(served, yamlOf('a'), '?auto_start=true'),
      await apply(served, yamlOf('b'), '?auto_start=true'),
    ];
    expect((await served.ask('POST', `${PIPELINES}${a}/stop/`)).body).toMatchObject({ status: 'stopped' });
    await served.close();
    const again = await serve({ dataDir: served.dataDir });
    expect([a, b].map((id) => again.host.get('local', id).status)).toEqual(['stopped', 'running']);
  });

  it('that does not end in time is left, and none begins beside it', async () => {
    const runs = new HeldRuns();
    const served = await serve({ run: runs.run, stopTime: 10 });
    const id = await apply(served, yamlOf('a'), '?auto_start=true');
    await runs.count(1);
    const stopped = await served.ask('POST', `${PIPELINES}${id}/stop/`);
    expect(stopped.body).toMatchObject({ action: 'stopped', status: 'stopped' });
    const refused = await served.ask('POST', `${PIPELINES}${id}/start/`);
    expect(refused).toMatchObject({ status: 409, body: { error: 'the run before has not ended yet' } });
    runs.begun[0]?.end();
    await new Promise(setImmediate);
    expect((await served.ask('POST', `${PIPELINES}${id}/start/`)).status).toBe(200);
    await runs.count(2);
    runs.begun[1]?.end();
  });

  it('that does not end is left when the server ends, however long a stop may wait', async () => {
    const runs = new HeldRuns();
    const served = await serve({ run: runs.run, stopTime: 600_000 });
    const id = await apply(served, yamlOf('a'), '?auto_start=true');
    await runs.count(1);
    await served.close();
    expect(served.host.get('local', id).status).toBe('running');
    runs.begun[0]?.end();
  });

  it('of a network that is not served fails, or waits where it follows', async () => {
    const served = await serve({ sourceOf: () => undefined });
    const id = await apply(served, yamlOf('a', { start: '5' }), '?auto_start=true');
    expect(await when(served, id, 'failed')).toMatchObject({
      error: 'range_outside_source: no ledgers of testnet are served: start the server with --store or --lake',
    });
    const other = await apply(served, yamlOf('b'), '?auto_start=true');
    expect((await served.ask('GET', `${PIPELINES}${other}/`)).body.status).toBe('running');
  });

  it('does not begin without a secret that it needs', async () => {
    const served = await serve();
    const yaml = yamlOf('a', { consumer: '{type: jsonl, config: {path: "${OUT}"}}' });
    const told = await served.ask('POST', `${PIPELINES}apply/?auto_start=true`, { body: yaml });
    expect(told).toMatchObject({ status: 400, body: { status: 'failed', action: 'none' } });
    expect(told.body.errors).toMatchObject([{ code: 'missing_secret', path: 'spec.consumers[0].config.path' }]);
    const secret = { path: 'OUT', value: 'a.jsonl' };
    await served.ask('POST', '/secrets/', { body: JSON.stringify(secret), type: 'application/json' });
    const started = await served.ask('POST', `${PIPELINES}${told.body.pipeline_id}/start/`);
    expect(started.body).toMatchObject({ action: 'started', status: 'running', errors: [] });
  });
});

it('a plan tells which files a run would read, and their price', async () => {
  const sample = join(import.meta.dirname, '../../../data/sample');
  const empty = temporaryFolder();
  const served = await serve({ sourceOf: (network) => ({ store: network === 'testnet' ? sample : empty }) });
  const id = await apply(served, yamlOf('a', { start: '5', end: '25' }));
  const { body } = await served.ask('GET', `${PIPELINES}${id}/plan/?limit=2`);
  expect(body).toMatchObject({
    start_ledger: 5,
    end_ledger: 25,
    objects: 3,
    price_per_gb: 0,
    cost_usd: 0,
    warnings: [],
  });
  expect(body.files).toHaveLength(2);
  expect(body.bytes).toBeGreaterThan(1000);
  const nowhere = await apply(served, yamlOf('b', { start: '5', end: '25' }).replace('testnet', 'mainnet'));
  const told = await served.ask('GET', `${PIPELINES}${nowhere}/plan/`);
  expect([told.status, told.body.error]).toEqual([
    400,
    expect.stringContaining('range_outside_source: ledgers 5 to 25'),
  ]);
  const followed = await apply(served, yamlOf('c', { start: '100' }));
  expect((await served.ask('GET', `${PIPELINES}${followed}/plan/`)).body).toMatchObject({
    start_ledger: 100,
    end_ledger: 129,
  });
});

const LACKS =
  'are not in STORE, which has 2 to 129: a run fails without them; set startLedger and endLedger within what it has, or --store to one with these ledgers';

it.each([
  ['5', '2500', 129, 'spec.endLedger', `ledgers 130 to 2500 ${LACKS}`, 8],
  ['200', '300', 0, 'spec.startLedger', `ledgers 200 to 300 ${LACKS}`, 7],
  ['200', '', 0, 'spec.startLedger', 'ledger 200 is not in STORE, whose newest is 129: a run waits for it', 7],
])('a plan and a start warn of ledgers %s to %s, which are not there', async (start, end, newest, path, text, line) => {
  const store = join(import.meta.dirname, '../../../data/sample');
  const served = await serve({ sourceOf: () => ({ store }) });
  const message = text.replace('STORE', store);
  const warnings = [{ code: 'range_outside_source', path, message, line, column: line === 7 ? 16 : 14 }];
  const applied = await served.ask('POST', `${PIPELINES}apply/?auto_start=true`, { body: yamlOf('a', { start, end }) });
  expect(applied.body).toMatchObject({ action: 'created', status: 'running', warnings });
  const id = applied.body.pipeline_id as string;
  const plan = await served.ask('GET', `${PIPELINES}${id}/plan/`);
  expect(plan).toMatchObject({ status: 200, body: { warnings } });
  expect(plan.body.files.length > 0).toBe(newest > 0);
  await served.ask('POST', `${PIPELINES}${id}/stop/`);
  const started = await served.ask('POST', `${PIPELINES}${id}/start/`);
  expect(started.body).toMatchObject({ action: 'started', warnings });
});

it('a plan of what begins at the latest ledger warns of nothing, and goes on behind a checkpoint', async () => {
  const sample = join(import.meta.dirname, '../../../data/sample');
  const runs = new HeldRuns();
  const served = await serve({ run: runs.run, sourceOf: () => ({ store: sample }) });
  const id = await apply(served, yamlOf('a', { end: '2500' }), '?auto_start=true');
  const planOf = async () => (await served.ask('GET', `${PIPELINES}${id}/plan/`)).body;
  expect(await planOf()).toMatchObject({ start_ledger: 130, end_ledger: 129, objects: 0, warnings: [] });
  await runs.count(1);
  runs.begun[0].end({ currentLedger: 110 });
  await when(served, id, 'stopped');
  expect(await planOf()).toMatchObject({ start_ledger: 111, end_ledger: 129, objects: 2, warnings: [] });
  await served.ask('PUT', `${PIPELINES}${id}/`, { body: yamlOf('a', { end: '115' }) });
  expect(await planOf()).toMatchObject({ start_ledger: 111, end_ledger: 115, objects: 1, warnings: [] });
});

it('a plan of a completed pipeline is that of its range, which a start runs again', async () => {
  const sample = join(import.meta.dirname, '../../../data/sample');
  const runs = new HeldRuns();
  const served = await serve({ run: runs.run, sourceOf: () => ({ store: sample }) });
  const id = await apply(served, yamlOf('a', { start: '2', end: '20' }), '?auto_start=true');
  await runs.count(1);
  runs.begun[0].end({ status: 'completed', currentLedger: 20 });
  await when(served, id, 'completed');
  const { body } = await served.ask('GET', `${PIPELINES}${id}/plan/`);
  expect(body).toMatchObject({ start_ledger: 2, end_ledger: 20 });
});

describe('several requests at once', () => {
  it('of one name create one pipeline', async () => {
    const served = await serve();
    const all = await Promise.all(
      Array.from({ length: 8 }, () => served.ask('POST', `${PIPELINES}apply/`, { body: yamlOf('a') })),
    );
    expect(all.map(({ body }) => body.action as string).sort()).toEqual([
      'created',
      ...Array<string>(7).fill('unchanged'),
    ]);
    const created = await Promise.all(
      Array.from({ length: 4 }, () => served.ask('POST', PIPELINES, { body: yamlOf('b') })),
    );
    expect(created.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  });

  it('leave a pipeline in a state of the table', async () => {
    const served = await serve();
    const id = await apply(served, yamlOf('a'));
    const changed = yamlOf('a', { start: '5' });
    const [start, put, stop, remove] = await Promise.all([
      served.ask('POST', `${PIPELINES}${id}/start/`),
      served.ask('PUT', `${PIPELINES}${id}/`, { body: changed }),
      served.ask('POST', `${PIPELINES}${id}/stop/`),
      served.ask('DELETE', `${PIPELINES}${id}/`),
    ]);
    expect([200, 404]).toContain(start.status);
    expect([200, 404, 409]).toContain(put.status);
    expect([200, 404]).toContain(stop.status);
    expect([204, 409]).toContain(remove.status);
  });

  it('stop, then delete: the second waits for the first', async () => {
    const runs = new HeldRuns();
    const served = await serve({ run: runs.run });
    const id = await apply(served, yamlOf('a'), '?auto_start=true');
    await runs.count(1);
    const stop = served.host.stop('local', id);
    const remove = served.host.delete('local', id);
    const put = served.host.put('local', id, yamlOf('a', { start: '5' }));
    runs.begun[0]?.end();
    expect(await stop).toMatchObject({ action: 'stopped' });
    await remove;
    await expect(put).rejects.toThrow('pipeline not found');
  });

  it('force: deletes what runs', async () => {
    const served = await serve();
    const id = await apply(served, yamlOf('a'), '?auto_start=true');
    expect((await served.ask('DELETE', `${PIPELINES}${id}/`)).status).toBe(409);
    expect((await served.ask('DELETE', `${PIPELINES}${id}/?force=true`)).status).toBe(204);
  });
});

describe('keys of another team', () => {
  it.each([
    ['GET', ''],
    ['PUT', ''],
    ['DELETE', ''],
    ['GET', 'config/'],
    ['GET', 'logs/'],
    ['GET', 'runs/'],
    ['GET', 'metrics/'],
    ['POST', 'start/'],
    ['POST', 'stop/'],
    ['POST', 'restart/'],
  ])('%s %s is refused', async (method, path) => {
    const served = await serve();
    const id = await apply(served, yamlOf('a'));
    const body = method === 'PUT' ? yamlOf('b') : undefined;
    const told = await served.ask(method, `${PIPELINES}${id}/${path}`, { key: 'k2', body });
    expect(told).toMatchObject({ status: 403, body: { error: 'pipeline belongs to another team' } });
  });
});

describe('a server that starts again', () => {
  it('goes on with what was running', async () => {
    const served = await serve();
    const running = await apply(served, yamlOf('a'), '?auto_start=true');
    const stopped = await apply(served, yamlOf('b'));
    await served.close();
    const runs = new HeldRuns();
    const again = await serve({ dataDir: served.dataDir, run: runs.run });
    await runs.count(1);
    const states = again.host.list('local').map(({ pipeline_id, status }) => [pipeline_id, status]);
    expect(Object.fromEntries(states)).toEqual({ [running]: 'running', [stopped]: 'pending' });
    expect(again.host.get('local', running).runs.map(({ number, status }) => [number, status])).toEqual([
      [2, 'running'],
      [1, 'stopped'],
    ]);
    runs.begun[0]?.end();
    await again.close();
    const idle = await serve({ dataDir: served.dataDir, resume: false });
    expect(idle.host.get('local', running).status).toBe('stopped');
  });
});

describe('what a run warns of', () => {
  const type = 'contract_events_postgres';
  const done = {
    currentLedger: 3,
    ledgers: 2,
    bytesRead: 9,
    recordsIn: 3,
    recordsOut: 3,
    recordsSkipped: 0,
    skipped: [],
  };
  const progressOf = (kind: string, warnings: readonly Finding[]) => {
    const outputs = [{ consumer: type, kind, location: 'there', tables: [] }];
    return { ...done, components: [], outputs, warnings };
  };
  const mapped = { code: 'mapped_consumer', path: 'spec.consumers[0]', message: 'it writes to a file' } as const;
  const lost = { code: 'sink_lost_checkpoint', path: 'spec.consumers[0]', message: 'it was flushed' } as const;
  const at = { line: 11, column: 7 };
  const consumer = `{type: ${type}, config: {host: localhost, database: d, username: u, password: "\${PW}"}}`;
  const yaml = yamlOf('a', { consumer });
  const warningsOf = async ({ ask }: Served, id: string) => {
    const { body } = await ask('GET', `${PIPELINES}${id}/`);
    return (body.warnings as Finding[]).filter(({ code }) => code !== 'missing_secret');
  };

  it('is told with its place beside what was found in the definition, until another run knows better', async () => {
    const runs = new HeldRuns();
    const first = await serve({ run: runs.run });
    const id = await apply(first, yaml, '?auto_start=true');
    await runs.count(1);
    const file = `${first.dataDir}/pipelines/a.duckdb`;
    const message = `${type} will write to the DuckDB file ${file}, and to no server: \${PW} has no value`;
    expect(await warningsOf(first, id)).toEqual([{ ...mapped, message, ...at }]);
    runs.begun[0].options.onProgress?.(progressOf('duckdb', [mapped]));
    expect(await warningsOf(first, id)).toEqual([{ ...mapped, ...at }]);
    runs.begun[0].end(progressOf('duckdb', [mapped]));
    await when(first, id, 'stopped');
    await first.close();
    const served = await serve({ dataDir: first.dataDir, run: runs.run });
    expect(await warningsOf(served, id)).toEqual([{ ...mapped, ...at }]);
    await served.ask('POST', `${PIPELINES}${id}/start/`);
    await runs.count(2);
    expect(await warningsOf(served, id)).toEqual([{ ...mapped, ...at }]);
    runs.begun[1].options.onProgress?.(progressOf('redis', [lost]));
    expect(await warningsOf(served, id)).toEqual([{ ...lost, ...at }]);
    runs.begun[1].end(progressOf('redis', [lost]));
  });

  it('is not told any more of another definition', async () => {
    const runs = new HeldRuns();
    const served = await serve({ run: runs.run });
    const id = await apply(served, yaml, '?auto_start=true');
    await runs.count(1);
    runs.begun[0].end(progressOf('redis', [lost]));
    await when(served, id, 'stopped');
    expect(await warningsOf(served, id)).toEqual([{ ...lost, ...at }]);
    await apply(served, yamlOf('a'));
    expect(await warningsOf(served, id)).toEqual([]);
  });
});

describe('a consumer of the hosted registry', () => {
  const warned = async ({ ask }: Served, config: string) => {
    const consumer = `{type: contract_events_postgres, config: {database: d, username: u, ${config}}}`;
    const { body } = await ask('POST', `${PIPELINES}validate/`, { body: yamlOf('a', { consumer }) });
    const found = body.warnings as { code: string; path: string; message: string }[];
    const own = found.filter(({ code }) => ['mapped_consumer', 'sink_unreachable'].includes(code));
    return own.map(({ code, path, message }) => `${code} at ${path}: ${message}`);
  };

  it('is said to be mapped where a secret is missing, and refused where its server is not permitted', async () => {
    const served = await serve();
    const mapped = `mapped_consumer at spec.consumers[0]: contract_events_postgres will write to the DuckDB file`;
    const file = `${served.dataDir}/pipelines/a.duckdb`;
    const why = 'native_sinks (loopback) does not permit db.example.com';
    const refused = [`sink_unreachable at spec.consumers[0]: contract_events_postgres: ${why}`];
    expect(await warned(served, 'host: localhost, password: "${PW}"')).toEqual([
      `${mapped} ${file}, and to no server: \${PW} has no value`,
    ]);
    expect(await warned(served, 'host: db.example.com, password: "", sink: mapped')).toEqual([
      `${mapped} ${file}, and to no server: sink is mapped`,
    ]);
    expect(await warned(served, 'host: localhost, password: ""')).toEqual([]);
    expect(await warned(served, 'host: db.example.com, password: ""')).toEqual(refused);
    expect(await warned(served, 'host: db.example.com, password: "", sink: native')).toEqual(refused);
  });

  it('is told of by a start, and once only', async () => {
    const served = await serve();
    const config = '{host: db.example.com, database: d, username: u, password: "${PW}"}';
    const body = yamlOf('a', { consumer: `{type: contract_events_postgres, config: ${config}}` });
    const mapped = [{ code: 'mapped_consumer', path: 'spec.consumers[0]', line: 11, column: 7 }];
    const applied = await served.ask('POST', `${PIPELINES}apply/?auto_start=true`, { body });
    const [missing, ...others] = (applied.body.warnings as Finding[]).toReversed();
    expect([missing.code, others]).toMatchObject(['missing_secret', mapped]);
    const id = applied.body.pipeline_id as string;
    await served.ask('POST', `${PIPELINES}${id}/stop/`);
    expect((await served.ask('POST', `${PIPELINES}${id}/start/`)).body.warnings).toMatchObject(mapped);
  });

  it('that has written to its server is not said to be mapped', async () => {
    const served = await serve();
    const folder = join(served.dataDir, 'pipelines/a');
    const checkpoint = { ledger: 5, hash: '', kind: 'postgres', runId: 'run' };
    await writeCheckpoint({ folder, consumer: 'contract_events_postgres' }, checkpoint);
    const config = '{host: db.example.com, database: d, username: u, password: "${PW}"}';
    const body = yamlOf('a', { consumer: `{type: contract_events_postgres, config: ${config}}` });
    const { body: told } = await served.ask('POST', `${PIPELINES}validate/`, { body });
    const warnings = told.warnings as Finding[];
    const [found] = warnings.filter(({ code }) => code !== 'missing_secret');
    expect(found).toMatchObject({ code: 'sink_unreachable', path: 'spec.consumers[0]', line: 11 });
    expect(found?.message).toContain('has written to its server, which it may not use now: ${PW} has no value');
  });

  it('is warned of where it stands, in the order of the text', async () => {
    const { ask } = await serve();
    const config = '{host: db.example.com, database: d, username: u, password: hidden-word}';
    const consumer = `{type: contract_events_postgres, config: ${config}}`;
    const body = `${yamlOf('a', { consumer })}    - ${consumer}\n`;
    const told = await ask('POST', `${PIPELINES}validate/`, { body });
    const found = told.body.warnings as { code: string; line: number; column: number }[];
    expect(found.map(({ code, line, column }) => [code, line, column])).toEqual([
      ['sink_unreachable', 11, 7],
      ['literal_secret', 11, 107],
      ['sink_unreachable', 12, 7],
      ['literal_secret', 12, 107],
    ]);
  });

  it('is connected to when asked, and its tables are left alone', async () => {
    const served = await serve();
    const config = '{host: 127.0.0.1, port: 1, database: d, username: u, password: hidden-word}';
    const body = yamlOf('a', { consumer: `{type: contract_events_postgres, config: ${config}}` });
    const told = await served.ask('POST', `${PIPELINES}validate/?check=connections`, { body });
    expect(told.status).toBe(200);
    const [, found] = told.body.warnings;
    expect(found).toMatchObject({ code: 'sink_unreachable', path: 'spec.consumers[0]' });
    expect(found.message).toContain('cannot use PostgreSQL at 127.0.0.1:1/d');
    expect(told.text).not.toContain('hidden-word');
  });

  it('does not tell a host that is a secret', async () => {
    const served = await serve();
    const body = JSON.stringify({ path: 'HOST', value: 'db.hidden.example' });
    await served.ask('POST', '/secrets/', { body, type: 'application/json' });
    expect((await warned(served, 'host: "${HOST}", password: ""')).join()).toContain('does not permit ********');
  });
});
