/** Implements a SEP-41 token as a contract. */
import type * as xdr from '@stellar/stellar-sdk/xdr';
import type { Address } from '../../events/log.ts';
import type { Env, NativeContract } from '../env.ts';
import { address, addressIn, i128, i128Of, nothing, scSymbol, u32, u32Of, vec } from '../values.ts';
import { allowanceOf, approve, spendAllowance } from './allowances.ts';
import { contractErrors, fault, mustNotBeNegative } from './errors.ts';
import { programLife } from './lifetimes.ts';

/** A small token by SEP-41. What it holds for someone is kept no longer than the network grants at least. */
export const tokenContract: NativeContract = {
  __constructor(env, [admin, decimals, name, code]) {
    env.putInInstance(scSymbol('Admin'), address(addressIn(admin)));
    env.putInInstance(scSymbol('Decimals'), u32(u32Of(decimals)));
    env.putInInstance(scSymbol('Name'), name);
    env.putInInstance(scSymbol('Symbol'), code);
    return nothing;
  },

  mint(env, [to, amount]) {
    const sum = amountIn(amount);
    const receiver = addressIn(to);
    env.requireAuth(addressIn(env.fromInstance(scSymbol('Admin'))));
    touch(env);
    add(env, receiver, sum);
    env.emit([scSymbol('mint'), address(receiver)], i128(sum));
    return nothing;
  },

  transfer(env, [from, to, amount]) {
    const sum = amountIn(amount);
    env.requireAuth(addressIn(from));
    return move(env, addressIn(from), addressIn(to), sum);
  },

  transfer_from(env, [spender, from, to, amount]) {
    const sum = amountIn(amount);
    env.requireAuth(addressIn(spender));
    spendAllowance(env, addressIn(from), addressIn(spender), sum);
    return move(env, addressIn(from), addressIn(to), sum);
  },

  burn(env, [from, amount]) {
    const sum = amountIn(amount);
    const owner = addressIn(from);
    env.requireAuth(owner);
    touch(env);
    add(env, owner, -sum);
    env.emit([scSymbol('burn'), address(owner)], i128(sum));
    return nothing;
  },

  approve(env, [from, spender, amount, liveUntil]) {
    const sum = amountIn(amount);
    const [owner, other] = [addressIn(from), addressIn(spender)];
    env.requireAuth(owner);
    touch(env);
    approve(env, owner, other, sum, u32Of(liveUntil));
    env.emit([scSymbol('approve'), address(owner), address(other)], vec(i128(sum), u32(u32Of(liveUntil))));
    return nothing;
  },

  allowance: (env, [from, spender]) => i128(allowanceOf(env, addressIn(from), addressIn(spender))),
  balance: (env, [holder]) => i128(balanceOf(env, addressIn(holder))),
  decimals: (env) => env.fromInstance(scSymbol('Decimals')) ?? nothing,
  name: (env) => env.fromInstance(scSymbol('Name')) ?? nothing,
  symbol: (env) => env.fromInstance(scSymbol('Symbol')) ?? nothing,
};

function move(env: Env, from: Address, to: Address, amount: bigint): xdr.ScVal {
  touch(env);
  add(env, from, -amount);
  add(env, to, amount);
  env.emit([scSymbol('transfer'), address(from), address(to)], i128(amount));
  return nothing;
}

function add(env: Env, holder: Address, amount: bigint): void {
  const balance = balanceOf(env, holder) + amount;
  if (balance < 0n) throw fault(contractErrors.balance, 'balance is not sufficient to spend');
  if (balance >= 1n << 127n) throw fault(contractErrors.overflow, 'balance overflow');
  env.put(balanceKey(holder), i128(balance));
}

function balanceOf(env: Env, holder: Address): bigint {
  const value = env.get(balanceKey(holder));
  return value ? i128Of(value) : 0n;
}

function amountIn(value: xdr.ScVal): bigint {
  const amount = i128Of(value);
  mustNotBeNegative(amount);
  return amount;
}

const balanceKey = (holder: Address): xdr.ScVal => vec(scSymbol('Balance'), address(holder));
const touch = (env: Env): void => env.extendInstance(programLife.threshold, programLife.extendTo);
