/**
 * What the bench of ledger queries asks: ways to ask by group, each with values of its own for each time, since what is asked twice of an
 * unchanged lake is answered from memory.
 */

/** An answer, as far as the bench reads it. */
export interface Answer {
  data?: Record<string, unknown>[];
  cursor?: string;
}

export type Ask = (path: string) => Promise<Answer>;

/** Returns the path of the n-th time, from 0. */
export type Way = (n: number) => string;

/** The groups of issue figures, each a list of ways to ask. */
export type Groups = Record<string, Way[]>;

const LIMIT = 100;

/** Returns the ways of each group, with keys that are busy and some that are not. */
export async function groupsOf(ask: Ask): Promise<Groups> {
  const column = async (path: string, name: string) => {
    const { data = [] } = await ask(path);
    return [...new Set(data.map((row) => row[name]).filter((value) => typeof value === 'string'))];
  };
  const top = await column('/silver/accounts/top?limit=100', 'account_id');
  const recent = await column('/silver/accounts?sort_by=last_modified&limit=100', 'account_id');
  const hashes = await column('/silver/transfers?limit=1000', 'transaction_hash');
  const old = await column('/silver/transfers?limit=1000&order=asc', 'transaction_hash');
  const contracts = await column('/silver/contracts/top?limit=100', 'contract_id');
  const tokens = await column('/silver/transfers?limit=1000', 'token_contract_id');
  const { data: assets = [] } = await ask('/silver/assets?limit=100');
  const names = assets.map(({ asset_code: code, asset_issuer: issuer }) => {
    return encodeURIComponent(typeof issuer === 'string' ? `${String(code)}:${issuer}` : 'XLM');
  });
  const accounts = top.flatMap((id, i) => [...new Set([id, recent[i] ?? id])]);
  return {
    'look-ups': [
      ...ways(accounts, 6, (id) => `/silver/accounts/current?account_id=${id}`),
      ...ways([...hashes, ...old], 10, (hash) => `/silver/tx/${hash}/decoded`),
      ...ways(tokens, 3, (id) => `/silver/tokens/${id}`),
      ...ways(names, 3, (name) => `/silver/assets/${name}/stats`),
    ],
    'first pages of 100': [
      ...lists.map((path) => paged(() => path)),
      ...ofAccount.flatMap((path) => ways(accounts, 6, (id) => path.replace('{id}', id)).map(paged)),
      ...ways(names, 3, (name) => `/silver/assets/${name}/holders`).map(paged),
      ...ways(contracts, 3, (id) => `/silver/events/by-contract?contract_id=${id}`).map(paged),
      ...ways(tokens, 2, (id) => `/silver/tokens/${id}/balances`).map(paged),
      ...ways(tokens, 2, (id) => `/silver/tokens/${id}/transfers`).map(paged),
    ],
    'first pages of some kinds of rows': kinds.map((path) => paged(() => path)),
    'rankings and statistics': [
      paged(() => '/silver/accounts/top'),
      paged(() => '/silver/contracts/top'),
      ...['network', 'fees', 'soroban'].map((name) => () => `/silver/stats/${name}`),
      ...ways(accounts, 6, (id) => `/semantic/accounts/summary?account_id=${id}`),
      ...ways(contracts, 3, (id) => `/silver/contracts/${id}/analytics`),
    ],
  };
}

/** Returns so many ways to ask, each with other values of a list, as long as there are some. */
function ways(values: readonly string[], count: number, path: (value: string) => string): Way[] {
  const some = Math.min(count, values.length);
  return Array.from({ length: some }, (_, i) => (n) => path(values[(i + n * some) % values.length]));
}

/** Returns the way with a limit that is another each time. */
function paged(way: Way): Way {
  return (n) => {
    const path = way(n);
    return `${path}${path.includes('?') ? '&' : '?'}limit=${LIMIT + (n % LIMIT)}`;
  };
}

const lists = [
  '/silver/accounts?sort_by=last_modified',
  '/silver/transfers',
  '/silver/payments',
  '/silver/operations/enriched',
  '/silver/operations/soroban',
  '/silver/events',
  '/silver/events/generic',
  '/silver/assets',
  '/semantic/activities',
  '/semantic/flows',
  '/semantic/contracts',
];

const kinds = [
  '/silver/events?source_type=classic',
  '/silver/events?event_type=mint',
  '/silver/events/generic?event_type=contract',
  '/silver/transfers?source_type=classic',
  '/silver/transfers?asset_code=USDC',
  '/silver/effects?effect_type=account_credited',
  '/semantic/flows?flow_type=transfer',
  '/semantic/activities?activity_type=payment',
];

const ofAccount = [
  '/silver/operations/enriched?account_id={id}',
  '/silver/payments?account_id={id}',
  '/silver/transfers?account_id={id}',
  '/silver/accounts/history?account_id={id}',
  '/silver/accounts/{id}/activity',
  '/silver/accounts/{id}/balances',
  '/semantic/activities?account={id}',
  '/semantic/flows?account={id}',
];
