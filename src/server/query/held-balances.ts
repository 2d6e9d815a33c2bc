/** What addresses hold: what lives, and what has to be restored before it can move. */
import { sql, type Sql } from './sql.ts';
import type { View } from './view.ts';

/**
 * Returns the rows of `silver.address_balances_current` that the condition, of `owner_address` and `token_contract_id`, is true of, with
 * `is_over`: whether the lifetime of the entry has ended; one that is not known has not. `archived` leaves them in, and adds those that
 * were evicted since, as they were.
 */
export function heldBalances({ bounds: { latest } }: View, condition: Sql, archived: boolean): Sql {
  const known = sql`
    select balances.*, coalesce(live_until_ledger_seq < ${latest}, false) as is_over
    from silver.address_balances_current as balances
    left join silver.ttl_current as lifetimes on lifetimes.key_hash = balances.key_hash and not lifetimes.deleted
    where ${condition}`;
  if (!archived) return sql`from (${known}) where not is_over`;
  return sql`
    from (${known})
    union all by name
    select changes.* exclude (deleted, owner_type, ledger_sequence), try_cast(balance_raw as hugeint) as balance_integer, true as is_over
    from silver.contract_balance_changes as changes
    semi join (
        select ledger_key_hash, ledger_sequence
        from silver.contract_data_current
        where deleted and (ledger_sequence, ledger_key_hash_base_64) in (
            select (ledger_sequence, ledger_key_hash) from bronze.evicted_keys_raw_v1
        )
    ) as evicted on evicted.ledger_key_hash = changes.key_hash and evicted.ledger_sequence = changes.ledger_sequence
    where ${condition} and balance_raw != '0' and not starts_with(balance_raw, '-')`;
}
