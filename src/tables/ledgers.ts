/** Ledgers. */
import type { Utf8Column } from '../arrow/columns.ts';
import { column, defineTable, nullable, type ColumnsOf } from '../arrow/table.ts';
import { signatureAt } from '../ledger/close-value.ts';
import { isSorobanOperation } from '../ledger/soroban.ts';
import { ABSENT } from '../ledger/transaction.ts';
import { LedgerEntryType } from '../xdr/generated/enums.ts';
import { skipLedgerKey } from '../xdr/generated/skip.ts';
import { goNames } from '../xdr/names.ts';
import { pushAccount, pushClosedAt, pushToid, type Context } from './context.ts';
import { operationEventLists } from '../ledger/meta-events.ts';
import { chargedFee } from './transaction/soroban.ts';

export const historyLedgers = defineTable({
  name: 'history_ledgers',
  grain: 'One row per ledger.',
  key: ['sequence'],
  columns: {
    sequence: column('int32', 'Number of the ledger.'),
    ledger_hash: column('utf8', 'SHA-256 of the ledger header.', 'hex'),
    previous_ledger_hash: column('utf8', "SHA-256 of the previous ledger's header.", 'hex'),
    transaction_count: column('int32', 'Successful transactions only, as Hubble counts them.'),
    operation_count: column('int32', 'Operations of successful transactions.'),
    successful_transaction_count: column('int32', 'Transactions that succeeded.'),
    failed_transaction_count: column('int32', 'Transactions that failed and paid their fee.'),
    tx_set_operation_count: column('int32', 'Operations of all transactions, failed ones included.'),
    closed_at: column('timestamp', 'Close time of the ledger.', 'UTC'),
    id: column('int64', 'TOID of the ledger.'),
    total_coins: column('int64', 'Lumens that exist.', 'stroops'),
    fee_pool: column('int64', 'Lumens in the fee pool, collected from fees so far.', 'stroops'),
    base_fee: column('int64', 'Least fee of an operation.', 'stroops'),
    base_reserve: column('int64', 'Reserve that an account must hold per entry.', 'stroops'),
    max_tx_set_size: column('int64', 'Most operations (before protocol 11: transactions) in a transaction set.'),
    protocol_version: column('int32', 'Protocol version of the ledger.'),
    ledger_header: column('utf8', 'LedgerHeader of the ledger.', 'base64 XDR'),
    soroban_fee_write_1kb: column('int64', 'Fee for writing 1 KB of Soroban state; 0 before protocol 20.', 'stroops'),
    node_id: column(
      'utf8',
      'Validator that signed the close value; empty before protocol 14, and where validators agreed on no transaction set.',
    ),
    signature: column('utf8', "Validator's signature of the close value, by node_id.", 'base64'),
    total_byte_size_of_bucket_list: column(
      'int64',
      'Size of the live Soroban state; older name of total_byte_size_of_live_soroban_state.',
      'bytes',
    ),
    total_byte_size_of_live_soroban_state: column('int64', 'Size of the live Soroban state.', 'bytes'),
    evicted_ledger_keys_type_json: nullable('utf8', 'LedgerEntryType of each evicted key.', 'JSON'),
    evicted_ledger_keys_hash_json: nullable('utf8', 'Each evicted LedgerKey in base64 XDR, despite the name.', 'JSON'),
    evicted_keys_count: column('int32', 'Keys that were evicted from the live state.'),
    soroban_op_count: column('int32', 'Soroban operations of all transactions, failed ones included.'),
    total_fee_charged: column('int64', 'Sum of the fees that transactions paid, after refunds.', 'stroops'),
    contract_events_count: column('int32', 'Events of operations; fee and diagnostic events do not count.'),
  },
});

type LedgerColumns = ColumnsOf<typeof historyLedgers>;

