/** One transaction in words: effect, cause of failure, parts. The sentences are those of `semantic.explained_*`. */
import { changedFields, entryChanges } from './entry-changes.ts';
import type { PlainRow, PlainValue, TransactionPlace, TransactionSource } from './transaction-source.ts';
import { valueText } from './value-text.ts';

/** A transaction in words. Amounts are exact decimals in units, fees are stroops. */
export interface Explanation {
  /** 64 lower-case hexadecimal digits; for a fee bump, the hash of the outer transaction. */
  transaction_hash: string;
  /** Hash of the transaction inside a fee bump; null for others. */
  inner_transaction_hash: string | null;
  /** The ledger that applied the transaction. */
  ledger_sequence: number;
  /** Close time of the ledger: ISO 8601 in UTC, with milliseconds where they are not zero. */
  closed_at: string;
  /** True if all operations were applied; false if the transaction failed and only paid its fee. */
  successful: boolean;
  /** What it did or tried, and why it failed. */
  sentence: string;
  /** Why it failed; null of a success. */
  reason: string | null;
  /** The first operation that failed, from 0; null where none did. */
  failed_operation_index: number | null;
  /** The account whose sequence number the transaction used: `G…`; for a fee bump, of the inner transaction. */
  source_account: string;
  /** none, text, id, hash or return. */
  memo_type: string;
  /** The memo as text; null where there is none. */
  memo: string | null;
  /** What the transaction paid, and for what. */
  fees: ExplainedFees;
  /** All operations, in the order of the transaction. */
  operations: ExplainedOperation[];
  /** Calls of operations, each with its nested calls. */
  calls: ExplainedCall[];
  /** Movements of value, without fees. */
  movements: ExplainedMovement[];
  /** Every change of a balance, fees included, in the order of the ledger. */
  balance_changes: ExplainedBalance[];
  /** Every change of an entry; null where neither the lake nor a file of its ledger has them. */
  state_changes: ExplainedChange[] | null;
}

/** What a transaction paid, in stroops as text. */
export interface ExplainedFees {
  /** The account that paid: `G…`; for a fee bump, the account of the outer transaction. */
  payer: string;
  /** Stroops paid in the end, after the refund. */
  charged: string;
  /** The most that it may cost. */
  maximum: string;
  /** Paid for the place in the ledger. */
  inclusion: string | null;
  /** Parts of a Soroban transaction; null for others. */
  resources: string | null;
  /**
   * Stroops paid for the lifetime of ledger entries, a part of `resources`; null for other transactions and where
   * unknown.
   */
  rent: string | null;
  /** Stroops returned after the transaction; null for other transactions. */
  refund: string | null;
}

/** An operation in words; see `semantic.explained_operations`. */
export interface ExplainedOperation {
  /** Position in the transaction, from 0. */
  index: number;
  /** Name of the type, such as `payment` or `invoke_host_function`. */
  type: string;
  /** The account that the operation acts for: its own source, else that of the transaction. */
  source_account: string;
  /** applied, failed, undone or not_run. */
  outcome: string;
  /** What the operation does or tries, such as `payment of 5 XLM from GA5Z...KZVN to GBX2...7QLM`. */
  action: string;
  /** Why it failed, such as `too few offers for 50 XLM`; null unless `outcome` is `failed`. */
  reason: string | null;
  /** Action, outcome and reason in one sentence. */
  sentence: string;
}

/** A contract call with the calls that it made. */
export interface ExplainedCall {
  /** Position of the operation in the transaction, from 0. */
  operation_index: number;
  /** The account (`G…`) or contract (`C…`) that made the call; null where the ledger does not say it. */
  caller: string | null;
  /** The called contract, `C…`. */
  contract_id: string;
  /** Name of the called function; null where the ledger does not say it. */
  function_name: string | null;
  /** The arguments as text, such as `GA5Z…`, `100` or `[1, 2]`. */
  arguments: string[];
  /** True if the call returned; false if it failed. */
  successful: boolean;
  /** The calls that this call made, in order; empty if it made none. */
  calls: ExplainedCall[];
}

/** A movement of value. */
export interface ExplainedMovement {
  /** Position of the operation in the transaction, from 0; null for a movement outside of operations. */
  operation_index: number | null;
  /** transfer, mint, burn or clawback. */
  type: string;
  /** Who gave: account `G…`, contract `C…`, claimable balance `B…` or pool `L…`; null for a mint. */
  from: string | null;
  /** Who received, in the same forms; null for a burn or clawback. */
  to: string | null;
  /** Code or symbol; else the contract of the token. */
  asset: string;
  /** `native`, or `CODE:ISSUER`; for a token that is no asset, its contract. */
  asset_key: string;
  /** In units; null where no decimals are known. */
  amount: string | null;
  /** Amount in the smallest unit of the token, a whole number as text; never null. */
  amount_raw: string;
}

