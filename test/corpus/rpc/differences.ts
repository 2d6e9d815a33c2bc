/** What is answered otherwise on purpose: each case, with the reason. Nothing else is excused. */

import { expect } from 'vitest';

export interface Difference {
  /** What it is about, for the README of the server. */
  what: string;
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

const missingPassphrase = [
  'The following required configuration parameters are missing:',
  '*\tnetwork-passphrase is required. Please specify --network-passphrase on the command line or set NETWORK_PASSPHRASE in the config file.',
  expect.stringMatching(/^ \tNetwork passphrase of the Stellar network/),
];

const noState = {
  error: {
    code: -32603,
    message: 'could not query captive core: ledger state is not available on this node',
    data: expect.stringMatching(
      /^ledger files hold changes, not state, and no core is attached(\n\S+: .+)+$/,
    ) as unknown,
  },
};

const OLD = 'pubnet-eras/(6154623|7320888|9652679|9722383|16154623|26154623|36154623)';
const SCENARIOS =
  'horizon-scenarios/(account_merge|failed_transactions|kahuna|operation_fee_stats_1|order_books_310|pathed_payment)';

export const differences: readonly Difference[] = [
  {
    what: '`getNetwork` of ledgers of version 0',
    file: 'small-networks',
    cases: new RegExp(`^(${OLD}|${SCENARIOS})/getNetwork$`),
    reason: 'the reference fails on close meta of version 0, whose header tells the protocol as well',
    instead: { result: {} },
  },
  {
    what: '`getVersionInfo`',
    file: '.*',
    cases: /^([\w-]+\/)?getVersionInfo(\/.*)?$/,
    reason: 'says which program answers; five members as in the reference',
    instead: version,
  },
  {
    what: '`getLedgerEntries` of an entry that is not known',
    file: 'pubnet-p26',
    cases: /^getLedgerEntries\/(keys-200-needs-core|map-key-10-pairs|needs-core)$/,
    reason:
      'no ledger changed the entry, and no core is attached: `data` says why, a line a key; the reference names its core',
    instead: noState,
  },
  {
    what: '`sendTransaction`',
    file: 'pubnet-p26',
    cases: /^sendTransaction\/valid-needs-core$/,
    reason: 'no core is attached, and that is said in data',
    instead: {
      error: { code: -32603, message: 'could not submit transaction to stellar-core', data: 'this node is read-only' },
    },
  },
  {
    what: '`MAX_HEALTHY_LEDGER_LATENCY = "0s"`',
    file: 'config-variants',
    cases: /^zero-latency\/getHealth$/,
    reason:
      '0s turns the check of the newest ledger off: ledger files are often history; in the reference nothing is healthy then',
    instead: { result: { status: 'healthy', latestLedger: 63092994 } },
  },
  {
    what: 'a datastore without `buffered_storage_backend_config`',
    file: 'config-variants',
    cases: /^datastore-without-buffer-table\/getLedgers\/(store-only|mixed)$/,
    reason: 'without its table the buffer has defaults; the reference has zeros, with which it can read nothing',
    instead: { result: {} },
  },
  {
    what: 'a request with a length and an encoding',
    file: 'http-raw',
    cases: /^http-raw\/length-and-chunked$/,
    reason:
      'a length beside an encoding is refused, as RFC 9112 6.1 has it: proxies and servers see different requests in it',
    instead: /^HTTP\/1\.1 400 Bad Request\r\n/,
  },
  {
    what: '`version` and `--help`',
    file: 'cli',
    cases: /^(version|help)$/,
    reason: 'our own version and help',
    instead: { exit: '0', lines: [] },
  },
  {
    what: 'a start without a passphrase',
    file: 'cli',
    cases: /^(no-arguments|start\/missing-two)$/,
    reason: 'no core is needed, so the passphrase is all that can be missing',
    instead: { exit: '1', lines: missingPassphrase },
  },
  {
    what: 'an unknown flag',
    file: 'cli',
    cases: /^unknown-flag$/,
    reason: 'our own help; the flag is named in the same words',
    instead: { exit: '1', lines: ['unknown flag: --foo'] },
  },
  {
    what: 'an unknown command',
    file: 'cli',
    cases: /^unknown-command$/,
    reason: 'our own name and help',
    instead: { exit: '1', lines: ['unknown command "foo" for "ledgerlake rpc"'] },
  },
  {
    what: 'a configuration that is no TOML',
    file: 'cli',
    cases: /^config-bad-toml$/,
    reason: 'line, column and words are those of another TOML parser',
    instead: { exit: '1', lines: ['(1, 12): Invalid TOML document: invalid value'] },
  },
  {
    what: 'a start without a core',
    file: 'cli',
    cases: /^start\/(default-limit-zero|duration-0|all-required-fake-core)$/,
    reason: 'the configuration of a core is not read: the node starts',
    instead: { exit: 'still running', lines: [] },
  },
  {
    what: 'a `.config.json` that is no JSON',
    file: 'cli',
    cases: /^datastore\/filesystem-manifest-bad-json$/,
    reason: 'why the text is no JSON is told in the words of another parser',
    instead: { exit: '1' },
  },
];

/** Returns why a case differs on purpose, undefined when it must be equal. */
export function differenceOf(file: string, name: string): Difference | undefined {
  return differences.find((difference) => new RegExp(`^${difference.file}$`).test(file) && difference.cases.test(name));
}
