/** Completes a planned transaction with memo, time bounds, fee bid and sponsor. */
import * as xdr from '@stellar/stellar-sdk/xdr';
import type { Identity } from '../identity.ts';
import type { Random } from '../random.ts';
import type { Scene } from './habits.ts';
import type { TransactionPlan } from './plan.ts';
import type { WishedOperation } from './wishes.ts';

/** Returns the plan of someone's transaction, now and then with another's fee. */
export function planOf(scene: Scene, source: Identity, operations: WishedOperation[]): TransactionPlan {
  const { cast, state, random, baseFee } = scene;
  const sponsored = source !== cast.root && random.chance(8) && state.account(cast.sponsor.id);
  return {
    source,
    operations,
    memo: operations[0]?.kind === 'contract' ? xdr.Memo.memoNone() : memo(random),
    cond: validity(scene),
    bid: Math.max(baseFee, random.pick([100, 100, 100, 200, 1_000, 10_000])),
    sponsor: sponsored ? cast.sponsor : undefined,
  };
}

function memo(random: Random): xdr.Memo {
  const choice = random.integer(1, 20);
  if (choice <= 3) return xdr.Memo.memoText(random.pick(['invoice 4711', 'rent', 'thank you', 'coffee']));
  if (choice <= 5) return xdr.Memo.memoId(random.amount(1n, 99_999n));
  if (choice === 6) return xdr.Memo.memoHash(random.bytes(32));
  return xdr.Memo.memoNone();
}

function validity({ random, view: { closeTime } }: Scene): xdr.Preconditions {
  if (random.chance(30)) return xdr.Preconditions.precondNone();
  return xdr.Preconditions.precondTime(new xdr.TimeBounds({ minTime: 0n, maxTime: closeTime + 300n }));
}
