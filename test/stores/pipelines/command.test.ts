/** `ledgerlake pipeline run` with a definition that names a real PostgreSQL, and no `sink`. */
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { finish, sample, start } from '../../cli/command.ts';
import { temporaryFolder } from '../../folder.ts';
import { useServer } from './postgres-fixture.ts';
import { hasPostgres } from './postgres-server.ts';

const EVENTS = 'contract_events_postgres';

describe.skipIf(!hasPostgres)('pipeline run into a server that the definition names', () => {
  const on = useServer();

  /** Runs with the config of a new database, changed; `password` is the variable of the environment that it names. */
  async function run(changed: object, password: string | undefined) {
    const folder = temporaryFolder();
    const database = await on.newDatabase();
    const config = { ...on.configOf(EVENTS, database), password: '${POSTGRES_PASSWORD}', ...changed };
    const file = join(folder, 'named.yaml');
    const spec = { network: 'testnet', startLedger: '2', endLedger: '20', processors: [{ type: 'contract_event' }] };
    const consumers = [{ type: EVENTS, config }];
    const metadata = { name: 'named' };
    const resource = { apiVersion: 'flow.obsrvr.com/v1', kind: 'Pipeline', metadata, spec: { ...spec, consumers } };
    writeFileSync(file, JSON.stringify(resource));
    const words = ['pipeline', 'run', file, '--store', sample, '--data-dir', folder];
    const { code, stderr } = await finish(start(words, { env: { POSTGRES_PASSWORD: password } }));
    const lines = stderr.trimEnd().split('\n');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.duckdb'));
    return { code, stderr, last: lines.at(-1), folder, database, files };
  }

  it('writes there, and to no file', async () => {
    const { code, database, files, last } = await run({}, on.server.password);
    const [{ rows }] = await on.server.sql<{ rows: string }>('select count(*) as rows from contract_events', database);
    expect([code, Number(rows) > 0, files]).toEqual([0, true, []]);
    expect(last).toContain(` in 127.0.0.1:${on.server.port}/${database}, schema public`);
  });

  it.each([
    ['password', {}, 'wrong-password', 'password authentication failed for user "owner"; set username and password'],
    [
      'user',
      { username: 'nobody' },
      undefined,
      'password authentication failed for user "nobody"; set username and password',
    ],
    ['database', { database: 'nowhere' }, undefined, 'database "nowhere" does not exist; set database, or create it'],
    ['port', { port: 1 }, undefined, 'connect ECONNREFUSED 127.0.0.1:1; set host and port, or start it'],
  ])('fails of a wrong %s with the place and the reason, and writes no file', async (_what, changed, password, why) => {
    const secret = password ?? on.server.password;
    const { code, last, stderr, files, database } = await run(changed, secret);
    const { port = on.server.port, database: named = database } = changed as { port?: number; database?: string };
    expect(last).toBe(`error: ${EVENTS} cannot use PostgreSQL at 127.0.0.1:${port}/${named}: ${why}`);
    expect([code, files, stderr.includes(secret)]).toEqual([1, [], false]);
  });

  it('writes to a DuckDB file where the password has no value, warns of it once, and ends with its path', async () => {
    const { code, last, stderr, folder } = await run({}, undefined);
    const file = join(folder, 'pipelines/named.duckdb');
    const place = `the DuckDB file ${file}, schema public`;
    const warning = `${EVENTS} writes to ${place}, and to no server: \${POSTGRES_PASSWORD} has no value\n`;
    expect(code).toBe(0);
    expect(stderr.split(warning)).toHaveLength(2);
    expect(last).toBe(`${EVENTS}: 77 rows of diagnostic_events in ${file}`);
  });

  it('needs the value where sink is native', async () => {
    const { code, last, files } = await run({ sink: 'native' }, undefined);
    expect([code, files]).toEqual([1, []]);
    expect(last).toContain('POSTGRES_PASSWORD');
  });
});
