/** Details of operations on liquidity pools. What went in and out is the change of the pool's entry. */
import { ABSENT } from '../../ledger/transaction.ts';
import type { JsonWriter } from '../../xdr/json-writer.ts';
import type { OperationAt } from '../operation/operation-at.ts';
import { poolChange } from '../operation/pool-change.ts';
import type { DetailRow } from './columns.ts';
import { priceNames, writePrice } from './offer.ts';

const POOL_ID = 32;
const name = { maxPrice: priceNames('max_'), minPrice: priceNames('min_') };

/** Of a failed transaction the assets are native and the amounts 0, as in stellar-etl. */
const unchanged = { assets: ABSENT, a: 0n, b: 0n, shares: 0n };

export function writeLiquidityPoolDeposit(w: JsonWriter, at: OperationAt, out: DetailRow): void {
  const change = at.transaction.successful ? poolChange(at) : unchanged;
  const { columns } = out;
  const p = at.body + POOL_ID;
  out.pool(at.view, at.body);
  writeReserves(at, out, change.assets);
  out.int64(columns.reserve_a_max_amount_stroops, at.view, p);
  out.stroops(columns.reserve_a_deposit_amount_stroops, change.a);
  out.int64(columns.reserve_b_max_amount_stroops, at.view, p + 8);
  out.stroops(columns.reserve_b_deposit_amount_stroops, change.b);
  writePrice(w, name.minPrice, p + 16);
  writePrice(w, name.maxPrice, p + 24);
  out.stroops(columns.shares_received_stroops, change.shares);
}

export function writeLiquidityPoolWithdraw(_: JsonWriter, at: OperationAt, out: DetailRow): void {
  const change = at.transaction.successful ? poolChange(at) : unchanged;
  const { columns } = out;
  const p = at.body + POOL_ID;
  out.pool(at.view, at.body);
  writeReserves(at, out, change.assets);
  out.int64(columns.shares_stroops, at.view, p);
  out.int64(columns.reserve_a_min_amount_stroops, at.view, p + 8);
  out.stroops(columns.reserve_a_withdraw_amount_stroops, -change.a);
  out.int64(columns.reserve_b_min_amount_stroops, at.view, p + 16);
  out.stroops(columns.reserve_b_withdraw_amount_stroops, -change.b);
}

const NATIVE = new DataView(new ArrayBuffer(4));

function writeReserves({ view }: OperationAt, out: DetailRow, assets: number): void {
  const { reserveA, reserveB } = out;
  if (assets !== ABSENT) out.writeAsset(reserveB, view, out.writeAsset(reserveA, view, assets));
  else {
    out.writeAsset(reserveA, NATIVE, 0);
    out.writeAsset(reserveB, NATIVE, 0);
  }
}
