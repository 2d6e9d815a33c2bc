/** Assets: what names one in a path, and whether the lake knows it. */
import { networkId } from '../../ledger/network.ts';
import { namedAssetXdr } from '../../tables/asset/asset-xdr.ts';
import { assetContractAddress } from '../../tables/asset/contract-id.ts';
import { may, fields, text, type Row } from './fields.ts';
import { raw, sql, type Sql } from './sql.ts';
import type { View } from './view.ts';

/** The asset of an answer. */
export const Asset = fields({ code: text(), issuer: may(text()), type: text() });

/** Returns the same of columns that begin so, such as `selling_asset_`: type, code and issuer. */
export function assetStruct(prefix: string): Sql {
  const [type, code, issuer] = ['type', 'code', 'issuer'].map((name) => prefix + name);
  return raw(`{code: if(${type} = 'native', 'XLM', ${code}), issuer: nullif(${issuer}, ''), type: ${type}}`);
}

/** Returns the condition that columns with a prefix name an asset. The issuer is a condition of its own: it has an index. */
export function isAssetKey(prefix: string, key: string): Sql {
  const { issuer } = assetOfKey(key);
  const ofIssuer = issuer === null ? undefined : sql`and ${raw(`${prefix}issuer`)} = ${issuer}`;
  return sql`(${raw(`${prefix}key`)} = ${key} ${ofIssuer})`;
}

/** An asset as views take it. */
export interface KnownAsset {
  /** `native` or `CODE:ISSUER`. */
  key: string;
  code: string;
  issuer: string | null;
}

/** Returns the asset of a key. */
export function assetOfKey(key: string): KnownAsset {
  if (key === 'native') return { key, code: 'XLM', issuer: null };
  const [code = '', issuer = ''] = key.split(':');
  return { key, code, issuer };
}

/** Returns the asset as answers tell it. */
export function assetRecord({ key, code, issuer }: KnownAsset): Row {
  if (key === 'native') return { code, type: 'native' };
  return { code, issuer, type: code.length > 4 ? 'credit_alphanum12' : 'credit_alphanum4' };
}

/** Returns the asset of a key or contract; throws ApiError unless an entry, operation or event names it. */
export async function readKnownAsset(view: View, named: string): Promise<KnownAsset> {
  const asset = await namedAsset(view, named);
  await checkKnown(view, asset);
  return asset;
}

/** Returns the asset of a key, known or not, or of a contract; throws ApiError if the contract is of no known asset. */
export async function namedAsset(view: View, named: string): Promise<KnownAsset> {
  const key = named.length === 56 && !named.includes(':') ? await assetOfContract(view, named) : named;
  if (key === undefined) throw view.notFound('asset');
  return assetOfKey(key);
}

/** Throws ApiError when nothing in the lake names an asset; who holds some need not be asked. */
export async function checkKnown(view: View, { key }: KnownAsset): Promise<void> {
  if (key === 'native') return;
  const row = await view.row(sql`
      select 1 as known from bronze.history_assets where asset_key = ${key}
      union all select 1 from bronze.trust_lines where asset_key = ${key}
      union all select 1 from silver.trust_lines_states where asset_key = ${key}
      union all select 1 from bronze.claimable_balances where asset_key = ${key}
      union all select 1 from silver.claimable_balances_states where asset_key = ${key}
      union all select 1 from bronze.liquidity_pools where asset_a_key = ${key} or asset_b_key = ${key}
      union all select 1 from silver.liquidity_pools_states where asset_a_key = ${key} or asset_b_key = ${key}
      union all select 1 from silver.contract_data_states where asset_key = ${key}
      union all select 1 from bronze.offers where selling_asset_key = ${key} or buying_asset_key = ${key}
      union all select 1 from silver.contract_activity where asset_key = ${key}
      limit 1`);
  if (!row) throw view.notFound('asset');
}

async function assetOfContract(view: View, contract: string): Promise<string | undefined> {
  const row = await view.row(sql`
    select asset_key from bronze.history_assets where contract_id = ${contract}
    union all
    select asset_key from silver.contract_activity where contract_id = ${contract} and asset_key != contract_id
    limit 1`);
  return row && String(row['asset_key']);
}

/** Returns the contract of an asset, which follows from the passphrase of the network, whether or not it was ever deployed. */
export function contractOf(view: View, { key }: KnownAsset): string {
  const xdr = namedAssetXdr(key);
  if (!xdr) throw new Error(`${key} is no asset`);
  return assetContractAddress(networkId(view.served.lake.network), xdr);
}

/** Returns the condition that movements are no fees; only lumens have fees, so others need not read the column. */
export function withoutFees(view: View, contract: string): Sql | undefined {
  return contract === contractOf(view, assetOfKey('native')) ? sql`and event_topic != 'fee'` : undefined;
}
