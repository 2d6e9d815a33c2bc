/** The effects of one transaction, as in Horizon and Hubble. */
import { big, json, may, fields, text, whole, type Row } from '../../fields.ts';
import { sql, type Sql } from '../../sql.ts';
import type { View } from '../../view.ts';
import type { Transaction } from './transaction.ts';

export const EffectRecord = fields({
  id: text(),
  address: text(),
  address_muxed: may(text()),
  operation_id: big(),
  type: whole(),
  type_string: text(),
  details: may(json()),
  index: whole(),
  ledger_sequence: whole(),
});

/** Returns the SQL of the effects of the transaction with this TOID, in no order. */
export function effectsOf(toid: string): Sql {
  return sql`
    select * replace (details_json as details) from bronze.history_effects
    where ledger_sequence = ${Number(BigInt(toid) >> 32n)}
        and operation_id between cast(${toid} as bigint) and cast(${toid} as bigint) + 4095`;
}

/** Returns the effects in their order. */
export async function readEffects(view: View, { id }: Transaction): Promise<Row[]> {
  return view.rows(sql`from (${effectsOf(String(id))}) order by operation_id, index`);
}
