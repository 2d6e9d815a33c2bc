/** The methods: one list of handlers and of what calls of each may take, unless settings say otherwise. */
import type { Method } from '../call.ts';
import type { MethodLimit } from '../rpc-config.ts';
import { getEvents } from './get-events.ts';
import { getFeeStats } from './get-fee-stats.ts';
import { getHealth } from './get-health.ts';
import { getLatestLedger } from './get-latest-ledger.ts';
import { getLedgerEntries } from './get-ledger-entries.ts';
import { getLedgers } from './get-ledgers.ts';
import { getNetwork } from './get-network.ts';
import { getTransaction } from './get-transaction.ts';
import { getTransactions } from './get-transactions.ts';
import { getVersionInfo } from './get-version-info.ts';
import { sendTransaction } from './send-transaction.ts';
import { simulateTransaction } from './simulate-transaction.ts';

export interface ListedMethod extends MethodLimit {
  run: Method;
}

const SECOND = 1000;

/** The reference's limits. */
export const methods: Readonly<Record<string, ListedMethod>> = {
  getEvents: { run: getEvents, queue: 1000, duration: 10 * SECOND },
  getFeeStats: { run: getFeeStats, queue: 100, duration: 5 * SECOND },
  getHealth: { run: getHealth, queue: 1000, duration: 5 * SECOND },
  getLatestLedger: { run: getLatestLedger, queue: 1000, duration: 5 * SECOND },
  getLedgerEntries: { run: getLedgerEntries, queue: 1000, duration: 5 * SECOND },
  getLedgers: { run: getLedgers, queue: 1000, duration: 10 * SECOND },
  getNetwork: { run: getNetwork, queue: 1000, duration: 5 * SECOND },
  getTransaction: { run: getTransaction, queue: 1000, duration: 5 * SECOND },
  getTransactions: { run: getTransactions, queue: 1000, duration: 5 * SECOND },
  getVersionInfo: { run: getVersionInfo, queue: 1000, duration: 5 * SECOND },
  sendTransaction: { run: sendTransaction, queue: 500, duration: 15 * SECOND },
  simulateTransaction: { run: simulateTransaction, queue: 100, duration: 15 * SECOND },
};

/** Returns a method, undefined when there is none of this name. */
export function methodOf(name: string): ListedMethod | undefined {
  return Object.hasOwn(methods, name) ? methods[name] : undefined;
}
