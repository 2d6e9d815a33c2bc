/** What lists should tell, worked out by plain means: all rows of one table, sieved and sorted in TypeScript. */

import { time } from './plain/answer.ts';

export type Plain = Record<string, string | number | boolean | null>;

/** A parameter: the values that rows have for it, and whether a row is wanted. */
interface Filter {
  draw(row: Plain): unknown;
  keep(row: Plain, value: string): boolean;
}

export interface PlainList {
  path: string;
  /** All rows, with 64 bits as text. */
  sql: string;
  /** Makes of all rows those that there are to list. */
  made?(rows: Plain[]): Plain[];
  filters: Readonly<Record<string, Filter>>;
  /** What no request goes without. */
  required?: readonly string[];
  /** The order: columns, numbers by their value; with `-` before it ascending whatever is asked, with `+` descending. */
  key(sort?: string): readonly string[];
  sorts?: readonly string[];
  hasOrder?: boolean;
  /** The most on a page. */
  most: number;
  /** What an answer's row must say, as a row's. */
  told: Readonly<Record<string, string>>;
}

const is = (column: string): Filter => ({
  draw: (row) => row[column],
  keep: (row, value) => String(row[column]) === value,
});

const either = (one: string, other: string): Filter => ({
  draw: (row) => row[one] ?? row[other],
  keep: (row, value) => row[one] === value || row[other] === value,
});

const atLeast: Filter = {
  draw: (row) => row['stroops'],
  keep: (row, value) => BigInt(String(row['stroops'])) >= BigInt(value),
};

const ranges: PlainList['filters'] = {
  start_ledger: {
    draw: (row) => row['ledger_sequence'],
    keep: (row, value) => Number(row['ledger_sequence']) >= Number(value),
  },
  end_ledger: {
    draw: (row) => row['ledger_sequence'],
    keep: (row, value) => Number(row['ledger_sequence']) <= Number(value),
  },
};

const startAndEnd = { start: ranges['start_ledger'], end: ranges['end_ledger'] };

const closedAt = (row: Plain): number => Date.parse(String(row['closed_at']));

const times: PlainList['filters'] = {
  start_time: { draw: (row) => row['closed_at'], keep: (row, value) => closedAt(row) >= Date.parse(value) },
  end_time: { draw: (row) => row['closed_at'], keep: (row, value) => closedAt(row) < Date.parse(value) },
};

const beforeAfter: PlainList['filters'] = {
  after: { draw: (row) => row['closed_at'], keep: (row, value) => closedAt(row) > Date.parse(value) },
  before: { draw: (row) => row['closed_at'], keep: (row, value) => closedAt(row) < Date.parse(value) },
};

/** XLM without issuer is the native asset alone. */
const assets: PlainList['filters'] = {
  asset_code: {
    draw: (row) => (row['asset_type'] === 'native' ? 'XLM' : row['asset_code']),
    keep: (row, value) => (value === 'XLM' ? row['asset_type'] === 'native' : row['asset_code'] === value),
  },
};

const issuers: PlainList['filters'] = {
  asset_issuer: is('asset_issuer'),
};

const closed = `${time('closed_at')} as closed_at`;

const operations = `
  select cast(id as varchar) as operation_id, ledger_sequence, ${closed}, source_account, type, transaction_hash, destination,
    transaction_successful as successful, operation_index, contract_id, function_name, asset_code, asset_issuer, host_function,
    coalesce(asset_type, if(type in (0, 8), 'native', '')) as asset_type
  from bronze.history_operations_raw_v1`;

const operationFilters: PlainList['filters'] = { account_id: is('source_account'), ...ranges, ...times };
const toldOfOperations = {
  operation_id: 'operation_id',
  source_account: 'source_account',
  type: 'type',
  ledger_closed_at: 'closed_at',
  tx_successful: 'successful',
};
const ofTypes =
  (...types: number[]) =>
  (rows: Plain[]) =>
    rows.filter(({ type }) => types.includes(Number(type)));

