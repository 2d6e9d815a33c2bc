/** The details that have columns of their own: what people filter, join and sum by. Each is filled in the rows that have it. */
import type { Int32Column, Int64Column, Utf8Column } from '../../arrow/columns.ts';
import { nullable, type ColumnSpec, type ColumnsOf, type TableSpec } from '../../arrow/table.ts';
import type { JsonWriter } from '../../xdr/json-writer.ts';
import { strkeyVersion, writeStrkey, type KeyTexts } from '../../xdr/strkey.ts';
import { assetBytes, assetFrom, LUMENS, type AssetColumns, type Assets } from '../asset/assets.ts';
import type { Decoder } from '../decoder.ts';
import type { OperationAt } from '../operation/operation-at.ts';
import type { PartyNames } from './pieces.ts';
import { writeMuxedId } from './values.ts';

const POOL_ID = 32;
const BALANCE_ID = 36;

function stroops(doc: string) {
  return nullable('int64', doc, 'stroops');
}

type AssetSpecs<P extends string> = Record<`${P}asset_${'type' | 'code' | 'issuer'}`, ColumnSpec<'utf8'>> &
  Record<`${P}asset_id`, ColumnSpec<'int64'>>;

function assetSpecs<P extends string>(prefix: P, what: string) {
  return {
    [`${prefix}asset_type`]: nullable('utf8', `Type of ${what}: native, credit_alphanum4 or credit_alphanum12.`),
    [`${prefix}asset_code`]: nullable('utf8', `Code of ${what}; null for lumens.`),
    [`${prefix}asset_issuer`]: nullable('utf8', `Issuer of ${what}; null for lumens.`),
    [`${prefix}asset_id`]: nullable('int64', `FarmHash of code, issuer and type of ${what}, as in history_assets.`),
  } as AssetSpecs<P>;
}

/** The declarations of the columns. */
export const detailColumns = {
  destination: nullable('utf8', 'Account that is created, paid or merged into; null for other types.'),
  trustor: nullable(
    'utf8',
    'Account whose trust line the issuer authorizes or sets flags of; for change_trust see source_account.',
  ),
  sponsor: nullable('utf8', 'Account that pays the reserve of what the operation created, if not the owner.'),
  sponsored_id: nullable('utf8', 'Account whose future reserves the source pays.'),
  details_from: nullable(
    'utf8',
    'Account whose balance is clawed back; for a contract that is created, what its id derives from: address or asset.',
  ),
  amount_stroops: stroops(
    'Amount created, paid, offered, locked, clawed back or merged; for a path payment what arrives, 0 if only the result of a failed operation would have it.',
  ),
  source_amount_stroops: stroops(
    'Amount that the sender of a path payment gives; 0 if only the result of a failed operation would have it.',
  ),
  source_max_stroops: stroops('Most that the sender of a strict receive path payment may give.'),
  destination_min_stroops: stroops('Least that must arrive with a strict send path payment.'),
  limit_stroops: stroops('Most that the trust line may hold; 0 removes it.'),
  ...assetSpecs('', 'the asset that is paid, arrives, is trusted, locked or clawed back'),
  operation_asset: nullable(
    'utf8',
    'Asset of amount_stroops, else the one that the operation is about: native or CODE:ISSUER; null for pool shares.',
  ),
  contract_asset: nullable('utf8', 'Asset whose contract is created: native or CODE:ISSUER.'),
  ...assetSpecs('source_', 'the asset that a path payment gives'),
  ...assetSpecs('selling_', 'the asset that an offer sells'),
  ...assetSpecs('buying_', 'the asset that an offer buys'),
  price_n: nullable(
    'int32',
    "Numerator of the offer's price: of one unit sold in units bought; for a buy offer, of one unit bought in units sold.",
  ),
  price_d: nullable(
    'int32',
    "Denominator of the offer's price: of one unit sold in units bought; for a buy offer, of one unit bought in units sold.",
  ),
  offer_id: nullable('int64', 'Offer that is changed, removed, or whose sponsorship is revoked; 0 creates a new one.'),
  balance_id: nullable(
    'utf8',
    'Id of the claimable balance with the four bytes of its type; null if its creation failed.',
    'hex',
  ),
  balance_id_strkey: nullable('utf8', 'Id of the claimable balance as strkey (B…).'),
  liquidity_pool_id: nullable('utf8', 'Liquidity pool that the operation is about.', 'hex'),
  liquidity_pool_id_strkey: nullable('utf8', 'Id of the pool as strkey (L…).'),
  ...assetSpecs('reserve_a_', 'reserve A of the pool (native if the transaction failed)'),
  ...assetSpecs('reserve_b_', 'reserve B of the pool (native if the transaction failed)'),
  reserve_a_max_amount_stroops: stroops('Most of reserve A that a deposit may give.'),
  reserve_a_deposit_amount_stroops: stroops('Amount of reserve A that the deposit gave; 0 if the transaction failed.'),
  reserve_b_max_amount_stroops: stroops('Most of reserve B that a deposit may give.'),
  reserve_b_deposit_amount_stroops: stroops('Amount of reserve B that the deposit gave; 0 if the transaction failed.'),
  shares_received_stroops: stroops('Pool shares that the depositor got.'),
  shares_stroops: stroops('Pool shares that a withdrawal gives back.'),
  reserve_a_min_amount_stroops: stroops('Least of reserve A that a withdrawal must return.'),
  reserve_a_withdraw_amount_stroops: stroops(
    'Amount of reserve A that the withdrawal returned; 0 if the transaction failed.',
  ),
  reserve_b_min_amount_stroops: stroops('Least of reserve B that a withdrawal must return.'),
  reserve_b_withdraw_amount_stroops: stroops(
    'Amount of reserve B that the withdrawal returned; 0 if the transaction failed.',
  ),
  contract_id: nullable(
    'utf8',
    'Contract that is called, else the first contract of the footprint; empty if there is none.',
  ),
  host_function: nullable('utf8', 'Type of the host function, by its Go name.'),
  function_name: nullable('utf8', 'Contract function that is called.'),
};

