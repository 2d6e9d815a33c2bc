/** The report of the demo in a browser that has no network. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type BrowserContext, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { finish, start } from '../cli/command.ts';

const executablePath = '/usr/bin/chromium';
const folder = mkdtempSync(join(tmpdir(), 'ledgerlake-report-'));

/** What the browser says or asks for, but the page itself. */
const noise: string[] = [];

async function openBrowser(): Promise<BrowserContext> {
  return chromium.launchPersistentContext(join(folder, 'profile'), {
    executablePath,
    offline: true,
    // Far from UTC, in which the report has its times.
    timezoneId: 'America/New_York',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

async function openPage(browser: BrowserContext, url: string): Promise<Page> {
  const page = await browser.newPage();
  page.on('console', (message) => noise.push(message.text()));
  page.on('pageerror', (error) => noise.push(error.message));
  page.on('request', (request) => request.url() === url || noise.push(request.url()));
  await page.goto(url);
  return page;
}

/** How much of each chart is drawn: its marks but axes, and their width in pixels. */
function chartsOf(page: Page) {
  return page.locator('figure').evaluateAll((figures) =>
    figures.map((figure) => {
      const marks = [...figure.querySelectorAll('svg:not([class*=ramp]) :is(rect, path, circle)')].filter(
        (mark) => !mark.closest('[aria-label*=axis], [aria-label*=grid], [aria-label=tip], [class*=swatch]'),
      );
      const widths = marks.map((mark) => mark.getBoundingClientRect().width);
      return { id: figure.querySelector('div')?.id ?? '', marks: marks.length, width: Math.max(0, ...widths) };
    }),
  );
}

describe.skipIf(!existsSync(executablePath))('report', () => {
  let browser: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    const { stdout } = await finish(start(['demo'], { env: { TMPDIR: folder } }));
    const url = /^The report, for a browser: (.*)$/m.exec(stdout)![1];
    expect(existsSync(fileURLToPath(url))).toBe(true);
    browser = await openBrowser();
    page = await openPage(browser, url);
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true });
  });

  it('draws every chart', async () => {
    const charts = await chartsOf(page);
    expect(charts.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['activity', 'chart-1', 'chart-2', 'chart-3', 'chart-4']),
    );
    for (const { id, marks, width } of charts) {
      expect(marks, id).toBeGreaterThan(0);
      expect(width, id).toBeGreaterThan(100);
    }
  });

  it('shows times in UTC, as the command does', async () => {
    const ticks = await page.locator('#activity svg text').allTextContents();
    expect(ticks.filter((text) => /:/.test(text)).slice(0, 2)).toEqual(['12:00AM', '12:01']);
  });

  it('has a table and its SQL under every answer that has rows', async () => {
    const sections = await page.locator('section').evaluateAll((all) =>
      all.map((section) => ({
        rows: section.querySelectorAll('tbody tr').length,
        sql: section.querySelector('details pre')?.textContent ?? '',
        said: section.querySelector('p')?.textContent ?? '',
      })),
    );
    expect(sections).toHaveLength(5);
    for (const { rows, sql, said } of sections) {
      expect(sql).toMatch(/^with\n/);
      expect(rows > 0).toBe(!/^(None|Nobody|Nothing)\b/.test(said));
    }
  });

  it('tells of a bar under the pointer', async () => {
    const bar = page.locator('#chart-1 [aria-label=bar] rect').first();
    await bar.hover();
    await expect
      .poll(() => page.locator('#chart-1 [aria-label=tip] text').first().textContent())
      .toContain('receivers');
  });

  it('draws again for a narrow page, which needs no scrolling sideways', async () => {
    await page.setViewportSize({ width: 400, height: 800 });
    await expect
      .poll(async () =>
        page
          .locator('#activity svg')
          .last()
          .evaluate((svg) => svg.getBoundingClientRect().width),
      )
      .toBeLessThan(400);
    expect(await page.locator('html').evaluate((html) => html.scrollWidth)).toBeLessThanOrEqual(400);
  });

  it('asks for nothing and complains of nothing', () => {
    expect(noise).toEqual([]);
  });
});
