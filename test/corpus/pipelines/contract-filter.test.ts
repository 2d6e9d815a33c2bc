import { describe, expect, it } from 'vitest';
import { processors } from '../../../src/pipelines/processors/index.ts';
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

  // Behind contract_invocation the reference loses everything but the place of a call.
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

  it.each(['contract_event', 'contract_invocation'])(
    'leaves the ids of %s as they are, each once in its table',
    (id) => {
      const passed = new Set<string>();
      for (const name of ['pubnet-p26', 'pubnet-eras', 'testnet-ledgers']) {
        const all = recordsOf(name, id);
        const [first] = all.values();
        const found = [...new Set(first.map((row) => String(row['contract_id'])))];
        const filtered = recordsOf(name, id, { contracts: found.filter((_, i) => i % 2 === 1) });
        for (const [table, rows] of all) {
          expect(new Set(rows.map((row) => row['id'])).size, `${name}, ${table}`).toBe(rows.length);
          const known = new Set(comparable(rows));
          const some = comparable(filtered.get(table)!);
          expect(some.filter((row) => !known.has(row))).toEqual([]);
          if (some.length > 0 && some.length < rows.length) passed.add(table);
        }
      }
      const tables = processors.get(id)!.records!.map(({ name }) => name);
      expect([...passed].sort()).toEqual(tables.filter((name) => name !== 'contract_ttl_extensions').sort());
    },
  );
});
