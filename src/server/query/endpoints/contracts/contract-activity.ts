/** Figures of a contract's activity. */
import { ApiError } from '../../errors.ts';
import { may, text, time, whole, type Row } from '../../fields.ts';
import { object } from '../../object.ts';
import * as parameter from '../../parameters.ts';
import { hoursUntil, within } from '../../lists/period.ts';
import { sql } from '../../sql.ts';

const counts = {
  invocation_count_24h: whole('Calls by operations and contracts, failed ones included.'),
  invocation_count_7d: whole(),
  invocation_count_30d: whole(),
  invocation_count_all: whole(),
  unique_callers_30d: whole('Accounts and contracts.'),
  successful_invocations_30d: whole(),
  failed_invocations_30d: whole(),
};

export const contractActivity = object({
  path: '/api/v1/silver/contracts/{id}/activity/summary',
  summary: 'Activity of a contract, in numbers',
  parameters: { id: parameter.refused(parameter.contract(), 'invalid contract_id') },
  answer: {
    contract_id: text(),
    first_seen_ledger: may(whole('Ledger of the first call or event.')),
    last_seen_ledger: may(whole()),
    first_seen_at: may(time()),
    last_seen_at: may(time()),
    ...counts,
    event_count_24h: whole(),
    event_count_7d: whole(),
    event_count_30d: whole(),
    activity_classification: text('active_contract, invoked_contract, event_emitter or dormant, by 30 days.'),
  },
  async read({ id }, view) {
    const now = await view.closedAt(view.bounds.latest);
    const [day, week, month] = [24, 168, 720].map((hours) => within(hoursUntil(now, hours)));
    const called = await view.row(sql`
      select
          count(*) filter (${day}) as invocation_count_24h,
          count(*) filter (${week}) as invocation_count_7d,
          count(*) filter (${month}) as invocation_count_30d,
          count(*) as invocation_count_all,
          count(distinct caller) filter (${month}) as unique_callers_30d,
          count(*) filter (successful and ${month}) as successful_invocations_30d,
          count(*) filter (not successful and ${month}) as failed_invocations_30d,
          min(ledger_sequence) as first_ledger,
          max(ledger_sequence) as last_ledger
      from bronze.contract_invocations_raw_v1
      where contract_id = ${id} and in_call_tree and (origin = 'root' or depth > 0)`);
    const told = await view.row(sql`
      select
          count(*) filter (${day}) as event_count_24h,
          count(*) filter (${week}) as event_count_7d,
          count(*) filter (${month}) as event_count_30d,
          min(ledger_sequence) as first_ledger,
          max(ledger_sequence) as last_ledger
      from bronze.history_contract_events_raw_v1
      where contract_id = ${id} and event_kind != 'diagnostic'`);
    const seen = ledgersOf([called, told]);
    if (!seen) throw new ApiError(404, 'no activity found for contract');
    const [first, last] = [await view.closedAt(seen.first), await view.closedAt(seen.last)];
    const ledgers = { first_seen_ledger: seen.first, last_seen_ledger: seen.last };
    const kind = classified(Number(called?.['invocation_count_30d']), Number(told?.['event_count_30d']));
    const times = { first_seen_at: first, last_seen_at: last };
    return { body: { contract_id: id, ...ledgers, ...times, ...called, ...told, activity_classification: kind } };
  },
});

function ledgersOf(found: readonly (Row | undefined)[]): { first: number; last: number } | undefined {
  const known = found.filter((row) => row !== undefined && row['first_ledger'] !== null);
  if (known.length === 0) return undefined;
  const all = (name: string) => known.map((row) => Number(row?.[name]));
  return { first: Math.min(...all('first_ledger')), last: Math.max(...all('last_ledger')) };
}

function classified(calls: number, events: number): string {
  if (calls > 0) return events > 0 ? 'active_contract' : 'invoked_contract';
  return events > 0 ? 'event_emitter' : 'dormant';
}