/** Returns the activity name of an operation. */
function activityOf({ type, function_name: name, host_function: host }: Plain): string {
  const words = [
    'account_created',
    'payment',
    'path_payment',
    'manage_offer',
    'create_passive_offer',
    'set_options',
    'change_trust',
    'allow_trust',
    'account_merge',
    'inflation',
    'manage_data',
    'bump_sequence',
    'manage_offer',
    'path_payment',
    'create_claimable_balance',
    'claim_claimable_balance',
    'begin_sponsoring',
    'end_sponsoring',
    'revoke_sponsorship',
    'clawback',
    'clawback_claimable_balance',
    'set_trust_line_flags',
    'liquidity_pool_deposit',
    'liquidity_pool_withdraw',
  ];
  if (Number(type) === 25) return 'extend_footprint_ttl';
  if (Number(type) === 26) return 'restore_footprint';
  if (Number(type) < 24) return words[Number(type)];
  if (name !== null) return 'contract_call';
  if (/CreateContract/.test(String(host))) return 'contract_deployed';
  return /Upload/.test(String(host)) ? 'contract_code_uploaded' : 'invoke_host_function';
}

const moved = `
  select transaction_hash, cast(operation_id as varchar) as operation_id, ledger_sequence, ${closed}, event_topic, "from", "to",
    asset_type, if(asset_type = 'native', 'XLM', asset_code) as asset_code, asset_issuer, amount_raw, contract_id, event_index,
    if(coalesce(is_soroban, false), 'soroban', 'classic') as source_type,
    format('{}.{:07d}', amount_raw::hugeint // 10000000, amount_raw::hugeint % 10000000) as units,
    case when "from" is null or "from" = asset_issuer and "from" is distinct from "to" then 'mint'
      when "to" is null or "to" = asset_issuer and "from" is distinct from "to" then 'burn' else 'transfer' end as flow
  from bronze.token_transfers_raw`;

const movedFilters: PlainList['filters'] = {
  contract_id: is('contract_id'),
  ...assets,
  ...issuers,
  ...ranges,
};

/** Those that somebody holds, with how many do and how much. */
function heldAssets(rows: Plain[]): Plain[] {
  const found = new Map<unknown, Plain>();
  for (const row of newest(rows, 'entry').filter(({ stroops }) => stroops !== '0')) {
    const { holders, supply } = found.get(row['asset_key']) ?? { holders: 0, supply: '0' };
    const sum = String(BigInt(String(supply)) + BigInt(String(row['stroops'])));
    found.set(row['asset_key'], { ...row, holders: Number(holders) + 1, supply: sum });
  }
  return [...found.values()];
}

/** The newest row of each, live ones. */
function newest(rows: Plain[], of: string): Plain[] {
  const found = new Map<unknown, Plain>();
  for (const row of rows) {
    const known = found.get(row[of]);
    if (!known || Number(row['ledger_sequence']) > Number(known['ledger_sequence'])) found.set(row[of], row);
  }
  return [...found.values()].filter(({ deleted }) => deleted === false);
}

/** Returns units with seven decimals, or whole ones, in the smallest unit; the whole units that a fraction needs are rounded up. */
const smallest = (units: string) => {
  const [whole, places = ''] = units.split('.');
  return BigInt(whole + places.padEnd(7, '0'));
};
const wholeUnits = (units: string) => {
  const [whole, places = ''] = units.split('.');
  return BigInt(whole) + (/[1-9]/.test(places) ? 1n : 0n);
};

