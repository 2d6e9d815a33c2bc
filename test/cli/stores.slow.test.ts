import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT, serve, type Dialect, type TestServer } from '../datastore/server.ts';
import { temporaryFolder } from '../folder.ts';
import { ledgerlake, passphrase, root, sample } from './command.ts';

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

function sampleBytes(): number {
  const entries = readdirSync(sample, { recursive: true, withFileTypes: true });
  const ledgers = entries.filter(({ name }) => name.endsWith('.xdr.zst'));
  return ledgers.map(({ parentPath, name }) => statSync(join(parentPath, name)).size).reduce((sum, size) => sum + size);
}

describe('ingest of a store behind a network', () => {
  const lake = join(temporaryFolder(), 'lake');

  beforeAll(() => ledgerlake('ingest', sample, '--lake', lake, '--range', '2:29', '--workers', '1'));

  it.each(['http', 's3', 'gcs'] as const)('makes the same lake by %s as from the folder', async (dialect) => {
    const dir = temporaryFolder();
    const words = ['ingest', ...address(dialect), '--lake', join(dir, 'lake'), '--range', '2:29', '--workers', '1'];
    const { code, stdout, stderr } = await ledgerlake(...words, '--json');
    expect([code, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toMatchObject({
      ledgers: 28,
      store: { requests: expect.any(Number), retries: 0, wait_seconds: 0, cached: 0, cost_usd: 0 },
    });
    expect(await hashes(join(dir, 'lake'))).toBe(await hashes(lake));
    const before = servers.get(dialect)!.asked.length;
    const again = await ledgerlake(...words);
    expect(again).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^nothing to load: .*\nfrom the store: \d+ requests?, /),
    });
    const objects = servers.get(dialect)!.asked.slice(before);
    if (dialect !== 'http') expect(objects.filter(({ key }) => key?.includes('--')).length).toBe(0);
  });

  it('names what a mirror lacks, and loads around it when that is allowed', async () => {
    const objects = new Map(servers.get('http')!.objects);
    const gone = 'FFFFFFFF--0-49/FFFFFFEB--20-29.xdr.zst';
    objects.delete(gone);
    const server = await serve('http', objects);
    const words = ['ingest', `${server.origin}/${ROOT}`, '--lake', join(temporaryFolder(), 'lake'), '--range', '15:34'];
    expect(await ledgerlake(...words)).toMatchObject({
      code: 1,
      stderr: `error: ledger object containing sequence 20 is missing: unable to retrieve file: ${gone}: file does not exist\n`,
    });
    const { code, stderr } = await ledgerlake(...words, '--allow-gaps');
    await server.close();
    expect(stderr).toMatch(/^loaded 10 ledgers .*\ngaps: 10 ledgers in no object of the store: 20-29\n/s);
    expect(code).toBe(0);
  });

  it('keeps what it read in a cache, and reads it from there', async () => {
    const dir = temporaryFolder();
    const server = await serve('s3', sample);
    const words = (lake: string, ...more: string[]) => {
      const place = [
        `s3://bucket/${ROOT}`,
        '--endpoint-url',
        server.origin,
        '--anonymous',
        '--cache',
        join(dir, 'cache'),
      ];
      return ['ingest', ...place, '--lake', join(dir, lake), '--range', '2:29', '--json', ...more];
    };
    const first = JSON.parse((await ledgerlake(...words('one'))).stdout);
    expect(first.store).toMatchObject({ cached: 0 });
    const second = JSON.parse((await ledgerlake(...words('two'))).stdout);
    expect(second.store).toMatchObject({ cached: 3 });
    expect(second.store.bytes).toBeLessThan(1000);
    const small = JSON.parse((await ledgerlake(...words('three', '--cache-size', '40k'))).stdout);
    expect(small).toMatchObject({ ledgers: 28, store: { retries: 0 } });
    await server.close();
    const folder = join(dir, 'cache', 's3-bucket-some-prefix');
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const held = files
      .map((file) => statSync(join(file.parentPath, file.name)).size)
      .reduce((sum, bytes) => sum + bytes);
    expect(held).toBeLessThanOrEqual(40_000);
    expect(await ledgerlake(...words('four'))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('the store cannot be reached'),
    });
  });

  it('prints with --dry what it would cost, and refuses what costs too much', async () => {
    const lake = join(temporaryFolder(), 'lake');
    const [store, ...access] = address('s3');
    const words = ['ingest', store, '--lake', lake, ...access, '--requester-pays'];
    const dry = await ledgerlake(...words, '--dry', '--price-per-gb', '5000');
    const size = `${(sampleBytes() / 1000).toFixed(1)} kB`;
    const cost = (perGb: number) => (sampleBytes() / 1e9) * perGb;
    const about = `about ${cost(5000).toFixed(2)} USD at 5000 USD per GB`;
    expect(dry.stdout).toMatch(`\nto read from the store: 13 objects, ${size}, ${about}\n`);
    expect(JSON.parse((await ledgerlake(...words, '--dry', '--json')).stdout)).toMatchObject({
      objects: 13,
      cost: { objects: 13, bytes: sampleBytes(), price_per_gb: 0.12, cost_usd: expect.closeTo(cost(0.12), 6) },
    });
    expect(await ledgerlake(...words, '--price-per-gb', '5000')).toMatchObject({
      code: 1,
      stderr:
        `error: to read from the store: 13 objects, ${size}, ${about}, more than --max-cost 1; ` +
        'give --yes or a higher --max-cost, or a smaller --range\n',
    });
    expect(existsSync(lake)).toBe(false);
    expect((await ledgerlake(...words, '--price-per-gb', '5000', '--yes', '--range', '2:9')).code).toBe(0);
  });

  it('reads address, layout and buffer from a configuration', async () => {
    const dir = temporaryFolder();
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

  it.each([
    [['ftp://host/x'], 2, 'error: ftp://host/x: unknown scheme "ftp"; a store is a folder, '],
    [['s3://'], 2, 'error: s3:// names no bucket; a store is a folder, '],
    [['gs://bucket', '--region', 'x'], 2, 'error: --region does not apply to this kind of store (gcs)\n'],
    [['pubnet@nowhere'], 2, 'error: unknown store pubnet@nowhere; known are pubnet@aws, '],
    [['s3://key:hidden@bucket/x'], 2, 'error: s3://bucket/x: credentials must not be in an address; '],
    [
      ['gs://bucket', '--credentials', '/nowhere.json'],
      1,
      'error: credentials file /nowhere.json cannot be read; check the path\n',
    ],
    [
      ['gs://bucket', '--credentials', join(root, 'README.md')],
      1,
      `error: credentials file ${join(root, 'README.md')} is not the JSON of a service account or of application-default credentials; `,
    ],
  ])('rejects %j', async (words, code, message) => {
    const found = await ledgerlake('ingest', ...words, '--lake', join(temporaryFolder(), 'lake'));
    expect(found.code).toBe(code);
    expect(found.stderr).toContain(message);
    expect(found.stderr).not.toContain('hidden');
  });

  it('never shows credentials', async () => {
    const { code, stdout, stderr } = await ledgerlake(
      'ingest',
      'https://me:my-own-secret@127.0.0.1:4/store?token=my-own-token',
      '--lake',
      join(temporaryFolder(), 'lake'),
      '--debug',
    );
    expect(code).toBe(1);
    expect(stdout + stderr).toContain('cannot be reached');
    expect(stdout + stderr).not.toMatch(/my-own/);
  });
});

