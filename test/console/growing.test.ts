/** A simulated network that is followed under an open page. */
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { followStore, open, openStore, simulateStore } from '../../src/index.ts';
import { temporaryFolder } from '../folder.ts';
import { waitForContent } from './entities.ts';
import { hasBrowser, serveConsole } from './rig.ts';

const [lakeFolder, storeFolder] = [join(temporaryFolder(), 'lake'), join(temporaryFolder(), 'store')];
const stop = new AbortController();
let following: Promise<unknown> | undefined;

/** Closes ledgers until the network has as many. */
const close = (ledgers: number) =>
  simulateStore(storeFolder, { seed: 'console', passphrase: 'Console Test', ledgers, mix: 'mixed' });

async function follow(): Promise<void> {
  const lake = await open(lakeFolder, { network: 'Console Test' });
  await new Promise<void>((resolve) => {
    const options = { signal: stop.signal, onCommit: () => resolve() };
    following = openStore([storeFolder])
      .then((store) => followStore(lake.lake, store, options))
      .finally(() => lake.close());
  });
}

/** Lets time pass on the page until something has come: its timers may begin late. */
async function pass(page: Page, coming: Promise<unknown>): Promise<void> {
  let isThere = false;
  const come = coming.finally(() => (isThere = true));
  while (!isThere) await page.clock.runFor(10_000);
  await come;
}

describe.skipIf(!hasBrowser)('the overview of a network that is followed', () => {
  const console = serveConsole(async () => {
    await close(10);
    await follow();
    return ['--lake', lakeFolder, '--auth', 'off', '--query-time', '60s'];
  });
  afterAll(async () => {
    stop.abort();
    await following;
  });

  it('shows ledgers that came since it was opened, also after an answer that failed', async () => {
    const { page, check } = await console.open('/', { expected: /Failed to load resource/ });
    const panel = (name: string) => page.getByRole('region', { name, exact: true });
    const latest = (ledger: number) => panel('Network').getByRole('link', { name: String(ledger), exact: true });
    await latest(11).waitFor();
    await waitForContent(page);
    // From here on time passes as the test says.
    await page.clock.install();
    await page.reload();
    await latest(11).waitFor();
    const recent = '**/silver/ledgers/recent?limit=1';
    await page.route(recent, (route) => route.abort());
    const failed = page.waitForEvent('requestfailed');
    await pass(page, failed);
    await page.unroute(recent);
    await close(14);
    // The follower and the server look for new ledgers by their own clocks.
    for (let newest = 0; newest < 15;) {
      const answer = await fetch(console.url('/lake/v1/local/api/v1/silver/ledgers/recent?limit=1'));
      newest = ((await answer.json()) as { data: { sequence: number }[] }).data[0].sequence;
    }
    const closed = await panel('Network').getByRole('time').innerText();
    await pass(page, latest(15).waitFor());
    expect((await panel('Network').getByRole('time').innerText()) > closed).toBe(true);
    await panel('Latest ledgers').getByRole('link', { name: '15', exact: true }).waitFor();
    await panel('Latest transactions').getByRole('link', { name: '15', exact: true }).first().waitFor();
    await panel('Ledgers').getByRole('img', { name: 'Loaded ledgers: 2 to 15' }).waitFor();
    await waitForContent(page);
    await check();
  });
});
