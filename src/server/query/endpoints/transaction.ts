/** A transaction by its hash, with its operations: what answers about one transaction have in common (contract 7). */
import { ApiError } from '../errors.ts';
import type { Row } from '../fields.ts';
import { join, sql, type Sql } from '../sql.ts';
import type { View } from '../view.ts';
import { hasAmount, namesAsset } from './operations.ts';

/** The row of a transaction, with `id` and `ledger_sequence`. */
export type Transaction = Row;

/** Returns the transaction with the hash, of a fee bump by either; throws ApiError when there is none. */
export async function readTransaction(view: View, hash: string): Promise<Transaction> {
  const { snapshot, served } = view;
  const ledgers = served.hashes.ledgers(snapshot, hash);
  const found = ledgers?.length === 0 ? undefined : await view.row(transactionSql(hash, ledgers));
  if (!found) throw new ApiError(404, 'transaction not found');
  return found;
}

function transactionSql(hash: string, ledgers: readonly number[] | undefined): Sql {
  const inLedgers = ledgers && sql`ledger_sequence in (${join(ledgers.map((ledger) => sql`${ledger}`))}) and`;
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
        fee_account,
        inner_transaction_hash,
        soroban_resources_instructions,
        soroban_resources_read_bytes,
        soroban_resources_write_bytes,
        resource_fee,
        rent_fee_charged,
        resource_fee_refund
    from bronze.history_transactions_raw_v1
    where ${inLedgers} (transaction_hash = ${hash} or inner_transaction_hash = ${hash})`;
}

/** Returns what the envelope of a transaction says besides, and its XDR where the lake has it: columns that take long to read. */
export async function readEnvelope(view: View, transaction: Transaction): Promise<Row> {
  const row = await view.row(sql`
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
        and id = cast(${String(transaction['id'])} as bigint)`);
  return row ?? {};
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

/** Returns the operations of a transaction, in their order. */
export async function readOperations(view: View, transaction: Transaction): Promise<Operation[]> {
  const rows = await view.rows(sql`
    select
        operation_index as index,
        type,
        type_string as type_name,
        source_account,
        if(function_name is null, null, contract_id) as contract_id,
        function_name,
        if(
            function_name is null,
            null,
            to_json(json_extract(other_details_json, '$.parameters_json_decoded[*]')[3:])
        ) as arguments_json,
        if(type = 24, other_details_json ->> '$.type', null) as host_function,
        destination,
        case
            when type in (0, 8) then 'XLM'
            when ${namesAsset} then if(asset_type = 'native', 'XLM', asset_code)
        end as asset_code,
        case
            when ${hasAmount} or (type in (8, 13) and transaction_successful)
                then bronze.scaled_text(cast(amount_stroops as varchar), 7)
        end as amount,
        type in (24, 25, 26) as is_soroban_op,
        coalesce(nullif(operation_trace_code, ''), nullif(operation_result_code, '')) as result_code,
        coalesce(destination, trustor, sponsored_id, other_details_json ->> '$.from') as party,
        -- What failed has received nothing: of a strict-send payment that is told what was to be sent.
        bronze.scaled_text(
            cast(
                if(type = 13 and not transaction_successful, source_amount_stroops, amount_stroops) as varchar
            ),
            7
        ) as shown_amount,
        case
            when type in (3, 4) then if(selling_asset_type = 'native', 'XLM', selling_asset_code)
            when type = 12 then if(buying_asset_type = 'native', 'XLM', buying_asset_code)
            when type = 13 and not transaction_successful
                then if(source_asset_type = 'native', 'XLM', source_asset_code)
            when asset_type = 'native' then 'XLM'
            else asset_code
        end as shown_asset,
        coalesce(limit_stroops = 0, amount_stroops = 0, false) as is_ended,
        id as operation_id
    from bronze.history_operations_raw_v1
    where ${ofTransaction(transaction)}
    order by id`);
  return rows as Operation[];
}
