/** Implements a constant-product exchange of two tokens as a contract. */
import type * as xdr from '@stellar/stellar-sdk/xdr';
import type { Address } from '../../events/log.ts';
import type { Env, NativeContract } from '../env.ts';
import { address, addressIn, boolOf, i128, i128Of, nothing, scSymbol, vec } from '../values.ts';
import { fault } from './errors.ts';
import { programLife } from './lifetimes.ts';

/** A pool of two tokens whose product stays, less 0.3 percent of what comes in. Shares of it are a number that it keeps. */
export const poolContract: NativeContract = {
  __constructor(env, [tokenA, tokenB]) {
    env.putInInstance(scSymbol('TokenA'), address(addressIn(tokenA)));
    env.putInInstance(scSymbol('TokenB'), address(addressIn(tokenB)));
    for (const name of ['ReserveA', 'ReserveB', 'Shares']) env.putInInstance(scSymbol(name), i128(0n));
    return nothing;
  },

  deposit(env, [from, wantedA, leastA, wantedB, leastB]) {
    const owner = addressIn(from);
    env.requireAuth(owner);
    touch(env);
    const [a, b] = depositAmounts(env, i128Of(wantedA), i128Of(leastA), i128Of(wantedB), i128Of(leastB));
    const { reserveA, reserveB, shares } = readPool(env);
    env.call(tokenOf(env, 'TokenA'), 'transfer', address(owner), address(env.self), i128(a));
    env.call(tokenOf(env, 'TokenB'), 'transfer', address(owner), address(env.self), i128(b));
    const total =
      shares === 0n ? root(a * b) : least(((reserveA + a) * shares) / reserveA, ((reserveB + b) * shares) / reserveB);
    if (total <= shares) throw fault(poolErrors.tooLittle, 'too little for a share');
    addShares(env, owner, total - shares);
    writePool(env, { reserveA: reserveA + a, reserveB: reserveB + b, shares: total });
    env.emit([scSymbol('deposit'), address(owner)], vec(i128(a), i128(b), i128(total - shares)));
    return i128(total - shares);
  },

  swap(env, [from, buysA, out, most]) {
    const owner = addressIn(from);
    env.requireAuth(owner);
    touch(env);
    const wanted = i128Of(out);
    const { reserveA, reserveB, shares } = readPool(env);
    const [selling, buying] = boolOf(buysA) ? [reserveB, reserveA] : [reserveA, reserveB];
    if (wanted <= 0n || wanted >= buying) throw fault(poolErrors.tooMuch, 'the pool has less than that');
    const due = (selling * wanted * 1000n) / ((buying - wanted) * 997n) + 1n;
    if (due > i128Of(most)) throw fault(poolErrors.tooDear, 'in amount is over max');
    const [paid, bought] = boolOf(buysA) ? (['TokenB', 'TokenA'] as const) : (['TokenA', 'TokenB'] as const);
    env.call(tokenOf(env, paid), 'transfer', address(owner), address(env.self), i128(due));
    env.call(tokenOf(env, bought), 'transfer', address(env.self), address(owner), i128(wanted));
    const next = boolOf(buysA)
      ? { reserveA: reserveA - wanted, reserveB: reserveB + due }
      : { reserveA: reserveA + due, reserveB: reserveB - wanted };
    writePool(env, { ...next, shares });
    env.emit([scSymbol('swap'), address(owner)], vec(buysA, i128(due), i128(wanted)));
    return i128(due);
  },

  withdraw(env, [from, amount, leastA, leastB]) {
    const owner = addressIn(from);
    env.requireAuth(owner);
    touch(env);
    const given = i128Of(amount);
    const { reserveA, reserveB, shares } = readPool(env);
    if (given <= 0n || given > sharesOf(env, owner)) throw fault(poolErrors.tooMuch, 'more shares than there are');
    const [a, b] = [(reserveA * given) / shares, (reserveB * given) / shares];
    if (a < i128Of(leastA) || b < i128Of(leastB)) throw fault(poolErrors.tooLittle, 'less than the minimum');
    addShares(env, owner, -given);
    env.call(tokenOf(env, 'TokenA'), 'transfer', address(env.self), address(owner), i128(a));
    env.call(tokenOf(env, 'TokenB'), 'transfer', address(env.self), address(owner), i128(b));
    writePool(env, { reserveA: reserveA - a, reserveB: reserveB - b, shares: shares - given });
    env.emit([scSymbol('withdraw'), address(owner)], vec(i128(a), i128(b), i128(given)));
    return vec(i128(a), i128(b));
  },

  get_rsrvs(env) {
    const { reserveA, reserveB } = readPool(env);
    return vec(i128(reserveA), i128(reserveB));
  },
};

const poolErrors = { tooLittle: 101, tooMuch: 102, tooDear: 103 } as const;

interface Pool {
  reserveA: bigint;
  reserveB: bigint;
  shares: bigint;
}

// as much of both as their ratio allows
function depositAmounts(env: Env, a: bigint, leastA: bigint, b: bigint, leastB: bigint): [bigint, bigint] {
  const { reserveA, reserveB } = readPool(env);
  if (a <= 0n || b <= 0n) throw fault(poolErrors.tooLittle, 'a deposit is of both');
  if (reserveA === 0n) return [a, b];
  const fittingB = (a * reserveB) / reserveA;
  const amounts: [bigint, bigint] = fittingB <= b ? [a, fittingB] : [(b * reserveA) / reserveB, b];
  if (amounts[0] < leastA || amounts[1] < leastB || amounts[0] === 0n || amounts[1] === 0n) {
    throw fault(poolErrors.tooLittle, 'the pool has another price');
  }
  return amounts;
}

function readPool(env: Env): Pool {
  const [reserveA, reserveB, shares] = ['ReserveA', 'ReserveB', 'Shares'].map((name) =>
    i128Of(env.fromInstance(scSymbol(name))),
  );
  return { reserveA, reserveB, shares };
}

function writePool(env: Env, { reserveA, reserveB, shares }: Pool): void {
  env.putInInstance(scSymbol('ReserveA'), i128(reserveA));
  env.putInInstance(scSymbol('ReserveB'), i128(reserveB));
  env.putInInstance(scSymbol('Shares'), i128(shares));
}

function sharesOf(env: Env, owner: Address): bigint {
  const value = env.get(sharesKey(owner));
  return value ? i128Of(value) : 0n;
}

function addShares(env: Env, owner: Address, amount: bigint): void {
  env.put(sharesKey(owner), i128(sharesOf(env, owner) + amount));
}

function root(value: bigint): bigint {
  let x = BigInt(Math.floor(Math.sqrt(Number(value))));
  while (x * x > value) x--;
  while ((x + 1n) * (x + 1n) <= value) x++;
  return x;
}

const least = (a: bigint, b: bigint) => (a < b ? a : b);
const sharesKey = (owner: Address): xdr.ScVal => vec(scSymbol('Shares'), address(owner));
const tokenOf = (env: Env, name: 'TokenA' | 'TokenB') => addressIn(env.fromInstance(scSymbol(name)));
const touch = (env: Env): void => env.extendInstance(programLife.threshold, programLife.extendTo);
