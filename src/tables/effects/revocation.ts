/**
 * Effects of a trust line's authorization that is revoked while its asset lies in a pool: the shares are redeemed, and what
 * they were worth becomes claimable balances (CAP-38).
 */
import { Piece } from '../../core/bytes.ts';
import { ABSENT } from '../../ledger/transaction.ts';
import { LedgerEntryType } from '../../xdr/generated/enums.ts';
import { atClaimableBalanceEntry, locateClaimableBalanceEntry } from '../../xdr/generated/locate.ts';
import { skipAsset } from '../../xdr/generated/skip.ts';
import { sameSpans } from '../../ledger/compact.ts';
import type { ValueWriter } from '../json/value-writer.ts';
import { PUBLIC_KEY, type OperationAt } from '../operation/operation-at.ts';
import { canonicalAsset } from '../details/assets.ts';
import { member } from '../details/pieces.ts';
import { ChangesByKey } from './changes-by-key.ts';
import { addBalanceCreated } from './claimable-balance.ts';
import { growth, type PoolChange } from '../operation/pool-change.ts';
import { writePool } from './pool.ts';
import type { EffectRows } from './rows.ts';
import { effectType } from './types.ts';
import { writeBalanceHex, writeBigStroops } from './values.ts';

const name = {
  amount: member('amount'),
  asset: new Piece('{"asset":'),
  balanceId: member('claimable_balance_id'),
  reserves: new Piece(',"reserves_revoked":['),
};
const COMMA = 44;
const CLOSE = 125;
const CLOSE_LIST = 93;

/** A claimable balance that the operation created: its entry, the span of its asset, and the issuer's address. */
interface Balance {
  entry: number;
  asset: number;
  assetEnd: number;
  issuer: string;
}

/**
 * claimable_balance_created and claimable_balance_claimant_created of each balance, liquidity_pool_revoked; nothing when no
 * shares were redeemed. Of several pools only the first has an effect, as in stellar-etl.
 */
export function addRevocation(rows: EffectRows, at: OperationAt): void {
  const { pools, created } = readChanges(at);
  if (pools.length === 0 || created.length === 0) return;
  const balances = Array.from({ length: created.length }, (_, i) => balanceOf(at, created.post(i)));
  balances.sort((a, b) => compareAssets(at.view, a, b));
  for (const { entry } of balances) addBalanceCreated(rows, entry);
  const pool = growth(at.view, pools.pre(0), pools.post(0));
  const { w } = rows;
  rows.open().shares.value(-pool.shares);
  writePool(rows, pool.shown);
  w.piece(name.reserves);
  writeReserves(w, pool, balances);
  w.byte(CLOSE_LIST);
  rows.closeForSource(effectType.liquidityPoolRevoked);
}

/** The pools that changed, and the claimable balances that were created. */
function readChanges(at: OperationAt): { pools: ChangesByKey; created: ChangesByKey } {
  const pools = new ChangesByKey();
  const created = new ChangesByKey();
  const changes = at.changes.open();
  while (changes.next()) {
    if (changes.type === LedgerEntryType.liquidityPool) pools.add(changes);
    else if (changes.type === LedgerEntryType.claimableBalance && changes.pre === ABSENT) created.add(changes);
  }
  pools.sort(at.view);
  created.sort(at.view);
  return { pools, created };
}

const parts = atClaimableBalanceEntry();

function balanceOf({ decoder, view }: OperationAt, entry: number): Balance {
  locateClaimableBalanceEntry(view, entry + 8, parts);
  const { asset, amount } = parts;
  return { entry, asset, assetEnd: amount, issuer: decoder.assets.at(view, asset).issuer };
}

/**
 * By type and code as in XDR, then by the text of the issuer's address, in which digits stand before letters: so go-stellar-sdk
 * compared assets before its change 5974.
 */
function compareAssets(view: DataView, a: Balance, b: Balance): number {
  for (let i = 0; a.asset + i < a.assetEnd - PUBLIC_KEY; i += 4) {
    const difference = view.getUint32(a.asset + i) - view.getUint32(b.asset + i);
    if (difference !== 0) return difference;
  }
  return a.issuer < b.issuer ? -1 : a.issuer > b.issuer ? 1 : 0;
}

/** Writes what left each reserve that a claimable balance was made of, with the id of the last such balance. */
function writeReserves(w: ValueWriter, { assets, a, b }: PoolChange, balances: Balance[]): void {
  const start = w.length;
  const second = skipAsset(w.view, assets);
  for (const [asset, amount] of [
    [assets, -a],
    [second, -b],
  ] as const) {
    const end = skipAsset(w.view, asset);
    const balance = balances.findLast((other) => sameSpans(w.view, asset, end, other.asset, other.assetEnd));
    if (!balance) continue;
    if (w.length > start) w.byte(COMMA);
    w.piece(name.asset);
    canonicalAsset.write(w, asset);
    writeBigStroops(w, name.amount, amount);
    writeBalanceHex(w, name.balanceId, balance.entry + 8);
    w.byte(CLOSE);
  }
}
