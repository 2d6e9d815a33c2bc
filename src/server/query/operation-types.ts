/** Types of operations, by their numbers in the protocol. */
import Type from 'typebox';
import { read } from './parameters.ts';

export const operationNames = [
  'create_account',
  'payment',
  'path_payment_strict_receive',
  'manage_sell_offer',
  'create_passive_sell_offer',
  'set_options',
  'change_trust',
  'allow_trust',
  'account_merge',
  'inflation',
  'manage_data',
  'bump_sequence',
  'manage_buy_offer',
  'path_payment_strict_send',
  'create_claimable_balance',
  'claim_claimable_balance',
  'begin_sponsoring_future_reserves',
  'end_sponsoring_future_reserves',
  'revoke_sponsorship',
  'clawback',
  'clawback_claimable_balance',
  'set_trust_line_flags',
  'liquidity_pool_deposit',
  'liquidity_pool_withdraw',
  'invoke_host_function',
  'extend_footprint_ttl',
  'restore_footprint',
] as const;

/** Numbers or names, with commas between, in letters of any size. */
export const operationTypes = read(
  Type.Array(Type.Integer(), { description: 'Types by number or name, with commas between.' }),
  (given) => {
    const found = given.split(',').map((part) => numberOf(part.trim().toLowerCase()));
    return found.includes(-1) ? undefined : found;
  },
);

function numberOf(part: string): number {
  const byName = operationNames.findIndex((name) => name === part);
  return /^\d{1,2}$/.test(part) && Number(part) < operationNames.length ? Number(part) : byName;
}
