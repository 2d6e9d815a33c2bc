/** The keys of a node's configuration, as stellar-rpc names them: one table of flags, keys, defaults and checks. */
import { availableParallelism } from 'node:os';
import { methods } from '../methods/index.ts';
import type { MethodLimit } from '../rpc-config.ts';

/** What a value is; durations are milliseconds. */
type Kind = 'string' | 'bool' | 'uint' | 'uint16' | 'uint32' | 'duration' | 'level' | 'format' | 'network' | 'urls';

export type OptionValue = string | number | boolean | readonly string[];

/** One option. */
export interface Option {
  /** The flag without dashes; the empty text for what has none, and without `env` can only be set in the file. */
  flag: string;
  key: string;
  /** The environment variable, when it is not the key. */
  env?: string;
  /** Another spelling of the key. */
  alias?: string;
  kind: Kind;
  value: OptionValue;
  usage: string;
  check?: 'positive' | 'required' | 'feeWindow';
  /** Whether the file cannot set it. */
  notInFile?: boolean;
  /** Whether a generated file leaves it out: the reference does not know it. */
  isOurs?: boolean;
}

const CORES = availableParallelism();
const UNUSED = 'Accepted and unused: no core is attached.';
const PASSPHRASE_USAGE =
  'Network passphrase of the Stellar network transactions should be signed for. Commonly used values are ' +
  '"Test SDF Future Network ; October 2022", "Test SDF Network ; September 2015" and ' +
  '"Public Global Stellar Network ; September 2015"';

const HOUR = 3_600_000;
const DAY_OF_CHECKPOINTS = 120_960;

function key(flag: string): string {
  return flag.toUpperCase().replaceAll('-', '_');
}

function option(flag: string, kind: Kind, value: OptionValue, usage: string, more: Partial<Option> = {}): Option {
  return { flag, key: key(flag), kind, value, usage, ...more };
}

const positive = { check: 'positive' } as const;

function pageOptions(what: string, usual: number, most: number): Option[] {
  return [
    option(`max-${what}-limit`, 'uint', most, `Maximum number of ${what} in one answer.`),
    option(`default-${what}-limit`, 'uint', usual, `Number of ${what} in an answer if the call sets no limit.`),
  ];
}

/** Returns the keys of a method's limits: those of `getLedgers` name it `GET_LEDGERS`. */
export function limitKeys(method: string): { queue: string; duration: string } {
  const name = method.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
  return { queue: `REQUEST_BACKLOG_${name}_QUEUE_LIMIT`, duration: `MAX_${name}_EXECUTION_DURATION` };
}

/** What only the file sets; its faults name no flag. */
function fileOnly(name: string, kind: Kind, value: OptionValue, usage: string): Option {
  return { flag: '', key: name, kind, value, usage, check: kind === 'uint' ? 'positive' : undefined };
}

/** What the file and the environment set: the reference has no flag for it. */
function tuning(name: string, value: number, usage: string, kind: Kind = 'uint'): Option {
  return { ...fileOnly(name, kind, value, usage), env: name, isOurs: true };
}

function methodOptions(method: string, { queue, duration }: MethodLimit): Option[] {
  const keys = limitKeys(method);
  return [
    fileOnly(keys.queue, 'uint', queue, `Maximum number of concurrent calls of ${method}.`),
    fileOnly(keys.duration, 'duration', duration, `Time limit of a call of ${method}; then -32001.`),
  ];
}

