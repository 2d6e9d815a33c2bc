/** What a transaction says about itself: its memo, and the conditions under which it may be applied. */
import type { Utf8Column } from '../../arrow/columns.ts';
import { column, nullable, oneOf, type ColumnsOf, type TableSpec } from '../../arrow/table.ts';
import type { ByteWriter } from '../../core/bytes.ts';
import type { Envelope } from '../../ledger/transaction.ts';
import { MemoType, PreconditionType } from '../../xdr/generated/enums.ts';
import { jsonSignerKey } from '../../xdr/json-values.ts';
import { goNames, GoPieces } from '../../xdr/names.ts';
import { pushBytes, pushText, type Context } from '../context.ts';

export const conditionColumns = {
  memo_type: oneOf(column('utf8', 'Type of the memo, by its Go name.'), goNames('MemoType', MemoType).values()),
  memo: column(
    'utf8',
    'Memo: text or number as it is, hashes in base64; empty without a memo. Text that is not UTF-8 is escaped.',
  ),
  memo_bytes: nullable('utf8', 'Bytes of a text memo; null for other memos and an empty text.', 'base64'),
  time_bounds: column(
    'utf8',
    'Close times at which the transaction is valid: `[min,max)` in seconds since 1970, `[min,)` without an end; empty without bounds.',
  ),
  ledger_bounds: column(
    'utf8',
    'Ledgers in which the transaction is valid: `[min,max)`, `[min,)` without an end; empty without bounds.',
  ),
  min_account_sequence: nullable(
    'int64',
    'Least sequence number that the source account must have, if not the one before account_sequence.',
  ),
  min_account_sequence_age: nullable(
    'utf8',
    "Least age of the source account's sequence number in seconds, for the transaction to be valid.",
    'seconds',
  ),
  min_account_sequence_ledger_gap: nullable(
    'int64',
    "Least age of the source account's sequence number in ledgers, for the transaction to be valid.",
    'ledgers',
  ),
  extra_signers_json: nullable('utf8', 'Keys that must sign the transaction too.', 'JSON'),
};

type ConditionColumns = ColumnsOf<TableSpec<typeof conditionColumns>>;

/** Writes the memo and the conditions of the envelope's inner transaction to the row. */
export function pushConditions(out: ConditionColumns, row: number, context: Context, { memo, cond }: Envelope): void {
  const { view } = context;
  pushMemo(out, row, context, memo);
  const kind = view.getInt32(cond);
  if (kind === PreconditionType.precondV2) return pushPreconditions(out, row, context, cond + 4);
  if (kind === PreconditionType.precondTime) pushTimeBounds(out.time_bounds, view, cond + 4);
  else out.time_bounds.ascii('');
  out.ledger_bounds.ascii('');
}

const memoTypes = new GoPieces('MemoType', MemoType);

function pushMemo(
  { memo_type: type, memo, memo_bytes }: ConditionColumns,
  row: number,
  context: Context,
  p: number,
): void {
  const { view } = context;
  const kind = view.getInt32(p);
  type.piece(memoTypes.of(kind));
  switch (kind) {
    case MemoType.memoNone:
      return memo.ascii('');
    case MemoType.memoText:
      pushBytes(memo_bytes, row, view, p + 4);
      return pushText(memo, context, p + 4);
    case MemoType.memoId:
      memo.writer.unsigned64(view.getUint32(p + 4), view.getUint32(p + 8));
      return memo.end();
    default:
      memo.base64(view, p + 4, p + 36);
  }
}

/** The PreconditionsV2 at `p`: three options, two numbers, a list of keys. */
function pushPreconditions(out: ConditionColumns, row: number, context: Context, p: number): void {
  const { view } = context;
  if (view.getUint32(p) === 0) out.time_bounds.ascii('');
  else pushTimeBounds(out.time_bounds, view, p + 4);
  p += view.getUint32(p) === 0 ? 4 : 20;
  if (view.getUint32(p) === 0) out.ledger_bounds.ascii('');
  else pushLedgerBounds(out.ledger_bounds, view, p + 4);
  p += view.getUint32(p) === 0 ? 4 : 12;
  if (view.getUint32(p) !== 0) out.min_account_sequence.at(row).pushAt(view, p + 4);
  p += view.getUint32(p) === 0 ? 4 : 12;
  const age = out.min_account_sequence_age.at(row);
  writeUint64(age.writer, view, p);
  age.end();
  out.min_account_sequence_ledger_gap.at(row).push(0, view.getUint32(p + 8));
  pushSigners(out.extra_signers_json, row, context, p + 12);
}

function pushSigners(column: Utf8Column, row: number, { view, json }: Context, p: number): void {
  const count = view.getUint32(p);
  if (count === 0) return;
  json.length = 0;
  p += 4;
  for (let i = 0; i < count; i++) {
    json.ascii(i === 0 ? '[' : ',');
    p = jsonSignerKey(json, p);
  }
  json.ascii(']');
  column.at(row).text(json);
}

/** An end of 0 is none. */
function pushTimeBounds(column: Utf8Column, view: DataView, p: number): void {
  const { writer } = column;
  writer.ascii('[');
  writeUint64(writer, view, p);
  writer.ascii(',');
  if (view.getUint32(p + 8) !== 0 || view.getUint32(p + 12) !== 0) writeUint64(writer, view, p + 8);
  writer.ascii(')');
  column.end();
}

/** An end of 0 is none (CAP-21). */
function pushLedgerBounds(column: Utf8Column, view: DataView, p: number): void {
  const { writer } = column;
  writer.ascii('[');
  writer.integer(view.getUint32(p));
  writer.ascii(',');
  if (view.getUint32(p + 4) !== 0) writer.integer(view.getUint32(p + 4));
  writer.ascii(')');
  column.end();
}

function writeUint64(writer: ByteWriter, view: DataView, p: number): void {
  writer.unsigned64(view.getUint32(p), view.getUint32(p + 4));
}
