/** Relations over the made-up tables: one of last rows, one of counts, pairs and extremes. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../folder.ts';

const files: Record<string, string> = {
  'bronze/payments.sql': `-- One row per payment; key id.
select
    id,
    ledger_sequence,
    account,
    memo,
    batch_id
from bronze.payments_raw_v1`,
  'silver/last_payment.sql': `-- One row per account; key account.
-- Materialised {"changes": "changes", "fold": "latest", "sortedBy": ["account"], "hasState": true}
with changes as (
    select *, false as deleted
    from bronze.payments
),
latest as (
    select *
    from changes
    qualify row_number() over (partition by account order by ledger_sequence desc, id desc) = 1
)
select * from latest
`,
  'silver/payers.sql': `-- One row for all; key payments.
-- Materialised {"changes": "paid", "fold": "pairs", "sortedBy": ["account", "memo"]}
with paid as (
    select
        account,
        memo,
        1 as payments,
        id as first_id,
        ledger_sequence
    from bronze.payments
),
pairs as (
    select
        account,
        memo,
        cast(sum(payments) as bigint) as payments,
        min(first_id) as first_id
    from paid
    group by account, memo
)
select
    sum(payments) as payments,
    count(distinct account) as accounts,
    count(*) as pairs,
    min(first_id) as first_id
from pairs
`,
};

/** Writes an SQL folder with those relations and further files, and returns its path. */
export function keptSql(more: Record<string, string> = {}): string {
  const folder = temporaryFolder();
  for (const [path, text] of Object.entries({ ...files, ...more })) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}
