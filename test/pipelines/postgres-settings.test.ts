import { describe, expect, it } from 'vitest';
import { passphrases } from '../../src/ledger/network.ts';
import { parseConninfo } from '../../src/pipelines/consumers/postgres/conninfo.ts';
import { databaseOf, isPassing, locationOf, unreachable } from '../../src/pipelines/consumers/postgres/faults.ts';
import { postgresSettings } from '../../src/pipelines/consumers/postgres/settings.ts';
import { redisSettings } from '../../src/pipelines/consumers/redis/settings.ts';
import { validateWhole } from '../../src/pipelines/definition/validate-whole.ts';

describe('parseConninfo(address)', () => {
  it('reads URLs, with what is percent-encoded, and pairs, with quotes and backslashes', () => {
    const url = 'postgresql://me:p%40%2Fss@[::1]:5433/my%20db?sslmode=require&connect_timeout=3';
    const text = "host=::1 port = 5433 user=me password='p@/ss' dbname='my db' sslmode=require connect_timeout=3 ";
    expect(Object.fromEntries(parseConninfo(url))).toEqual(Object.fromEntries(parseConninfo(text)));
    expect(parseConninfo("password='it\\'s \\\\' user=a\\ b").get('password')).toBe("it's \\");
  });

  it.each([
    ['postgres://me:secret-word@[/d', /^it is not a URL/],
    ['postgres://me:secret-word%zz@h/d', /^a % in it/],
    ["host=h password='secret-word", /^it is neither a URL nor pairs/],
    ['secret-word', /^it is neither a URL nor pairs/],
  ])('refuses %s without a word of it', (address, message) => {
    expect(() => parseConninfo(address)).toThrow(message);
    expect(() => parseConninfo(address)).not.toThrow('secret-word');
  });
});

describe('postgresSettings(config)', () => {
  it.each(['allow', 'prefer', 'Require', 'verify'])('refuses sslmode %s in URLs', (mode) => {
    const config = { database_url: `postgres://u@h/d?sslmode=${mode}` };
    expect(() => postgresSettings(config)).toThrow(
      `its sslmode is ${mode}; use disable, require, verify-ca or verify-full`,
    );
  });

  it('has no TLS where sslmode is absent, and TLS 1.2 at least where it is not', () => {
    expect(postgresSettings({ database_url: 'postgres://u@h/d' }).tls).toBe(false);
    const { tls } = postgresSettings({ database_url: 'postgres://u@h/d?sslmode=require' });
    expect(tls).toMatchObject({ minVersion: 'TLSv1.2', rejectUnauthorized: false });
  });

  it('takes certificates as text, and names the field of a file that is not there', () => {
    const pem = '-----BEGIN CERTIFICATE-----';
    const config = { host: 'h', username: 'u', database: 'd', sslmode: 'verify-ca', sslrootcert: pem };
    expect(postgresSettings(config).tls).toMatchObject({ ca: pem, rejectUnauthorized: true });
    expect(() => postgresSettings({ ...config, sslrootcert: '/no/such/file' })).toThrow(
      'the file of its sslrootcert cannot be read',
    );
  });

  it.each(['postgres://robin:pw@h', 'host=h user=robin password=pw'])(
    'tells no user as the database of %s',
    (address) => {
      const settings = postgresSettings({ database_url: address });
      expect(settings).toMatchObject({ database: 'robin', user: 'robin' });
      const refused = unreachable('contract_data_postgres', settings, new Error('connection refused'));
      expect([locationOf(settings), databaseOf(settings), refused.message]).toEqual([
        'h:5432, schema public',
        'the database of the user',
        expect.stringMatching(/^contract_data_postgres cannot use PostgreSQL at h:5432: connection refused; /),
      ]);
      const named = postgresSettings({
        database_url: `${address.replace('@h', '@h/robin').replace('=h ', '=h dbname=robin ')}`,
      });
      expect(locationOf(named)).toBe('h:5432/robin, schema public');
    },
  );

  it.each([
    ['postgres://h/d', 'it names no user; write postgres://USER@HOST/DATABASE, or user=USER'],
    ['host=a,b user=u', 'it names several hosts; name one'],
    ['host=a port=0 user=u', 'its port is not between 1 and 65535'],
  ])('refuses %s', (database_url, message) => expect(() => postgresSettings({ database_url })).toThrow(message));
});

it('a server whose full disk lets no connection begin is tried again, and needs room', () => {
  const error = Object.assign(new Error('could not write init file'), { severity: 'FATAL', code: 'XX000' });
  const settings = postgresSettings({ database_url: 'postgres://robin@h/d' });
  expect(isPassing(error)).toBe(true);
  expect(unreachable('p', settings, error).message).toMatch(/: could not write init file; make room on its disk$/);
  expect(isPassing(Object.assign(new Error('cache lookup failed'), { severity: 'ERROR', code: 'XX000' }))).toBe(false);
});

