/** A transaction in words, as `ledgerlake tx` and the library have it. */
import { explainTransaction } from '../../../../library/explain.ts';
import { ApiError } from '../../errors.ts';
import { big, boolean, json, listOf, may, fields, text, time, whole, type Row } from '../../fields.ts';
import { object } from '../../object.ts';
import * as parameter from '../../parameters.ts';
import { placeOf, sourceOf } from '../../transaction-source.ts';
import { readTransaction } from './transaction.ts';

const operationIndex = may(whole('From 0.'));

export const transactionExplanation = object({
  path: '/api/v1/silver/tx/{hash}/explanation',
  summary: 'A transaction in words: what it did, and why it failed',
  parameters: { hash: parameter.transactionHash('Hash of a transaction, in hex; of a fee bump either one.') },
  answer: {
    transaction_hash: text(),
    inner_transaction_hash: may(text('Of a fee bump.')),
    ledger_sequence: whole(),
    closed_at: time(),
    successful: boolean(),
    sentence: text('What it did or tried, and why it failed; as in semantic.explained_transactions.'),
    reason: may(text('Why it failed.')),
    failed_operation_index: may(whole('The first operation that failed, from 0.')),
    source_account: text(),
    memo_type: text('none, text, id, hash or return.'),
    memo: may(text()),
    fees: fields({
      payer: text(),
      charged: big('Stroops, as those below.'),
      maximum: big(),
      inclusion: may(big('For the place in the ledger.')),
      resources: may(big('Of a Soroban transaction.')),
      rent: may(big()),
      refund: may(big()),
    }),
    operations: listOf(
      fields({
        index: whole('From 0.'),
        type: text(),
        source_account: text(),
        outcome: text('applied, failed, undone or not_run.'),
        action: text('What it does or tries.'),
        reason: may(text('Why it failed.')),
        sentence: text(),
      }),
    ),
    calls: listOf(json(), 'Contract calls, each with its `arguments` as text and its `calls`.'),
    movements: listOf(
      fields({
        operation_index: operationIndex,
        type: text('transfer, mint, burn or clawback.'),
        from: may(text()),
        to: may(text()),
        asset: text('Code or symbol; else the contract of the token.'),
        asset_key: text(),
        amount: may(text('Absent where no decimals are known.')),
        amount_raw: big('In the smallest unit.'),
      }),
      'Without fees.',
    ),
    balance_changes: listOf(
      fields({
        operation_index: operationIndex,
        holder: text(),
        asset_key: text(),
        before: may(text('In units of an asset, in the smallest unit of another token.')),
        after: may(text()),
        reason: text('transfer, fee, trade and the like.'),
      }),
      'Fees included, in the order of the ledger.',
    ),
    state_changes: may(
      listOf(
        fields({
          type: text('created, updated, removed or restored.'),
          entry_type: text(),
          operation_index: operationIndex,
          phase: text('fee, before, operation, after or post_fee.'),
          key: json('The fields of the ledger key.'),
          changed_fields: listOf(text()),
        }),
        'Absent where neither the lake nor a file of its ledger has them.',
      ),
    ),
  },
  async read({ hash }, view) {
    const place = placeOf(await readTransaction(view, hash));
    const found = await explainTransaction(sourceOf(view, place), place);
    if (!found) throw new ApiError(404, 'transaction not found');
    return { body: found as unknown as Row };
  },
});
