/** Implements a contract that calls other contracts, pays in batches or crashes. */
import type { NativeContract } from '../env.ts';
import { HostError } from '../host-error.ts';
import { address, addressIn, i128, i128Of, vecItems, nothing, symbolOf, u32 } from '../values.ts';
import { programLife } from './lifetimes.ts';

/** A contract that calls others. */
export const callerContract: NativeContract = {
  /** Calls others, each as a list of contract, name of the function and list of arguments; returns how many. */
  batch(env, [calls]) {
    env.extendInstance(programLife.threshold, programLife.extendTo);
    for (const call of vecItems(calls)) {
      const [contract, name, args] = vecItems(call);
      env.call(addressIn(contract), symbolOf(name) ?? '', ...vecItems(args));
    }
    return u32(vecItems(calls).length);
  },

  /** Pays the same amount of a token to each of a list, by authority of the payer. */
  pay_all(env, [payer, token, receivers, amount]) {
    env.requireAuth(addressIn(payer));
    env.extendInstance(programLife.threshold, programLife.extendTo);
    for (const receiver of vecItems(receivers)) {
      env.call(
        addressIn(token),
        'transfer',
        address(addressIn(payer)),
        address(addressIn(receiver)),
        i128(i128Of(amount)),
      );
    }
    return nothing;
  },

  /** Stops, as a program does that divides by zero. */
  crash() {
    throw new HostError('wasmVm', 'invalidAction', 'UnreachableCodeReached');
  },
};
