/** Classic and contract token movements. */
import { big, flag, may, object, text, time, whole } from '../fields.ts';
import { isAmong, keptRows } from '../kept-rows.ts';
import { keyedBy } from '../keyed-by.ts';
import { list, type Scan } from '../list.ts';
import * as parameter from '../parameters.ts';
import { afterToid, inRange, ofKey } from '../range.ts';
import { made, raw, sql, when, where, type Sql } from '../sql.ts';
import { areHashesApart, withHashes } from '../transaction-hashes.ts';
import { assetFilters, isFarApart, isOfAsset, rowsWithoutHashes } from './movements.ts';
import { widthOf } from '../window.ts';

const party = (description: string) => parameter.may(parameter.holder(description));

const parameters = {
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
};

const ofParty = keyedBy('transfer');
const ofToken = keyedBy('token');

export const transfers = list({
  path: '/api/v1/silver/transfers',
  summary: 'Unified token transfers across classic and contract-token activity',
  legacyKey: 'transfers',
  parameters,
  row: object({
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
    transaction_successful: flag(),
    amount_raw: big(),
    decimals: may(whole()),
    decimals_source: text(
      'sac: the seven of an asset; default: of other tokens amounts are in the smallest unit alone.',
    ),
    event_type: text('transfer, mint, burn or clawback.'),
    operation_id: may(big()),
    event_index: whole('Position in the operation, from 0.'),
  }),
  table: 'token_transfers_raw',
  key: ({ order }) => [
    { column: 'operation_id', descending: order === 'desc' },
    { column: 'ledger_index', descending: order === 'desc' },
  ],
  kept: keptRows({
    name: 'transfers',
    table: 'token_transfers_raw',
    key: ['operation_id', 'ledger_index'],
    rows: (scan) => moved({}, scan),
  }),
  keyFilters: ['account_id', 'from_account', 'to_account', 'contract_id'],
  keptFilters: ['source_type', 'asset_code', 'asset_issuer'],
  isListed: (row, asked) =>
    isAmong(asked.account_id, row['from_account'], row['to_account']) &&
    isAmong(asked.from_account, row['from_account']) &&
    isAmong(asked.to_account, row['to_account']) &&
    isAmong(asked.contract_id, row['token_contract_id']) &&
    isAmong(asked.source_type, row['source_type']) &&
    isOfAsset(row, asked),
  keyed: ({ account_id: account, from_account: from, to_account: to, contract_id: contract }) =>
    ofParty(account ?? from ?? to) ?? ofToken(contract),
  rowsOfKey: ({ account_id: account, from_account: from, to_account: to }, scan) =>
    rowsWithoutHashes(scan, { token_transfers_raw: ['from', 'to'] }, account ?? from ?? to),
  areGiven: ({ account_id: account }) => account !== undefined,
  rows: (values, scan) => moved(values, scan, !areHashesApart(scan.view, widthOf(scan.window))),
  complete: (rows, view) => withHashes(rows, view),
});

/** Returns the movements that are asked for, with their hashes or without. */
function moved(values: Partial<parameter.Values<typeof parameters>>, scan: Scan, hasHash = true): Sql {
  const rows = sql`
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
    ${where(
      ...inRange(values, scan, sql`timestamp`),
      afterToid(scan, 'operation_id', values.order === 'desc'),
      ...assetFilters(values),
      when(values.contract_id, (id) => sql`token_contract_id = ${id}`),
      when(values.from_account, (id) => sql`from_account = ${id}`),
      when(values.to_account, (id) => sql`to_account = ${id}`),
      ofKey(scan, values.account_id, (id) => sql`(from_account = ${id} or to_account = ${id})`),
      when(values.source_type, (type) => sql`source_type = ${type}`),
    )}`;
  return isFarApart(values.account_id, scan) ? made(rows) : rows;
}
