/** Statements to begin with. */
export const examples: readonly { title: string; sql: string }[] = [
  {
    title: 'Operations by type',
    sql: `select type_string, count(*) as operations
from bronze.history_operations
group by type_string
order by operations desc`,
  },
  {
    title: 'Activity by minute',
    sql: `select
    date_trunc('minute', closed_at) as minute,
    sum(successful_transaction_count) as succeeded,
    sum(failed_transaction_count) as failed
from bronze.history_ledgers
group by minute
order by minute`,
  },
  {
    title: 'Fees of the latest transactions',
    sql: `select transaction_hash, account, fee_charged, successful
from bronze.history_transactions
order by id desc
limit 1000`,
  },
  {
    title: 'What the lake knows',
    sql: 'select * from meta.coverage',
  },
];
