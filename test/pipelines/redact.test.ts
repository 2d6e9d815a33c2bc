import { describe, expect, it, vi } from 'vitest';
import { PipelineError } from '../../src/core/errors.ts';
import { nothingRead, oneLine } from '../../src/pipelines/hosting/hosted-run.ts';
import type { RunPipeline, RunProgress } from '../../src/pipelines/run/options.ts';
import { Redactor, redactorOf } from '../../src/pipelines/run/redact.ts';
import { runRedacted } from '../../src/pipelines/run/redacted.ts';
import { definitionOf } from './definition.ts';

const hiding = (...values: string[]) => {
  const redactor = new Redactor();
  for (const value of values) redactor.add(value);
  return redactor;
};

describe('Redactor', () => {
  it.each([
    ['postgres://robin:p%40ss%2fword@h/d', ['p%40ss%2fword', 'p@ss/word', 'p%40ss%2Fword']],
    ['postgres://robin@corp:p%40ss@h/d', ['p%40ss', 'p@ss']],
    ['postgres://robin@h/d?password=p%40ss', ['p%40ss', 'p@ss']],
    ["host=h user=robin password='it\\'s me'", ["it\\'s me", "it's me"]],
    [':hunter22@h:6379', ['hunter22']],
    ['p%40ssword', ['p@ssword']],
  ])('hides the passwords of %s, as they stand there and as they are sent', (address, passwords) => {
    for (const password of passwords) expect(hiding(address).text(`a ${password} b`)).toBe('a ******** b');
  });

  it.each([
    'postgres://robin:pw@h/d',
    'postgres://rob%69n@h/d',
    'host=h user=robin',
    "host=h user='robin' password=x",
    'rediss://robin:pw@h:1',
  ])('hides the user of %s where a server names it, and no words of its own', (address) => {
    const redactor = hiding(address);
    const told = [
      'password authentication failed for user "robin"',
      'no entry for host "127.0.0.1", user "robin", database "d"',
      'Passwort-Authentifizierung für Benutzer »robin« fehlgeschlagen',
      'NOPERM User robin has no permissions',
    ].map((text) => redactor.text(text));
    expect(told).toEqual([
      'password authentication failed for user "********"',
      'no entry for host "127.0.0.1", user "********", database "d"',
      'Passwort-Authentifizierung für Benutzer »********« fehlgeschlagen',
      'NOPERM User ******** has no permissions',
    ]);
    expect(redactor.text('robin_postgres writes to robin.example, table "robins"')).toBe(
      'robin_postgres writes to robin.example, table "robins"',
    );
  });

  it('hides lines of a key, and those in the JSON of an account, whose other fields it leaves', () => {
    const line = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQ';
    const key = `-----BEGIN PRIVATE KEY-----\n${line}\n-----END PRIVATE KEY-----\n`;
    const json = JSON.stringify({ type: 'service_account', project_id: 'project', private_key: key });
    for (const secret of [key, key.replaceAll('\n', '\r\n'), json]) {
      const told = hiding(secret).text(`project service_account ${line}`);
      expect(told).toBe('project service_account ********');
    }
  });
});

it('leaves names of the program in data, though a secret is the same word', () => {
  const data = {
    outputs: [{ consumer: 'duckdb', location: '/data/spec.duckdb', tables: [{ name: 'spec', rows: 5 }] }],
    warnings: [{ code: 'spec', path: 'spec.consumers[0]', message: 'spec' }],
  };
  expect(hiding('spec').data(data)).toEqual({
    outputs: [{ ...data.outputs[0], location: '/data/********.duckdb' }],
    warnings: [{ ...data.warnings[0], message: '********' }],
  });
  const redactor = new Redactor(['location']);
  redactor.add('spec');
  expect(redactor.data(data).outputs).toEqual(data.outputs);
});

