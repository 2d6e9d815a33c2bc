/** A newcomer answers ten questions about the sample with the mouse alone: each begins at the overview. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeSampleLake } from '../make/sample-lake.ts';
import { waitForContent } from './entities.ts';
import { hasBrowser, serveConsole } from './rig.ts';

const inPanel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** Clicks a link of a panel and waits for its page. */
async function follow(page: Page, panel: string, link: string | RegExp, heading: string | RegExp): Promise<void> {
  await inPanel(page, panel).getByRole('link', { name: link }).first().click();
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  await waitForContent(page);
}

/** Clicks the first transaction of a panel with this outcome. */
async function followOutcome(page: Page, panel: string, outcome: string): Promise<void> {
  await inPanel(page, panel).getByRole('row').filter({ hasText: outcome }).first().getByRole('link').first().click();
  await page.getByRole('heading', { level: 1, name: 'Transaction' }).waitFor();
  await waitForContent(page);
}

const questions: { asks: string; path: (page: Page) => Promise<unknown>; panel: string; answer: string | RegExp }[] = [
  {
    asks: 'How many ledgers does the lake have?',
    path: async () => {},
    panel: 'Network',
    answer: /Ledgers loaded\s+128/,
  },
  { asks: 'Are ledgers missing?', path: async () => {}, panel: 'Ledgers', answer: /loaded(?![\s\S]*Missing)/ },
  {
    asks: 'What does the busiest contract do most?',
    path: async () => {},
    panel: 'Busiest contracts',
    answer: /CDXM…BGR4\s+179\s+75\.9 %\s+transfer/,
  },
  {
    asks: 'How many accounts hold USD?',
    path: (page) => follow(page, 'Busiest assets', /^USD/, /Asset USD/),
    panel: 'Supply',
    answer: /Holders\s+70/,
  },
  {
    asks: 'Who holds most USD?',
    path: (page) => follow(page, 'Busiest assets', /^USD/, /Asset USD/),
    panel: 'Holders',
    answer: /1\s+GATI…YZVS\s+13\s367\.1539580/,
  },
  {
    asks: 'For what was USD traded?',
    path: (page) => follow(page, 'Busiest assets', /^USD/, /Asset USD/),
    panel: 'Prices',
    answer: 'XLM (64 trades)',
  },
  {
    asks: 'How much XLM does the pool with USD hold?',
    path: async (page) => {
      await follow(page, 'Busiest assets', /^XLM/, /Asset XLM/);
      await follow(page, 'Pools', 'e930…f50f', 'Liquidity pool');
    },
    panel: 'Reserves',
    answer: /XLM\s+40\s945\.9608342/,
  },
  {
    asks: 'Why did the latest failed transaction fail?',
    path: (page) => followOutcome(page, 'Latest transactions', 'failed'),
    panel: 'What happened',
    answer: 'Unauthorized function call for address',
  },
  {
    asks: 'What did it cost?',
    path: (page) => followOutcome(page, 'Latest transactions', 'failed'),
    panel: 'Fees and resources',
    answer: /Charged\s+97\s161 stroops/,
  },
  {
    asks: 'How many transactions of the latest ledger failed?',
    path: (page) => follow(page, 'Network', '129', 'Ledger 129'),
    panel: 'Summary',
    answer: /Failed\s+3/,
  },
];

describe.skipIf(!hasBrowser)('a newcomer with a mouse', () => {
  const console = serveConsole(async () => ['--lake', await makeSampleLake(), '--auth', 'off', '--query-time', '60s']);

  it.each(questions)('$asks', async ({ path, panel, answer }) => {
    const { page, check } = await console.open('/');
    await waitForContent(page);
    await path(page);
    expect(await inPanel(page, panel).innerText()).toMatch(answer);
    await check();
  });
});
