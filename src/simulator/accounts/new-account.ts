/** The first state of an account. */
import { noLiabilities, type Account, type AccountId } from '../state/entries.ts';
import { accountKey } from '../state/keys.ts';
import type { State } from '../state/state.ts';

/** Returns an account as it begins. */
export function newAccount(id: AccountId, balance: bigint, { ledger }: Pick<State, 'ledger'>): Account {
  return {
    kind: 'account',
    key: accountKey(id),
    id,
    balance,
    sequence: BigInt(ledger) << 32n,
    subentries: 0,
    flags: 0,
    homeDomain: '',
    thresholds: [1, 0, 0, 0],
    signers: [],
    extension: 0,
    liabilities: noLiabilities,
    sponsored: 0,
    sponsoring: 0,
    sequenceLedger: 0,
    sequenceTime: 0n,
    lastModified: ledger,
  };
}
