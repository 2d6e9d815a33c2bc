/** The details of effects that have columns of their own: what people filter, join and sum by. */
import type { Int64Column, Utf8Column } from '../../arrow/columns.ts';
import { nullable, type ColumnSpec, type ColumnsOf, type TableSpec } from '../../arrow/table.ts';
import { Piece } from '../../core/bytes.ts';
import { ABSENT } from '../../ledger/transaction.ts';
import { writeScAddress } from '../../xdr/address.ts';
import { strkeyVersion } from '../../xdr/strkey.ts';
import type { AssetText } from '../asset/assets.ts';
import type { Context } from '../context.ts';
import { writeWideUnits } from '../details/amounts.ts';

function stroops(doc: string) {
  return nullable('int64', doc, 'stroops');
}

function asset<P extends string>(prefix: P, what: string) {
  return {
    [`${prefix}asset_type`]: nullable('utf8', `Type of ${what}: native, credit_alphanum4 or credit_alphanum12.`),
    [`${prefix}asset_key`]: nullable('utf8', `Asset of ${what}: native or CODE:ISSUER.`),
  } as Record<`${P}asset_${'type' | 'key'}`, ColumnSpec<'utf8'>>;
}

/** The declarations of the columns. */
export const effectColumns = {
  amount_stroops: stroops(
    'Amount moved, locked or claimed, or starting balance; null if it has more than 64 bits, as a contract may move: see wide_amount.',
  ),
  wide_amount: nullable(
    'utf8',
    'Amount of more than 64 bits that a contract moved, as text with seven decimals.',
    'units',
  ),
  asset_key: nullable(
    'utf8',
    'Asset that was moved, locked, claimed, trusted or sponsored: native or CODE:ISSUER; null for pool shares.',
  ),
  asset_type: nullable(
    'utf8',
    'Type of the asset moved or trusted: native, credit_alphanum4 or credit_alphanum12; for trust lines also liquidity_pool_shares, or liquidity_pool if sponsored.',
  ),
  asset_issuer: nullable('utf8', 'Issuer of the asset moved or trusted; null for lumens.'),
  bought_amount_stroops: stroops('Amount bought in the trade; for a trade of a pool, what the pool got.'),
  ...asset('bought_', 'what was bought in the trade'),
  sold_amount_stroops: stroops('Amount sold in the trade; for a trade of a pool, what the pool gave.'),
  ...asset('sold_', 'what was sold in the trade'),
  offer_id: nullable('int64', 'Offer that was taken in the trade.'),
  seller: nullable('utf8', 'Other side of the trade: the maker for the taker, the taker for the maker.'),
  limit_stroops: stroops('Most that the trust line may hold.'),
  trustor: nullable('utf8', 'Account whose trust line has new flags.'),
  balance_id: nullable('utf8', 'Id of the claimable balance with the four bytes of its type.', 'hex'),
  liquidity_pool_id: nullable('utf8', 'Liquidity pool that the effect is about.', 'hex'),
  shares_stroops: stroops('Pool shares that were issued, redeemed or revoked.'),
  contract: nullable('utf8', 'Contract, claimable balance or pool that sent or received what a contract call moved.'),
  contract_event_type: nullable('utf8', 'Kind of movement by a contract call: transfer, mint, burn or clawback.'),
  signer: nullable('utf8', 'Signer that was created, changed, removed or sponsored.'),
  sponsor: nullable('utf8', 'Account that pays the reserve from now on.'),
  former_sponsor: nullable('utf8', 'Account that paid the reserve until now.'),
};

/** The builders of the columns. */
type Out = ColumnsOf<TableSpec<typeof effectColumns>>;

const BALANCE_ID = 36;
const POOL_ID = 32;

/** Stroops of rows to come, in two halves. */
class Stroops {
  isSet = false;
  #high = 0;
  #low = 0;

  /** Takes the 64-bit integer at `p`. */
  at(view: DataView, p: number): void {
    this.set(view.getInt32(p), view.getInt32(p + 4));
  }

  /** Takes a 64-bit integer. */
  value(stroops: bigint): void {
    this.set(Number(BigInt.asIntN(32, stroops >> 32n)), Number(BigInt.asIntN(32, stroops)));
  }

  set(high: number, low: number): void {
    this.isSet = true;
    this.#high = high;
    this.#low = low;
  }

