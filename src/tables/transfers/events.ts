/** Movements that contracts tell of in their events: SEP-41 tokens and asset contracts, since CAP-67 classic operations. */
import type { LedgerTransaction } from '../../ledger/transaction.ts';
import { AssetType, ContractEventType, ScAddressType, ScValType } from '../../xdr/generated/enums.ts';
import { skipContractEvent, skipScVal } from '../../xdr/generated/skip.ts';
import { strkeyVersion } from '../../xdr/strkey.ts';
import { isContract } from '../asset/contract.ts';
import type { AssetContract } from '../asset/assets.ts';
import type { Context } from '../context.ts';
import { tokenTopic, type TokenTopic } from '../event/token-topic.ts';
import { memoKinds, NOBODY } from './movement.ts';
import type { TransferRows } from './rows.ts';

/** In a ContractEvent: the flag of the contract, the contract, the type, the count of topics, the first topic. */
export const eventOffsets = { hasContract: 4, contract: 8, type: 40, topicCount: 48, topics: 52 } as const;

const UNIFIED_META = 4;

/**
 * Writes a row for each event of the list at `list` that tells of a movement; all others are skipped, since any contract
 * may emit what it likes (the reference does so, too). Before meta V4 mint and clawback name an administrator first.
 */
export function pushTokenEvents(
  context: Context,
  rows: TransferRows,
  { metaVersion }: LedgerTransaction,
  list: number,
): void {
  const { view } = context;
  let p = list + 4;
  for (let i = view.getUint32(list); i > 0; i--) {
    pushTokenEvent(context, rows, p, metaVersion === UNIFIED_META);
    p = skipContractEvent(view, p);
  }
}

function pushTokenEvent(context: Context, rows: TransferRows, p: number, isUnified: boolean): void {
  const { view } = context;
  if (!isContractEvent(view, p)) return;
  const count = view.getUint32(p + eventOffsets.topicCount);
  const topic = count < 2 ? '' : tokenTopic(view, p + eventOffsets.topics);
  if (topic === '') return;
  rows.clear();
  const data = locateTopics(rows, p + eventOffsets.topics, count);
  if (!readParties(rows, topic, count, isUnified) || !readData(rows, data, isUnified)) return rows.clear();
  const known = count === assetTopics(topic, isUnified) ? assetOf(context, p, rows.topics[count - 1]) : undefined;
  if (known && !isUnified && topic === 'transfer') pushAssetTransfer(rows, p, known);
  else rows.recordEvent(topic, p + eventOffsets.contract, known);
}

/** Whether the ContractEvent at `p` is one of a contract, and of the type that contracts choose. */
export function isContractEvent(view: DataView, p: number): boolean {
  return (
    view.getUint32(p + eventOffsets.hasContract) === 1 &&
    view.getInt32(p + eventOffsets.type) === ContractEventType.contract
  );
}

/** Sets the first four topics and returns where the data stand. */
function locateTopics({ view, topics }: TransferRows, p: number, count: number): number {
  for (let i = 0; i < count; i++) {
    if (i < topics.length) topics[i] = p;
    p = skipScVal(view, p);
  }
  return p;
}

function readParties(rows: TransferRows, topic: TokenTopic, count: number, isUnified: boolean): boolean {
  const { topics } = rows;
  if (topic === 'transfer') return count >= 3 && readFrom(rows, topics[1]) && readTo(rows, topics[2]);
  let party = topics[1];
  if (!isUnified && topic !== 'burn') {
    if (count < 3 || addressKind(rows.view, party) === NOBODY) return false;
    party = topics[2]!;
  }
  return topic === 'mint' ? readTo(rows, party) : readFrom(rows, party);
}

/** Sets the giver to the address at `p`; returns false when it is none. */
export function readFrom(rows: TransferRows, p: number): boolean {
  const kind = addressKind(rows.view, p);
  rows.setFrom(kind, addressKey(kind, p));
  return kind !== NOBODY;
}

function readTo(rows: TransferRows, p: number): boolean {
  const kind = addressKind(rows.view, p);
  rows.setTo(kind, addressKey(kind, p));
  return kind !== NOBODY;
}

const addressKinds: Record<number, number> = {
  [ScAddressType.scAddressTypeAccount]: strkeyVersion.account,
  [ScAddressType.scAddressTypeContract]: strkeyVersion.contract,
  [ScAddressType.scAddressTypeMuxedAccount]: strkeyVersion.muxedAccount,
  [ScAddressType.scAddressTypeClaimableBalance]: strkeyVersion.claimableBalance,
  [ScAddressType.scAddressTypeLiquidityPool]: strkeyVersion.liquidityPool,
};

