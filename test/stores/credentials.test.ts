import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../folder.ts';
import { ledgerlake, sample, type Finished } from '../cli/command.ts';
import { startFaultProxy } from './fault-proxy.ts';
import { startFolderServer } from './folder-server.ts';
import { gcs, objectsOf, s3, servers } from './servers.ts';

const dir = temporaryFolder();
const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});
const sessionToken = 'session-token-of-the-test';
const password = 'pass-word-of-the-mirror';
const basic = Buffer.from(`me:${password}`).toString('base64');

/** A server that says back, in the store's own form of an error, all it was told. */
interface Echo {
  url: string;
  /** Every credential that came. */
  told: Set<string>;
  close(): Promise<void>;
}

async function startEcho(status: number): Promise<Echo> {
  const told = new Set<string>();
  const server = createServer(({ method, url, headers }, answer) => {
    const words = `${method} ${url} ${JSON.stringify(headers)}`;
    for (const secret of secretsIn(headers)) told.add(secret);
    const isS3 = headers['x-amz-date'] !== undefined;
    answer.writeHead(status, { 'content-type': isS3 ? 'application/xml' : 'application/json' });
    answer.end(
      isS3
        ? `<Error><Code>Refused</Code><Message>${words.replaceAll(/[<>&]/g, ' ')}</Message></Error>`
        : JSON.stringify({ error: { code: status, message: words, errors: [{ reason: 'refused', message: words }] } }),
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${port}`, told, close };
}

/** Signature or token of a request. */
function secretsIn({ authorization = '' }: IncomingMessage['headers']): string[] {
  const signature = /Signature=(\w+)/.exec(authorization)?.[1];
  const token = /^(?:Bearer|Basic) (.+)$/.exec(authorization)?.[1];
  return [signature, token].filter((secret) => secret !== undefined);
}

function serviceAccount(name: string): string {
  const path = join(dir, name);
  const account = {
    type: 'service_account',
    project_id: 'a-project',
    private_key_id: 'key-id-of-the-account',
    private_key: privateKey,
    client_email: 'reader@a-project.iam.gserviceaccount.com',
    client_id: '1',
    token_uri: 'https://token.invalid',
    // Of another universe than Google's the client signs tokens itself, and no token server is asked.
    universe_domain: 'store.invalid',
  };
  writeFileSync(path, JSON.stringify(account));
  return path;
}

const secrets = () => [
  process.env.AWS_SECRET_ACCESS_KEY!,
  sessionToken,
  password,
  basic,
  ...privateKey.split('\n').filter((line) => line.length > 20 && !line.startsWith('-')),
];

function expectNoSecrets(where: string, said: string, told: Iterable<string> = []): void {
  const found = [...secrets(), ...told].filter((secret) => secret !== '' && said.includes(secret));
  expect(found, where).toEqual([]);
}

const saidBy = ({ stdout, stderr }: Finished) => stdout + stderr;

beforeAll(async () => {
  const { AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = '' } = s3.environment;
  process.env.AWS_ACCESS_KEY_ID = AWS_ACCESS_KEY_ID || 'AKIAABCDEFGHIJKLMNOP';
  process.env.AWS_SECRET_ACCESS_KEY = AWS_SECRET_ACCESS_KEY || 'the-secret-key-of-the-test';
  // The server knows none; a lake that is loaded takes its keys from a configuration.
  process.env.AWS_SESSION_TOKEN = sessionToken;
  for (const { url, fill } of servers) if (url) await fill('credentials', objectsOf(sample, 'ledgers/'));
});

const commands = {
  ingest: (lake: string) => ['ingest', '--lake', lake],
  'ingest --json': (lake: string) => ['ingest', '--lake', lake, '--json'],
  'ingest --dry': (lake: string) => ['ingest', '--lake', lake, '--dry'],
  export: () => ['export', '--table', 'history_ledgers', '--range', '2:9'],
};
const quick = ['--retry-limit', '1', '--retry-wait', '1ms'];

/** Every command that reads a store, and every answer, but not all of both. */
const cases = Object.entries(commands).flatMap(([title, words], i) =>
  (i === 0 ? [400, 403, 500] : [403]).map((status) => ({ title, words, status })),
);

describe.concurrent.each(cases)('$title, answered $status by a store that repeats what it was told', (answered) => {
  const { title, words, status } = answered;
  const refused = async (echo: Echo, name: string, to: string[]) => {
    const lake = join(dir, `refused-${title.replaceAll(/\W/g, '-')}-${status}`);
    const finished = await ledgerlake(...words(lake), ...to, ...quick);
    await echo.close();
    expect([finished.code, finished.stderr]).toEqual([1, expect.stringContaining(`error: ${name}`)]);
    expect(echo.told.size).toBeGreaterThan(0);
    expectNoSecrets(title, saidBy(finished), [...echo.told, 'query-token-of-the-test']);
  };

  it('S3', async () => {
    const echo = await startEcho(status);
    await refused(echo, 's3://b/p', ['s3://b/p', '--region', 'us-east-2', '--endpoint-url', echo.url]);
  });

  it('GCS', async () => {
    const echo = await startEcho(status);
    const file = serviceAccount(`account-${title}-${status}.json`);
    await refused(echo, 'gs://b/p', ['gs://b/p', '--credentials', file, '--endpoint-url', echo.url]);
  });

  it('HTTP', async () => {
    const echo = await startEcho(status);
    const url = `${echo.url.replace('//', `//me:${password}@`)}/store?token=query-token-of-the-test`;
    await refused(echo, echo.url, [url]);
  });
});

describe.concurrent('a lake that was loaded with credentials', () => {
  /** Every byte of every file. */
  const contentOf = (folder: string) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1'))
      .join('\n');

  it.skipIf(!s3.url)('of S3, named in a configuration, does not hold them', async () => {
    const config = join(dir, 's3.toml');
    const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = s3.environment;
    writeFileSync(
      config,
      `[datastore_config]\ntype = "S3"\n[datastore_config.params]\ndestination_bucket_path = "credentials/ledgers"\n` +
        `region = "us-east-2"\nendpoint_url = "${s3.url}"\n` +
        `access_key_id = "${AWS_ACCESS_KEY_ID}"\nsecret_access_key = "${AWS_SECRET_ACCESS_KEY}"\n`,
    );
    const lake = join(dir, 's3-lake');
    const finished = await ledgerlake('ingest', '--config', config, '--lake', lake, '--json');
    expect(finished.code, saidBy(finished)).toBe(0);
    expectNoSecrets('said', saidBy(finished));
    expectNoSecrets('lake', contentOf(lake));
  });

  it.skipIf(!gcs.url)('of GCS, with a service account, does not hold them', async () => {
    await using proxy = await startFaultProxy({ upstream: gcs.url! });
    const file = serviceAccount('account.json');
    const lake = join(dir, 'gcs-lake');
    const to = ['gs://credentials/ledgers', '--credentials', file, '--endpoint-url', proxy.url];
    const finished = await ledgerlake('ingest', ...to, '--lake', lake, '--json');
    expect([finished.stderr, finished.code]).toEqual(['', 0]);
    const tokens = proxy.exchanges.flatMap(({ headers }) => secretsIn(headers));
    expect(tokens).toHaveLength(proxy.exchanges.length);
    expectNoSecrets('said', saidBy(finished), tokens);
    expectNoSecrets('lake', contentOf(lake), tokens);
  });

  it('of a mirror with a password in its address does not hold it', async () => {
    await using folder = await startFolderServer(sample);
    await using proxy = await startFaultProxy({ upstream: folder.url });
    const lake = join(dir, 'http-lake');
    const url = proxy.url.replace('//', `//me:${password}@`);
    const finished = await ledgerlake('ingest', url, '--lake', lake, '--json');
    expect([finished.stderr, finished.code]).toEqual(['', 0]);
    expect(proxy.exchanges.map(({ headers }) => headers.authorization)).toContain(`Basic ${basic}`);
    expectNoSecrets('said', saidBy(finished));
    expectNoSecrets('lake', contentOf(lake));
  });
});

describe.concurrent('a malformed credentials file is not repeated', () => {
  const cases: [title: string, content: string][] = [
    ['cut off', `{"type": "service_account", "private_key": ${JSON.stringify(privateKey).slice(0, -40)}`],
    ['not JSON', `private_key: ${privateKey}`],
    ['without a type', JSON.stringify({ private_key: privateKey })],
    [
      'a broken key',
      JSON.stringify({ type: 'service_account', client_email: 'a@b', private_key: `${privateKey.slice(0, 300)}\n` }),
    ],
  ];
  it.each(cases)('%s', async (title, content) => {
    const file = join(dir, `${title}.json`);
    writeFileSync(file, content);
    const to = ['gs://b/p', '--credentials', file, '--endpoint-url', 'http://127.0.0.1:9', ...quick];
    const finished = await ledgerlake('ingest', ...to, '--lake', join(dir, 'malformed'));
    expect(finished.code).toBe(1);
    expect(finished.stderr).toMatch(/^error: .*(credentials file|no access token)/);
    expectNoSecrets('said', saidBy(finished));
  });
});
