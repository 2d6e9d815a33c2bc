/** The fields of the current state of an account. */
import { amount, big, boolean, may, fields, text, time, whole } from '../../fields.ts';
import { raw, sql, type Sql } from '../../sql.ts';

/** The record of an account. */
export const AccountCurrent = fields({
  account_id: text(),
  balance: amount('Native balance.'),
  sequence_number: big(),
  num_subentries: whole(),
  num_sponsoring: may(whole()),
  num_sponsored: may(whole()),
  last_modified_ledger: whole(),
  sequence_ledger: may(whole('Ledger of the last change of the sequence number.')),
  sequence_time: may(whole('Unix seconds of the same.')),
  updated_at: time('When the ledger of the last change closed.'),
  home_domain: may(text()),
  created_at: may(time('When the ledger that created it closed, if that is loaded.')),
  sponsor: may(text()),
  auth_required: may(boolean()),
  auth_revocable: may(boolean()),
  auth_immutable: may(boolean()),
  auth_clawback_enabled: may(boolean()),
  balance_stroops: big(),
  buying_liabilities: amount(),
  selling_liabilities: amount(),
  thresholds: fields({ low: whole(), med: whole(), high: whole(), master_weight: whole() }),
});

/** Columns of the record, of a relation `page` with those of `silver.accounts_current`. */
const accountColumns = raw(`
    page.account_id,
    page.balance,
    page.sequence_number,
    page.num_subentries,
    page.num_sponsoring,
    page.num_sponsored,
    page.last_modified_ledger,
    nullif(page.sequence_ledger, 0) as sequence_ledger,
    nullif(cast(epoch(page.sequence_time) as bigint), 0) as sequence_time,
    page.closed_at as updated_at,
    page.home_domain,
    page.created_at,
    page.sponsor,
    page.flags & 1 > 0 as auth_required,
    page.flags & 2 > 0 as auth_revocable,
    page.flags & 4 > 0 as auth_immutable,
    page.flags & 8 > 0 as auth_clawback_enabled,
    cast(page.balance * 10000000 as bigint) as balance_stroops,
    page.buying_liabilities,
    page.selling_liabilities,
    {low: page.threshold_low, med: page.threshold_medium, high: page.threshold_high, master_weight: page.master_weight} as thresholds`);

/** The record of each row of `page`, which has the columns of `silver.accounts_current`. */
export const accountRecords: Sql = sql`select ${accountColumns} from page`;
