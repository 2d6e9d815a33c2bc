/** Movements and calls between two addresses. */
import { big, may, fields, text, time, whole } from '../../fields.ts';
import { inOrder, list } from '../../lists/list.ts';
import * as parameter from '../../parameters.ts';
import { afterToid, inRange } from '../../lists/range.ts';
import { join, sql, when } from '../../sql.ts';

const address = parameter.refused(
  parameter.holder('An account, a contract, a claimable balance or a pool.'),
  'address_a and address_b must be valid Stellar account (G...) or contract (C...) addresses',
);

export const relationships = list({
  path: '/api/v1/silver/relationships/{address_a}/{address_b}',
  summary: 'Movements and calls between two addresses',
  legacyKey: 'edges',
  parameters: {
    address_a: address,
    address_b: address,
    interaction_type: parameter.may(parameter.choice('interaction_type', ['transfer', 'contract_call'])),
    limit: parameter.limit(100, 500),
    order: parameter.order,
    ...parameter.ledgerRange,
  },
  row: fields({
    ledger_sequence: whole(),
    closed_at: time(),
    transaction_hash: text(),
    operation_id: big(),
    interaction_type: text('transfer or contract_call.'),
    address_a: text(),
    address_b: text(),
    direction: text('a_to_b or b_to_a.'),
    asset: may(text('native, CODE:ISSUER, or the contract of a token.')),
    contract_id: may(text('The token that moved, or the contract that was called.')),
    function_name: may(text()),
    amount: may(big('In the smallest unit of the token.')),
    source_table: text(),
    confidence: text('exact, or inferred of a call that only events or storage show.'),
  }),
  key: inOrder('operation_id', 'kind', 'position'),
  rows: ({ address_a: a, address_b: b, ...values }, scan) => sql`
    from (
        select
            ledger_sequence,
            timestamp as closed_at,
            transaction_hash,
            operation_id,
            'transfer' as interaction_type,
            ${a} as address_a,
            ${b} as address_b,
            if(from_account = ${a}, 'a_to_b', 'b_to_a') as direction,
            coalesce(asset_key, token_contract_id) as asset,
            token_contract_id as contract_id,
            null as function_name,
            amount_raw as amount,
            'token_transfers_raw' as source_table,
            'exact' as confidence,
            0 as kind,
            event_index as position
        from silver.token_transfers_raw
        where (from_account = ${a} and to_account = ${b}) or (from_account = ${b} and to_account = ${a})
        union all
        select
            calls.ledger_sequence,
            calls.closed_at,
            transactions.transaction_hash,
            calls.operation_id,
            'contract_call',
            ${a},
            ${b},
            if(calls.caller = ${a}, 'a_to_b', 'b_to_a'),
            null,
            calls.contract_id,
            calls.function_name,
            null,
            'contract_invocations_raw',
            if(calls.origin in ('event', 'storage'), 'inferred', 'exact'),
            1,
            calls.execution_order
        from bronze.contract_invocations_raw_v1 as calls
        inner join bronze.history_transactions_raw_v1 as transactions
            on transactions.ledger_sequence = calls.ledger_sequence and transactions.id = calls.transaction_id
        where calls.in_call_tree
            and (
                (calls.caller = ${a} and calls.contract_id = ${b})
                or (calls.caller = ${b} and calls.contract_id = ${a})
            )
    )
    where ${join(inRange(values, scan), ' and ')}
    ${when(afterToid(scan, 'operation_id', values.order === 'desc'), (next) => sql`and ${next}`)}
    ${when(values.interaction_type, (type) => sql`and interaction_type = ${type}`)}`,
});
