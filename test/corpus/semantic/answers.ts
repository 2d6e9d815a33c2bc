/** Answers of the query API as SQL over semantic and gold: parameters become where, order and limit, columns become fields. */
import { StrKey } from '@stellar/stellar-sdk';
import { quoteText, selectRows, type DuckDBConnection } from '../../../src/lake/duckdb/duckdb.ts';

export type Answer = Record<string, unknown>;
type Parameters = URLSearchParams;

/** What an endpoint asks: fields as SQL, of which those that are null are left out. */
interface List {
  fields: Record<string, string>;
  from: string;
  where: string[];
  order: string;
}

const time = (column: string) => `strftime(${column}, '%Y-%m-%dT%H:%M:%SZ')`;
const same = (...names: string[]) => Object.fromEntries(names.map((name) => [name, name]));
const asOf = '(select arg_max(closed_at, sequence) from history_ledgers)';

/** Returns a condition for each parameter that is given. */
function conditions(given: Parameters, sql: Record<string, (value: string) => string>): string[] {
  return Object.entries(sql).flatMap(([name, condition]) => {
    const value = given.get(name);
    return value === null ? [] : [condition(quoteText(value))];
  });
}

/** A muxed account stands for its account. */
const accountOf = (quoted: string) =>
  quoted.startsWith("'M")
    ? `'${StrKey.encodeEd25519PublicKey(StrKey.decodeMed25519PublicKey(quoted.slice(1, -1)).subarray(0, 32))}'`
    : quoted;

const history = {
  before: (value: string) => `timestamp < cast(${value} as timestamp)`,
  after: (value: string) => `timestamp > cast(${value} as timestamp)`,
  start_ledger: (value: string) => `ledger_sequence >= cast(${value} as integer)`,
  end_ledger: (value: string) => `ledger_sequence <= cast(${value} as integer)`,
};

/** Activity types that the hosted service has no names for. */
const otherTypes = [
  ...[
    'create_claimable_balance',
    'claim_claimable_balance',
    'begin_sponsoring',
    'end_sponsoring',
    'revoke_sponsorship',
  ],
  ...['clawback', 'clawback_claimable_balance', 'liquidity_pool_deposit', 'liquidity_pool_withdraw'],
  ...['extend_footprint_ttl', 'restore_footprint', 'contract_deployed', 'contract_code_uploaded'],
].map(quoteText);

function activities(given: Parameters): List {
  return {
    fields: {
      ...same('id', 'ledger_sequence', 'activity_type', 'description', 'source_account', 'destination_account'),
      ...same('contract_id', 'asset_code', 'asset_issuer', 'is_soroban', 'soroban_function_name', 'transaction_hash'),
      ...same('operation_index', 'successful', 'fee_charged'),
      timestamp: time('timestamp'),
      amount: 'cast(amount as varchar)',
    },
    from: 'semantic.semantic_activities',
    where: conditions(given, {
      ...history,
      account: (value) => `${accountOf(value)} in (source_account, destination_account)`,
      contract_id: (value) => `contract_id = ${value}`,
      activity_type: (value) =>
        value === `'other'` ? `activity_type in (${otherTypes.join(', ')})` : `activity_type = ${value}`,
    }),
    order: 'operation_id desc',
  };
}

function contracts(given: Parameters): List {
  const sorts = { deployed_ledger: 'deployed_ledger desc nulls last', last_activity: 'last_activity desc nulls last' };
  const sort = sorts[given.get('sort_by') as keyof typeof sorts] ?? 'total_invocations desc';
  return {
    fields: {
      ...same('contract_id', 'contract_type', 'token_name', 'token_symbol', 'token_decimals', 'deployer_account'),
      ...same(
        'deployed_ledger',
        'total_invocations',
        'unique_callers',
        'observed_functions',
        'wallet_type',
        'wasm_hash',
      ),
      deployed_at: time('deployed_at'),
      last_activity: time('last_activity'),
    },
    from: 'semantic.semantic_entities_contracts',
    where: [
      'not is_asset_only',
      ...conditions(given, {
        contract_id: (value) => `contract_id = ${value}`,
        contract_type: (value) => `contract_type = ${value.replace('sep41_token', 'custom_soroban')}`,
        deployer: (value) => `deployer_account = ${value}`,
        function_any: (value) => `list_has_any(observed_functions, string_split(${value}, ','))`,
      }),
    ],
    order: `${sort}, contract_id`,
  };
}

