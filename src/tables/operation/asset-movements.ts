/** What a call of contracts moved of assets, as their contracts tell of it (CAP-46-06, CAP-67). */
import type { AssetContract } from '../asset/assets.ts';
import type { TokenEvent } from '../event/token-event.ts';
import { isMovement, type MovementTopic } from '../event/token-topic.ts';
import type { OperationAt } from './operation-at.ts';

/** A movement of an asset. */
export type AssetMovement = TokenEvent & { topic: MovementTopic; asset: AssetContract };

/** Calls `visit` with each movement of an asset among the events of the operation. */
export function eachAssetMovement(at: OperationAt, visit: (movement: AssetMovement) => void): void {
  for (const event of at.tokenEvents) if (event.asset && isMovement(event.topic)) visit(event as AssetMovement);
}
