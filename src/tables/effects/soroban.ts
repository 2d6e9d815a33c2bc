/** Effects of calls of contracts: what asset contracts say they moved. */
import type { Piece } from '../../bytes.ts';
import { ABSENT } from '../../ledger/transaction.ts';
import { ScAddressType } from '../../xdr/generated/enums.ts';
import { skipContractEvent } from '../../xdr/generated/skip.ts';
import { operationEventLists } from '../event-lists.ts';
import type { OperationAt } from '../operation-at.ts';
import { readMovement, writeMovedAmount, type AssetMovement } from '../operation-details/asset-movement.ts';
import { plainNames } from '../operation-details/assets.ts';
import { append, member, piece } from '../operation-details/pieces.ts';
import { writeScAddress } from '../../xdr/address.ts';
import type { TokenTopic } from '../token-topic.ts';
import type { EffectRows } from './rows.ts';
import { effectType, type EffectType } from './types.ts';

const QUOTE = 34;
const name = { amount: member('amount'), contract: member('contract') };
const kinds: Record<TokenTopic, Piece> = {
  burn: piece(',"contract_event_type":"burn"'),
  clawback: piece(',"contract_event_type":"clawback"'),
  mint: piece(',"contract_event_type":"mint"'),
  transfer: piece(',"contract_event_type":"transfer"'),
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
  const w = rows.open();
  plainNames.writeFrom(w, asset.view, asset.xdr, 0);
  append(w, kinds[kind]);
  append(w, name.amount);
  w.byte(QUOTE);
  writeMovedAmount(w, amount);
  w.byte(QUOTE);
  const isAccount = w.view.getInt32(address) === ScAddressType.scAddressTypeAccount;
  if (!isAccount) {
    append(w, name.contract);
    w.byte(QUOTE);
    writeScAddress(w, w.view, address);
    w.byte(QUOTE);
  }
  rows.close();
  // An account: the type of address, the type of key, the key.
  if (isAccount) rows.account(ofAccount, address + 8);
  else rows.source(ofContract);
}
