/** Plans the developers' transactions: deployment of contracts and minting of the token. */
import type * as xdr from '@stellar/stellar-sdk/xdr';
import { accountAddress } from '../events/log.ts';
import type { Identity } from '../identity.ts';
import { address, i128 } from '../soroban/values.ts';
import { callOf, hostCall } from './contract-calls.ts';
import { lumen, pickUser, type Scene } from './habits.ts';
import { planOf } from './plan-of.ts';
import type { TransactionPlan } from './plan.ts';

/** Returns what developers do: deploy what is missing, each one thing in a ledger, and give the token away. */
export function development(scene: Scene): TransactionPlan[] {
  const { contracts, state, view } = scene;
  const [owner, ...others] = contracts.developers;
  if (!state.account(owner.id)) return [];
  const missing = contracts.missing(state, view.protocol);
  const [owned, free] = [missing.filter(isOwned), missing.filter((call) => !isOwned(call))];
  const plans = others.flatMap((developer, i) => deploy(scene, developer, free[i]));
  if (owned.length === 0) return [...plans, ...mint(scene, owner)];
  return [...plans, ...deploy(scene, owner, owned[0])];
}

// what its developer has to allow
const isOwned = ({ type }: xdr.HostFunction) => type === 'hostFunctionTypeCreateContractV2';

function deploy(scene: Scene, developer: Identity, call: xdr.HostFunction | undefined): TransactionPlan[] {
  const operations = call ? hostCall(scene, developer, call) : [];
  return operations.length ? [planOf(scene, developer, operations)] : [];
}

function mint(scene: Scene, owner: Identity): TransactionPlan[] {
  const { random, contracts } = scene;
  const to = random.chance(70) && pickUser(scene, () => true);
  if (!to) return [];
  const amount = random.amount(500n * lumen, 5_000n * lumen);
  const args = [address(accountAddress(to.id)), i128(amount)];
  const operations = callOf(scene, owner, contracts.token, 'mint', args);
  return operations.length ? [planOf(scene, owner, operations)] : [];
}
