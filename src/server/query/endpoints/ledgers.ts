/** Ledgers in short: the newest, and one by its number (contract 9). */
import { big, list as listOf, object as fields, text, time, whole } from '../fields.ts';
import { list } from '../list.ts';
import { object } from '../object.ts';
import * as parameter from '../parameters.ts';
import { raw, sql } from '../sql.ts';
import type { View } from '../view.ts';

const card = {
  sequence: whole(),
  ledger_hash: text(),
  closed_at: time(),
  protocol_version: whole(),
  transaction_count: whole(),
  successful_transaction_count: whole(),
  failed_transaction_count: whole(),
  operation_count: whole('Of successful transactions.'),
  base_fee: whole('Stroops.'),
  total_coins: big('Stroops.'),
  fee_pool: big('Stroops.'),
};

const columns = raw(`
        sequence,
        ledger_hash,
        closed_at,
        protocol_version,
        successful_transaction_count + failed_transaction_count as transaction_count,
        successful_transaction_count,
        failed_transaction_count,
        operation_count,
        base_fee,
        total_coins,
        fee_pool`);

export const ledgersRecent = list({
  path: '/api/v1/silver/ledgers/recent',
  summary: 'The newest ledgers',
  legacyKey: 'ledgers',
  parameters: { limit: parameter.limit(20, 200) },
  row: fields(card),
  key: () => [{ column: 'sequence', descending: true }],
  rows: (_values, { ceiling, after }) => sql`
    select ${columns}
    from bronze.history_ledgers
    where sequence <= ${Math.min(ceiling, Number(after?.get('sequence') ?? ceiling))}`,
});

const parameters = { sequence: parameter.ledger('The ledger.') };

async function readCard(view: View, sequence: number) {
  const row = await view.row(sql`select ${columns} from bronze.history_ledgers where sequence = ${sequence}`);
  if (!row) throw view.notFound('ledger');
  return row;
}

export const ledger = object({
  path: '/api/v1/silver/ledgers/{sequence}',
  summary: 'A ledger in short',
  parameters,
  answer: card,
  read: async ({ sequence }, view) => ({ body: await readCard(view, sequence), scanned: sequence }),
});

export const ledgerSummary = object({
  path: '/api/v1/silver/ledgers/{sequence}/summary',
  summary: 'A ledger with its operations by type',
  parameters,
  answer: { ...card, operations_by_type: listOf(fields({ type: whole(), type_name: text(), count: whole() })) },
  async read({ sequence }, view) {
    const row = await readCard(view, sequence);
    const types = await view.rows(sql`
      select type, type_string as type_name, count(*) as count
      from bronze.history_operations_raw_v1
      where ledger_sequence = ${sequence}
      group by type, type_string
      order by count desc, type`);
    return { body: { ...row, operations_by_type: types }, scanned: sequence };
  },
});

export const ledgerFees = object({
  path: '/api/v1/silver/ledgers/{sequence}/fees',
  summary: 'Fees charged in a ledger',
  parameters,
  answer: {
    sequence: whole(),
    transactions: whole(),
    total: big('Stroops, as all below.'),
    min: whole(),
    max: whole(),
    median: whole('By the nearest rank, as those below.'),
    p90: whole(),
    p99: whole(),
  },
  async read({ sequence }, view) {
    await readCard(view, sequence);
    const row = await view.row(sql`
      select
          count(*) as transactions,
          coalesce(sum(fee_charged), 0) as total,
          coalesce(min(fee_charged), 0) as min,
          coalesce(max(fee_charged), 0) as max,
          coalesce(quantile_disc(fee_charged, 0.5), 0) as median,
          coalesce(quantile_disc(fee_charged, 0.9), 0) as p90,
          coalesce(quantile_disc(fee_charged, 0.99), 0) as p99
      from bronze.history_transactions_raw_v1
      where ledger_sequence = ${sequence}`);
    return { body: { sequence, ...row }, scanned: sequence };
  },
});

export const ledgerSoroban = object({
  path: '/api/v1/silver/ledgers/{sequence}/soroban',
  summary: 'What contracts used in a ledger, as declared',
  parameters,
  answer: {
    sequence: whole(),
    transactions: whole(),
    successful: whole(),
    instructions: big(),
    read_bytes: big(),
    write_bytes: big(),
    resource_fee: big('Stroops that were bid.'),
    rent_fee: big('Stroops that were charged.'),
    refund: big('Stroops that came back.'),
  },
  async read({ sequence }, view) {
    await readCard(view, sequence);
    const row = await view.row(sql`
      select
          count(*) as transactions,
          count(*) filter (successful) as successful,
          coalesce(sum(soroban_resources_instructions), 0) as instructions,
          coalesce(sum(soroban_resources_read_bytes), 0) as read_bytes,
          coalesce(sum(soroban_resources_write_bytes), 0) as write_bytes,
          coalesce(sum(resource_fee), 0) as resource_fee,
          coalesce(sum(rent_fee_charged), 0) as rent_fee,
          coalesce(sum(resource_fee_refund), 0) as refund
      from bronze.history_transactions_raw_v1
      where ledger_sequence = ${sequence} and resource_fee > 0`);
    return { body: { sequence, ...row }, scanned: sequence };
  },
});
