/** Details of operations on claimable balances. */
import { ABSENT } from '../../ledger/transaction.ts';
import { jsonPublicKey } from '../../xdr/json-values.ts';
import type { JsonWriter } from '../../xdr/json-writer.ts';
import type { OperationAt } from '../operation/operation-at.ts';
import { writeClaimants } from '../json/predicate.ts';
import type { ValueWriter } from '../json/value-writer.ts';
import type { DetailRow } from './columns.ts';
import { member, party } from './pieces.ts';
import { writeMuxedId } from './values.ts';

const name = { claimant: party('claimant'), claimants: member('claimants') };

export function writeCreateClaimableBalance(w: ValueWriter, at: OperationAt, out: DetailRow): void {
  const amount = out.writeAsset(out.asset, at.view, at.body);
  out.int64(out.columns.amount_stroops, at.view, amount);
  w.piece(name.claimants);
  writeClaimants(w, amount + 8, jsonPublicKey);
  if (at.success !== ABSENT) out.balance(at, at.success);
}

export function writeClaimClaimableBalance(w: JsonWriter, at: OperationAt, out: DetailRow): void {
  out.balance(at, at.body);
  writeMuxedId(w, name.claimant, at.sourceId);
}

export function writeClawbackClaimableBalance(_: JsonWriter, at: OperationAt, out: DetailRow): void {
  out.balance(at, at.body);
}
