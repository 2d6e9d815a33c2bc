/**
 * What the pages of the console ask first, asked when the server begins. The first statement of a kind takes about 70 ms more,
 * because DuckDB plans the relations below it; a page has up to nine of them.
 */
import { endpoints } from './index.ts';
import type { Row } from '../fields.ts';
import { createRouter } from '../router.ts';
import { sql } from '../sql.ts';
import { View, type ServedLake } from '../view.ts';

/** Requests below `/api/v1/` of the overview, of a transaction, of an account and of a contract. */
const REQUESTS = [
  'silver/tx/{hash}/explanation',
  'silver/tx/{hash}/full',
  'silver/events/generic?tx_hash={hash}&limit=50&order=asc',
  'silver/accounts/current?account_id={account}',
  'silver/addresses/{account}/balances?limit=25',
  'silver/addresses/{account}/balances/history?limit=1000&order=desc',
  'silver/accounts/{account}/activity?limit=15',
  'silver/accounts/{account}/transactions?limit=15',
  'silver/accounts/{account}/offers?limit=15',
  'silver/accounts/signers?account_id={account}',
  'silver/accounts/{account}/contracts?limit=10',
  'semantic/contracts?contract_id={contract}&include=assets',
  'semantic/contracts/functions?contract_id={contract}&period=30d&include_sub_calls=true&limit=50',
  'silver/contracts/{contract}/callers?limit=10',
  'silver/contracts/{contract}/recent-calls?limit=15',
  'silver/contracts/{contract}/storage?limit=15',
  'silver/events/contract/{contract}?limit=15',
  'bronze/stats/network',
  'silver/stats/fees',
  'silver/contracts/top?period=24h&limit=8',
  'semantic/assets?sort=transfers&limit=8',
  'silver/ledgers/recent?limit=8',
  'silver/transactions/recent?limit=10',
];

/**
 * Asks the requests for the newest transaction, its account and the newest contract with an event, one after the other. An
 * error ends it: a client that meets the same error gets it as an answer.
 */
export async function warmPages(served: ServedLake, secret: Uint8Array, signal: AbortSignal): Promise<void> {
  const view = new View(served, await served.newest.snapshot(), signal, {});
  const names = await newestNames(view);
  const route = createRouter(endpoints);
  for (const request of REQUESTS) {
    const filled = request.replace(/\{(\w+)\}/, (name, key: string) => String(names[key] ?? name));
    if (filled.includes('{')) continue;
    const { pathname, searchParams } = new URL(`http://lake/api/v1/${filled}`);
    const { endpoint, parameters } = route(pathname)!;
    await endpoint.handle({ view, given: new Map([...searchParams, ...parameters]), secret, format: 'json' });
  }
}

/** Returns the names that the requests lack; none of a lake without transactions. */
async function newestNames(view: View): Promise<Row> {
  const [transaction] = await view.rows(
    sql`select transaction_hash as hash, account from history_transactions order by id desc limit 1`,
  );
  const [event] = await view.rows(
    sql`select contract_id as contract from history_contract_events where contract_id is not null order by ledger_sequence desc limit 1`,
  );
  return { ...transaction, ...event };
}