function addressKind(view: DataView, p: number): number {
  return view.getInt32(p) === ScValType.scvAddress ? addressKinds[view.getInt32(p + 4)] : NOBODY;
}

/** The keys of accounts and claimable balances have a type of their own before them. */
function addressKey(kind: number, p: number): number {
  return kind === strkeyVersion.account || kind === strkeyVersion.claimableBalance ? p + 12 : p + 8;
}

/** Reads the amount, in the unified form perhaps with a memo; returns false when the data at `p` are something else. */
function readData(rows: TransferRows, p: number, isUnified: boolean): boolean {
  const { view } = rows;
  const type = view.getInt32(p);
  if (type === ScValType.scvI128) rows.setWideAmountAt(p + 4);
  else return isUnified && type === ScValType.scvMap && view.getUint32(p + 4) === 1 && readDataMap(rows, p + 8);
  return true;
}

/** A map by symbols: `amount`, and `to_muxed_id` when there is a memo; other members say nothing. */
function readDataMap(rows: TransferRows, p: number): boolean {
  const { view } = rows;
  let hasAmount = false;
  let at = p + 4;
  for (let i = view.getUint32(p); i > 0; i--) {
    if (view.getInt32(at) !== ScValType.scvSymbol) return false;
    const value = skipScVal(view, at);
    if (isSymbol(view, at, AMOUNT)) {
      if (view.getInt32(value) !== ScValType.scvI128) return false;
      rows.setWideAmountAt(value + 4);
      hasAmount = true;
    } else if (isSymbol(view, at, TO_MUXED_ID) && !readMemo(rows, value)) return false;
    at = skipScVal(view, value);
  }
  return hasAmount;
}

function readMemo(rows: TransferRows, p: number): boolean {
  const start = p + 8;
  switch (rows.view.getInt32(p)) {
    case ScValType.scvU64:
      rows.setMemo(memoKinds.id, p + 4, p + 12);
      return true;
    case ScValType.scvString:
      rows.setMemo(memoKinds.text, start, start + rows.view.getUint32(p + 4));
      return true;
    case ScValType.scvBytes:
      rows.setMemo(memoKinds.hash, start, start + rows.view.getUint32(p + 4));
      return true;
    default:
      return rows.view.getInt32(p) === ScValType.scvVoid;
  }
}

const AMOUNT = Buffer.from('amount');
const TO_MUXED_ID = Buffer.from('to_muxed_id');

function isSymbol(view: DataView, p: number, name: Uint8Array): boolean {
  if (view.getUint32(p + 4) !== name.length) return false;
  for (let i = 0; i < name.length; i++) if (view.getUint8(p + 8 + i) !== name[i]) return false;
  return true;
}

/** How many topics an event of an asset's contract has; the last one names the asset. */
function assetTopics(topic: TokenTopic, isUnified: boolean): number {
  return topic === 'transfer' || (!isUnified && topic !== 'burn') ? 4 : 3;
}

/** The asset that the topic names, when the contract of the event at `p` is its own: any contract may name it. */
function assetOf(context: Context, p: number, topic: number): AssetContract | undefined {
  if (context.view.getInt32(topic) !== ScValType.scvString) return undefined;
  const known = context.decoder.contracts.named(context.view, topic + 4);
  return known && isContract(known, context.view, p + eventOffsets.contract) ? known : undefined;
}

/** Before CAP-67 asset contracts told of mints and burns as of transfers. */
function pushAssetTransfer(rows: TransferRows, p: number, known: AssetContract): void {
  const { topics } = rows;
  const isMint = isIssuer(rows.view, topics[1], known);
  const isBurn = isIssuer(rows.view, topics[2], known);
  if (isMint && !isBurn) rows.setFrom(NOBODY, 0);
  if (isBurn && !isMint) rows.setTo(NOBODY, 0);
  rows.recordEvent(isMint === isBurn ? 'transfer' : isMint ? 'mint' : 'burn', p + eventOffsets.contract, known);
}

function isIssuer(view: DataView, topic: number, { view: asset }: AssetContract): boolean {
  if (asset.getInt32(0) === AssetType.assetTypeNative) return false;
  if (addressKind(view, topic) !== strkeyVersion.account) return false;
  const issuer = asset.byteLength - 32;
  for (let i = 0; i < 32; i += 4) if (view.getInt32(topic + 12 + i) !== asset.getInt32(issuer + i)) return false;
  return true;
}
