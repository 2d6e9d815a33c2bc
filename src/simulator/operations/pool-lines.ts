/** Counts the trust lines of a pool's shares, and creates and removes the pool with them. */
import type { AccountId, AssetId } from '../state/entries.ts';
import { issuerOf, poolKey } from '../state/keys.ts';
import type { PoolParameters } from './assets.ts';
import { maintainsLiabilities } from '../accounts/balances.ts';
import type { OperationContext } from '../context.ts';

/** Why an account cannot trust the shares of a pool. */
export type JoinFailure = 'trust_line_missing' | 'not_authorized';

/** Counts one more holder of a pool's shares, and makes the pool for the first one; says what keeps the account out. */
export function joinPool(
  { state }: Pick<OperationContext, 'state'>,
  { id, assetA, assetB, fee }: PoolParameters,
  owner: AccountId,
): JoinFailure | undefined {
  for (const asset of [assetA, assetB]) {
    if (!needsLine(owner, asset)) continue;
    const line = state.trustLine(owner, asset);
    if (!line) return 'trust_line_missing';
    if (!maintainsLiabilities(line)) return 'not_authorized';
    state.put({ ...line, poolUses: line.poolUses + 1, extension: 2 });
  }
  const pool = state.liquidityPool(id);
  if (pool) {
    state.put({ ...pool, trustLines: pool.trustLines + 1n });
    return undefined;
  }
  const empty = { reserveA: 0n, reserveB: 0n, totalShares: 0n, trustLines: 1n, lastModified: state.ledger };
  state.put({ kind: 'liquidity_pool', key: poolKey(id), id, assetA, assetB, fee, ...empty });
  return undefined;
}

/** Counts one holder of a pool's shares less, and removes the pool after the last one. */
export function leavePool({ state }: Pick<OperationContext, 'state'>, id: string, owner: AccountId): void {
  const pool = state.liquidityPool(id)!;
  for (const asset of [pool.assetA, pool.assetB]) {
    const line = needsLine(owner, asset) ? state.trustLine(owner, asset) : undefined;
    if (line) state.put({ ...line, poolUses: line.poolUses - 1 });
  }
  if (pool.trustLines === 1n) state.remove(pool);
  else state.put({ ...pool, trustLines: pool.trustLines - 1n });
}

const needsLine = (owner: AccountId, asset: AssetId) => asset !== 'native' && issuerOf(asset) !== owner;
