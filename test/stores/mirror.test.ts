import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { openLedgerStore } from '../../src/datastore/open.ts';
import type { Store } from '../../src/datastore/store.ts';
import { mirrorStore, planMirror } from '../../src/ingest/mirror.ts';
import { temporaryFolder } from '../folder.ts';
import { finish, ledgerlake, passphrase, sample, start } from '../cli/command.ts';
import { startFaultProxy, type FaultProxy } from './fault-proxy.ts';
import { COVERED_AT, eachObject, isObject, randomSchedule, tellable, type Fault, type Schedule } from './faults.ts';
import { fingerprint, loadInto } from './lakes.ts';
import { sampleObjects, sampleTargets } from './reading.ts';
import { objectsOf, putInParts, s3 } from './servers.ts';

const policy = { retryLimit: 20, retryWaitMs: 1, timeoutMs: 60_000 };
const impatient = { ...policy, timeoutMs: 500 };
const targets = sampleTargets('mirror');
const whole = fingerprint(sample);
const dir = temporaryFolder();
let folders = 0;
const newFolder = () => join(dir, `mirror-${folders++}`);

const faults: Fault[] = [
  { kind: 'status', status: 503, retryAfter: 0 },
  { kind: 'reset', at: 0.5 },
  { kind: 'cut', at: 0.5 },
  { kind: 'short', at: 0.5 },
  { kind: 'wrong', at: COVERED_AT },
  { kind: 'stall', at: 0.5 },
];

const objectsRead = ({ exchanges }: FaultProxy) =>
  exchanges.filter(({ method, target }) => method === 'GET' && isObject(target)).length;

async function mirror(store: Store, to: string) {
  try {
    return await mirrorStore(store, to, await planMirror(store, to, { range: { first: 2, last: 129 } }));
  } finally {
    store.close?.();
  }
}

/** The files of a lake of the sample, once it is loaded. */
let ofSample: Record<string, string> | undefined;

async function lakeOf(store: string): Promise<Record<string, string>> {
  const lake = newFolder();
  await loadInto(lake, await openLedgerStore([store]), passphrase, { workers: 1 });
  return fingerprint(lake);
}

describe.each(targets)('a mirror of $kind', (target) => {
  const test = it.skipIf(!target.isThere);
  const through = async (schedule?: Schedule, patience = policy) => {
    const proxy = await startFaultProxy({ upstream: target.upstream(), schedule });
    const store = await target.open(proxy.url, { policy: patience });
    return { proxy, store, [Symbol.asyncDispose]: () => proxy.close() };
  };

  test.each(faults)('is the store byte for byte when each object meets %j', async (fault) => {
    await using behind = await through(eachObject(fault), fault.kind === 'stall' ? impatient : policy);
    const to = newFolder();
    const report = await mirror(behind.store, to);
    expect(report).toMatchObject({ objects: 13, present: 0, gaps: [] });
    expect(report.store!.retries).toBeGreaterThanOrEqual(1);
    expect(fingerprint(to)).toEqual(whole);
  });

  test.each([0, 1, 2])('is the store byte for byte after random faults %i', async (i) => {
    await using behind = await through(tellable(target.kind, randomSchedule(`mirror ${i}`, 3, 50)), impatient);
    const to = newFolder();
    await mirror(behind.store, to);
    expect(fingerprint(to)).toEqual(whole);
  });

  test('holds whole objects only when it is cut off, and goes on without reading them again', async () => {
    const to = newFolder();
    const broken: Schedule = ({ method, target }) => {
      return method === 'GET' && target.includes('--60-69.xdr') ? { kind: 'cut', at: 0.9 } : undefined;
    };
    await using first = await through(broken, { ...policy, retryLimit: 1 });
    await expect(mirror(first.store, to)).rejects.toMatchObject({
      name: 'StoreError',
      fields: { key: 'FFFFFFCD--50-99/FFFFFFC3--60-69.xdr.zst' },
    });
    const before = fingerprint(to);
    expect(whole).toMatchObject(before);
    await using second = await through();
    const report = await mirror(second.store, to);
    expect(fingerprint(to)).toEqual(whole);
    const there = Object.keys(before).filter((name) => name.includes('.xdr.')).length;
    expect(report).toMatchObject({ objects: 13 - there, present: there });
    expect(objectsRead(second.proxy)).toBe(13 - there);
  });

  test('is a store that needs no network', async () => {
    await using behind = await through();
    const to = newFolder();
    await mirror(behind.store, to);
    await behind.proxy.close();
    ofSample ??= await lakeOf(sample);
    expect(await lakeOf(to)).toEqual(ofSample);
  });

  test('of another store is not mixed with it', async () => {
    const to = newFolder();
    await using first = await through();
    await mirror(first.store, to);
    writeFileSync(join(to, '.config.json'), '{"networkPassphrase":"another"}');
    await using second = await through();
    await expect(mirror(second.store, to)).rejects.toThrow(/it mirrors another store; give another folder$/);
  });
});

