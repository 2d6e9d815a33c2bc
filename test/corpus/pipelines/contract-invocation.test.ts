import { describe, expect, it } from 'vitest';
import { hasCorpus } from '../../corpus.ts';
import { comparable, difference, golden, recordsOf, without, type Row } from './records.ts';

const named = [
  'pubnet-p26',
  'pubnet-eras',
  'testnet-ledgers',
  'loadtest-v24',
  'loadtest-v22',
  'loadtest-v27-first2',
  'testnet-galexie-bucket',
  'pubnet-etl-golden',
  'horizon-kahuna',
  'core-lcm',
];
const patched = ['pubnet-p26', 'pubnet-eras', 'loadtest-v24', 'testnet-ledgers'];

const lists = ['diagnostic_events', 'contract_calls', 'state_changes', 'ttl_extensions'];

/** False for uploads of code and other calls without a contract, which the table would refuse. */
const hasContract = (row: Row) => row['contract_id'] !== '';

function place(row: Row): string {
  return `${String(row['capture'])} ${String(row['transaction_hash'])} ${String(row['operation_index'])}`;
}

/** Rows of a child table with the place of their invocation in place of its number. */
function children(records: Map<string, Row[]>, table: string): Row[] {
  const places = new Map(
    records.get('contract_invocations')!.map((row) => [`${String(row['capture'])} ${String(row['id'])}`, place(row)]),
  );
  return records.get(table)!.map(({ invocation_id, ...row }) => ({
    ...without(row, 'id', 'seq', 'ledger_sequence', 'capture'),
    of: places.get(`${String(row['capture'])} ${String(invocation_id)}`)!,
  }));
}

const theirChildren = (messages: Row[], list: string): Row[] =>
  messages.flatMap((message) =>
    ((message[list] as Row[] | undefined) ?? []).map((row) => ({ ...row, of: place(message) })),
  );

/** A name that is not UTF-8 differs (sql/divergences.yaml). */
function ofName(row: Row): Row {
  return /\ufffd|\\x/.test(String(row['function_name'])) ? without(row, 'function_name') : row;
}

/** The reference says of every invocation in a fee bump that it failed: it looks for results where a fee bump has none. */
function ofFeeBumps(name: string): (row: Row) => Row {
  const bumps = new Set(
    recordsOf(name, 'raw_transactions')
      .get('transactions')!
      .filter((row) => row['new_max_fee'] !== null)
      .map((row) => row['transaction_hash']),
  );
  return (row) => (bumps.has(row['transaction_hash']) ? without(row, 'successful') : row);
}

describe.skipIf(!hasCorpus)('contract_invocation', () => {
  it.each(named)('makes the invocations of the reference of %s', (name) => {
    const ofBumps = ofFeeBumps(name);
    const records = recordsOf(name, 'contract_invocation');
    const messages = golden(`contract_invocation/${name}`).filter(hasContract);
    const known = new Set(messages.map(place));
    const ours = records.get('contract_invocations')!.filter((row) => known.has(place(row)));
    expect(
      difference(
        comparable(ours.map((row) => ofName(ofBumps(without(row, 'id'))))),
        comparable(messages.map((row) => ofName(ofBumps(without(row, 'transaction_index', ...lists))))),
      ),
    ).toEqual([]);
    const inferred = (row: Row) => row['auth_type'] !== 'inferred' && known.has(String(row['of']));
    const failed = new Set(ours.filter((row) => row['successful'] === false || ofBumps(row) !== row).map(place));
    // Of protocol 28 the reference takes who signs with the newer credentials for the source account.
    const unread = name === 'core-lcm' ? ['arguments', 'auth_type'] : ['arguments'];
    // The reference infers calls from events, and marks calls of a failed invocation as successful.
    const calls = (rows: Row[]) =>
      rows
        .filter(inferred)
        .map((row) =>
          failed.has(String(row['of'])) ? without(row, ...unread, 'successful') : without(row, ...unread),
        );
    expect(
      difference(
        comparable(calls(children(records, 'contract_calls'))),
        comparable(calls(theirChildren(messages, 'contract_calls'))),
      ),
    ).toEqual([]);
    const changes = theirChildren(messages, 'state_changes').map((row) =>
      without(row, 'key_raw', 'old_value_raw', 'new_value_raw'),
    );
    const ownChanges = children(records, 'contract_state_changes').filter(({ of }) => known.has(String(of)));
    const inOrder = (rows: Row[]) => rows.flatMap((row) => comparable([row]));
    if (name !== 'core-lcm') expect(inOrder(ownChanges)).toEqual(inOrder(changes));
    const found = difference(comparable(ownChanges), comparable(changes));
    // Restored entries count as created; the reference omits them.
    const restored = found.filter((line) => /rows, expected|^only ours: .*"operation":"create"/.test(line));
    expect(name === 'core-lcm' ? found.slice(restored.length) : found).toEqual([]);
    const events = theirChildren(messages, 'diagnostic_events');
    expect(
      difference(
        comparable(children(records, 'contract_diagnostic_events').filter(({ of }) => known.has(String(of)))),
        comparable(events),
      ),
    ).toEqual([]);
  });

  it.each(patched)('makes the rows of contract_invocations of %s', (name) => {
    const ofBumps = ofFeeBumps(name);
    const theirs = golden(`contract_invocations_postgres.patched/${name}.contract_invocations`);
    const known = new Set(theirs.map((row) => String(row['transaction_hash'])));
    const ours = recordsOf(name, 'contract_invocation')
      .get('contract_invocations')!
      .filter((row) => known.has(String(row['transaction_hash'])));
    const asOurs = (row: Row) => ({
      ...ofBumps(without(row, 'id', 'created_at')),
      timestamp: String(row['timestamp']).replace('+00:00', 'Z'),
    });
    expect(
      difference(
        comparable(ours.map((row) => ofBumps(without(row, 'id', 'operation_index')))),
        comparable(theirs.map(asOurs)),
      ),
    ).toEqual([]);
  });
});
