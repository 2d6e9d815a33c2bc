import { once } from 'node:events';
import { cpSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { open, repairLake } from '../../src/index.ts';
import { fingerprint } from '../../src/lake/disk/files.ts';
import { sealedText, unsealed } from '../../src/lake/disk/sealed.ts';
import { openDatabase, quoteText } from '../../src/lake/duckdb/duckdb.ts';
import { listChecks } from '../../src/lake/repair/checks.ts';
import { temporaryFolder } from '../folder.ts';
import { firstFile, ledgerlake, sample, start } from './command.ts';

const dir = temporaryFolder();
const lake = join(dir, 'lake');
const names = listChecks().map(({ name }) => name);

beforeAll(async () => {
  await ledgerlake('ingest', join(sample, firstFile), '--lake', lake, '--network', 'Ledgerlake Sample Network ; 2026');
});

it('prints what each check found', async () => {
  const { code, stdout, stderr } = await ledgerlake('check', '--lake', lake);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout.split('\n')[0]).toMatch(/^check +broken +unknown +known faults +findings$/);
  for (const name of names) expect(stdout).toMatch(new RegExp(`^${name} +0 +0 +0 +0$`, 'm'));
  expect(stdout.split('\n').slice(-3)).toEqual(['', `all ${names.length} checks passed`, '']);
});

it('prints the same of the named checks as JSON', async () => {
  const { code, stdout } = await ledgerlake('check', '--lake', lake, 'lumens', '--json');
  expect(code).toBe(0);
  const none = { broken: 0, unknown: 0, known_faults: 0, findings: 0, examples: [] };
  expect(JSON.parse(stdout)).toEqual({
    checks: [{ ...none, name: 'lumens', says: expect.stringContaining('lumens') }],
  });
});

it('shows the rows that break a check, and fails', async () => {
  const copy = join(dir, 'changed');
  cpSync(lake, copy, { recursive: true });
  await replaceRows(copy, 'accounts', 'balance_change_stroops + 5 as balance_change_stroops');
  const { code, stdout, stderr } = await ledgerlake('check', 'lumens', 'ledger_chain', '--lake', copy);
  expect([code, stderr]).toEqual([1, '1 check of 2 broken\n']);
  expect(stdout).toMatch(/^lumens +8 +0 +0 +0$/m);
  expect(stdout).toMatch(/^lumens: In every ledger, /m);
  expect(stdout).toMatch(/^broken +2 +all holders +change of lumens +0 +\d+$/m);
  const unread = start(['check', 'lumens', '--lake', copy]);
  unread.stdout.destroy();
  expect(await once(unread, 'close')).toEqual([1, null]);
});

it('says that a lake without ledgers left nothing to check', async () => {
  const empty = join(dir, 'empty');
  await (await open(empty, { network: 'testnet' })).close();
  const { code, stderr } = await ledgerlake('check', '--lake', empty);
  expect([code, stderr]).toEqual([0, 'the lake holds no ledgers, so there was nothing to check\n']);
});

it('refuses a name that is no check, and lists those there are', async () => {
  expect(await ledgerlake('check', '--lake', lake, 'lumen')).toMatchObject({
    code: 2,
    stdout: '',
    stderr:
      `error: unknown check "lumen", expected one of ${names.join(', ')}\n\n` +
      'usage: ledgerlake check [options] [name...]\n"ledgerlake check --help" says more.\n',
  });
});

/** Writes the file of a table again with a column replaced, as if it had been loaded so. */
async function replaceRows(lake: string, table: string, replacement: string): Promise<void> {
  const folder = join(lake, 'bronze', table);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.parquet'));
  const database = await openDatabase();
  const connection = await database.connect();
  for (const file of files) {
    const path = join(folder, file);
    const rows = `select * replace (${replacement}) from read_parquet(${quoteText(path)}, hive_partitioning = false)`;
    await connection.run(`copy (${rows}) to ${quoteText(`${path}.new`)} (format parquet)`);
    renameSync(`${path}.new`, path);
  }
  connection.closeSync();
  database.closeSync();
  await commitAgain(lake);
}

/** Gives the manifests the hashes of the files as they are, and the catalog what the manifests say. */
async function commitAgain(lake: string): Promise<void> {
  for (const name of readdirSync(join(lake, 'segments')).filter((file) => /^\d/.test(file))) {
    const path = join(lake, 'segments', name);
    const manifest = unsealed(readFileSync(path, 'utf8')) as { files: { path: string }[] };
    const files = await Promise.all(
      manifest.files.map(async (file) => ({ ...file, ...(await fingerprint(join(lake, file.path))) })),
    );
    writeFileSync(path, sealedText({ ...manifest, files }));
  }
  await repairLake(lake);
}
