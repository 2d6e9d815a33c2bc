/** The balance changes and entry changes of a transaction. */
import { changedFields } from '../../../../library/entry-changes.ts';
import { big, json, listOf, may, fields, text, whole, type Row } from '../../fields.ts';
import { object } from '../../object.ts';
import * as parameter from '../../parameters.ts';
import { decimalsSource } from '../../tokens.ts';
import { typedOf } from '../../contracts/typed-scval.ts';
import type { View } from '../../view.ts';
import { balanceChanges } from './balance-changes.ts';
import { readChanges, type TransactionChange } from './changes.ts';
import { readTransaction, type Transaction } from './transaction.ts';

/** The two lists of changes. */
export const diffFields = {
  balance_changes: listOf(
    fields({
      address: text(),
      asset_code: may(text()),
      asset_type: text('native, credit_alphanum4, credit_alphanum12, liquidity_pool_shares or contract_token.'),
      asset_issuer: may(text()),
      contract_id: may(text()),
      liquidity_pool_id: may(text()),
      decimals: may(whole('For tokens with balances in contract storage.')),
      decimals_source: may(text(`Of such a token. ${decimalsSource}`)),
      before: may(text('Before the first change of the transaction, in units; absent where no decimals are known.')),
      after: may(text('After its last change.')),
      delta: may(
        text('Signed difference of `after` and `before`; it includes fees that other transactions charged in between.'),
      ),
      before_raw: big('`before` in the smallest unit.'),
      after_raw: big('`after` in the smallest unit.'),
    }),
    'One for each address and asset, of all phases together.',
  ),
  state_changes: listOf(
    fields({
      type: text('created, updated, removed or restored.'),
      entry_type: text(),
      key: json('The fields of the ledger key; values of contracts with type, value and display.'),
      before: may(json('The entry before the change.')),
      after: may(json('The entry after it.')),
      operation_index: may(whole('From 0.')),
      phase: text('fee, before, operation, after or post_fee.'),
      changed_fields: listOf(text()),
    }),
    'Every change, in the order of the meta.',
  ),
};

export const transactionDiffs = object({
  path: '/api/v1/silver/tx/{hash}/diffs',
  summary: 'Balance and state diffs',
  parameters: { hash: parameter.transactionHash() },
  answer: { tx_hash: text(), ledger_sequence: whole(), ...diffFields },
  async read({ hash }, view) {
    const transaction = await readTransaction(view, hash);
    return { body: { ...transaction, ...(await readDiffs(view, transaction)) } };
  },
});

/** Returns both lists; throws as `readChanges` does. */
export async function readDiffs(view: View, transaction: Transaction): Promise<Row> {
  const changes = await readChanges(view, transaction);
  return { balance_changes: await balanceChanges(view, changes), state_changes: changes.map(stateChange) };
}

function stateChange({ key, before, after, ...change }: TransactionChange): Row {
  return {
    ...change,
    key: readable(key),
    before: before && readable(before),
    after: after && readable(after),
    changed_fields: changedFields(before, after),
  };
}

/** Values of contracts stand under `key` and `val` of their entries. */
function readable(entry: Row): Row {
  const { key, val } = entry;
  if (entry['contract'] === undefined) return entry;
  return { ...entry, key: typedOf(key), ...(val !== undefined && { val: typedOf(val) }) };
}