describe('validateWhole(yaml)', () => {
  const pipeline = (database_url: string, table = 'contract_data') =>
    JSON.stringify({
      apiVersion: 'flow.obsrvr.com/v1',
      kind: 'Pipeline',
      metadata: { name: 'p' },
      spec: {
        network: 'mainnet',
        startLedger: '2',
        endLedger: '3',
        processors: [{ type: 'contract_data', config: { network_passphrase: passphrases.pubnet } }],
        consumers: [{ type: 'contract_data_postgres', config: { database_url, table_name: table } }],
      },
    });

  it.each([
    ['postgres://u:${PASSWORD}@h/d?sslmode=prefer', 'its sslmode is prefer'],
    ['postgres://u:${secret:db/password}@h/d?sslmode=prefer', 'its sslmode is prefer'],
    ["host=h password='${PASSWORD}'", 'it names no user'],
    ['postgres://h/d', 'it names no user'],
    ['postgres://:${PASSWORD}@h/d', 'it names no user'],
    ['postgres://u@h:99999/d', 'it is not a URL'],
  ])('finds that %s cannot be used, where it stands', async (address, message) => {
    const { errors, definition } = await validateWhole(pipeline(address));
    expect(definition).toBeUndefined();
    const path = 'spec.consumers[0].config.database_url';
    expect(errors).toMatchObject([{ code: 'invalid_config', path, message: expect.stringContaining(message) }]);
  });

  it('finds that an address names no user at its line, and leaves one of a secret to the start', async () => {
    const yaml = (address: string) => `apiVersion: flow.a/v1
kind: Pipeline
metadata: {name: p}
spec:
  network: testnet
  startLedger: latest
  processors: [{type: contract_data}]
  consumers:
    - type: contract_data_postgres
      config:
        database_url: ${address}
`;
    const { errors } = await validateWhole(yaml('postgres:///d?host=/run/postgresql'));
    expect(errors).toMatchObject([{ code: 'invalid_config', line: 11, column: 23 }]);
    expect((await validateWhole(yaml('postgres://${USER}@h/d'))).errors).toEqual([]);
  });

  it.each([
    '${DATABASE_URL}',
    'postgres://u:${PASSWORD}@${HOST}/d?sslmode=${MODE}',
    'postgres://u@h/d?sslrootcert=/no/file',
    'postgres://u:${secret:db/main/password}@127.0.0.1/d',
    "host=h user=u password='${secret:db/main/password}'",
  ])('leaves %s to the start', async (address) => {
    const { errors } = await validateWhole(pipeline(address));
    expect(errors).toEqual([]);
  });

  it('looks at each component that is right in itself, whatever else is wrong, and tells all in the order of the text', async () => {
    const { errors, definition } = await validateWhole(`apiVersion: flow.a/v1
kind: Pipeline
metadata: {name: p}
spec:
  startLedger: latest
  consumers:
    - {type: contract_data_postgres, config: {database_url: "host=h"}}
    - {type: contract_data_postgres, config: {database_url: "host=h", tabel_name: t}}
  processors:
    - {type: contract_data}
    - {type: sql, config: {query: "select nothing"}}
    - {type: sql, config: {query: 5}}
  network: moon
`);
    expect(definition).toBeUndefined();
    expect(errors.map(({ code, path, line, column }) => [code, path, line, column])).toEqual([
      ['invalid_config', 'spec.consumers[0].config.database_url', 7, 61],
      ['invalid_config', 'spec.consumers[1].config.tabel_name', 8, 71],
      ['invalid_config', 'spec.processors[1].config.query', 11, 35],
      ['invalid_config', 'spec.processors[2].config.query', 12, 35],
      ['invalid_network', 'spec.network', 13, 12],
    ]);
  });

  it('finds NUL in any text', async () => {
    const { errors } = await validateWhole(pipeline('${DATABASE_URL}', 'contract\0data'));
    const path = 'spec.consumers[0].config.table_name';
    expect(errors).toMatchObject([{ code: 'invalid_config', path, message: 'a text cannot hold NUL' }]);
  });
});

describe('redisSettings(config)', () => {
  it('reads HOST:PORT and URLs', () => {
    expect(redisSettings({ redis_address: ':6379' })).toMatchObject({ host: 'localhost', port: 6379, tls: true });
    expect(redisSettings({ redis_address: 'rediss://u:p%40@h:1/3', use_tls: false })).toEqual({
      host: 'h',
      port: 1,
      username: 'u',
      password: 'p@',
      database: 3,
      tls: true,
      prefix: 'stellar:ledger:',
    });
  });
});
