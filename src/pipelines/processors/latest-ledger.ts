/** Each ledger: its hash, counts and fees. */
import { column } from '../../arrow/table.ts';
import { hashAt } from '../../ledger/chain.ts';
import { isSorobanTransaction } from '../../ledger/soroban.ts';
import { ABSENT } from '../../ledger/transaction.ts';
import { pushClosedAt } from '../../tables/context.ts';
import { chargedFee } from '../../tables/transaction/soroban.ts';
import { atSorobanTransactionData, locateSorobanTransactionData } from '../../xdr/generated/locate.ts';
import { extractionOf, processorConfig, type Processor } from '../component.ts';
import { defineRecords } from '../sink.ts';

export const latestLedgers = defineRecords({
  name: 'latest_ledger',
  grain: 'One row per ledger.',
  key: ['sequence'],
  ledger: 'sequence',
  columns: {
    sequence: column('int32', 'Number of the ledger.'),
    hash: column('utf8', 'SHA-256 of the header.', 'hex'),
    transaction_count: column('int32', 'Transactions.'),
    operation_count: column('int32', 'Operations.'),
    successful_tx_count: column('int32', 'Transactions that succeeded.'),
    failed_tx_count: column('int32', 'Transactions that failed.'),
    total_fee_charged: column('int64', 'Fees charged, after refunds.', 'stroops'),
    closed_at: column('timestamp', 'Close time of the ledger.', 'UTC'),
    base_fee: column('int64', 'Base fee.', 'stroops'),
    soroban_tx_count: column('int32', 'Transactions with Soroban data.'),
    total_soroban_fees: column('int64', 'Declared resource fees.', 'stroops'),
    total_soroban_fees_charged: column('int64', 'Resource fees charged, refunds taken off.', 'stroops'),
    total_resource_instructions: column('int64', 'Declared instructions.'),
  },
});

export const latestLedger: Processor = {
  kind: 'processor',
  id: 'latest_ledger',
  name: 'Latest Ledger Metrics',
  description: 'Each ledger: its hash, counts and fees.',
  origin: 'hosted',
  records: [latestLedgers],
  extraction: latestLedgerExtraction,
  config: processorConfig(),
  example: `- type: latest_ledger\n`,
};

const at = atSorobanTransactionData();

function latestLedgerExtraction() {
  return extractionOf({ out: latestLedgers }, (context, { out }) => {
    const { ledger, view, bytes } = context;
    let operations = 0;
    let successful = 0;
    let soroban = 0;
    let fee = 0;
    let resourceFee = 0n;
    let charged = 0n;
    let instructions = 0;
    for (const transaction of ledger.transactions) {
      const { envelope, sorobanMeta } = transaction;
      operations += envelope.operations.length;
      if (transaction.successful) successful++;
      fee += chargedFee(context, transaction).number;
      if (!isSorobanTransaction(view, envelope)) continue;
      soroban++;
      locateSorobanTransactionData(view, envelope.ext + 4, at);
      resourceFee += view.getBigInt64(at.resourceFee);
      // The resources end with instructions, bytes to read and bytes to write; the fee follows.
      instructions += view.getUint32(at.resourceFee - 12);
      const isKnown = sorobanMeta !== ABSENT && view.getInt32(sorobanMeta) !== 0;
      if (isKnown) charged += view.getBigInt64(sorobanMeta + 8) + view.getBigInt64(sorobanMeta + 16);
    }
    out.sequence.push(ledger.sequence);
    out.hash.ascii(hashAt(bytes, ledger.hash));
    out.transaction_count.push(ledger.transactions.length);
    out.operation_count.push(operations);
    out.successful_tx_count.push(successful);
    out.failed_tx_count.push(ledger.transactions.length - successful);
    out.total_fee_charged.pushNumber(fee);
    pushClosedAt(out.closed_at, context);
    out.base_fee.push(0, view.getUint32(ledger.header.baseFee));
    out.soroban_tx_count.push(soroban);
    out.total_soroban_fees.pushBigInt(resourceFee);
    out.total_soroban_fees_charged.pushBigInt(charged);
    out.total_resource_instructions.pushNumber(instructions);
  });
}
