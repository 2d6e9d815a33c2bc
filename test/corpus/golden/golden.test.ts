import { beforeAll, describe, expect, it } from 'vitest';
import { tables } from '../../../src/tables/index.ts';
import { hasCorpus } from '../../corpus.ts';
import { compareRows } from './compare.ts';
import { allSights, hubbleSights, poolTrusts, recordedSights } from './first-sights.ts';
import { convert } from './forms.ts';
import { goldenRow, viewRows, type Row } from './rows.ts';
import { goldenFile, goldenLines, goldenSets, placeOf, refusedLedgers } from './sets.ts';

/** Our table for each golden file of stellar-etl. */
const goldens: Record<string, string> = {
  accounts: 'accounts',
  claimable_balances: 'claimable_balances',
  config_settings: 'config_settings',
  contract_code: 'contract_code',
  contract_data: 'contract_data',
  contract_events: 'history_contract_events',
  effects: 'history_effects',
  ledgers: 'history_ledgers',
  liquidity_pools: 'liquidity_pools',
  offers: 'offers',
  operations: 'history_operations',
  restored_key: 'restored_key',
  signers: 'account_signers',
  trades: 'history_trades',
  token_transfers: 'token_transfers_raw',
  transactions: 'history_transactions',
  trustlines: 'trust_lines',
  ttl: 'ttl',
};

/** Members of `details` that stellar-etl lacks, by type of operation. */
const added: Partial<Record<string, string[]>> = { 8: ['amount'], 14: ['balance_id', 'balance_id_strkey'] };

/** Details have all members as a struct and only their own as JSON: null is absent, and texts of numbers are numbers. */
function detailsOf(text: string, type: string): string {
  const plain = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(plain);
    if (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)) return String(Number(value));
    if (typeof value === 'number') return String(value);
    if (value === null || typeof value !== 'object') return value;
    const members = Object.entries(value).filter(([, member]) => member !== null);
    return Object.fromEntries(members.map(([name, member]) => [name, plain(member)]));
  };
  const details = Object.entries(JSON.parse(text) as object).filter(([name]) => !added[type]?.includes(name));
  return JSON.stringify(plain(Object.fromEntries(details)));
}

/** What details are compared as, on both sides. */
const comparable: Record<string, (row: Row) => Row> = {
  history_operations: (row) => {
    const type = row.get('type')!;
    row.set('details', detailsOf(row.get('details')!, type));
    return row.set('details_json', withoutAdded(row.get('details_json')!, type));
  },
  // The extractor has them once, and what a pool sold and bought as objects where Hubble has lists of one.
  history_effects: (row) => {
    const details = row.get('details')!;
    if (!row.has('details_json')) row.set('details_json', details);
    return row.set('details', detailsOf(details.replace(/"(sold|bought)":({[^}]*})/g, '"$1":[$2]'), ''));
  },
};

/** Cuts the members that we add out of the canonical text, whose other numbers keep their digits. */
function withoutAdded(text: string, type: string): string {
  return (added[type] ?? []).reduce(
    (rest, name) => rest.replace(new RegExp(`"${name}":("[^"]*"|[^,}]*),?`), '').replace(',}', '}'),
    text,
  );
}

/** Rows of ours that a golden lacks for a reason that has nothing to do with us. */
const absent: Record<string, (row: Row) => boolean> = {
  // Upstream made this golden from 30822015 on; the other goldens of the set hold 30820015 too.
  'pubnet-etl-golden history_ledgers': (row) => row.get('sequence') === '30820015',
};

describe.skipIf(!hasCorpus).each(goldenSets)('rows of stellar-etl for $name', (set) => {
  let rows: Map<string, Row[]>;
  beforeAll(async () => {
    rows = await viewRows(set);
  });

  for (const [golden, table] of Object.entries(goldens)) {
    it(`equal ours of ${table}`, async () => {
      expect(tables.map(({ name }) => name)).toContain(table);
      const path = goldenFile(set, golden);
      const form = comparable[table] ?? ((row: Row) => row);
      const lacking = absent[`${set.name} ${table}`] ?? (() => false);
      const refused = refusedLedgers(set, golden);
      const isRefused = (row: Row) => refused.has(placeOf(row.get('ledger_sequence'), row.get('capture')));
      // Of some tables a ledger is refused as a whole, of others one row of it.
      const recorded = path ? goldenLines(path).map(goldenRow) : [];
      const expected = recorded.filter((row) => !isRefused(row)).map((row) => form(convert(row)));
      const ours = rows
        .get(table)!
        .filter((row) => !lacking(row) && !isRefused(row))
        .map(form);
      expect(await compareRows(`bronze.${table}`, expected, ours)).toEqual({ missingColumns: [], lines: [] });
    });
  }

  it('hold the assets of ours, which also sees them elsewhere', () => {
    const path = goldenFile(set, 'assets');
    const golden = path ? goldenLines(path).map(goldenRow) : [];
    const ours = rows.get('history_assets')!;
    const identity = ['capture', 'asset_type', 'asset_code', 'asset_issuer', 'asset_id'];
    const key = (row: Row) => identity.map((name) => row.get(name) ?? '').join('|');
    const known = new Set(ours.map(key));
    expect(golden.map(key).filter((text) => !known.has(text))).toEqual([]);
    // Theirs are the first sights in some operations, ours those in all operations and entries.
    expect([...recordedSights(golden)].sort()).toEqual([...hubbleSights(rows)].sort());
    const sights = recordedSights(ours);
    const [all, hidden] = [allSights(rows), poolTrusts(rows)];
    const isShown = ([key, ledger]: [string, number]) => ledger >= (all.get(key) ?? Infinity) || !hidden.has(ledger);
    expect([...sights].filter(isShown).sort()).toEqual(
      [...all].filter(([key]) => isShown([key, sights.get(key) ?? 0])).sort(),
    );
  });
});
