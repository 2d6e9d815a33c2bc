/** The server ends and starts again under an open page. */
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../folder.ts';
import { makeSampleLake } from '../make/sample-lake.ts';
import { expectAccessible, hasBrowser, serveConsole, takeScreenshot } from './rig.ts';

const GONE = 'The server does not answer. Is it still running?';
const themes = ['light', 'dark'] as const;
const expected = /Failed to load resource/;

describe.skipIf(!hasBrowser)('a server that starts again', () => {
  const console = serveConsole(async () => [
    ...['--lake', await makeSampleLake(), '--auth', 'off', '--query-time', '60s', '--data-dir', temporaryFolder()],
  ]);

  it.each(themes)('answers the next statement, in the %s theme', async (theme) => {
    const { page, check } = await console.open('/sql?q=select+5+as+a', { theme, expected });
    await page.getByRole('cell', { name: '5' }).waitFor();
    await console.server().stop();
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByRole('alert').getByText(GONE).waitFor();
    await takeScreenshot(page, `gone-${theme}`);
    await expectAccessible(page);
    await console.startAgain();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('cell', { name: '5' }).waitFor();
    await check();
  });

  it('is noticed by a page that loads again and again', async () => {
    const { page, check } = await console.open('/pipelines', { expected });
    await page.getByText('There is no pipeline yet').waitFor();
    await console.server().stop();
    const alert = (panel: string) => page.getByRole('region', { name: panel }).getByRole('alert');
    await alert('Pipelines of this server').getByText(GONE).waitFor();
    await page.getByRole('textbox', { name: 'Definition in YAML' }).press('End');
    await page.keyboard.type(' ');
    await alert('Definition').getByText(GONE).waitFor();
    await console.startAgain();
    await page.getByText('There is no pipeline yet').waitFor();
    await page.keyboard.type(' ');
    await alert('Definition').waitFor({ state: 'detached' });
    await check();
  });

  it('gives the pages that were not loaded before', async () => {
    const { page, check } = await console.open('/sql', { expected });
    await page.getByText('Write a statement that reads').waitFor();
    await console.server().stop();
    await page.getByRole('link', { name: 'Relations' }).click();
    await page.getByRole('alert').getByText('This page cannot be loaded').waitFor();
    await console.startAgain();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('region', { name: 'bronze' }).waitFor();
    expect(page.url()).toBe(console.url('/relations'));
    await check();
  });
});
