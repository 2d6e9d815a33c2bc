/** Adds and removes signers of an account with their reserves. */
import type { Account, AccountId, Signer } from '../state/entries.ts';
import { available } from '../accounts/balances.ts';
import {
  sponsoringFailure,
  tooManySubentries,
  withSponsored,
  withSponsoring,
  type ReserveContext,
  type ReserveFailure,
} from '../accounts/reserves.ts';

/**
 * Adds a signer whose reserve the account, or who sponsors it, pays; says why it cannot be (stellar-core,
 * `createSignerWithPossibleSponsorship`).
 */
export function addSigner(context: ReserveContext, id: AccountId, signer: Signer): ReserveFailure | undefined {
  const { state, view, transaction } = context;
  const sponsor = transaction.sponsorships.get(id);
  const account = state.account(id)!;
  if (tooManySubentries(account, 1)) return 'too_many_subentries';
  if (sponsor === undefined) {
    if (available(account, view) < view.baseReserve) return 'low_reserve';
  } else {
    const paying = state.account(sponsor)!;
    const failure = sponsoringFailure(context, paying, 1);
    if (failure) return failure;
    state.put(withSponsoring(paying, 1));
  }
  const before = state.account(id)!;
  const after = sponsor === undefined ? before : withSponsored(before, 1);
  const signers = [...after.signers, { ...signer, sponsor: sponsor ?? null }].sort(bySignerKey);
  state.put({ ...after, subentries: after.subentries + 1, signers });
  return undefined;
}

/** Removes a signer that the account has, and gives its reserve back. */
export function removeSigner({ state }: Pick<ReserveContext, 'state'>, id: AccountId, key: string): void {
  const signer = state.account(id)!.signers.find((one) => one.key === key);
  if (!signer) return;
  if (signer.sponsor) state.put(withSponsoring(state.account(signer.sponsor)!, -1));
  const before = state.account(id)!;
  const after: Account = signer.sponsor ? withSponsored(before, -1) : before;
  const signers = after.signers.filter((one) => one.key !== key);
  state.put({ ...after, subentries: after.subentries - 1, signers });
}

const bySignerKey = (a: Signer, b: Signer) => (a.key < b.key ? -1 : 1);
