/** A transaction in words. */
import { amount, big, boolean, flats, listOf, may, fields, text, time, whole, type Row } from '../../fields.ts';
import { object } from '../../object.ts';
import * as parameter from '../../parameters.ts';
import { sql } from '../../sql.ts';
import type { View } from '../../view.ts';
import { ledgerOf, readOperations, readTransaction, type Operation, type Transaction } from './transaction.ts';
import { readMovements, type MovementRow } from './transaction-events.ts';
import { summaryOf, type Summary } from './transaction-summary.ts';
import { UnifiedEvent } from '../events/unified-events.ts';

const Moved = fields({
  asset: may(text()),
  amount: may(text('Absent where no decimals are known.')),
  amount_raw: may(big('For contract tokens, in the smallest unit.')),
  from: may(text()),
  to: may(text()),
});

/** A transaction in one sentence. */
export const SummaryRecord = fields({
  description: text('One sentence.'),
  type: text('transfer, swap, contract_call, or the type of the one operation.'),
  involved_contracts: may(listOf(text())),
  swap: may(
    fields({
      sold_asset: text(),
      sold_amount: may(text('Absent where no decimals are known.')),
      sold_amount_raw: big('In the smallest unit of the token.'),
      bought_asset: text(),
      bought_amount: may(text('Absent where no decimals are known.')),
      bought_amount_raw: big('In the smallest unit of the token.'),
      router: may(text()),
      trader: text(),
      confidence: may(text('`inferred`: the net of more than two transfers.')),
    }),
  ),
  transfer: may(Moved),
  mint: may(Moved),
  burn: may(Moved),
  clawback: may(Moved),
});

/** An operation of a transaction. */
export const DecodedOperation = fields({
  index: whole('From 0.'),
  type: whole(),
  type_name: text('Such as payment.'),
  source_account: text(),
  contract_id: may(text()),
  function_name: may(text()),
  arguments_json: may(flats('Arguments of the call, decoded.')),
  destination: may(text()),
  asset_code: may(text()),
  amount: may(amount()),
  is_soroban_op: boolean(),
});

/** The fields that tell which transaction it is. */
export const transactionFields = {
  tx_hash: text(),
  ledger_sequence: whole(),
  closed_at: time(),
  successful: boolean(),
  fee: whole('Stroops that were charged.'),
  operation_count: whole(),
  source_account: may(text('For a fee bump, the source of the inner transaction.')),
  account_sequence: may(big()),
  max_fee: may(whole('Stroops; of a fee bump the outer bid.')),
};

/** A transaction with the fields that all answers have. */
export interface Decoded {
  transaction: Transaction;
  operations: Operation[];
  events: MovementRow[];
  summary: Summary;
}

/** Returns a transaction by its hash; throws ApiError when there is none. */
export async function readDecoded(view: View, hash: string): Promise<Decoded> {
  const transaction = await readTransaction(view, hash);
  const reading = readOperations(view, transaction);
  const [operations, events] = await Promise.all([reading, readMovements(view, transaction, reading)]);
  const created = operations.some(isCreation) ? await createdBy(view, transaction) : [];
  const successful = transaction['successful'] === true;
  return { transaction, operations, events, summary: summaryOf({ operations, events, successful, created }) };
}

const isCreation = ({ host_function: host }: Operation) => host?.startsWith('create_contract') === true;

async function createdBy(view: View, { id, ledger_sequence: ledger }: Transaction): Promise<string[]> {
  const rows = await view.rows(
    sql`
    select contract_id
    from bronze.contract_creations_raw_v1
    where ledger_sequence = ${Number(ledger)}
        and operation_id between cast(${String(id)} as bigint) and cast(${String(id)} as bigint) + 4095
    order by operation_id, origin = 'operation' desc`,
    ledgerOf({ ledger_sequence: ledger ?? null }),
  );
  return rows.map((row) => String(row['contract_id']));
}

/** The fields of a transaction with what it did. */
export const decodedFields = {
  ...transactionFields,
  summary: SummaryRecord,
  operations: listOf(DecodedOperation),
  events: listOf(UnifiedEvent),
  soroban_resources_instructions: may(whole()),
  soroban_resources_read_bytes: may(whole()),
  soroban_resources_write_bytes: may(whole()),
  memo_type: may(text('none, text, id, hash or return.')),
  memo: may(text()),
  result_code: text(),
  inner_result_code: may(text('Code of the transaction inside a fee bump.')),
  fee_account: may(text()),
  inner_transaction_hash: may(text()),
};

export const transactionDecoded = object({
  path: '/api/v1/silver/tx/{hash}/decoded',
  summary: 'Human-readable transaction summary',
  parameters: { hash: parameter.transactionHash() },
  answer: decodedFields,
  read: async ({ hash }, view) => ({ body: decodedBody(await readDecoded(view, hash)) }),
});

/** Returns the fields of the answer. */
export function decodedBody({ transaction, summary, operations, events }: Decoded): Row {
  const isSoroban = operations.some(({ is_soroban_op: is }) => is);
  const body = { ...transaction, summary, operations, events };
  if (isSoroban) return body;
  const none = ['instructions', 'read_bytes', 'write_bytes'].map((name) => [`soroban_resources_${name}`, null]);
  return { ...body, ...(Object.fromEntries(none) as Row) };
}
