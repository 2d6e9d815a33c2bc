/** Lakes that know little: with gaps and without the state before their ledgers, and without ledgers. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { open } from '../../src/index.ts';
import { temporaryFolder } from '../folder.ts';
import { apiOf, firstOf, waitForContent } from './entities.ts';
import { expectAccessible, expectNothingClipped, hasBrowser, serveConsole, takeScreenshot } from './rig.ts';

const sample = join(import.meta.dirname, '../../data/sample');

async function makeLake(...ranges: string[]): Promise<string> {
  const folder = join(temporaryFolder(), 'lake');
  const lake = await open(folder, { network: 'Ledgerlake Sample Network ; 2026' });
  for (const range of ranges) await lake.load(sample, { range });
  await lake.close();
  return folder;
}

describe.skipIf(!hasBrowser)('a lake with gaps and without state', () => {
  const options = async () => ['--lake', await makeLake('50:60', '80:90'), '--auth', 'off', '--query-time', '60s'];
  const console = serveConsole(options);
  const ask = apiOf(console.url);

  it('shows its gaps', async () => {
    const { page, check } = await console.open('/');
    await waitForContent(page);
    const ledgers = page.getByRole('region', { name: 'Ledgers', exact: true });
    expect(await ledgers.innerText()).toContain('Missing: after 60 to before 80');
    expect(await ledgers.innerText()).toContain('only entries that its ledgers changed');
    await takeScreenshot(page, 'gaps-overview');
    await expectAccessible(page);
    await check();
  });

  it('marks answers of partial knowledge, with the words of the warning', async () => {
    const asset = firstOf(await ask('silver/search?q=USD&type=asset'), 'id');
    const { page, check } = await console.open(`/asset/${encodeURIComponent(asset)}`);
    await waitForContent(page);
    const supply = page.getByRole('region', { name: 'Supply' });
    await supply.getByText('partial knowledge').click();
    await supply.getByText('did not change are unknown').waitFor();
    await takeScreenshot(page, 'partial-asset');
    await expectAccessible(page);
    await expectNothingClipped(page);
    await check();
  });

  it('says that a ledger in a gap is missing', async () => {
    const { page, check } = await console.open('/ledger/70', { expected: /404/ });
    const summary = page.getByRole('region', { name: 'Summary' });
    await summary.getByText('The lake does not have this').waitFor();
    await check();
  });
});

describe.skipIf(!hasBrowser)('an empty lake', () => {
  const console = serveConsole(async () => ['--lake', await makeLake(), '--auth', 'off', '--query-time', '60s']);

  it.each(['/', '/ledger/5', '/asset/XLM'])('has no ledgers on %s', async (path) => {
    const { page, check } = await console.open(path, { expected: /404|503/ });
    await waitForContent(page);
    expect(await page.getByText('The lake has no ledgers yet').count()).toBeGreaterThan(0);
    expect(await page.getByRole('alert').count()).toBe(0);
    await expectAccessible(page);
    await expectNothingClipped(page);
    await takeScreenshot(page, `empty${path.replace(/\W+/g, '-')}`);
    await check();
  });
});
