/** Contracts that are called most (contract 6.1). */
import { may, object, real, text, time, whole } from '../fields.ts';
import { list } from '../list.ts';
import * as parameter from '../parameters.ts';
import { since } from '../period.ts';
import { sql, when, where } from '../sql.ts';
import { wallClock } from '../wall-clock.ts';

export const contractsTop = list({
  path: '/api/v1/silver/contracts/top',
  summary: 'Most active contracts',
  isWide: true,
  legacyKey: 'contracts',
  parameters: {
    period: parameter.choice('period', ['24h', '7d', '30d', 'all'], '24h'),
    sort_by: parameter.choice('sort_by', ['total_calls', 'root_calls', 'sub_calls', 'unique_callers'], 'total_calls'),
    limit: parameter.limit(20, 100),
  },
  row: object({
    contract_id: text(),
    total_calls: whole('By operations and by contracts, failed ones included.'),
    unique_callers: whole(),
    top_function: may(text()),
    unknown_calls: whole('Calls of which the function is not known.'),
    last_activity: may(time()),
    root_calls: whole('By operations.'),
    sub_calls: whole('By contracts.'),
    success_rate: may(real('Of calls by operations, from 0 to 1.')),
  }),
  isPaged: false,
  isRanked: true,
  beside: { period: text(), generated_at: text() },
  readBeside: async ({ period }) => ({ period, generated_at: wallClock() }),
  key: ({ sort_by: sort }) => [
    { column: sort, descending: true },
    { column: 'contract_id', type: 'varchar' },
  ],
  prepare: ({ period }, view) => since(view, period),
  rows: (_values, { ceiling }, start) => sql`
    with calls as (
        select *
        from bronze.contract_invocations_raw_v1
        ${where(
          sql`in_call_tree and (origin = 'root' or depth > 0)`,
          sql`ledger_sequence <= ${ceiling}`,
          when(start ?? undefined, (time) => sql`closed_at > cast(${time} as timestamp)`),
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
});
