/** Reads, sets and spends token allowances, for the asset contract and the token. */
import type * as xdr from '@stellar/stellar-sdk/xdr';
import type { Address } from '../../events/log.ts';
import type { Env } from '../env.ts';
import { address, fieldOf, i128, i128Of, scStruct, scSymbol, u32, u32Of, vec } from '../values.ts';
import { contractErrors, fault } from './errors.ts';

/** Returns what someone may still spend of another's balance (rs-soroban-env allowance.rs). */
export function allowanceOf(env: Env, from: Address, spender: Address): bigint {
  const value = env.get(allowanceKey(from, spender), 'temporary');
  if (!value || u32Of(fieldOf(value, 'live_until_ledger')) < env.view.ledger) return 0n;
  return i128Of(fieldOf(value, 'amount'));
}

/** Lets someone spend an amount until a ledger. Throws HostError when that is in the past, or too far away. */
export function approve(env: Env, from: Address, spender: Address, amount: bigint, liveUntil: number): void {
  if (amount > 0n && liveUntil < env.view.ledger)
    throw fault(contractErrors.allowance, 'live_until must be >= ledger sequence');
  const key = allowanceKey(from, spender);
  const former = env.get(key, 'temporary');
  if (!former && amount === 0n) return;
  env.put(key, scStruct({ amount: i128(amount), live_until_ledger: u32(liveUntil) }), 'temporary');
  const formerUntil = former ? u32Of(fieldOf(former, 'live_until_ledger')) : 0;
  if (amount === 0n || formerUntil >= liveUntil) return;
  const left = liveUntil - env.view.ledger;
  env.extend(key, left, left, 'temporary');
}

/** Spends of an allowance. Throws HostError when it is too small. */
export function spendAllowance(env: Env, from: Address, spender: Address, amount: bigint): void {
  const allowance = allowanceOf(env, from, spender);
  if (allowance < amount) throw fault(contractErrors.allowance, 'not enough allowance to spend');
  if (amount === 0n) return;
  const liveUntil = u32Of(fieldOf(env.get(allowanceKey(from, spender), 'temporary'), 'live_until_ledger'));
  approve(env, from, spender, allowance - amount, liveUntil);
}

function allowanceKey(from: Address, spender: Address): xdr.ScVal {
  return vec(scSymbol('Allowance'), scStruct({ from: address(from), spender: address(spender) }));
}
