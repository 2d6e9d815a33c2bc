/** Figures of a contract's use: calls, callers, success rate. */
import { ApiError } from '../../errors.ts';
import { listOf, may, fields, orNull, real, rfc3339, text, time, whole, type Row } from '../../fields.ts';
import { object } from '../../object.ts';
import * as parameter from '../../parameters.ts';
import { hoursUntil, within } from '../../lists/period.ts';
import { sql, type Sql } from '../../sql.ts';

const Daily = listOf(fields({ date: text(), count: whole() }));

export const contractAnalytics = object({
  path: '/api/v1/silver/contracts/{id}/analytics',
  summary: 'Contract-level analytics',
  parameters: { id: parameter.refused(parameter.contract(), 'invalid contract_id') },
  answer: {
    contract_id: text(),
    stats: fields({
      total_calls_as_caller: whole(),
      total_calls_as_callee: whole(),
      unique_callers: whole(),
      unique_callees: whole(),
    }),
    success_rate: orNull(real('Share of successful calls by operations, from 0 to 1; null without calls.')),
    total_calls_7d: whole(),
    total_calls_30d: whole(),
    timeline: fields({ first_seen: may(time()), last_activity: may(time()) }),
    top_functions: listOf(
      fields({
        name: text(),
        count: whole(),
        calls_24h: whole(),
        calls_7d: whole(),
        calls_30d: whole(),
        success_rate: real(),
        last_called: time(),
      }),
    ),
    daily_calls_7d: Daily,
    daily_calls_30d: Daily,
  },
  async read({ id }, view) {
    const now = await view.closedAt(view.bounds.latest);
    const rows = await view.rows(analytics(id, now));
    const of = (kind: string) => rows.filter((row) => row['kind'] === kind);
    const [totals] = of('total');
    if (Number(totals['count']) + Number(totals['as_caller']) === 0) {
      throw new ApiError(404, 'no activity found for contract');
    }
    const month = of('day').map(({ name: date, count }) => ({ date, count }));
    return { body: bodyOf(id, totals, of('function'), month) };
  },
});

function bodyOf(id: string, totals: Row, functions: Row[], month: Row[]): Row {
  return {
    contract_id: id,
    stats: {
      total_calls_as_caller: totals['as_caller'],
      total_calls_as_callee: totals['count'],
      unique_callers: totals['callers'],
      unique_callees: totals['callees'],
    },
    success_rate: totals['success_rate'],
    total_calls_7d: totals['calls_7d'],
    total_calls_30d: totals['calls_30d'],
    timeline: { first_seen: totals['first_at'], last_activity: totals['last_at'] },
    top_functions: functions.map(({ last_at: last_called, ...row }) => ({ ...row, last_called })),
    daily_calls_7d: month.slice(-7),
    daily_calls_30d: month,
  };
}

const DAYS = 30;

/**
 * Returns the `total` of the calls of a contract and by it, its ten functions that are called most, and the calls of each `day`, counted
 * back from that of the latest ledger: of one reading of the calls.
 */
function analytics(id: string, now: string): Sql {
  const last = (hours: number) => within(hoursUntil(now, hours));
  return sql`
    with calls as materialized (
        select
            closed_at,
            contract_id,
            caller,
            function_name,
            successful,
            origin = 'root' as is_root,
            contract_id = ${id} as is_callee,
            caller = ${id} as is_caller
        from bronze.contract_invocations_raw_v1
        where in_call_tree and (origin = 'root' or depth > 0) and (contract_id = ${id} or caller = ${id})
    ),
    totals as (
        select
            count(*) filter (is_callee) as count,
            count(*) filter (is_caller) as as_caller,
            count(distinct caller) filter (is_callee) as callers,
            count(distinct contract_id) filter (is_caller) as callees,
            count(*) filter (is_callee and ${last(168)}) as calls_7d,
            count(*) filter (is_callee and ${last(720)}) as calls_30d,
            count(*) filter (is_callee and is_root and successful)
                / nullif(count(*) filter (is_callee and is_root), 0) as success_rate,
            min(closed_at) as first_at,
            max(closed_at) as last_at
        from calls
    ),
    functions as (
        select
            function_name as name,
            count(*) as count,
            count(*) filter (${last(24)}) as calls_24h,
            count(*) filter (${last(168)}) as calls_7d,
            count(*) filter (${last(720)}) as calls_30d,
            count(*) filter (successful) / count(*) as success_rate,
            max(closed_at) as last_at
        from calls
        where is_callee and function_name is not null
        group by function_name
        order by count desc, name
        limit 10
    ),
    days as (
        ${callsByDay(now)}
    )
    select 'total' as kind, 0 as place, * from totals
    union all by name
    select 'function' as kind, row_number() over (order by count desc, name) as place, * from functions
    union all by name
    select 'day' as kind, row_number() over (order by name) as place, * from days
    order by kind, place`;
}

/** Returns SQL for the calls of each of the last days, days without calls too. */
function callsByDay(now: string): Sql {
  const today = sql`cast(${rfc3339(now).slice(0, 10)} as timestamp)`;
  return sql`
    select cast(cast(day as date) as varchar) as name, count(called_on) as count
    from generate_series(${today} - to_days(${DAYS - 1}), ${today}, interval 1 day) as days (day)
    left join (
        select date_trunc('day', closed_at) as called_on
        from calls
        where is_callee and closed_at <= cast(${now} as timestamp)
    ) as called on called_on = day
    group by day`;
}
