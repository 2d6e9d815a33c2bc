/** The page of the APIs. */
import { describe, expect, it } from 'vitest';
import { makeSampleLake } from '../make/sample-lake.ts';
import { expectNothingClipped, hasBrowser, serveConsole, takeScreenshot } from './rig.ts';

const themes = ['light', 'dark'] as const;
const PATH = '/api/v1/silver/ledgers/recent';

describe.skipIf(!hasBrowser)('the reference of the APIs', () => {
  const console = serveConsole(async () => ['--lake', await makeSampleLake(), '--auth', 'off', '--query-time', '60s']);

  it.each(themes)('opens an operation and calls it, in the %s theme', async (theme) => {
    const { page, check } = await console.open('/reference', { theme });
    await page.getByText('silver', { exact: true }).click();
    await page.locator(`[data-path="${PATH}"]`).click();
    await page.getByRole('button', { name: 'Execute' }).click();
    await page
      .getByText(/"sequence": 129/)
      .first()
      .waitFor();
    expect(await page.getByText(/^curl/).first().innerText()).toContain(`/lake/v1/local${PATH}`);
    await takeScreenshot(page, `reference-${theme}`);
    await expectNothingClipped(page);
    await check();
  });
});