/** The builders of the columns. */
type Out = ColumnsOf<TableSpec<typeof detailColumns>>;

/** The columns at one row: what stands before it and was not written is null. */
export class DetailRow {
  readonly columns: Out;
  /** The row that is written. */
  row = 0;
  readonly asset: AssetColumns;
  readonly sourceAsset: AssetColumns;
  readonly sellingAsset: AssetColumns;
  readonly buyingAsset: AssetColumns;
  readonly reserveA: AssetColumns;
  readonly reserveB: AssetColumns;

  /** What writes keys. */
  readonly keys: KeyTexts;
  readonly #assets: Assets;

  constructor(columns: Out, { keys, assets }: Pick<Decoder, 'keys' | 'assets'>) {
    this.columns = columns;
    this.keys = keys;
    this.#assets = assets;
    this.asset = assetFrom(columns, 'asset');
    this.sourceAsset = assetFrom(columns, 'source_asset');
    this.sellingAsset = assetFrom(columns, 'selling_asset');
    this.buyingAsset = assetFrom(columns, 'buying_asset');
    this.reserveA = assetFrom(columns, 'reserve_a_asset');
    this.reserveB = assetFrom(columns, 'reserve_b_asset');
  }

  /** Writes the signed 32-bit integer at `p`. */
  int32(column: Int32Column, view: DataView, p: number): void {
    column.at(this.row).push(view.getInt32(p));
  }

  /** Writes the 64-bit integer at `p`, such as an amount in stroops. */
  int64(column: Int64Column, view: DataView, p: number): void {
    column.at(this.row).pushAt(view, p);
  }

  /** Writes stroops. */
  stroops(column: Int64Column, value: bigint): void {
    column.at(this.row).pushBigInt(value);
  }

  /** Writes the account whose 32-byte key is at `p`. */
  account(column: Utf8Column, view: DataView, p: number): void {
    this.keys.write(column.at(this.row).writer, strkeyVersion.account, view, p);
    column.end();
  }

  /** Writes lumens as what the operation is about. */
  lumens(): void {
    this.columns.operation_asset.at(this.row).piece(LUMENS.keyPiece);
  }

  /** Writes the Asset at `p` as the one whose contract is created. */
  contractAsset(view: DataView, p: number): void {
    this.columns.contract_asset.at(this.row).piece(this.#assets.at(view, p).keyPiece);
  }

  /** Writes the Asset at `p` of these bytes and returns where it ends; `isOwn` when the operation is about it. */
  writeAsset(columns: AssetColumns, view: DataView, p: number, isOwn = columns === this.asset): number {
    const { type, code, issuer, id } = columns;
    const asset = this.#assets.at(view, p);
    if (isOwn) this.columns.operation_asset.at(this.row).piece(asset.keyPiece);
    type.at(this.row).piece(asset.typePiece);
    id.at(this.row).push(asset.idHigh, asset.idLow);
    if (asset.issuer !== '') {
      code.at(this.row).piece(asset.codePiece);
      issuer.at(this.row).piece(asset.issuerPiece);
    }
    return p + assetBytes(view, p);
  }

  /** Writes the ClaimableBalanceId at `p` as hex of its XDR and as strkey. */
  balance({ view, bytes }: OperationAt, p: number): void {
    const { balance_id, balance_id_strkey } = this.columns;
    balance_id.at(this.row).hex(view, p, p + BALANCE_ID);
    // The strkey's payload has one byte of type, the last of XDR's four.
    writeStrkey(balance_id_strkey.at(this.row).writer, strkeyVersion.claimableBalance, bytes, p + 3, p + BALANCE_ID);
    balance_id_strkey.end();
  }

  /** Writes the pool id at `p` as hex and as strkey. */
  pool(view: DataView, p: number): void {
    const { liquidity_pool_id, liquidity_pool_id_strkey } = this.columns;
    liquidity_pool_id.at(this.row).hex(view, p, p + POOL_ID);
    this.keys.write(liquidity_pool_id_strkey.at(this.row).writer, strkeyVersion.liquidityPool, view, p);
    liquidity_pool_id_strkey.end();
  }
}

/** Writes the MuxedAccount at `p`, its account to a column and its id as a member, and returns where it ends. */
export function writeMuxed(w: JsonWriter, names: PartyNames, out: DetailRow, column: Utf8Column, p: number): number {
  const isMuxed = w.view.getInt32(p) !== 0;
  out.account(column, w.view, isMuxed ? p + 12 : p + 4);
  if (!isMuxed) return p + 36;
  writeMuxedId(w, names, p + 4);
  return p + 44;
}
