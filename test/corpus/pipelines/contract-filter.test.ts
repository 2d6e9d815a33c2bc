import { describe, expect, it } from 'vitest';
import { hasCorpus } from '../../corpus.ts';
import { comparable, difference, golden, recordsOf, without, type Plain, type Row } from './records.ts';

/** The reference takes numbers through floats here. */
function asFloats(value: Plain): Plain {
  if (typeof value === 'string') return /^#-?\d+$/.test(value) ? `#${Number(value.slice(1))}` : value;
  if (Array.isArray(value)) return value.map(asFloats);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, asFloats(member)]));
}

const shown = (row: Row) => asFloats(without(row, 'id', 'diagnostic_events')) as Row;

describe.skipIf(!hasCorpus)('contract_filter', () => {
  it.each(['pubnet-p26', 'pubnet-eras'])('lets through the events of the reference of %s', (name) => {
    const theirs = golden(`contract_filter/${name}`);
    const contracts = [...new Set(theirs.map((row) => String(row['contract_id'])))];
    const ours = recordsOf(name, 'contract_event', { contracts }).get('contract_events')!;
    expect(difference(comparable(ours.map(shown)), comparable(theirs.map(shown)))).toEqual([]);
  });

  // Behind contract_invocation the reference loses all but where a call is (R3).
  it.each(['pubnet-p26', 'pubnet-eras'])('lets through the invocations of the reference of %s', (name) => {
    const place = (row: Row): Row => ({
      ledger_sequence: row['ledger_sequence'],
      transaction_hash: row['transaction_hash'],
      contract_id: row['contract_id'],
    });
    const theirs = golden(`contract_filter.after_contract_invocation/${name}`);
    const contracts = [...new Set(theirs.map((row) => String(row['contract_id'])))];
    const ours = recordsOf(name, 'contract_invocation', { contracts }).get('contract_invocations')!;
    expect(difference(comparable(ours.map(place)), comparable(theirs.map(place)))).toEqual([]);
  });
});
