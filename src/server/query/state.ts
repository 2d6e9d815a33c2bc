/** Ledger entries as they were after a ledger: the newest change of each that is not above it. */
import { raw, sql, type Sql } from './sql.ts';
import type { View } from './view.ts';

/** The relations of entries, and what tells an entry from another. */
const keys = { accounts: 'account_id', trust_lines: 'ledger_key' } as const;

/** Returns the relation of live entries after a ledger, to follow `from` in brackets; `condition` is of the entry key. */
export function entriesAt(view: View, relation: keyof typeof keys, ledger: number, condition?: Sql): Sql {
  const and = condition && sql`and ${condition}`;
  if (ledger >= view.bounds.latest) return sql`from ${raw(`silver.${relation}_current`)} where not deleted ${and}`;
  const newest = raw(`qualify row_number() over (partition by ${keys[relation]} order by ledger_sequence desc) = 1`);
  const states = view.snapshot.baselines.filter((state) => state.complete && state.ledger <= ledger);
  const state = Math.max(0, ...states.map((one) => one.ledger));
  const since = sql`ledger_sequence between ${state} and ${ledger} ${and}`;
  const stood = sql`select * from ${raw(`silver.${relation}_states`)} where ledger_sequence = ${state} ${and}`;
  return sql`from (
    from (
        select * from ${raw(`bronze.${relation}`)} where ${since}
        ${state > 0 ? sql`union all by name ${stood}` : undefined}
    ) ${newest}
  ) where not deleted`;
}

/**
 * Returns the condition that an entry of contract storage is live at the latest ledger, by the column with the hash of its
 * key. An unknown lifetime counts as live.
 */
export function lives({ bounds: { latest } }: View, keyHash: string): Sql {
  return sql`${raw(keyHash)} not in (
    select key_hash from silver.ttl_current where live_until_ledger_seq < ${latest} and not deleted)`;
}
