/** What a call of contracts moved of assets, as their contracts tell of it (CAP-46-06, CAP-67). */
import { operationEventLists } from '../../ledger/meta-events.ts';
import { skipContractEvent } from '../../xdr/generated/skip.ts';
import type { AssetContract } from '../asset/assets.ts';
import { TokenEvent } from '../event/token-event.ts';
import type { MovementTopic } from '../event/token-topic.ts';
import type { OperationAt } from './operation-at.ts';

/** A movement of an asset. */
export type AssetMovement = TokenEvent & { topic: MovementTopic; asset: AssetContract };

const event = new TokenEvent();

/** Calls `visit` with each movement of an asset among the events of the operation; it is the same object with other fields each time. */
export function eachAssetMovement(at: OperationAt, visit: (movement: AssetMovement) => void): void {
  const { view, transaction, decoder } = at;
  const list = operationEventLists(view, transaction)[at.index];
  if (list === undefined) return;
  let p = list + 4;
  for (let i = view.getUint32(list); i > 0; i--) {
    if (event.readMovement(decoder.contracts, view, p) && event.asset) visit(event as AssetMovement);
    p = skipContractEvent(view, p);
  }
}
