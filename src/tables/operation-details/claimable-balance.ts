/** Details of operations on claimable balances. */
import { ABSENT } from '../../ledger/transaction.ts';
import { jsonPublicKey } from '../../xdr/json-values.ts';
import type { JsonWriter } from '../../xdr/json-writer.ts';
import type { OperationAt } from '../operation-at.ts';
import { writeClaimants } from '../predicate.ts';
import { canonicalAsset } from './assets.ts';
import { append, idNames, member, party } from './pieces.ts';
import { writeAmount, writeBalanceId, writeParty } from './values.ts';

const name = {
  amount: member('amount'),
  asset: member('asset'),
  balance: idNames('balance_id'),
  claimant: party('claimant'),
  claimants: member('claimants'),
};

export function writeCreateClaimableBalance(w: JsonWriter, at: OperationAt): void {
  append(w, name.asset);
  const amount = canonicalAsset.write(w, at.body);
  writeAmount(w, name.amount, amount);
  append(w, name.claimants);
  writeClaimants(w, amount + 8, jsonPublicKey);
  if (at.success !== ABSENT) writeBalanceId(w, name.balance, at.success);
}

export function writeClaimClaimableBalance(w: JsonWriter, { body, sourceKey, sourceId }: OperationAt): void {
  writeBalanceId(w, name.balance, body);
  writeParty(w, name.claimant, sourceKey, sourceId);
}

export function writeClawbackClaimableBalance(w: JsonWriter, { body }: OperationAt): void {
  writeBalanceId(w, name.balance, body);
}
