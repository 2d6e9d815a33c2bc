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
    what: '`getNetwork` for close meta of version 0',
    file: 'small-networks',
    cases: new RegExp(`^(${OLD}|${SCENARIOS})/getNetwork$`),
    reason: 'stellar-rpc fails. ledgerlake reads the protocol from the ledger header, which version 0 has, too',
    instead: { result: {} },
  },
  {
    what: '`getVersionInfo`',
    file: '.*',
    cases: /^([\w-]+\/)?getVersionInfo(\/.*)?$/,
    reason: 'names this program, with the five members of stellar-rpc',
    instead: version,
  },
  {
    what: '`getLedgerEntries` for an unknown entry',
    file: 'pubnet-p26',
    cases: /^getLedgerEntries\/(keys-200-needs-core|map-key-10-pairs|needs-core)$/,
    reason: 'no ledger changed the entry, and no core is attached: `data` has one line with the reason per key',
    instead: noState,
  },
  {
    what: '`sendTransaction`',
    file: 'pubnet-p26',
    cases: /^sendTransaction\/valid-needs-core$/,
    reason: 'no core is attached: `data` says that the node is read-only',
    instead: {
      error: { code: -32603, message: 'could not submit transaction to stellar-core', data: 'this node is read-only' },
    },
  },
  {
    what: '`MAX_HEALTHY_LEDGER_LATENCY = "0s"`',
    file: 'config-variants',
    cases: /^zero-latency\/getHealth$/,
    reason: '`0s` turns the check off, because ledger files are often history; in stellar-rpc nothing is healthy then',
    instead: { result: { status: 'healthy', latestLedger: 63092994 } },
  },
  {
    what: 'a datastore without `buffered_storage_backend_config`',
    file: 'config-variants',
    cases: /^datastore-without-buffer-table\/getLedgers\/(store-only|mixed)$/,
    reason: 'the buffer gets defaults; stellar-rpc uses zeros and cannot read',
    instead: { result: {} },
  },
  {
    what: 'a request with both Content-Length and Transfer-Encoding',
    file: 'http-raw',
    cases: /^http-raw\/length-and-chunked$/,
    reason: 'an error, as RFC 9112 6.1 advises: proxies and servers may read it differently',
    instead: /^HTTP\/1\.1 400 Bad Request\r\n/,
  },
  {
    what: '`version` and `--help`',
    file: 'cli',
    cases: /^(version|help)$/,
    reason: 'the text of ledgerlake',
    instead: { exit: '0', lines: [] },
  },
  {
    what: 'a start without a passphrase',
    file: 'cli',
    cases: /^(no-arguments|start\/missing-two)$/,
    reason: 'stellar-rpc also requires settings of a core; ledgerlake requires only the passphrase',
    instead: { exit: '1', lines: missingPassphrase },
  },
  {
    what: 'an unknown flag',
    file: 'cli',
    cases: /^unknown-flag$/,
    reason: 'the help of ledgerlake; the message is the same',
    instead: { exit: '1', lines: ['unknown flag: --foo'] },
  },
  {
    what: 'an unknown command',
    file: 'cli',
    cases: /^unknown-command$/,
    reason: 'name and help of ledgerlake',
    instead: { exit: '1', lines: ['unknown command "foo" for "ledgerlake rpc"'] },
  },
  {
    what: 'a configuration with invalid TOML',
    file: 'cli',
    cases: /^config-bad-toml$/,
    reason: 'the TOML parser differs, so line, column and words do',
    instead: { exit: '1', lines: ['(1, 12): Invalid TOML document: invalid value'] },
  },
  {
    what: 'a start without a core',
    file: 'cli',
    cases: /^start\/(default-limit-zero|duration-0|all-required-fake-core)$/,
    reason: 'the server ignores the configuration of a core and starts',
    instead: { exit: 'still running', lines: [] },
  },
  {
    what: 'a `.config.json` with invalid JSON',
    file: 'cli',
    cases: /^datastore\/filesystem-manifest-bad-json$/,
    reason: 'the JSON parser differs, so its words do',
    instead: { exit: '1' },
  },
];

/** Returns why a case differs on purpose, undefined when it must be equal. */
export function differenceOf(file: string, name: string): Difference | undefined {
  return differences.find((difference) => new RegExp(`^${difference.file}$`).test(file) && difference.cases.test(name));
}
