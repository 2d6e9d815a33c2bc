import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openLedgerStore } from '../../src/datastore/open.ts';
import { open } from '../../src/index.ts';
import { ROOT, serve } from '../datastore/server.ts';

const sample = join(import.meta.dirname, '../../data/sample');
const network = 'Ledgerlake Sample Network ; 2026';
const root = mkdtempSync(join(tmpdir(), 'ledgerlake-fetch-'));
const keys = (await (await openLedgerStore([sample])).list()).objects.map(({ key }) => key);

afterAll(() => rmSync(root, { recursive: true }));

/** Loads ledgers 2 to 29 from a mirror that says no hash and changes an object the first `times` times. */
async function loadChanged(name: string, times: number, skipUndecodable = false) {
  const server = await serve('http', sample);
  const whole = server.objects.get(keys[1])!;
  const wrong = skipUndecodable ? whole.subarray(0, 2000) : Buffer.from(whole).fill(0x55, 2000, 2100);
  let changed = 0;
  server.trick = ({ key, method }, response) => {
    if (key !== keys[1] || method !== 'GET' || changed >= times) return undefined;
    changed++;
    response.setHeader('content-length', wrong.length);
    response.end(wrong);
    return true;
  };
  const lake = await open(join(root, name), { network });
  try {
    const options = { range: '2:29', workers: 1, skipUndecodable };
    const report = await lake.load(`${server.origin}/${ROOT}`, options);
    const files = readdirSync(join(root, name, 'bronze/history_ledgers'), { recursive: true, encoding: 'utf8' });
    return { ...report, changed, files: files.filter((file) => file.endsWith('.parquet')).length };
  } finally {
    await lake.close();
    await server.close();
  }
}

it('reads an object again that was changed on its way', async () => {
  expect(await loadChanged('changed', 1)).toMatchObject({ ledgers: 28, segments: 1, verified: true });
});

it('passes over nothing that was only changed on its way', async () => {
  const report = await loadChanged('changed-once', 1, true);
  expect(report).toMatchObject({ ledgers: 28, omitted: [], changed: 1, files: 1 });
});

it('passes over an object whose compression stays damaged when it is fetched once more', async () => {
  const report = await loadChanged('damaged', Infinity, true);
  const message = expect.stringContaining(`${keys[1]}, byte `) as string;
  expect(report).toMatchObject({
    ledgers: 18,
    changed: 2,
    omitted: [{ object: keys[1], first: 10, last: 19, message }],
  });
});

it('tells what is wrong with an object that stays so', async () => {
  await expect(loadChanged('wrong', Infinity)).rejects.toThrow(keys[1]);
});
