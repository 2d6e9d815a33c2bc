import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { selectRows, type SelectedRow } from '../../src/lake/duckdb/duckdb.ts';
import { openLake, type Lake } from '../../src/lake/asking/lake.ts';
import { verifyFiles } from '../../src/lake/repair/verify.ts';
import { temporaryFolder } from '../folder.ts';
import { tables } from '../lake/tables.ts';

const LAST = 400;
const KILLS = 10;

/** Runs the child; `delay` milliseconds after it starts, or after its first word, it is killed. */
function run(dir: string, mode: string, kill?: { after: 'start' | 'open'; delay: number }): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, '../lake/child.ts'), dir, String(LAST), mode]);
    let words = '';
    let complaints = '';
    const aim = () => kill && setTimeout(() => child.kill('SIGKILL'), kill.delay);
    if (kill?.after === 'start') aim();
    child.stdout.on('data', (data) => {
      words += data;
      if (kill?.after === 'open' && words === 'open\n') aim();
    });
    child.stderr.on('data', (data) => (complaints += data));
    child.on('exit', (code, signal) => {
      if (code === 0 || signal === 'SIGKILL') resolve(words.endsWith('done\n'));
      else reject(new Error(complaints));
    });
  });
}

/** Numbers that look random and are the same in each run. */
function* seeded(seed: number): Generator<number> {
  for (;;) {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    yield seed / 2 ** 32;
  }
}

async function runAndKill(dir: string, mode: string, seed: number): Promise<void> {
  const random = seeded(seed);
  const next = () => random.next().value!;
  for (let i = 0; i < KILLS; i++) {
    await run(
      dir,
      mode,
      next() < 0.3 ? { after: 'start', delay: next() * 1000 } : { after: 'open', delay: next() * 600 },
    );
  }
  expect(await run(dir, mode)).toBe(true);
}

function files(dir: string): string[] {
  const entries = readdirSync(dir, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(dir, join(entry.parentPath, entry.name)));
  // Pages of snapshots are named for the number of their commit.
  return paths.filter((path) => !/^snapshots\W\d/.test(path));
}

async function look(dir: string, sql: string): Promise<SelectedRow[]> {
  const lake: Lake = await openLake(dir, { tables, sql: 'none' });
  try {
    expect((await verifyFiles(lake)).problems).toEqual([]);
    return await lake.read((connection) => selectRows(connection, sql));
  } finally {
    await lake.close();
  }
}

describe('a load that is killed', () => {
  it('ends, when it is run again, with the files of one that was not', async () => {
    const [killed, undisturbed] = [temporaryFolder(), temporaryFolder()];
    await runAndKill(killed, 'load', 1);
    await run(undisturbed, 'load');
    const committed = 'select table_name, path, row_count, sha256 from meta.segment_files order by path';
    expect(await look(killed, committed)).toEqual(await look(undisturbed, committed));
    expect(files(killed).sort()).toEqual(files(undisturbed).sort());
  }, 900_000);

  it('holds each row once when it also merged segments, and no file that the snapshot does not name', async () => {
    const [killed, undisturbed] = [temporaryFolder(), temporaryFolder()];
    await runAndKill(killed, 'compact', 2);
    await run(undisturbed, 'load');
    const rows = 'select * exclude (ledger_range, key) from bronze.payments_raw_v1 order by id';
    expect(await look(killed, rows)).toEqual(await look(undisturbed, rows));
    const ledgers = 'select * exclude segment from meta.ledgers order by sequence';
    expect(await look(killed, ledgers)).toEqual(await look(undisturbed, ledgers));
    const named = await look(killed, 'select path from meta.segment_files order by path');
    expect(
      files(join(killed, 'bronze'))
        .map((path) => `bronze/${path}`)
        .sort(),
    ).toEqual(named.map(({ path }) => path));
  }, 900_000);
});
