/** Effects on trust lines: change trust, and the flags that an issuer sets. */
import { ABSENT } from '../../ledger/transaction.ts';
import { AssetType, LedgerEntryType } from '../../xdr/generated/enums.ts';
import { skipChangeTrustAsset } from '../../xdr/generated/skip.ts';
import type { JsonWriter } from '../../xdr/json-writer.ts';
import { PUBLIC_KEY, type OperationAt } from '../operation-at.ts';
import { plainNames } from '../operation-details/assets.ts';
import { OperationChanges } from '../operation-details/changes.ts';
import { append, idNames, member, piece } from '../operation-details/pieces.ts';
import { allowedAsset } from '../operation-details/trust.ts';
import { writeAccount, writePoolId } from '../operation-details/values.ts';
import { addRevocation } from './revocation.ts';
import type { EffectRows } from './rows.ts';
import { effectType } from './types.ts';
import { writeStroops } from './values.ts';

const name = { limit: member('limit'), pool: idNames('liquidity_pool_id'), trustor: member('trustor') };
const poolShares = piece(',"asset_type":"liquidity_pool_shares"');
const changes = new OperationChanges();

/** trustline_created, trustline_updated or trustline_removed; an account that trusts itself changes nothing. */
export function addChangeTrust(rows: EffectRows, at: OperationAt): void {
  const { view, body } = at;
  changes.open(at);
  while (changes.next()) {
    const { type, pre, post } = changes;
    if (type !== LedgerEntryType.trustline) continue;
    const asset = (post === ABSENT ? pre : post) + 8 + PUBLIC_KEY;
    // A line of pool shares changes the lines of the pool's assets, too.
    if (view.getInt32(asset) !== view.getInt32(body)) continue;
    writeLine(rows.open(), body, asset);
    rows.close();
    const { trustlineCreated, trustlineRemoved, trustlineUpdated } = effectType;
    return rows.source(pre === ABSENT ? trustlineCreated : post === ABSENT ? trustlineRemoved : trustlineUpdated);
  }
}

function writeLine(w: JsonWriter, body: number, asset: number): void {
  writeStroops(w, name.limit, skipChangeTrustAsset(w.view, body));
  if (w.view.getInt32(asset) !== AssetType.assetTypePoolShare) plainNames.write(w, body);
  else {
    append(w, poolShares);
    writePoolId(w, name.pool, w.view, asset + 4);
  }
}

const AUTHORIZED = 1;
const MAINTAIN_LIABILITIES = 2;
/** By bit; the spelling of the second is Horizon's. */
const flags = ['authorized_flag', 'authorized_to_maintain_liabilites', 'clawback_enabled_flag'].map((flag) => ({
  set: piece(`,"${flag}":true`),
  cleared: piece(`,"${flag}":false`),
}));

/**
 * Two of trustline_flags_updated, as in stellar-etl: the first stands for the codes that Horizon retired and has no flags.
 * Then what a revocation does to pools.
 */
export function addAllowTrust(rows: EffectRows, at: OperationAt): void {
  const asset = allowedAsset(at);
  const authorize = at.view.getUint32(asset.flags);
  const set = authorize & AUTHORIZED ? AUTHORIZED : authorize & MAINTAIN_LIABILITIES;
  const w = rows.open();
  writeAccount(w, name.trustor, at.body);
  plainNames.writeFrom(w, asset.view, asset.xdr, 0);
  const end = w.length;
  rows.close();
  rows.source(effectType.trustlineFlagsUpdated);
  w.length = end;
  writeFlags(w, set, set === 0 ? AUTHORIZED | MAINTAIN_LIABILITIES : 0);
  rows.close();
  rows.source(effectType.trustlineFlagsUpdated);
  addRevocation(rows, at);
}

/** trustline_flags_updated, then what a revocation does to pools. */
export function addSetTrustLineFlags(rows: EffectRows, at: OperationAt): void {
  const { view, body } = at;
  const w = rows.open();
  writeAccount(w, name.trustor, body);
  const cleared = plainNames.write(w, body + PUBLIC_KEY);
  writeFlags(w, view.getUint32(cleared + 4), view.getUint32(cleared));
  rows.close();
  rows.source(effectType.trustlineFlagsUpdated);
  addRevocation(rows, at);
}

function writeFlags(w: JsonWriter, set: number, cleared: number): void {
  flags.forEach((pieces, bit) => {
    if (cleared & (1 << bit)) append(w, pieces.cleared);
    else if (set & (1 << bit)) append(w, pieces.set);
  });
}
