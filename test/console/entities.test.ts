/** The pages of entities on the sample: what they show, in all themes and widths. */
import { describe, expect, it } from 'vitest';
import { makeSampleLake } from '../make/sample-lake.ts';
import { apiOf, firstOf, waitForContent } from './entities.ts';
import { expectAccessible, expectNothingClipped, hasBrowser, looks, serveConsole, takeScreenshot } from './rig.ts';

describe.skipIf(!hasBrowser)('pages of entities', () => {
  const console = serveConsole(async () => ['--lake', await makeSampleLake(), '--auth', 'off', '--query-time', '60s']);
  const ask = apiOf(console.url);

  const someAccount = async () => firstOf(await ask('silver/offers?limit=1'), 'seller_id');
  const someAsset = async () => firstOf(await ask('silver/search?q=USD&type=asset'), 'id');

  const pages = [
    {
      name: 'transaction',
      path: async () =>
        `/tx/${firstOf(await ask('silver/operations/soroban/by-function?function_name=swap'), 'transaction_hash')}`,
      shows: [
        'What happened',
        'Contract calls',
        'swap',
        'Movements',
        'State changes',
        'Events',
        'Fees and resources',
        'SHA-256',
      ],
    },
    {
      name: 'failed-transaction',
      path: async () => `/tx/${firstOf(await ask('silver/transactions/recent?successful=false'), 'tx_hash')}`,
      shows: ['failed', 'Why it failed', 'Operations', 'Balances before and after'],
    },
    {
      name: 'overview',
      path: async () => '/',
      shows: ['Latest ledger', 'Ledgers', 'Fees in 24 hours', 'Activity', 'Busiest contracts', 'Busiest assets'],
    },
    {
      name: 'account',
      path: async () => `/account/${await someAccount()}`,
      shows: ['Sequence number', 'Balances', 'Balance over time', 'Activity', 'Offers', 'Signers', 'Called contracts'],
    },
    {
      name: 'contract',
      path: async () => `/contract/${firstOf(await ask('semantic/contracts?contract_type=unknown'), 'contract_id')}`,
      shows: [
        'Deployed by',
        'Called functions',
        'transfer',
        'Interface',
        'Callers',
        'Events',
        'Storage',
        'live',
        'Code',
      ],
    },
    {
      name: 'asset',
      path: async () => `/asset/${encodeURIComponent(await someAsset())}`,
      shows: ['Asset USD', 'In circulation', 'Prices', 'Holders', 'Transfers', 'Pools', 'clawback enabled'],
    },
    {
      name: 'pool',
      path: async () => `/pool/${firstOf(await ask('silver/liquidity-pools'), 'pool_id')}`,
      shows: ['Reserves over time', 'Shares', 'Price', '0.3 %', 'Trades with the pool'],
    },
    {
      name: 'balance',
      path: async () => `/balance/${firstOf(await ask('silver/claimable-balances'), 'balance_id')}`,
      shows: ['Claimable balance', 'Amount', 'Sponsor', 'Claimant'],
    },
    {
      name: 'ledger',
      path: async () => '/ledger/100',
      shows: [
        'Ledger 100',
        'Success rate',
        'Previous hash',
        'header hash',
        'Operations by type',
        'Fees charged',
        'Transactions',
      ],
    },
    { name: 'search', path: async () => '/search?q=us', shows: ['Matches', 'USD', 'asset', 'token'] },
    { name: 'unknown', path: async () => '/search?q=nothing+like+this', shows: ['The lake has nothing of this name'] },
  ];

  describe.each(pages)('$name', ({ name, path, shows }) => {
    it.each(looks)('looks right in the $theme theme at $width pixels', async (look) => {
      const { page, check } = await console.open(await path(), look);
      await waitForContent(page);
      const text = await page.locator('main').innerText();
      for (const part of shows) expect(text).toContain(part);
      await takeScreenshot(page, `${name}-${look.theme}-${look.width}`);
      await expectAccessible(page);
      await expectNothingClipped(page);
      await check();
    });
  });

  const searched = async () => {
    const hash = firstOf(await ask('silver/transactions/recent?limit=1'), 'tx_hash');
    const [account, asset] = [await someAccount(), await someAsset()];
    const contract = firstOf(await ask('semantic/contracts'), 'contract_id');
    const pools = await ask('silver/liquidity-pools');
    const balances = await ask('silver/claimable-balances');
    const address = (text: string) => `/balance/${text}`;
    return [
      ['128', '/ledger/128'],
      [hash, `/tx/${hash}`],
      [account, `/account/${account}`],
      [contract, `/contract/${contract}`],
      [asset, `/asset/${encodeURIComponent(asset)}`],
      [firstOf(pools, 'pool_address'), `/pool/${firstOf(pools, 'pool_address')}`],
      [firstOf(balances, 'balance_address'), address(firstOf(balances, 'balance_address'))],
      [firstOf(balances, 'balance_id'), address(firstOf(balances, 'balance_id'))],
      ['xlm', '/asset/XLM'],
    ];
  };

  it('opens what the search box names', async () => {
    const { page, check } = await console.open('/search');
    for (const [text, place] of await searched()) {
      await page.keyboard.press('/');
      await page.keyboard.type(text);
      await page.keyboard.press('Enter');
      await page.waitForURL(console.url(place));
      await waitForContent(page);
      await page.getByRole('searchbox').fill('');
      await page.getByRole('heading', { level: 1 }).click();
    }
    await page.goBack();
    await page.waitForURL(console.url(`/balance/${firstOf(await ask('silver/claimable-balances'), 'balance_id')}`));
    await check();
  });

  it('opens the pool with a hash that is of no transaction', async () => {
    const pool = firstOf(await ask('silver/liquidity-pools'), 'pool_id');
    const { page, check } = await console.open(`/search?q=${pool}`);
    await page.waitForURL(console.url(`/pool/${pool}`));
    await check();
  });

  it('pages through lists', async () => {
    const { page, check } = await console.open('/');
    const panel = page.getByRole('region', { name: 'Latest ledgers' });
    await panel.getByRole('link', { name: '129', exact: true }).waitFor();
    await panel.getByRole('button', { name: 'Next page' }).click();
    await panel.getByRole('link', { name: '121', exact: true }).waitFor();
    await panel.getByRole('button', { name: 'Previous page' }).click();
    await panel.getByRole('link', { name: '129', exact: true }).waitFor();
    await check();
  });

  it('draws a balance from its earliest change to its latest', async () => {
    const { page, check } = await console.open(`/account/${await someAccount()}`);
    await waitForContent(page);
    const line = await page.locator('.chart svg g[aria-label=line] path').getAttribute('d');
    const [start, end] = [/^M([\d.]+)/.exec(line!)![1], /([\d.]+),[\d.]+$/.exec(line!)![1]];
    expect(Number(start)).toBeLessThan(Number(end));
    await check();
  });

  it('says that the lake does not have a ledger', async () => {
    const { page, check } = await console.open('/ledger/5000', { expected: /404/ });
    await page.getByRole('region', { name: 'Summary' }).getByText('The lake does not have this').waitFor();
    expect(await page.locator('.panel').count()).toBe(1);
    await check();
  });
});
