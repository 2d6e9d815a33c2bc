/** Every endpoint, in the order of the contract. */
import type { Endpoint } from '../endpoint.ts';
import { accountCurrent } from './account-current.ts';
import { accounts } from './accounts.ts';
import { accountsTop } from './accounts-top.ts';

export const endpoints: readonly Endpoint[] = [accounts, accountCurrent, accountsTop];
