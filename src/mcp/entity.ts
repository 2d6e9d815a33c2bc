/** Which endpoint tells what a name names. */
import type { QueryPath } from '../client/client.ts';

/** A request of the REST API. */
export interface EntityRequest {
  /** What the name names. */
  kind: string;
  path: QueryPath;
  parameters: Readonly<Record<string, string | number>>;
}

/** Returns the requests that describe an entity. A text that names none has no requests. */
export function lookupsOf(text: string): EntityRequest[] {
  const name = text.trim();
  if (/^[GM][A-Z2-7]{55,68}$/.test(name))
    return [
      { kind: 'account', path: '/api/v1/silver/accounts/current', parameters: { account_id: name } },
      { kind: 'balances', path: '/api/v1/silver/accounts/{id}/balances', parameters: { id: name } },
      { kind: 'activity', path: '/api/v1/semantic/accounts/summary', parameters: { account_id: name } },
    ];
  if (/^[CW][A-Z2-7]{55,68}$/.test(name))
    return [
      { kind: 'contract', path: '/api/v1/silver/contracts/{id}/metadata', parameters: { id: name } },
      { kind: 'calls', path: '/api/v1/silver/contracts/{id}/call-summary', parameters: { id: name } },
    ];
  if (/^(?:native|XLM|[A-Za-z0-9]{1,12}:G[A-Z2-7]{55})$/.test(name)) {
    const asset = name === 'native' ? 'XLM' : name;
    return [
      { kind: 'asset', path: '/api/v1/silver/assets/{asset}', parameters: { asset } },
      { kind: 'stats', path: '/api/v1/silver/assets/{asset}/stats', parameters: { asset } },
    ];
  }
  if (/^\d{1,10}$/.test(name))
    return [
      { kind: 'ledger', path: '/api/v1/silver/ledgers/{sequence}/summary', parameters: { sequence: Number(name) } },
    ];
  if (/^L[A-Z2-7]{55}$/.test(name)) return [pool(name)];
  if (/^(?:B[A-Z2-7]{57}|0{8}[0-9a-f]{64})$/.test(name))
    return [{ kind: 'claimable_balance', path: '/api/v1/silver/claimable-balances/{id}', parameters: { id: name } }];
  if (/^[0-9a-f]{64}$/i.test(name)) return [transaction(name.toLowerCase()), pool(name.toLowerCase())];
  return [];
}

/** Returns the request that explains a transaction. */
export function transaction(hash: string): EntityRequest {
  return { kind: 'transaction', path: '/api/v1/silver/tx/{hash}/explanation', parameters: { hash } };
}

function pool(id: string): EntityRequest {
  return { kind: 'liquidity_pool', path: '/api/v1/silver/liquidity-pools/{id}', parameters: { id } };
}
