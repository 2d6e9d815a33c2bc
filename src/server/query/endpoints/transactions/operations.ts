/** Operations with their transactions: the record, and the parts that three lists share. */
import { big, details, boolean, flats, may, fields, text, time, whole } from '../../fields.ts';
import type { LedgerRange } from '../../../../datastore/keys.ts';
import type { Unfilled } from '../../../../lake/asking/scan/file-views.ts';
import type { RowsOf } from '../../../../lake/asking/scan/single-rows.ts';
import { unfilledColumns } from '../../../../tables/details/filled.ts';
import { OperationType as Type } from '../../../../xdr/generated/enums.ts';
import type { Json } from '../../json.ts';
import { andWithin, ledgersOfToids, transactionOf } from '../../lists/range.ts';
import { keptRows } from '../../lists/kept-rows.ts';
import type { OfKeys, Records } from '../../lists/list-spec.ts';
import type { ScanWindow } from '../../lists/scan.ts';
import { singly } from '../../lists/single-rows.ts';
import { listedAlike, raw, sql, type Sql } from '../../sql.ts';
import { areHashesApart } from '../../lists/transaction-hashes.ts';
import type { View } from '../../view.ts';
import type { KeyPlace } from '../../lists/where.ts';

export const operationRecord = {
  transaction_hash: text(),
  operation_id: big('TOID of the operation.'),
  operation_index: whole('Position in the transaction, from 0.'),
  ledger_sequence: whole(),
  ledger_closed_at: time(),
  source_account: text(),
  type: whole(),
  type_name: text('The type in capital letters, such as PAYMENT.'),
  destination: may(text()),
  asset_code: may(text('For a path payment, the received asset.')),
  asset_issuer: may(text()),
  amount: may(text('For a path payment, the received amount; absent if a failed operation does not determine it.')),
  tx_successful: boolean(),
  tx_fee_charged: whole('Stroops, of the whole transaction.'),
  is_payment_op: boolean(),
  is_soroban_op: boolean(),
  soroban_contract_id: may(text('Contract that is called.')),
  soroban_function: may(text()),
  soroban_arguments_json: may(flats('Arguments of the call, decoded.')),
  details: details('The fields of the type, under their names in Hubble.'),
  result_code: may(text()),
  memo_type: may(text()),
  memo: may(text()),
  tx_account: text(),
  tx_max_fee: whole(),
  transaction_id: big(),
};

/** Whether an operation names the asset that it moves. Of five values and more DuckDB makes a join, which takes a millisecond. */
const namesAsset = raw('(type in (1, 2, 13) or type in (14, 19))');
/** Whether it says itself how much it moves. */
const hasAmount = raw('(type in (0, 1, 2) or type in (14, 19))');

/** The record of an operation. */
export const EnrichedOperation = fields(operationRecord);

/** Returns records of the operations that meet a condition, or of all, of a window if there is one, with their hashes or without. */
export function operationRecords(
  which: Sql | undefined,
  window?: LedgerRange,
  more: Sql = raw(''),
  hasHash = true,
): Sql {
  return sql`
    select
        ${hasHash ? raw('transactions.transaction_hash,') : undefined}
        operations.id as operation_id,
        cast((operations.id & 4095) - 1 as integer) as operation_index,
        operations.ledger_sequence,
        operations.closed_at as ledger_closed_at,
        operations.source_account,
        type,
        upper(type_string) as type_name,
        destination,
        case
            when type in (0, 8) then 'XLM'
            when ${namesAsset} then if(asset = 'native', 'XLM', split_part(asset, ':', 1))
        end as asset_code,
        if(${namesAsset}, nullif(split_part(asset, ':', 2), ''), null) as asset_issuer,
        case
            when ${hasAmount} or (type in (8, 13) and transaction_successful)
                then bronze.scaled_text(cast(amount_stroops as varchar), 7)
        end as amount,
        transaction_successful as tx_successful,
        fee_charged as tx_fee_charged,
        type in (1, 2, 13) as is_payment_op,
        type in (24, 25, 26) as is_soroban_op,
        if(soroban_function is null, null, soroban_contract_id) as soroban_contract_id,
        soroban_function,
        soroban_arguments_json,
        details_json as details,
        coalesce(
            nullif(operation_trace_code, ''), nullif(operation_result_code, ''), inner_transaction_result_code,
            transaction_result_code
        ) as result_code,
        memo_type,
        nullif(memo, '') as memo,
        account as tx_account,
        coalesce(new_max_fee, max_fee) as tx_max_fee,
        transactions.id as transaction_id
        ${more}
    from bronze.history_operations as operations
    inner join bronze.history_transactions as transactions
        on transactions.ledger_sequence = operations.ledger_sequence and transactions.id = operations.id & ~4095
    where ${which ?? raw('true')}
        ${andWithin(window, 'operations.ledger_sequence')} ${andWithin(window, 'transactions.ledger_sequence')}`;
}

