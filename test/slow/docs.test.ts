/** The page of the ledger query API in a browser that reaches this machine only. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen, type Listener } from '../../src/server/http/listener.ts';
import { endpoints } from '../../src/server/query/endpoints/index.ts';
import { docsRooms } from '../../src/server/query/public.ts';
import { queryRoom } from '../../src/server/query/room.ts';
import { temporaryFolder } from '../folder.ts';
import { budget, secret, serveSample } from '../server/query/sample-server.ts';
import { apiKeysOf } from '../../src/server/query/keys.ts';

const executablePath = '/usr/bin/chromium';

describe.skipIf(!existsSync(executablePath))('/docs', () => {
  const sampled = serveSample();
  let listener: Listener;
  let browser: BrowserContext;

  beforeAll(async () => {
    const keys = apiKeysOf('k1');
    const room = queryRoom({ lakes: sampled.lakes(), secret, budget, keys: () => keys });
    listener = await listen('127.0.0.1:0', [room, ...docsRooms(endpoints, ['/lake/v1/local'])]);
    browser = await chromium.launchPersistentContext(join(temporaryFolder(), 'profile'), {
      executablePath,
      args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-sync'],
    });
  });
  afterAll(async () => {
    await browser?.close();
    await listener?.close();
  });

  it('shows every endpoint, asks one with the key, and loads nothing from elsewhere', async () => {
    const page = await browser.newPage();
    const asked: string[] = [];
    const faults: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (message) => faults.push(message.text()));
    await page.goto(`${listener.url}docs`);
    expect(await page.locator('details').count()).toBe(endpoints.length);
    const own = page.locator('details', { has: page.locator('form[data-path="/api/v1/silver/accounts/top"]') });
    await own.locator('summary').click();
    await page.fill('#key', 'k1');
    await own.locator('input[name=limit]').fill('2');
    await own.locator('button').click();
    const shown = own.locator('pre', { hasText: '"count": 2' });
    await shown.waitFor();
    expect(await shown.textContent()).toMatch(/^GET \/lake\/v1\/local\/api\/v1\/silver\/accounts\/top\?limit=2\n200\n/);
    expect(asked.filter((url) => !url.startsWith(listener.url) || url.includes('k1'))).toEqual([]);
    expect(faults.filter((text) => !/favicon/.test(text))).toEqual([]);
  });
});
