/** A transaction in short: its meaning and its cost. */
import { listOf, may, fields, text, whole } from '../../fields.ts';
import { object } from '../../object.ts';
import * as parameter from '../../parameters.ts';
import { readDecoded, SummaryRecord, transactionFields } from './transaction-decoded.ts';
import { UnifiedEvent } from '../events/unified-events.ts';

const parameters = { hash: parameter.transactionHash() };

export const transactionSemantic = object({
  path: '/api/v1/silver/tx/{hash}/semantic',
  summary: 'Meaning and cost of a transaction',
  parameters,
  answer: { ...transactionFields, summary: SummaryRecord, movements: listOf(UnifiedEvent, 'Without fees.') },
  async read({ hash }, view) {
    const { transaction, summary, events } = await readDecoded(view, hash);
    const movements = events.filter(({ event_type: type }) => type !== 'fee');
    return { body: { ...transaction, summary, movements } };
  },
});

export const transactionReceipt = object({
  path: '/api/v1/silver/tx/{hash}/receipt',
  summary: 'Receipt of a transaction: outcome, fee and results of operations',
  parameters,
  answer: {
    ...transactionFields,
    fee_account: text('Who paid.'),
    result_code: text(),
    inner_result_code: may(text('Code of the transaction inside a fee bump.')),
    memo_type: text(),
    memo: may(text()),
    description: text('One sentence.'),
    operations: listOf(fields({ index: whole('From 0.'), type_name: text(), result_code: may(text()) })),
  },
  async read({ hash }, view) {
    const { transaction, summary, operations } = await readDecoded(view, hash);
    const payer = transaction['fee_account'] ?? transaction['source_account'] ?? null;
    return { body: { ...transaction, fee_account: payer, description: summary.description, operations } };
  },
});
