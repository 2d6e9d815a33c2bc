/** What the bench of ledger queries asks: paths by group, with values that the lake has. */

/** An answer, as far as the bench reads it. */
export interface Answer {
  data?: Record<string, unknown>[];
  cursor?: string;
}

export type Ask = (path: string) => Promise<Answer>;

/** The groups of issue figures, each a list of paths. */
export type Groups = Record<string, string[]>;

/** Returns the paths of each group, of keys that are busy and of some that are not. */
export async function groupsOf(ask: Ask): Promise<Groups> {
  const column = async (path: string, name: string) => {
    const { data = [] } = await ask(path);
    return [...new Set(data.map((row) => row[name]).filter((value) => typeof value === 'string'))];
  };
  const top = await column('/silver/accounts/top?limit=3', 'account_id');
  const recent = await column('/silver/accounts?sort_by=last_modified&limit=3', 'account_id');
  const hashes = await column('/silver/transfers?limit=5', 'transaction_hash');
  const old = await column('/silver/transfers?limit=5&order=asc', 'transaction_hash');
  const contracts = await column('/silver/contracts/top?limit=3', 'contract_id');
  const tokens = await column('/silver/transfers?limit=100', 'token_contract_id');
  const { data: assets = [] } = await ask('/silver/assets?limit=3');
  const names = assets.map(({ asset_code: code, asset_issuer: issuer }) => {
    return encodeURIComponent(typeof issuer === 'string' ? `${String(code)}:${issuer}` : 'XLM');
  });
  const accounts = [...top, ...recent];
  return {
    'look-ups': [
      ...accounts.map((id) => `/silver/accounts/current?account_id=${id}`),
      ...[...hashes, ...old].map((hash) => `/silver/tx/${hash}/decoded`),
      ...tokens.slice(0, 3).map((id) => `/silver/tokens/${id}`),
      ...names.map((name) => `/silver/assets/${name}/stats`),
    ],
    'first pages of 100': [
      ...lists.map((path) => `${path}${path.includes('?') ? '&' : '?'}limit=100`),
      ...accounts.flatMap((id) => ofAccount.map((path) => `${path.replace('{id}', id)}limit=100`)),
      ...names.map((name) => `/silver/assets/${name}/holders?limit=100`),
      ...contracts.map((id) => `/silver/events/by-contract?contract_id=${id}&limit=100`),
      ...tokens
        .slice(0, 2)
        .flatMap((id) => [`/silver/tokens/${id}/balances?limit=100`, `/silver/tokens/${id}/transfers?limit=100`]),
    ],
    'rankings and statistics': [
      '/silver/accounts/top',
      '/silver/contracts/top',
      '/silver/stats/network',
      '/silver/stats/fees',
      '/silver/stats/soroban',
      ...accounts.map((id) => `/semantic/accounts/summary?account_id=${id}`),
      ...contracts.map((id) => `/silver/contracts/${id}/analytics`),
    ],
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

const ofAccount = [
  '/silver/operations/enriched?account_id={id}&',
  '/silver/payments?account_id={id}&',
  '/silver/transfers?account_id={id}&',
  '/silver/accounts/history?account_id={id}&',
  '/silver/accounts/{id}/activity?',
  '/silver/accounts/{id}/balances?',
  '/semantic/activities?account={id}&',
  '/semantic/flows?account={id}&',
];
