/** Computes reserves, available and receivable amounts, and new balances of accounts and trust lines. */
import { trustLineFlags, type Account, type AccountId, type AssetId, type TrustLine } from '../state/entries.ts';
import { issuerOf } from '../state/keys.ts';
import type { State } from '../state/state.ts';
import type { LedgerView } from '../context.ts';

/** The largest amount that there is. */
export const maxAmount = 2n ** 63n - 1n;

/** Returns the stroops that an account must keep (stellar-core, `getMinBalance`). */
export function minBalance({ subentries, sponsoring, sponsored }: Account, { baseReserve }: LedgerView): bigint {
  return BigInt(2 + subentries + sponsoring - sponsored) * baseReserve;
}

/** Returns what can be taken from an account or trust line: above reserve and what its offers sell. */
export function available(entry: Account | TrustLine, view: LedgerView): bigint {
  const reserved = entry.kind === 'account' ? minBalance(entry, view) : 0n;
  return entry.balance - reserved - entry.liabilities.selling;
}

/** Returns what an account or trust line can still receive (stellar-core, `getMaxAmountReceive`). */
export function receivable(entry: Account | TrustLine): bigint {
  if (entry.kind === 'account') return maxAmount - entry.balance - entry.liabilities.buying;
  return maintainsLiabilities(entry) ? entry.limit - entry.balance - entry.liabilities.buying : 0n;
}

/**
 * Returns the entry with another balance, or undefined when reserve, liabilities, limit or authorisation forbid it
 * (stellar-core, `addBalance`).
 */
export function withBalance<E extends Account | TrustLine>(entry: E, delta: bigint, view: LedgerView): E | undefined {
  if (delta === 0n) return entry;
  if (entry.kind === 'trust_line' && !maintainsLiabilities(entry)) return undefined;
  return withBalanceUnchecked(entry, delta, view);
}

/** Does as `withBalance` does, but asks for no authorisation. */
export function withBalanceUnchecked<E extends Account | TrustLine>(
  entry: E,
  delta: bigint,
  view: LedgerView,
): E | undefined {
  const balance = entry.balance + delta;
  const { buying, selling } = entry.liabilities;
  const highest = entry.kind === 'account' ? maxAmount : entry.limit;
  if (balance < 0n || balance > highest - buying) return undefined;
  if (entry.kind === 'account') {
    if (delta < 0n && balance - minBalance(entry, view) < selling) return undefined;
  } else if (balance < selling) return undefined;
  return { ...entry, balance };
}

/** Whether a trust line may hold and move its asset. */
export const isAuthorized = ({ flags }: TrustLine): boolean => (flags & trustLineFlags.authorized) !== 0;

/** Whether a trust line may at least keep its offers. */
export const maintainsLiabilities = ({ flags }: TrustLine): boolean =>
  (flags & (trustLineFlags.authorized | trustLineFlags.maintainLiabilities)) !== 0;

/** Returns what holds an asset for an account: the account, a trust line, 'issuer' who needs none, or undefined. */
export function holderOf(state: State, owner: AccountId, asset: AssetId): Account | TrustLine | 'issuer' | undefined {
  if (asset === 'native') return state.account(owner);
  if (issuerOf(asset) === owner) return 'issuer';
  return state.trustLine(owner, asset);
}
