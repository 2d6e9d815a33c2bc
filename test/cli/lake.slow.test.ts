import { appendFileSync, cpSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../folder.ts';
import { ledgerlake, passphrase, sample } from './command.ts';

const dir = temporaryFolder();
const lake = join(dir, 'lake');
beforeAll(async () => {
  for (const range of ['2:39', '40:69', '90:']) await ledgerlake('ingest', sample, '--lake', lake, '--range', range);
});

const unverifiable = ['transaction meta', 'changes of upgrades', 'SCP messages', 'evicted keys'];

it('archive fails, and is no wrong usage, where a lake has nothing of the period', async () => {
  const period = ['--start', '2020-01-01', '--end', '2020-01-02'];
  const words = ['archive', '--lake', lake, '--asset', 'XLM', ...period, '--data-dir', join(dir, 'archives')];
  const { code, stderr } = await ledgerlake(...words);
  expect([code, stderr]).toEqual([
    1,
    'error: no data at or before 2020-01-02: the first loaded ledger closed at 2026-01-01T00:00:00Z\n',
  ]);
});

describe.concurrent('status', () => {
  it('prints ranges, gaps, rows and checks as JSON', async () => {
    const { code, stdout } = await ledgerlake('status', '--lake', lake, '--json');
    expect(code).toBe(0);
    const status = JSON.parse(stdout);
    expect(status).toMatchObject({
      path: lake,
      network: passphrase,
      ranges: [
        { first: 2, last: 69, ledgers: 68 },
        { first: 90, last: 129, ledgers: 40 },
      ],
      gaps: [{ first: 70, last: 89, ledgers: 20 }],
      ledgers: 108,
      segments: 4,
      unverifiable,
    });
    expect(status.tables).toContainEqual(expect.objectContaining({ name: 'history_ledgers', rows: 108, files: 4 }));
    expect(status.checks).toContainEqual({ name: 'headerHash', passed: 108, not_made: 0 });
  });

  it('prints the same for people', async () => {
    const { stdout } = await ledgerlake('status', '--lake', lake);
    expect(stdout).toContain(`network   ${passphrase}\nledgers   108: 2-69, 90-129\ngaps      70-89\nsegments  4, `);
    expect(stdout).toMatch(/^history_ledgers +108 +[\d.]+ kB +4$/m);
    expect(stdout).toContain(`For 108 ledgers; no hash covers ${unverifiable.join(', ')}.\n`);
  });

  it('says that there is no lake', async () => {
    const path = join(dir, 'none');
    expect(await ledgerlake('status', '--lake', path)).toMatchObject({
      code: 1,
      stderr: `error: no lake at ${path}: it has no lake.json; check the path, or make a lake with ledgerlake ingest\n`,
    });
  });
});

describe.concurrent('verify', () => {
  it('says what it compared, and what no hash covers', async () => {
    expect((await ledgerlake('verify', '--lake', lake)).stdout).toMatch(
      /^verified: 108 ledgers, 4 segments, \d+ files, [\d.]+ [kM]B are as they were loaded; no hash covers transaction meta, changes of upgrades, SCP messages, evicted keys\n$/,
    );
    const { stdout } = await ledgerlake('verify', '--lake', lake, '--json');
    expect(JSON.parse(stdout)).toMatchObject({ ledgers: 108, problems: [], unverifiable });
  });

  it('names the file that was changed, and fails', async () => {
    const copy = join(dir, 'changed');
    cpSync(lake, copy, { recursive: true });
    const file = parquetFiles(copy).find((path) => path.includes('history_ledgers'))!;
    appendFileSync(join(copy, file), 'x');
    const { code, stdout, stderr } = await ledgerlake('verify', '--lake', copy);
    expect(code).toBe(1);
    expect(stdout).toMatch(new RegExp(`^${file}: file-hash is [0-9a-f]{64}, expected [0-9a-f]{64}\n$`));
    expect(stderr).toMatch(/^1 problem in 108 ledgers, /);
    const sql = 'select count(*) as n from history_ledgers';
    const damaged = new RegExp(`^error: lake ${copy} has a damaged file: ${file} is \\d+ bytes, expected \\d+ bytes, `);
    for (const words of [[], ['--verify']]) {
      const failed = await ledgerlake('query', '--lake', copy, sql, ...words);
      expect(failed).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(damaged) });
    }
    expect((await ledgerlake('query', '--lake', lake, sql, '--verify', '--format', 'csv')).stdout).toBe('n\n108\n');
  });
});

describe.concurrent('repair', () => {
  it('makes a snapshot that was deleted again', async () => {
    const copy = join(dir, 'repaired');
    cpSync(lake, copy, { recursive: true });
    rmSync(join(copy, 'snapshots/head.json'));
    expect(await ledgerlake('status', '--lake', copy)).toMatchObject({
      code: 1,
      stderr: `error: lake ${copy}: snapshots/head.json is gone: run ledgerlake repair\n`,
    });
    const { code, stdout, stderr } = await ledgerlake('repair', '--lake', copy);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(
      /^repaired: 108 ledgers, 4 segments, \d+ files, [\d,]+ rows of tables and materialised relations\n$/,
    );
    const sql = 'select count(*) as n, max(sequence) as last from history_ledgers';
    expect((await ledgerlake('query', '--lake', copy, sql, '--format', 'csv')).stdout).toBe('n,last\n108,129\n');
  });
});

describe.concurrent('compact', () => {
  it('merges segments that touch, and then has nothing to merge', async () => {
    const copy = join(dir, 'compacted');
    cpSync(lake, copy, { recursive: true });
    const { code, stdout } = await ledgerlake('compact', '--lake', copy);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^merged [2-4] segments into [12], \d+ files \([\d.]+ [kM]B\) into \d+ \([\d.]+ [kM]B\)\n$/);
    expect((await ledgerlake('compact', '--lake', copy)).stdout).toBe('nothing to merge\n');
    const { ledgers, segments } = JSON.parse((await ledgerlake('status', '--lake', copy, '--json')).stdout);
    expect(ledgers).toBe(108);
    expect(segments).toBeLessThan(4);
  });
});

it('compact does not make a lake', async () => {
  const path = join(dir, 'none');
  expect(await ledgerlake('compact', '--lake', path)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(`^error: no lake at ${path}: `),
  });
});

function parquetFiles(lake: string): string[] {
  const names = readdirSync(join(lake, 'bronze'), { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith('.parquet')).map((name) => `bronze/${name}`);
}
