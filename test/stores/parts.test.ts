import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { Index } from '../../src/history/index-files.ts';
import { keyRun, memoryRun } from '../../src/history/run.ts';
import { attachParts } from '../../src/ingest/attach.ts';
import { selectRows } from '../../src/lake/duckdb/duckdb.ts';
import { openLake } from '../../src/lake/asking/lake.ts';
import { compactLake } from '../../src/lake/writing/compact.ts';
import { publishWithIceberg } from '../../src/ingest/publish.ts';
import { readAvroFile } from '../../src/lake/iceberg/avro.ts';
import { FORMAT_VERSION } from '../../src/lake/disk/snapshot/manifest.ts';
import { publishLake } from '../../src/lake/disk/attach/publish-lake.ts';
import { sealedText, unsealed } from '../../src/lake/disk/sealed.ts';
import { flipBit, temporaryFolder } from '../folder.ts';
import { load, network, segmentOf, tables } from '../lake/tables.ts';
import { startFaultProxy, type Exchange } from './fault-proxy.ts';
import type { Schedule } from './faults.ts';
import { objectsOf, servers, type Server } from './servers.ts';
import { main } from '../main.ts';

const policy = { retryLimit: 3, retryWaitMs: 1, timeoutMs: 20_000 };
const file = 'bronze/payments/ledger_range=0/11-20.parquet';
const open = (dir: string, options = {}) => openLake(dir, { tables, write: true, network, sql: 'none', ...options });

async function made(...ranges: [number, number][]): Promise<string> {
  const dir = temporaryFolder();
  const lake = await open(dir);
  await load(lake, ...ranges);
  await lake.close();
  return dir;
}

const one = await made([1, 10], [11, 20]);
const two = await made([21, 30]);

/** The ledgers, files and rows of a lake. */
async function contents(dir: string): Promise<unknown> {
  const lake = await open(dir, { write: false });
  const sql = `select (select list((sequence, ledger_hash) order by sequence) from meta.ledgers) as ledgers,
    (select list((path, sha256) order by path) from meta.segment_files) as files,
    (select list((id, account, memo) order by id) from bronze.payments_raw_v1) as payments`;
  const rows = await lake.read((connection) => selectRows(connection, sql));
  await lake.close();
  return rows;
}

const uploads = (exchanges: readonly Exchange[]) => exchanges.filter(({ method }) => ['PUT', 'POST'].includes(method));
const isUpload = (method: string) => method === 'PUT' || method === 'POST';

