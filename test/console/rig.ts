/** A server and a browser for tests of the console. The browser reaches this server only. */
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { startProcess, type ServerProcess } from '../server/process.ts';

const executablePath = '/usr/bin/chromium';
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** True if there is a browser; tests of the console are skipped without one. */
export const hasBrowser = existsSync(executablePath);

/** How a page is opened. */
export interface ViewOptions {
  theme?: 'dark' | 'light';
  width?: number;
  height?: number;
  /** Messages of the browser's console that the test expects, such as of an answer with status 404. */
  expected?: RegExp;
}

/** A page of the console. */
export interface View {
  page: Page;
  /** Fails if the page wrote an error, or asked another server. */
  check(): Promise<void>;
}

/** Starts a server with these options before the tests of a file, and stops it after them. */
export function serveConsole(options: () => Promise<string[]> | string[]) {
  let browser: Browser;
  let server: ServerProcess;
  let given: string[];
  beforeAll(async () => {
    given = await options();
    server = await startProcess(...given);
    const args = [
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-sync',
    ];
    browser = await chromium.launch({ executablePath, args });
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  const url = (path = '/') => `http://127.0.0.1:${server.port}${path}`;

  /** Opens an address of the console in a new window. */
  async function open(
    path: string,
    { theme = 'light', width = 1280, height = 900, expected }: ViewOptions = {},
  ): Promise<View> {
    const context = await browser.newContext({
      colorScheme: theme,
      viewport: { width, height },
      timezoneId: 'America/New_York',
    });
    // The time limit of the test holds: a busy machine draws a page late.
    context.setDefaultTimeout(0);
    const page = await context.newPage();
    const noise: string[] = [];
    await context.route(
      (asked) => asked.origin !== new URL(url()).origin,
      (route) => {
        noise.push(`asked for ${route.request().url()}`);
        return route.abort();
      },
    );
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type()) && !expected?.test(message.text())) noise.push(message.text());
    });
    page.on('pageerror', (error) => noise.push(error.message));
    await page.goto(url(path));
    const check = async () => {
      // A page may ask again and again: what the test answers is answered before the browser ends.
      await page.unrouteAll({ behavior: 'wait' });
      expect(noise).toEqual([]);
    };
    return { page, check };
  }

  /** Starts the server again, on its port, after it was stopped. */
  const startAgain = async () => void (server = await startProcess(...given, '--endpoint', `127.0.0.1:${server.port}`));

  return { url, open, server: () => server, startAgain };
}

const TRANSITIONS_END = `Promise.allSettled(document.getAnimations()
  .filter(({ effect }) => effect.getComputedTiming().endTime < Infinity).map(({ finished }) => finished)).then(() => undefined)`;

/** Fails if axe finds a violation of WCAG A or AA. */
export async function expectAccessible(page: Page): Promise<void> {
  // A colour that still changes is neither the one before nor the one after.
  await page.evaluate(TRANSITIONS_END);
  // The page allows no scripts but its own; what a debugger evaluates is none of the page's.
  await page.evaluate(axe);
  const found = await page.evaluate(async () => {
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
    const { violations } = await (globalThis as unknown as Axe).axe.run({ runOnly: tags });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
  });
  expect(found).toEqual([]);
}

interface Axe {
  axe: { run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
}

/** Fails if something is wider than the page. */
export async function expectNothingClipped(page: Page): Promise<void> {
  expect(
    await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'),
  ).toBeLessThanOrEqual(0);
}

/** Themes and widths that each page is looked at in. */
export const looks = [
  { theme: 'light', width: 1280 },
  { theme: 'dark', width: 1280 },
  { theme: 'light', width: 360 },
  { theme: 'dark', width: 3840 },
] as const;

/** Writes a screenshot to the folder that CONSOLE_SCREENSHOTS names, if it names one. */
export async function takeScreenshot(page: Page, name: string): Promise<void> {
  const folder = process.env['CONSOLE_SCREENSHOTS'];
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}