const [http] = targets as [(typeof targets)[number]];

/** Where the hash of an object's first ledger is: behind the range, the count, the version and its extension. */
const HASH_AT = 20;

describe('a mirror of a bucket whose objects were written in parts', () => {
  const bucket = 'in-parts';
  const wrong = sampleObjects[2].key;
  const open = () => openLedgerStore([s3.address(bucket)], s3.access(s3.url!));

  it.skipIf(!s3.url)('verifies their ledgers', async () => {
    const manifest = objectsOf(sample).filter(({ key }) => key === '.config.json');
    await s3.fill(bucket, manifest);
    for (const object of sampleObjects) await putInParts(bucket, object);
    const to = newFolder();
    await mirror(await open(), to);
    expect(fingerprint(to)).toEqual(whole);

    const bytes = zstdDecompressSync(sampleObjects[2].bytes);
    bytes[HASH_AT] ^= 1;
    await putInParts(bucket, { key: wrong, bytes: zstdCompressSync(bytes) });
    const another = newFolder();
    await expect(mirror(await open(), another)).rejects.toMatchObject({ name: 'VerifyError', fields: { file: wrong } });
    expect(whole).toMatchObject(fingerprint(another));
    expect(Object.keys(fingerprint(another))).not.toContain(wrong);
  });
});

describe('the command', () => {
  /** The first to ask for the seventh object waits for it until it is ended. */
  const stuck: Schedule = ({ method, target, attempt }) => {
    return method === 'GET' && attempt === 0 && target.includes('--60-69.xdr') ? { kind: 'stall', at: 0.5 } : undefined;
  };
  const isStuck = ({ exchanges }: FaultProxy) => exchanges.some(({ fault }) => fault !== undefined);

  it('goes on after it was killed', async () => {
    await using proxy = await startFaultProxy({ upstream: http.upstream(), schedule: stuck });
    const to = newFolder();
    const words = ['mirror', proxy.url, '--to', to, '--range', '2:129', '--num-workers', '1'];
    const child = start(words);
    await vi.waitFor(() => expect(isStuck(proxy)).toBe(true), { timeout: 100_000 });
    child.kill('SIGKILL');
    await once(child, 'close');
    const { code, stderr } = await ledgerlake(...words);
    expect([code, stderr]).toEqual([0, expect.stringMatching(/^copied \d+ objects .*\nthere already: \d+ object/)]);
    expect(fingerprint(to)).toEqual(whole);
  });

  it('stops cleanly when it is interrupted', async () => {
    await using proxy = await startFaultProxy({ upstream: http.upstream(), schedule: stuck });
    const to = newFolder();
    const child = start(['mirror', proxy.url, '--to', to, '--range', '2:129', '--num-workers', '1']);
    await vi.waitFor(() => expect(isStuck(proxy)).toBe(true), { timeout: 100_000 });
    child.kill('SIGINT');
    const { code, stderr } = await finish(child);
    expect([code, stderr]).toEqual([130, expect.stringContaining('stopped; repeat the command to continue')]);
    expect(whole).toMatchObject(fingerprint(to));
  });

  it('says that it needs a network', async () => {
    const { code, stderr } = await ledgerlake('mirror', 'http://store.invalid/', '--to', newFolder());
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^error: .*cannot be reached: .*; this needs a network\n$/),
    ]);
  });
});

