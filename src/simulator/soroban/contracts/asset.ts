/** Implements the Stellar Asset Contract in TypeScript. */
import * as xdr from '@stellar/stellar-sdk/xdr';
import { ContractKey } from '../../encode/contract-key.ts';
import { assetName } from '../../events/asset-contracts.ts';
import { accountAddress, type Address } from '../../events/log.ts';
import type { AssetId } from '../../state/entries.ts';
import { hexOf } from '../../encode/from-xdr.ts';
import { codeOf, issuerOf } from '../../state/keys.ts';
import type { Env, NativeContract } from '../env.ts';
import {
  scContract,
  address,
  addressIn,
  addressOf,
  scBool,
  boolOf,
  bytes,
  fieldOf,
  i128,
  i128Of,
  vecItems,
  nothing,
  scString,
  scStruct,
  scSymbol,
  symbolOf,
  u32,
  u32Of,
  vec,
} from '../values.ts';
import { allowanceOf, approve, spendAllowance } from './allowances.ts';
import {
  authorize,
  balanceOf,
  isAuthorizedFor,
  mustBeClawbackable,
  receive,
  spend,
  spendUnchecked,
} from './asset-balances.ts';
import { trust } from './asset-lines.ts';
import { contractErrors, fault, mustNotBeNegative } from './errors.ts';
import { instanceLife } from './lifetimes.ts';

/** The contract that every asset may have (CAP-46-06, CAP-67; rs-soroban-env stellar_asset_contract). */
export const assetContract: NativeContract = {
  allowance(env, [from, spender]) {
    touch(env);
    return i128(allowanceOf(env, addressIn(from), addressIn(spender)));
  },

  approve(env, [from, spender, amount, liveUntil]) {
    const sum = amountIn(amount);
    const [owner, other] = [addressIn(from), addressIn(spender)];
    env.requireAuth(owner);
    touch(env);
    approve(env, owner, other, sum, u32Of(liveUntil));
    env.emit([scSymbol('approve'), address(owner), address(other), nameOf(env)], vec(i128(sum), u32(u32Of(liveUntil))));
    return nothing;
  },

  balance(env, [holder]) {
    touch(env);
    return i128(balanceOf(env, assetOfInstance(env), addressIn(holder)));
  },

  authorized(env, [holder]) {
    touch(env);
    return scBool(isAuthorizedFor(env, assetOfInstance(env), addressIn(holder)));
  },

  transfer(env, [from, to, amount]) {
    const sum = amountIn(amount);
    const owner = addressIn(from);
    const receiver = receiverIn(to);
    env.requireAuth(owner);
    touch(env);
    move(env, owner, receiver, sum);
    return nothing;
  },

  transfer_from(env, [spender, from, to, amount]) {
    const sum = amountIn(amount);
    const owner = addressIn(from);
    env.requireAuth(addressIn(spender));
    touch(env);
    spendAllowance(env, owner, addressIn(spender), sum);
    move(env, owner, { to: addressIn(to) }, sum);
    return nothing;
  },

  burn(env, [from, amount]) {
    const sum = amountIn(amount);
    const owner = addressIn(from);
    mustBeBurnable(env, owner);
    env.requireAuth(owner);
    return burn(env, owner, sum);
  },

  burn_from(env, [spender, from, amount]) {
    const sum = amountIn(amount);
    const owner = addressIn(from);
    mustBeBurnable(env, owner);
    env.requireAuth(addressIn(spender));
    spendAllowance(env, owner, addressIn(spender), sum);
    return burn(env, owner, sum);
  },

  clawback(env, [from, amount]) {
    const sum = amountIn(amount);
    const asset = assetOfInstance(env);
    const holder = addressIn(from);
    mustBeClawbackable(env, asset, holder);
    mustNotBeIssuer(asset, holder);
    env.requireAuth(adminOf(env));
    touch(env);
    spendUnchecked(env, asset, holder, sum);
    env.emit([scSymbol('clawback'), address(holder), nameOf(env)], i128(sum));
    return nothing;
  },

  set_authorized(env, [holder, allowed]) {
    env.requireAuth(adminOf(env));
    touch(env);
    authorize(env, assetOfInstance(env), addressIn(holder), boolOf(allowed));
    env.emit([scSymbol('set_authorized'), address(addressIn(holder)), nameOf(env)], scBool(boolOf(allowed)));
    return nothing;
  },

  mint(env, [to, amount]) {
    const sum = amountIn(amount);
    const asset = assetOfInstance(env);
    const receiver = addressIn(to);
    mustNotBeIssuer(asset, receiver);
    env.requireAuth(adminOf(env));
    touch(env);
    receive(env, asset, receiver, sum);
    env.emit([scSymbol('mint'), address(receiver), nameOf(env)], i128(sum));
    return nothing;
  },

  set_admin(env, [admin]) {
    const former = adminOf(env);
    env.requireAuth(former);
    touch(env);
    env.putInInstance(keys.admin, address(addressIn(admin)));
    env.emit([scSymbol('set_admin'), address(former), nameOf(env)], address(addressIn(admin)));
    return nothing;
  },

  trust(env, [holder]) {
    touch(env);
    trust(env, assetOfInstance(env), addressIn(holder));
    return nothing;
  },

  admin: (env) => address(adminOf(env)),
  decimals: () => u32(7),
  name: (env) => nameOf(env),
  symbol: (env) => fieldOf(env.fromInstance(keys.metadata), 'symbol'),
};

