/** Ledgers in short: the newest, and one by its sequence. */
import { big, listOf, fields, text, time, whole, type Row } from '../../fields.ts';
import { list } from '../../lists/list.ts';
import { object } from '../../object.ts';
import * as parameter from '../../parameters.ts';
import { raw, sql } from '../../sql.ts';
import type { View } from '../../view.ts';
import { readSorobanLimits, SorobanLimits } from './soroban-limits.ts';

/** The fields of a ledger in short. */
export const ledgerCard = {
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
  row: fields(ledgerCard),
  key: () => [{ column: 'sequence', descending: true }],
  rows: (_values, { ceiling, after }) => sql`
    select ${columns}
    from bronze.history_ledgers
    where sequence <= ${Math.min(ceiling, Number(after?.get('sequence') ?? ceiling))}`,
});

const parameters = { sequence: parameter.ledger('The ledger.') };

/** Returns the card of a ledger; throws ApiError when it is not loaded. */
export async function readCard(view: View, sequence: number): Promise<Row> {
  const row = await view.row(sql`select ${columns} from bronze.history_ledgers where sequence = ${sequence}`);
  if (!row) throw view.notFound('ledger');
  return row;
}

export const ledger = object({
  path: '/api/v1/silver/ledgers/{sequence}',
  summary: 'A ledger in short',
  parameters,
  answer: ledgerCard,
  read: async ({ sequence }, view) => ({ body: await readCard(view, sequence), scanned: sequence }),
});

/** Operations of a ledger by type, the most frequent first. */
export const OperationsByType = listOf(fields({ type: whole(), type_name: text(), count: whole() }));

/** Returns the operations of a ledger by type. */
export function readOperationTypes(view: View, sequence: number): Promise<Row[]> {
  return view.rows(sql`
    select type, type_string as type_name, count(*) as count
    from bronze.history_operations_raw_v1
    where ledger_sequence = ${sequence}
    group by type, type_string
    order by count desc, type`);
}

export const ledgerSummary = object({
  path: '/api/v1/silver/ledgers/{sequence}/summary',
  summary: 'A ledger with its operations by type',
  parameters,
  answer: { ...ledgerCard, operations_by_type: OperationsByType },
  async read({ sequence }, view) {
    const row = await readCard(view, sequence);
    const types = await readOperationTypes(view, sequence);
    return { body: { ...row, operations_by_type: types }, scanned: sequence };
  },
});

/** Fees charged in a ledger. */
export const feeFields = {
  transactions: whole(),
  total: big('Stroops, as all below.'),
  min: whole(),
  max: whole(),
  median: whole('Percentiles use the nearest rank.'),
  p90: whole(),
  p99: whole(),
  histogram: listOf(
    fields({ range: text('Stroops: the first is in it, the last is not.'), count: whole() }),
    'Ranges in which there is a transaction.',
  ),
};

/** Returns the fees charged in a ledger. */
export async function readFees(view: View, sequence: number): Promise<Row> {
  const row = await view.row(sql`
    with fees as (
        select
            fee_charged as fee,
            case
                when fee_charged < 100 then 0
                when fee_charged < 200 then 1
                when fee_charged < 1000 then 2
                when fee_charged < 10000 then 3
                else 4
            end as bucket
        from bronze.history_transactions_raw_v1
        where ledger_sequence = ${sequence}
    ),
    buckets as (
        select ['0-100', '100-200', '200-1000', '1000-10000', '10000+'][bucket + 1] as range, count(*) as count, bucket
        from fees
        group by bucket
    )
    select
        count(*) as transactions,
        coalesce(sum(fee), 0) as total,
        coalesce(min(fee), 0) as min,
        coalesce(max(fee), 0) as max,
        coalesce(quantile_disc(fee, 0.5), 0) as median,
        coalesce(quantile_disc(fee, 0.9), 0) as p90,
        coalesce(quantile_disc(fee, 0.99), 0) as p99,
        coalesce((select list({range: range, count: count} order by bucket) from buckets), []) as histogram
    from fees`);
  return row ?? {};
}

export const ledgerFees = object({
  path: '/api/v1/silver/ledgers/{sequence}/fees',
  summary: 'Fees charged in a ledger',
  parameters,
  answer: { sequence: whole(), ...feeFields },
  async read({ sequence }, view) {
    await readCard(view, sequence);
    return { body: { sequence, ...(await readFees(view, sequence)) }, scanned: sequence };
  },
});

/** What contracts used in a ledger, as declared. */
export const sorobanFields = {
  transactions: whole(),
  successful: whole(),
  instructions: big(),
  read_bytes: big(),
  write_bytes: big(),
  resource_fee: big('Stroops that were bid.'),
  rent_fee: big('Stroops that were charged.'),
  refund: big('Stroops that came back.'),
  limits: SorobanLimits,
};

/** Returns what contracts used in a ledger, beside what they may use. */
export async function readSoroban(view: View, sequence: number): Promise<Row> {
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
  return { ...row, limits: await readSorobanLimits(view, sequence) };
}

export const ledgerSoroban = object({
  path: '/api/v1/silver/ledgers/{sequence}/soroban',
  summary: 'Soroban resources declared in a ledger, and their limits',
  parameters,
  answer: { sequence: whole(), ...sorobanFields },
  async read({ sequence }, view) {
    await readCard(view, sequence);
    return { body: { sequence, ...(await readSoroban(view, sequence)) }, scanned: sequence };
  },
});
