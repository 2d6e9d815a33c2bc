import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PipelineError } from '../../../src/core/errors.ts';
import { HeldRuns, serve, yamlOf, type Served } from './served.ts';

const PIPELINES = '/flow/pipelines/';
const json = 'application/json';

const keep = ({ ask }: Served, path: string, value: string, key = 'k1') =>
  ask('POST', '/secrets/', { body: JSON.stringify({ path, value }), type: json, key });

/** Every file below a folder, as text. */
function filesOf(folder: string): [name: string, text: string][] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => [join(parentPath, name), readFileSync(join(parentPath, name), 'latin1')]);
}

describe('secrets', () => {
  it('are created, updated, listed by path, found, deleted, and never told', async () => {
    const served = await serve();
    const { ask } = served;
    const first = await keep(served, 'db/main/password', 'hidden-1');
    expect(first).toMatchObject({ status: 201, body: { path: 'db/main/password', action: 'created' } });
    expect(await keep(served, 'db/main/password', 'hidden-2')).toMatchObject({
      status: 200,
      body: { action: 'updated' },
    });
    await keep(served, 'API', 'hidden-3');
    const { body } = await ask('GET', '/secrets/');
    expect((body.data as { path: string }[]).map(({ path }) => path)).toEqual(['API', 'db/main/password']);
    expect((await ask('GET', '/secrets/?prefix=db/')).body.count).toBe(1);
    for (const path of [
      '/secrets/db/main/password/',
      '/secrets/db/main/password',
      '/secrets/db%2Dx/../db/main/pass%77ord/',
    ]) {
      expect(await ask('GET', path)).toMatchObject({ status: 200, body: { path: 'db/main/password', exists: true } });
    }
    expect((await ask('GET', '/secrets/db/main/')).status).toBe(404);
    expect((await ask('GET', '/secrets/db%2Fmain/password/')).status).toBe(404);
    expect((await ask('DELETE', '/secrets/db/main/password/')).status).toBe(204);
    expect(await ask('DELETE', '/secrets/db/main/password/')).toMatchObject({
      status: 404,
      body: { error: 'secret not found' },
    });
  });

  it.each([
    [{ value: 'v' }, 'path required'],
    [{ path: 'a' }, 'value required'],
    [{ path: '', value: 'v' }, 'path required'],
    [
      { path: '/a', value: 'v' },
      'invalid path: must be 1 to 256 letters, digits, _, . and -, in segments between slashes',
    ],
    [
      { path: 'a/../b', value: 'v' },
      'invalid path: must be 1 to 256 letters, digits, _, . and -, in segments between slashes',
    ],
    [{ path: 'a', value: 'v'.repeat(65_537) }, 'invalid value: must have at most 64 KiB'],
    [['a'], 'invalid body: must be a JSON object'],
  ])('refuses %j', async (given, error) => {
    const { ask } = await serve();
    const told = await ask('POST', '/secrets/', { body: JSON.stringify(given), type: json });
    expect(told).toMatchObject({ status: 400, body: { error } });
  });

  it('are of one team', async () => {
    const served = await serve();
    await keep(served, 'A', 'hidden');
    expect((await served.ask('GET', '/secrets/A/', { key: 'k2' })).status).toBe(404);
    expect((await served.ask('DELETE', '/secrets/A/', { key: 'k2' })).status).toBe(404);
    expect((await served.ask('GET', '/secrets/', { key: 'k2' })).body).toEqual({ data: [], count: 0 });
  });

  it('outlive the server, in files for their owner alone', async () => {
    const served = await serve();
    await keep(served, 'A', 'hidden-value');
    await served.close();
    const files = filesOf(served.dataDir);
    expect(files.filter(([, text]) => text.includes('hidden-value'))).toEqual([]);
    const modes = files.filter(([name]) => !name.endsWith('.lock')).map(([name]) => statSync(name).mode & 0o777);
    expect(new Set(modes)).toEqual(new Set([0o600]));
    const again = await serve({ dataDir: served.dataDir });
    expect(again.host.kept.secrets.value('local', 'A')).toBe('hidden-value');
  });

  it('under another key are named in the log, and missing', async () => {
    const served = await serve({ secretKey: new Uint8Array(32).fill(1) });
    await keep(served, 'A', 'hidden-value');
    await served.close();
    const again = await serve({ dataDir: served.dataDir, secretKey: new Uint8Array(32).fill(2) });
    expect(again.log.join()).toContain('a secret is damaged, or encrypted with another key');
    expect((await again.ask('GET', '/secrets/A/')).status).toBe(404);
  });
});

