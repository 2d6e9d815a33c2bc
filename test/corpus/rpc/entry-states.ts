/** What ledgers make of ledger entries, worked out with the SDK's objects: a witness that shares no code with ours. */
import { createHash } from 'node:crypto';
import * as xdr from '@stellar/stellar-sdk/xdr';

export const base64 = (value: { toXdr(): Uint8Array }) => Buffer.from(value.toXdr()).toString('base64');

/** The keys' classes take what they need of the entries'. */
function keyOf(data: xdr.LedgerEntryData): xdr.LedgerKey {
  switch (data.type) {
    case 'account':
      return xdr.LedgerKey.account(new xdr.LedgerKeyAccount(data.account));
    case 'trustline':
      return xdr.LedgerKey.trustline(new xdr.LedgerKeyTrustLine(data.trustLine));
    case 'offer':
      return xdr.LedgerKey.offer(new xdr.LedgerKeyOffer(data.offer));
    case 'data':
      return xdr.LedgerKey.data(new xdr.LedgerKeyData(data.data));
    case 'claimableBalance':
      return xdr.LedgerKey.claimableBalance(new xdr.LedgerKeyClaimableBalance(data.claimableBalance));
    case 'liquidityPool':
      return xdr.LedgerKey.liquidityPool(new xdr.LedgerKeyLiquidityPool(data.liquidityPool));
    case 'contractData':
      return xdr.LedgerKey.contractData(new xdr.LedgerKeyContractData(data.contractData));
    case 'contractCode':
      return xdr.LedgerKey.contractCode(new xdr.LedgerKeyContractCode(data.contractCode));
    case 'configSetting':
      return xdr.LedgerKey.configSetting(
        new xdr.LedgerKeyConfigSetting({ configSettingId: xdr.ConfigSettingId[data.configSetting.type] }),
      );
    default:
      return xdr.LedgerKey.ttl(new xdr.LedgerKeyTtl(data.ttl));
  }
}

type Changes = readonly xdr.LedgerEntryChange[];

/** Yields the changes of a ledger in the order of their effect. */
function* changesOf(meta: xdr.LedgerCloseMeta): Generator<xdr.LedgerEntryChange> {
  const close = meta.type === 'v0' ? meta.v0 : meta.type === 'v1' ? meta.v1 : meta.v2;
  for (const { feeProcessing } of close.txProcessing) yield* feeProcessing;
  for (const { txApplyProcessing: applied } of close.txProcessing) yield* appliedChanges(applied);
  for (const one of close.txProcessing) if ('postTxApplyFeeProcessing' in one) yield* one.postTxApplyFeeProcessing;
  for (const { changes } of close.upgradesProcessing) yield* changes;
}

function* appliedChanges(meta: xdr.TransactionMeta): Generator<xdr.LedgerEntryChange> {
  const of = (list: readonly { changes: Changes }[]) => list.flatMap(({ changes }) => [...changes]);
  switch (meta.type) {
    case 'operations':
      return yield* of(meta.operations);
    case 'v1':
      yield* meta.v1.txChanges;
      return yield* of(meta.v1.operations);
    default: {
      const { txChangesBefore, operations, txChangesAfter } =
        meta.type === 'v2' ? meta.v2 : meta.type === 'v3' ? meta.v3 : meta.v4;
      yield* txChangesBefore;
      yield* of(operations);
      yield* txChangesAfter;
    }
  }
}

function evictedIn(meta: xdr.LedgerCloseMeta): readonly xdr.LedgerKey[] {
  if (meta.type === 'v0') return [];
  return meta.type === 'v1' ? meta.v1.evictedKeys : meta.v2.evictedKeys;
}

export interface Witnessed {
  key: xdr.LedgerKey;
  /** As it was changed last; undefined when it was removed, or only evicted. */
  entry?: xdr.LedgerEntry;
  isEvicted: boolean;
}

/** Returns the entries that ledgers changed, by their keys in base64. */
export function witness(metas: readonly xdr.LedgerCloseMeta[]): Map<string, Witnessed> {
  const states = new Map<string, Witnessed>();
  for (const meta of metas) {
    for (const change of changesOf(meta)) {
      if (change.type === 'ledgerEntryState') continue;
      if (change.type === 'ledgerEntryRemoved') {
        states.set(base64(change.removed), { key: change.removed, isEvicted: false });
        continue;
      }
      const entry =
        change.type === 'ledgerEntryCreated'
          ? change.created
          : change.type === 'ledgerEntryUpdated'
            ? change.updated
            : change.restored;
      const key = keyOf(entry.data);
      states.set(base64(key), { key, entry, isEvicted: false });
    }
    for (const key of evictedIn(meta)) {
      states.set(base64(key), { key, entry: states.get(base64(key))?.entry, isEvicted: true });
    }
  }
  return states;
}

/** What getLedgerEntries must say of a key: an entry, nothing (undefined), or that it is not known. */
export function expectedOf(
  states: ReadonlyMap<string, Witnessed>,
  { key, entry, isEvicted }: Witnessed,
  latest: number,
): Record<string, unknown> | undefined | 'unknown' {
  const isTemporary = key.type === 'contractData' && key.contractData.durability.name === 'temporary';
  if (isEvicted && isTemporary) return undefined;
  if (!entry) return isEvicted ? 'unknown' : undefined;
  const shown = {
    key: base64(key),
    xdr: base64(entry.data),
    lastModifiedLedgerSeq: entry.lastModifiedLedgerSeq,
    extXdr: base64(entry.ext),
  };
  if (key.type !== 'contractData' && key.type !== 'contractCode') return shown;
  if (isEvicted) return { ...shown, liveUntilLedgerSeq: 0 };
  const keyHash = createHash('sha256').update(key.toXdr()).digest();
  const ttl = states.get(base64(xdr.LedgerKey.ttl(new xdr.LedgerKeyTtl({ keyHash }))))?.entry?.data;
  if (ttl?.type !== 'ttl') return 'unknown';
  const { liveUntilLedgerSeq } = ttl.ttl;
  if (liveUntilLedgerSeq >= latest) return { ...shown, liveUntilLedgerSeq };
  return isTemporary ? undefined : { ...shown, liveUntilLedgerSeq: 0 };
}