/** Every option, in the order in which errors list missing ones. */
export const options: readonly Option[] = [
  option('config-path', 'string', '', 'The configuration file.', { env: 'SOROBAN_RPC_CONFIG_PATH', notInFile: true }),
  option('config-strict', 'bool', false, 'Refuse unknown keys.', {
    key: 'STRICT',
    env: 'SOROBAN_RPC_CONFIG_STRICT',
  }),
  option('endpoint', 'string', 'localhost:8000', 'Address to listen on.'),
  option('admin-endpoint', 'string', '', 'Address of /metrics, unencrypted; not for the Internet. Empty: none.'),
  option('stellar-core-url', 'string', '', UNUSED),
  option('stellar-core-timeout', 'duration', 2000, UNUSED),
  option('stellar-captive-core-http-port', 'uint16', 11626, UNUSED),
  option('stellar-captive-core-http-query-port', 'uint16', 11628, UNUSED, positive),
  option('stellar-captive-core-http-query-thread-pool-size', 'uint16', CORES, UNUSED, positive),
  option('stellar-captive-core-http-query-snapshot-ledgers', 'uint16', 4, UNUSED, positive),
  option('log-level', 'level', 'info', 'Lowest level of logged lines: debug, info, warn, error.'),
  option('log-format', 'format', 'text', 'Format of logged lines: text, json.'),
  option('stellar-core-binary-path', 'string', '', UNUSED, { alias: 'NETWORK_CORE_BINARY_PATH' }),
  option('captive-core-config-path', 'string', '', UNUSED),
  option('captive-core-storage-path', 'string', process.cwd(), UNUSED),
  option('history-archive-urls', 'urls', [], UNUSED),
  option('friendbot-url', 'string', '', 'Address of the friendbot in answers of getNetwork.'),
  option('network', 'network', '', "The network by its name: 'pubnet', 'testnet' or 'futurenet'."),
  option('network-passphrase', 'string', '', PASSPHRASE_USAGE, { check: 'required' }),
  option('db-path', 'string', 'soroban_rpc.sqlite', 'Folder of the lake: its index, and the mirror of its ledgers.'),
  option('ingestion-timeout', 'duration', (5 * HOUR) / 6, UNUSED),
  option('checkpoint-frequency', 'uint32', 64, UNUSED),
  option('backfill', 'bool', false, 'Accepted without effect: the window is always filled from the store.'),
  option('serve-ledgers-from-datastore', 'bool', false, 'Read ledgers older than the window from the datastore.'),
  option('history-retention-window', 'uint32', DAY_OF_CHECKPOINTS, 'Number of ledgers to serve.', positive),
  option('classic-fee-stats-retention-window', 'uint32', 10, 'Number of ledgers in the statistics of classic fees.', {
    check: 'feeWindow',
  }),
  option('soroban-fee-stats-retention-window', 'uint32', 50, 'Number of ledgers in the statistics of Soroban fees.', {
    alias: 'CONTRACT_FEE_STATS_RETENTION_WINDOW',
    check: 'feeWindow',
  }),
  ...pageOptions('events', 100, 10_000),
  ...pageOptions('transactions', 50, 200),
  ...pageOptions('ledgers', 50, 200),
  option('max-healthy-ledger-latency', 'duration', 30_000, 'Maximum age of the newest ledger of a healthy node.'),
  option('preflight-worker-count', 'uint', CORES, UNUSED, positive),
  option('preflight-worker-queue-size', 'uint', CORES, UNUSED, positive),
  option('preflight-enable-debug', 'bool', true, UNUSED),
  fileOnly('REQUEST_BACKLOG_GLOBAL_QUEUE_LIMIT', 'uint', 5000, 'Maximum number of concurrent requests.'),
  fileOnly('REQUEST_EXECUTION_WARNING_THRESHOLD', 'duration', 5000, 'Log requests that take longer.'),
  fileOnly('MAX_REQUEST_EXECUTION_DURATION', 'duration', 25_000, 'Time limit of a request; then 504.'),
  ...Object.entries(methods).flatMap(([name, limit]) => methodOptions(name, limit)),
  tuning('DATASTORE_WORKERS', 16, 'Concurrent downloads from the datastore, for all requests together.'),
  tuning('DATASTORE_LEDGER_BUFFER_SIZE', 5, 'Ledgers that a request reads ahead from the datastore.'),
  tuning('INGESTION_BUFFER_SIZE', 128, 'New ledgers listed at once while the server follows the store.'),
  option('allowed-origins', 'urls', [], 'Allowed origins of web pages, separated by commas. Empty: all.', {
    isOurs: true,
  }),
  option('allowed-hosts', 'urls', [], 'Allowed Host names of this server, separated by commas. Empty: all.', {
    isOurs: true,
  }),
  option(
    'keep-events',
    'bool',
    true,
    "Keep a copy of the events: getEvents is faster, for a sixth of the ledgers' bytes.",
    {
      isOurs: true,
    },
  ),
  tuning('MAX_BATCH_CALLS', 1000, 'Calls answered per batch; further calls get -32098.'),
  tuning('MAX_BATCH_BYTES', 2 ** 30, 'Bytes of answers per batch; further calls get -32098.'),
  tuning('CLIENT_STALL_TIMEOUT', 30_000, 'Disconnect a client that reads nothing for this long.', 'duration'),
];

/** The tables that a file may have. */
export const configTables = ['buffered_storage_backend_config', 'datastore_config', 'ingest_load_test_config'];
