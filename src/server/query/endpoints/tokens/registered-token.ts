/**
 * What the registry of tokens says of one of them. `silver.token_registry` joins what it has of all, which DuckDB plans anew at each run,
 * for half of the time that a token takes; here its parts are asked for one contract.
 */
import type { Row } from '../../fields.ts';
import { inLedgers } from '../../lists/range.ts';
import { sql } from '../../sql.ts';
import { assetToken, movedAsset, type Token } from '../../tokens.ts';
import type { View } from '../../view.ts';
import { assetOfKey, contractOf } from '../../asset.ts';

/** The asset of a contract, and the first ledger that names it. */
interface Named {
  type: string;
  code: string;
  issuer: string;
  ledger: number | null;
}

/** What the bronze tables say of a contract. */
interface Seen {
  asset: Named | undefined;
  /** The first ledger that has its instance. */
  instance: number | null;
}

/** Returns what the registry says of the token, or what moved of it: it may name an asset that nothing else does. */
export async function readRegistered(view: View, id: string): Promise<Row | undefined> {
  const { asset: named, instance } = await readSeen(view, id);
  const told = instance === null && !view.snapshot.baseline ? undefined : await instanceOf(view, id);
  const asset = named ?? (await lumens(view, id));
  if (asset ?? told) return registered(view, { id, asset, instance }, told ?? {});
  const moved = await movedAsset(view, id);
  return moved;
}

async function readSeen(view: View, id: string): Promise<Seen> {
  const { oldest: first, latest: last } = view.bounds;
  const within = inLedgers({ first, last });
  const rows = await view.rows(sql`
    select asset_type, asset_code, asset_issuer, min(ledger_sequence) as ledger
    from bronze.history_assets_raw_v1
    where contract_id = ${id} and ${within}
    group by asset_type, asset_code, asset_issuer
    union all
    select null, null, null, min(ledger_sequence)
    from bronze.contract_data_raw_v1
    where contract_id = ${id} and contract_key_type = 'ScValTypeScvLedgerKeyContractInstance' and ${within}`);
  const numberOf = (row: Row | undefined) => (typeof row?.['ledger'] === 'number' ? row['ledger'] : null);
  const asset = rows.find((row) => row['asset_type'] !== null);
  return {
    instance: numberOf(rows.find((row) => row['asset_type'] === null)),
    asset: asset && {
      type: String(asset['asset_type']),
      code: String(asset['asset_code']),
      issuer: String(asset['asset_issuer']),
      ledger: numberOf(asset),
    },
  };
}

function instanceOf(view: View, id: string): Promise<Row | undefined> {
  return view.row(sql`select name, symbol, decimals, admin from silver.token_instances where contract_id = ${id}`);
}

/** Lumens are known as soon as any moved, as a fee does. */
async function lumens(view: View, id: string): Promise<Named | undefined> {
  if (id !== contractOf(view, assetOfKey('native'))) return undefined;
  const moved = await view.row(
    sql`select 1 as moved from bronze.token_transfers_raw_raw_v1 where asset_type = 'native' limit 1`,
  );
  return moved && { type: 'native', code: '', issuer: '', ledger: null };
}

function registered(view: View, { id, asset, instance }: Seen & { id: string }, told: Row): Row {
  const own = asset && ownNames(asset);
  const ledgers = [asset?.ledger, instance].filter((ledger) => typeof ledger === 'number');
  return {
    contract_id: id,
    token_name: told['name'] ?? own?.token_name ?? null,
    token_symbol: told['symbol'] ?? own?.token_symbol ?? null,
    token_decimals: told['decimals'] ?? (own ? 7 : null),
    token_type: own ? 'sac' : 'custom_soroban',
    asset_code: own?.asset_code ?? null,
    asset_issuer: own?.asset_issuer ?? null,
    asset_key: own?.token_name ?? null,
    first_seen_ledger: ledgers.length > 0 ? Math.min(...ledgers) : view.bounds.oldest,
    decimals_source: typeof told['decimals'] === 'number' ? 'metadata' : own ? 'sac' : 'default',
    admin: told['admin'] ?? null,
  };
}

/** Lumens are `native`, other assets `CODE:ISSUER`. */
const ownNames = ({ type, code, issuer }: Named): Token => assetToken(type, code, issuer);
