/** The pages of relations: the list, and one relation with its columns and rows. */
import { describe, expect, it } from 'vitest';
import { makeSampleLake } from '../make/sample-lake.ts';
import { expectAccessible, expectNothingClipped, hasBrowser, looks, serveConsole, takeScreenshot } from './rig.ts';

describe.skipIf(!hasBrowser)('relations in the console', () => {
  const console = serveConsole(async () => ['--lake', await makeSampleLake(), '--auth', 'off', '--query-time', '60s']);

  it.each(looks)('look right in the $theme theme at $width pixels', async (look) => {
    const { page, check } = await console.open('/relations', look);
    await page.getByRole('region', { name: 'meta' }).waitFor();
    await takeScreenshot(page, `relations-${look.theme}-${look.width}`);
    await expectAccessible(page);
    await expectNothingClipped(page);
    await page.goto(console.url('/relations/bronze/history_transactions'));
    await page.getByRole('table', { name: 'Sample rows' }).waitFor();
    await takeScreenshot(page, `relation-${look.theme}-${look.width}`);
    await expectAccessible(page);
    await expectNothingClipped(page);
    await check();
  });

  it('are found by words of names, columns and meanings', async () => {
    const { page, check } = await console.open('/relations');
    const names = () => page.locator('main tbody tr td:first-child').allTextContents();
    const filter = page.getByRole('searchbox', { name: 'Filter by name' });
    await filter.fill('bronze ACCOUNT_MUXED');
    await expect.poll(names).not.toContain('history_ledgers');
    expect(await names()).toContain('history_transactions');
    await filter.fill('qzxv');
    await page.getByText('No relation has these words.').waitFor();
    await filter.fill('');
    await expect.poll(async () => (await names()).length).toBeGreaterThan(100);
    await filter.fill('history_ledgers');
    await page.getByRole('link', { name: 'history_ledgers', exact: true }).click();
    await page.waitForURL(console.url('/relations/bronze/history_ledgers'));
    await page.goBack();
    await page.getByRole('heading', { name: 'Relations' }).waitFor();
    await check();
  });

  it('show meanings, units, keys, coverage and rows', async () => {
    const { page, check } = await console.open('/relations/bronze/history_transactions');
    const row = (name: string) =>
      page
        .getByRole('table', { name: 'Columns' })
        .getByRole('row')
        .filter({ has: page.getByText(name, { exact: true }) });
    await page.getByRole('heading', { level: 1, name: 'bronze.history_transactions' }).waitFor();
    expect(await row('fee_charged').innerText()).toMatch(/fee_charged\s+bigint\s+stroops\s+\S+ \S+/);
    expect(await row('id').innerText()).toContain('key');
    expect(await row('fee_charged').innerText()).not.toContain('key');
    const sample = page.getByRole('region', { name: 'Sample rows' });
    await sample.getByRole('row').nth(10).waitFor();
    expect(await sample.getByRole('row').count()).toBe(11);
    await sample.getByText('Show the SQL').click();
    await sample.getByRole('link', { name: 'Open in the editor' }).click();
    await page.getByText('10 rows').waitFor();
    await check();
  });

  it('show the parameters of a macro and what fills an optional table', async () => {
    const { page, check } = await console.open('/relations');
    await page
      .getByRole('row')
      .filter({ has: page.getByText('macro', { exact: true }) })
      .first()
      .getByRole('link')
      .click();
    await page.getByRole('heading', { level: 1, name: /\(.+\)/ }).waitFor();
    await page.getByRole('link', { name: 'Write a call in the editor' }).waitFor();
    await check();
  });

  it('say that there is no relation of a name', async () => {
    const { page, check } = await console.open(`/relations/bronze/${encodeURIComponent('<img src=x>')}`);
    await page.getByRole('heading', { name: 'No such relation' }).waitFor();
    expect(await page.locator('main').innerText()).toContain('bronze.<img src=x>');
    await check();
  });
});
