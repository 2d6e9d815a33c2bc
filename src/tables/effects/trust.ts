/** Effects on trust lines: change trust, and the flags that an issuer sets. */
import { ABSENT } from '../../ledger/transaction.ts';
import { AssetType, LedgerEntryType } from '../../xdr/generated/enums.ts';
import { skipChangeTrustAsset } from '../../xdr/generated/skip.ts';
import { PUBLIC_KEY, type OperationAt } from '../operation/operation-at.ts';
import { assetBytes } from '../asset/assets.ts';
import { member } from '../details/pieces.ts';
import { allowedAsset } from '../details/trust.ts';
import { strkeyVersion } from '../../xdr/strkey.ts';
import { writeKeyMember } from '../details/values.ts';
import { addRevocation } from './revocation.ts';
import { POOL_SHARES } from './columns.ts';
import type { EffectRows } from './rows.ts';
import { flagsWriter } from './values.ts';
import { effectType } from './types.ts';

const poolStrkey = member('liquidity_pool_id_strkey');

/** trustline_created, trustline_updated or trustline_removed; an account that trusts itself changes nothing. */
export function addChangeTrust(rows: EffectRows, at: OperationAt): void {
  const { view, body } = at;
  const changes = at.changes.open();
  while (changes.next()) {
    const { type, pre, post } = changes;
    if (type !== LedgerEntryType.trustline) continue;
    const asset = (post === ABSENT ? pre : post) + 8 + PUBLIC_KEY;
    // A line of pool shares changes the lines of the pool's assets, too.
    if (view.getInt32(asset) !== view.getInt32(body)) continue;
    openLine(rows, body, asset);
    const { trustlineCreated, trustlineRemoved, trustlineUpdated } = effectType;
    return rows.source(pre === ABSENT ? trustlineCreated : post === ABSENT ? trustlineRemoved : trustlineUpdated);
  }
}

function openLine(rows: EffectRows, body: number, asset: number): void {
  const { w } = rows;
  const details = rows.open();
  details.limit.at(w.view, skipChangeTrustAsset(w.view, body));
  if (w.view.getInt32(asset) !== AssetType.assetTypePoolShare) details.asset = rows.asset(body);
  else {
    details.asset = POOL_SHARES;
    details.poolId = asset + 4;
    writeKeyMember(w, poolStrkey, strkeyVersion.liquidityPool, asset + 4);
  }
  rows.close();
}

const AUTHORIZED = 1;
const MAINTAIN_LIABILITIES = 2;
/** By bit; the spelling of the second is Horizon's. */
const writeFlags = flagsWriter(['authorized_flag', 'authorized_to_maintain_liabilites', 'clawback_enabled_flag']);

/**
 * Two of trustline_flags_updated, as in stellar-etl: the first stands for the codes that Horizon retired and has no flags.
 * Then what a revocation does to pools.
 */
export function addAllowTrust(rows: EffectRows, at: OperationAt): void {
  const asset = allowedAsset(at);
  const authorize = at.view.getUint32(asset.flags);
  const set = authorize & AUTHORIZED ? AUTHORIZED : authorize & MAINTAIN_LIABILITIES;
  const details = rows.open();
  details.trustor = at.body + 4;
  details.asset = at.decoder.assets.at(asset.view, 0);
  rows.closeForSource(effectType.trustlineFlagsUpdated);
  rows.w.length = 0;
  writeFlags(rows.w, set, set === 0 ? AUTHORIZED | MAINTAIN_LIABILITIES : 0);
  rows.closeForSource(effectType.trustlineFlagsUpdated);
  addRevocation(rows, at);
}

/** trustline_flags_updated, then what a revocation does to pools. */
export function addSetTrustLineFlags(rows: EffectRows, at: OperationAt): void {
  const { view, body } = at;
  const details = rows.open();
  details.trustor = body + 4;
  details.asset = rows.asset(body + PUBLIC_KEY);
  const cleared = body + PUBLIC_KEY + assetBytes(view, body + PUBLIC_KEY);
  writeFlags(rows.w, view.getUint32(cleared + 4), view.getUint32(cleared));
  rows.closeForSource(effectType.trustlineFlagsUpdated);
  addRevocation(rows, at);
}
