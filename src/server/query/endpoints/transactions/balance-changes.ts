/** What a transaction did to balances: one row for each address and asset. `silver.balance_changes` has each single change. */
import { readStrkey } from '../../../../xdr/strkey.ts';
import type { Json, Row } from '../../fields.ts';
import { tokensOf, unitsOf, type Token } from '../../tokens.ts';
import type { View } from '../../view.ts';
import type { TransactionChange } from './changes.ts';

/** A balance that an entry holds. */
interface Held {
  address: string;
  /** Tells one asset from another. */
  asset: string;
  amount: bigint;
  /** What the row says of the asset. */
  names: Row;
  /** The contract of a token whose balance is in its storage. */
  contract?: string;
}

/** Decimals of lumens, assets and pool shares. */
const STROOPS = 7;

interface Sum {
  held: Held;
  before: bigint;
  delta: bigint;
}

/**
 * Returns the balances that changed, in the order in which the meta names them first: from before the first change of this
 * transaction to after its last. Changes by other transactions in between, fees above all, are part of the difference.
 */
export async function balanceChanges(view: View, changes: readonly TransactionChange[]): Promise<Row[]> {
  const sums = new Map<string, Sum>();
  for (const change of changes) add(sums, change);
  const changed = [...sums.values()].filter(({ delta }) => delta !== 0n);
  const contracts = changed.flatMap(({ held: { contract } }) => contract ?? []);
  const tokens = await tokensOf(view, contracts);
  return changed.map((sum) => rowOf(sum, tokens));
}

function add(sums: Map<string, Sum>, { type, entry_type: kind, before, after }: TransactionChange): void {
  const is = after && heldIn(kind, after);
  // What is restored was there, and was not in the ledger.
  const was = type === 'restored' ? is : before && heldIn(kind, before);
  const held = is ?? was;
  if (!held) return;
  const key = `${held.address} ${held.asset}`;
  const known = sums.get(key)?.before ?? was?.amount ?? 0n;
  sums.set(key, { held, before: known, delta: (is?.amount ?? 0n) - known });
}

function heldIn(kind: string, entry: Row): Held | undefined {
  if (kind === 'account') return ofAccount(entry);
  if (kind === 'trustline') return ofTrustLine(entry);
  return kind === 'contract_data' ? ofContract(entry) : undefined;
}

function ofAccount({ account_id: id, balance }: Row): Held {
  const names = { asset_code: 'XLM', asset_type: 'native' };
  return { address: String(id), asset: 'native', amount: BigInt(String(balance)), names };
}

function ofTrustLine({ account_id: id, asset, balance }: Row): Held {
  const names = assetNames(asset);
  return { address: String(id), asset: JSON.stringify(asset), amount: BigInt(String(balance)), names };
}

function assetNames(asset: Json): Row {
  const [[type, inner] = ['native', null]] = Object.entries(asset as Row);
  if (type === 'pool_share') {
    const id = Buffer.from(readStrkey(String(inner))?.payload ?? []).toString('hex');
    return { asset_type: 'liquidity_pool_shares', liquidity_pool_id: id };
  }
  const { asset_code: code, issuer } = inner as Row;
  return { asset_code: code, asset_type: type, asset_issuer: issuer };
}

/** Tokens keep balances under a vector of the symbol Balance and the address: a number, or a map with `amount` (6.3 of CAP-46-6). */
function ofContract({ contract, key, val }: Row): Held | undefined {
  const [name, holder, ...more] = (key as { vec?: Row[] }).vec ?? [];
  const address = holder?.['address'];
  if (name?.['symbol'] !== 'Balance' || typeof address !== 'string' || more.length > 0) return undefined;
  const amount = amountIn(val);
  if (typeof amount !== 'string' || typeof contract !== 'string') return undefined;
  return { address, asset: contract, amount: BigInt(amount), names: { contract_id: contract }, contract };
}

function amountIn(val: Json): Json | undefined {
  const { i128, map } = val as { i128?: Json; map?: { key: Row; val: Row }[] };
  if (i128 !== undefined) return i128;
  return map?.find(({ key }) => key['symbol'] === 'amount')?.val['i128'];
}

function rowOf({ held, before, delta }: Sum, tokens: ReadonlyMap<string, Token>): Row {
  const { address, names, contract } = held;
  const token = contract === undefined ? undefined : tokens.get(contract);
  const decimals = contract === undefined ? STROOPS : (token?.token_decimals ?? null);
  const text = (amount: bigint) => unitsOf(String(amount), decimals);
  const change = text(delta);
  return {
    address,
    ...names,
    ...(contract !== undefined && {
      asset_type: 'contract_token',
      asset_code: token?.asset_code ?? token?.token_symbol ?? null,
      asset_issuer: token?.asset_issuer ?? null,
      decimals,
      decimals_source: token?.decimals_source ?? 'default',
    }),
    before: text(before),
    after: text(before + delta),
    delta: delta > 0n && change !== null ? `+${change}` : change,
    before_raw: String(before),
    after_raw: String(before + delta),
  };
}