const MARK = 'Zx9-marker/secret+value';

/** A consumer with the marker in each field that is sensitive, and in places where it should not be. */
const hostile = {
  literal: `{type: contract_events_postgres, config: {host: h, database: d, username: u, password: "${MARK}"}}`,
  url: `{type: contract_data_postgres, config: {database_url: "postgres://u:${encodeURIComponent(MARK)}@h/d"}}`,
  partly: `{type: contract_data_postgres, config: {database_url: "postgres://u:${encodeURIComponent(MARK)}-\${X}@h/d"}}`,
  beside: `{type: contract_events_postgres, config: {host: h, database: d, username: u, password: "${MARK}\${X}"}}`,
  bare: `{type: save_latest_ledger_redis, config: {redis_address: ":${encodeURIComponent(MARK)}@h:1"}}`,
  address: `{type: save_latest_ledger_redis, config: {redis_address: "rediss://:${encodeURIComponent(MARK)}@h:1"}}`,
  mistyped: `{type: contract_events_postgres, config: {host: h, database: d, username: u, passwrod: "${MARK}"}}`,
  nested: `{type: contract_events_postgres, config: {host: h, database: d, username: u, password: {a: "${MARK}"}}}`,
  listed: `{type: contract_events_postgres, config: {host: h, database: d, username: u, password: ["${MARK}"]}}`,
  misplaced: `{type: contract_events_postgres, password: "${MARK}"}`,
  unknown: `{type: no_such, config: {password: "${MARK}"}}`,
  configured: `{type: contract_events_postgres, config: "${MARK}"}`,
};