  write(column: Int64Column, row: number): void {
    if (!this.isSet) return;
    column.at(row).push(this.#high, this.#low);
  }
}

/** What the columns of an asset take of one. */
type Named = Pick<AssetText, 'typePiece' | 'issuerPiece' | 'keyPiece'>;

const NOTHING = new Piece('');

/** What stands for an asset in trust lines to shares of a pool. */
export const POOL_SHARES = withTypeOnly('liquidity_pool_shares');
/** What stands for it where somebody pays the reserve of such a line. */
export const POOL_LINE = withTypeOnly('liquidity_pool');

function withTypeOnly(type: string): Named {
  return { typePiece: new Piece(type), issuerPiece: NOTHING, keyPiece: NOTHING };
}

/**
 * The details with columns of the rows to come: set once, written to each row that has them. Of what stands in the ledger's
 * bytes they are offsets, -1 for none: 32-byte keys of accounts, ids, a ScAddress.
 */
export class EffectDetails {
  readonly amount = new Stroops();
  readonly bought = new Stroops();
  readonly sold = new Stroops();
  readonly limit = new Stroops();
  readonly shares = new Stroops();
  asset: Named | undefined;
  /** An asset without own type, code and issuer in the details. */
  wholeAsset: Named | undefined;
  boughtAsset: Named | undefined;
  soldAsset: Named | undefined;
  offerId = ABSENT;
  seller = ABSENT;
  trustor = ABSENT;
  balanceId = ABSENT;
  poolId = ABSENT;
  contract = ABSENT;
  contractEventType: Piece | undefined;
  /** An i128, where a contract moved more than 64. */
  wideAmount = ABSENT;
  sponsor = ABSENT;
  formerSponsor = ABSENT;
  /** An account's key, or the strkey of any signer. */
  signer: number | string = ABSENT;

  /** Forgets all of them. */
  clear(): void {
    this.amount.isSet = this.bought.isSet = this.sold.isSet = this.limit.isSet = this.shares.isSet = false;
    this.asset = this.wholeAsset = this.boughtAsset = this.soldAsset = this.contractEventType = undefined;
    this.offerId = this.seller = this.trustor = this.balanceId = this.poolId = this.contract = ABSENT;
    this.sponsor = this.formerSponsor = this.signer = this.wideAmount = ABSENT;
  }

  /** Writes the columns that are set to the row; other columns stay behind. */
  write(out: Out, context: Context, row: number): void {
    const { view } = context;
    this.amount.write(out.amount_stroops, row);
    if (this.asset) writeAsset(out, this.asset, row);
    if (this.wholeAsset) out.asset_key.at(row).piece(this.wholeAsset.keyPiece);
    if (this.sold.isSet) this.#writeTrade(out, row);
    if (this.offerId >= 0) out.offer_id.at(row).pushAt(view, this.offerId);
    writeAccount(out.seller, context, this.seller, row);
    writeAccount(out.trustor, context, this.trustor, row);
    writeAccount(out.sponsor, context, this.sponsor, row);
    writeAccount(out.former_sponsor, context, this.formerSponsor, row);
    this.limit.write(out.limit_stroops, row);
    this.shares.write(out.shares_stroops, row);
    writeHex(out.balance_id, view, this.balanceId, BALANCE_ID, row);
    writeHex(out.liquidity_pool_id, view, this.poolId, POOL_ID, row);
    if (this.contractEventType) this.#writeContract(out, context, row);
    if (typeof this.signer === 'string') out.signer.at(row).ascii(this.signer);
    else writeAccount(out.signer, context, this.signer, row);
  }

  #writeTrade(out: Out, row: number): void {
    const { boughtAsset, soldAsset } = this;
    this.bought.write(out.bought_amount_stroops, row);
    this.sold.write(out.sold_amount_stroops, row);
    if (boughtAsset) {
      out.bought_asset_type.at(row).piece(boughtAsset.typePiece);
      out.bought_asset_key.at(row).piece(boughtAsset.keyPiece);
    }
    if (soldAsset) {
      out.sold_asset_type.at(row).piece(soldAsset.typePiece);
      out.sold_asset_key.at(row).piece(soldAsset.keyPiece);
    }
  }

  #writeContract(out: Out, { keys, view }: Context, row: number): void {
    out.contract_event_type.at(row).piece(this.contractEventType!);
    if (this.wideAmount >= 0) {
      writeWideUnits(out.wide_amount.at(row).writer, wideAt(view, this.wideAmount));
      out.wide_amount.end();
    }
    if (this.contract < 0) return;
    writeScAddress(out.contract.at(row).writer, keys, view, this.contract);
    out.contract.end();
  }
}

function writeAsset(out: Out, asset: Named, row: number): void {
  out.asset_type.at(row).piece(asset.typePiece);
  if (asset.keyPiece.length > 0) out.asset_key.at(row).piece(asset.keyPiece);
  if (asset.issuerPiece.length > 0) out.asset_issuer.at(row).piece(asset.issuerPiece);
}

/** Returns the signed integer of 128 bits in the ScVal at `p`. */
function wideAt(view: DataView, p: number): bigint {
  return (view.getBigInt64(p) << 64n) | view.getBigUint64(p + 8);
}

function writeAccount(column: Utf8Column, { keys, view }: Context, key: number, row: number): void {
  if (key < 0) return;
  keys.write(column.at(row).writer, strkeyVersion.account, view, key);
  column.end();
}

function writeHex(column: Utf8Column, view: DataView, p: number, bytes: number, row: number): void {
  if (p >= 0) column.at(row).hex(view, p, p + bytes);
}
