/** Effects of calls of contracts: what asset contracts say they moved. */
import { Piece } from '../../core/bytes.ts';
import { ABSENT } from '../../ledger/transaction.ts';
import { ScAddressType } from '../../xdr/generated/enums.ts';
import { eachAssetMovement, type AssetMovement } from '../operation/asset-movements.ts';
import type { OperationAt } from '../operation/operation-at.ts';
import type { MovementTopic } from '../event/token-topic.ts';
import type { EffectRows } from './rows.ts';
import { effectType, type EffectType } from './types.ts';

const topics: Record<MovementTopic, Piece> = {
  burn: new Piece('burn'),
  clawback: new Piece('clawback'),
  mint: new Piece('mint'),
  transfer: new Piece('transfer'),
};

/** account_debited and contract_debited of who gave, account_credited and contract_credited of who got; of each movement. */
export function addInvokeHostFunction(rows: EffectRows, at: OperationAt): void {
  eachAssetMovement(at, (movement) => {
    const { from, to } = movement;
    if (from !== ABSENT) addSide(rows, movement, from, effectType.accountDebited, effectType.contractDebited);
    if (to !== ABSENT) addSide(rows, movement, to, effectType.accountCredited, effectType.contractCredited);
  });
}

/** Of what is no account the operation's source has the effect. */
function addSide(
  rows: EffectRows,
  { topic, asset, amount }: AssetMovement,
  address: number,
  ofAccount: EffectType,
  ofContract: EffectType,
): void {
  const details = rows.open();
  details.asset = asset.asset;
  details.contractEventType = topics[topic];
  setAmount(rows, amount);
  const isAccount = rows.w.view.getInt32(address) === ScAddressType.scAddressTypeAccount;
  if (!isAccount) details.contract = address;
  rows.close();
  // An account: the type of address, the type of key, the key.
  if (isAccount) rows.account(ofAccount, address + 8);
  else rows.source(ofContract);
}

/** An amount of more bits than the column of amounts has, which is of none below 0, has another. */
function setAmount({ w: { view }, details }: EffectRows, p: number): void {
  if (view.getBigInt64(p) === 0n && view.getInt32(p + 8) >= 0) details.amount.at(view, p + 8);
  else details.wideAmount = p;
}