it('hides secrets of a definition with what placeholders in them stand for', () => {
  const values: Record<string, string> = { X: 'abc', Y: 'y' };
  const literals = [{ value: 'hunter-${X}' }, { value: 'postgres://u:q-${Y}$${Z}@h/d' }, { value: 5 }];
  const redactor = redactorOf(literals, ({ name }) => values[name]);
  expect(redactor.text('hunter-abc and q-y${Z}')).toBe('******** and ********');
});

it('tells an error as one line without a secret that spaces, lines or a cut would change', () => {
  const secret = 'two  spaces\nand a line';
  const redactor = hiding(secret, 'cut-here-at-the-end');
  expect(oneLine(redactor.error(new PipelineError(`it says ${secret}`, { code: 'c' })))).toBe('c: it says ********');
  expect(oneLine(redactor.error(new Error(`${'x'.repeat(990)} cut-here-at-the-end`)))).toBe(
    `${'x'.repeat(990)} ********`,
  );
});

it('leaves an error as it is that tells no secret, and has none of the causes of one that does', () => {
  const redactor = hiding('hunter22');
  const sound = new PipelineError('a server is gone', { code: 'sink_unreachable' }, new Error('refused'));
  expect(redactor.error(sound)).toBe(sound);
  const telling = new PipelineError('a server is gone', { code: 'sink_unreachable' }, new Error('of hunter22'));
  const told = redactor.error(telling) as PipelineError;
  expect([told.message, told.fields, told.cause]).toEqual([telling.message, telling.fields, undefined]);
});

it('a run tells no value of a sensitive field, and what stands behind other placeholders', async () => {
  const definition = definitionOf({
    processors: [{ type: 'contract_data' }, { type: 'latest_ledger' }],
    consumers: [
      { type: 'contract_data_postgres', config: { database_url: '${URL}', sink: 'native' } },
      { type: 'save_latest_ledger_redis', config: { redis_address: '${CACHE}', key_prefix: '${PREFIX}' } },
    ],
  });
  const values: Record<string, string> = {
    URL: 'postgres://robin:hunter22@db.example/d',
    CACHE: 'cache.example:6379',
    PREFIX: 'prefix:',
  };
  const said = 'cache.example:6379 prefix: db.example hunter22, user "robin"';
  const lines: string[] = [];
  const run: RunPipeline = (_definition, { onLog }) => {
    onLog?.({ level: 'warning', message: said });
    return Promise.reject(new Error(said));
  };
  const options = {
    dataDir: '',
    secret: ({ name }: { name: string }) => values[name],
    onLog: ({ message }: { message: string }) => lines.push(message),
  };
  const told = 'cache.example:6379 prefix: db.example ********, user "********"';
  await expect(runRedacted(run, definition, options)).rejects.toThrow(new PipelineError(told));
  expect(lines).toEqual([told]);
});

it('a run looks for secrets once in what it left out, however often it tells that', async () => {
  const redactor = hiding('hunter22');
  const looked = vi.spyOn(redactor, 'text');
  const skipped = [1, 2].map((ledger) => ({ ledger, component: 'source', cause: `ledger ${ledger} has hunter22` }));
  const run: RunPipeline = (_definition, { onProgress }) => {
    for (const count of [1, 2, 2]) onProgress?.({ ...nothingRead, skipped: skipped.slice(0, count) });
    return Promise.resolve({ ...nothingRead, skipped });
  };
  const told: RunProgress[] = [];
  const onProgress = (progress: RunProgress) => told.push(progress);
  told.push(
    await runRedacted(run, definitionOf({ consumers: [{ type: 'null' }] }), { dataDir: '', onProgress }, redactor),
  );
  const hidden = skipped.map((one) => ({ ...one, cause: `ledger ${one.ledger} has ********` }));
  expect(told.map((one) => one.skipped)).toEqual([hidden.slice(0, 1), hidden, hidden, hidden]);
  expect(looked.mock.calls.filter(([text]) => text.startsWith('ledger '))).toHaveLength(2);
});