/** A change of a balance. */
export interface ExplainedBalance {
  /** Position of the operation in the transaction, from 0; null for fees and refunds. */
  operation_index: number | null;
  /** Whose balance changed: account `G…`, contract `C…`, claimable balance `B…` or pool `L…`. */
  holder: string;
  /** `native`, or `CODE:ISSUER`; for a token that is no asset, its contract. */
  asset_key: string;
  /** In units of an asset, in the smallest unit of another token; null where unknown. */
  before: string | null;
  /** The same after the change. */
  after: string | null;
  /** transfer, fee, trade and the like. */
  reason: string;
}

/** A change of a ledger entry. */
export interface ExplainedChange {
  /** created, updated, removed or restored. */
  type: string;
  /** Type of the ledger entry, such as `account`, `trustline` or `contract_data`. */
  entry_type: string;
  /** Position of the operation in the transaction, from 0; null for changes outside of operations. */
  operation_index: number | null;
  /** fee, before, operation, after or post_fee. */
  phase: string;
  /** The fields of the LedgerKey in SEP-51 JSON, without the name of the type. */
  key: PlainRow;
  /**
   * Names of the fields with another value, without the ledger of the last change; empty unless `type` is `updated`.
   */
  changed_fields: string[];
}

/** Returns the explanation of a transaction of the lake; undefined where there is none at the place. */
export async function explainTransaction(
  source: TransactionSource,
  place: TransactionPlace,
): Promise<Explanation | undefined> {
  const [[said], operations, calls, movements, balances, changes] = await Promise.all([
    transactionRows(source, place),
    operationRows(source, place),
    callRows(source, place),
    movementRows(source, place),
    balanceRows(source, place),
    entryChanges(source, place),
  ]);
  if (!said) return undefined;
  const { fee_payer, fee_charged, maximum_fee, inclusion_fee, resource_fee, rent_fee, refund, ...transaction } = said;
  return {
    ...transaction,
    closed_at: isoTime(String(transaction['closed_at'])),
    memo: transaction['memo_type'] === 'none' ? null : (transaction['memo'] ?? null),
    fees: {
      payer: fee_payer,
      charged: fee_charged,
      maximum: maximum_fee,
      inclusion: inclusion_fee,
      ...(operations.some(({ type }) => SOROBAN.has(String(type)))
        ? { resources: resource_fee, rent: rent_fee, refund }
        : { resources: null, rent: null, refund: null }),
    },
    operations,
    calls: treesOf(calls),
    movements,
    balance_changes: balances,
    state_changes: changes?.map(stateChange) ?? null,
  } as unknown as Explanation;
}

/** Returns a time of DuckDB as ISO 8601, with three places of a second that is not whole. */
function isoTime(time: string): string {
  const [second = '', fraction = '0'] = time.replace(' ', 'T').split('.');
  return Number(fraction) === 0 ? `${second}Z` : `${second}.${fraction.padEnd(3, '0').slice(0, 3)}Z`;
}

const SOROBAN = new Set(['invoke_host_function', 'extend_footprint_ttl', 'restore_footprint']);

const transactionRows = ({ askLedger }: TransactionSource, { ledger, id }: TransactionPlace) => askLedger`
    select
        transaction_hash,
        explained.inner_transaction_hash,
        explained.ledger_sequence,
        cast(explained.closed_at as varchar) as closed_at,
        explained.successful,
        sentence,
        reason,
        failed_operation_index,
        account as source_account,
        lower(replace(memo_type, 'MemoTypeMemo', '')) as memo_type,
        memo,
        coalesce(nullif(fee_account, ''), account) as fee_payer,
        cast(fee_charged as varchar) as fee_charged,
        cast(coalesce(new_max_fee, max_fee) as varchar) as maximum_fee,
        cast(inclusion_fee_charged as varchar) as inclusion_fee,
        cast(non_refundable_resource_fee_charged::hugeint + refundable_resource_fee_charged as varchar) as resource_fee,
        cast(rent_fee_charged as varchar) as rent_fee,
        cast(resource_fee_refund as varchar) as refund
    from semantic.explained_transactions as explained
    inner join bronze.history_transactions_raw_v1 as transactions using (ledger_sequence, transaction_hash)
    where explained.ledger_sequence = ${ledger} and explained.transaction_id = cast(${id} as bigint)`;

const operationRows = ({ askLedger }: TransactionSource, { ledger, id }: TransactionPlace) => askLedger`
    select
        operation_index as index,
        type_string as type,
        source_account,
        outcome,
        action,
        reason,
        sentence
    from semantic.explained_operations
    where ledger_sequence = ${ledger} and transaction_id = cast(${id} as bigint)
    order by operation_index`;

