/** Implements a wallet contract whose owner authorises calls as its delegate. */
import type { NativeContract } from '../env.ts';
import { address, addressIn, nothing, scStruct, scSymbol } from '../values.ts';
import { programLife } from './lifetimes.ts';

const owner = scSymbol('Owner');

/** A contract that holds assets for someone, who signs for it as its delegate (CAP-71). */
export const walletContract: NativeContract = {
  __constructor(env, [holder]) {
    env.putInInstance(owner, address(addressIn(holder)));
    return nothing;
  },

  __check_auth(env) {
    env.extendInstance(programLife.threshold, programLife.extendTo);
    env.delegate(addressIn(env.fromInstance(owner)));
    return nothing;
  },
};

/** Returns who owns a wallet, as the struct of its spec. */
export const holder: NativeContract[string] = (env) => scStruct({ owner: address(addressIn(env.fromInstance(owner))) });
