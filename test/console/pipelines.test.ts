/** The pages of pipelines on a server that runs them. */
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../folder.ts';
import { yamlOf } from '../server/pipelines/served.ts';
import { expectAccessible, expectNothingClipped, hasBrowser, looks, serveConsole, takeScreenshot } from './rig.ts';

const sample = join(import.meta.dirname, '../../data/sample');

/** Writes a definition in place of the one in the editor. */
async function write(page: Page, yaml: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Definition in YAML' }).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(yaml);
}

async function apply(page: Page, yaml: string): Promise<void> {
  await write(page, yaml);
  await page.getByRole('button', { name: 'Apply' }).click();
}

describe.skipIf(!hasBrowser)('pipelines in the console', () => {
  const console = serveConsole(() => [
    ...['--store', sample, '--network', 'Ledgerlake Sample Network ; 2026', '--data-dir', temporaryFolder()],
    ...['--auth', 'off'],
  ]);

  it('shows findings at their lines', async () => {
    const { page, check } = await console.open('/pipelines', { expected: /400/ });
    await page.getByText('There is no pipeline yet').waitFor();
    await write(page, yamlOf('a', { start: '2', end: '129' }).replace('contract_event', 'contract_evnt'));
    const finding = page.getByRole('list', { name: 'Findings' }).getByRole('listitem');
    await finding.getByText(/^Error, line 10: .*contract_evnt/).waitFor();
    const marker = page.locator('.cm-lint-marker-error').first();
    const line = page.locator('.cm-line').nth(9);
    const [mark, text] = [(await marker.boundingBox())!, (await line.boundingBox())!];
    expect(Math.abs(mark.y + mark.height / 2 - (text.y + text.height / 2))).toBeLessThan(text.height / 2);
    await takeScreenshot(page, 'pipeline-findings');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('alert').waitFor();
    await write(page, yamlOf('a', { start: '2', end: '129' }));
    await page.getByText('The definition is valid.').waitFor();
    await check();
  });

  it('applies a definition, starts it and shows its run, components and log', async () => {
    const { page, check } = await console.open('/pipelines', { expected: /400/ });
    await apply(page, yamlOf('whole sample', { start: '2', end: '129' }));
    await page.getByText('The pipeline is created.').waitFor();
    await page.getByRole('link', { name: 'whole sample' }).click();
    await page.getByRole('heading', { level: 1, name: 'whole sample' }).waitFor();
    await page.getByText('It has not run yet.').waitFor();
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'completed' }).waitFor();
    await page.getByText('100 %').waitFor();
    await page.getByText('ledger 129').waitFor();
    const run = page.getByRole('table', { name: 'Runs' }).getByRole('row').nth(1);
    expect(await run.innerText()).toMatch(/^1\s+completed\s[\s\S]*\s128\s/);
    const component = page.getByRole('table', { name: 'Components' }).getByRole('row').nth(1);
    expect(await component.innerText()).toContain('contract_event');
    await page.getByRole('table', { name: 'Log' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'completed' }).waitFor();
    await check();
  });

  it('stops a pipeline without an end, and deletes it', async () => {
    const { page, check } = await console.open('/pipelines', { expected: /400/ });
    await apply(page, yamlOf('endless', { start: '2' }));
    await page.getByRole('link', { name: 'endless' }).click();
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'running' }).waitFor();
    await page.getByText('ledger 129').waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('heading', { level: 1, name: 'stopped' }).waitFor();
    page.on('dialog', (dialog) => void dialog.accept());
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.waitForURL(console.url('/pipelines'));
    await page.getByRole('heading', { level: 1, name: 'Pipelines' }).waitFor();
    await page.getByRole('link', { name: 'endless' }).waitFor({ state: 'detached' });
    await check();
  });

  it.each(looks)('looks right in the $theme theme at $width pixels, whatever a pipeline is called', async (look) => {
    const { page, check } = await console.open('/search', { ...look, expected: /400/ });
    await fetch(console.url('/api/v1/flow/pipelines/apply/'), {
      method: 'POST',
      headers: { 'Content-Type': 'text/yaml' },
      body: yamlOf('seen', { start: '2', end: '129' }),
    });
    const name = '<img src=x onerror="document.title=1"> \u202e' + 'W'.repeat(100);
    await page.route('**/api/v1/flow/pipelines/**', async (route) => {
      const answer = await route.fetch();
      const isJson = answer.headers()['content-type'].startsWith('application/json');
      const body = (await answer.text()).replaceAll('"name":"seen"', () => `"name":${JSON.stringify(name)}`);
      await route.fulfill({ response: answer, ...(isJson && { body }) });
    });
    await page.goto(console.url('/pipelines'));
    await page.getByRole('link', { name: '<img src=x' }).waitFor();
    await takeScreenshot(page, `pipelines-${look.theme}-${look.width}`);
    await expectAccessible(page);
    await expectNothingClipped(page);
    await page.getByRole('link', { name: '<img src=x' }).click();
    await page.getByRole('heading', { level: 1, name: '<img src=x' }).waitFor();
    await page.getByRole('textbox', { name: 'Definition in YAML' }).waitFor();
    await takeScreenshot(page, `pipeline-${look.theme}-${look.width}`);
    await expectAccessible(page);
    await expectNothingClipped(page);
    expect(await page.locator('main img').count()).toBe(0);
    expect(await page.title()).toMatch(/ledgerlake$/);
    await check();
  });
});
