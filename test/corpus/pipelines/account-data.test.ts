import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { corpus, hasCorpus, readText } from '../../corpus.ts';
import { comparable, difference, golden, parsed, recordsOf, without, type Row } from './records.ts';

const key = (row: Row): string => `${String(row['account_id'])} ${String(row['ledger_sequence'])}`;

/** stellar-etl's rows under our names: amounts in lumens, codes of changes of its own. */
function ofEtl(row: Row): Row {
  const stroops = (value: unknown) => {
    const text = String(value).slice(1);
    const [whole, part = ''] = (text.includes('e') ? Number(text).toFixed(7) : text).split('.');
    return String(BigInt(whole + part.padEnd(7, '0')));
  };
  const codes: Record<string, string> = { '#0': '#1', '#1': '#2', '#2': '#0', '#4': '#4' };
  return {
    account_id: row['account_id'],
    balance: stroops(row['balance']),
    sequence_number: row['sequence_number'],
    num_subentries: row['num_subentries'],
    flags: row['flags'],
    last_modified_ledger: row['last_modified_ledger'],
    ledger_entry_change: codes[String(row['ledger_entry_change'])],
    deleted: row['deleted'],
    ledger_sequence: row['ledger_sequence'],
  };
}

describe.skipIf(!hasCorpus)('account_data', () => {
  it.each(['pubnet-p26', 'pubnet-eras', 'testnet-ledgers'])('has the rows of stellar-etl of %s', (name) => {
    const ours = recordsOf(name, 'account_data').get('accounts')!;
    const lines = readText(join(corpus, name, 'expected/stellar-etl/accounts.jsonl.zst'))
      .split('\n')
      .filter(Boolean);
    const theirs = lines.map((line) => ofEtl(parsed(line) as Row));
    const columns = Object.keys(theirs[0]);
    const shown = ours.map((row) => Object.fromEntries(columns.map((column) => [column, row[column]])));
    expect(difference(comparable(shown), comparable(theirs))).toEqual([]);
  });

  it('has the columns of the reference where its row is the last state', () => {
    const theirs = new Map(golden('account_data_postgres/pubnet-p26.accounts').map((row) => [key(row), row]));
    const ours = recordsOf('pubnet-p26', 'account_data').get('accounts')!;
    // The reference misses changes, has other sequence ledgers and times, and writes bare rows for removals.
    const other = ['ledger_entry_change', 'sequence_ledger', 'sequence_time', 'timestamp', 'last_modified_ledger'];
    const same = ours.filter((row) => {
      const found = theirs.get(key(row));
      return (
        found?.['balance'] === row['balance'] &&
        found['sequence_number'] === row['sequence_number'] &&
        found['num_sponsoring'] === row['num_sponsoring'] &&
        row['deleted'] === false
      );
    });
    expect(same.length).toBeGreaterThan(900);
    const asOurs = (row: Row): Row => ({
      ...without(row, 'id', 'created_at', ...other),
      closed_at: String(row['closed_at']).replace('+00:00', 'Z'),
    });
    const expected = same.map((row) => asOurs(theirs.get(key(row))!));
    expect(difference(comparable(same.map((row) => without(row, 'id', ...other))), comparable(expected))).toEqual([]);
  });

  it('has the sequence time that an entry says, be it 0', () => {
    const rows = recordsOf('loadtest-v27-first2', 'account_data').get('accounts')!;
    const said = rows.filter((row) => row['sequence_ledger'] !== null);
    expect(said.length).toBeGreaterThan(900);
    expect(new Set(said.map((row) => row['sequence_time']))).toEqual(new Set(['1970-01-01T00:00:00Z']));
  });
});
