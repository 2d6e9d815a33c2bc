/** Pages of entities whose texts are hostile: all of them stay text, are cut, and leave the layout as it is. */
import type { Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { poisonLake } from '../make/poison-store.ts';
import { makeSampleLake } from '../make/sample-lake.ts';
import { apiOf, firstOf, waitForContent } from './entities.ts';
import { expectNothingClipped, hasBrowser, serveConsole, takeScreenshot } from './rig.ts';

const texts = [
  '<img src=x onerror="document.title=1"><script>document.title=2</script><b>bold</b>',
  '\u202egnp.exe\u202d \u2066\u2067 مرحبا',
  'W'.repeat(65_536),
  '\u0000\u0007\ud83d\ude00'.repeat(3000),
  '  ',
  '"></a></table></section><style>*{display:none}</style>',
];

/** Fields whose texts anybody can put into a ledger. */
const open = new Set([
  ...[
    'memo',
    'sentence',
    'reason',
    'action',
    'function',
    'function_name',
    'top_function',
    'arguments',
    'topics_decoded',
  ],
  ...['data_decoded', 'token_name', 'token_symbol', 'symbol', 'name', 'doc', 'home_domain', 'asset', 'code', 'label'],
  ...['observed_functions', 'functions', 'metadata', 'display', 'asset_code', 'key', 'before', 'after', 'predicate'],
]);

/** Returns an answer with hostile texts in these fields; numbers, addresses, hashes and times stay. */
function poisoned(value: unknown, isOpen = false): unknown {
  if (Array.isArray(value)) return value.map((part) => poisoned(part, isOpen));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => [name, poisoned(part, isOpen || open.has(name))]),
    );
  if (!isOpen || typeof value !== 'string' || /^(?:[-\d.:TZ]*|[0-9a-f]{64,}|[A-Z2-7]{56,69})$/.test(value))
    return value;
  return texts[value.length % texts.length];
}

async function answerPoisoned(route: Route): Promise<void> {
  const answer = await route.fetch({ timeout: 120_000 });
  await route.fulfill({ response: answer, json: poisoned(await answer.json()) });
}

/** Elements that only a text read as markup would make. */
const foreign = (page: Page) =>
  page.evaluate('document.querySelectorAll("main img, main script, main style, main b").length');

describe.skipIf(!hasBrowser)('hostile texts', () => {
  const console = serveConsole(async () => ['--lake', await makeSampleLake(), '--auth', 'off', '--query-time', '60s']);
  const ask = apiOf(console.url);
  const kinds = {
    overview: async () => '/',
    search: async () => `/search?q=${encodeURIComponent('USD')}`,
    transaction: async () =>
      `/tx/${firstOf(await ask('silver/operations/soroban/by-function?function_name=swap'), 'transaction_hash')}`,
    account: async () => `/account/${firstOf(await ask('silver/offers?limit=1'), 'seller_id')}`,
    contract: async () => `/contract/${firstOf(await ask('semantic/contracts?contract_type=unknown'), 'contract_id')}`,
    asset: async () => `/asset/${encodeURIComponent(firstOf(await ask('silver/search?q=USD&type=asset'), 'id'))}`,
    pool: async () => `/pool/${firstOf(await ask('silver/liquidity-pools'), 'pool_id')}`,
    balance: async () => `/balance/${firstOf(await ask('silver/claimable-balances'), 'balance_id')}`,
  };

  it.each(Object.keys(kinds) as (keyof typeof kinds)[])('stay text on the page of a kind: %s', async (kind) => {
    const { page, check } = await console.open('/search', { width: 360, expected: /400/ });
    await page.route('**/lake/v1/**', answerPoisoned);
    await page.goto(console.url(await kinds[kind]()));
    await waitForContent(page);
    await takeScreenshot(page, `hostile-${kind}`);
    await expectNothingClipped(page);
    expect(await foreign(page)).toBe(0);
    expect(await page.title()).toMatch(/ledgerlake$/);
    expect(Number(await page.evaluate('document.querySelector("main").innerText.length'))).toBeLessThan(60_000);
    await check();
  });

  it('shows a long text whole on request', async () => {
    const { page, check } = await console.open('/search');
    await page.route('**/explanation', answerPoisoned);
    await page.goto(console.url(await kinds.transaction()));
    await page.getByRole('button', { name: 'more' }).first().click();
    await page.locator('pre.whole').first().waitFor();
    await expectNothingClipped(page);
    await check();
  });

  it('stay text in an address that names nothing', async () => {
    const { page, check } = await console.open(`/search?q=${encodeURIComponent(texts[0])}`);
    await page.getByText('The lake has nothing of this name').waitFor();
    expect(await foreign(page)).toBe(0);
    await check();
  });
});

describe.skipIf(!hasBrowser)('a lake of ledgers full of extremes', () => {
  const console = serveConsole(async () => ['--lake', await poisonLake(), '--auth', 'off', '--query-time', '60s']);
  const ask = apiOf(console.url);

  it('shows its ledgers, transactions, contracts and assets', async () => {
    const places = ['/', '/ledger/100'];
    for (const { tx_hash } of (await ask('silver/transactions/recent?limit=4')).data)
      places.push(`/tx/${String(tx_hash)}`);
    for (const { contract_id } of (await ask('semantic/contracts?limit=2')).data)
      places.push(`/contract/${String(contract_id)}`);
    places.push(`/account/${firstOf(await ask('silver/transactions/recent?limit=1'), 'source_account')}`);
    for (const place of places) {
      const { page, check } = await console.open(place, { width: 360, expected: /40[04]/ });
      await waitForContent(page);
      await expectNothingClipped(page);
      await check();
      await page.context().close();
    }
  });
});
