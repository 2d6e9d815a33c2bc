/** Every byte of every small file of a lake, changed: it is refused, reported, or changes no answer. */
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkIndexFiles } from '../../../src/history/check-files.ts';
import { LedgerIndex } from '../../../src/history/ledger-index.ts';
import { open } from '../../../src/index.ts';
import { LakeError } from '../../../src/core/errors.ts';
import { openLake, type Lake } from '../../../src/lake/asking/lake.ts';
import { queryText } from '../../../src/lake/asking/query/write.ts';
import { readBaselines } from '../../../src/lake/disk/snapshot/baseline.ts';
import { readPaths } from '../../../src/lake/disk/files.ts';
import { describeLake } from '../../../src/lake/disk/snapshot/description.ts';
import { readManifest } from '../../../src/lake/disk/snapshot/manifest.ts';
import { SCRUB } from '../../../src/lake/disk/scrub-state.ts';
import { readSnapshot } from '../../../src/lake/disk/snapshot/read-snapshot.ts';
import { startScrub } from '../../../src/library/scrub.ts';
import { tables } from '../../../src/tables/index.ts';
import { filesBelow, flipBit, temporaryFolder } from '../../folder.ts';
import { randomOf } from '../../crash/lake-state.ts';
import { makeSampleLake } from '../../make/sample-lake.ts';
import { samplePassphrase } from '../checked.ts';

let lake = '';
beforeAll(async () => {
  lake = join(temporaryFolder(), 'lake');
  cpSync(await makeSampleLake(), lake, { recursive: true });
});

