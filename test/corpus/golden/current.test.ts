/** Current state against the change logs of stellar-etl: of each key the last row, found here by means of its own. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { open, type LakeHandle } from '../../../src/index.ts';
import { listKept } from '../../../src/lake/meaning/kept.ts';
import { docsOf } from '../../../src/lake/meaning/sql-files.ts';
import { passphraseOf } from '../../../src/ledger/network.ts';
import { hasCorpus } from '../../corpus.ts';
import { temporaryFolder } from '../../folder.ts';
import { compareRows } from './compare.ts';
import { convert } from './forms.ts';
import { goldenRow, readRelation, type Row } from './rows.ts';
import { goldenFile, goldenLines, goldenSets, placeOf, readSet, refusedLedgers } from './sets.ts';

/** The relation for each golden file; the model of stellar-dbt-public is `models/marts/ledger_current_state/<relation>.sql`. */
const goldens: Record<string, string> = {
  accounts: 'accounts_current',
  signers: 'account_signers_current',
  trustlines: 'trust_lines_current',
  offers: 'offers_current',
  liquidity_pools: 'liquidity_pools_current',
  claimable_balances: 'claimable_balances_current',
  contract_data: 'contract_data_current',
  contract_code: 'contract_code_current',
  config_settings: 'config_settings_current',
  ttl: 'ttl_current',
};

/** The table of a golden, whose divergences hold in relations built on it, where it has another name. */
const bronze: Record<string, string> = { signers: 'account_signers', trustlines: 'trust_lines' };

const keys = new Map(listKept().map(({ file }) => [file.name, docsOf(file).key]));

function keyOf(relation: string, row: Row): string {
  return JSON.stringify(keys.get(relation)!.map((name) => row.get(name)));
}

/** Hubble ranks by `last_modified_ledger`, which a removal has from before it; the ledger of the change is a total order. */
function lastOfEach(relation: string, rows: readonly Row[]): Row[] {
  const byKey = Map.groupBy(rows, (row) => keyOf(relation, row));
  return [...byKey.values()].map((changes) => {
    const number = (row: Row) => Number(row.get('ledger_sequence'));
    const last = changes.reduce((a, b) => (number(b) > number(a) ? b : a));
    return relation === 'accounts_current' ? withFirsts(last, changes) : last;
  });
}

/** `account_creation_date` is the day of the first row, `created_at` the time of the last creation, `min_sequence_number` the lowest number of any. */
function withFirsts(last: Row, changes: readonly Row[]): Row {
  const days = changes.map((row) => row.get('closed_at')!.slice(0, 10)).sort();
  const creations = changes.filter((row) => row.get('ledger_entry_change') === '0');
  const created = creations.map((row) => row.get('closed_at')!).sort();
  const numbers = changes.map((row) => BigInt(row.get('sequence_number')!));
  const lowest = numbers.reduce((a, b) => (b < a ? b : a));
  return new Map([
    ...last,
    ['account_creation_date', days[0]],
    ['created_at', created.at(-1) ?? null],
    ['min_sequence_number', String(lowest)],
  ]);
}

// The ledgers of captures are of many networks, and a lake holds one.
const sets = goldenSets.filter(({ captures }) => !captures);

describe.skipIf(!hasCorpus).each(sets)('current state of $name', (set) => {
  let lake: LakeHandle;

  beforeAll(async () => {
    const sequences = [...readSet(set)].map(({ ledger }) => ledger.sequence);
    const range = { first: Math.min(...sequences), last: Math.max(...sequences) };
    lake = await open(temporaryFolder(), { network: { passphrase: passphraseOf(set.network) } });
    const options = { range, verify: set.verify, allowGaps: true, withXdr: true, segmentLedgers: 3, workers: 2 };
    await lake.load(set.files, options);
  });
  afterAll(() => lake.close());

  it.each(Object.entries(goldens))('is the last row of each key of %s', async (golden, relation) => {
    const path = goldenFile(set, golden);
    const refused = refusedLedgers(set, golden);
    const changes = (path ? goldenLines(path) : []).map((line) => convert(goldenRow(line)));
    const name = `silver.${relation}`;
    const listed = `bronze.${bronze[golden] ?? golden}`;
    const found = await lake.lake.read((connection) => readRelation(connection, name, listed), { sql: `from ${name}` });
    const isRefused = (row: Row) => refused.has(placeOf(row.get('ledger_sequence'), undefined));
    const unknown = new Set(found.filter(isRefused).map((row) => keyOf(relation, row)));
    const isKnown = (row: Row) => !unknown.has(keyOf(relation, row));
    const expected = lastOfEach(relation, changes).filter(isKnown);
    const difference = await compareRows(listed, expected, found.filter(isKnown));
    expect(difference).toEqual({ missingColumns: [], lines: [] });
    expect(found.length).toBeGreaterThanOrEqual(expected.length);
  });
});
