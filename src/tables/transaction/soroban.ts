/** What a Soroban transaction declares, and what it paid. A classic one pays an inclusion fee only; the rest is 0. */
import type { Int64Column, Utf8Column } from '../../arrow/columns.ts';
import { column, nullable, type ColumnsOf, type TableSpec } from '../../arrow/table.ts';
import { isSorobanTransaction } from '../../ledger/soroban.ts';
import { ABSENT, type Envelope, type LedgerTransaction } from '../../ledger/transaction.ts';
import { skipLedgerKey, skipSorobanTransactionDataExt } from '../../xdr/generated/skip.ts';
import type { Context } from '../context.ts';
import { payerKey, returnedTo, takenFrom } from './fee-changes.ts';

export const sorobanColumns = {
  resource_fee: column('int64', 'Resource fee that the transaction bids; 0 for a classic transaction.', 'stroops'),
  soroban_resources_instructions: column('int64', 'Declared instructions.', 'instructions'),
  soroban_resources_read_bytes: column(
    'int64',
    'Declared bytes to read from disk; older name of soroban_resources_disk_read_bytes.',
    'bytes',
  ),
  soroban_resources_disk_read_bytes: column('int64', 'Declared bytes to read from disk.', 'bytes'),
  soroban_resources_write_bytes: column('int64', 'Declared bytes to write.', 'bytes'),
  soroban_resources_archived_entries_json: nullable(
    'utf8',
    'Indexes into the read-write footprint of the entries to restore.',
    'JSON',
  ),
  soroban_footprint_read_only: nullable(
    'int32',
    'Entries of the read-only footprint; null for a classic transaction.',
    'entries',
  ),
  soroban_footprint_read_write: nullable(
    'int32',
    'Entries of the read-write footprint; null for a classic transaction.',
    'entries',
  ),
  inclusion_fee_bid: column(
    'int64',
    'Maximum fee bid without the resource fee; for a fee bump, of the outer bid.',
    'stroops',
  ),
  inclusion_fee_charged: column(
    'int64',
    'Fee paid without the resource fee; for a classic transaction, the whole fee.',
    'stroops',
  ),
  resource_fee_refund: column('int64', 'Part of the resource fee that was refunded after the transaction.', 'stroops'),
  non_refundable_resource_fee_charged: column(
    'int64',
    'Resource fee paid for instructions, reads and size.',
    'stroops',
  ),
  refundable_resource_fee_charged: column('int64', 'Resource fee paid for events, return value and rent.', 'stroops'),
  rent_fee_charged: column('int64', 'Rent fee paid; a part of refundable_resource_fee_charged.', 'stroops'),
};

type SorobanColumns = ColumnsOf<TableSpec<typeof sorobanColumns>>;

/** Before it, the result of a Soroban fee bump states the fee before the refund (stellar-core issue 4188). */
const FIXED_FEE_PROTOCOL = 21;

/** A 64-bit integer in two halves: a BigInt costs 50 ns and more at each step. */
class Int64 {
  high = 0;
  low = 0;

  setAt(view: DataView, p: number): this {
    this.high = view.getInt32(p);
    this.low = view.getInt32(p + 4);
    return this;
  }

  /** Sets it to the integer at `a` less that at `b`, where one that is absent is 0. */
  setDifference(view: DataView, a: number, b: number): this {
    if (a !== ABSENT) this.setAt(view, a);
    return b === ABSENT ? this : this.subtractAt(view, b);
  }

  subtractAt(view: DataView, p: number): this {
    return this.#subtract(view.getInt32(p), view.getInt32(p + 4));
  }

  subtract({ high, low }: Int64): this {
    return this.#subtract(high, low);
  }

  #subtract(high: number, low: number): this {
    const borrow = this.low >>> 0 < low >>> 0 ? 1 : 0;
    this.low = (this.low - low) | 0;
    this.high = (this.high - high - borrow) | 0;
    return this;
  }

  push(column: Int64Column): void {
    column.push(this.high, this.low);
  }

  get number(): number {
    return this.high * 4294967296 + (this.low >>> 0);
  }
}

/** Writes the columns of the row, and with them `fee_charged`, which depends on them before protocol 21. */
export function pushSoroban(
  out: SorobanColumns & { fee_charged: Int64Column },
  row: number,
  context: Context,
  transaction: LedgerTransaction,
): void {
  const { view } = context;
  const { envelope, result } = transaction;
  if (!isSorobanTransaction(view, envelope)) {
    out.fee_charged.pushAt(view, result);
    bidOf(view, envelope).push(out.inclusion_fee_bid);
    out.inclusion_fee_charged.pushAt(view, result);
    return pushNothing(out);
  }
  // The extension ends with the resources and the fee for them.
  const resourceFee = envelope.extEnd - 8;
  pushResources(out, row, view, envelope.ext + 4, resourceFee);
  chargedFee(context, transaction).push(out.fee_charged);
  refundOf(context, transaction).push(out.resource_fee_refund);
  bidOf(view, envelope).subtractAt(view, resourceFee).push(out.inclusion_fee_bid);
  takenFee(context, transaction).subtractAt(view, resourceFee).push(out.inclusion_fee_charged);
  pushCharges(out, view, transaction.sorobanMeta);
}

/** Returns what a transaction paid in the end. */
export function chargedFee(context: Context, transaction: LedgerTransaction): Int64 {
  const { view, ledger } = context;
  const isStated = ledger.protocolVersion >= FIXED_FEE_PROTOCOL || !isSorobanTransaction(view, transaction.envelope);
  if (isStated) return new Int64().setAt(view, transaction.result);
  return takenFee(context, transaction).subtract(refundOf(context, transaction));
}

/** Returns the most that the transaction may be charged, of a fee bump by the outer one. */
function bidOf(view: DataView, { isFeeBump, outerFee, fee }: Envelope): Int64 {
  const bid = new Int64();
  if (isFeeBump) return bid.setAt(view, outerFee);
  bid.low = view.getInt32(fee);
  return bid;
}

/** Returns what fee processing took from the account that pays. */
function takenFee(context: Context, transaction: LedgerTransaction): Int64 {
  const { start, end } = takenFrom(context, transaction, payerKey(context, transaction));
  return new Int64().setDifference(context.view, start, end);
}

/** Returns what came back to that account. */
function refundOf(context: Context, transaction: LedgerTransaction): Int64 {
  const { start, end } = returnedTo(context, transaction, payerKey(context, transaction));
  return new Int64().setDifference(context.view, end, start);
}

function pushNothing(out: SorobanColumns): void {
  out.resource_fee.push(0, 0);
  out.soroban_resources_instructions.push(0, 0);
  out.soroban_resources_read_bytes.push(0, 0);
  out.soroban_resources_disk_read_bytes.push(0, 0);
  out.soroban_resources_write_bytes.push(0, 0);
  out.resource_fee_refund.push(0, 0);
  out.non_refundable_resource_fee_charged.push(0, 0);
  out.refundable_resource_fee_charged.push(0, 0);
  out.rent_fee_charged.push(0, 0);
}

/**
 * Writes the SorobanTransactionData at `data`. Its resources end with instructions, read and written bytes; `end` is the fee.
 */
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
