/** How a contract is used (contract 6.2). */
import { ApiError } from '../errors.ts';
import { list as listOf, may, object as fields, real, rfc3339, text, time, whole, type Row } from '../fields.ts';
import { object } from '../object.ts';
import * as parameter from '../parameters.ts';
import { hoursBefore } from '../period.ts';
import { sql, type Sql } from '../sql.ts';
import type { View } from '../view.ts';

const Daily = listOf(fields({ date: text(), count: whole() }));

export const contractAnalytics = object({
  path: '/api/v1/silver/contracts/{id}/analytics',
  summary: 'Contract-level analytics',
  isWide: true,
  parameters: { id: parameter.refused(parameter.contract(), 'invalid contract_id') },
  answer: {
    contract_id: text(),
    stats: fields({
      total_calls_as_caller: whole(),
      total_calls_as_callee: whole(),
      unique_callers: whole(),
      unique_callees: whole(),
    }),
    success_rate: real('Of calls by operations, from 0 to 1; null without such.'),
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
    const row = await view.row(totals(id, now));
    if (Number(row?.['callee']) + Number(row?.['caller']) === 0) {
      throw new ApiError(404, 'no activity found for contract');
    }
    const functions = await view.rows(topFunctions(id, now));
    const month = await daily(view, id, now, 30);
    return { body: bodyOf(id, row ?? {}, functions, month.slice(-7), month) };
  },
});

function bodyOf(id: string, row: Row, functions: Row[], week: Row[], month: Row[]): Row {
  return {
    contract_id: id,
    stats: {
      total_calls_as_caller: row['caller'] ?? 0,
      total_calls_as_callee: row['callee'] ?? 0,
      unique_callers: row['callers'] ?? 0,
      unique_callees: row['callees'] ?? 0,
    },
    success_rate: row['success_rate'] ?? null,
    total_calls_7d: row['calls_7d'] ?? 0,
    total_calls_30d: row['calls_30d'] ?? 0,
    timeline: { first_seen: row['first_seen'] ?? null, last_activity: row['last_activity'] ?? null },
    top_functions: functions,
    daily_calls_7d: week,
    daily_calls_30d: month,
  };
}

/** Calls of the contract, and by it. */
const calls = (id: string) => sql`
    select *, contract_id = ${id} as is_callee, caller = ${id} as is_caller
    from bronze.contract_invocations_raw_v1
    where in_call_tree and (origin = 'root' or depth > 0) and (contract_id = ${id} or caller = ${id})`;

const after = (now: string, hours: number) => sql`closed_at > cast(${hoursBefore(now, hours)} as timestamp)`;

const totals = (id: string, now: string): Sql => sql`
    select
        count(*) filter (is_callee) as callee,
        count(*) filter (is_caller) as caller,
        count(distinct caller) filter (is_callee) as callers,
        count(distinct contract_id) filter (is_caller) as callees,
        count(*) filter (is_callee and origin = 'root' and successful)
            / nullif(count(*) filter (is_callee and origin = 'root'), 0) as success_rate,
        count(*) filter (is_callee and ${after(now, 168)}) as calls_7d,
        count(*) filter (is_callee and ${after(now, 720)}) as calls_30d,
        min(closed_at) as first_seen,
        max(closed_at) as last_activity
    from (${calls(id)})`;

const topFunctions = (id: string, now: string): Sql => sql`
    select
        function_name as name,
        count(*) as count,
        count(*) filter (${after(now, 24)}) as calls_24h,
        count(*) filter (${after(now, 168)}) as calls_7d,
        count(*) filter (${after(now, 720)}) as calls_30d,
        count(*) filter (successful) / count(*) as success_rate,
        max(closed_at) as last_called
    from (${calls(id)})
    where is_callee and function_name is not null
    group by function_name
    order by count desc, name
    limit 10`;

/** Days are counted back from that of the latest ledger; those without calls are 0. */
async function daily(view: View, id: string, now: string, days: number): Promise<Row[]> {
  const last = sql`cast(${rfc3339(now).slice(0, 10)} as timestamp)`;
  const first = sql`${last} - to_days(cast(${days - 1} as integer))`;
  return view.rows(sql`
    select cast(cast(day as date) as varchar) as date, count(called_on) as count
    from generate_series(${first}, ${last}, interval 1 day) as days (day)
    left join (
        select date_trunc('day', closed_at) as called_on from (${calls(id)}) where is_callee and closed_at >= ${first}
    ) as called on called_on = day
    group by day
    order by day`);
}
