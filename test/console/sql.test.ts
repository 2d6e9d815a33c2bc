/** The pages of SQL and of relations. */
import { describe, expect, it } from 'vitest';
import { makeSampleLake } from '../make/sample-lake.ts';
import { expectAccessible, expectNothingClipped, hasBrowser, looks, serveConsole, takeScreenshot } from './rig.ts';

const address = (sql: string) => `/sql?q=${encodeURIComponent(sql)}`;

describe.skipIf(!hasBrowser)('SQL in the console', () => {
  const console = serveConsole(async () => [
    ...['--lake', await makeSampleLake(), '--auth', 'off', '--query-time', '200s'],
  ]);

  it.each(looks)('shows a result in the $theme theme at $width pixels', async (look) => {
    const { page, check } = await console.open(address('select * from bronze.history_ledgers order by sequence'), look);
    await page.getByRole('cell').first().waitFor();
    expect(await page.getByText('128 rows').count()).toBe(1);
    await expectAccessible(page);
    await expectNothingClipped(page);
    await takeScreenshot(page, `sql-${look.theme}-${look.width}`);
    await check();
  });

  it('shows integers of 64 bits, decimals, times and markup exactly as they are', async () => {
    const sql = `select 9223372036854775807 as big, 12345678901234567890.1234567::decimal(38, 7) as amount,
      timestamp '2026-01-01 00:00:05.123456' as at, '<img src=x onerror=alert(1)>' as markup, null as nothing,
      [1, 2] as list, chr(8238) || 'abc' as turned, repeat('x', 65536) as long, -0.5::decimal(9, 3) as small`;
    const { page, check } = await console.open(address(sql));
    await page.getByRole('cell').first().waitFor();
    const texts = await page.getByRole('cell').allTextContents();
    expect(texts).toEqual([
      '9223372036854775807',
      '12345678901234567890.1234567',
      '2026-01-01 00:00:05.123456',
      '<img src=x onerror=alert(1)>',
      'NULL',
      '[1,2]',
      '\u202eabc',
      'x'.repeat(200),
      '-0.500',
    ]);
    expect(await page.locator('.grid img').count()).toBe(0);
    await check();
  });
});