describe('mirror', () => {
  it('copies a store byte for byte, goes on where it was, and is a store', async () => {
    const dir = temporaryFolder();
    const copy = join(dir, 'copy');
    const words = ['mirror', ...address('gcs'), '--to', copy];
    expect((await ledgerlake(...words, '--dry')).stdout).toBe(
      `to read from the store: 13 objects, ${(sampleBytes() / 1000).toFixed(1)} kB, no price\n`,
    );
    expect(existsSync(copy)).toBe(false);
    const part = await ledgerlake(...words, '--range', '50:79');
    expect(part).toMatchObject({ code: 0, stderr: expect.stringMatching(/^copied 3 objects /) });
    const rest = JSON.parse((await ledgerlake(...words, '--json')).stdout);
    expect(rest).toMatchObject({ objects: 10, present: 3, gaps: [], stopped: false, store: { retries: 0 } });
    for (const [key, bytes] of servers.get('gcs')!.objects) {
      expect(readFileSync(join(copy, key)).equals(bytes), key).toBe(true);
    }
    expect(readdirSync(copy, { recursive: true }).length).toBe(readdirSync(sample, { recursive: true }).length);
    expect((await ledgerlake('ingest', copy, '--lake', join(dir, 'lake'), '--range', '2:29')).stderr).toMatch(
      /^loaded 28 ledgers /,
    );
  });

  it('fetches an object again that is not what its name says, and copies nowhere what stays so', async () => {
    const objects = new Map(servers.get('http')!.objects);
    const wrong = 'FFFFFFFF--0-49/FFFFFFF5--10-19.xdr.zst';
    objects.set(wrong, objects.get('FFFFFFFF--0-49/FFFFFFEB--20-29.xdr.zst')!);
    const server = await serve('http', objects);
    const copy = join(temporaryFolder(), 'copy');
    const found = await ledgerlake('mirror', `${server.origin}/${ROOT}`, '--to', copy, '--range', '2:39');
    await server.close();
    expect(found).toMatchObject({
      code: 1,
      stderr:
        `error: ${wrong}: the object holds ledgers 20 to 29, but its name says ledgers 10 to 19: ` +
        'it is misnamed or damaged; put the right one in its place (objectRange)\n',
    });
    expect(existsSync(join(copy, wrong))).toBe(false);
    expect(server.asked.filter(({ key, method }) => key === wrong && method === 'GET').length).toBe(2);
  });

  it('says that the folder cannot be written', async () => {
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    expect((await ledgerlake('mirror', sample, '--to', file)).stderr).toBe(
      `error: ${file} cannot be written: a part of the path is a file: give another folder\n`,
    );
  });

  it.runIf(existsSync('/proc/self'))('says that the system allows no folder there', async () => {
    expect((await ledgerlake('mirror', sample, '--to', '/proc/copy/of')).stderr).toMatch(
      /^error: \/proc\/copy\/of cannot be written: the system lets nobody make a folder there/,
    );
  });

  it('says that the folder mirrors another store', async () => {
    const copy = temporaryFolder();
    writeFileSync(join(copy, '.config.json'), '{}');
    expect((await ledgerlake('mirror', sample, '--to', copy)).stderr).toBe(
      `error: ${copy} has another .config.json than ${sample}: it mirrors another store; give another folder\n`,
    );
  });
});

