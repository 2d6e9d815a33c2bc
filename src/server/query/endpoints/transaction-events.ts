/** The movements of one transaction as events, in their order (contract 7.1, 6.4). */
import type { Row } from '../fields.ts';
import { sql } from '../sql.ts';
import { assetToken, scaled, tokensOf, type Token } from '../tokens.ts';
import type { View } from '../view.ts';
import { placesOf } from './movement-places.ts';
import { readerOf, type Operation, type Transaction } from './transaction.ts';

/** A movement: a record of `UnifiedEvent`. */
export interface Movement extends Row {
  event_type: string;
  contract_id: string | null;
  from: string | null;
  to: string | null;
  /** In the smallest unit. */
  amount: string;
  amount_display: string;
  asset_code: string | null;
  token_symbol: string | null;
  source_type: string;
}

/** Returns what `event_id`, `event_index` and the token of each are with it. */
export async function readMovements(
  view: View,
  transaction: Transaction,
  operations: Promise<readonly Operation[]>,
): Promise<Movement[]> {
  const found = (await movementsOf(view, transaction)) as readonly Movement[];
  const rows = found.toSorted((one, other) => Number(one['ledger_index']) - Number(other['ledger_index']));
  const places = await placesOf(view, rows);
  const others = rows.filter(({ asset_type: type }) => type === null).map(({ contract_id: id }) => String(id));
  const tokens = await tokensOf(view, others);
  const { tx_hash, closed_at } = transaction;
  const types = new Map((await operations).map(({ operation_id: id, type }) => [id, type]));
  return rows.map((row) => {
    const token = tokenOf(row, tokens);
    const amount = scaled(String(row['amount']), Number(token['token_decimals'] ?? 7));
    const operation = types.get(row['operation_id'] ?? null) ?? null;
    const place = places.get(`${String(row['ledger_sequence'])}:${String(row['ledger_index'])}`);
    return { tx_hash, closed_at, ...row, ...place, ...token, amount_display: amount, operation_type: operation };
  });
}

function tokenOf(row: Row, tokens: ReadonlyMap<string, Token>): Partial<Token> {
  const { asset_type: type, asset_code: code, asset_issuer: issuer, contract_id: id } = row;
  if (typeof type !== 'string') return tokens.get(String(id)) ?? {};
  return assetToken(type, code as string | null, issuer as string | null);
}

const movementsOf = readerOf({
  name: 'movements',
  table: 'token_transfers_raw',
  rows: (condition) => sql`
    select
        ledger_sequence,
        transaction_id,
        operation_id,
        contract_id,
        event_topic as event_type,
        "from",
        "to",
        amount_raw as amount,
        asset_type,
        if(asset_type = 'native', 'XLM', bronze.key_code(asset_key)) as asset_code,
        bronze.key_issuer(asset_key) as asset_issuer,
        if(coalesce(is_soroban, false), 'soroban', 'classic') as source_type,
        case when to_memo_type = 'id' then to_memo when to_memo_type is not null then '0' end as to_muxed_id,
        event_index as ledger_index
    from bronze.token_transfers_raw_raw_v1
    where ${condition}`,
});
