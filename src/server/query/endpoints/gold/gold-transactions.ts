/** Movements of one asset in a period. */
import { amount, may, fields, text, time, whole, boolean } from '../../fields.ts';
import { assetParameters, goldAsset, momentOf } from '../../gold.ts';
import { list } from '../../lists/list.ts';
import * as parameter from '../../parameters.ts';
import { inRange } from '../../lists/range.ts';
import { join, raw, sql } from '../../sql.ts';
import { assetRecord, Asset } from '../../asset.ts';

const moment = (name: string, isEnd: boolean) =>
  parameter.required(
    parameter.refused(
      parameter.read(parameter.text('RFC 3339, or a date; as an end, the end of that day.'), (given) =>
        momentOf(given, isEnd),
      ),
      `invalid ${name} format, use RFC3339 or YYYY-MM-DD`,
    ),
    `${name} required`,
  );

export const goldTransactions = list({
  path: '/api/v1/gold/compliance/transactions',
  summary: 'Movements of an asset in a period',
  legacyKey: 'transactions',
  parameters: {
    ...assetParameters,
    start_date: moment('start_date', false),
    end_date: moment('end_date', true),
    limit: parameter.limit(1000, 10_000),
  },
  row: fields({
    ledger_sequence: whole(),
    closed_at: time(),
    transaction_hash: text(),
    operation_index: may(whole()),
    operation_type: may(whole()),
    event_index: whole('Position in the ledger.'),
    from_account: may(text('Absent: it came into being.')),
    to_account: may(text('Absent: it went out of being.')),
    amount: amount(),
    successful: boolean('Always true: failed transactions move nothing.'),
  }),
  beside: { fields: { asset: Asset }, read: async (values) => ({ asset: assetRecord(goldAsset(values)) }) },
  kind: { isWhole: true },
  key: () => [{ column: 'ledger_sequence' }, { column: 'event_index' }],
  rows: (values, scan) => sql`
    select
        ledger_sequence,
        timestamp as closed_at,
        transaction_hash,
        operation_index,
        operation_type,
        event_index,
        from_account,
        to_account,
        bronze.scaled_text(amount_raw, 7) as amount,
        transaction_successful as successful
    from silver.token_transfers_raw
    where asset_key = ${goldAsset(values).key}
        and ${join(inRange({}, scan, raw('timestamp')), ' and ')}
        and timestamp between cast(${values.start_date} as timestamp) and cast(${values.end_date} as timestamp)`,
});
