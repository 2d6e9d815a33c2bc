/** Details of operations that pay: create account, payment, path payments, account merge. */
import { ABSENT } from '../../ledger/transaction.ts';
import type { ValueWriter } from '../json/value-writer.ts';
import { sentAmount } from '../operation/claim-atoms.ts';
import { PUBLIC_KEY, type OperationAt } from '../operation/operation-at.ts';
import { pathAsset } from './assets.ts';
import { writeMuxed, type DetailRow } from './columns.ts';
import { member, party } from './pieces.ts';
import { writeMuxedId } from './values.ts';

const COMMA = 44;
const name = {
  account: party('account'),
  from: party('from'),
  funder: party('funder'),
  into: party('into'),
  path: member('path'),
  to: party('to'),
};

export function writeCreateAccount(w: ValueWriter, { view, body, sourceId }: OperationAt, out: DetailRow): void {
  writeMuxedId(w, name.funder, sourceId);
  out.account(out.columns.destination, view, body + 4);
  out.lumens();
  out.int64(out.columns.amount_stroops, view, body + PUBLIC_KEY);
}

export function writePayment(w: ValueWriter, { view, body, sourceId }: OperationAt, out: DetailRow): void {
  writeMuxedId(w, name.from, sourceId);
  const asset = writeMuxed(w, name.to, out, out.columns.destination, body);
  out.int64(out.columns.amount_stroops, view, out.writeAsset(out.asset, view, asset));
}

export function writeAccountMerge(w: ValueWriter, at: OperationAt, out: DetailRow): void {
  writeMuxedId(w, name.account, at.sourceId);
  writeMuxed(w, name.into, out, out.columns.destination, at.body);
  out.lumens();
  if (at.success !== ABSENT) out.int64(out.columns.amount_stroops, at.view, at.success);
}

/** What was sent is in the result; of a failed operation it is 0. */
export function writePathPaymentStrictReceive(w: ValueWriter, at: OperationAt, out: DetailRow): void {
  const { claims, view } = at;
  const { columns } = out;
  writeMuxedId(w, name.from, at.sourceId);
  const sendMax = out.writeAsset(out.sourceAsset, view, at.body);
  const path = writeReceived(w, at, out, sendMax + 8);
  out.int64(columns.amount_stroops, view, path - 8);
  out.int64(columns.source_max_stroops, view, sendMax);
  out.stroops(columns.source_amount_stroops, claims.open() ? sentAmount(claims, view) : 0n);
  writePath(w, path);
}

/** What was received is in the result; of a failed operation it is 0. */
export function writePathPaymentStrictSend(w: ValueWriter, at: OperationAt, out: DetailRow): void {
  const { claims, view } = at;
  const { columns } = out;
  writeMuxedId(w, name.from, at.sourceId);
  const sent = out.writeAsset(out.sourceAsset, view, at.body);
  const path = writeReceived(w, at, out, sent + 8);
  out.int64(columns.source_amount_stroops, view, sent);
  out.int64(columns.destination_min_stroops, view, path - 8);
  if (claims.open()) out.int64(columns.amount_stroops, view, claims.paidAmount);
  else columns.amount_stroops.at(out.row).push(0, 0);
  writePath(w, path);
}

/** Writes destination and its asset, which an amount follows, and returns where the path stands. */
function writeReceived(w: ValueWriter, { view }: OperationAt, out: DetailRow, p: number): number {
  const asset = writeMuxed(w, name.to, out, out.columns.destination, p);
  return out.writeAsset(out.asset, view, asset) + 8;
}

function writePath(w: ValueWriter, p: number): void {
  w.piece(name.path);
  const count = w.view.getUint32(p);
  if (count === 0) return w.ascii('null');
  p += 4;
  for (let i = 0; i < count; i++) {
    w.byte(i === 0 ? 91 : COMMA);
    p = pathAsset.write(w, p);
  }
  w.byte(93);
}