function functions(given: Parameters): List {
  const spans: Record<string, string> = { '24h': '24 hours', '7d': '7 days', '30d': '30 days' };
  const span = spans[given.get('period') ?? ''];
  const since = span ? `${asOf} - interval '${span}'` : 'null';
  const isPlain = !span && !given.has('include_sub_calls');
  return {
    fields: {
      ...same('contract_id', 'function_name', 'total_calls', 'successful_calls', 'failed_calls', 'unique_callers'),
      success_rate: 'successful_calls / total_calls',
      first_called: time('first_called'),
      last_called: time('last_called'),
    },
    from: isPlain
      ? 'semantic.semantic_contract_functions'
      : `semantic.contract_functions_since(${since}, ${given.has('include_sub_calls')})`,
    where: conditions(given, { contract_id: (value) => `contract_id = ${value}` }),
    order: 'total_calls desc, function_name',
  };
}

function flows(given: Parameters): List {
  const issuer = given.get('asset_issuer');
  return {
    fields: {
      ...same('id', 'ledger_sequence', 'flow_type', 'from_account', 'to_account', 'contract_id', 'asset_code'),
      ...same('asset_issuer', 'asset_type', 'transaction_hash', 'operation_type', 'successful'),
      timestamp: time('timestamp'),
      amount: 'coalesce(cast(amount as varchar), amount_raw)',
    },
    from: 'semantic.semantic_flows_value',
    where: conditions(given, {
      ...history,
      account: (value) => `${accountOf(value)} in (from_account, to_account)`,
      flow_type: (value) => `flow_type = ${value}`,
      contract_id: (value) => `contract_id = ${value}`,
      asset_code: (value) => (value === `'XLM'` && issuer === null ? `asset_key = 'native'` : `asset_code = ${value}`),
      asset_issuer: (value) => `asset_issuer = ${value}`,
      min_amount: (value) => `amount >= cast(${value} as decimal(38, 7))`,
    }),
    order: 'operation_id desc, event_index desc',
  };
}

const lists: Record<number, (given: Parameters) => List> = {
  27: activities,
  28: contracts,
  29: functions,
  31: flows,
};

/** Returns rows as the API would send them. */
async function readObjects(
  connection: DuckDBConnection,
  fields: Record<string, string>,
  rest: string,
): Promise<Answer[]> {
  const members = Object.entries(fields).map(([name, sql]) => `"${name}" := ${sql}`);
  const rows = await selectRows(
    connection,
    `select cast(to_json(struct_pack(${members.join(', ')})) as varchar) as row ${rest}`,
  );
  return rows.map(({ row }) => {
    const all = Object.entries(JSON.parse(String(row)) as Answer);
    return Object.fromEntries(all.filter(([, value]) => value !== null));
  });
}

async function listed(
  connection: DuckDBConnection,
  { fields, from, where, order }: List,
  limit: number,
): Promise<Answer> {
  const condition = where.length > 0 ? `where ${where.join(' and ')}` : '';
  const limited = Number.isFinite(limit) ? `limit ${limit + 1}` : '';
  const rows = await readObjects(connection, fields, `from ${from} ${condition} order by ${order} ${limited}`);
  const data = rows.slice(0, limit);
  return { data, count: data.length, has_more: rows.length > limit };
}

async function accountSummary(connection: DuckDBConnection, given: Parameters): Promise<Answer> {
  const fields = {
    ...same('account_id', 'total_operations', 'total_payments_sent', 'total_payments_received', 'total_contract_calls'),
    ...same('unique_contracts_called', 'top_contract_id', 'top_contract_function', 'is_contract_deployer'),
    ...same('contracts_deployed'),
    first_activity: time('first_activity'),
    last_activity: time('last_activity'),
  };
  const account = accountOf(quoteText(given.get('account_id')!));
  const from = `from semantic.semantic_account_summary where account_id = ${account}`;
  const [found] = await readObjects(connection, fields, from);
  return found ? { account: found, found: true } : { account: null, found: false };
}

/** A day is its end. */
const instant = (value: string) => quoteText(/^\d{4}-\d\d-\d\d$/.test(value) ? `${value}T23:59:59Z` : value);
const textOrNull = (value: string | null) => (value === null ? 'null' : quoteText(value));
const text = (column: string) => `cast(${column} as varchar)`;

