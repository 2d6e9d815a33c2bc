/** Errors for ledgers whose parts, each as the schema says, contradict each other. */
import { DecodeError } from '../core/errors.ts';
import { pathAt } from '../xdr/explain.ts';
import type { Ledger } from './ledger.ts';
import type { LedgerTransaction } from './transaction.ts';

/** Whose bytes are at fault; no transaction for upgrades, no operation for what is a transaction's. */
export interface FaultPlace {
  transaction?: Pick<LedgerTransaction, 'order' | 'pair'>;
  /** From 0. */
  operation?: number;
}

/**
 * Returns the error for what stands at `offset` in the ledger. It names file, ledger, order and hash of the transaction,
 * index of the operation, offset in the file and path of fields. Without a place, the one of the change or transaction meta at the offset
 * is taken.
 */
export function ledgerFault(
  ledger: Ledger,
  what: string,
  offset: number,
  { transaction, operation }: FaultPlace = placeAt(ledger, offset),
): DecodeError {
  const { file, start, sequence, bytes, view } = ledger;
  const hash = transaction && Buffer.from(bytes.subarray(transaction.pair, transaction.pair + 32)).toString('hex');
  const path = pathAt('LedgerCloseMeta', view, offset);
  const where = [
    file,
    `ledger ${sequence}`,
    transaction && `transaction ${transaction.order} (${hash})`,
    operation === undefined ? undefined : `operation ${operation}`,
    `byte ${start + offset}`,
    path,
  ];
  return new DecodeError(`${where.filter(Boolean).join(', ')}: ${what}`, {
    file,
    ledger: sequence,
    transaction: transaction?.order,
    transactionHash: hash,
    operation,
    offset: start + offset,
    path,
  });
}

function placeAt({ changes, transactions }: Ledger, offset: number): FaultPlace {
  for (let i = 0; i < changes.length; i++) {
    if (offset < changes.start(i) || offset >= changes.end(i)) continue;
    const operation = changes.operation(i);
    return { transaction: transactions[changes.transaction(i)], operation: operation < 0 ? undefined : operation };
  }
  return { transaction: transactions.find(({ pair, metaEnd }) => offset >= pair && offset < metaEnd) };
}
