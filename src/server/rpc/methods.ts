/** The methods: one table from name to handler. */
import type { MethodName } from './config.ts';
import { getEvents } from './methods/get-events.ts';
import { getFeeStats } from './methods/get-fee-stats.ts';
import { getHealth } from './methods/get-health.ts';
import { getLatestLedger } from './methods/get-latest-ledger.ts';
import { getLedgerEntries } from './methods/get-ledger-entries.ts';
import { getLedgers } from './methods/get-ledgers.ts';
import { getNetwork } from './methods/get-network.ts';
import { getTransaction } from './methods/get-transaction.ts';
import { getTransactions } from './methods/get-transactions.ts';
import { getVersionInfo } from './methods/get-version-info.ts';
import { sendTransaction } from './methods/send-transaction.ts';
import { simulateTransaction } from './methods/simulate-transaction.ts';
import type { Method } from './node.ts';

const methods: Record<MethodName, Method> = {
  getEvents,
  getFeeStats,
  getHealth,
  getLatestLedger,
  getLedgerEntries,
  getLedgers,
  getNetwork,
  getTransaction,
  getTransactions,
  getVersionInfo,
  sendTransaction,
  simulateTransaction,
};

/** Returns whether a method of this name is answered. */
export function isMethod(name: string): name is MethodName {
  return Object.hasOwn(methods, name);
}

/** Returns the handler of a method. */
export function methodOf(name: MethodName): Method {
  return methods[name];
}
