/** Computes what an account can sell or buy of an asset, and updates balances and liabilities. */
import { available, holderOf, maintainsLiabilities, receivable, withBalance } from '../accounts/balances.ts';
import type { LedgerView } from '../context.ts';
import type { Account, AccountId, AssetId, Liabilities, Offer, TrustLine } from '../state/entries.ts';
import type { State } from '../state/state.ts';
import { offerLiabilities } from './exchange.ts';
import { maxInt64 } from './int64.ts';

/** What holds an asset for an account: itself, a trust line, the issuer who needs none, or nothing. */
export type Holder = Account | TrustLine | 'issuer' | undefined;

/** Returns what can be sold of an asset, never less than nothing (stellar-core, `canSellAtMost`). */
export function sellable(holder: Holder, view: LedgerView): bigint {
  if (holder === 'issuer') return maxInt64;
  if (!holder || (holder.kind === 'trust_line' && !maintainsLiabilities(holder))) return 0n;
  const amount = available(holder, view);
  return amount > 0n ? amount : 0n;
}

/** Returns what can be bought of an asset, never less than nothing (stellar-core, `canBuyAtMost`). */
export function buyable(holder: Holder): bigint {
  if (holder === 'issuer') return maxInt64;
  const amount = holder ? receivable(holder) : 0n;
  return amount > 0n ? amount : 0n;
}

/** Adds to what an account holds of an asset; false, and nothing is changed, when that does not fit or it has no line. */
export function addBalance(state: State, view: LedgerView, owner: AccountId, asset: AssetId, delta: bigint): boolean {
  const holder = holderOf(state, owner, asset);
  if (holder === 'issuer') return true;
  const changed = holder && withBalance(holder, delta, view);
  if (changed) state.put(changed);
  return changed !== undefined;
}

/** Does as `addBalance` does where limits were kept before; throws when it does not fit after all. */
export function settleBalance(state: State, view: LedgerView, owner: AccountId, asset: AssetId, delta: bigint): void {
  if (!addBalance(state, view, owner, asset, delta)) throw new Error(`${owner} cannot have ${delta} more of ${asset}`);
}

/** Reserves of its seller's balances what an offer can move (stellar-core, `acquireLiabilities`). */
export function acquireLiabilities(state: State, offer: Offer): void {
  addLiabilities(state, offer, offerLiabilities(offer.price, offer.amount));
}

/** Gives back what an offer reserved of its seller's balances. */
export function releaseLiabilities(state: State, offer: Offer): void {
  const { buying, selling } = offerLiabilities(offer.price, offer.amount);
  addLiabilities(state, offer, { buying: -buying, selling: -selling });
}

function addLiabilities(state: State, { seller, selling, buying }: Offer, delta: Liabilities): void {
  const buyer = holderOf(state, seller, buying);
  if (buyer && buyer !== 'issuer') state.put(moved(buyer, 0n, { buying: delta.buying, selling: 0n }));
  const holder = holderOf(state, seller, selling);
  if (holder && holder !== 'issuer') state.put(moved(holder, 0n, { buying: 0n, selling: delta.selling }));
}

/** Returns what holds an asset with its balance and liabilities moved by so much, which must fit. */
export function moved<E extends Account | TrustLine>(holder: E, balance: bigint, { buying, selling }: Liabilities): E {
  const { liabilities } = holder;
  return {
    ...holder,
    balance: holder.balance + balance,
    extension: holder.extension || 1,
    liabilities: { buying: liabilities.buying + buying, selling: liabilities.selling + selling },
  };
}
