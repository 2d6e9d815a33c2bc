/** Chooses a user's next operations by the weights of the selected traffic mix. */
import type { Identity } from '../identity.ts';
import { givingHabits } from './giving.ts';
import {
  creditPayment,
  nativePayment,
  payingHabits,
  redemption,
  trustHabit,
  type Habit,
  type Scene,
  type WeighedHabit,
} from './habits.ts';
import type { Mix } from './mix-names.ts';
import { joinPoolWish, quotePrice, tradingHabits } from './trading.ts';
import { contractHabits, depositInContract, payByContract } from './using-contracts.ts';
import type { WishedOperation } from './wishes.ts';

/** Whether people use contracts, so that there have to be some. */
export const usesContracts = (mix: Mix): boolean => mix === 'soroban' || mix === 'mixed';

// what a user does instead of what does not fit them, until something does
const mixes: Record<Mix, { habits: WeighedHabit[]; instead: Habit[] }> = {
  payments: { habits: payingHabits, instead: [nativePayment] },
  dex: {
    habits: [...tradingHabits, [6, nativePayment], [6, creditPayment], [2, redemption]],
    instead: [trustHabit, joinPoolWish, quotePrice, nativePayment],
  },
  soroban: {
    habits: [...contractHabits, [3, nativePayment], [3, trustHabit]],
    instead: [trustHabit, depositInContract, (scene, user) => payByContract(scene, user), nativePayment],
  },
  mixed: {
    habits: [
      ...scaled(payingHabits, 8),
      ...scaled(tradingHabits, 9),
      ...scaled(contractHabits, 8),
      ...scaled(givingHabits, 12),
    ],
    instead: [trustHabit, joinPoolWish, quotePrice, nativePayment],
  },
};

/** Returns the operations of a user's next transaction; a few of them are bound to fail. */
export function userOperations(scene: Scene, user: Identity, mix: Mix): WishedOperation[] {
  const { habits, instead } = mixes[mix];
  const totalWeight = habits.reduce((sum, [weight]) => sum + weight, 0);
  let choice = scene.random.integer(1, totalWeight);
  const [, wanted] = habits.find(([weight]) => (choice -= weight) <= 0)!;
  for (const habit of [wanted, ...instead]) {
    const operations = habit(scene, user);
    if (operations.length > 0) return operations;
  }
  return [];
}

function scaled(habits: WeighedHabit[], factor: number): WeighedHabit[] {
  return habits.map(([weight, habit]) => [weight * factor, habit]);
}
