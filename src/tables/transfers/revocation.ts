/**
 * Movements of operations that take the authorisation of a trust line away: the trustor's shares of pools become
 * claimable balances (CAP-38). Nothing but its id says which balance came from which pool.
 */
import { hash } from 'node:crypto';
import { ABSENT } from '../../ledger/transaction.ts';
import { EnvelopeType, LedgerEntryType } from '../../xdr/generated/enums.ts';
import { atClaimableBalanceEntry, locateClaimableBalanceEntry } from '../../xdr/generated/locate.ts';
import { strkeyVersion } from '../../xdr/strkey.ts';
import { assetBytes } from '../asset/assets.ts';
import type { OperationAt } from '../operation/operation-at.ts';
import { growth, type PoolChange } from '../operation/pool-change.ts';
import type { Movement } from './movement.ts';

/** Each pool that changed, in the order of ids, and the balances that were created. */
interface Revocation {
  pools: { id: number; change: PoolChange }[];
  /** Where each ClaimableBalanceEntry starts. */
  balances: number[];
}

/** Throws DecodeError when a balance was created that comes from no pool. */
export function deriveRevocation(at: OperationAt, movement: Movement): void {
  const { pools, balances } = revocation(at);
  if (pools.length === 0 || balances.length === 0) return;
  let explained = 0;
  for (const { id, change } of pools) {
    const assetB = change.assets + assetBytes(at.view, change.assets);
    const fromA = balanceOf(at, balances, id, change.assets);
    const fromB = balanceOf(at, balances, id, assetB);
    explained += Number(fromA !== ABSENT) + Number(fromB !== ABSENT);
    if (fromA !== ABSENT) moveBalance(movement, id, fromA);
    if (fromB !== ABSENT) moveBalance(movement, id, fromB);
    // An asset that the trustor issued itself goes back to where it came from.
    if (fromA !== ABSENT && fromB === ABSENT) burnReserve(movement, id, assetB, change.b);
    if (fromA === ABSENT && fromB !== ABSENT) burnReserve(movement, id, change.assets, change.a);
  }
  if (explained < balances.length) throw at.fault('a claimable balance that comes from no pool', balances[0]);
}

function revocation(at: OperationAt): Revocation {
  const { view, bytes } = at;
  const found: Revocation = { pools: [], balances: [] };
  const changes = at.changes.open();
  while (changes.next()) {
    const { type, pre, post } = changes;
    if (type === LedgerEntryType.claimableBalance && pre === ABSENT && post !== ABSENT) found.balances.push(post + 8);
    if (type !== LedgerEntryType.liquidityPool) continue;
    const shown = post === ABSENT ? pre : post;
    if (shown === ABSENT) throw at.fault('a removed liquidity pool has no state before it', at.body);
    found.pools.push({ id: shown + 8, change: growth(view, pre, post) });
  }
  // The reference goes through changes in the order of their ledger keys.
  const id = (p: number) => bytes.subarray(p, p + 32);
  found.pools.sort((a, b) => Buffer.compare(id(a.id), id(b.id)));
  return found;
}

const entry = atClaimableBalanceEntry();

function moveBalance(movement: Movement, pool: number, balance: number): void {
  locateClaimableBalanceEntry(movement.view, balance, entry);
  movement.setFrom(strkeyVersion.liquidityPool, pool);
  movement.setTo(strkeyVersion.claimableBalance, entry.balanceId + 4);
  movement.setAmountAt(entry.amount);
  movement.move(entry.asset);
}

function burnReserve(movement: Movement, pool: number, asset: number, gain: bigint): void {
  movement.setFrom(strkeyVersion.liquidityPool, pool);
  movement.setAmount(-gain);
  movement.burn(asset);
}

/** Returns the balance whose id the pool and the asset give, or -1. */
function balanceOf(at: OperationAt, balances: number[], pool: number, asset: number): number {
  const id = hash('sha256', revokePreimage(at, pool, asset), 'buffer');
  return balances.find((balance) => id.equals(at.bytes.subarray(balance + 4, balance + 36))) ?? ABSENT;
}

/** HashIDPreimage of a pool's revocation: source and sequence of the transaction, number of the operation, pool, asset. */
function revokePreimage({ view, bytes, transaction, index }: OperationAt, pool: number, asset: number): Uint8Array {
  const { envelope } = transaction;
  const assetEnd = asset + assetBytes(view, asset);
  const preimage = Buffer.alloc(4 + 36 + 8 + 4 + 32 + assetEnd - asset);
  const source = envelope.isV0 ? envelope.source : envelope.source + (view.getInt32(envelope.source) === 0 ? 4 : 12);
  preimage.writeInt32BE(EnvelopeType.envelopeTypePoolRevokeOpId, 0);
  preimage.set(bytes.subarray(source, source + 32), 8);
  preimage.set(bytes.subarray(envelope.sequence, envelope.sequence + 8), 40);
  preimage.writeUInt32BE(index, 48);
  preimage.set(bytes.subarray(pool, pool + 32), 52);
  preimage.set(bytes.subarray(asset, assetEnd), 84);
  return preimage;
}
