/** Reads and changes asset balances of accounts and contracts for the Stellar Asset Contract. */
import * as xdr from '@stellar/stellar-sdk/xdr';
import { writeAccountId, writeTrustedAsset } from '../../encode/values.ts';
import { Writer } from '../../encode/writer.ts';
import type { Address } from '../../events/log.ts';
import { maxAmount, minBalance } from '../../accounts/balances.ts';
import { newAccount } from '../../accounts/new-account.ts';
import {
  accountFlags,
  trustLineFlags,
  type Account,
  type AccountId,
  type AssetId,
  type TrustLine,
} from '../../state/entries.ts';
import { remembering } from '../../remembering.ts';
import { issuerOf } from '../../state/keys.ts';
import type { Env } from '../env.ts';
import { accountAt, address, scBool, boolOf, fieldOf, i128, i128Of, scStruct, scSymbol, vec } from '../values.ts';
import { contractErrors, fault } from './errors.ts';
import { balanceLife } from './lifetimes.ts';

/** What a contract holds of an asset. */
interface ContractBalance {
  amount: bigint;
  authorized: boolean;
  clawback: boolean;
}

/** Returns the balance of an address (rs-soroban-env balance.rs, `read_balance`). */
export function balanceOf(env: Env, asset: AssetId, holder: Address): bigint {
  const account = accountAt(holder);
  if (account === undefined) {
    const balance = contractBalance(env, holder);
    if (balance) env.extend(balanceKey(holder), balanceLife.threshold, balanceLife.extendTo);
    return balance?.amount ?? 0n;
  }
  if (issuerOf(asset) === account) return maxAmount;
  return asset === 'native' ? mustAccount(env, account).balance : mustLine(env, account, asset).balance;
}

/** Gives an amount to an address; throws HostError when it cannot take it. */
export function receive(env: Env, asset: AssetId, holder: Address, amount: bigint): void {
  mustBeAuthorized(env, asset, holder);
  const account = accountAt(holder);
  if (account !== undefined) return addToClassic(env, asset, account, amount);
  const balance = contractBalance(env, holder) ?? {
    amount: 0n,
    authorized: true,
    clawback: hasIssuerFlag(env, asset, accountFlags.clawback),
  };
  putBalance(env, holder, { ...balance, amount: balance.amount + amount });
}

/** Takes an amount from an address; throws HostError when it has less, or may not spend it. */
export function spend(env: Env, asset: AssetId, holder: Address, amount: bigint): void {
  mustBeAuthorized(env, asset, holder);
  spendUnchecked(env, asset, holder, amount);
}

/** Takes an amount from an address whether it may spend it or not. */
export function spendUnchecked(env: Env, asset: AssetId, holder: Address, amount: bigint): void {
  const account = accountAt(holder);
  if (account !== undefined) return addToClassic(env, asset, account, -amount);
  const balance = contractBalance(env, holder);
  if ((balance?.amount ?? 0n) < amount) throw fault(contractErrors.balance, 'balance is not sufficient to spend');
  if (balance) putBalance(env, holder, { ...balance, amount: balance.amount - amount });
}

/** Whether an address may hold and move an asset. */
export function isAuthorizedFor(env: Env, asset: AssetId, holder: Address): boolean {
  const account = accountAt(holder);
  if (account === undefined) {
    return contractBalance(env, holder)?.authorized ?? !hasIssuerFlag(env, asset, accountFlags.required);
  }
  if (asset === 'native' || issuerOf(asset) === account) return true;
  return (mustLine(env, account, asset).flags & trustLineFlags.authorized) !== 0;
}

/** Lets an address move an asset, or no longer. */
export function authorize(env: Env, asset: AssetId, holder: Address, allowed: boolean): void {
  if (!allowed && !hasIssuerFlag(env, asset, accountFlags.revocable)) {
    throw fault(contractErrors.notSupported, 'issuer does not have AUTH_REVOCABLE set');
  }
  const account = accountAt(holder);
  if (account === undefined) {
    const balance = contractBalance(env, holder) ?? {
      amount: 0n,
      clawback: hasIssuerFlag(env, asset, accountFlags.clawback),
    };
    return putBalance(env, holder, { ...balance, authorized: allowed });
  }
  if (asset === 'native' || issuerOf(asset) === account) {
    throw fault(contractErrors.notSupported, 'operation invalid on issuer');
  }
  const line = mustLine(env, account, asset);
  const { authorized, maintainLiabilities } = trustLineFlags;
  const others = line.flags & ~(authorized | maintainLiabilities);
  env.putEntry(lineKey(account, asset), { ...line, flags: others | (allowed ? authorized : maintainLiabilities) });
}

