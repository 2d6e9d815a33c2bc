/** Effects of operations: all, by type, and of one transaction. */
import type { LedgerRange } from '../../../../datastore/keys.ts';
import { big, boolean, json, listOf, may, fields, text, time, whole } from '../../fields.ts';
import { keptRows } from '../../lists/kept-rows.ts';
import { inOrder, list, type Scan } from '../../lists/list.ts';
import { object } from '../../object.ts';
import * as parameter from '../../parameters.ts';
import { andWithin } from '../../lists/range.ts';
import { join, sql, when, where, type Sql } from '../../sql.ts';
import { is, timeRange } from '../../lists/where.ts';
import { Asset, assetStruct } from '../../asset.ts';
import { readTransaction } from './transaction.ts';

const Effect = fields({
  ledger_sequence: whole(),
  transaction_hash: text(),
  operation_id: big(),
  operation_index: whole('Position in the transaction, from 0.'),
  effect_index: whole('Position among the effects of the operation, from 0.'),
  effect_type: whole(),
  effect_type_string: text(),
  account_id: text(),
  asset: may(Asset),
  amount: may(text()),
  details: may(json('Fields of the effect type, as in Horizon.')),
  trustline_limit: may(text()),
  authorize_flag: may(boolean()),
  clawback_flag: may(boolean()),
  signer_account: may(text()),
  signer_weight: may(whole()),
  offer_id: may(big()),
  seller_account: may(text()),
  timestamp: time(),
});

/** Returns the records of the effects of `page`, which has `operation_id`, `effect_index` and `ledger_sequence`. */
function recordsOfPage(window?: LedgerRange): Sql {
  return records(sql`
        ledger_sequence in (select ledger_sequence from page)
        and (operation_id, effect_index) in (select (operation_id, effect_index) from page)
        ${andWithin(window)}`);
}

function records(condition: Sql): Sql {
  return sql`
    select
        *,
        if(asset_type in ('native', 'credit_alphanum4', 'credit_alphanum12'), ${assetStruct('asset_')}, null) as asset,
        details_json as details,
        created_at as timestamp
    from silver.effects
    where ${condition}`;
}

const isNumber = (type: string) => /^\d+$/.test(type);
const effectType = parameter.matching(/^(\d{1,4}|[a-z][a-z_]{0,63})$/, 'Number or name, such as account_credited.');

const filters = {
  account_id: parameter.may(parameter.address(['G', 'M', 'C', 'W', 'L'], 'Whom it had an effect on.')),
  effect_type: parameter.may(effectType),
  ledger_sequence: parameter.may(parameter.ledger('Only this ledger.')),
};

export const effectsList = list({
  path: '/api/v1/silver/effects',
  summary: 'Effects of operations',
  legacyKey: 'effects',
  parameters: {
    ...filters,
    limit: parameter.limit(100, 1000),
    order: parameter.order,
    ...parameter.ledgerRange,
    ...parameter.timeRange,
  },
  row: Effect,
  where: {
    account_id: is(['address', null]),
    effect_type: {
      sql: (type) => (isNumber(type) ? sql`type = ${Number(type)}` : sql`type_string = ${type}`),
      test: ({ effect_type: number, effect_type_string: name }, type) =>
        isNumber(type) ? number === Number(type) : name === type,
    },
    ledger_sequence: is(['ledger_sequence', null]),
    ...timeRange('closed_at'),
  },
  key: inOrder('operation_id', 'effect_index'),
  rows: (_values, { filters }) => sql`
    select operation_id, index as effect_index, ledger_sequence
    from bronze.history_effects_raw_v1
    ${where(...filters)}`,
  page: (_values, { window }) => recordsOfPage(window),
  of: keptRows({
    name: 'effects',
    table: 'history_effects',
    key: ['operation_id', 'effect_index'],
    rows: ({ filters }) => records(join(filters, ' and ')),
  }),
});

/** Returns the ids of the effects of the transaction with this TOID. */
function ofTransaction(toid: string, { ceiling }: Scan): Sql {
  const ledger = Number(BigInt(toid) >> 32n);
  return sql`
    select operation_id, index as effect_index, ledger_sequence
    from bronze.history_effects_raw_v1
    where ledger_sequence = ${Math.min(ledger, ceiling)}
        and operation_id between cast(${toid} as bigint) and cast(${toid} as bigint) + 4095`;
}

export const effectsOfTransaction = list({
  path: '/api/v1/silver/effects/transaction/{tx_hash}',
  summary: 'Effects of the operations of a transaction',
  legacyKey: 'effects',
  parameters: { tx_hash: parameter.transactionHash(), limit: parameter.limit(200, 1000) },
  row: Effect,
  beside: { fields: { transaction_hash: text() }, read: async ({ tx_hash: hash }) => ({ transaction_hash: hash }) },
  prepare: async ({ tx_hash: hash }, view) => String((await readTransaction(view, hash))['id']),
  key: () => [{ column: 'operation_id' }, { column: 'effect_index' }],
  rows: (_values, scan, toid) => ofTransaction(toid ?? '0', scan),
  page: () => recordsOfPage(),
});

export const effectTypes = object({
  path: '/api/v1/silver/effects/types',
  summary: 'Number of effects by type',
  parameters: { ...parameter.ledgerRange },
  answer: {
    effect_types: listOf(fields({ type: whole(), name: text(), count: whole() }), 'The most frequent first.'),
    total_effects: whole(),
  },
  async read({ start_ledger: first, end_ledger: last }, view) {
    const rows = await view.rows(sql`
      select type, type_string as name, count(*) as count
      from bronze.history_effects_raw_v1
      ${where(
        when(first, (ledger) => sql`ledger_sequence >= ${ledger}`),
        when(last, (ledger) => sql`ledger_sequence <= ${ledger}`),
      )}
      group by all
      order by count desc, type`);
    const total = rows.reduce((sum, { count }) => sum + Number(count), 0);
    return { body: { effect_types: rows, total_effects: total }, scanned: view.highest(last) };
  },
});
