/** What is wrong with a store or a target, as a user meets it: one message that says what to do next, and nothing left behind. */
import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../folder.ts';
import { finish, ledgerlake, passphrase, sample, start } from '../cli/command.ts';
import { startFolderServer } from './folder-server.ts';
import { objectsOf, servers, type Server, type Upload } from './servers.ts';

const dir = temporaryFolder();
let folders = 0;
const newFolder = () => join(dir, `target-${folders++}`);

const objects = objectsOf(sample);
const manifest = objects.find(({ key }) => key === '.config.json')!;
const withManifest = (change: (text: string) => string): Upload[] => [
  ...objects.filter(({ key }) => key !== manifest.key),
  { key: manifest.key, bytes: Buffer.from(change(Buffer.from(manifest.bytes).toString())) },
];
const tenth = 'FFFFFFFF--0-49/FFFFFFF5--10-19.xdr.zst';
const twentieth = objects.find(({ key }) => key.endsWith('--20-29.xdr.zst'))!;
const withObject = (key: string, bytes: Uint8Array) =>
  objects.map((object) => (object.key === key ? { key, bytes } : object));

const buckets: Record<string, Upload[]> = {
  'bad-empty': [],
  'bad-manifest-only': [manifest],
  'bad-size': withManifest((text) => text.replace(/("ledgersPerBatch": *)\d+/, '$164')),
  'bad-partition': withManifest((text) => text.replace(/("batchesPerPartition": *)\d+/, '$17')),
  'bad-network': withManifest((text) => text.replace('Sample', 'Other')),
  'bad-mixed': [...objects, { key: 'FFFFFF9B--100-149/FFFFFF7D--130.xdr.zst', bytes: Buffer.from('x') }],
  'bad-key': [...objects, { key: 'FFFFFF9B--100-149/DEADBEEF--130-139.xdr.zst', bytes: Buffer.from('x') }],
  'bad-range': withObject(tenth, twentieth.bytes),
  'bad-end': withObject(tenth, objects.find(({ key }) => key === tenth)!.bytes.subarray(0, 1000)),
};

const none = 'no valid ledger files found on the data store: ';
const cases: [title: string, path: string, message: string][] = [
  ['an empty store', 'bad-empty', `${none}ADDRESS holds nothing at all; check bucket and prefix`],
  ['no such prefix', 'bad-range/nothing', `${none}ADDRESS holds nothing at all; check bucket and prefix`],
  ['a missing bucket', 'bad-nowhere/ledgers', "bucket 'bad-nowhere' does not exist"],
  [
    'a manifest and no ledgers',
    'bad-manifest-only',
    `${none}ADDRESS has a .config.json and no ledgers yet; --follow loads new ones`,
  ],
  ['a manifest of other files', 'bad-size', 'ADDRESS: .config.json says 64 ledgers a file, but '],
  ['a manifest of other partitions', 'bad-partition', 'ADDRESS: .config.json says 7 files a partition, but '],
  ['two layouts', 'bad-mixed', 'take away what does not belong there'],
  [
    'a key that does not match the schema',
    'bad-key',
    'ADDRESS: the key FFFFFF9B--100-149/DEADBEEF--130-139.xdr.zst does not fit',
  ],
  [
    'an object of other ledgers than its name says',
    'bad-range',
    'it is misnamed or damaged; put the right one in its place',
  ],
  ['an object that is cut off', 'bad-end', `${tenth}, byte 0: the zstd frame runs past the end of the file, byte 1000`],
];

beforeAll(async () => {
  for (const { url, fill, environment } of servers) {
    Object.assign(process.env, environment);
    if (url) for (const [bucket, uploads] of Object.entries(buckets)) await fill(bucket, uploads);
  }
});

function wordsFor({ kind, address, url }: Server, path: string): string[] {
  const region = kind === 's3' ? ['--region', 'us-east-2'] : [];
  return [address(path), '--endpoint-url', url!, ...region, '--retry-limit', '0'];
}

describe.each(servers)('a bucket of $kind with', (server) => {
  it.skipIf(!server.url).each(cases)('%s', async (_title, path, message) => {
    const expected = expect.stringContaining(message.replace('ADDRESS', server.address(path)));
    const [lake, copy] = [newFolder(), newFolder()];
    const words = wordsFor(server, path);
    const ingest = await ledgerlake('ingest', ...words, '--lake', lake, '--workers', '1');
    expect([ingest.code, ingest.stderr]).toEqual([1, expected]);
    expect(existsSync(lake)).toBe(false);
    const mirror = await ledgerlake('mirror', ...words, '--to', copy);
    expect([mirror.code, mirror.stderr]).toEqual([1, expected]);
    expect(existsSync(join(copy, tenth))).toBe(false);
  });

  it.skipIf(!server.url)('a manifest of another network', async () => {
    const words = wordsFor(server, 'bad-network');
    const wrong = 'the transaction of a result: check the passphrase of the network';
    const plain = await ledgerlake('ingest', ...words, '--lake', newFolder(), '--workers', '1');
    expect([plain.code, plain.stderr]).toEqual([1, expect.stringContaining(wrong)]);
    const asked = await ledgerlake('ingest', ...words, '--lake', newFolder(), '--network', passphrase);
    expect([asked.code, asked.stderr]).toEqual([1, expect.stringContaining(`, but "${passphrase}" was requested: `)]);
  });
});

describe('a plain mirror', () => {
  it('that is not there is not asked for its network', async () => {
    await using server = await startFolderServer(dir);
    const { code, stderr } = await ledgerlake('ingest', `${server.url}/nothing`, '--lake', newFolder());
    expect([code, stderr]).toEqual([
      1,
      'error: datastore manifest is missing and local config is incomplete; ledgersPerFile and filesPerPartition must be set; ' +
        `${server.url}/nothing has no .config.json, so check the address or give --config FILE\n`,
    ]);
  });

  it('whose manifest comes late is waited for with --follow', async () => {
    const folder = newFolder();
    mkdirSync(folder);
    await using server = await startFolderServer(folder);
    const lake = newFolder();
    const child = start(['ingest', server.url, '--lake', lake, '--range', '2:19', '--follow', '--workers', '1']);
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    await vi.waitFor(() => expect(said).toContain('waiting for what comes'), { timeout: 50_000 });
    expect(existsSync(lake)).toBe(false);
    cpSync(sample, folder, { recursive: true });
    const { code, stderr } = await finish(child);
    expect([code, stderr]).toEqual([0, expect.stringContaining(`loaded 18 ledgers into ${lake}`)]);
    expect(said.match(/waiting for what comes/g)).toHaveLength(1);
  });

  it('that never has one is left at Ctrl-C, and no lake is made', async () => {
    const folder = newFolder();
    mkdirSync(folder);
    writeFileSync(join(folder, 'readme.txt'), '');
    await using server = await startFolderServer(folder);
    const lake = newFolder();
    const child = start(['ingest', server.url, '--lake', lake, '--follow']);
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    await vi.waitFor(() => expect(said).toContain('waiting for what comes'), { timeout: 50_000 });
    child.kill('SIGINT');
    const { code, stderr } = await finish(child);
    expect([code, stderr]).toEqual([0, expect.stringContaining('stopped before the store held anything\n')]);
    expect(existsSync(lake)).toBe(false);
  });
});