describe('a secret in a definition', () => {
  it.each(Object.entries(hostile))('is not echoed: %s', async (_name, consumer) => {
    const served = await serve();
    const processor = /contract_data|latest_ledger/.exec(consumer)?.[0] ?? 'contract_event';
    const yaml = yamlOf('a', { consumer }).replace('contract_event\n', `${processor}\n`);
    const texts: string[] = [];
    for (const path of ['validate/', 'apply/?dry_run=true', 'apply/', 'apply/', '']) {
      texts.push((await served.ask('POST', `${PIPELINES}${path}`, { body: yaml })).text);
    }
    for (const { pipeline_id: id } of served.host.list('local')) {
      for (const path of ['', 'config/', 'config/?effective=true', 'logs/', 'runs/', 'metrics/']) {
        texts.push((await served.ask('GET', `${PIPELINES}${id}/${path}`)).text);
      }
    }
    texts.push((await served.ask('GET', PIPELINES)).text, ...served.log);
    await served.close();
    texts.push(...filesOf(served.dataDir).map(([, text]) => text));
    const forms = [MARK, encodeURIComponent(MARK), Buffer.from(MARK).toString('base64')];
    expect(texts.filter((text) => forms.some((form) => text.includes(form)))).toEqual([]);
  });

  it.each([
    ['at the top', `password: "${MARK}"\n`],
    ['in metadata', '', `  password: "${MARK}"\n`],
    ['in spec', '', '', `  password: "${MARK}"\n`],
  ])('is not echoed: %s', async (_place, top = '', metadata = '', spec = '') => {
    const served = await serve();
    const yaml =
      top + yamlOf('a').replace('  name: a\n', `  name: a\n${metadata}`).replace('spec:\n', `spec:\n${spec}`);
    const first = await served.ask('POST', `${PIPELINES}validate/`, { body: yaml });
    const { text } = await served.ask('POST', `${PIPELINES}apply/`, { body: yaml });
    const shown = await Promise.all(
      served.host.list('local').map(({ pipeline_id: id }) => served.ask('GET', `${PIPELINES}${id}/`)),
    );
    await served.close();
    const files = filesOf(served.dataDir).map(([, kept]) => kept);
    const all = [first.text, text, ...shown.map((told) => told.text), ...served.log, ...files];
    expect(all.filter((one) => one.includes(MARK))).toEqual([]);
  });

  it('is masked in whatever a run says', async () => {
    const runs = new HeldRuns();
    const served = await serve({ run: runs.run });
    await keep(served, 'PW', 'resolved-secret');
    const consumer = `{type: contract_events_postgres, config: {host: h, database: d, username: "\${PW}", password: "${MARK}"}}`;
    const { body } = await served.ask('POST', `${PIPELINES}apply/?auto_start=true`, {
      body: yamlOf('a', { consumer }),
    });
    const id = body.pipeline_id as string;
    await runs.count(1);
    const [{ options, fail }] = runs.begun;
    expect(options.secret?.({ name: 'PW', isSecret: false })).toBe('resolved-secret');
    const said = `${MARK} resolved-secret ${encodeURIComponent(MARK)} ${Buffer.from('resolved-secret').toString('base64')}`;
    options.onLog?.({ level: 'error', component: said, message: said });
    const component = { role: 'consumer', type: 'x', recordsIn: 0, recordsOut: 0, errors: 1, lastError: said } as const;
    const output = { consumer: 'x', kind: 'duckdb', location: said, tables: [] };
    const warning = { code: 'mapped_consumer', path: 'spec.consumers[0]', message: said } as const;
    const zero = {
      currentLedger: 1,
      ledgers: 0,
      bytesRead: 0,
      recordsIn: 0,
      recordsOut: 0,
      recordsSkipped: 0,
      skipped: [],
    };
    options.onProgress?.({ ...zero, components: [component], outputs: [output], warnings: [warning] });
    fail(new PipelineError(said, { code: 'sink_unreachable' }));
    const texts: string[] = [];
    for (let status = ''; status !== 'failed';) {
      const told = await served.ask('GET', `${PIPELINES}${id}/`);
      status = told.body.status as string;
      texts.push(told.text);
    }
    for (const path of ['logs/', 'runs/', 'metrics/'])
      texts.push((await served.ask('GET', `${PIPELINES}${id}/${path}`)).text);
    await served.close();
    texts.push(...served.log, ...filesOf(served.dataDir).map(([, text]) => text));
    expect(texts.at(0)).toContain('********');
    const forms = [
      MARK,
      encodeURIComponent(MARK),
      'resolved-secret',
      Buffer.from('resolved-secret').toString('base64'),
    ];
    expect(texts.filter((text) => forms.some((form) => text.includes(form)))).toEqual([]);
  });

  it('is sealed on disk and given to runs', async () => {
    const runs = new HeldRuns();
    const served = await serve();
    const definition = yamlOf('a', { consumer: hostile.literal });
    await served.ask('POST', `${PIPELINES}apply/`, { body: definition });
    await served.close();
    let given: unknown;
    const again = await serve({
      dataDir: served.dataDir,
      run: (one, options) => {
        given = one.spec.consumers[0]?.config['password'];
        return runs.run(one, options);
      },
    });
    const [{ pipeline_id: id }] = again.host.list('local');
    expect((await again.ask('POST', `${PIPELINES}apply/`, { body: definition })).body.action).toBe('unchanged');
    await again.host.start('local', id);
    await runs.count(1);
    expect(given).toBe(MARK);
    runs.begun[0]?.end();
  });
});

