import { describe, expect, it } from 'vitest';
import { hasCorpus } from '../../corpus.ts';
import { comparable, difference, golden, recordsOf, without, type Plain, type Row } from './records.ts';

const named = [
  ...['pubnet-p26', 'pubnet-eras', 'pubnet-etl-golden', 'testnet-ledgers', 'testnet-galexie-bucket'],
  ...['loadtest-v22', 'loadtest-v24', 'loadtest-v27-first2', 'core-lcm'],
  ...['horizon-account_merge', 'horizon-failed_transactions', 'horizon-kahuna', 'horizon-pathed_payment'],
];

/** The SDK that recorded core-lcm has one arm more in every ScVal, null in all. */
function without22nd(value: Plain): Plain {
  if (Array.isArray(value)) return value.map(without22nd);
  if (value === null || typeof value !== 'object') return value;
  const members = Object.entries(value).filter(([key]) => key !== 'ExecutableTag');
  return Object.fromEntries(members.map(([key, member]) => [key, without22nd(member)]));
}

/** Returns our rows as the reference's messages: an event with its diagnostic events. */
function messages(records: Map<string, Row[]>): Row[] {
  const diagnostics = Map.groupBy(
    records.get('diagnostic_events')!,
    (row) => `${String(row['capture'])} ${String(row['contract_event_id'])}`,
  );
  return records.get('contract_events')!.map(({ id, ...row }) => {
    const own = diagnostics.get(`${String(row['capture'])} ${String(id)}`);
    return { ...row, ...(own && { diagnostic_events: own.map((each) => pick(each)) }) };
  });
}

const pick = ({ event, in_successful_contract_call }: Row): Row => ({ event, in_successful_contract_call });

describe.skipIf(!hasCorpus)('contract_event', () => {
  it.each(named)('makes the events of the reference of %s', (name) => {
    const ours = comparable(messages(recordsOf(name, 'contract_event')));
    const theirs = comparable(golden(`contract_event/${name}`).map((row) => without22nd(row) as Row));
    expect(difference(ours, theirs)).toEqual([]);
  });

  it.each(['pubnet-p26', 'pubnet-eras', 'testnet-ledgers'])('makes the rows of contract_events of %s', (name) => {
    const ours = recordsOf(name, 'contract_event').get('contract_events')!;
    const theirs = golden(`contract_events_postgres.patched/${name}.contract_events`);
    const asOurs = (row: Row) => ({
      ...without(row, 'id', 'created_at'),
      timestamp: String(row['timestamp']).replace('+00:00', 'Z'),
    });
    expect(comparable(ours.map((row) => without(row, 'id')))).toEqual(comparable(theirs.map(asOurs)));
  });
});
