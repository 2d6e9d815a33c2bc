import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { ledgerlake } from './command.ts';

const folder = mkdtempSync(join(tmpdir(), 'ledgerlake-simulate-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('writes a store of simulated ledgers, and over it no other', async () => {
  const out = join(folder, 'store');
  const first = await ledgerlake('simulate', '--out', out, '--ledgers', '3', '--mix', 'dex', '--json');
  expect(JSON.parse(first.stdout)).toMatchObject({ ledgers: 3, files: 3 });
  expect(JSON.parse(readFileSync(join(out, '.config.json'), 'utf8'))).toMatchObject({
    networkPassphrase: 'Ledgerlake Simulated Network',
    ledgersPerBatch: 1,
  });
  const other = await ledgerlake('simulate', '--out', out, '--ledgers', '3', '--seed', 'other');
  expect(other).toMatchObject({ code: 1, stdout: '' });
  expect(other.stderr).toMatch(/\.xdr\.zst is there with other bytes: /);
});

it('refuses a folder among the files of a lake', async () => {
  const lake = join(folder, 'lake');
  mkdirSync(lake);
  writeFileSync(join(lake, 'lake.json'), '{}');
  for (const out of [lake, join(lake, 'store')]) {
    const { code, stderr } = await ledgerlake('simulate', '--out', out, '--ledgers', '3');
    expect([code, stderr.split('\n')[0]]).toEqual([
      2,
      `error: ${out} is inside the lake ${lake}, whose mirror is ${lake}/ledgers; give that, or another folder`,
    ]);
  }
  expect(readdirSync(lake)).toEqual(['lake.json']);
});

it('refuses the passphrase of a public network', async () => {
  const passphrase = 'Test SDF Network ; September 2015';
  const { code, stderr } = await ledgerlake('simulate', '--out', folder, '--ledgers', '1', '--passphrase', passphrase);
  expect([code, stderr.split('\n')[0]]).toEqual([
    2,
    `error: "${passphrase}" is a public network: simulated ledgers under its passphrase look like real ones; ` +
      'say so twice, by --as-public-network (asPublicNetwork)',
  ]);
});

it('wants to know how many ledgers, or that it runs until it is stopped', async () => {
  const message = 'error: simulate needs either --ledgers, or --live and no --ledgers';
  for (const flags of [[], ['--live', '--ledgers', '3']]) {
    const { code, stderr } = await ledgerlake('simulate', '--out', folder, ...flags);
    expect([code, stderr.split('\n')[0]]).toEqual([2, message]);
  }
});