const callRows = ({ askLedger }: TransactionSource, { ledger, id }: TransactionPlace) => askLedger`
    select
        cast((operation_id & 4095) - 1 as integer) as operation_index,
        depth,
        caller,
        contract_id,
        function_name,
        arguments,
        successful
    from bronze.contract_invocations_raw_v1 as calls
    where ledger_sequence = ${ledger} and transaction_id = cast(${id} as bigint) and in_call_tree
    order by calls.operation_id, calls.execution_order`;

/** The metadata of tokens is read of all ledgers. */
const movementRows = async ({ ask, askLedger }: TransactionSource, { ledger, id }: TransactionPlace) => {
  const moved = await askLedger`
    select
        cast((operation_id & 4095) - 1 as integer) as operation_index,
        event_topic as type,
        "from",
        "to",
        if(asset_type = 'native', 'XLM', coalesce(bronze.key_code(asset_key), contract_id)) as asset,
        asset_key,
        if(asset_type = '', null, bronze.scaled_text(amount_raw, 7)) as amount,
        amount_raw,
        if(asset_type = '', contract_id, null) as token
    from bronze.token_transfers_raw_raw_v1
    where ledger_sequence = ${ledger} and transaction_id = cast(${id} as bigint) and event_topic != 'fee'
    order by event_index`;
  const named = new Map<string, PlainRow>();
  for (const contract of new Set(moved.flatMap(({ token }) => (typeof token === 'string' ? [token] : [])))) {
    const [token] = await ask`select symbol, decimals from silver.token_instances where contract_id = ${contract}`;
    if (token) named.set(contract, token);
  }
  return moved.map(({ token, ...movement }) => {
    const known = named.get(String(token));
    if (!known) return movement;
    const amount = scaledText(String(movement['amount_raw']), known['decimals']);
    return { ...movement, asset: known['symbol'] ?? movement['asset'] ?? null, amount };
  });
};

/** Returns a whole number with its last digits after a point; null without decimals, or with more than any token means. */
function scaledText(raw: string, decimals: PlainValue | undefined): string | null {
  if (typeof decimals !== 'number' || decimals < 0 || decimals > 255) return null;
  const [, sign = '', digits = ''] = /^(-?)(\d+)$/.exec(raw) ?? [];
  const padded = digits.padStart(decimals + 1, '0');
  return decimals === 0 ? raw : `${sign}${padded.slice(0, -decimals)}.${padded.slice(-decimals)}`;
}

const balanceRows = ({ askLedger }: TransactionSource, { ledger, id }: TransactionPlace) => askLedger`
    select
        operation_index,
        holder,
        asset_key,
        if(asset_type = 'soroban_token', before_raw, bronze.scaled_text(before_raw, 7)) as before,
        if(asset_type = 'soroban_token', after_raw, bronze.scaled_text(after_raw, 7)) as after,
        reason
    from silver.balance_changes
    where ledger_sequence = ${ledger} and transaction_id = cast(${id} as bigint)
    order by change_index`;

interface Node extends ExplainedCall {
  depth: number;
}

/** Calls come in the order in which they were made: each belongs to the last one before it that is less deep. */
function treesOf(rows: readonly PlainRow[]): ExplainedCall[] {
  const roots: ExplainedCall[] = [];
  let path: Node[] = [];
  for (const { depth, arguments: given, ...call } of rows) {
    const node = { ...call, arguments: argumentTexts(given), calls: [], depth: Number(depth) } as unknown as Node;
    path = path.filter((above) => above.depth < node.depth && above.operation_index === node.operation_index);
    (path.at(-1)?.calls ?? roots).push(node);
    path.push(node);
  }
  return roots.map(withoutDepth);
}

function withoutDepth(call: ExplainedCall): ExplainedCall {
  const { operation_index, caller, contract_id, function_name, arguments: given, successful, calls } = call;
  const inner = calls.map(withoutDepth);
  return { operation_index, caller, contract_id, function_name, arguments: given, successful, calls: inner };
}

function argumentTexts(given: PlainValue | undefined): string[] {
  const values: unknown = typeof given === 'string' ? JSON.parse(given) : given;
  return Array.isArray(values) ? (values as PlainValue[]).map(valueText) : [];
}

function stateChange({
  type,
  entry_type,
  operation_index,
  phase,
  key,
  before,
  after,
}: {
  type: string;
  entry_type: string;
  operation_index: number | null;
  phase: string;
  key: PlainRow;
  before: PlainRow | null;
  after: PlainRow | null;
}): ExplainedChange {
  const changed = changedFields(before, after).filter((name) => name !== 'last_modified_ledger_seq');
  return { type, entry_type, operation_index, phase, key, changed_fields: changed };
}