describe('stores', () => {
  it('lists those that have a name', async () => {
    expect((await ledgerlake('stores')).stdout).toMatch(/^name .*\npubnet@aws +s3:\/\/aws-public-blockchain\/v1\.1/);
    expect(JSON.parse((await ledgerlake('stores', 'list', '--json')).stdout)[0]).toMatchObject({ network: 'pubnet' });
  });

  it.each(['http', 's3', 'gcs'] as const)('inspects one by %s', async (dialect) => {
    const { code, stdout, stderr } = await ledgerlake('stores', 'inspect', ...address(dialect), '--json');
    expect([code, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toMatchObject({
      layout: { ledgers_per_file: 10, files_per_partition: 5, extension: 'zst' },
      network: passphrase,
      first_ledger: 2,
      last_ledger: 129,
      objects: 13,
      computed: dialect === 'http',
      gaps: [],
      misnamed: [],
      sample: { ledgers: 10, verified: true },
      requests: { retries: 0, cost_usd: 0 },
    });
  });

  it.each(['folder', 'http', 's3', 'gcs'] as const)(
    'says what there is where a range has nothing, by %s',
    async (kind) => {
      const words = kind === 'folder' ? [sample] : address(kind);
      const there = kind === 's3' || kind === 'gcs' ? 'its last is 129' : 'it holds 2-129';
      for (const range of ['500:600', '500:']) {
        expect(await ledgerlake('stores', 'inspect', ...words, '--range', range)).toMatchObject({
          code: 1,
          stdout: '',
          stderr: expect.stringMatching(
            new RegExp(
              `^error: .* has no ledger of the range ${range}; ${there}\n$|^error: ledger object containing sequence 500 `,
            ),
          ),
        });
      }
    },
  );

  it('shows gaps and names that do not fit', async () => {
    const store = temporaryFolder();
    cpSync(sample, store, { recursive: true });
    const folder = join(store, 'FFFFFFCD--50-99');
    rmSync(join(folder, 'FFFFFFB9--70-79.xdr.zst'));
    renameSync(join(folder, 'FFFFFFAF--80-89.xdr.zst'), join(folder, 'DEADBEEF--80-89.xdr.zst'));
    const { stdout } = await ledgerlake('stores', 'inspect', store);
    expect(stdout).toMatch(/\ngaps +70-79\nmisnamed +FFFFFFCD--50-99\/DEADBEEF--80-89\.xdr\.zst\n/);
  });
});
