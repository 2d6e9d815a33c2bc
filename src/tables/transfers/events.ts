/** Movements that contracts tell of in their events: SEP-41 tokens and asset contracts, since CAP-67 classic operations. */
import type { AddressType } from '../../xdr/address.ts';
import { AssetType, ScAddressType, ScValType } from '../../xdr/generated/enums.ts';
import { strkeyVersion } from '../../xdr/strkey.ts';
import type { AssetContract } from '../asset/assets.ts';
import { ABSENT } from '../../ledger/transaction.ts';
import { eventOffsets, type TokenEvent } from '../event/token-event.ts';
import { isMovement, type MovementTopic } from '../event/token-topic.ts';
import { memoKinds, NOBODY } from './movement.ts';
import type { TransferRows } from './rows.ts';

/** Writes a row for each event that tells of a movement. */
export function pushTokenEvents(rows: TransferRows, events: readonly TokenEvent[]): void {
  for (const event of events) if (isMovement(event.topic)) pushMovement(rows, event, event.topic);
}

function pushMovement(rows: TransferRows, event: TokenEvent, told: MovementTopic): void {
  const { from, to, amount, memo, asset, place, position } = event;
  rows.clear();
  if (from !== ABSENT) setFrom(rows, from);
  if (to !== ABSENT) setTo(rows, to);
  rows.setWideAmountAt(amount);
  if (memo !== ABSENT) setMemo(rows, memo);
  // Before CAP-67 asset contracts told of mints and burns as of transfers.
  const topic = asset && told === 'transfer' ? topicOf(rows, from, to, asset) : told;
  rows.recordEvent(topic, place + eventOffsets.contract, asset, position);
}

/** Sets the giver to the ScAddress at `p`. */
export function setFrom(rows: TransferRows, p: number): void {
  const kind = kinds[rows.view.getInt32(p)];
  rows.setFrom(kind, keyAt(kind, p));
}

function setTo(rows: TransferRows, p: number): void {
  const kind = kinds[rows.view.getInt32(p)];
  rows.setTo(kind, keyAt(kind, p));
}

const kinds: Readonly<Record<number, number>> = {
  [ScAddressType.scAddressTypeAccount]: strkeyVersion.account,
  [ScAddressType.scAddressTypeContract]: strkeyVersion.contract,
  [ScAddressType.scAddressTypeMuxedAccount]: strkeyVersion.muxedAccount,
  [ScAddressType.scAddressTypeClaimableBalance]: strkeyVersion.claimableBalance,
  [ScAddressType.scAddressTypeLiquidityPool]: strkeyVersion.liquidityPool,
  [ScAddressType.scAddressTypeMuxedContract]: strkeyVersion.muxedContract,
} satisfies Record<AddressType, number>;

/** The keys of accounts and claimable balances have a type of their own before them. */
function keyAt(kind: number, p: number): number {
  return kind === strkeyVersion.account || kind === strkeyVersion.claimableBalance ? p + 8 : p + 4;
}

/** Sets the memo to the u64, string or bytes at `p`. */
function setMemo(rows: TransferRows, p: number): void {
  const type = rows.view.getInt32(p);
  if (type === ScValType.scvU64) return rows.setMemo(memoKinds.id, p + 4, p + 12);
  const kind = type === ScValType.scvString ? memoKinds.text : memoKinds.hash;
  rows.setMemo(kind, p + 8, p + 8 + rows.view.getUint32(p + 4));
}

/** What an issuer gives is minted, and what it gets is burnt: nobody gave or got it. */
function topicOf(rows: TransferRows, from: number, to: number, asset: AssetContract): MovementTopic {
  const isMint = isIssuer(rows.view, from, asset);
  const isBurn = isIssuer(rows.view, to, asset);
  if (isMint === isBurn) return 'transfer';
  if (isMint) rows.setFrom(NOBODY, 0);
  else rows.setTo(NOBODY, 0);
  return isMint ? 'mint' : 'burn';
}

function isIssuer(view: DataView, address: number, { view: asset }: AssetContract): boolean {
  if (asset.getInt32(0) === AssetType.assetTypeNative) return false;
  if (view.getInt32(address) !== ScAddressType.scAddressTypeAccount) return false;
  const issuer = asset.byteLength - 32;
  for (let i = 0; i < 32; i += 4) if (view.getInt32(address + 8 + i) !== asset.getInt32(issuer + i)) return false;
  return true;
}
