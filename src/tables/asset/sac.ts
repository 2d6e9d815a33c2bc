/**
 * What a Stellar Asset Contract keeps in its storage: the asset it stands for, and balances of contracts.
 * Anyone can write entries of the same shape, so the asset is checked against the contract's own id (CAP-46-06).
 */
import type { ByteWriter } from '../../core/bytes.ts';
import { ABSENT } from '../../ledger/transaction.ts';
import { AssetType, ContractDataDurability, ScAddressType, ScValType } from '../../xdr/generated/enums.ts';
import type { ContractDataEntryAt } from '../../xdr/generated/locate.ts';
import { skipScVal } from '../../xdr/generated/skip.ts';
import type { AssetText } from './assets.ts';
import type { Context } from '../context.ts';
import { creditXdr, LUMENS_XDR } from './asset-xdr.ts';
import { assetContractId } from './contract-id.ts';
import { balanceHolder, isSymbol, symbol } from './token-balance.ts';

const STELLAR_ASSET_EXECUTABLE = 1;

/** Returns the asset of the contract whose instance the entry is, or undefined when it is no asset contract's. */
export function sacAsset(context: Context, { contract, key, val }: ContractDataEntryAt): AssetText | undefined {
  const { view } = context;
  if (view.getInt32(key) !== ScValType.scvLedgerKeyContractInstance) return undefined;
  if (view.getInt32(val) !== ScValType.scvContractInstance) return undefined;
  if (view.getInt32(val + 4) !== STELLAR_ASSET_EXECUTABLE) return undefined;
  if (view.getInt32(contract) !== ScAddressType.scAddressTypeContract) return undefined;
  const info = storedAsset(context, val + 8);
  if (!info || !sameBytes(assetContractId(context.decoder.networkId, info), context.bytes, contract + 4))
    return undefined;
  return context.decoder.assets.at(new DataView(info.buffer), 0);
}

/** Returns the XDR of the asset that the instance's storage, an option of a map at `p`, holds under `AssetInfo`. */
function storedAsset(context: Context, p: number): Uint8Array | undefined {
  const { view } = context;
  if (view.getUint32(p) === 0) return undefined;
  let at = p + 8;
  for (let i = view.getUint32(p + 4); i > 0; i--) {
    const value = skipScVal(view, at);
    const items = vecAt(context, at);
    if (items?.length === 1 && symbolAt(context, items[0]) === 'AssetInfo') return assetInfo(context, value);
    at = skipScVal(view, value);
  }
  return undefined;
}

/** The asset's info is a vector of a word and a map of code and issuer; that of lumens a vector of a word. */
function assetInfo(context: Context, p: number): Uint8Array | undefined {
  const items = vecAt(context, p);
  const word = items && items.length > 0 ? symbolAt(context, items[0]) : undefined;
  if (word === 'Native' && items?.length === 1) return LUMENS_XDR;
  if ((word !== 'AlphaNum4' && word !== 'AlphaNum12') || items?.length !== 2) return undefined;
  const fields = mapAt(context, items[1]);
  const code = fields && textAt(context, fields.get('asset_code'), ScValType.scvString);
  const issuer = fields && textAt(context, fields.get('issuer'), ScValType.scvBytes);
  if (!code || issuer?.length !== 32) return undefined;
  const type = word === 'AlphaNum4' ? AssetType.assetTypeCreditAlphanum4 : AssetType.assetTypeCreditAlphanum12;
  return code.length <= (type === AssetType.assetTypeCreditAlphanum4 ? 4 : 12)
    ? creditXdr(type, code, issuer)
    : undefined;
}

const FIELDS = ['amount', 'authorized', 'clawback'].map(symbol);

/** What a contract holds of an asset. */
export interface SacBalance {
  /** Where the contract's ScAddress stands. */
  holder: number;
  /** Where the amount stands: an i128, in stroops, not below 0. */
  amount: number;
}

