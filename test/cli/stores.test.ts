import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT, serve, type Dialect, type TestServer } from '../datastore/server.ts';
import { ledgerlake, sample, temporary } from './command.ts';

const servers = new Map<Dialect, TestServer>();

beforeAll(async () => {
  for (const dialect of ['http', 's3', 'gcs'] as const) servers.set(dialect, await serve(dialect, sample));
});
afterAll(() => Promise.all([...servers.values()].map((server) => server.close())));

/** Returns the words that name a store of this dialect. */
function address(dialect: Dialect): string[] {
  const { origin } = servers.get(dialect)!;
  if (dialect === 'http') return [`${origin}/${ROOT}`];
  return [`${dialect === 's3' ? 's3' : 'gs'}://bucket/${ROOT}`, '--endpoint-url', origin, '--anonymous'];
}

const hashes = async (lake: string) => {
  return (await ledgerlake('query', '--lake', lake, 'from history_ledgers order by sequence', '--format', 'csv'))
    .stdout;
};

describe('ingest of a store behind a network', () => {
  it.each(['http', 's3', 'gcs'] as const)('makes the same lake by %s as from the folder', async (dialect) => {
    const dir = temporary();
    const folder = await ledgerlake('ingest', sample, '--lake', join(dir, 'folder'), '--workers', '1');
    expect(folder.code).toBe(0);
    const words = ['ingest', ...address(dialect), '--lake', join(dir, 'lake'), '--workers', '2'];
    const { code, stdout, stderr } = await ledgerlake(...words, '--json');
    expect([code, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toMatchObject({
      ledgers: 128,
      store: { requests: expect.any(Number), bytes: expect.any(Number), retries: 0, wait_seconds: 0, cached: 0 },
    });
    expect(await hashes(join(dir, 'lake'))).toBe(await hashes(join(dir, 'folder')));
    const before = servers.get(dialect)!.asked.length;
    const again = await ledgerlake(...words);
    expect(again).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^nothing to load: .*\nfrom the store: \d+ requests?, /),
    });
    const objects = servers.get(dialect)!.asked.slice(before);
    if (dialect !== 'http') expect(objects.filter(({ key }) => key?.includes('--')).length).toBe(0);
  });

  it('reads address, layout and buffer from a configuration', async () => {
    const dir = temporary();
    const config = join(dir, 'store.toml');
    writeFileSync(
      config,
      `[datastore_config]
type = "S3"
[datastore_config.params]
destination_bucket_path = "bucket/${ROOT}"
region = "us-east-2"
endpoint_url = "${servers.get('s3')!.origin}"
access_key_id = "AKIAABCDEFGHIJKLMNOP"
secret_access_key = "the-secret-of-the-test"
[datastore_config.schema]
ledgers_per_file = 10
files_per_partition = 5
[buffered_storage_backend_config]
buffer_size = 4
num_workers = 2
retry_limit = 3
retry_wait = "10ms"
`,
    );
    const { code, stderr } = await ledgerlake(
      'ingest',
      '--config',
      config,
      '--lake',
      join(dir, 'lake'),
      '--range',
      '50:69',
    );
    expect(stderr).toMatch(/^loaded 20 ledgers /);
    expect(code).toBe(0);
    const signed = servers.get('s3')!.asked.at(-1)!.headers.authorization;
    expect(signed).toMatch(/^AWS4-HMAC-SHA256 Credential=AKIAABCDEFGHIJKLMNOP/);
  });

  it('never shows credentials', async () => {
    const { code, stdout, stderr } = await ledgerlake(
      'ingest',
      'https://me:my-own-secret@127.0.0.1:4/store?token=my-own-token',
      '--lake',
      join(temporary(), 'lake'),
      '--debug',
    );
    expect(code).toBe(1);
    expect(stdout + stderr).toContain('cannot be reached');
    expect(stdout + stderr).not.toMatch(/my-own/);
  });
});
