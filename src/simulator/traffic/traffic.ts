/** Plans the transactions of the next ledger: new accounts, issuance, development and user activity. */
import type { Cast } from './cast.ts';
import type { TransactionPlan } from './plan.ts';
import { planOf } from './plan-of.ts';
import { createAccountHabit, habitHolder, lumen, paymentHabit, pickUser, type Scene } from './habits.ts';
import { development } from './development.ts';
import { ruling } from './giving.ts';
import type { Mix } from './mix-names.ts';
import { userOperations, usesContracts } from './mixes.ts';
import type { Identity } from '../identity.ts';
import { accountFlags } from '../state/entries.ts';
import type { Random } from '../random.ts';

/** Returns what people want in the next ledger: about `count` transactions, at most one per source account. */
export function planTransactions(scene: Scene, count: number, mix: Mix): TransactionPlan[] {
  const plans = [...growth(scene, mix), ...issuance(scene, mix), ...(usesContracts(mix) ? development(scene) : [])];
  const busy = new Set<Identity>();
  for (let tries = 0; plans.length < count && tries < count * 4; tries++) {
    const user = pickUser(scene, (candidate) => !busy.has(candidate));
    if (!user) continue;
    busy.add(user);
    const operations = userOperations(scene, user, mix);
    if (operations.length) plans.push(planOf(scene, user, operations));
  }
  return plans;
}

function growth(scene: Scene, mix: Mix): TransactionPlan[] {
  const { cast, state, random, contracts } = scene;
  const developers = usesContracts(mix) ? contracts.developers : [];
  const founders = [cast.sponsor, ...cast.issuers, ...developers].filter((identity) => !state.account(identity.id));
  const newcomers = cast.invite(Math.min(wantedUsers(cast, random), 100 - founders.length));
  const operations = [
    ...founders.map((founder) => createAccountHabit(founder, 1_000_000n * lumen)),
    ...newcomers.map((user) => createAccountHabit(user, random.amount(500n * lumen, 20_000n * lumen))),
  ];
  return operations.length ? [planOf(scene, cast.root, operations)] : [];
}

function wantedUsers({ users, population }: Cast, random: Random): number {
  if (users.length < population.goal) return population.goal - users.length;
  return users.length < population.limit && random.chance(25) ? random.integer(1, 3) : 0;
}

function issuance(scene: Scene, mix: Mix): TransactionPlan[] {
  const { cast, state, random } = scene;
  return cast.issuers.flatMap((issuer) => {
    const account = state.account(issuer.id);
    if (!account || !random.chance(60)) return [];
    if (mix === 'mixed' && account.flags === 0) {
      return [planOf(scene, issuer, [{ kind: 'set_flags', flags: accountFlags.revocable | accountFlags.clawback }])];
    }
    const ruled = mix === 'mixed' && random.chance(15) ? ruling(scene, issuer) : [];
    if (ruled.length) return [planOf(scene, issuer, ruled)];
    const asset = random.pick(cast.assets.filter(({ credit }) => credit?.issuer === issuer));
    const holders = Array.from({ length: random.integer(1, 6) }, () => habitHolder(scene, asset) ?? []).flat();
    const operations = holders.map((holder) =>
      paymentHabit(scene, holder, asset, random.amount(lumen, 5_000n * lumen)),
    );
    return operations.length ? [planOf(scene, issuer, operations)] : [];
  });
}
