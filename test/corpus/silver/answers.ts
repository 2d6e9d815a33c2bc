/** Lists of the query API as SQL over silver: parameters become where, order and limit, columns become fields. */
import { StrKey } from '@stellar/stellar-sdk';
import { quoteText } from '../../../src/lake/duckdb/duckdb.ts';

type Parameters = URLSearchParams;

/** What a list shows: fields as SQL, of which those that are null are left out. */
export interface List {
  fields: Record<string, string>;
  from: string;
  where: (string | undefined)[];
  /** Columns of the order that a request may reverse. */
  order: string[];
  /** What follows them, ascending always. */
  then?: string;
  limit: number;
}

const time = (column: string) => `strftime(${column}, '%Y-%m-%dT%H:%M:%SZ')`;
const text = (sql: string) => `cast(${sql} as varchar)`;
const same = (...names: string[]) => Object.fromEntries(names.map((name) => [name, name]));

/** A time of any zone in UTC. */
const moment = (value: string) => `timestamp '${new Date(value).toISOString().slice(0, 19).replace('T', ' ')}'`;

/** A muxed account stands for its account. */
function address(value: string): string {
  if (!value.startsWith('M')) return quoteText(value);
  return quoteText(StrKey.encodeEd25519PublicKey(StrKey.decodeMed25519PublicKey(value).subarray(0, 32)));
}

/** Returns the condition of a parameter that is given. */
function given(parameters: Parameters, name: string, condition: (value: string) => string): string | undefined {
  const value = parameters.get(name);
  return value === null ? undefined : condition(value);
}

function ranges(parameters: Parameters, closed: string): (string | undefined)[] {
  return [
    given(parameters, 'start_ledger', (value) => `ledger_sequence >= ${Number(value)}`),
    given(parameters, 'end_ledger', (value) => `ledger_sequence <= ${Number(value)}`),
    given(parameters, 'start_time', (value) => `${closed} >= ${moment(value)}`),
    given(parameters, 'end_time', (value) => `${closed} < ${moment(value)}`),
  ];
}

/** 3.3: the versions of an account; one that was merged holds nothing. */
function accountHistory(parameters: Parameters): List {
  const versions = `(select *, if(deleted, 0, balance) as held,
      lag(if(deleted, 0, balance)) over (partition by account_id order by ledger_sequence) as held_before
    from accounts_snapshot)`;
  return {
    fields: {
      ...same('account_id', 'ledger_sequence', 'num_subentries', 'flags', 'deleted'),
      balance: text('cast(held as decimal(19, 7))'),
      sequence_number: text('sequence_number'),
      closed_at: time('closed_at'),
      valid_to: time('valid_to'),
      home_domain: "nullif(home_domain, '')",
      balance_change: text('cast(held - held_before as decimal(19, 7))'),
    },
    from: versions,
    where: [`account_id = ${address(parameters.get('account_id')!)}`, ...ranges(parameters, 'closed_at')],
    order: ['ledger_sequence'],
    limit: 50,
  };
}

/** 3.5, of what is held: lines without a balance are known to trust_lines_current alone. */
function balances(parameters: Parameters, path: string): List {
  const asset = parameters.get('asset');
  return {
    fields: {
      ...same('asset_type', 'asset_issuer', 'liquidity_pool_id'),
      asset_code: 'asset_code',
      balance: 'balance_display',
      balance_stroops: 'balance_raw',
      last_modified_ledger: 'last_updated_ledger',
    },
    from: 'address_balances_current',
    where: [
      `owner_address = ${address(path.split('/')[5])}`,
      `balance_source != 'contract_data'`,
      asset === null ? undefined : `asset_key = ${quoteText(/^(XLM|native)$/.test(asset) ? 'native' : asset)}`,
    ],
    order: [],
    then: `asset_type != 'native', asset_type = 'liquidity_pool_shares', asset_code, asset_issuer, liquidity_pool_id`,
    limit: 1000,
  };
}

/** 4.1: movements without fees; amounts of assets have seven places, those of other tokens are integers. */
function transfers(parameters: Parameters): List {
  const code = parameters.get('asset_code');
  const isNative = code !== null && /^(XLM|native)$/.test(code) && !parameters.has('asset_issuer');
  return {
    fields: {
      ...same('transaction_hash', 'ledger_sequence', 'source_type', 'from_account', 'to_account', 'asset_code'),
      ...same('asset_issuer', 'token_contract_id', 'transaction_successful', 'event_type', 'amount_raw'),
      amount: `if(asset_type is null, amount_raw, bronze.scaled_text(amount_raw, 7))`,
      timestamp: time('timestamp'),
      operation_id: text('operation_id'),
    },
    from: 'silver.token_transfers_raw',
    where: [
      code === null
        ? undefined
        : isNative
          ? `asset_type = 'native'`
          : `asset_code = ${quoteText(code)} and asset_type != 'native'`,
      given(parameters, 'asset_issuer', (value) => `asset_issuer = ${quoteText(value)}`),
      given(parameters, 'contract_id', (value) => `token_contract_id = ${quoteText(value)}`),
      given(parameters, 'from_account', (value) => `from_account = ${address(value)}`),
      given(parameters, 'to_account', (value) => `to_account = ${address(value)}`),
      given(parameters, 'account_id', (value) => `${address(value)} in (from_account, to_account)`),
      given(parameters, 'source_type', (value) => `source_type = ${quoteText(value)}`),
      ...ranges(parameters, 'timestamp'),
    ],
    order: ['operation_id', 'event_index'],
    limit: 100,
  };
}

