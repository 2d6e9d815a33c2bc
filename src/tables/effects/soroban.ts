/** Effects of calls of contracts: what asset contracts say they moved. */
import type { Piece } from '../../bytes.ts';
import { ABSENT } from '../../ledger/transaction.ts';
import { ScAddressType, ScValType } from '../../xdr/generated/enums.ts';
import { skipContractEvent } from '../../xdr/generated/skip.ts';
import { operationEventLists } from '../../ledger/meta-events.ts';
import type { OperationAt } from '../operation/operation-at.ts';
import { readMovement, type AssetMovement } from '../details/asset-movement.ts';
import { piece } from '../details/pieces.ts';
import type { TokenTopic } from '../event/token-topic.ts';
import type { EffectRows } from './rows.ts';
import { effectType, type EffectType } from './types.ts';

const kinds: Record<TokenTopic, Piece> = {
  burn: piece('burn'),
  clawback: piece('clawback'),
  mint: piece('mint'),
  transfer: piece('transfer'),
};

/** account_debited and contract_debited of who gave, account_credited and contract_credited of who got; of each movement. */
export function addInvokeHostFunction(rows: EffectRows, at: OperationAt): void {
  const { view } = at;
  let p = operationEventLists(view, at.transaction)[at.index] ?? ABSENT;
  if (p === ABSENT) return;
  const count = view.getUint32(p);
  p += 4;
  for (let i = 0; i < count; i++) {
    const movement = readMovement(at, p);
    if (movement) addMovement(rows, movement);
    p = skipContractEvent(view, p);
  }
}

function addMovement(rows: EffectRows, movement: AssetMovement): void {
  const { from, to } = movement;
  if (from !== ABSENT) addSide(rows, movement, from, effectType.accountDebited, effectType.contractDebited);
  if (to !== ABSENT) addSide(rows, movement, to, effectType.accountCredited, effectType.contractCredited);
}

/** Of what is no account the operation's source has the effect. */
function addSide(
  rows: EffectRows,
  { kind, asset, amount }: AssetMovement,
  address: number,
  ofAccount: EffectType,
  ofContract: EffectType,
): void {
  const details = rows.open();
  details.asset = asset.asset;
  details.contractEventType = kinds[kind];
  setAmount(rows, amount);
  const isAccount = rows.w.view.getInt32(address) === ScAddressType.scAddressTypeAccount;
  if (!isAccount) details.contract = address;
  rows.close();
  // An account: the type of address, the type of key, the key.
  if (isAccount) rows.account(ofAccount, address + 8);
  else rows.source(ofContract);
}

/** An amount of more bits than the column of amounts has, which is of none below 0, has another. */
function setAmount({ w, details }: EffectRows, p: number): void {
  const { view } = w;
  if (view.getInt32(p) !== ScValType.scvI128) return details.amount.set(0, 0);
  if (view.getBigInt64(p + 4) === 0n && view.getInt32(p + 12) >= 0) return details.amount.at(view, p + 12);
  details.wideAmount = p;
}
