/** Contracts with the most calls. */
import { may, fields, orNull, real, text, time, whole, type Row } from '../../fields.ts';
import { list } from '../../lists/list.ts';
import * as parameter from '../../parameters.ts';
import { periodText, readPeriod, within } from '../../lists/period.ts';
import { sql, when, where } from '../../sql.ts';
import type { View } from '../../view.ts';
import { wallClock } from '../../wall-clock.ts';

export const contractsTop = list({
  path: '/api/v1/silver/contracts/top',
  summary: 'Most active contracts',
  legacyKey: 'contracts',
  parameters: {
    period: parameter.choice('period', ['24h', '7d', '30d', 'all'], '24h'),
    sort_by: parameter.choice('sort_by', ['total_calls', 'root_calls', 'sub_calls', 'unique_callers'], 'total_calls'),
    limit: parameter.limit(20, 100),
  },
  row: fields({
    contract_id: text(),
    total_calls: whole('Calls by operations and contracts, failed ones included.'),
    unique_callers: whole(),
    top_function: may(text()),
    unknown_calls: whole('Calls with an unknown function.'),
    last_activity: may(time()),
    root_calls: whole('By operations.'),
    sub_calls: whole('By contracts.'),
    success_rate: orNull(real('Share of successful calls by operations, from 0 to 1; null without calls.')),
    contract_type: text('sac, smart_wallet, custom_soroban or unknown.'),
  }),
  beside: {
    fields: { period: text(), generated_at: text() },
    read: async ({ period }) => ({ period, generated_at: wallClock() }),
  },
  kind: { isPaged: false, isRanked: true, isWhole: true },
  key: ({ sort_by: sort }) => [
    { column: sort, descending: true },
    { column: 'contract_id', type: 'varchar' },
  ],
  prepare: ({ period }, view) => periodText(view, period),
  rows: (_values, { ceiling }, text) => sql`
    with calls as (
        select *
        from bronze.contract_invocations_raw_v1
        ${where(
          sql`in_call_tree and (origin = 'root' or depth > 0)`,
          sql`ledger_sequence <= ${ceiling}`,
          when(readPeriod(text), within),
        )}
    ),
    functions as (
        select contract_id, arg_min(function_name, [-calls, rank]) as top_function
        from (
            select
                contract_id,
                function_name,
                count(*) as calls,
                row_number() over (partition by contract_id order by function_name) as rank
            from calls
            where function_name is not null
            group by contract_id, function_name
        )
        group by contract_id
    )
    select
        contract_id,
        count(*) as total_calls,
        count(distinct caller) as unique_callers,
        any_value(top_function) as top_function,
        count(*) filter (function_name is null) as unknown_calls,
        max(closed_at) as last_activity,
        count(*) filter (origin = 'root') as root_calls,
        count(*) filter (origin != 'root') as sub_calls,
        count(*) filter (origin = 'root' and successful) / nullif(count(*) filter (origin = 'root'), 0) as success_rate
    from calls
    left join functions using (contract_id)
    group by contract_id`,
  complete: withTypes,
});

/**
 * Adds what the registry says that contracts are. Beside the calls of each period and order it would be planned anew with each, for most of a
 * second; their ids are one value, so that there is one statement.
 */
async function withTypes(rows: readonly Row[], view: View): Promise<Row[]> {
  if (rows.length === 0) return [];
  const ids = JSON.stringify(rows.map(({ contract_id: id }) => id));
  const found = await view.rows(sql`
    select contract_id, contract_type
    from semantic.semantic_entities_contracts
    where contract_id in (select unnest(from_json(cast(${ids} as json), '["VARCHAR"]')))`);
  const types = new Map(found.map(({ contract_id: id, contract_type: type }) => [id, type]));
  return rows.map((row) => ({ ...row, contract_type: types.get(row['contract_id']) ?? null }));
}