/** Mounts a file system of its own for a test; undefined where that is not allowed. */
function mount(size: string): string | undefined {
  const folder = temporaryFolder();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder], { stdio: 'ignore' });
    mounts.push(folder);
    return folder;
  } catch {
    return undefined;
  }
}

const mounts: string[] = [];
const small = mount('200k');
const readOnly = mount('2m');
afterAll(() => {
  mounts.forEach((folder) => execFileSync('umount', [folder]));
});

describe('a target that cannot be written', () => {
  const complaint = async (to: string) => {
    await using proxy = await startFaultProxy({ upstream: http.upstream() });
    const { code, stderr } = await ledgerlake('mirror', proxy.url, '--to', to, '--range', '2:129');
    expect(code).toBe(1);
    return stderr;
  };

  it.skipIf(!small)('since its disk is full', async () => {
    expect(await complaint(small!)).toBe(
      `error: ${small!} cannot be written: the disk is full: free some space and repeat the command\n`,
    );
    expect(whole).toMatchObject(fingerprint(small!));
  });

  it.skipIf(!readOnly)('since it is read-only', async () => {
    execFileSync('mount', ['-o', 'remount,ro', readOnly!]);
    const to = join(readOnly!, 'mirror');
    expect(await complaint(to)).toBe(
      `error: ${to} cannot be written: the file system is read-only: give another folder\n`,
    );
  });

  it('since it is a file', async () => {
    const to = join(dir, 'file');
    writeFileSync(to, '');
    expect(await complaint(to)).toBe(
      `error: ${to} cannot be written: a part of the path is a file: give another folder\n`,
    );
  });
});

describe('a cache', () => {
  it('spares the store the second reading, and stays as small as it was told', async () => {
    await using proxy = await startFaultProxy({ upstream: http.upstream() });
    const cache = newFolder();
    const load = async (...more: string[]) => {
      const words = [
        'ingest',
        proxy.url,
        '--lake',
        newFolder(),
        '--range',
        '2:129',
        '--cache',
        cache,
        '--json',
        ...more,
      ];
      const { code, stdout, stderr } = await ledgerlake(...words);
      expect([code, stderr]).toEqual([0, '']);
      return JSON.parse(stdout);
    };
    expect(await load()).toMatchObject({ ledgers: 128, store: { cached: 0 } });
    expect(objectsRead(proxy)).toBe(13);
    expect(await load()).toMatchObject({ ledgers: 128, store: { cached: 13 } });
    expect(objectsRead(proxy)).toBe(13);
    expect(await load('--cache-size', '100kB')).toMatchObject({ ledgers: 128 });
    const kept = execFileSync('find', [cache, '-type', 'f', '-printf', '%s\n'], { encoding: 'utf8' });
    const total = kept
      .trim()
      .split('\n')
      .reduce((sum, bytes) => sum + Number(bytes), 0);
    expect(total).toBeLessThanOrEqual(100_000);
  });

  it('needs no network for what it has, and says so', async () => {
    const proxy = await startFaultProxy({ upstream: http.upstream() });
    const cache = newFolder();
    const load = (range: string) => {
      return ledgerlake('ingest', proxy.url, '--lake', newFolder(), '--range', range, '--cache', cache, '--json');
    };
    expect((await load('2:69')).code).toBe(0);
    await proxy.close();
    const { code, stdout, stderr } = await load('10:49');
    expect([code, stderr]).toEqual([
      0,
      expect.stringMatching(/^store not reached, going by the listing of \d{4}-\d\d-\d\dT.*Z\n$/),
    ]);
    expect(JSON.parse(stdout)).toMatchObject({ ledgers: 40, store: { cached: 4 } });
    const beyond = await load('2:79');
    expect([beyond.code, beyond.stderr]).toEqual([1, expect.stringMatching(/this needs a network\n$/)]);
  });
});
