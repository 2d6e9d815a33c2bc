/** Ledger entries as they were after a ledger: the newest change of each that is not above it. */
import { raw, sql, type Sql } from './sql.ts';
import type { View } from './view.ts';

/** The relations of entries, and what tells an entry from another. */
const keys = {
  accounts: 'account_id',
  account_signers: 'account_id, signer',
  trust_lines: 'ledger_key',
  contract_data: 'ledger_key_hash',
  contract_code: 'contract_code_hash',
  claimable_balances: 'balance_id',
  liquidity_pools: 'liquidity_pool_id',
  ttl: 'key_hash',
} as const;

/** Returns the relation of live entries after a ledger, to stand in brackets after `from`; `condition` must be of the entry's key. */
export function entriesAt(view: View, relation: keyof typeof keys, ledger: number, condition?: Sql): Sql {
  const and = condition && sql`and ${condition}`;
  if (ledger >= view.bounds.latest) return sql`from ${raw(`silver.${relation}_current`)} where not deleted ${and}`;
  const newest = raw(`qualify row_number() over (partition by ${keys[relation]} order by ledger_sequence desc) = 1`);
  const changes = sql`select * from ${raw(`bronze.${relation}`)} where ledger_sequence <= ${ledger} ${and} ${newest}`;
  return sql`from (${changes}) where not deleted`;
}

/**
 * Returns the condition that an entry of contract storage lives at the latest ledger, by the column that has the SHA-256 of its key; one
 * whose lifetime is not known does (A-75).
 */
export function lives({ bounds: { latest } }: View, keyHash: string): Sql {
  return sql`${raw(keyHash)} not in (
    select key_hash from silver.ttl_current where live_until_ledger_seq < ${latest} and not deleted)`;
}
