import type { Identity } from '../identity.ts';
import {
  creditPayment,
  nativePayment,
  payingHabits,
  redemption,
  trust,
  type Habit,
  type Scene,
  type WeighedHabit,
} from './habits.ts';
import { joinPool, quote, tradingHabits } from './trading.ts';
import type { Operation } from './wishes.ts';

/** What people do: pay, or trade. */
export type Mix = 'payments' | 'dex';

// what a user does instead of what does not fit them, until something does
const mixes: Record<Mix, { habits: WeighedHabit[]; instead: Habit[] }> = {
  payments: { habits: payingHabits, instead: [nativePayment] },
  dex: {
    habits: [...tradingHabits, [6, nativePayment], [6, creditPayment], [2, redemption]],
    instead: [trust, joinPool, quote, nativePayment],
  },
};

/** Returns the operations of a user's next transaction; a few of them are bound to fail. */
export function userOperations(scene: Scene, user: Identity, mix: Mix): Operation[] {
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
