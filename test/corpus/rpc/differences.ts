/** What is answered otherwise on purpose: each case, with the reason. Nothing else is excused. */

export interface Difference {
  /** Recorded file and names of its cases. */
  file: string;
  cases: RegExp;
  reason: string;
  /** What the body must be instead, as far as it is given. */
  instead: unknown;
}

const version = {
  result: { version: 'ledgerlake 0.1.0', commitHash: '', buildTimestamp: '', captiveCoreVersion: 'none' },
};

const noState = {
  error: {
    code: -32603,
    message: 'could not query captive core: ledger state is not available on this node',
    data: 'ledger files hold changes, not state, and no core is attached',
  },
};

const OLD = 'pubnet-eras/(6154623|7320888|9652679|9722383|16154623|26154623|36154623)';
const SCENARIOS =
  'horizon-scenarios/(account_merge|failed_transactions|kahuna|operation_fee_stats_1|order_books_310|pathed_payment)';

export const differences: readonly Difference[] = [
  {
    file: 'small-networks',
    cases: new RegExp(`^(${OLD}|${SCENARIOS})/getNetwork$`),
    reason: 'the reference fails on close meta of version 0, whose header tells the protocol as well',
    instead: { result: {} },
  },
  {
    file: '.*',
    cases: /^([\w-]+\/)?getVersionInfo(\/.*)?$/,
    reason: 'says which program answers; five members as in the reference',
    instead: version,
  },
  {
    file: 'pubnet-p26',
    cases: /^getLedgerEntries\/(keys-200-needs-core|map-key-10-pairs|needs-core)$/,
    reason: 'no core is attached; the reference names the address at which its own could not be reached',
    instead: noState,
  },
  {
    file: 'pubnet-p26',
    cases: /^sendTransaction\/valid-needs-core$/,
    reason: 'no core is attached, and that is said in data',
    instead: {
      error: { code: -32603, message: 'could not submit transaction to stellar-core', data: 'this node is read-only' },
    },
  },
];

/** Returns why a case differs on purpose, undefined when it must be equal. */
export function differenceOf(file: string, name: string): Difference | undefined {
  return differences.find((difference) => new RegExp(`^${difference.file}$`).test(file) && difference.cases.test(name));
}