/** Returns the condition that operations are among those of a relation with `operation_id` and `ledger_sequence`. */
export const amongTypes = (ids: Sql) => sql`
    operations.ledger_sequence in (select ledger_sequence from (${ids}))
        and operations.id in (select operation_id from (${ids}))`;

/**
 * Returns records of operations by their TOIDs. With values in place of a relation DuckDB reads less: of pubnet's ledgers a page of them takes
 * half as long. Where no others are shown, it need not plan anew what has no parameters, which takes 30 ms of processor.
 */
export function recordsOfToids(
  toids: readonly string[],
  { window, isAlone }: OfKeys,
  more?: Sql,
  hasHash?: boolean,
): Sql {
  if (isAlone) return operationRecords(undefined, undefined, more, hasHash);
  const ids = toids.map(BigInt);
  const which = sql`operations.id in (${listedAlike(ids)})
        and transactions.id in (${listedAlike(ids.map(transactionOf))})`;
  return operationRecords(which, window, more, hasHash);
}

/** Returns which rows of tables records of operations with these TOIDs are made of, where they are read one by one. */
export function rowsOfToids(
  toids: readonly string[],
  window: ScanWindow,
  view: View,
  hasHash = !areHashesApart(view, ledgersOfToids(toids).length),
): RowsOf | undefined {
  const ids = toids.map(BigInt);
  const rows: RowsOf = new Map([
    ['history_operations', { ids }],
    ['history_transactions', { ids: [...new Set(ids.map(transactionOf))] }],
  ]);
  return singly(view, window, rows, { hasHash });
}

/** Where operations of an account are found that sent or received. */
export const operationsOf: KeyPlace = {
  kinds: ['source', 'operation'],
  rows: { history_operations: ['source_account', 'destination'] },
};

/** Where operations of their source are found. */
export const ofSource: KeyPlace = { kinds: ['source'], rows: { history_operations: ['source_account'] } };

/** Types that are read alike: each combination of them has a statement of its own. */
const families: readonly (readonly number[])[] = [
  [Type.createAccount, Type.payment, Type.accountMerge],
  [Type.pathPaymentStrictReceive, Type.pathPaymentStrictSend],
  [Type.manageSellOffer, Type.manageBuyOffer, Type.createPassiveSellOffer],
  [Type.createClaimableBalance, Type.claimClaimableBalance, Type.clawbackClaimableBalance],
  [Type.liquidityPoolDeposit, Type.liquidityPoolWithdraw],
  [Type.invokeHostFunction, Type.extendFootprintTtl, Type.restoreFootprint],
];
const others = Object.values(Type).filter((type) => !families.flat().includes(type));

/** Returns which columns are not read of operations, by the column with their types: the details of an account's are mostly of few of them. */
export function unfilledBy(column: string) {
  const of = (types: readonly Json[]): Unfilled => {
    const read = [...families, others].filter((family) => family.some((type) => types.includes(type)));
    return new Map([['history_operations', unfilledColumns(read.flat())]]);
  };
  return { by: column, of };
}

/** The records of all operations of ledgers. */
export const keptOperations = keptRows({
  name: 'operations',
  table: 'history_operations',
  key: ['operation_id'],
  isDear: true,
  rows: ({ window }) => operationRecords(undefined, window),
});

/** The records of a page, without their hashes where `withHashes` adds these at less cost. */
export const recordsWithoutHashes: Records = {
  ofKeys(toids, known) {
    return recordsOfToids(toids, known, undefined, !areHashesApart(known.view, ledgersOfToids(toids).length));
  },
  unfilled: unfilledBy('type'),
  rowsOf: rowsOfToids,
};
