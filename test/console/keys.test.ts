/** A server that needs a key: the page asks for it and keeps it in memory only. */
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeSampleLake } from '../make/sample-lake.ts';
import { temporaryFolder } from '../folder.ts';
import { apiOf, firstOf, waitForContent } from './entities.ts';
import { expectAccessible, expectNothingClipped, hasBrowser, serveConsole, takeScreenshot } from './rig.ts';

const KEY = 'a-key-of-the-test';

/** Gives a key to the page. */
async function give(page: Page, key: string): Promise<void> {
  await page.getByRole('textbox', { name: 'API key' }).fill(key);
  await page.getByRole('button', { name: 'Use the key' }).click();
}

describe.skipIf(!hasBrowser)('a server that needs a key', () => {
  const console = serveConsole(async () => {
    process.env['LEDGERLAKE_API_KEYS'] = KEY;
    return ['--lake', await makeSampleLake(), '--query-time', '60s', '--data-dir', temporaryFolder()];
  });
  const ask = apiOf(console.url, { headers: { Authorization: `Api-Key ${KEY}` } });

  it('asks nothing before it has a key, and refuses a wrong one', async () => {
    const { page, check } = await console.open('/', { expected: /401/ });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.getByRole('form', { name: 'API key' }).waitFor();
    await page.getByText('Waiting for the API key').first().waitFor();
    expect(asked.filter((path) => path.startsWith('/lake/'))).toEqual([]);
    await expectAccessible(page);
    await expectNothingClipped(page);
    await takeScreenshot(page, 'key-asked');
    await give(page, 'wrong');
    await page.getByText('The server refused this key').waitFor();
    await expectAccessible(page);
    await give(page, KEY);
    await page.getByRole('form', { name: 'API key' }).waitFor({ state: 'detached' });
    await waitForContent(page);
    await page.getByText('Ledgers loaded').waitFor();
    await check();
  });

  it('sends the key with each request of every page', async () => {
    const { page, check } = await console.open('/');
    await give(page, KEY);
    const without: string[] = [];
    page.on('request', (request) => {
      const isApi = /\/api\/|openapi/.test(request.url());
      if (isApi && request.headers()['authorization'] !== `Api-Key ${KEY}`) without.push(request.url());
    });
    const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name });
    const entities: [text: string, title: string | RegExp][] = [
      [firstOf(await ask('silver/transactions/recent?successful=true&limit=1'), 'tx_hash'), 'Transaction'],
      ['128', 'Ledger 128'],
      [firstOf(await ask('silver/offers?limit=1'), 'seller_id'), 'Account'],
      [firstOf(await ask('semantic/contracts?contract_type=unknown'), 'contract_id'), 'Contract'],
      ['xlm', 'Asset XLM'],
      [firstOf(await ask('silver/liquidity-pools'), 'pool_address'), 'Liquidity pool'],
      [firstOf(await ask('silver/claimable-balances'), 'balance_id'), 'Claimable balance'],
      ['us', 'Search'],
    ];
    for (const [text, title] of entities) {
      await page.getByRole('searchbox', { name: 'Search' }).fill(text);
      await page.keyboard.press('Enter');
      await heading(title).waitFor();
      await waitForContent(page);
      expect([title, await page.getByRole('alert').allInnerTexts()]).toEqual([title, []]);
    }
    const others: [letter: string, shown: Locator][] = [
      ['o', page.getByText('Ledgers loaded')],
      ['s', page.getByText('Write a statement that reads')],
      ['r', page.getByRole('region', { name: 'bronze' })],
      ['p', page.getByText('There is no pipeline yet')],
      ['a', page.getByRole('heading', { name: 'silver.accounts' })],
    ];
    for (const [letter, shown] of others) {
      await heading(/./).click();
      await page.keyboard.type(`g${letter}`);
      await shown.waitFor();
    }
    expect(without).toEqual([]);
    await check();
  });

  it('keeps the key in memory only: a reload asks again', async () => {
    const { page, check } = await console.open('/sql?q=select+7+as+a');
    await give(page, KEY);
    await page.getByRole('cell', { name: '7' }).waitFor();
    await page.getByRole('link', { name: 'Relations' }).click();
    await page.getByRole('region', { name: 'bronze' }).waitFor();
    await page.getByRole('link', { name: 'SQL', exact: true }).click();
    await page.getByText('Write a statement that reads').waitFor();
    const kept = await page.evaluate(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, history.state, location.href])',
    );
    expect(kept).toContain('select 7');
    expect(kept).not.toContain(KEY);
    expect(await page.evaluate('indexedDB.databases().then((all) => all.length)')).toBe(0);
    await page.reload();
    await page.getByRole('form', { name: 'API key' }).waitFor();
    await check();
  });
});
