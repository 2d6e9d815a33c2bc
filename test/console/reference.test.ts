/** The page of the APIs: groups, filter, links, curl lines, answers; of REST, JSON-RPC and pipelines. */
import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { endpoints } from '../../src/server/query/endpoints/index.ts';
import { temporaryFolder } from '../folder.ts';
import { makeSampleLake } from '../make/sample-lake.ts';
import { expectAccessible, expectNothingClipped, hasBrowser, looks, serveConsole, takeScreenshot } from './rig.ts';

const PATH = '/api/v1/silver/ledgers/recent';
const WAIT = { timeout: 60_000 };
const store = new URL('../../data/sample', import.meta.url).pathname;

describe.skipIf(!hasBrowser)('the reference of the APIs', () => {
  const console = serveConsole(async () => [
    ...['--lake', await makeSampleLake(), '--store', store, '--data-dir', temporaryFolder()],
    ...['--auth', 'off', '--query-time', '60s'],
  ]);

  it.each(looks)('opens an operation and calls it, in the $theme theme at $width pixels', async (look) => {
    const { page, check } = await console.open('/docs', look);
    await page.getByRole('heading', { name: 'silver.accounts' }).waitFor();
    await takeScreenshot(page, `docs-${look.theme}-${look.width}`);
    await expectAccessible(page);
    await page.getByRole('searchbox', { name: 'Filter' }).fill('silver/ledgers');
    await page.locator(`[data-path="${PATH}"]`).click();
    expect(page.url()).toMatch(/\/docs#\/silver\.ledgers\/silverLedgersRecent$/);
    const operation = page.locator('.opblock', { has: page.locator(`[data-path="${PATH}"]`) });
    await operation.getByText(`curl '${console.url(`/lake/v1/local${PATH}?limit=1`)}'`).waitFor();
    // The example of the document, before anything is called.
    await operation
      .getByText(/"closed_at": "2026/)
      .first()
      .waitFor();
    await operation.getByRole('textbox', { name: 'limit' }).fill('3');
    await operation.getByRole('button', { name: 'Execute' }).click();
    await operation.getByText(/"count": 3/).waitFor();
    await expectAccessible(page);
    await expectNothingClipped(page);
    await takeScreenshot(page, `docs-open-${look.theme}-${look.width}`);
    await check();
  });

  it('shows every endpoint in its group, and those with the words of the filter', async () => {
    const { page, check } = await console.open('/docs');
    const paths = page.locator('.opblock-summary-path');
    await page.getByRole('heading', { name: 'silver.accounts' }).click();
    await page.locator('[data-path="/api/v1/silver/accounts/top"]').waitFor();
    expect(await paths.count()).toBeLessThan(20);
    await page.getByRole('searchbox', { name: 'Filter' }).fill('api/');
    await expect.poll(() => paths.count(), WAIT).toBeGreaterThanOrEqual(endpoints.length);
    await page.getByRole('searchbox', { name: 'Filter' }).fill('LEDGERS newest');
    await expect.poll(() => paths.allTextContents(), WAIT).toEqual([PATH]);
    await check();
  });

  const parts = [
    ['rest', 'batch'],
    ['rpc', 'get'],
    ['pipelines', 'api'],
  ];

  it.each(parts)('prints curl lines that a shell runs: %s %s', async (api, words) => {
    const { page, check } = await console.open(`/docs?api=${api}`);
    await page.getByRole('searchbox', { name: 'Filter' }).fill(words);
    await page.locator('.opblock-summary-control').first().waitFor();
    await expect.poll(() => page.locator('.opblock').count(), WAIT).toBeLessThan(40);
    await page.evaluate("for (const one of document.querySelectorAll('.opblock-summary-control')) one.click()");
    const closed = page.locator('.opblock:not(.is-open)');
    await expect.poll(() => closed.count(), WAIT).toBe(0);
    const lines = (await page.locator('.opblock-description code').allTextContents()).filter((it) => /^curl/.test(it));
    expect(lines).toHaveLength(await page.locator('.opblock').count());
    const urls = lines.map((line) => execFileSync('bash', ['-c', `curl() { printf '%s\\n' "\${@: -1}"; }; ${line}`]));
    for (const url of urls) expect(String(url)).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\S*\n$/);
    await check();
  });

  it('opens the operation that the address names, and calls a method of JSON-RPC', async () => {
    const { page, check } = await console.open('/docs?api=rpc#/methods/getLatestLedger');
    await page.getByRole('button', { name: 'Execute' }).click();
    await page.getByText(/"sequence": 129/).waitFor();
    await page.getByRole('button', { name: 'Pipelines', exact: true }).click();
    await page.getByRole('searchbox', { name: 'Filter' }).fill('validate');
    await page.locator('[data-path="/api/v1/flow/pipelines/validate/"]').click();
    await page.getByRole('button', { name: 'Execute' }).click();
    await page
      .getByText(/"valid": true/)
      .first()
      .waitFor();
    await check();
  });
});

describe.skipIf(!hasBrowser)('a server without the console', () => {
  const console = serveConsole(async () => ['--lake', await makeSampleLake(), '--no-console', '--auth', 'off']);

  it('has the page of the APIs alone', async () => {
    const { page, check } = await console.open('/');
    await page.waitForURL(console.url('/docs'));
    await page.getByRole('heading', { name: 'silver.accounts' }).waitFor();
    expect(await page.getByRole('navigation').getByRole('link').allInnerTexts()).toEqual(['API']);
    expect(await page.getByRole('searchbox', { name: 'Search' }).count()).toBe(0);
    await check();
  });
});
