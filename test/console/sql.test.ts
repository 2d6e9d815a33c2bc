/** The page of SQL. */
import { readFile } from 'node:fs/promises';
import { DuckDBInstance } from '@duckdb/node-api';
import { tableFromIPC } from 'apache-arrow';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeSampleLake } from '../make/sample-lake.ts';
import { expectAccessible, expectNothingClipped, hasBrowser, looks, serveConsole, takeScreenshot } from './rig.ts';

const address = (sql: string) => `/sql?q=${encodeURIComponent(sql)}`;

const editor = (page: Page) => page.getByRole('textbox', { name: 'SQL statement' });

/** Writes a statement in place of the one in the editor. */
async function write(page: Page, sql: string): Promise<void> {
  await editor(page).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(sql);
}

/** Runs a statement from the editor. */
async function run(page: Page, sql: string): Promise<void> {
  await write(page, sql);
  await page.keyboard.press('Control+Enter');
}

/** Returns the cells of the rows in view. */
const cells = (page: Page) => page.getByRole('cell').allTextContents();

/** Waits for the cells of the rows in view. */
const expectCells = (page: Page, texts: string[]) => expect.poll(() => cells(page), WAIT).toEqual(texts);

const WAIT = { timeout: 30_000 };

/** Runs for days. */
const ENDLESS = 'select count(*) from range(10000000) a, range(10000000) b where a.range * b.range % 7 = 3';

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

  it('shows whole numbers of 128 bits, structures and bytes', async () => {
    const sql = `select sum(9223372036854775807::bigint) over () as total, '\\x01\\xff'::blob as bytes,
      {'a': 1, 'b': [9007199254740993]} as parts, map {'k': 2.50} as entries, date '2026-02-28' as day, true as flag,
      1e300 as large, timestamptz '2026-01-01 12:00:00+02' as moment from range(2) limit 1`;
    const { page, check } = await console.open(address(sql));
    await expectCells(page, [
      '18446744073709551614',
      '01ff',
      '{"a":1,"b":["9007199254740993"]}',
      "{'k': 2.50}",
      '2026-02-28',
      'true',
      '1e+300',
      '2026-01-01 10:00:00',
    ]);
    await check();
  });

  it('cancels statements, which end at the server', async () => {
    const { page, check } = await console.open('/sql');
    // The server runs two statements at once: a third one runs only if those before it ended.
    for (const n of [1, 2, 3]) {
      await run(page, `${ENDLESS} and ${n} = ${n}`);
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('alert').getByText('Cancelled.').waitFor();
    }
    await run(page, 'select 42 as answer');
    await expectCells(page, ['42']);
    expect(await page.getByRole('alert').count()).toBe(0);
    await check();
  });

  it('ends a statement when another one begins', async () => {
    const { page, check } = await console.open(address(ENDLESS));
    await page.getByRole('button', { name: 'Cancel' }).waitFor();
    for (const n of [1, 2, 3]) await run(page, `${ENDLESS} and ${n} = ${n}`);
    await run(page, 'select 43 as answer');
    await expectCells(page, ['43']);
    await check();
  });

  it('shows an error of DuckDB as text', async () => {
    const { page, check } = await console.open(address('select "<img src=x>" from bronze.history_ledgers'), {
      expected: /400/,
    });
    const alert = page.getByRole('alert');
    await alert.waitFor();
    expect(await alert.innerText()).toContain('Binder Error: Referenced column "<img src=x>" not found');
    expect(await alert.locator('img').count()).toBe(0);
    await expectAccessible(page);
    await expectNothingClipped(page);
    await takeScreenshot(page, 'sql-error');
    await check();
  });

  it('runs each example by a click', async () => {
    const { page, check } = await console.open('/sql');
    for (const title of [
      'Operations by type',
      'Activity by minute',
      'Fees of the latest transactions',
      'What the lake knows',
    ]) {
      await page.getByText('Examples', { exact: true }).click();
      const link = page.getByRole('link', { name: title });
      const address = new URL((await link.getAttribute('href'))!, page.url());
      await link.click();
      await expect.poll(() => textOf(page)).toBe(address.searchParams.get('q'));
      await page.getByRole('cell').first().waitFor();
      expect(await link.isVisible()).toBe(false);
    }
    await check();
  });

  it('keeps the statement in the address, through reload, back and forward', async () => {
    const { page, check } = await console.open('/sql');
    await run(page, "select 'first & 1' as a");
    await expectCells(page, ['first & 1']);
    await run(page, "select 'second' as a");
    await expectCells(page, ['second']);
    await page.reload();
    await expectCells(page, ['second']);
    await page.goBack();
    await expectCells(page, ['first & 1']);
    expect(await textOf(page)).toBe("select 'first & 1' as a");
    await page.goForward();
    await expectCells(page, ['second']);
    await page.getByText('Recent', { exact: true }).click();
    await page.getByRole('link', { name: "select 'first & 1' as a" }).click();
    await expectCells(page, ['first & 1']);
    await check();
  });

  it('sorts by a column: numbers by their value, NULL last', async () => {
    const sql =
      "select * from (values (10.5::decimal(38, 1), 'b'), (9, 'a'), (null, 'c'), (12345678901234567890, 'd')) t (n, w)";
    const { page, check } = await console.open(address(sql));
    const order = async (words: string) =>
      expect.poll(async () => (await cells(page)).filter((_, i) => i % 2 === 1).join(''), WAIT).toBe(words);
    await order('bacd');
    const header = page.getByRole('columnheader', { name: 'n' });
    await header.getByRole('button').click();
    await order('abdc');
    expect(await header.getAttribute('aria-sort')).toBe('ascending');
    await header.getByRole('button').click();
    await order('dbac');
    await header.getByRole('button').click();
    await order('bacd');
    expect(await header.getAttribute('aria-sort')).toBe(null);
    await check();
  });

  it('filters rows by a text of any column', async () => {
    const { page, check } = await console.open(address("select i, 'Row ' || i as w from range(1000) r(i)"));
    await page.getByRole('cell').first().waitFor();
    await page.getByRole('searchbox', { name: 'Filter rows' }).fill('row 77');
    await page.getByText('11 rows contain it').waitFor();
    expect((await cells(page)).slice(0, 4)).toEqual(['77', 'Row 77', '770', 'Row 770']);
    await page.getByRole('columnheader', { name: 'i' }).getByRole('button').dblclick();
    await expect.poll(async () => (await cells(page))[0], WAIT).toBe('779');
    await page.getByRole('cell', { name: 'Row 771' }).click();
    expect(await page.locator('.cell-text').innerText()).toMatch(/w\s+Row 771/);
    await page.getByRole('searchbox', { name: 'Filter rows' }).fill('nothing');
    await page.getByText('0 rows contain it').waitFor();
    expect(await cells(page)).toEqual([]);
    await check();
  });

  it('downloads the rows as CSV, Parquet and Arrow', async () => {
    const sql =
      "select 9007199254740993::bigint as i, 'a,\"b' as w, 1.50::decimal(9, 2) as d union all select 2, null, null order by 1";
    const { page, check } = await console.open(address(sql));
    const saved = async (name: string) => {
      const waiting = page.waitForEvent('download');
      await page.getByRole('button', { name }).click();
      const download = await waiting;
      return { name: download.suggestedFilename(), path: await download.path() };
    };
    const csv = await saved('CSV');
    expect(csv.name).toBe('result.csv');
    expect(await readFile(csv.path, 'utf8')).toBe('i,w,d\n2,,\n9007199254740993,"a,""b",1.50\n');
    const arrow = await saved('Arrow');
    expect(arrow.name).toBe('result.arrows');
    expect(
      tableFromIPC(await readFile(arrow.path))
        .getChild('i')!
        .toArray(),
    ).toEqual(new BigInt64Array([2n, 9007199254740993n]));
    const parquet = await saved('Parquet');
    expect(parquet.name).toBe('result.parquet');
    expect(await rowsOf(parquet.path)).toEqual([
      ['2', null, null],
      ['9007199254740993', 'a,"b', '1.50'],
    ]);
    await check();
  });

  const charts = [
    {
      name: 'line',
      sql: "select timestamp '2026-01-01' + to_hours(i::int) as at, i * i as area from range(20) r(i)",
      across: 'at',
      up: 'area',
      marks: 'g[aria-label=line] path',
    },
    {
      name: 'bar',
      sql: "select 'kind ' || i as kind, (i + 1) * 10 as number from range(5) r(i)",
      across: 'kind',
      up: 'number',
      marks: 'g[aria-label=bar] rect',
    },
    {
      name: 'sequence',
      sql: 'select sequence, transaction_count from bronze.history_ledgers',
      across: 'sequence',
      up: 'transaction_count',
      marks: 'g[aria-label=line] path',
    },
    {
      name: 'scatter',
      sql: 'select i / 3 as a, i * 2.5 as b from range(9) r(i)',
      across: 'a',
      up: 'b',
      marks: 'g[aria-label=dot] circle',
    },
  ];

  it.each(charts)('draws a chart with axes that fit the result: $name', async ({ name, sql, across, up, marks }) => {
    const { page, check } = await console.open(address(sql));
    await page.getByRole('button', { name: 'Chart' }).click();
    const svg = page.locator('.chart svg');
    await svg.locator(marks).first().waitFor({ state: 'attached' });
    expect(await page.getByLabel('Across').locator('option:checked').innerText()).toBe(across);
    expect(await page.getByLabel('Up').locator('option:checked').innerText()).toBe(up);
    expect(await svg.innerHTML()).not.toContain('NaN');
    await expectDrawn(page, marks);
    await takeScreenshot(page, `sql-chart-${name}`);
    await expectAccessible(page);
    await expectNothingClipped(page);
    await check();
  });

  it('draws the kind of chart and the axes that are chosen', async () => {
    const { page, check } = await console.open(
      address("select 'w' || i as w, i as a, 100 - i as b from range(5) r(i)"),
    );
    await page.getByRole('button', { name: 'Chart' }).click();
    const marks = {
      bar: 'g[aria-label=bar] rect',
      scatter: 'g[aria-label=dot] circle',
      line: 'g[aria-label=line] path',
      area: 'g[aria-label=area] path',
    };
    await page.getByLabel('Up').selectOption('b');
    for (const [kind, mark] of Object.entries(marks)) {
      await page.getByRole('combobox', { name: 'Chart' }).selectOption(kind);
      await page.locator(`.chart svg ${mark}`).first().waitFor({ state: 'attached' });
      await expectDrawn(page, mark);
    }
    await page.getByRole('img', { name: 'b by w' }).waitFor();
    await check();
  });

  it('says that a result has nothing to draw', async () => {
    const { page, check } = await console.open(address("select 'a' as a"));
    await page.getByRole('button', { name: 'Chart' }).click();
    await page.getByText('no column of numbers').waitFor();
    await check();
  });

  it('scrolls 100,000 rows, of which few are in the page', async () => {
    const { page, check } = await console.open('/sql');
    await page.getByLabel('Rows at most').selectOption('100000');
    await run(page, "select i, 'row ' || i as w from range(100001) r(i)");
    await page.getByText('100,000 rows (more were cut off)').waitFor();
    const grid = page.locator('.grid');
    for (const share of [0.5, 1, 0.25]) {
      const top = await grid.evaluate(
        (node, part) => (node.scrollTop = (node.scrollHeight - node.clientHeight) * part),
        share,
      );
      const first = Math.ceil(top / 28);
      await page.getByRole('cell', { name: `row ${first + 3}`, exact: true }).waitFor();
      expect(await page.locator('.grid-row').count()).toBeLessThan(100);
    }
    await page.getByRole('columnheader', { name: 'i' }).getByRole('button').dblclick();
    await grid.evaluate((node) => (node.scrollTop = 0));
    await page.getByRole('cell', { name: 'row 99999', exact: true }).waitFor();
    await check();
  });

  it('takes what is typed fast', async () => {
    const { page, check } = await console.open('/sql');
    await editor(page).click();
    await page.keyboard.type('select 1 + 2 as three;');
    expect(await textOf(page)).toBe('select 1 + 2 as three;');
    await page.keyboard.press('Control+Enter');
    await expectCells(page, ['3']);
    await check();
  });

  it('completes relations and columns with their meanings', async () => {
    const { page, check } = await console.open('/sql');
    const option = page.getByRole('option');
    await editor(page).click();
    await page.keyboard.type('select * from bronze.history_ledg');
    const opened = async () => {
      await page.keyboard.press('Control+Space');
      return option.filter({ hasText: /^history_ledgers(?!_)/ }).count();
    };
    // The relations may come after what is typed.
    await expect.poll(opened, WAIT).toBe(1);
    await page.locator('.cm-completionInfo').getByText('ledger').waitFor();
    await takeScreenshot(page, 'sql-completion');
    await option.filter({ hasText: /^history_ledgers(?!_)/ }).click();
    await page.keyboard.type(' l where l.failed_tr');
    await option.filter({ hasText: /^failed_transaction_count/ }).click();
    await page.keyboard.type(' > 0 and succ');
    await option.filter({ hasText: /^successful_transaction_count/ }).click();
    expect(await textOf(page)).toBe(
      'select * from bronze.history_ledgers l where l.failed_transaction_count > 0 and successful_transaction_count',
    );
    await write(page, '');
    await page.keyboard.type('select * from history_ledg');
    await option.filter({ hasText: /^history_ledgers(?!_)/ }).click();
    expect(await textOf(page)).toBe('select * from bronze.history_ledgers');
    await check();
  });
});

/** Returns the rows of a Parquet file. */
async function rowsOf(path: string) {
  const connection = await (await DuckDBInstance.create()).connect();
  return (await connection.runAndReadAll(`from read_parquet('${path}')`)).getRowsJson();
}

/** Returns the statement in the editor. */
const textOf = (page: Page) =>
  page
    .locator('.cm-line')
    .allTextContents()
    .then((lines) => lines.join('\n'));

/** Fails unless each mark has a place and a size within its chart. */
async function expectDrawn(page: Page, marks: string): Promise<void> {
  const places = await page.locator(`.chart svg ${marks}`).evaluateAll((found) =>
    found.map((mark) => {
      const [own, chart] = [mark.getBoundingClientRect(), mark.closest('svg')!.getBoundingClientRect()];
      return (
        own.width > 0 &&
        own.height > 0 &&
        own.left >= chart.left &&
        own.right <= chart.right &&
        own.top >= chart.top &&
        own.bottom <= chart.bottom
      );
    }),
  );
  expect(places.length).toBeGreaterThan(0);
  expect(places).not.toContain(false);
}
