/** What contracts of tokens are called, for those that an answer names: all tokens of a lake are many. */
import type { Row } from './fields.ts';
import { listed, sql } from './sql.ts';
import type { View } from './view.ts';

/** How the decimals of a token are known: kept by its contract, those of an asset, or not at all. */
export type DecimalsSource = 'metadata' | 'sac' | 'default';

/** What an answer says of `decimals_source`. */
export const decimalsSource =
  'metadata: the contract keeps the decimals; sac: the seven of an asset; default: none are known, ' +
  'so amounts are in the smallest unit alone.';

/** What is known of a token. */
export interface Token extends Row {
  token_name: string | null;
  token_symbol: string | null;
  /** Null where none are known. */
  token_decimals: number | null;
  decimals_source: DecimalsSource;
  token_type: string;
  asset_code: string | null;
  asset_issuer: string | null;
}

/** Returns the contract of an asset as a token: it keeps the names of the asset, with seven decimals. */
export function assetToken(type: string, code: string | null, issuer: string | null): Token {
  const isNative = type === 'native';
  return {
    token_name: isNative ? 'native' : `${code}:${issuer}`,
    token_symbol: isNative ? 'native' : code,
    token_decimals: 7,
    decimals_source: 'sac',
    token_type: 'sac',
    asset_code: isNative ? 'XLM' : code,
    asset_issuer: isNative ? null : issuer,
  };
}

/** Returns those of the contracts that are known to be tokens. */
export async function tokensOf(view: View, contracts: readonly string[]): Promise<Map<string, Token>> {
  if (contracts.length === 0) return new Map();
  const ids = listed([...new Set(contracts)]);
  const customs = await view.rows(sql`
    select contract_id, name as token_name, symbol as token_symbol, decimals as token_decimals
    from silver.token_instances
    where contract_id in (${ids})`);
  const assets = await view.rows(sql`
    select distinct contract_id, asset_type, asset_code, asset_issuer
    from bronze.history_assets_raw_v1
    where contract_id in (${ids})`);
  return new Map([...customs.map(customOf), ...assets.map(assetOf)]);
}

/**
 * Returns counts and times of the movements of a token, and its asset; undefined if it has no movements and no events.
 */
export async function activityOf(view: View, contract: string): Promise<Row | undefined> {
  return view.row(sql`
    select transfers, fees, permissions, first_transfer, last_transfer, contract_id, asset_type, asset_code, asset_issuer
    from silver.contract_activity
    where contract_id = ${contract}`);
}

/** Returns the asset of a contract that nothing names but what contracts move; undefined where it moved none. */
export async function movedAsset(view: View, contract: string): Promise<Token | undefined> {
  const row = await activityOf(view, contract);
  return row?.['asset_type'] ? assetOf(row)[1] : undefined;
}

function customOf({
  contract_id: id,
  token_name: name,
  token_symbol: symbol,
  token_decimals: decimals,
}: Row): [string, Token] {
  const token: Token = {
    token_name: textOf(name),
    token_symbol: textOf(symbol),
    token_decimals: typeof decimals === 'number' ? decimals : null,
    decimals_source: typeof decimals === 'number' ? 'metadata' : 'default',
    token_type: 'custom_soroban',
    asset_code: null,
    asset_issuer: null,
  };
  return [String(id), token];
}

function assetOf({ contract_id: id, asset_type: type, asset_code: code, asset_issuer: issuer }: Row): [string, Token] {
  const filled = (value: Row[string] | undefined) => textOf(value) || null;
  return [String(id), assetToken(String(type), filled(code), filled(issuer))];
}

function textOf(value: Row[string] | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

/** Returns an amount in units; null without an amount or without known decimals. */
export function unitsOf(amount: unknown, decimals: unknown): string | null {
  return typeof amount === 'string' && typeof decimals === 'number' ? scaledAmount(amount, decimals) : null;
}

/** Returns an integer divided by a power of ten, with so many places. */
export function scaledAmount(integer: string, places: number): string {
  const digits = integer.replace('-', '').padStart(places + 1, '0');
  const whole = digits.slice(0, digits.length - places);
  const sign = integer.startsWith('-') ? '-' : '';
  return places === 0 ? `${sign}${whole}` : `${sign}${whole}.${digits.slice(-places)}`;
}