export const plainLists: readonly PlainList[] = [
  {
    path: '/silver/accounts',
    sql: `select account_id, cast(cast(balance * 10000000 as bigint) as varchar) as stroops, home_domain, sponsor, deleted,
      ledger_sequence, last_modified_ledger from bronze.accounts`,
    made: (rows) => newest(rows, 'account_id'),
    filters: {
      min_balance: atLeast,
      search: {
        draw: (row) => String(row['account_id']).slice(0, 4).toLowerCase(),
        keep: (row, value) => String(row['account_id']).startsWith(value.toUpperCase()),
      },
      home_domain: is('home_domain'),
      sponsor: is('sponsor'),
    },
    sorts: ['balance', 'last_modified', 'account_id'],
    key: (sort = 'balance') =>
      sort === 'account_id' ? ['account_id'] : [sort === 'balance' ? 'stroops' : 'last_modified_ledger', '-account_id'],
    hasOrder: true,
    most: 1000,
    told: { account_id: 'account_id', balance_stroops: 'stroops', last_modified_ledger: 'last_modified_ledger' },
  },
  {
    path: '/silver/operations/enriched',
    sql: operations,
    filters: {
      ...operationFilters,
      tx_hash: is('transaction_hash'),
      type: is('type'),
      successful: is('successful'),
      payments_only: { draw: () => 'true', keep: ({ type }) => [1, 2, 13].includes(Number(type)) },
      soroban_only: { draw: () => 'true', keep: ({ type }) => [24, 25, 26].includes(Number(type)) },
    },
    key: () => ['operation_id'],
    hasOrder: true,
    most: 1000,
    told: toldOfOperations,
  },
  {
    path: '/silver/payments',
    sql: operations,
    made: ofTypes(1, 2, 13),
    filters: {
      ...operationFilters,
      account_id: either('source_account', 'destination'),
      successful: is('successful'),
      ...assets,
      ...issuers,
    },
    key: () => ['operation_id'],
    hasOrder: true,
    most: 500,
    told: { ...toldOfOperations, destination: 'destination' },
  },
  {
    path: '/silver/operations/enriched',
    sql: `select operations.*, parts.address from (${operations}) as operations
      inner join (select distinct operation_id, address from bronze.operation_participants_raw_v1) as parts
        on parts.operation_id = cast(operations.operation_id as bigint)`,
    required: ['account_id', 'participant'],
    filters: {
      account_id: is('address'),
      participant: { draw: () => 'true', keep: () => true },
      type: is('type'),
      ...ranges,
      ...times,
    },
    key: () => ['operation_id'],
    hasOrder: true,
    most: 1000,
    told: toldOfOperations,
  },
  {
    path: '/silver/payments',
    sql: operations,
    made: ofTypes(0, 1, 2, 8, 13),
    required: ['include'],
    filters: {
      include: { draw: () => 'account_merge,create_account', keep: () => true },
      account_id: either('source_account', 'destination'),
      successful: is('successful'),
      ...ranges,
    },
    key: () => ['operation_id'],
    hasOrder: true,
    most: 500,
    told: toldOfOperations,
  },
  {
    path: '/silver/operations/soroban',
    sql: operations,
    made: ofTypes(24, 25, 26),
    filters: {
      ...operationFilters,
      contract_id: {
        draw: (row) => row['function_name'] && row['contract_id'],
        keep: (row, value) => row['function_name'] !== null && row['contract_id'] === value,
      },
      function_name: is('function_name'),
    },
    key: () => ['operation_id'],
    hasOrder: true,
    most: 500,
    told: { ...toldOfOperations, soroban_function: 'function_name' },
  },
  {
    path: '/semantic/activities',
    sql: operations,
    made: (rows) => rows.map((row) => ({ ...row, activity: activityOf(row) })),
    filters: {
      account: either('source_account', 'destination'),
      contract_id: {
        draw: (row) => row['function_name'] && row['contract_id'],
        keep: (row, value) => row['function_name'] !== null && row['contract_id'] === value,
      },
      activity_type: is('activity'),
      ...ranges,
      ...beforeAfter,
    },
    key: () => ['operation_id'],
    hasOrder: true,
    most: 200,
    told: {
      transaction_hash: 'transaction_hash',
      operation_index: 'operation_index',
      successful: 'successful',
      activity_type: 'activity',
    },
  },
  {
    path: '/silver/transfers',
    sql: `${moved} where event_topic != 'fee'`,
    filters: {
      ...movedFilters,
      ...times,
      source_type: is('source_type'),
      from_account: is('from'),
      to_account: is('to'),
      account_id: either('from', 'to'),
    },
    key: () => ['operation_id', 'event_index'],
    hasOrder: true,
    most: 1000,
    told: {
      operation_id: 'operation_id',
      event_type: 'event_topic',
      amount_raw: 'amount_raw',
      from_account: 'from',
      to_account: 'to',
      asset_code: 'asset_code',
    },
  },
  {
    path: '/semantic/flows',
    sql: `${moved} where event_topic != 'fee'`,
    filters: {
      ...movedFilters,
      ...beforeAfter,
      account: either('from', 'to'),
      flow_type: is('flow'),
      min_amount: {
        // Of the token that is no asset no decimals are known: its amounts count in the smallest unit.
        draw: (row) => (row['asset_type'] === '' ? row['amount_raw'] : row['units']),
        keep: (row, value) =>
          BigInt(String(row['amount_raw'])) >= (row['asset_type'] === '' ? wholeUnits : smallest)(value),
      },
    },
    key: () => ['operation_id', 'event_index'],
    hasOrder: true,
    most: 200,
    told: {
      transaction_hash: 'transaction_hash',
      flow_type: 'flow',
      from_account: 'from',
      to_account: 'to',
      asset_code: 'asset_code',
      asset_issuer: 'asset_issuer',
    },
  },
  {
    path: '/silver/events',
    sql: moved,
    required: ['event_type'],
    filters: {
      ...movedFilters,
      event_type: is('event_topic'),
      address: either('from', 'to'),
      source_type: is('source_type'),
    },
    key: () => ['ledger_sequence', 'event_index'],
    hasOrder: true,
    most: 200,
    told: {
      tx_hash: 'transaction_hash',
      event_type: 'event_topic',
      amount: 'amount_raw',
      from: 'from',
      to: 'to',
      asset_code: 'asset_code',
      operation_id: 'operation_id',
    },
  },
  {
    path: '/silver/tokens/{contract_id}/transfers',
    sql: `${moved} where event_topic != 'fee'`,
    required: ['contract_id'],
    filters: {
      ...movedFilters,
      address: either('from', 'to'),
      event_type: is('event_topic'),
      source_type: is('source_type'),
    },
    key: () => ['ledger_sequence', 'event_index'],
    hasOrder: true,
    most: 200,
    told: { tx_hash: 'transaction_hash', event_type: 'event_topic', amount: 'amount_raw', from: 'from', to: 'to' },
  },
  {
    path: '/silver/events/generic',
    sql: `select transaction_hash, cast(transaction_id as varchar) as transaction_id, ledger_sequence, ${closed}, contract_id, type,
        topic0, topic1, topic2, event_kind, event_index, cast(coalesce(operation_id, 0) as varchar) as operation_id,
        in_successful_contract_call, if(type = 1, 'contract', 'system') as event_type,
        if(event_kind = 'operation', 1, if(event_stage like '%before%', 0, 2)) as place
      from bronze.history_contract_events_raw_v1 where event_kind != 'diagnostic'`,
    filters: {
      contract_id: is('contract_id'),
      tx_hash: is('transaction_hash'),
      topic0: is('topic0'),
      topic1: is('topic1'),
      topic2: is('topic2'),
      event_type: is('event_type'),
      in_successful_call: is('in_successful_contract_call'),
      ...ranges,
      ...times,
    },
    key: () => ['transaction_id', 'place', 'operation_id', 'event_index'],
    hasOrder: true,
    most: 200,
    told: { transaction_hash: 'transaction_hash', event_index: 'event_index', topic0_decoded: 'topic0' },
  },
  {
    path: '/silver/accounts/history',
    sql: `select account_id, ledger_sequence, ${closed}, deleted, cast(sequence_number as varchar) as sequence_number
      from bronze.accounts`,
    required: ['account_id'],
    filters: { account_id: is('account_id'), ...ranges, ...times },
    key: () => ['ledger_sequence'],
    hasOrder: true,
    most: 500,
    told: { ledger_sequence: 'ledger_sequence', sequence_number: 'sequence_number', deleted: 'deleted' },
  },
  {
    path: '/silver/assets/{asset}/holders',
    sql: `select ledger_key, account_id, asset_key, cast(cast(balance * 10000000 as bigint) as varchar) as stroops, deleted,
      ledger_sequence from bronze.trust_lines where asset_key is not null`,
    made: (rows) => newest(rows, 'ledger_key').filter(({ stroops }) => stroops !== '0'),
    required: ['asset'],
    filters: { asset: is('asset_key'), min_balance: atLeast },
    key: () => ['+stroops', '-account_id'],
    most: 1000,
    told: { account_id: 'account_id', balance_stroops: 'stroops' },
  },
  {
    path: '/silver/assets',
    sql: `select ledger_key as entry, asset_key, asset_code, asset_issuer, asset_type, deleted, ledger_sequence,
        cast(cast(balance * 10000000 as bigint) as varchar) as stroops
      from bronze.trust_lines where asset_key is not null
      union all select account_id, 'native', 'XLM', null, 'native', deleted, ledger_sequence,
        cast(cast(balance * 10000000 as bigint) as varchar)
      from bronze.accounts`,
    made: heldAssets,
    filters: {
      issuer: is('asset_issuer'),
      asset_type: is('asset_type'),
      min_holders: {
        draw: (row) => row['holders'],
        keep: (row, value) => Number(row['holders']) >= Number(value),
      },
      search: {
        draw: (row) => String(row['asset_code']).slice(0, 2).toLowerCase(),
        keep: (row, value) => String(row['asset_code']).toLowerCase().startsWith(value),
      },
    },
    sorts: ['holder_count', 'circulating_supply'],
    key: (sort) => [sort === 'circulating_supply' ? 'supply' : 'holders', '-asset_code', '-asset_issuer'],
    hasOrder: true,
    most: 1000,
    told: { asset_code: 'asset_code', asset_issuer: 'asset_issuer', holder_count: 'holders' },
  },
  {
    path: '/silver/offers',
    sql: `select cast(offer_id as varchar) as offer_id, seller_id, deleted, ledger_sequence,
        coalesce(nullif(selling_asset_code, '') || ':' || selling_asset_issuer, 'native') as selling,
        coalesce(nullif(buying_asset_code, '') || ':' || buying_asset_issuer, 'native') as buying
      from bronze.offers_raw_v1`,
    made: (rows) => newest(rows, 'offer_id'),
    filters: { seller_id: is('seller_id'), selling: is('selling'), buying: is('buying') },
    key: () => ['-offer_id'],
    most: 1000,
    told: { offer_id: 'offer_id', seller_id: 'seller_id' },
  },
  {
    path: '/silver/trades',
    sql: `select cast(history_operation_id as varchar) as operation_id, "order" as trade_index, ledger_sequence,
        ${time('ledger_closed_at')} as closed_at, buying_account_address as buyer,
        coalesce(nullif(selling_account_address, ''), selling_liquidity_pool_id_strkey) as seller,
        nullif(selling_account_address, '') as selling_account,
        coalesce(nullif(selling_asset_code, '') || ':' || selling_asset_issuer, 'native') as selling,
        coalesce(nullif(buying_asset_code, '') || ':' || buying_asset_issuer, 'native') as buying
      from bronze.history_trades_raw_v1`,
    filters: {
      account_id: either('selling_account', 'buyer'),
      seller_account: is('seller'),
      buyer_account: is('buyer'),
      asset: either('selling', 'buying'),
      ...ranges,
      ...times,
    },
    key: () => ['operation_id', 'trade_index'],
    hasOrder: true,
    most: 1000,
    told: { operation_id: 'operation_id', trade_index: 'trade_index', timestamp: 'closed_at' },
  },
  {
    path: '/silver/effects',
    sql: `select cast(operation_id as varchar) as operation_id, index, type, type_string, address, ledger_sequence, ${closed}
      from bronze.history_effects_raw_v1`,
    filters: {
      account_id: is('address'),
      effect_type: { draw: (row) => row['type_string'], keep: (row, value) => row['type_string'] === value },
      ledger_sequence: is('ledger_sequence'),
      ...ranges,
      ...times,
    },
    key: () => ['operation_id', 'index'],
    hasOrder: true,
    most: 1000,
    told: { operation_id: 'operation_id', effect_index: 'index', effect_type: 'type', account_id: 'address' },
  },
  {
    path: '/silver/contracts/{id}/recent-calls',
    sql: `select cast(operation_id as varchar) as operation_id, execution_order, caller, contract_id, function_name, ledger_sequence
      from bronze.contract_invocations_raw_v1 where in_call_tree and (origin = 'root' or depth > 0)`,
    required: ['id'],
    filters: {
      id: {
        draw: (row) => row['contract_id'],
        keep: (row, value) => row['contract_id'] === value || row['caller'] === value,
      },
      ...ranges,
    },
    key: () => ['operation_id', 'execution_order'],
    hasOrder: true,
    most: 1000,
    told: { operation_id: 'operation_id', from: 'caller', to: 'contract_id', function: 'function_name' },
  },
  {
    path: '/silver/tokens/{contract_id}/balances',
    sql: `select key.contract_id, key.holder as address, raw, deleted, ledger_sequence, key.entry,
        (select max(sequence) from bronze.history_ledgers_raw_v1) as latest,
        (select max_by(live_until_ledger_seq, ttl.ledger_sequence) from bronze.ttl_raw_v1 as ttl where ttl.key_hash = key.entry) as until
      from (
        select contract_id, ledger_key_hash as entry, ledger_sequence, deleted,
          cast(key_decoded as json) ->> '$.vec[1].address' as holder,
          coalesce(cast(val_decoded as json) ->> '$.i128', cast(val_decoded as json) ->> '$.map[0].val.i128') as raw
        from bronze.contract_data_raw_v1
        where (cast(key_decoded as json) ->> '$.vec[0].symbol') = 'Balance'
          and contract_id not in (select contract_id from bronze.history_assets_raw_v1 where contract_id is not null)
      ) as key`,
    made: (rows) =>
      newest(rows, 'entry').filter(({ raw, until, latest }) => raw !== '0' && Number(until) >= Number(latest)),
    required: ['contract_id'],
    filters: {
      contract_id: is('contract_id'),
      min_balance_raw: { draw: (row) => row['raw'], keep: (row, value) => BigInt(String(row['raw'])) >= BigInt(value) },
    },
    key: () => ['+raw', '-address'],
    most: 200,
    told: { address: 'address', balance_raw: 'raw' },
  },
  {
    path: '/bronze/transactions',
    sql: 'select cast(id as varchar) as id, ledger_sequence, transaction_hash from bronze.history_transactions_raw_v1',
    required: ['start', 'end'],
    filters: startAndEnd,
    key: () => ['-id'],
    most: 10_000,
    told: { id: 'id', transaction_hash: 'transaction_hash' },
  },
  {
    path: '/bronze/effects',
    sql: 'select cast(operation_id as varchar) as operation_id, ledger_sequence, index, type, address from bronze.history_effects',
    required: ['start', 'end'],
    filters: startAndEnd,
    key: () => ['-operation_id', '-index'],
    most: 10_000,
    told: { operation_id: 'operation_id', index: 'index', address: 'address', type: 'type' },
  },
  {
    path: '/bronze/ledgers',
    sql: 'select sequence, sequence as ledger_sequence, ledger_hash from bronze.history_ledgers',
    required: ['start', 'end'],
    filters: startAndEnd,
    key: () => ['-sequence'],
    most: 10_000,
    told: { sequence: 'sequence', ledger_hash: 'ledger_hash' },
  },
];