/** 4.2, 4.3: operations in their context. What arrives is known where the transaction succeeded. */
function operations(parameters: Parameters, isPayment: boolean): List {
  const source = (value: string) => `source_account = ${address(value)}`;
  const either = (value: string) => `${address(value)} in (source_account, destination)`;
  const type = (value: string) =>
    `(type in (${value.split(',').map((one) => (/^\d+$/.test(one) ? one : '-1'))}) or type_string in (${value.split(',').map((one) => quoteText(one.toLowerCase()))}))`;
  const hasAmount = 'type in (0, 1, 2, 8, 13, 14, 19)';
  const assetPart = (place: number) =>
    `case when type in (1, 2, 13, 14, 19) and asset_key != 'native' then split_part(asset_key, ':', ${place}) end`;
  return {
    fields: {
      ...same('transaction_hash', 'operation_index', 'ledger_sequence', 'source_account', 'type', 'tx_successful'),
      ...same('tx_fee_charged', 'is_payment_op', 'is_soroban_op', 'tx_max_fee'),
      operation_id: text('operation_id'),
      transaction_id: text('transaction_id'),
      ledger_closed_at: time('ledger_closed_at'),
      type_name: 'upper(type_string)',
      tx_account: 'txn_account',
      soroban_contract_id: 'if(function_name is null, null, contract_id)',
      soroban_function: 'function_name',
      amount: `case when ${hasAmount} and (tx_successful or type not in (8, 13)) then ${text('bronze.units(amount_stroops)')} end`,
      asset_code: `case when ${hasAmount} then coalesce(${assetPart(1)}, 'XLM') end`,
      asset_issuer: assetPart(2),
    },
    from: 'enriched_history_operations',
    where: [
      isPayment ? 'is_payment_op' : undefined,
      given(parameters, 'account_id', isPayment ? either : source),
      given(parameters, 'tx_hash', (value) => `transaction_hash = ${quoteText(value.toLowerCase())}`),
      given(parameters, 'payments_only', (value) => (value === 'true' ? 'is_payment_op' : 'true')),
      given(parameters, 'soroban_only', (value) => (value === 'true' ? 'is_soroban_op' : 'true')),
      given(parameters, 'type', type),
      given(parameters, 'successful', (value) => `tx_successful = ${value}`),
      given(parameters, 'asset_code', (value) => `asset_key like ${quoteText(`${value}:%`)}`),
      given(parameters, 'asset_issuer', (value) => `asset_key like ${quoteText(`%:${value}`)}`),
      ...ranges(parameters, 'ledger_closed_at'),
    ],
    order: ['operation_id'],
    limit: isPayment ? 50 : 100,
  };
}

/** 5.2: who holds an asset in an account. */
function holders(parameters: Parameters, path: string): List {
  const asset = decodeURIComponent(path.split('/')[5]);
  return {
    fields: {
      account_id: 'owner_address',
      balance: 'balance_display',
      balance_stroops: 'balance_raw',
      rank: 'row_number() over (order by balance_integer desc, owner_address)',
      last_modified_ledger: 'last_updated_ledger',
    },
    from: 'address_balances_current',
    where: [
      asset.startsWith('C') && asset.length === 56
        ? `token_contract_id = ${quoteText(asset)}`
        : `asset_key = ${quoteText(/^(XLM|native)$/.test(asset) ? 'native' : asset)}`,
      `balance_source in ('account', 'trustline')`,
      given(parameters, 'min_balance', (value) => `balance_integer >= ${BigInt(value)}`),
    ],
    order: [],
    then: 'balance_integer desc, owner_address',
    limit: 100,
  };
}

/** 5.5: who holds a token, wherever, and what the lake has of its movements. */
function tokenBalances(parameters: Parameters, path: string): List {
  const token = quoteText(path.split('/')[5]);
  const moved = (side: string) => `(select coalesce(sum(amount), 0) from silver.token_transfers_raw
    where token_contract_id = ${token} and ${side} = owner_address)`;
  return {
    fields: {
      address: 'owner_address',
      balance: 'balance_display',
      ...same('balance_raw', 'balance_source'),
      total_received: text(moved('to_account')),
      total_sent: text(moved('from_account')),
    },
    from: 'address_balances_current',
    where: [
      `token_contract_id = ${token}`,
      given(parameters, 'min_balance_raw', (value) => `balance_integer >= ${BigInt(value)}`),
    ],
    order: [],
    then: 'balance_integer desc, owner_address',
    limit: 20,
  };
}

/** Returns the list that a request asks for. */
export function listOf(endpoint: number, path: string): List {
  const url = new URL(path, 'http://localhost');
  const { pathname, searchParams } = url;
  if (endpoint === 3) return accountHistory(searchParams);
  if (endpoint === 5) return balances(searchParams, pathname);
  if (endpoint === 7) return transfers(searchParams);
  if (endpoint === 8 || endpoint === 9) return operations(searchParams, endpoint === 8);
  if (endpoint === 12) return holders(searchParams, pathname);
  if (endpoint === 15) return tokenBalances(searchParams, pathname);
  throw new Error(`endpoint ${endpoint} is none of silver's lists`);
}

/** Returns the query of a list, of one page or of all. */
export function queryOf(list: List, parameters: Parameters, isWhole: boolean): string {
  const { fields, from, where, order, then, limit } = list;
  const columns = Object.entries(fields).map(([name, sql]) => `${sql} as "${name}"`);
  const conditions = where.filter((one) => one !== undefined);
  const direction = parameters.get('order') ?? 'desc';
  const orders = [...order.map((column) => `listed.${column} ${direction}`), ...(then ? [then] : [])];
  return `select ${columns.join(', ')} from ${from} as listed where ${conditions.join(' and ') || 'true'}
    order by ${orders.join(', ')} ${isWhole ? '' : `limit ${parameters.get('limit') ?? limit}`}`;
}
