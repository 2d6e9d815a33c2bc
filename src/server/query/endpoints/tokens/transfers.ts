/** Classic and contract token movements. */
import { big, boolean, may, fields, text, time, whole } from '../../fields.ts';
import { keptRows } from '../../lists/kept-rows.ts';
import { inOrder, list, type Scan } from '../../lists/list.ts';
import * as parameter from '../../parameters.ts';
import { raw, sql, where, type Sql } from '../../sql.ts';
import { areHashesApart, withHashes } from '../../lists/transaction-hashes.ts';
import { anyOf, is, isAsset, timeRange } from '../../lists/where.ts';
import { widthOf } from '../../lists/window.ts';
import { ofParty } from './movements.ts';

const party = (description: string) => parameter.may(parameter.holder(description));

export const transfers = list({
  path: '/api/v1/silver/transfers',
  summary: 'Unified token transfers across classic and contract-token activity',
  legacyKey: 'transfers',
  parameters: {
    asset_code: parameter.may(parameter.text('Code of the asset; XLM without issuer is the native one.')),
    asset_issuer: parameter.may(parameter.address(['G'], 'Issuer of the asset.')),
    contract_id: parameter.may(parameter.contract('Contract of the token.')),
    from_account: party('Who gave.'),
    to_account: party('Who got.'),
    account_id: party('Sender or receiver.'),
    source_type: parameter.sourceType,
    limit: parameter.limit(100, 1000),
    order: parameter.order,
    ...parameter.ledgerRange,
    ...parameter.timeRange,
  },
  row: fields({
    timestamp: time(),
    transaction_hash: text(),
    ledger_sequence: whole(),
    source_type: text('classic or soroban.'),
    from_account: may(text('Absent: it came into being.')),
    to_account: may(text('Absent: it went out of being.')),
    asset_code: may(text()),
    asset_issuer: may(text()),
    amount: may(text('With seven decimal places for assets; in the smallest unit for other tokens.')),
    token_contract_id: may(text()),
    transaction_successful: boolean(),
    amount_raw: big(),
    decimals: may(whole()),
    decimals_source: text(
      'sac: the seven of an asset; default: of other tokens amounts are in the smallest unit alone.',
    ),
    event_type: text('transfer, mint, burn or clawback.'),
    operation_id: may(big()),
    event_index: whole('Position in the operation, from 0.'),
  }),
  where: {
    account_id: anyOf(['from_account', 'to_account'], ofParty('from', 'to')),
    from_account: is('from_account', ofParty('from')),
    to_account: is('to_account', ofParty('to')),
    contract_id: is('token_contract_id', { kinds: ['token'] }),
    source_type: is('source_type'),
    ...isAsset,
    ...timeRange('timestamp'),
  },
  key: inOrder('operation_id', 'ledger_index'),
  of: keptRows({
    name: 'transfers',
    table: 'token_transfers_raw',
    key: ['operation_id', 'ledger_index'],
    rows: (scan) => moved(scan),
  }),
  rows: (_values, scan) => moved(scan, !areHashesApart(scan.view, widthOf(scan.window))),
  complete: (rows, view) => withHashes(rows, view),
});

/** Returns the movements of a scan, with their hashes or without. */
function moved({ filters }: Scan, hasHash = true): Sql {
  return sql`
    select
        timestamp,
        ${hasHash ? raw('transaction_hash,') : undefined}
        ledger_sequence,
        source_type,
        from_account,
        to_account,
        asset_code,
        asset_issuer,
        token_contract_id,
        transaction_successful,
        amount_raw,
        event_type,
        operation_id,
        operation_type,
        event_index as ledger_index,
        event_position as event_index,
        if(asset_type is null, amount_raw, bronze.scaled_text(amount_raw, 7)) as amount,
        if(asset_type is null, null, 7) as decimals,
        if(asset_type is null, 'default', 'sac') as decimals_source
    from silver.token_transfers_raw
    ${where(...filters)}`;
}
