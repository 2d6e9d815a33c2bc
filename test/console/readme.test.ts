/** The screenshots that the README shows: `UPDATE=1` takes them again. */
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeSampleLake } from '../make/sample-lake.ts';
import { apiOf, firstOf, waitForContent } from './entities.ts';
import { hasBrowser, serveConsole } from './rig.ts';

const folder = join(import.meta.dirname, '../../data/console');

describe.skipIf(!hasBrowser)('screenshots of the README', () => {
  const console = serveConsole(async () => ['--lake', await makeSampleLake(), '--auth', 'off', '--query-time', '60s']);
  const ask = apiOf(console.url);
  const places = {
    overview: async () => '/',
    transaction: async () => `/tx/${firstOf(await ask('silver/transactions/recent?successful=false'), 'tx_hash')}`,
  };

  it.each(Object.entries(places))('show the page %s', async (name, place) => {
    const { page, check } = await console.open(await place(), { height: 960 });
    await waitForContent(page);
    const path = join(folder, `${name}.png`);
    if (process.env['UPDATE']) {
      mkdirSync(folder, { recursive: true });
      await page.screenshot({ path });
    }
    expect(existsSync(path)).toBe(true);
    await check();
  });
});