/** Throws HostError unless what an address holds may be clawed back. */
export function mustBeClawbackable(env: Env, asset: AssetId, holder: Address): void {
  const account = accountAt(holder);
  if (account === undefined) {
    const balance = contractBalance(env, holder);
    if (!balance) throw fault(contractErrors.balance, 'no balance to clawback');
    if (!balance.clawback) throw fault(contractErrors.balance, "balance isn't clawbackable");
    return;
  }
  if (asset === 'native') throw fault(contractErrors.notSupported, 'cannot clawback native asset');
  if (issuerOf(asset) === account) throw fault(contractErrors.notSupported, 'cannot clawback from issuer');
  if (mustLine(env, account, asset).flags & trustLineFlags.clawback) return;
  throw fault(contractErrors.balance, "trustline isn't clawbackable");
}

function mustBeAuthorized(env: Env, asset: AssetId, holder: Address): void {
  if (!isAuthorizedFor(env, asset, holder)) throw fault(contractErrors.deauthorized, 'balance is deauthorized');
}

function addToClassic(env: Env, asset: AssetId, account: AccountId, amount: bigint): void {
  if (amount > maxAmount || amount < -maxAmount) throw fault(contractErrors.overflow, 'amount is too large for an i64');
  if (issuerOf(asset) === account) return;
  const key = asset === 'native' ? accountLedgerKey(account) : lineKey(account, asset);
  const holder = asset === 'native' ? env.entry(key) : mustLine(env, account, asset);
  if (!holder) return makeAccount(env, account, amount);
  if (holder.kind !== 'account' && holder.kind !== 'trust_line') throw new Error(`a balance in ${holder.kind}`);
  const balance = holder.balance + amount;
  const [low, high] = bounds(env, holder);
  if (balance < low || balance > high) {
    throw fault(contractErrors.balance, 'resulting balance is not within the allowed range');
  }
  env.putEntry(key, { ...holder, balance });
}

// CAP-73: since protocol 26 lumens can make the account that they go to
function makeAccount(env: Env, account: AccountId, amount: bigint): void {
  if (env.view.protocol < 26 || amount <= 0n) throw fault(contractErrors.accountMissing, 'account entry is missing');
  if (amount < 2n * env.view.baseReserve) {
    throw fault(contractErrors.lowReserve, 'transfer amount is below minimum balance for new account');
  }
  env.putEntry(accountLedgerKey(account), newAccount(account, amount, { ledger: env.view.ledger }));
}

function bounds(env: Env, holder: Account | TrustLine): [low: bigint, high: bigint] {
  const { buying, selling } = holder.liabilities;
  if (holder.kind === 'account') return [minBalance(holder, env.view) + selling, maxAmount - buying];
  return [selling, holder.limit - buying];
}

/** Returns an account; throws HostError when it is not there. */
export function mustAccount(env: Env, id: AccountId): Account {
  const entry = env.entry(accountLedgerKey(id));
  if (entry?.kind === 'account') return entry;
  throw fault(contractErrors.accountMissing, 'account entry is missing');
}

function mustLine(env: Env, owner: AccountId, asset: AssetId): TrustLine {
  const entry = env.entry(lineKey(owner, asset));
  if (entry?.kind === 'trust_line') return entry;
  throw fault(contractErrors.trustlineMissing, 'trustline entry is missing for account');
}

/** Whether the issuer of an asset, who must be there, has a flag; lumens have none. */
export function hasIssuerFlag(env: Env, asset: AssetId, flag: number): boolean {
  const issuer = issuerOf(asset);
  return issuer !== undefined && (mustAccount(env, issuer).flags & flag) !== 0;
}

function contractBalance(env: Env, holder: Address): ContractBalance | undefined {
  const value = env.get(balanceKey(holder));
  if (!value) return undefined;
  return {
    amount: i128Of(fieldOf(value, 'amount')),
    authorized: boolOf(fieldOf(value, 'authorized')),
    clawback: boolOf(fieldOf(value, 'clawback')),
  };
}

function putBalance(env: Env, holder: Address, { amount, authorized, clawback }: ContractBalance): void {
  if (amount >= 1n << 127n) throw fault(contractErrors.overflow, 'balance overflow');
  const key = balanceKey(holder);
  env.put(key, scStruct({ amount: i128(amount), authorized: scBool(authorized), clawback: scBool(clawback) }));
  env.extend(key, balanceLife.threshold, balanceLife.extendTo);
}

const balanceKey = (holder: Address): xdr.ScVal => vec(scSymbol('Balance'), address(holder));

/** Returns the ledger key of an account. */
export const accountLedgerKey = remembering((id: AccountId) =>
  xdr.LedgerKey.fromXdr(writeAccountId(new Writer(40).int(0), id).toBytes()),
);

/** Returns the ledger key of a trust line. */
export function lineKey(owner: AccountId, asset: AssetId): xdr.LedgerKey {
  return lineKeyOf(`${owner}${asset}`);
}

const lineKeyOf = remembering((name) => {
  const writer = writeAccountId(new Writer(100).int(1), name.slice(0, 64));
  return xdr.LedgerKey.fromXdr(writeTrustedAsset(writer, name.slice(64)).toBytes());
});
