/** Creates and removes entries with their base reserves, sponsored or not. */
import type { Account, AccountId, Entry } from '../state/entries.ts';
import { available, minBalance } from './balances.ts';
import type { OperationContext } from '../context.ts';

/** Why an entry could not be made. */
export type ReserveFailure = 'low_reserve' | 'too_many_subentries' | 'too_many_sponsoring';

/** What making and removing entries needs of the place where an operation runs. */
export type ReserveContext = Pick<OperationContext, 'state' | 'view'> & {
  transaction: Pick<OperationContext['transaction'], 'sponsorships'>;
};

/**
 * Puts a new entry, paid for by its owner or by who sponsors the owner's reserves, or says why it cannot be (stellar-core,
 * `createEntryWithPossibleSponsorship`). The owner of a claimable balance is who makes it, and pays as a sponsor does.
 */
export function createEntry(context: ReserveContext, entry: Entry, owner: AccountId): ReserveFailure | undefined {
  const sponsor = context.transaction.sponsorships.get(owner);
  if (sponsor === undefined && entry.kind !== 'claimable_balance') return createUnsponsored(context, entry, owner);
  return createSponsored(context, entry, owner, sponsor ?? owner);
}

function createUnsponsored(
  { state, view }: ReserveContext,
  entry: Entry,
  owner: AccountId,
): ReserveFailure | undefined {
  if (entry.kind === 'account') {
    if (entry.balance < minBalance(entry, view)) return 'low_reserve';
    state.put(entry);
    return undefined;
  }
  const account = state.account(owner)!;
  const count = reservesOf(entry);
  if (tooManySubentries(account, count)) return 'too_many_subentries';
  if (available(account, view) < BigInt(count) * view.baseReserve) return 'low_reserve';
  state.put(entry);
  state.put({ ...account, subentries: account.subentries + count });
  return undefined;
}

function createSponsored(
  { state, view }: ReserveContext,
  entry: Entry,
  owner: AccountId,
  sponsor: AccountId,
): ReserveFailure | undefined {
  const count = reservesOf(entry);
  const account = isSubentry(entry) ? state.account(owner)! : undefined;
  if (account && tooManySubentries(account, count)) return 'too_many_subentries';
  const paying = state.account(sponsor)!;
  const failure = sponsoringFailure({ view }, paying, count);
  if (failure) return failure;
  state.put(withSponsoring(paying, count));
  // read again: an account may sponsor itself
  if (account) {
    const owning = withSponsored(state.account(owner)!, count);
    state.put({ ...owning, subentries: owning.subentries + count });
  }
  state.put({ ...(entry.kind === 'account' ? withSponsored(entry, count) : entry), sponsor });
  return undefined;
}

/** Removes an entry and gives its reserve back (stellar-core, `removeEntryWithPossibleSponsorship`). */
export function removeEntry({ state }: Pick<ReserveContext, 'state'>, entry: Entry, owner: AccountId): void {
  const count = reservesOf(entry);
  state.remove(entry);
  if (entry.sponsor) {
    state.put(withSponsoring(state.account(entry.sponsor)!, -count));
    if (isSubentry(entry)) state.put(withSponsored(state.account(owner)!, -count));
  }
  if (isSubentry(entry)) {
    const account = state.account(owner)!;
    state.put({ ...account, subentries: account.subentries - count });
  }
}

/** Returns why an account cannot pay for so many reserves of others, or undefined when it can. */
export function sponsoringFailure(
  { view }: Pick<ReserveContext, 'view'>,
  account: Account,
  count: number,
): ReserveFailure | undefined {
  if (available(account, view) < BigInt(count) * view.baseReserve) return 'low_reserve';
  return account.sponsoring + account.subentries + count > 0xffffffff ? 'too_many_sponsoring' : undefined;
}

/** Whether an account has all the subentries that it may have. */
export function tooManySubentries({ subentries, sponsoring }: Account, count: number): boolean {
  return subentries > maxSubentries - count || sponsoring + subentries + count > 0xffffffff;
}

/** Returns the account paying for so many more reserves of others. */
export function withSponsoring(account: Account, count: number): Account {
  return { ...account, sponsoring: account.sponsoring + count, extension: atLeastTwo(account) };
}

/** Returns the account with so many more of its reserves paid by others. */
export function withSponsored(account: Account, count: number): Account {
  return { ...account, sponsored: account.sponsored + count, extension: atLeastTwo(account) };
}

/** Returns how many base reserves an entry costs (stellar-core, `computeMultiplier`). */
export function reservesOf(entry: Entry): number {
  if (entry.kind === 'account') return 2;
  if (entry.kind === 'trust_line') return entry.asset.startsWith('pool/') ? 2 : 1;
  return entry.kind === 'claimable_balance' ? entry.claimants.length : 1;
}

const isSubentry = ({ kind }: Entry) => kind === 'trust_line' || kind === 'offer' || kind === 'data';
const atLeastTwo = ({ extension }: Account) => (extension === 3 ? 3 : 2);
const maxSubentries = 1000;
