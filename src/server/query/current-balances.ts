/** Balances of addresses: live ones, and expired ones that must be restored before they can move. */
import { raw, sql, type Sql } from './sql.ts';
import { isAssetKey } from './asset.ts';
import type { View } from './view.ts';

/**
 * Returns rows of `silver.address_balances_current`, or of `balances` with the same columns, that meet a condition on
 * `owner_address` and `token_contract_id`. `is_over` is true if the lifetime of the entry has ended. `archived` keeps those
 * and adds evicted ones.
 */
export function heldBalances(
  { bounds: { latest } }: View,
  condition: Sql,
  archived: boolean,
  balances = sql`silver.address_balances_current`,
): Sql {
  const known = sql`
    select balances.*, coalesce(live_until_ledger_seq < ${latest}, false) as is_over
    from ${balances} as balances
    left join silver.ttl_current as lifetimes on lifetimes.key_hash = balances.key_hash and not lifetimes.deleted
    where ${condition}`;
  if (!archived) return sql`from (${known}) where not is_over`;
  return sql`
    from (${known})
    union all by name
    select
      changes.* exclude (deleted, owner_type, ledger_sequence),
      try_cast(balance_raw as hugeint) as balance_integer,
      true as is_over
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

/** A token by its contract: the key of its asset, where it has one, and the decimals that the contract keeps. */
export interface HeldToken {
  id: string;
  key: string | null;
  /** Null where none are known. */
  decimals: number | null;
}

/**
 * Returns what `silver.address_balances_current` has of a token, in brackets. That relation joins all tokens, so DuckDB plans
 * it for as long as it reads.
 */
export function balancesOf({ id, key, decimals }: HeldToken): Sql {
  return sql`(
    select
        owner_address,
        ${id} as token_contract_id,
        balance_raw,
        bronze.scaled_text(balance_raw, decimals) as balance_display,
        balance_source,
        ledger_sequence as last_updated_ledger,
        closed_at as last_updated_at,
        try_cast(balance_raw as hugeint) as balance_integer,
        key_hash
    from (
        ${key === null ? undefined : classic(key)}
        select
            bronze.balance_owner(key_decoded) as owner_address,
            bronze.balance_raw(val_decoded) as balance_raw,
            cast(${decimals} as integer) as decimals,
            'contract_data' as balance_source,
            ledger_sequence,
            closed_at,
            ledger_key_hash as key_hash
        from silver.contract_data_current
        where contract_id = ${id}
            and not deleted
            and contract_key_type = 'ScValTypeScvVec'
            and contract_durability = 'ContractDataDurabilityPersistent'
    )
    where owner_address is not null and balance_raw != '0' and not starts_with(balance_raw, '-')
  )`;
}

function classic(key: string): Sql {
  const [source, relation, isOf] =
    key === 'native'
      ? [raw("'account'"), raw('accounts_current'), undefined]
      : [raw("'trustline'"), raw('trust_lines_current'), sql`and ${isAssetKey('asset_', key)}`];
  return sql`
        select
            account_id as owner_address,
            cast(bronze.stroops(balance) as varchar) as balance_raw,
            7 as decimals,
            ${source} as balance_source,
            ledger_sequence,
            closed_at,
            null as key_hash
        from silver.${relation}
        where not deleted and balance > 0 ${isOf}
        union all`;
}
