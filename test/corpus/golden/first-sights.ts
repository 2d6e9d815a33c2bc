/** Where assets are first seen, from rows of other tables: what `history_assets` is compared with. */
import type { Row } from './rows.ts';

/** First ledger by asset: `capture|type|code|issuer`. */
export type FirstSights = Map<string, number>;

/** Returns the first sights that the rows of `history_assets` hold. */
export function recordedSights(rows: Row[]): FirstSights {
  return collect((see) => {
    for (const row of rows) seeColumns(row, 'asset_', Number(row.get('ledger_sequence')), see);
  });
}

/** Returns the first sights in what stellar-etl looks at: payments, and what is sold by manage sell offer. */
export function hubbleSights(rows: Map<string, Row[]>): FirstSights {
  return collect((see) => {
    for (const row of rows.get('history_operations')!) {
      const prefix = { 1: 'asset_', 3: 'selling_asset_' }[row.get('type')!];
      if (prefix) seeDetails({ ...details(row) }, row, see, [prefix]);
    }
  });
}

/** Returns the first sights in all operations and entries. */
export function allSights(rows: Map<string, Row[]>): FirstSights {
  return collect((see) => {
    // The details of deposits and withdrawals that failed name lumens, whatever the pool holds.
    const operations = rows.get('history_operations')!.filter((row) => !['22', '23'].includes(row.get('type')!));
    for (const row of operations) seeDetails(details(row), row, see);
    const columns = {
      trust_lines: ['asset_'],
      offers: ['selling_asset_', 'buying_asset_'],
      liquidity_pools: ['asset_a_', 'asset_b_'],
      claimable_balances: ['asset_'],
    };
    for (const [table, prefixes] of Object.entries(columns)) {
      for (const row of rows.get(table)!) {
        for (const prefix of prefixes) seeColumns(row, prefix, Number(row.get('ledger_sequence')), see);
      }
    }
  });
}

/** Returns the ledgers in which a trust line of a pool was asked for: the operation names two assets that no row shows when it fails. */
export function poolTrusts(rows: Map<string, Row[]>): Set<number> {
  const found = rows
    .get('history_operations')!
    .filter((row) => 'liquidity_pool_id' in details(row) && row.get('type') === '6');
  return new Set(found.map((row) => Number(row.get('ledger_sequence'))));
}

type See = (row: Row, asset: (string | null | undefined)[], ledger: number) => void;

function collect(visit: (see: See) => void): FirstSights {
  const sights: FirstSights = new Map();
  visit((row, asset, ledger) => {
    const key = [row.get('capture') ?? '', ...asset.map((word) => word ?? '')].join('|');
    sights.set(key, Math.min(ledger, sights.get(key) ?? Infinity));
  });
  return sights;
}

const types = ['native', 'credit_alphanum4', 'credit_alphanum12'];

function seeColumns(row: Row, prefix: string, ledger: number, see: See): void {
  const asset = ['type', 'code', 'issuer'].map((name) => row.get(prefix + name));
  if (types.includes(asset[0]!)) see(row, asset, ledger);
}

type Details = Record<string, unknown>;

function details(row: Row): Details {
  return JSON.parse(row.get('details_json')!) as Details;
}

/** Sees all assets below the members, or those of the prefixes; movements that a contract tells of are none of the operation's. */
function seeDetails(value: Details, row: Row, see: See, prefixes?: string[]): void {
  const ledger = Number(row.get('ledger_sequence'));
  for (const [name, member] of Object.entries(value)) {
    const prefix = /^(.*asset_)type$/.exec(name)?.[1];
    if (prefix !== undefined && (!prefixes || prefixes.includes(prefix)) && types.includes(String(member))) {
      see(row, [String(member), value[`${prefix}code`] as string, value[`${prefix}issuer`] as string], ledger);
    }
    if (prefixes) continue;
    if (name === 'asset' || name === 'trustline_asset') see(row, named(String(member)), ledger);
    if (name === 'path') for (const hop of (member ?? []) as Details[]) seeDetails(hop, row, see);
  }
}

function named(text: string): string[] {
  if (text === 'native') return ['native', '', ''];
  const [code, issuer] = text.split(':') as [string, string];
  return [code.length <= 4 ? 'credit_alphanum4' : 'credit_alphanum12', code, issuer];
}
