/** The movements of one transaction as events, in their order. */
import type { Row } from '../../fields.ts';
import { sql } from '../../sql.ts';
import { assetToken, tokensOf, unitsOf, type Token } from '../../tokens.ts';
import type { View } from '../../view.ts';
import { readerOf, type Operation, type Transaction } from './transaction.ts';

/** A movement: a record of `UnifiedEvent`. */
export interface MovementRow extends Row {
  event_type: string;
  contract_id: string | null;
  from: string | null;
  to: string | null;
  /** In the smallest unit. */
  amount: string;
  /** In units; null where no decimals are known. */
  amount_display: string | null;
  asset_code: string | null;
  token_symbol: string | null;
  source_type: string;
}

/** Returns the movements of a transaction in their order, each with its token. */
export async function readMovements(
  view: View,
  transaction: Transaction,
  operations: Promise<readonly Operation[]>,
): Promise<MovementRow[]> {
  const found = (await movementsOf(view, transaction)) as readonly MovementRow[];
  const rows = found.toSorted((one, other) => Number(one['ledger_index']) - Number(other['ledger_index']));
  const others = rows.filter(({ asset_type: type }) => type === null).map(({ contract_id: id }) => String(id));
  const tokens = await tokensOf(view, others);
  const { tx_hash, closed_at } = transaction;
  const types = new Map((await operations).map(({ operation_id: id, type }) => [id, type]));
  return rows.map((row) => {
    const token = tokenOf(row, tokens);
    const amount = unitsOf(row['amount'], token.token_decimals);
    const operation = types.get(row['operation_id'] ?? null) ?? null;
    return { tx_hash, closed_at, ...row, ...token, amount_display: amount, operation_type: operation };
  });
}

function tokenOf(row: Row, tokens: ReadonlyMap<string, Token>): Partial<Token> {
  const { asset_type: type, asset_code: code, asset_issuer: issuer, contract_id: id } = row;
  if (typeof type !== 'string') return tokens.get(String(id)) ?? { decimals_source: 'default' };
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
        nullif(asset_type, '') as asset_type,
        if(asset_type = 'native', 'XLM', bronze.key_code(asset_key)) as asset_code,
        bronze.key_issuer(asset_key) as asset_issuer,
        if(coalesce(is_soroban, false), 'soroban', 'classic') as source_type,
        if(to_memo_type = 'id', to_memo, null) as to_muxed_id,
        event_index as ledger_index,
        bronze.event_id(event_toid, event_number) as event_id,
        event_position as event_index
    from bronze.token_transfers_raw_raw_v1
    where ${condition}`,
});
