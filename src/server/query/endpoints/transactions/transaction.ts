/** A transaction by its hash, with its operations: the parts that answers about one transaction share. */
import type { LedgerRange } from '../../../../datastore/keys.ts';
import { ApiError } from '../../errors.ts';
import type { Row } from '../../fields.ts';
import { ofLedgers, rowsOfLedger, type OfLedgers } from '../../lists/ledger-rows.ts';
import { inLedgers } from '../../lists/range.ts';
import { listed, sql, type Sql } from '../../sql.ts';
import { scaledAmount } from '../../tokens.ts';
import { rowOf, type View } from '../../view.ts';

/** The row of a transaction, with `id` and `ledger_sequence`. */
export type Transaction = Row;

/** Returns the transaction with the hash, of a fee bump by either; throws ApiError when there is none. */
export async function readTransaction(view: View, hash: string): Promise<Transaction> {
  const { snapshot, served } = view;
  const ledgers = served.index.ledgers(snapshot, hash);
  const found = ledgers?.length === 0 ? undefined : await findTransaction(view, hash, ledgers);
  if (!found) throw new ApiError(404, 'transaction not found');
  return found;
}

async function findTransaction(view: View, hash: string, ledgers: readonly number[] | undefined) {
  if (ledgers && areKept(view, transactions, ledgers)) {
    const kept = await ofLedgers(view, transactions, ledgers);
    return ledgers.map((ledger) => kept.get(ledger)?.get(hash)).find((row) => row !== undefined);
  }
  const inThese = ledgers && sql`ledger_sequence in (${listed(ledgers)}) and`;
  const isNamed = sql`${inThese} (transaction_hash = ${hash} or inner_transaction_hash = ${hash})`;
  return view.row(transactionsSql(isNamed), ledgers?.map(ofLedger));
}

/** Transactions by their hashes. */
const transactions: OfLedgers<ReadonlyMap<string, Transaction>> = {
  name: 'transactions',
  table: 'history_transactions',
  rows: (window) => transactionsSql(inLedgers(window)),
  make(names, found) {
    const rows = found.map((values) => rowOf(names, values));
    const by = (name: string) => rows.map((row): [string, Transaction] => [String(row[name]), row]);
    return new Map([...by('inner_transaction_hash'), ...by('tx_hash')]);
  },
};

/** Where ledgers have more rows, those of a transaction are read without the others, */
const MOST_ROWS_OF_LEDGER = 64;
/** until another of its ledger is asked for: all take 8 to 13 ms of processor of pubnet's ledgers, where one takes 8 to 10. */
const MOST_ROWS_AGAIN = 2048;

/** Whether rows of a transaction are taken from those of its whole ledger, or its possible ones, which are kept then. */
function areKept(view: View, kind: OfLedgers<object>, ledgers: readonly number[]): boolean {
  const rows = rowsOfLedger(view, kind);
  if (view.explained) return false;
  if (rows <= MOST_ROWS_OF_LEDGER) return true;
  return rows * ledgers.length <= MOST_ROWS_AGAIN && ledgers.every((ledger) => isAskedAgain(view, kind, ledger));
}

/** Returns whether rows of a ledger were asked for before, and keeps that they are now. */
function isAskedAgain(
  { served, snapshot: { generation } }: View,
  { name }: OfLedgers<object>,
  ledger: number,
): boolean {
  const asked = `${name}, requested, ${ledger}`;
  const isAgain = served.cache.get(generation, asked) !== undefined;
  served.cache.put(generation, asked, true);
  return isAgain;
}

/** What a table has of transactions. */
export interface OfTransactions {
  /** Tells it from others. */
  name: string;
  table: string;
  /** Returns the rows, with `ledger_sequence` and `transaction_id`. */
  rows(condition: Sql): Sql;
}

/** Returns what reads the rows of a transaction, in any order, which are not to be changed. */
export function readerOf({
  name,
  table,
  rows,
}: OfTransactions): (view: View, of: Transaction) => Promise<readonly Row[]> {
  const kind: OfLedgers<ReadonlyMap<string, readonly Row[]>> = {
    name: `${name} of transactions`,
    table,
    rows: (window) => rows(inLedgers(window)),
    make: (names, found) =>
      Map.groupBy(
        found.map((values) => rowOf(names, values)),
        (row) => String(row['transaction_id']),
      ),
  };
  return async (view, transaction) => {
    const ledger = Number(transaction['ledger_sequence']);
    if (!areKept(view, kind, [ledger])) return view.rows(rows(ofTransaction(transaction)), ledgerOf(transaction));
    const kept = await ofLedgers(view, kind, [ledger]);
    return kept.get(ledger)?.get(String(transaction['id'])) ?? [];
  };
}

function transactionsSql(condition: Sql): Sql {
  return sql`
    select
        id,
        transaction_hash as tx_hash,
        ledger_sequence,
        closed_at,
        successful,
        fee_charged as fee,
        operation_count,
        account as source_account,
        account_sequence,
        coalesce(new_max_fee, max_fee) as max_fee,
        max_fee as inner_max_fee,
        case memo_type
            when 'MemoTypeMemoText' then 'text'
            when 'MemoTypeMemoId' then 'id'
            when 'MemoTypeMemoHash' then 'hash'
            when 'MemoTypeMemoReturn' then 'return'
            else 'none'
        end as memo_type,
        if(memo_type = 'MemoTypeMemoNone', null, memo) as memo,
        transaction_result_code as result_code,
        inner_transaction_result_code as inner_result_code,
        fee_account,
        inner_transaction_hash,
        soroban_resources_instructions,
        soroban_resources_read_bytes,
        soroban_resources_write_bytes,
        soroban_footprint_read_only,
        soroban_footprint_read_write,
        resource_fee,
        rent_fee_charged,
        resource_fee_refund
    from bronze.history_transactions_raw_v1
    where ${condition}`;
}

