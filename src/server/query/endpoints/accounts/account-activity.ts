/** What an account sent, received and did, newest first. */
import { big, boolean, json, fields, text, time, whole } from '../../fields.ts';
import { givenValue } from '../../../../lake/asking/scan/single-rows.ts';
import { inOrder, list } from '../../lists/list.ts';
import * as parameter from '../../parameters.ts';
import { afterToid, inRange, ofKey } from '../../lists/range.ts';
import { raw, sql, when, where, type Sql } from '../../sql.ts';
import { areHashesApart, withHashes } from '../../lists/transaction-hashes.ts';
import { widthOf } from '../../lists/window.ts';

export const accountActivity = list({
  path: '/api/v1/silver/accounts/{id}/activity',
  summary: 'Account activity feed',
  legacyKey: 'activity',
  parameters: {
    id: parameter.refused(parameter.account(), (id) =>
      /^[GM]/.test(id) ? 'invalid account_id' : 'invalid account_id: must start with G',
    ),
    limit: parameter.limit(50, 200),
    order: parameter.order,
    type: parameter.may(parameter.choice('type', ['payment_sent', 'payment_received', 'contract_call', 'operation'])),
    ...parameter.ledgerRange,
    ...parameter.timeRange,
  },
  row: fields({
    type: text('payment_sent, payment_received, contract_call or operation.'),
    timestamp: time(),
    ledger_sequence: whole(),
    tx_hash: text(),
    details: json('Counterparty, amount, function or operation type.'),
    operation_id: big(),
    successful: boolean(),
  }),
  beside: { fields: { account_id: text() }, read: async ({ id }) => ({ account_id: id }) },
  // Inside an operation what moved stands in the order of events, then the call; ascending is the exact reverse.
  key: inOrder('operation_id', 'position'),
  where: {
    id: {
      place: {
        kinds: ['transfer', 'source'],
        rows: { token_transfers_raw: ['from', 'to'], history_operations: ['source_account'] },
        hasHash: true,
      },
    },
  },
  rows(values, scan) {
    const { id, type, order } = values;
    const within = (closedAt: Sql) => [
      ...inRange(values, scan, closedAt),
      afterToid(scan, 'operation_id', order === 'desc'),
    ];
    // Where rows are given the account is, too: a parameter would have the statement planned again.
    const requested = scan.areGiven === true ? raw(`text as id from ${givenValue()}`) : sql`${id} as id`;
    const hash = raw(areHashesApart(scan.view, widthOf(scan.window)) ? '' : 'transaction_hash as tx_hash,');
    return sql`
    with requested as materialized (select ${requested}),
    moved as (
        select
            if(from_account = requested.id, 'payment_sent', 'payment_received') as type,
            timestamp,
            ledger_sequence,
            ${hash}
            ${movementDetails} as details,
            operation_id,
            event_index as position,
            true as successful
        from silver.token_transfers_raw
        cross join requested
        ${where(
          ofKey(scan, id, (account) => sql`(from_account = ${account} or to_account = ${account})`),
          ...within(sql`timestamp`),
        )}
    ),
    operations as (
        select
            if(type = 24 and soroban_function is not null, 'contract_call', 'operation') as type,
            closed_at as timestamp,
            ledger_sequence,
            ${hash}
            ${operationDetails} as details,
            id as operation_id,
            -1 as position,
            transaction_successful as successful
        from bronze.history_operations
        ${where(
          ofKey(scan, id, (account) => sql`source_account = ${account}`),
          ...within(sql`closed_at`),
        )}
    )
    from (
        from moved
        union all by name
        from operations
        where type = 'contract_call' or operation_id not in (select operation_id from moved)
    )
    ${where(when(type, (word) => sql`type = ${word}`))}`;
  },
  complete: (rows, view) => withHashes(rows, view, 'tx_hash'),
});

const movementDetails = raw(`
    json_merge_patch(
        '{}',
        if(from_account = requested.id, json_object('to', to_account), json_object('from', from_account)),
        json_object(
            'amount', if(asset_type is null, amount_raw, bronze.scaled_text(amount_raw, 7)),
            'asset_code', asset_code,
            'asset_issuer', asset_issuer
        )
    )`);

const operationDetails = raw(`
    if(
        type = 24 and soroban_function is not null,
        json_object('contract_id', soroban_contract_id, 'function', soroban_function, 'role', 'caller'),
        json_object('type_name', upper(type_string), 'operation_id', cast(id as varchar))
    )`);