async function balances(connection: DuckDBConnection, given: Parameters, limit: number): Promise<Answer> {
  const ledger = given.get('ledger');
  const [macro, point] = ledger === null ? ['at', instant(given.get('timestamp')!)] : ['at_ledger', ledger];
  const asked = `${quoteText(given.get('asset_code')!)}, ${textOrNull(given.get('asset_issuer'))}, ${point}`;
  const held = (kind: string) =>
    text(`(select gold.held(balance_stroops, holder_type = '${kind}') from gold.balances_${macro}(${asked}))`);
  const part = 'cast(gold.percent(balance_stroops, sum(balance_stroops) over ()) as varchar)';
  const summary = {
    // The cases count what is known, of partial histories, too.
    ...same('snapshot_ledger'),
    total_holders: 'known_holders',
    snapshot_at:
      ledger === null
        ? time(`cast(${point} as timestamp)`)
        : time('(select closed_at from history_ledgers where sequence = snapshot_ledger)'),
    ...{ total_supply: text('known_supply'), circulating_supply: text('known_supply') },
    ...{ issuer_balance: text('issuer_balance'), accounts: held('account') },
    ...{ claimable_balances: held('claimable_balance'), liquidity_pools: held('liquidity_pool') },
    contracts: held('contract'),
  };
  const [{ snapshot_ledger, snapshot_at, ...totals }] = await readObjects(
    connection,
    summary,
    `from gold.supply_${macro}(${asked})`,
  );
  const holders = await readObjects(
    connection,
    { account_id: 'holder', balance: text('balance'), percent_of_supply: text('percent_of_supply') },
    `from (select * replace (${part} as percent_of_supply) from gold.balances_${macro}(${asked}))
     where holder_type = 'account' and balance_stroops >= ${given.get('min_balance') ?? 0}
     order by balance_stroops desc, holder limit ${Number.isFinite(limit) ? limit + 1 : 100_000}`,
  );
  const shown = holders.slice(0, limit);
  return { snapshot_ledger, snapshot_at, summary: totals, holders: shown, has_more: holders.length > limit };
}

const stroops = (units: string) => `cast(10000000 * (${units}) as hugeint)`;

const intervals: Record<string, string> = { '1h': '1 hour', '1d': '1 day', '1w': '7 days' };

async function supply(connection: DuckDBConnection, given: Parameters): Promise<Answer> {
  const start = `cast(${quoteText(given.get('start_date')!)} as timestamp)`;
  const end = `least(cast(${instant(given.get('end_date')!)} as timestamp), ${asOf})`;
  const step = intervals[given.get('interval') ?? '1d'];
  const asset = `${quoteText(given.get('asset_code')!)}, ${textOrNull(given.get('asset_issuer'))}`;
  const points = `(
    select * replace (known_supply as total_supply, known_holders as total_holders), known_supply - lag(known_supply) over (order by point) as change
    from (select unnest(range(${start}, ${end}, interval '${step}')) as point union select ${end}),
      lateral (from gold.supply_at(${asset}, point)))`;
  const timeline = await readObjects(
    connection,
    {
      timestamp: time('point'),
      ledger_sequence: 'snapshot_ledger',
      total_supply: text('total_supply'),
      circulating_supply: text('known_supply'),
      issuer_balance: text('issuer_balance'),
      holder_count: 'total_holders',
      supply_change: text('change'),
      supply_change_percent: text(`gold.percent(${stroops('change')}, ${stroops('total_supply - change')})`),
    },
    `from ${points} order by point`,
  );
  const supplies: Record<string, string> = {
    start_supply: 'arg_min(total_supply, point)',
    end_supply: 'arg_max(total_supply, point)',
    net_minted: 'arg_max(total_supply, point) - arg_min(total_supply, point)',
    peak_supply: 'max(total_supply)',
    lowest_supply: 'min(total_supply)',
  };
  const summary = {
    ...Object.fromEntries(Object.entries(supplies).map(([name, sql]) => [name, text(sql)])),
    peak_date: time(`arg_min(point, -total_supply)`),
    lowest_date: time('arg_min(point, total_supply)'),
    data_points: 'count(*)',
  };
  const [summed] = await readObjects(connection, summary, `from (from ${points} order by point)`);
  return { timeline, summary: summed };
}

/** Returns what the request of a case is answered with, as far as it comes out of the relations; all pages for a limit without end. */
export function answer(connection: DuckDBConnection, endpoint: number, path: string, isWhole = false): Promise<Answer> {
  const given = new URL(path, 'http://localhost').searchParams;
  const limits: Record<number, [usual: number, most: number]> = { 32: [1000, 10_000] };
  const [usual, most] = limits[endpoint] ?? [50, 200];
  const limit = isWhole ? Infinity : Math.min(Number(given.get('limit') ?? usual), most);
  if (endpoint === 30) return accountSummary(connection, given);
  if (endpoint === 32) return balances(connection, given, limit);
  if (endpoint === 33) return supply(connection, given);
  return listed(connection, lists[endpoint](given), limit);
}