describe.each(servers)('parts in $kind', (server: Server) => {
  const isThere = server.url !== undefined;
  const bucket = `parts-${server.kind}`;
  const access = (endpointUrl = server.url!) => ({ bucket: { ...server.access(endpointUrl), policy } });
  const at = (path: string) => server.address(`${bucket}/${path}`);
  const put = (path: string, bytes: Uint8Array) => server.put(bucket, [{ key: path, bytes }]);
  /** Puts a lake there as it is, but for what is left out. */
  const copy = (dir: string, prefix: string, isLeft: (key: string) => boolean = () => false) =>
    server.put(
      bucket,
      objectsOf(dir, `${prefix}/`).filter(({ key }) => !isLeft(key)),
    );

  beforeAll(async () => {
    if (!isThere) return;
    Object.assign(process.env, server.environment);
    await server.fill(bucket, []);
    await publishLake(one, at('one'), access());
    await publishLake(two, at('two'), access());
  });

  /** Attaches and expects this error, with the lake as before. */
  async function refuses(parts: string[], message: string): Promise<void> {
    const dir = await made([1, 10]);
    const before = await contents(dir);
    await expect(attachParts(dir, parts, access())).rejects.toMatchObject({
      message: expect.stringContaining(message),
    });
    expect(await contents(dir)).toEqual(before);
    const vacant = join(temporaryFolder(), 'lake');
    await expect(attachParts(vacant, parts, access())).rejects.toThrow();
    expect(existsSync(join(vacant, 'lake.json'))).toBe(false);
  }

  it.skipIf(!isThere)('become the lake that folders become, in any order, and twice', async () => {
    const [expected, dir] = [temporaryFolder(), temporaryFolder()];
    await attachParts(expected, [one, two]);
    expect(await attachParts(dir, [at('two'), at('one')], access())).toMatchObject({ ledgers: 30, gaps: [] });
    expect(await contents(dir)).toEqual(await contents(expected));
    expect(await attachParts(dir, [at('one'), two], access())).toMatchObject({ segments: 0, present: 30 });
    expect(readdirSync(dir)).not.toContain('attaching');
    const moved = attachParts(dir, [at('one')], { ...access(), how: 'move' });
    await expect(moved).rejects.toThrow('is in a bucket, from which --move deletes nothing: omit --move');
  });

  it.skipIf(!isThere)('bring their index, of both kinds', async () => {
    const [dir, whole] = [await made([1, 10]), temporaryFolder()];
    const range = { first: 1, last: 10 };
    const index = new Index(dir);
    await index.rows.add(
      memoryRun({ ...range, checksums: Buffer.alloc(40), rows: [0, 0, 0].map(() => Buffer.alloc(12)) }),
    );
    await index.keys.add(keyRun({ ...range, rows: Buffer.alloc(12) }));
    await index.flush();
    index.close();
    await publishLake(dir, at('indexed'), access());
    await attachParts(whole, [at('indexed')], access());
    const brought = new Index(whole);
    expect([brought.rows.ranges(), brought.keys.ranges()]).toEqual([[range], [range]]);
    brought.close();
  });

  it.skipIf(!isThere)('are sent once, the head last, and what grew is sent alone', async () => {
    await using proxy = await startFaultProxy({ upstream: server.url! });
    const dir = await made([1, 10]);
    const first = await publishLake(dir, at('grown'), access(proxy.url));
    expect(first).toMatchObject({ ledgers: 10, present: { objects: 0 } });
    const targets = uploads(proxy.exchanges).length;
    expect(targets).toBe(first.sent.objects);
    expect(await publishLake(dir, at('grown'), access())).toMatchObject({
      ...{ sent: { objects: 0, bytes: 0 }, present: first.sent },
    });
    const lake = await open(dir);
    await load(lake, [11, 20]);
    await lake.close();
    const { sent, present } = await publishLake(dir, at('grown'), access());
    expect(present.objects).toBe(first.sent.objects - 2);
    expect(sent.objects).toBeLessThanOrEqual(first.sent.objects);
    expect(await attachParts(temporaryFolder(), [at('grown')], access())).toMatchObject({ ledgers: 20 });
  });

  it.skipIf(!isThere)('bring Iceberg tables whose locations are in the bucket', async () => {
    const dir = await made([1, 10], [11, 20]);
    const lake = await open(dir);
    await lake.enableIceberg();
    const { number } = await lake.snapshot();
    await lake.close();
    const { sent } = await publishWithIceberg(dir, at('iceberg'), access());
    const get = server.plainGet(bucket);
    const table = 'iceberg/iceberg/bronze/history_ledgers';
    expect(String(Buffer.from(await get(`${table}/metadata/version-hint.text`)))).toBe(String(number));
    const metadata = JSON.parse(String(Buffer.from(await get(`${table}/metadata/v${number}.metadata.json`))));
    expect(metadata.location).toBe(at(table));
    const key = (address: unknown) => String(address).replace(at(''), '');
    const list = readAvroFile(await get(key(metadata.snapshots[0]['manifest-list']))).records;
    const files: string[] = [];
    for (const { manifest_path: manifest } of list as { manifest_path: string }[]) {
      const entries = readAvroFile(await get(key(manifest))).records as { data_file: { file_path: string } }[];
      files.push(...entries.map((entry) => entry.data_file.file_path));
    }
    const of = (range: string) => at(`iceberg/bronze/history_ledgers/ledger_range=0/${range}.parquet`);
    expect(files).toEqual([of('1-10'), of('11-20')]);
    for (const one of files) expect((await get(key(one))).length).toBeGreaterThan(100);
    const again = await publishWithIceberg(dir, at('iceberg'), access());
    expect(again.present.objects).toBeGreaterThan(0.7 * sent.objects);
  });

  it.skipIf(!isThere)('leave another load of the same ledgers, and other ledgers', async () => {
    await publishLake(await made([1, 10]), at('again'), access());
    const again = await made([1, 10]);
    expect(await publishLake(again, at('again'), access())).toMatchObject({ sent: { objects: 0 } });
    const why = 'publish';
    await expect(publishLake(two, at('again'), access())).rejects.toThrow(
      `${at('again')} holds ledger 1, which ${two} lacks: ${why}`,
    );
    await expect(publishLake(one, at('again'), access())).rejects.toThrow('holds ledgers of another load than');
    expect(await attachParts(temporaryFolder(), [at('again')], access())).toMatchObject({ ledgers: 10 });
  });

  it.skipIf(!isThere)('are whole after uploads that were refused, reset or cut', async () => {
    const schedule: Schedule = ({ method, attempt }) => {
      if (!isUpload(method) || attempt > 1) return undefined;
      return attempt === 0 ? { kind: 'status', status: 503 } : { kind: 'cut', at: 0 };
    };
    await using proxy = await startFaultProxy({ upstream: server.url!, schedule });
    await publishLake(one, at('faults'), access(proxy.url));
    const dir = temporaryFolder();
    await attachParts(dir, [at('faults')], access());
    expect(await contents(dir)).toEqual(await contents(one));
  });

  /** Kills the command at its n-th request of those that count; returns false when there were fewer. */
  async function isKilledAt(count: number, words: string[], isCounted: (exchange: Exchange) => boolean) {
    let seen = 0;
    const schedule: Schedule = (request) => {
      if (isCounted({ ...request, status: 0, headers: {} }) && ++seen === count) child.kill('SIGKILL');
      return undefined;
    };
    await using proxy = await startFaultProxy({ upstream: server.url!, schedule });
    const flags = server.kind === 's3' ? ['--region', 'us-east-2'] : [];
    const child = spawn(process.execPath, [main, ...words, '--endpoint-url', proxy.url, ...flags], {
      stdio: 'ignore',
    });
    const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
    expect({ words, ended: signal ?? code }).toEqual({ words, ended: expect.toBeOneOf(['SIGKILL', 0]) });
    return signal !== null;
  }

  it.skipIf(!isThere)('go on after the process was killed while it sent or brought them', async () => {
    const killedAt = async (...how: Parameters<typeof isKilledAt>) => expect(await isKilledAt(...how)).toBe(true);
    // The four files are there when the first manifest is sent.
    await killedAt(5, ['publish', '--lake', one, '--to', at('killed')], ({ method }) => isUpload(method));
    const dir = temporaryFolder();
    await expect(attachParts(dir, [at('killed')], access())).rejects.toThrow(
      `part ${at('killed')} is still being written, or its upload was cut off`,
    );
    const { present } = await publishLake(one, at('killed'), access());
    expect(present.objects).toBeGreaterThan(0);
    await killedAt(4, ['attach', at('killed'), '--lake', dir], ({ target }) => target.includes('.parquet'));
    await attachParts(dir, [at('killed')], access());
    expect(await contents(dir)).toEqual(await contents(one));
  });

  it.skipIf(!isThere)('are as before or as after at each upload of a lake that grew and was merged', async () => {
    const before = await made([1, 10], [11, 20]);
    const after = temporaryFolder();
    cpSync(before, after, { recursive: true });
    const lake = await open(after);
    await compactLake(lake);
    await load(lake, [21, 30]);
    await lake.close();
    const [was, is] = [await contents(before), await contents(after)];
    const attached = async (address: string) => {
      const dir = temporaryFolder();
      await attachParts(dir, [address], access());
      return contents(dir);
    };
    let isKilled = true;
    for (let upload = 1; isKilled; upload++) {
      const address = at(`regrown-${upload}`);
      await publishLake(before, address, access());
      const publish = ['publish', '--lake', after, '--to', address];
      isKilled = await isKilledAt(upload, publish, ({ method }) => isUpload(method));
      if (isKilled)
        expect({ upload, seen: await attached(address) }).toEqual({ upload, seen: expect.toBeOneOf([was, is]) });
      await publishLake(after, address, access());
      expect(await attached(address)).toEqual(is);
    }
  });

  it.skipIf(!isThere)('bring again only what is not there', async () => {
    const dir = await made([1, 10]);
    await copy(one, 'lacks', (key) => key.endsWith(file));
    await expect(attachParts(dir, [at('lacks'), at('two')], access())).rejects.toThrow(`lacks a file: ${file} is gone`);
    await put(`lacks/${file}`, readFileSync(join(one, file)));
    await using proxy = await startFaultProxy({ upstream: server.url! });
    await attachParts(dir, [at('lacks')], access(proxy.url));
    const brought = proxy.exchanges.filter(({ target }) => target.includes('.parquet')).map(({ target }) => target);
    expect(brought.map((target) => decodeURIComponent(target)).every((target) => target.includes('11-20'))).toBe(true);
    expect(brought.length).toBeGreaterThan(0);
  });

  it.skipIf(!isThere)('that are wrong are named, and the lake is as it was', async () => {
    const part = temporaryFolder();
    cpSync(one, part, { recursive: true });
    flipBit(join(part, file), 900);
    await copy(part, 'damaged');
    await refuses([at('damaged'), at('two')], `part ${at('damaged')} has a damaged file: ${file} is `);
    await expect(publishLake(part, at('never'), access())).rejects.toThrow(`has a damaged file: ${file} is `);
    await put(`damaged/${file}`, Buffer.from('short'));
    await refuses([at('damaged')], `${file} is 5 bytes, expected `);
    await copy(one, 'manifest', (key) => key.endsWith('/11-20.json'));
    await refuses([at('manifest')], `part ${at('manifest')} lacks a file: segments/11-20.json is gone`);
    await put('manifest/segments/11-20.json', Buffer.from('{}'));
    await refuses([at('manifest')], `part ${at('manifest')} has a damaged file: segments/11-20.json is `);
    await refuses([at('nothing')], `no lake at ${at('nothing')}: it has no snapshots/head.json`);
    await refuses([server.address('no-such-bucket/x')], "bucket 'no-such-bucket' does not exist");
    await copy(one, 'other', (key) => key.endsWith('/lake.json'));
    const description = unsealed(readFileSync(join(one, 'lake.json'), 'utf8')) as object;
    const say = (changed: object) => put('other/lake.json', Buffer.from(sealedText({ ...description, ...changed })));
    await say({ network_passphrase: 'Other' });
    await refuses(
      [at('two'), at('other')],
      `lake ${at('other')} is of the network "Other", not "${network}": give another folder`,
    );
    await say({ format_version: FORMAT_VERSION + 1 });
    await refuses([at('other')], `has format version ${FORMAT_VERSION + 1}, expected ${FORMAT_VERSION}`);
  });

  it.skipIf(!isThere)('whose hashes do not meet, or with other bytes, are named', async () => {
    const part = await made();
    const lake = await open(part);
    await lake.commit(segmentOf(21, 30, 'other'));
    await lake.close();
    await publishLake(part, at('seam'), access());
    await refuses([at('one'), at('seam')], `part ${at('seam')}: ledger 21: its header names the previous ledger hash `);
    await refuses([at('two'), at('seam')], 'other bytes for ledger 21: its hash is ');
  });

  it.skipIf(!isThere)('are refused by a bucket without rights, in its words', async () => {
    const refused = (isRefused: (method: string) => boolean): Schedule => {
      return ({ method }) => (isRefused(method) ? { kind: 'status', status: 403 } : undefined);
    };
    await using writing = await startFaultProxy({ upstream: server.url!, schedule: refused(isUpload) });
    const rights = server.kind === 's3' ? 's3:PutObject' : 'storage.objects.create';
    await expect(publishLake(one, at('denied'), access(writing.url))).rejects.toMatchObject({
      name: 'StoreError',
      message: expect.stringContaining(rights),
    });
    await using reading = await startFaultProxy({ upstream: server.url!, schedule: refused(() => true) });
    const dir = join(temporaryFolder(), 'lake');
    await expect(attachParts(dir, [at('one')], access(reading.url))).rejects.toMatchObject({ name: 'StoreError' });
    expect(existsSync(dir)).toBe(false);
    rmSync(dir, { recursive: true, force: true });
  });
});
