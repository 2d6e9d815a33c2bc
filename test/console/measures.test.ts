/** What is counted of pages: layout shifts, rows in the document, memory. */
import { describe, expect, it } from 'vitest';
import { makeSampleLake } from '../make/sample-lake.ts';
import { apiOf, firstOf, waitForContent } from './entities.ts';
import { hasBrowser, serveConsole } from './rig.ts';

const ROWS = 1_000_000;
const MEGABYTE = 1_000_000;

const OBSERVE = `globalThis.shifted = 0;
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) globalThis.shifted += value;
}).observe({ type: 'layout-shift', buffered: true })`;

describe.skipIf(!hasBrowser)('pages', () => {
  const console = serveConsole(async () => ['--lake', await makeSampleLake(), '--auth', 'off', '--query-time', '200s']);
  const ask = apiOf(console.url);
  const places = {
    overview: async () => '/',
    transaction: async () => `/tx/${firstOf(await ask('silver/transactions/recent?successful=true'), 'tx_hash')}`,
    account: async () => `/account/${firstOf(await ask('silver/offers?limit=1'), 'seller_id')}`,
    contract: async () => `/contract/${firstOf(await ask('semantic/contracts?contract_type=unknown'), 'contract_id')}`,
    asset: async () => '/asset/XLM',
    pool: async () => `/pool/${firstOf(await ask('silver/liquidity-pools'), 'pool_id')}`,
    ledger: async () => '/ledger/100',
    search: async () => '/search?q=us',
    sql: async () => '/sql?q=select+1+as+a',
    relations: async () => '/relations',
    relation: async () => '/relations/bronze/history_transactions',
  };

  it.each(Object.entries(places))('do not move what they show: %s', async (_name, place) => {
    const { page, check } = await console.open('/search');
    await page.addInitScript(OBSERVE);
    await page.goto(console.url(await place()));
    await waitForContent(page);
    expect(await page.evaluate('globalThis.shifted')).toBeLessThan(0.01);
    await check();
  });

  it(`keep few of ${ROWS} rows in the document, and the memory of the tab in bounds`, async () => {
    const { page, check } = await console.open('/sql');
    await page.getByLabel('Rows at most').selectOption(String(ROWS));
    await page.getByRole('textbox', { name: 'SQL statement' }).click();
    await page.keyboard.insertText(`select i::bigint as i, 'row ' || i as w from range(${ROWS}) r(i)`);
    await page.keyboard.press('Control+Enter');
    await page.getByText('1,000,000 rows').waitFor({ timeout: 120_000 });
    const grid = page.locator('.grid');
    for (const share of [0.5, 1, 0.001]) {
      const top = await grid.evaluate(
        (node, part) => (node.scrollTop = (node.scrollHeight - node.clientHeight) * part),
        share,
      );
      await page.getByRole('cell', { name: `row ${Math.ceil(top / 28) + 3}`, exact: true }).waitFor();
      expect(await page.locator('.grid-row').count()).toBeLessThan(100);
    }
    expect(await page.evaluate('performance.memory.usedJSHeapSize')).toBeLessThan(300 * MEGABYTE);
    await check();
  });
});