describe('an export', () => {
  it('can be applied again, when its secrets are there', async () => {
    const served = await serve();
    const yaml = yamlOf('My pipe', { start: '"5"', end: '"9"', consumer: hostile.literal });
    const { body } = await served.ask('POST', `${PIPELINES}apply/`, { body: yaml });
    const told = await served.ask('GET', `${PIPELINES}${body.pipeline_id}/config/`);
    expect(told.headers.get('content-type')).toBe('text/yaml; charset=utf-8');
    expect(told.headers.get('content-disposition')).toBe('inline; filename="My pipe.yaml"');
    expect(told.text).toBe(`# Secrets that the definition held itself; keep them under these paths before it is applied:
# - MY_PIPE_CONTRACT_EVENTS_POSTGRES_PASSWORD

apiVersion: flow.obsrvr.com/v1
kind: Pipeline
metadata:
  name: My pipe
spec:
  network: testnet
  startLedger: "5"
  endLedger: "9"
  processors:
    - type: contract_event
  consumers:
    - type: contract_events_postgres
      config:
        host: h
        database: d
        username: u
        password: \${MY_PIPE_CONTRACT_EVENTS_POSTGRES_PASSWORD}
`);
    const before = await served.ask('POST', `${PIPELINES}apply/?dry_run=true`, { body: told.text });
    expect(before.body).toMatchObject({ action: 'updated', changes: ['spec.consumers[0].config.password'] });
    await keep(served, 'MY_PIPE_CONTRACT_EVENTS_POSTGRES_PASSWORD', MARK);
    for (const query of ['', '?effective=true']) {
      const { text } = await served.ask('GET', `${PIPELINES}${body.pipeline_id}/config/${query}`);
      const again = await served.ask('POST', `${PIPELINES}apply/`, { body: text });
      expect(again.body).toMatchObject({ action: 'unchanged', revision: 1 });
    }
  });

  it('can be applied again where a password holds $${, which its secret has as ${', async () => {
    const served = await serve();
    const consumer =
      '{type: contract_events_postgres, config: {host: h, database: d, username: u, password: "x$${Y}z"}}';
    const { body } = await served.ask('POST', `${PIPELINES}apply/`, { body: yamlOf('a', { consumer }) });
    await keep(served, 'A_CONTRACT_EVENTS_POSTGRES_PASSWORD', 'x${Y}z');
    const { text } = await served.ask('GET', `${PIPELINES}${body.pipeline_id}/config/`);
    const again = await served.ask('POST', `${PIPELINES}apply/`, { body: text });
    expect(again.body).toMatchObject({ action: 'unchanged', revision: 1 });
  });

  it('can be applied again where a secret stands beside a placeholder, with what that stands for', async () => {
    const served = await serve();
    const consumer = '{type: contract_data_postgres, config: {database_url: "postgres://u:hunter22-${X}@h/d"}}';
    const yaml = yamlOf('a', { consumer }).replace('type: contract_event', 'type: contract_data');
    const { body } = await served.ask('POST', `${PIPELINES}apply/`, { body: yaml });
    const { text } = await served.ask('GET', `${PIPELINES}${body.pipeline_id}/config/`);
    expect(text).toContain('database_url: ${A_CONTRACT_DATA_POSTGRES_DATABASE_URL}');
    await keep(served, 'A_CONTRACT_DATA_POSTGRES_DATABASE_URL', 'postgres://u:hunter22-x@h/d');
    const before = await served.ask('POST', `${PIPELINES}apply/?dry_run=true`, { body: text });
    expect(before.body).toMatchObject({ action: 'updated', changes: ['spec.consumers[0].config.database_url'] });
    await keep(served, 'X', 'x');
    const again = await served.ask('POST', `${PIPELINES}apply/`, { body: text });
    expect(again.body).toMatchObject({ action: 'unchanged', revision: 1 });
    const split = yaml.replace('hunter22-', '${Y}');
    await keep(served, 'Y', 'hunter22-');
    expect((await served.ask('POST', `${PIPELINES}apply/`, { body: split })).body).toMatchObject({ action: 'updated' });
  });

  it('is no other address because neither has a value for its placeholder', async () => {
    const served = await serve();
    const apply = (host: string) => {
      const consumer = `{type: contract_data_postgres, config: {database_url: "postgres://u:pw@\${${host}}/d"}}`;
      const body = yamlOf('a', { consumer }).replace('type: contract_event', 'type: contract_data');
      return served.ask('POST', `${PIPELINES}apply/`, { body });
    };
    expect((await apply('HOST')).body).toMatchObject({ action: 'created' });
    expect((await apply('OTHER')).body).toMatchObject({ action: 'updated', revision: 2 });
  });

  it('and the detail keep their mask as the secret that it stands for', async () => {
    const served = await serve();
    const { body } = await served.ask('POST', `${PIPELINES}apply/`, {
      body: yamlOf('a', { consumer: hostile.literal }),
    });
    const { body: shown } = await served.ask('GET', `${PIPELINES}${body.pipeline_id}/`);
    const { apiVersion, kind, metadata, spec } = shown;
    expect(spec.consumers[0].config.password).toBe('********');
    const put = await served.ask('PUT', `${PIPELINES}${body.pipeline_id}/`, {
      body: JSON.stringify({ apiVersion, kind, metadata, spec }, null, '\t'),
      type: json,
    });
    expect(put.body).toMatchObject({ action: 'unchanged' });
  });
});
