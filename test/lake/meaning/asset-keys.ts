/** What columns of assets hold, asked of every relation that has some. */
import { selectRows, type DuckDBConnection } from '../../../src/lake/duckdb/duckdb.ts';

const COLUMNS = `
  select table_name, list(column_name) as columns from information_schema.columns
  where table_schema = 'main' group by table_name
  having list_has_any(columns, list_filter(columns, lambda name: name similar to '.*asset(_[ab])?_(code|key)'))
  order by table_name`;

/** Returns the columns of each view that names an asset. */
export async function tablesOfAssets(connection: DuckDBConnection): Promise<Map<string, string[]>> {
  const rows = await selectRows(connection, COLUMNS);
  return new Map(rows.map((row) => [String(row['table_name']), row['columns'] as string[]]));
}

/**
 * Returns the keys of all relations that join with nothing: neither with history_assets nor, of assets that only a contract
 * moved and of tokens that are no assets, with what contracts moved or keep, nor of shares with their pools. Lumens may be named by fees alone.
 */
export async function strayAssetKeys(connection: DuckDBConnection): Promise<Record<string, unknown>[]> {
  const selects = [...(await tablesOfAssets(connection))].flatMap(([relation, columns]) =>
    columns
      .filter((name) => /(^|_)asset(_[ab])?_key$/.test(name))
      .map((name) => `select distinct '${relation}.${name}' as place, ${name} as asset_key from ${relation}`),
  );
  return selectRows(
    connection,
    `from (${selects.join(' union all ')})
     where asset_key != 'native'
       and asset_key not in (
         select 'liquidity_pool:' || liquidity_pool_id from liquidity_pools union all
         select contract_id from contract_data union all
         select asset_key from history_assets union all select asset_key from token_transfers_raw where is_soroban
       )
       or not (asset_key similar to 'native|liquidity_pool:[0-9a-f]{64}|[A-Za-z0-9]{1,12}:G[A-Z2-7]{55}|C[A-Z2-7]{55}')`,
  );
}
