/** How much there is of a token: what its contract keeps, what headers say of lumens, or what all holders have. */
import { sql } from '../../sql.ts';
import type { View } from '../../view.ts';

/** The fields of the total supply of a token. */
export const TOTAL_SUPPLY =
  'What its contract keeps as its total supply; else what its holders have, in balances that can be restored, too. Absent where that is ' +
  'too large, if decimals are unknown, and while entries are unknown; lumens have the total of the latest header.';

/** A token by its contract, the key of its asset, and the sum of what its known holders have. */
interface Counted {
  id: string;
  key: string | null;
  held: string | null;
}

/** Returns the total supply of a token in the smallest unit; null where it is not known. */
export async function totalSupply(view: View, { id, key, held }: Counted): Promise<string | null> {
  const own = await ownSupply(view, id);
  if (own !== null || view.coverage === 'full') return own ?? held;
  if (key !== 'native') return null;
  const row = await view.row(sql`
    select cast(total_coins as varchar) as coins from bronze.history_ledgers_raw_v1 where sequence = ${view.bounds.latest}`);
  return row ? String(row['coins']) : null;
}

/** Returns what the contract keeps under a name that tells it, unless ledgers are missing that may have changed it since. */
async function ownSupply(view: View, id: string): Promise<string | null> {
  const row = await view.row(sql`
    select supply_raw, ledger_sequence from silver.token_supplies where contract_id = ${id}`);
  const since = view.coverage === 'full' ? 0 : (view.snapshot.ranges.at(-1)?.first ?? 0);
  return row && Number(row['ledger_sequence']) >= since ? String(row['supply_raw']) : null;
}
