/**
 * Asks the requests of the console's pages once, when the server starts. The first statement of a kind takes about 70 ms more,
 * because DuckDB plans the relations below it. A page has up to nine such statements.
 */
import type { Endpoint, EndpointRequest } from '../endpoint.ts';
import { endpoints } from './index.ts';
import type { Row } from '../fields.ts';
import { ApiError } from '../errors.ts';
import { createRouter } from '../router.ts';
import { sql } from '../sql.ts';
import { View, type ServedLake } from '../view.ts';

/** Requests below `/api/v1/` of the overview and of pages of a transaction, an account, a contract, a ledger and XLM. */
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
  'silver/contracts/{contract}/interface',
  'silver/ledgers/{ledger}/summary',
  'silver/ledgers/{ledger}/fees',
  'silver/ledgers/{ledger}/soroban',
  'bronze/ledgers?start={ledger}&end={ledger}&limit=1',
  'bronze/transactions?start={ledger}&end={ledger}&limit=25',
  'silver/assets/XLM/stats',
  'silver/assets/XLM/pairs?limit=20',
  'silver/assets/XLM/holders?limit=15',
  'semantic/flows?asset_code=XLM&limit=15',
  'silver/liquidity-pools?asset=XLM&limit=10',
  'bronze/stats/network',
  'silver/stats/fees',
  'silver/contracts/top?period=24h&limit=8',
  'semantic/assets?sort=transfers&limit=8',
  'silver/ledgers/recent?limit=8',
  'silver/transactions/recent?limit=10',
];

/** What requests need beside a lake. */
interface WarmOptions {
  /** Signs cursors. */
  secret: Uint8Array;
  /** The endpoint of SQL, if it is served: its process opens the lake. */
  sqlEndpoint: Endpoint | undefined;
  signal: AbortSignal;
}

/**
 * Asks the requests for the newest transaction, its account and the newest contract with an event, one after the other. An
 * error but 404 ends it: a client that meets the same error gets it as an answer.
 */
export async function warmPages(served: ServedLake, { secret, sqlEndpoint, signal }: WarmOptions): Promise<void> {
  const view = new View(served, await served.newest.snapshot(), signal, {});
  const asked = { view, given: new Map<string, string>(), secret, format: 'json' } as const;
  const opened = sqlEndpoint?.handle({ ...asked, body: { sql: 'select sequence from history_ledgers limit 1' } });
  await Promise.all([opened, warmRequests(asked)]);
}

async function warmRequests(asked: EndpointRequest): Promise<void> {
  const names = await newestNames(asked.view);
  const route = createRouter(endpoints);
  for (const request of REQUESTS) {
    const filled = request.replace(/\{(\w+)\}/g, (name, key: string) => String(names[key] ?? name));
    if (filled.includes('{')) continue;
    const { pathname, searchParams } = new URL(`http://lake/api/v1/${filled}`);
    const { endpoint, parameters } = route(pathname)!;
    const answer = endpoint.handle({ ...asked, given: new Map([...searchParams, ...parameters]) });
    await answer.catch((error: unknown) => {
      // Not every contract has a known interface.
      if (!(error instanceof ApiError && error.status === 404)) throw error;
    });
  }
}

/** Returns the names that the requests lack; none of a lake without transactions. */
async function newestNames(view: View): Promise<Row> {
  const [transaction] = await view.rows(
    sql`select transaction_hash as hash, account, ledger_sequence as ledger from history_transactions order by id desc limit 1`,
  );
  const [event] = await view.rows(
    sql`select contract_id as contract from history_contract_events where contract_id is not null order by ledger_sequence desc limit 1`,
  );
  return { ...transaction, ...event };
}
