/** Every byte of every small file of a lake, changed: it is refused, reported, or changes no answer. */
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkIndexFiles } from '../../../src/history/check-files.ts';
import { open } from '../../../src/index.ts';
import { readBaselines } from '../../../src/lake/disk/snapshot/baseline.ts';
import { readPaths } from '../../../src/lake/disk/files.ts';
import { describeLake } from '../../../src/lake/disk/snapshot/description.ts';
import { readManifest } from '../../../src/lake/disk/snapshot/manifest.ts';
import { readSnapshot } from '../../../src/lake/disk/snapshot/read-snapshot.ts';
import { temporaryFolder } from '../../folder.ts';
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
