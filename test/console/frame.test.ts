/** The frame of the console: its page and files, keys of the keyboard and of the API, themes. */
import { describe, expect, it } from 'vitest';
import { makeSampleLake } from '../make/sample-lake.ts';
import { expectAccessible, expectNothingClipped, hasBrowser, looks, serveConsole, takeScreenshot } from './rig.ts';

describe.skipIf(!hasBrowser)('the frame of the console', () => {
  const console = serveConsole(async () => ['--lake', await makeSampleLake(), '--auth', 'off']);

  it('is one page under a policy that allows files of this server only', async () => {
    const answer = await fetch(console.url('/'));
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    expect((await fetch(console.url('/sql?q=select+1'))).headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect((await fetch(console.url('/console/main.js'))).headers.get('content-type')).toMatch('text/javascript');
    expect((await fetch(console.url('/console/..%2f..%2fpackage.json'))).status).toBe(404);
    expect((await fetch(console.url('/sql'), { method: 'POST' })).status).toBe(404);
  });

  it.each(looks)('looks right in the $theme theme at $width pixels', async (look) => {
    const { page, check } = await console.open('/', look);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expectAccessible(page);
    await expectNothingClipped(page);
    await takeScreenshot(page, `frame-${look.theme}-${look.width}`);
    await check();
  });

  it('answers keys outside of fields', async () => {
    const { page, check } = await console.open('/');
    await page.keyboard.press('/');
    expect(await page.evaluate('document.activeElement.type')).toBe('search');
    await page.keyboard.type('?');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Help' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await check();
  });

  it('keeps the chosen theme', async () => {
    const { page, check } = await console.open('/');
    await page.getByRole('button', { name: 'Use the dark theme' }).click();
    await page.reload();
    await page.getByRole('button', { name: 'Use the light theme' }).waitFor();
    expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark');
    await check();
  });

  it('says that an address has no page', async () => {
    const { page, check } = await console.open('/search/none/such');
    await page.getByRole('heading', { name: 'No such page' }).waitFor();
    await page.getByRole('link', { name: 'Start again' }).click();
    await page.waitForURL(console.url('/'));
    await check();
  });

  it('answers pages of this server by its loopback names only', async () => {
    const { status, text } = await asked(console.server().port, 'evil.example');
    expect([status, text]).toEqual([403, 'host not allowed\n']);
  });
});

async function asked(port: number, host: string): Promise<{ status?: number; text: string }> {
  const { request } = await import('node:http');
  return new Promise((resolve, reject) => {
    const sent = request({ port, host: '127.0.0.1', headers: { Host: host, Accept: 'text/html' } }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => (text += part));
      answer.on('end', () => resolve({ status: answer.statusCode, text }));
    });
    sent.on('error', reject);
    sent.end();
  });
}