/** Returns what the envelope of a transaction says besides, and its XDR where the lake has it: columns that take long to read. */
export async function readEnvelope(view: View, transaction: Transaction): Promise<Row> {
  const row = await view.row(
    sql`
    select
        time_bounds,
        ledger_bounds,
        min_account_sequence,
        min_account_sequence_age,
        min_account_sequence_ledger_gap,
        extra_signers_json,
        signatures_json,
        tx_envelope,
        tx_result,
        tx_meta,
        tx_fee_meta
    from bronze.history_transactions_raw_v1
    where ledger_sequence = ${Number(transaction['ledger_sequence'])}
        and id = cast(${String(transaction['id'])} as bigint)`,
    ledgerOf(transaction),
  );
  return row ?? {};
}

const ofLedger = (ledger: number): LedgerRange => ({ first: ledger, last: ledger });

/** Returns the ledger of a transaction, as the only one that is asked for. */
export function ledgerOf({ ledger_sequence: ledger }: Transaction): LedgerRange[] {
  return [ofLedger(Number(ledger))];
}

/** Returns the condition that rows are of the transaction, and of its ledger: so that other files are not read. */
export function ofTransaction({ id, ledger_sequence: ledger }: Transaction): Sql {
  return sql`ledger_sequence = ${Number(ledger)} and transaction_id = cast(${String(id)} as bigint)`;
}

/** An operation as sentences and records of it are made. */
export interface Operation extends Row {
  index: number;
  type: number;
  type_name: string;
  source_account: string;
  contract_id: string | null;
  function_name: string | null;
  /** `invoke_contract`, `upload_wasm` and the like; null of other types. */
  host_function: string | null;
  amount: string | null;
  is_soroban_op: boolean;
  /** Whom else it is about: who gets, is trusted, is sponsored, or is clawed back from. */
  party: string | null;
  shown_amount: string | null;
  shown_asset: string | null;
  is_ended: boolean;
  result_code: string | null;
}

/** Returns the operations of a transaction, in their order: made here of columns, since DuckDB plans each expression for each request. */
export async function readOperations(view: View, transaction: Transaction): Promise<Operation[]> {
  const rows = await operationsOf(view, transaction);
  return rows
    .map((row) => operationOf(row, transaction['successful'] === true))
    .sort((one, other) => one.index - other.index);
}

const operationsOf = readerOf({
  name: 'operations',
  table: 'history_operations',
  rows: (condition) => sql`
    select
        ledger_sequence,
        transaction_id,
        type,
        type_string as type_name,
        source_account,
        contract_id,
        function_name,
        if(
            function_name is null,
            null,
            to_json(json_extract(other_details_json, '$.parameters_json_decoded[*]')[3:])
        ) as arguments_json,
        other_details_json ->> '$.type' as host_function,
        details_from as payer,
        destination,
        trustor,
        sponsored_id,
        asset_type,
        asset_code,
        selling_asset_type,
        selling_asset_code,
        buying_asset_type,
        buying_asset_code,
        source_asset_type,
        source_asset_code,
        amount_stroops,
        source_amount_stroops,
        limit_stroops,
        operation_trace_code,
        operation_result_code,
        id as operation_id
    from bronze.history_operations_raw_v1
    where ${condition}`,
});

function operationOf(row: Row, isSuccessful: boolean): Operation {
  const { type, type_name, source_account, function_name, arguments_json, destination, operation_id } = row;
  const text = (name: string) => (typeof row[name] === 'string' && row[name] !== '' ? row[name] : null);
  const units = (name: string) => (typeof row[name] === 'string' ? scaledAmount(row[name], 7) : null);
  const code = (prefix: string) => (row[`${prefix}asset_type`] === 'native' ? 'XLM' : row[`${prefix}asset_code`]);
  const kind = Number(type);
  const isSent = kind === 13 && !isSuccessful;
  const isMoved = kind === 8 || kind === 13;
  const hasAmount = AMOUNTS.has(kind) || (isMoved && isSuccessful);
  return {
    index: Number(BigInt(String(operation_id)) & 4095n) - 1,
    type,
    type_name,
    source_account,
    contract_id: function_name === null ? null : row['contract_id'],
    function_name,
    arguments_json,
    host_function: kind === 24 ? text('host_function') : null,
    destination,
    asset_code: kind === 0 || kind === 8 ? 'XLM' : ASSETS.has(kind) ? code('') : null,
    amount: hasAmount ? units('amount_stroops') : null,
    is_soroban_op: kind >= 24 && kind <= 26,
    result_code: text('operation_trace_code') ?? text('operation_result_code'),
    party: destination ?? row['trustor'] ?? row['sponsored_id'] ?? row['payer'],
    // A failed payment has received nothing: for strict send, the amount to be sent is shown.
    shown_amount: units(isSent ? 'source_amount_stroops' : 'amount_stroops'),
    shown_asset: code(shownAsset(kind, isSent)),
    is_ended: row['limit_stroops'] === '0',
    operation_id,
  } as Operation;
}

/** Operations that name the asset which they move, and those that say themselves how much they move. */
const ASSETS = new Set([1, 2, 13, 14, 19]);
const AMOUNTS = new Set([0, 1, 2, 14, 19]);

/** Returns how columns of the asset begin that a sentence names. */
function shownAsset(type: number, isSent: boolean): string {
  if (type === 3 || type === 4) return 'selling_';
  if (type === 12) return 'buying_';
  return isSent ? 'source_' : '';
}
