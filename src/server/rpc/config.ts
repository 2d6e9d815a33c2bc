/** What the JSON-RPC room is told: limits, windows and what it says of itself. Durations are milliseconds. */

/** The methods that are answered. */
export const methodNames = [
  'getEvents',
  'getFeeStats',
  'getHealth',
  'getLatestLedger',
  'getLedgerEntries',
  'getLedgers',
  'getNetwork',
  'getTransaction',
  'getTransactions',
  'getVersionInfo',
  'sendTransaction',
  'simulateTransaction',
] as const;

export type MethodName = (typeof methodNames)[number];

/** How many results a call gives when it does not say, and at most. */
export interface PageLimit {
  usual: number;
  most: number;
}

/** How many calls of a method may be in hand, and how long one may take. */
export interface MethodLimit {
  queue: number;
  duration: number;
}

export interface RpcConfig {
  passphrase: string;
  friendbotUrl?: string;
  retentionWindow: number;
  classicFeeWindow: number;
  sorobanFeeWindow: number;
  /** Undefined turns the check of getHealth off. */
  maxHealthyLatency?: number;
  ledgers: PageLimit;
  transactions: PageLimit;
  events: PageLimit;
  globalQueue: number;
  maxDuration: number;
  warnDuration: number;
  methods: Record<MethodName, MethodLimit>;
  /** What is beyond the reference, each off unless asked for. */
  extras: Extras;
}

export interface Extras {
  /** getEvents scans to the tip instead of 10,000 ledgers. */
  unlimitedScan: boolean;
  /** getHealth tells `ranges` and `gaps`. */
  coverage: boolean;
  /** getEvents takes a `transactionHash`, and gives the events of that transaction. */
  eventsByTransaction: boolean;
  /** Transactions of ledgers before protocol 10 whose meta is of version 1 are served. */
  oldLedgers: boolean;
}

const SECOND = 1000;

/** The reference's defaults; getHealth's check of the latest ledger's age is off. */
export function defaultConfig(passphrase: string): RpcConfig {
  const usual = { queue: 1000, duration: 5 * SECOND };
  const methods = Object.fromEntries(methodNames.map((name) => [name, usual])) as Record<MethodName, MethodLimit>;
  return {
    passphrase,
    retentionWindow: 120_960,
    classicFeeWindow: 10,
    sorobanFeeWindow: 50,
    ledgers: { usual: 50, most: 200 },
    transactions: { usual: 50, most: 200 },
    events: { usual: 100, most: 10_000 },
    globalQueue: 5000,
    maxDuration: 25 * SECOND,
    warnDuration: 5 * SECOND,
    methods: {
      ...methods,
      getEvents: { queue: 1000, duration: 10 * SECOND },
      getLedgers: { queue: 1000, duration: 10 * SECOND },
      getFeeStats: { queue: 100, duration: 5 * SECOND },
      sendTransaction: { queue: 500, duration: 15 * SECOND },
      simulateTransaction: { queue: 100, duration: 15 * SECOND },
    },
    extras: { unlimitedScan: false, coverage: false, eventsByTransaction: false, oldLedgers: false },
  };
}
