import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { decompress } from '../../src/ledger/compression.ts';
import { ledgersIn } from '../../src/ledger/ledger.ts';
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

it('closes ledgers of protocol 30 within a second of each other, and older ones in whole seconds alone', async () => {
  const out = join(folder, 'milliseconds');
  const network = ['--out', out, '--ledgers', '3', '--interval', '600ms'];
  expect(await ledgerlake('simulate', ...network, '--protocol', '30')).toMatchObject({ code: 0 });
  const times = readdirSync(out, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.zst'))
    .flatMap((name) => [...ledgersIn(decompress(readFileSync(join(out, name)), { file: name }), name)])
    .map(({ ledger }) => ledger.closeTimeMs);
  expect(times.sort((a, b) => a - b)).toEqual([0, 600, 1200].map((after) => 1_767_225_600_000 + after));
  const { code, stderr } = await ledgerlake('simulate', ...network, '--protocol', '28');
  expect([code, stderr.split('\n')[0]]).toEqual([
    2,
    'error: the interval in seconds is 0.6, expected an integer from 1 to 86400',
  ]);
  const odd = await ledgerlake('simulate', '--out', out, '--ledgers', '3', '--interval', '0.5ms', '--protocol', '30');
  expect([odd.code, odd.stderr.split('\n')[0]]).toEqual([
    2,
    'error: --interval is "0.5ms", expected a time such as 5s or 600ms',
  ]);
});

it('begins at a time, and goes on with that of the store where it is now', async () => {
  const out = join(folder, 'timed');
  const words = ['simulate', '--out', out, '--ledgers'];
  expect((await ledgerlake(...words, '1', '--start-time', '2026-11-29T12:00:00Z')).code).toBe(0);
  const again = await ledgerlake(...words, '2', '--start-time', 'now', '--json');
  expect(JSON.parse(again.stdout)).toMatchObject({ ledgers: 2 });
  for (const time of ['soon', '2026-11-29T12:00:00']) {
    const wrong = await ledgerlake(...words, '2', '--start-time', time);
    expect(wrong.stderr).toContain(`error: --start-time is "${time}", expected now, or a time such as `);
  }
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
      '--as-public-network (asPublicNetwork) allows it',
  ]);
});

it('wants to know how many ledgers, or that it runs until it is stopped', async () => {
  const message = 'error: simulate needs either --ledgers, or --live and no --ledgers';
  for (const flags of [[], ['--live', '--ledgers', '3']]) {
    const { code, stderr } = await ledgerlake('simulate', '--out', folder, ...flags);
    expect([code, stderr.split('\n')[0]]).toEqual([2, message]);
  }
});
