import * as xdr from '@stellar/stellar-sdk/xdr';
import type { Cast } from './cast.ts';
import type { TransactionPlan } from './plan.ts';
import { createAccount, holderOf, lumen, payment, pickUser, type Scene } from './habits.ts';
import { userOperations, type Mix } from './mixes.ts';
import type { Identity } from '../identity.ts';
import type { Operation } from './wishes.ts';
import type { Random } from '../random.ts';

/** Returns what people want in the next ledger: about `count` transactions, at most one per source account. */
export function planTransactions(scene: Scene, count: number, mix: Mix): TransactionPlan[] {
  const plans = [...growth(scene), ...issuance(scene)];
  const busy = new Set<Identity>();
  for (let tries = 0; plans.length < count && tries < count * 4; tries++) {
    const user = pickUser(scene, (candidate) => !busy.has(candidate));
    if (!user) continue;
    busy.add(user);
    plans.push(planOf(scene, user, userOperations(scene, user, mix)));
  }
  return plans;
}

function growth(scene: Scene): TransactionPlan[] {
  const { cast, state, random } = scene;
  const founders = [cast.sponsor, ...cast.issuers].filter((identity) => !state.account(identity.id));
  const newcomers = cast.invite(Math.min(wantedUsers(cast, random), 100 - founders.length));
  const operations = [
    ...founders.map((founder) => createAccount(founder, 1_000_000n * lumen)),
    ...newcomers.map((user) => createAccount(user, random.amount(500n * lumen, 20_000n * lumen))),
  ];
  return operations.length ? [planOf(scene, cast.root, operations)] : [];
}

function wantedUsers({ users, population }: Cast, random: Random): number {
  if (users.length < population.goal) return population.goal - users.length;
  return users.length < population.limit && random.chance(25) ? random.integer(1, 3) : 0;
}

function issuance(scene: Scene): TransactionPlan[] {
  const { cast, state, random } = scene;
  return cast.issuers.flatMap((issuer) => {
    if (!state.account(issuer.id) || !random.chance(60)) return [];
    const asset = random.pick(cast.assets.filter(({ credit }) => credit?.issuer === issuer));
    const holders = Array.from({ length: random.integer(1, 6) }, () => holderOf(scene, asset) ?? []).flat();
    const operations = holders.map((holder) => payment(scene, holder, asset, random.amount(lumen, 5_000n * lumen)));
    return operations.length ? [planOf(scene, issuer, operations)] : [];
  });
}

function planOf(scene: Scene, source: Identity, operations: Operation[]): TransactionPlan {
  const { cast, state, random, baseFee } = scene;
  const sponsored = source !== cast.root && random.chance(8) && state.account(cast.sponsor.id);
  return {
    source,
    operations,
    memo: memo(random),
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
