/** The keys of a node's configuration, as stellar-rpc names them: one table of flags, keys, defaults and checks. */
import { availableParallelism } from 'node:os';
import { methods } from '../methods/index.ts';
import type { MethodLimit } from './rpc-config.ts';

/** What a value is; durations are milliseconds. */
export type Kind =
  'string' | 'bool' | 'uint' | 'uint16' | 'uint32' | 'duration' | 'level' | 'format' | 'network' | 'urls';

export type Value = string | number | boolean | readonly string[];

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
  value: Value;
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

function option(flag: string, kind: Kind, value: Value, usage: string, more: Partial<Option> = {}): Option {
  return { flag, key: key(flag), kind, value, usage, ...more };
}

const positive = { check: 'positive' } as const;

function pageOptions(what: string, usual: number, most: number): Option[] {
  return [
    option(`max-${what}-limit`, 'uint', most, `Most ${what} in one answer.`),
    option(`default-${what}-limit`, 'uint', usual, `How many ${what} an answer has when a call does not say.`),
  ];
}

/** Returns the keys of a method's limits: those of `getLedgers` name it `GET_LEDGERS`. */
export function limitKeys(method: string): { queue: string; duration: string } {
  const name = method.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
  return { queue: `REQUEST_BACKLOG_${name}_QUEUE_LIMIT`, duration: `MAX_${name}_EXECUTION_DURATION` };
}

/** What only the file sets; its faults name no flag. */
function fileOnly(name: string, kind: Kind, value: Value, usage: string): Option {
  return { flag: '', key: name, kind, value, usage, check: kind === 'uint' ? 'positive' : undefined };
}

/** What the file and the environment set: the reference has no flag for it. */
function tuning(name: string, value: number, usage: string, kind: Kind = 'uint'): Option {
  return { ...fileOnly(name, kind, value, usage), env: name, isOurs: true };
}

function methodOptions(method: string, { queue, duration }: MethodLimit): Option[] {
  const keys = limitKeys(method);
  return [
    fileOnly(keys.queue, 'uint', queue, `How many calls of ${method} may be in hand.`),
    fileOnly(keys.duration, 'duration', duration, `How long a call of ${method} may take; then -32001.`),
  ];
}

/** Every option, in the order in which errors list missing ones. */
export const options: readonly Option[] = [
  option('config-path', 'string', '', 'The configuration file.', { env: 'SOROBAN_RPC_CONFIG_PATH', notInFile: true }),
  option('config-strict', 'bool', false, 'Refuse keys that are not known.', {
    key: 'STRICT',
    env: 'SOROBAN_RPC_CONFIG_STRICT',
  }),
  option('endpoint', 'string', 'localhost:8000', 'Where to listen.'),
  option(
    'admin-endpoint',
    'string',
    '',
    'Where to listen for /metrics, in the clear; not for the Internet. Empty: nowhere.',
  ),
  option('stellar-core-url', 'string', '', UNUSED),
  option('stellar-core-timeout', 'duration', 2000, UNUSED),
  option('stellar-captive-core-http-port', 'uint16', 11626, UNUSED),
  option('stellar-captive-core-http-query-port', 'uint16', 11628, UNUSED, positive),
  option('stellar-captive-core-http-query-thread-pool-size', 'uint16', CORES, UNUSED, positive),
  option('stellar-captive-core-http-query-snapshot-ledgers', 'uint16', 4, UNUSED, positive),
  option('log-level', 'level', 'info', 'The least severe lines to log: debug, info, warn, error.'),
  option('log-format', 'format', 'text', 'How lines are logged: text, json.'),
  option('stellar-core-binary-path', 'string', '', UNUSED, { alias: 'NETWORK_CORE_BINARY_PATH' }),
  option('captive-core-config-path', 'string', '', UNUSED),
  option('captive-core-storage-path', 'string', process.cwd(), UNUSED),
  option('history-archive-urls', 'urls', [], UNUSED),
  option('friendbot-url', 'string', '', 'The friendbot that getNetwork names.'),
  option('network', 'network', '', "The network by its name: 'pubnet', 'testnet' or 'futurenet'."),
  option('network-passphrase', 'string', '', PASSPHRASE_USAGE, { check: 'required' }),
  option('db-path', 'string', 'soroban_rpc.sqlite', 'Folder of the lake: its index, and the mirror of its ledgers.'),
  option('ingestion-timeout', 'duration', (5 * HOUR) / 6, UNUSED),
  option('checkpoint-frequency', 'uint32', 64, UNUSED),
  option('backfill', 'bool', false, 'Accepted: the window is filled from the store as it is.'),
  option('serve-ledgers-from-datastore', 'bool', false, 'Read ledgers older than the window from the datastore.'),
  option('history-retention-window', 'uint32', DAY_OF_CHECKPOINTS, 'How many ledgers are served.', positive),
  option('classic-fee-stats-retention-window', 'uint32', 10, 'How many ledgers the statistics of classic fees span.', {
    check: 'feeWindow',
  }),
  option('soroban-fee-stats-retention-window', 'uint32', 50, 'How many ledgers the statistics of Soroban fees span.', {
    alias: 'CONTRACT_FEE_STATS_RETENTION_WINDOW',
    check: 'feeWindow',
  }),
  ...pageOptions('events', 100, 10_000),
  ...pageOptions('transactions', 50, 200),
  ...pageOptions('ledgers', 50, 200),
  option('max-healthy-ledger-latency', 'duration', 30_000, 'How old the newest ledger of a healthy node may be.'),
  option('preflight-worker-count', 'uint', CORES, UNUSED, positive),
  option('preflight-worker-queue-size', 'uint', CORES, UNUSED, positive),
  option('preflight-enable-debug', 'bool', true, UNUSED),
  fileOnly('REQUEST_BACKLOG_GLOBAL_QUEUE_LIMIT', 'uint', 5000, 'How many requests may be in hand.'),
  fileOnly('REQUEST_EXECUTION_WARNING_THRESHOLD', 'duration', 5000, 'A request that takes longer is logged.'),
  fileOnly('MAX_REQUEST_EXECUTION_DURATION', 'duration', 25_000, 'How long a request may take; then 504.'),
  ...Object.entries(methods).flatMap(([name, limit]) => methodOptions(name, limit)),
  tuning('DATASTORE_WORKERS', 16, 'How many objects of the datastore are downloaded at once, for all requests.'),
  tuning('DATASTORE_LEDGER_BUFFER_SIZE', 5, 'How many ledgers a request has read ahead from the datastore.'),
  tuning('INGESTION_BUFFER_SIZE', 128, 'How many new ledgers are listed at once when the store is followed.'),
  option('allowed-origins', 'urls', [], 'Allowed origins of web pages, separated by commas. Empty: all.', {
    isOurs: true,
  }),
  option('allowed-hosts', 'urls', [], 'Allowed Host names of this server, separated by commas. Empty: all.', {
    isOurs: true,
  }),
  tuning('MAX_BATCH_CALLS', 1000, 'How many calls of a batch are answered; the others get -32098.'),
  tuning('MAX_BATCH_BYTES', 2 ** 30, 'After so many bytes of answers the other calls of a batch get -32098.'),
  tuning('CLIENT_STALL_TIMEOUT', 30_000, 'A client that reads nothing for this long is disconnected.', 'duration'),
];

/** The tables that a file may have. */
export const tables = ['buffered_storage_backend_config', 'datastore_config', 'ingest_load_test_config'];
