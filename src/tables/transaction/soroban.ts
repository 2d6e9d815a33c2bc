/** What a Soroban transaction declares, and what it paid; all is 0 for a classic one. */
import type { Int64Column, Utf8Column } from '../../arrow/columns.ts';
import { column, nullable, type ColumnsOf, type TableSpec } from '../../arrow/table.ts';
import { ABSENT, type LedgerTransaction } from '../../ledger/transaction.ts';
import { skipLedgerKey, skipSorobanTransactionDataExt } from '../../xdr/generated/skip.ts';
import type { Context } from '../context.ts';
import { returnedTo, takenFrom } from './fee-changes.ts';

export const sorobanColumns = {
  resource_fee: column('int64', 'Bid for resources.', 'stroops'),
  soroban_resources_instructions: column('int64', 'Instructions declared.', 'instructions'),
  soroban_resources_read_bytes: column('int64', 'Older name of soroban_resources_disk_read_bytes.', 'bytes'),
  soroban_resources_disk_read_bytes: column('int64', 'Bytes to read from disk, as declared.', 'bytes'),
  soroban_resources_write_bytes: column('int64', 'Bytes to write, as declared.', 'bytes'),
  soroban_resources_archived_entries_json: nullable(
    'utf8',
    'Indexes into the read-write footprint of the entries to restore, as a JSON list.',
  ),
  soroban_footprint_read_only: nullable('int32', 'Entries that may be read; null of a classic transaction.', 'entries'),
  soroban_footprint_read_write: nullable(
    'int32',
    'Entries that may be written; null of a classic transaction.',
    'entries',
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

/** A 64-bit integer in two halves: a BigInt costs 50 ns and more at each step. */
class Int64 {
  high = 0;
  low = 0;

  set(view: DataView, p: number): void {
    this.high = view.getInt32(p);
    this.low = view.getInt32(p + 4);
  }

  setUint32(value: number): void {
    this.high = 0;
    this.low = value | 0;
  }

  /** Sets it to the integer at `a` less that at `b`, where one that is absent is 0, and returns it. */
  setDifference(view: DataView, a: number, b: number): this {
    if (a === ABSENT) this.setUint32(0);
    else this.set(view, a);
    if (b !== ABSENT) this.subtract(view.getInt32(b), view.getInt32(b + 4));
    return this;
  }

  subtract(high: number, low: number): void {
    const borrow = this.low >>> 0 < low >>> 0 ? 1 : 0;
    this.low = (this.low - low) | 0;
    this.high = (this.high - high - borrow) | 0;
  }

  push(column: Int64Column): void {
    column.push(this.high, this.low);
  }
}

/** Writes the columns of the row, and with them `fee_charged`, which depends on them before protocol 21. */
export function pushSoroban(
  out: SorobanColumns & { fee_charged: Int64Column },
  row: number,
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
  // The extension ends with the resources and the fee for them.
  const resourceFee = envelope.extEnd - 8;
  pushResources(out, row, view, envelope.ext + 4, resourceFee);
  const refund = refundOf(context, transaction);
  refund.push(out.resource_fee_refund);
  const fee = new Int64();
  if (ledger.protocolVersion < FIXED_FEE_PROTOCOL && envelope.isFeeBump) {
    fee.set(view, resourceFee);
    fee.subtract(refund.high, refund.low);
    fee.push(out.fee_charged);
  } else out.fee_charged.pushAt(view, result);
  if (envelope.isFeeBump) fee.set(view, envelope.outerFee);
  else fee.setUint32(view.getUint32(envelope.fee));
  pushInclusionFee(out.inclusion_fee_bid, fee, view, resourceFee);
  pushInclusionFee(out.inclusion_fee_charged, initialFee(context, transaction), view, resourceFee);
  pushCharges(out, view, transaction.sorobanMeta);
}

/** What is left of the fee without the resource fee. */
function pushInclusionFee(column: Int64Column, fee: Int64, view: DataView, resourceFee: number): void {
  fee.subtract(view.getInt32(resourceFee), view.getInt32(resourceFee + 4));
  fee.push(column);
}

function pushNothing(out: SorobanColumns): void {
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

/** Writes the SorobanTransactionData at `data`, whose resources, up to the fee at `end`, end with instructions, bytes to read and to write. */
function pushResources(out: SorobanColumns, row: number, view: DataView, data: number, end: number): void {
  out.resource_fee.pushAt(view, end);
  out.soroban_resources_instructions.push(0, view.getUint32(end - 12));
  out.soroban_resources_read_bytes.push(0, view.getUint32(end - 8));
  out.soroban_resources_disk_read_bytes.push(0, view.getUint32(end - 8));
  out.soroban_resources_write_bytes.push(0, view.getUint32(end - 4));
  pushArchivedEntries(out.soroban_resources_archived_entries_json, row, view, data);
  pushFootprint(out, row, view, skipSorobanTransactionDataExt(view, data));
}

/** The resources begin with two lists of keys. */
function pushFootprint(out: SorobanColumns, row: number, view: DataView, p: number): void {
  const readOnly = view.getUint32(p);
  p += 4;
  for (let i = 0; i < readOnly; i++) p = skipLedgerKey(view, p);
  out.soroban_footprint_read_only.at(row).push(readOnly);
  out.soroban_footprint_read_write.at(row).push(view.getUint32(p));
}

function pushArchivedEntries(column: Utf8Column, row: number, view: DataView, ext: number): void {
  const count = view.getInt32(ext) === 0 ? 0 : view.getUint32(ext + 4);
  if (count === 0) return;
  column.at(row);
  for (let i = 0; i < count; i++) {
    column.writer.ascii(i === 0 ? '[' : ',');
    column.writer.integer(view.getUint32(ext + 8 + i * 4));
  }
  column.ascii(']');
}

/** The three fees stand in the extension of the Soroban meta, after the extension's own extension. */
function pushCharges(out: SorobanColumns, view: DataView, meta: number): void {
  const known = meta !== ABSENT && view.getInt32(meta) !== 0;
  out.non_refundable_resource_fee_charged.pushOptionalAt(view, known ? meta + 8 : ABSENT);
  out.refundable_resource_fee_charged.pushOptionalAt(view, known ? meta + 16 : ABSENT);
  out.rent_fee_charged.pushOptionalAt(view, known ? meta + 24 : ABSENT);
}

/** Returns what fee processing took from the fee account. */
function initialFee(context: Context, transaction: LedgerTransaction): Int64 {
  const { start, end } = takenFrom(context, transaction, payer(context, transaction));
  return new Int64().setDifference(context.view, start, end);
}

/** Returns what came back to the fee account. */
function refundOf(context: Context, transaction: LedgerTransaction): Int64 {
  const { start, end } = returnedTo(context, transaction, payer(context, transaction));
  return new Int64().setDifference(context.view, end, start);
}

/** Where the fee account's key stands. As in the reference, an account that is named with a muxed id is not found. */
function payer({ view }: Context, { envelope }: LedgerTransaction): number {
  const account = envelope.isFeeBump ? envelope.feeSource : envelope.source;
  return view.getInt32(account) === 0 ? account + 4 : ABSENT;
}
