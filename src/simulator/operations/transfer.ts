/** Credits and debits accounts for payments, and reports why a transfer fails. */
import type { AccountId, AssetId } from '../state/entries.ts';
import { issuerOf } from '../state/keys.ts';
import { available, isAuthorized, withBalance } from '../accounts/balances.ts';
import type { OperationContext } from '../context.ts';

/** Why a payment cannot come out of or into an account. */
export type TransferFailure = 'underfunded' | 'no_trust' | 'not_authorized' | 'line_full';

/** What moving an asset needs of the place where an operation runs. */
export type TransferContext = Pick<OperationContext, 'state' | 'view'>;

/** Gives an amount to an account that is there (stellar-core, `PathPaymentOpFrameBase::updateDestBalance`). */
export function credit(
  { state, view }: TransferContext,
  owner: AccountId,
  asset: AssetId,
  amount: bigint,
): TransferFailure | undefined {
  if (issuerOf(asset) === owner) return undefined;
  const holder = asset === 'native' ? state.account(owner) : state.trustLine(owner, asset);
  if (!holder) return 'no_trust';
  if (holder.kind === 'trust_line' && !isAuthorized(holder)) return 'not_authorized';
  const credited = withBalance(holder, amount, view);
  if (!credited) return 'line_full';
  state.put(credited);
  return undefined;
}

/** Takes an amount from an account that is there (stellar-core, `PathPaymentOpFrameBase::updateSourceBalance`). */
export function debit(
  { state, view }: TransferContext,
  owner: AccountId,
  asset: AssetId,
  amount: bigint,
): TransferFailure | undefined {
  if (issuerOf(asset) === owner) return undefined;
  const holder = asset === 'native' ? state.account(owner) : state.trustLine(owner, asset);
  if (!holder) return 'no_trust';
  if (holder.kind === 'trust_line' && !isAuthorized(holder)) return 'not_authorized';
  if (holder.kind === 'account' && available(holder, view) < amount) return 'underfunded';
  const debited = withBalance(holder, -amount, view);
  if (!debited) return 'underfunded';
  state.put(debited);
  return undefined;
}
