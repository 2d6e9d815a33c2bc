/** What a Soroban transaction declares, and what it paid; all is 0 for a classic one. */
import type { Int64Column, Utf8Column } from '../arrow/columns.ts';
import { column, nullable, type ColumnsOf, type TableSpec } from '../arrow/table.ts';
import { ABSENT, type LedgerTransaction } from '../ledger/transaction.ts';
import { LedgerEntryChangeType, LedgerEntryType } from '../xdr/generated/enums.ts';
import { atSorobanTransactionData, locateSorobanTransactionData } from '../xdr/generated/locate.ts';
import type { Context } from './context.ts';

export const sorobanColumns = {
  resource_fee: column('int64', 'Bid for resources.', 'stroops'),
  soroban_resources_instructions: column('int64', 'Instructions declared.'),
  soroban_resources_read_bytes: column('int64', 'Older name of soroban_resources_disk_read_bytes.', 'bytes'),
  soroban_resources_disk_read_bytes: column('int64', 'Bytes to read from disk, as declared.', 'bytes'),
  soroban_resources_write_bytes: column('int64', 'Bytes to write, as declared.', 'bytes'),
  soroban_resources_archived_entries_json: nullable(
    'utf8',
    'Indexes into the read-write footprint of the entries to restore, as a JSON list.',
  ),
  inclusion_fee_bid: column('int64', 'Bid, of a fee bump the outer one, without the resource fee.', 'stroops'),
  inclusion_fee_charged: column('int64', 'Fee taken at first without the resource fee.', 'stroops'),
  resource_fee_refund: column('int64', 'Fee given back after the transaction.', 'stroops'),
  non_refundable_resource_fee_charged: column('int64', 'Charged for instructions, reads and size.', 'stroops'),
  refundable_resource_fee_charged: column('int64', 'Charged for events, return value and rent.', 'stroops'),
  rent_fee_charged: column('int64', 'The part of the refundable fee that is rent.', 'stroops'),
};

type SorobanColumns = ColumnsOf<TableSpec<typeof sorobanColumns>>;

/** Protocol 20 states a wrong fee for a Soroban fee bump (stellar-core issue 4188). */
const FIXED_FEE_PROTOCOL = 21;

const at = atSorobanTransactionData();

/** Writes the columns, and with them `fee_charged`, which depends on them before protocol 21. */
export function pushSoroban(
  out: SorobanColumns & { fee_charged: Int64Column },
  context: Context,
  transaction: LedgerTransaction,
): void {
  const { view, ledger } = context;
  const { envelope, result } = transaction;
  if (view.getInt32(envelope.ext) === 0) {
    out.fee_charged.pushAt(view, result);
    pushNothing(out);
    return;
  }
  locateSorobanTransactionData(view, envelope.ext + 4, at);
  pushResources(out, view);
  const resourceFee = view.getBigInt64(at.resourceFee);
  const refund = feeRefund(context, transaction);
  if (ledger.protocolVersion < FIXED_FEE_PROTOCOL && envelope.isFeeBump)
    out.fee_charged.pushBigInt(resourceFee - refund);
  else out.fee_charged.pushAt(view, result);
  const bid = envelope.isFeeBump ? view.getBigInt64(envelope.outerFee) : BigInt(view.getUint32(envelope.fee));
  out.inclusion_fee_bid.pushBigInt(bid - resourceFee);
  out.inclusion_fee_charged.pushBigInt(initialFee(context, transaction) - resourceFee);
  out.resource_fee_refund.pushBigInt(refund);
  pushCharges(out, view, transaction.sorobanMeta);
}

function pushNothing(out: SorobanColumns): void {
  out.soroban_resources_archived_entries_json.pushNull();
  out.resource_fee.push(0, 0);
  out.soroban_resources_instructions.push(0, 0);
  out.soroban_resources_read_bytes.push(0, 0);
  out.soroban_resources_disk_read_bytes.push(0, 0);
  out.soroban_resources_write_bytes.push(0, 0);
  out.inclusion_fee_bid.push(0, 0);
  out.inclusion_fee_charged.push(0, 0);
  out.resource_fee_refund.push(0, 0);
  out.non_refundable_resource_fee_charged.push(0, 0);
  out.refundable_resource_fee_charged.push(0, 0);
  out.rent_fee_charged.push(0, 0);
}