/** Returns the files of the lake that hold no rows, by their paths in it. */
function smallFiles(): string[] {
  return readdirSync(lake, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.parquet'))
    .map(({ parentPath, name }) => relative(lake, join(parentPath, name)))
    .sort();
}

/** How each file is read, which throws or gives nothing where the file is damaged. */
const readers: [files: RegExp, read: (path: string) => Promise<unknown>][] = [
  [/^lake\.json$/, () => describeLake(lake)],
  [/^snapshots\/.*\.json$/, () => readSnapshot(lake)],
  [
    /^segments\/\d+-\d+\.json$/,
    (path) => readManifest(lake, samplePassphrase, path.slice('segments/'.length, -'.json'.length)),
  ],
  [/^segments\/stores\.json$/, (path) => readPaths(lake, path)],
  [/^states?\/\d+\.json$/, () => readBaselines(lake)],
  [/^lookup\//, faultsOfIndex],
];

async function faultsOfIndex(): Promise<unknown> {
  const found = [];
  for await (const { path, fault } of checkIndexFiles(lake)) if (fault !== undefined) found.push(path);
  if (found.length > 0) throw new Error(`damaged: ${found.join()}`);
  return [];
}

/** At most so many bytes of a file are changed, one after another, spread over it. */
const MOST = 1500;

/** What a changed file says beside what it said: the same, something else, or that it is refused. */
async function toldOf(read: () => Promise<unknown>): Promise<string> {
  try {
    return JSON.stringify(await read());
  } catch {
    return 'refused';
  }
}

describe('a byte that is another', () => {
  it('is refused or changes nothing, in each file with a reader', { timeout: 600_000 }, async () => {
    const files = smallFiles().filter((path) => !path.startsWith('locks/'));
    const changed: string[] = [];
    for (const path of files) {
      const reader = readers.find(([names]) => names.test(path));
      expect({ path, isKnown: reader !== undefined }).toEqual({ path, isKnown: true });
      const [, read] = reader!;
      const bytes = readFileSync(join(lake, path));
      const whole = await toldOf(() => read(path));
      expect({ path, isRefused: whole === 'refused' }).toEqual({ path, isRefused: false });
      const step = Math.max(1, Math.floor(bytes.length / MOST));
      for (let at = 0; at < bytes.length; at += step) {
        const flipped = Buffer.from(bytes);
        // A digit becomes another digit, a letter another letter.
        flipped[at] ^= 1;
        writeFileSync(join(lake, path), flipped);
        const told = await toldOf(() => read(path));
        // A list of paths that is damaged is taken for an empty one: the files are looked for anew.
        if (told !== 'refused' && told !== whole && told !== '[]')
          changed.push(`${path} at ${at}: ${told.slice(0, 80)}`);
      }
      writeFileSync(join(lake, path), bytes);
    }
    expect(changed).toEqual([]);
    expect(files.length).toBeGreaterThan(5);
  });

  it('changes no answer in locks, which hold none', async () => {
    const ask = async () => {
      const opened = await open(lake, { readOnly: true });
      const rows = await opened.rows('select count(*) as n, sum(fee_charged) as fees from history_transactions');
      await opened.close();
      return JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
    };
    const before = await ask();
    const locks = existsSync(join(lake, 'locks')) ? smallFiles().filter((path) => path.startsWith('locks/')) : [];
    expect(locks.length).toBeGreaterThan(0);
    for (const path of locks) {
      const bytes = readFileSync(join(lake, path));
      writeFileSync(join(lake, path), Buffer.alloc(bytes.length, 0x5a));
    }
    expect(await ask()).toBe(before);
  });
});

describe('a scrub', { timeout: 600_000 }, () => {
  const clock = { now: () => Date.parse('2026-01-01'), wait: async () => undefined };
  /** Relations of each kind of file: tables, and what is made of parts. */
  const asked = [
    ...tables.map(({ name }) => `bronze.${name}_raw_v1`),
    'silver.accounts_current',
    'silver.offers_current',
  ];

  /** Scrubs a lake once, as a server does beside its requests, and returns what it found. */
  async function scrubbed(opened: Lake): Promise<string[]> {
    const found: string[] = [];
    const done = Promise.withResolvers<unknown>();
    const idle = async (milliseconds: number, signal: AbortSignal) => {
      if (milliseconds < 60_000) return;
      done.resolve('idle');
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
    };
    const running = startScrub(opened, {
      clock: { ...clock, wait: idle },
      onDamage: ({ where }) => void found.push(where),
      onTrouble: (message) => done.reject(new Error(message)),
    });
    await done.promise;
    await running.stop();
    return found.sort();
  }

  /** What relations come to, in a lake in which nothing but the scrub finds damage. */
  async function answers(opened: Lake): Promise<Map<string, string>> {
    const found = new Map<string, string>();
    for (const name of asked) {
      const sql = `select count(*), bit_xor(hash(t)) from ${name} as t`;
      const rows = await queryText(opened, sql, { limit: 1 }).then(
        (table) => JSON.stringify(table.rows.map((row) => row.map(String))),
        (error: unknown) => (error instanceof LakeError ? 'refused' : String(error)),
      );
      found.set(name, rows);
    }
    return found;
  }

  const withLake = async <T>(dir: string, use: (opened: Lake) => Promise<T>): Promise<T> => {
    const opened = await openLake(dir, { tables, verifyFiles: false, index: new LedgerIndex(dir) });
    try {
      return await use(opened);
    } finally {
      await opened.close();
    }
  };

  it.each([1, 2, 3])('finds a changed byte in each file, and no query answers from one, seed %i', async (seed) => {
    const random = randomOf(seed);
    const right = await withLake(lake, answers);
    // Without a head there is no snapshot to verify, and of a segment without a manifest no hashes are known.
    const isManifest = (path: string) => /^segments\/\d/.test(path);
    const isOther = (path: string) => !/^locks\/|^snapshots\/head|^segments\/\d/.test(path);
    for (const isChanged of [isManifest, isOther]) {
      const copy = join(temporaryFolder(), 'lake');
      cpSync(lake, copy, { recursive: true });
      const files = filesBelow(copy, copy).filter(isChanged).sort();
      expect(files.length).toBeGreaterThan(isChanged === isManifest ? 1 : 90);
      await withLake(copy, async (opened) => {
        for (const path of files) flipBit(join(copy, path), Math.floor(random() * statSync(join(copy, path)).size * 8));
        expect(await scrubbed(opened)).toEqual(files);
        for (const [name, rows] of await answers(opened)) expect(['refused', right.get(name)]).toContain(rows);
      });
    }
  });

  it('has no query answer wrongly after it, whichever file is another', async () => {
    const random = randomOf(4);
    const right = await withLake(lake, answers);
    const files = filesBelow(lake, lake).filter((path) => path.endsWith('.parquet'));
    const wrong: string[] = [];
    for (const path of files.filter((_, i) => i % 9 === 0)) {
      const bytes = readFileSync(join(lake, path));
      await withLake(lake, async (opened) => {
        flipBit(join(lake, path), Math.floor(random() * bytes.length * 8));
        expect(await scrubbed(opened)).toEqual([path]);
        for (const [name, rows] of await answers(opened))
          if (rows !== 'refused' && rows !== right.get(name)) wrong.push(`${name} after ${path}: ${rows}`);
      });
      writeFileSync(join(lake, path), bytes);
      rmSync(join(lake, SCRUB));
    }
    expect(wrong).toEqual([]);
    expect(await withLake(lake, answers)).toEqual(right);
  });
});