export function extractLedgers(context: Context, out: LedgerColumns): void {
  const { ledger, view } = context;
  const { header } = ledger;
  out.sequence.push(ledger.sequence);
  out.ledger_hash.hex(view, ledger.hash, ledger.hash + 32);
  out.previous_ledger_hash.hex(view, header.previousLedgerHash, header.previousLedgerHash + 32);
  pushClosedAt(out.closed_at, context);
  pushToid(out.id, context, 0, 0);
  out.total_coins.pushAt(view, header.totalCoins);
  out.fee_pool.pushAt(view, header.feePool);
  out.base_fee.push(0, view.getUint32(header.baseFee));
  out.base_reserve.push(0, view.getUint32(header.baseReserve));
  out.max_tx_set_size.push(0, view.getUint32(header.maxTxSetSize));
  out.protocol_version.push(ledger.protocolVersion);
  out.ledger_header.base64(view, ledger.headerStart, ledger.headerEnd);
  pushSigner(context, out);
  pushState(context, out);
  pushEvictions(context, out);
  pushCounts(context, out);
}

/** The close value is signed since protocol 14. */
function pushSigner(context: Context, out: LedgerColumns): void {
  const { view, ledger } = context;
  const signed = signatureAt(view, ledger.scpValue.ext);
  if (signed === ABSENT) {
    out.node_id.ascii('');
    out.signature.ascii('');
    return;
  }
  pushAccount(out.node_id, context, signed);
  const signature = signed + 36;
  out.signature.base64(view, signature + 4, signature + 4 + view.getUint32(signature));
}

function pushState({ ledger, view }: Context, out: LedgerColumns): void {
  const { ext, sorobanStateSize } = ledger;
  if (ext === ABSENT || view.getInt32(ext) === 0) out.soroban_fee_write_1kb.push(0, 0);
  else out.soroban_fee_write_1kb.pushAt(view, ext + 8);
  for (const size of [out.total_byte_size_of_bucket_list, out.total_byte_size_of_live_soroban_state]) {
    if (sorobanStateSize === ABSENT) size.push(0, 0);
    else size.pushAt(view, sorobanStateSize);
  }
}

const entryTypes = goNames('LedgerEntryType', LedgerEntryType);

function pushEvictions({ ledger, view }: Context, out: LedgerColumns): void {
  const { evictedKeys } = ledger;
  const { evicted_ledger_keys_type_json: types, evicted_ledger_keys_hash_json: keys } = out;
  if (evictedKeys === ABSENT) {
    types.pushNull();
    keys.pushNull();
    out.evicted_keys_count.push(0);
    return;
  }
  const count = view.getUint32(evictedKeys);
  let p = evictedKeys + 4;
  for (let i = 0; i < count; i++) {
    const start = p;
    p = skipLedgerKey(view, p);
    openElement(types, i);
    types.writer.ascii(entryTypes.get(view.getInt32(start))!);
    types.writer.ascii('"');
    openElement(keys, i);
    keys.writer.base64(view, start, p);
    keys.writer.ascii('"');
  }
  for (const list of [types, keys]) list.ascii(count === 0 ? '[]' : ']');
  out.evicted_keys_count.push(count);
}

function openElement({ writer }: Utf8Column, index: number): void {
  writer.ascii(index === 0 ? '["' : ',"');
}

function pushCounts(context: Context, out: LedgerColumns): void {
  const { ledger, view } = context;
  let succeeded = 0;
  let operations = 0;
  let allOperations = 0;
  let sorobanOperations = 0;
  let fees = 0;
  let events = 0;
  for (const transaction of ledger.transactions) {
    const { envelope } = transaction;
    allOperations += envelope.operations.length;
    for (const p of envelope.operations) if (isSorobanOperation(view, p)) sorobanOperations++;
    fees += chargedFee(context, transaction).number;
    for (const list of operationEventLists(view, transaction)) events += view.getUint32(list);
    if (!transaction.successful) continue;
    succeeded++;
    operations += transaction.operationResults.length;
  }
  out.transaction_count.push(succeeded);
  out.operation_count.push(operations);
  out.successful_transaction_count.push(succeeded);
  out.failed_transaction_count.push(ledger.transactions.length - succeeded);
  out.tx_set_operation_count.push(allOperations);
  out.soroban_op_count.push(sorobanOperations);
  out.total_fee_charged.pushNumber(fees);
  out.contract_events_count.push(events);
}