/** The resources end with instructions, bytes to read and bytes to write; the fee follows. */
function pushResources(out: SorobanColumns, view: DataView): void {
  const end = at.resourceFee;
  out.resource_fee.pushAt(view, end);
  out.soroban_resources_instructions.push(0, view.getUint32(end - 12));
  out.soroban_resources_read_bytes.push(0, view.getUint32(end - 8));
  out.soroban_resources_disk_read_bytes.push(0, view.getUint32(end - 8));
  out.soroban_resources_write_bytes.push(0, view.getUint32(end - 4));
  pushArchivedEntries(out.soroban_resources_archived_entries_json, view, at.ext);
}

function pushArchivedEntries(column: Utf8Column, view: DataView, ext: number): void {
  const count = view.getInt32(ext) === 0 ? 0 : view.getUint32(ext + 4);
  if (count === 0) return column.pushNull();
  for (let i = 0; i < count; i++) {
    column.writer.ascii(i === 0 ? '[' : ',');
    column.writer.integer(view.getUint32(ext + 8 + i * 4));
  }
  column.ascii(']');
}

/** The three fees stand in the extension of the Soroban meta, after the extension's own extension. */
function pushCharges(out: SorobanColumns, view: DataView, meta: number): void {
  const charges = [
    out.non_refundable_resource_fee_charged,
    out.refundable_resource_fee_charged,
    out.rent_fee_charged,
  ] as const;
  const known = meta !== ABSENT && view.getInt32(meta) !== 0;
  charges.forEach((charge, i) => (known ? charge.pushAt(view, meta + 8 + i * 8) : charge.push(0, 0)));
}

/** What fee processing took from the fee account. */
function initialFee(context: Context, transaction: LedgerTransaction): bigint {
  const { ledger } = context;
  const before = ledger.transactions[transaction.order - 2];
  return -balanceGain(context, transaction, before ? before.endPost : 0, transaction.firstBefore);
}

/** What came back to the fee account: with the transaction (meta V3), or after all transactions (protocol 23). */
function feeRefund(context: Context, transaction: LedgerTransaction): bigint {
  const { metaVersion, firstAfter, firstPost, endPost } = transaction;
  if (metaVersion < 3) return 0n;
  return balanceGain(context, transaction, firstAfter, metaVersion === 3 ? firstPost : endPost);
}

/**
 * The fee account's last balance less its last state before, in changes `from` to `to`. As in the reference, an
 * account that is named with a muxed id is not found, and its gain is 0.
 */
function balanceGain({ ledger, view }: Context, { envelope }: LedgerTransaction, from: number, to: number): bigint {
  const account = envelope.isFeeBump ? envelope.feeSource : envelope.source;
  if (view.getInt32(account) !== 0) return 0n;
  let start = 0n;
  let end = 0n;
  for (let index = from; index < to; index++) {
    const change = ledger.changes.start(index);
    const kind = view.getInt32(change);
    // The change's kind, the ledger of the last modification, the entry's type, then key type and key.
    if (kind !== LedgerEntryChangeType.ledgerEntryUpdated && kind !== LedgerEntryChangeType.ledgerEntryState) continue;
    if (view.getInt32(change + 8) !== LedgerEntryType.account || !sameKey(view, change + 16, account + 4)) continue;
    const balance = view.getBigInt64(change + 48);
    if (kind === LedgerEntryChangeType.ledgerEntryUpdated) end = balance;
    else start = balance;
  }
  return end - start;
}

function sameKey(view: DataView, a: number, b: number): boolean {
  for (let i = 0; i < 32; i += 4) if (view.getInt32(a + i) !== view.getInt32(b + i)) return false;
  return true;
}