/** Returns holder and amount when the entry is shaped like a balance that an asset contract keeps for a contract, which it never lets expire. */
export function sacBalance(view: DataView, { key, val, durability }: ContractDataEntryAt): SacBalance | undefined {
  if (view.getInt32(durability) !== ContractDataDurability.persistent) return undefined;
  const holder = balanceHolder(view, key);
  if (holder === undefined || view.getInt32(holder) !== ScAddressType.scAddressTypeContract) return undefined;
  const amount = sacAmount(view, val);
  return amount === undefined ? undefined : { holder, amount };
}

/** The high half of 2^53, below which doubles are exact. */
const SAFE_HIGH = 2097152;

/** Writes the amount at `a` less that at `b`; either is 0 where it is absent. */
export function writeDifference(w: ByteWriter, view: DataView, a: number, b: number): void {
  if (isSafe(view, a) && isSafe(view, b)) w.integer(safeAmount(view, a) - safeAmount(view, b));
  else w.ascii((wideAmount(view, a) - wideAmount(view, b)).toString());
}

function isSafe(view: DataView, p: number): boolean {
  if (p === ABSENT) return true;
  return view.getInt32(p) === 0 && view.getInt32(p + 4) === 0 && view.getUint32(p + 8) < SAFE_HIGH;
}

function safeAmount(view: DataView, p: number): number {
  return p === ABSENT ? 0 : view.getUint32(p + 8) * 4294967296 + view.getUint32(p + 12);
}

function wideAmount(view: DataView, p: number): bigint {
  return p === ABSENT ? 0n : (view.getBigInt64(p) << 64n) | view.getBigUint64(p + 8);
}

const FIELD_TYPES = [ScValType.scvI128, ScValType.scvBool, ScValType.scvBool];

/** Returns where the amount of a balance stands: a map of exactly amount, authorized and clawback, in this order. */
function sacAmount(view: DataView, p: number): number | undefined {
  if (view.getInt32(p) !== ScValType.scvMap || view.getUint32(p + 4) === 0 || view.getUint32(p + 8) !== 3)
    return undefined;
  let amount = 0;
  let at = p + 12;
  for (const [i, name] of FIELDS.entries()) {
    if (!isSymbol(view, at, name)) return undefined;
    at += name.length * 4;
    if (view.getInt32(at) !== FIELD_TYPES[i]) return undefined;
    if (i === 0) amount = at + 4;
    at += i === 0 ? 20 : 8;
  }
  return view.getInt32(amount) < 0 ? undefined : amount;
}

function vecAt({ view }: Context, p: number): number[] | undefined {
  if (view.getInt32(p) !== ScValType.scvVec || view.getUint32(p + 4) === 0) return undefined;
  const items: number[] = [];
  let at = p + 12;
  for (let i = view.getUint32(p + 8); i > 0; i--) {
    items.push(at);
    at = skipScVal(view, at);
  }
  return items;
}

/** The values of a map whose keys are all symbols. */
function mapAt(context: Context, p: number): Map<string, number> | undefined {
  const { view } = context;
  if (view.getInt32(p) !== ScValType.scvMap || view.getUint32(p + 4) === 0) return undefined;
  const fields = new Map<string, number>();
  let at = p + 12;
  for (let i = view.getUint32(p + 8); i > 0; i--) {
    const name = symbolAt(context, at);
    if (name === undefined) return undefined;
    const value = skipScVal(view, at);
    fields.set(name, value);
    at = skipScVal(view, value);
  }
  return fields;
}

function symbolAt(context: Context, p: number): string | undefined {
  const bytes = textAt(context, p, ScValType.scvSymbol);
  return bytes && Buffer.from(bytes).toString('latin1');
}

function textAt({ view, bytes }: Context, p: number | undefined, type: number): Uint8Array | undefined {
  if (p === undefined || view.getInt32(p) !== type) return undefined;
  return bytes.subarray(p + 8, p + 8 + view.getUint32(p + 4));
}

function sameBytes(a: Uint8Array, b: Uint8Array, at: number): boolean {
  return a.every((byte, i) => byte === b[at + i]);
}
