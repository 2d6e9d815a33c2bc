/** A lake that gets ledgers under an open page. */
import { join } from 'node:path';
import { describe, it } from 'vitest';
import { open } from '../../src/index.ts';
import { temporaryFolder } from '../folder.ts';
import { waitForContent } from './entities.ts';
import { hasBrowser, serveConsole } from './rig.ts';

const sample = join(import.meta.dirname, '../../data/sample');
const folder = join(temporaryFolder(), 'lake');

async function load(range: string): Promise<void> {
  const lake = await open(folder, { network: 'Ledgerlake Sample Network ; 2026' });
  await lake.load(sample, { range });
  await lake.close();
}

describe.skipIf(!hasBrowser)('the overview of a lake that grows', () => {
  const console = serveConsole(async () => {
    await load('2:60');
    return ['--lake', folder, '--auth', 'off', '--query-time', '60s'];
  });

  it('shows ledgers that came since it was opened, also after an answer that failed', async () => {
    const { page, check } = await console.open('/', { expected: /Failed to load resource/ });
    const latest = (ledger: number) =>
      page.getByRole('region', { name: 'Network' }).getByRole('link', { name: String(ledger), exact: true });
    await waitForContent(page);
    await latest(60).waitFor();
    // From here on time passes as the test says.
    await page.clock.install();
    await page.reload();
    await latest(60).waitFor();
    const recent = '**/silver/ledgers/recent?limit=8';
    await page.route(recent, (route) => route.abort());
    const failed = page.waitForEvent('requestfailed');
    await page.clock.runFor(10_000);
    await failed;
    await page.unroute(recent);
    await load('61:70');
    // The server looks for new ledgers by its own clock.
    for (let newest = 0; newest < 70;) {
      const answer = await fetch(console.url('/lake/v1/local/api/v1/silver/ledgers/recent?limit=8'));
      newest = ((await answer.json()) as { data: { sequence: number }[] }).data[0].sequence;
    }
    const answered = page.waitForResponse(recent);
    await page.clock.runFor(10_000);
    await answered;
    await latest(70).waitFor();
    await check();
  });
});