/** Makes the contract of an asset out of a fresh instance (`init_asset`). */
export function initialiseAsset(env: Env, asset: AssetId): void {
  const issuer = issuerOf(asset);
  if (issuer !== undefined) env.putInInstance(keys.admin, address(accountAddress(issuer)));
  env.putInInstance(keys.assetInfo, assetInfo(asset));
  const code = issuer === undefined ? 'native' : codeOf(asset);
  const metadata = scStruct({ decimal: u32(7), name: scString(assetName(asset)), symbol: scString(code) });
  env.putInInstance(keys.metadata, metadata);
}

const keys = { admin: vec(scSymbol('Admin')), assetInfo: vec(scSymbol('AssetInfo')), metadata: scSymbol('METADATA') };

function assetInfo(asset: AssetId): xdr.ScVal {
  const issuer = issuerOf(asset);
  if (issuer === undefined) return vec(scSymbol('Native'));
  const code = Buffer.alloc(codeOf(asset).length <= 4 ? 4 : 12);
  code.write(codeOf(asset), 'latin1');
  const fields = scStruct({ asset_code: scString(code), issuer: bytes(Buffer.from(issuer, 'hex')) });
  return vec(scSymbol(code.length === 4 ? 'AlphaNum4' : 'AlphaNum12'), fields);
}

function assetOfInstance(env: Env): AssetId {
  const [kind, fields] = vecItems(env.fromInstance(keys.assetInfo));
  if (symbolOf(kind) === 'Native') return 'native';
  const [code, issuer] = [fieldOf(fields, 'asset_code'), fieldOf(fields, 'issuer')];
  if (code.type !== 'scvString' || issuer.type !== 'scvBytes') throw new Error('an asset contract without its asset');
  // eslint-disable-next-line local/linear-expressions -- an asset code has at most 12 bytes
  const text = Buffer.from(code.str.bytes).toString('latin1').replace(/\0+$/, '');
  return `${text}:${hexOf(issuer.bytes.toBytes())}`;
}

interface Receiver {
  to: Address;
  /** The id behind a multiplexed address. */
  muxedId?: bigint;
}

function receiverIn(value: xdr.ScVal): Receiver {
  if (value.type !== 'scvAddress' || value.address.type !== 'scAddressTypeMuxedAccount')
    return { to: addressIn(value) };
  const { ed25519, id } = value.address.muxedAccount;
  const key = ed25519.toBytes();
  return { to: key instanceof ContractKey ? scContract(hexOf(key)) : accountAddress(hexOf(key)), muxedId: id };
}

function move(env: Env, from: Address, { to, muxedId }: Receiver, amount: bigint): void {
  const asset = assetOfInstance(env);
  spend(env, asset, from, amount);
  receive(env, asset, to, amount);
  const data = muxedId === undefined ? i128(amount) : muxedAmount(amount, muxedId);
  const issuer = issuerOf(asset);
  const issuing = issuer !== undefined && from === accountAddress(issuer);
  const redeeming = issuer !== undefined && to === accountAddress(issuer);
  if (from !== to && issuing) return env.emit([scSymbol('mint'), address(to), nameOf(env)], data);
  if (from !== to && redeeming) return env.emit([scSymbol('burn'), address(from), nameOf(env)], i128(amount));
  env.emit([scSymbol('transfer'), address(from), address(to), nameOf(env)], data);
}

const muxedAmount = (amount: bigint, id: bigint) =>
  scStruct({ amount: i128(amount), to_muxed_id: xdr.ScVal.scvU64(id) });

function burn(env: Env, from: Address, amount: bigint): xdr.ScVal {
  touch(env);
  spend(env, assetOfInstance(env), from, amount);
  env.emit([scSymbol('burn'), address(from), nameOf(env)], i128(amount));
  return nothing;
}

function mustBeBurnable(env: Env, holder: Address): void {
  const asset = assetOfInstance(env);
  if (asset === 'native') throw fault(contractErrors.notSupported, 'operation invalid on native asset');
  mustNotBeIssuer(asset, holder);
}

function mustNotBeIssuer(asset: AssetId, holder: Address): void {
  const issuer = issuerOf(asset);
  if (issuer !== undefined && holder === accountAddress(issuer)) {
    throw fault(contractErrors.notSupported, 'operation invalid on issuer');
  }
}

function amountIn(value: xdr.ScVal): bigint {
  const amount = i128Of(value);
  mustNotBeNegative(amount);
  return amount;
}

function adminOf(env: Env): Address {
  const admin = env.fromInstance(keys.admin);
  if (admin?.type === 'scvAddress') return addressOf(admin.address);
  throw fault(contractErrors.notSupported, 'the contract has no administrator');
}

const nameOf = (env: Env): xdr.ScVal => fieldOf(env.fromInstance(keys.metadata), 'name');
const touch = (env: Env): void => env.extendInstance(instanceLife.threshold, instanceLife.extendTo);
