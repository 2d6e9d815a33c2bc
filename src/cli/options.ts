/** Values of options that several commands have. */
import { byteSize } from '../core/byte-size.ts';
import { Option, type Command } from 'commander';
import { parseWait } from '../core/duration.ts';
import type { BucketOptions, DecodeOptions, StoreOptions } from '../index.ts';
import { accessFlags, addressSchemes, parseRange, UsageError, type AccessOptions, type RangeOption } from '../light.ts';
import { say } from './output.ts';

const HASH = /^[0-9a-f]{64}$/i;

/** A ledger hash that the user trusts. */
export interface AnchorOptions {
  sequence: number;
  hash: string;
}

/** Options of commands that read ledgers. */
export interface ReadFlags extends DecodeOptions {
  network?: string;
  range?: RangeOption;
  allowGaps?: boolean;
  verify: boolean;
  skipUndecodable?: boolean;
}

/** The folder of a lake where none is named. */
export const DEFAULT_LAKE = 'lake';

/** Returns `--lake`, else what LEDGERLAKE_LAKE says, else the folder `lake` here. */
export function lakeOption(about: string): Option {
  return new Option('--lake <dir>', about).env('LEDGERLAKE_LAKE').default(DEFAULT_LAKE);
}

/** Declares the options of commands that read ledgers. */
export function addReadOptions(command: Command): Command {
  return command
    .option('--network <name>', 'pubnet, testnet, local or a passphrase; default: from the store')
    .option('--range <range>', 'only these ledgers: FIRST:LAST, FIRST:+COUNT, FIRST:, :LAST, -COUNT:', parseRange)
    .option('--allow-gaps', 'skip ledgers of --range that the store lacks')
    .option('--with-xdr', 'fill the columns that hold whole XDR, such as tx_meta')
    .option('--skip-undecodable', 'skip ledgers that cannot be decoded, and list them')
    .option('--no-verify', 'do not check hashes');
}

/** Options for reading a store. The kinds of stores declare the options for reaching one. */
export interface StoreFlags {
  config?: string;
  bufferSize?: number;
  bufferBytes?: number;
  numWorkers?: number;
  retryLimit?: number;
  retryWait?: number;
  timeout?: number;
  cache?: string;
  cacheSize?: number;
}

/** What a store is called in the help of commands. */
export const STORE_ARGUMENT =
  `folder of ledger objects (SEP-54), ledger files (zstd, gzip or plain), ${addressSchemes()} address, or a name ` +
  'from "ledgerlake stores"';

/** Declares the options of commands that may read stores over a network. */
export function addStoreOptions(command: Command): Command {
  command
    .optionsGroup('Remote stores:')
    .option('--config <file>', 'TOML or YAML with datastore_config and buffered_storage_backend_config')
    .option(
      '--buffer-size <n>',
      'objects downloading or in memory; default: set by the store',
      parseCount('--buffer-size'),
    )
    .option('--buffer-bytes <size>', 'bytes downloading or in memory; default: 256MB', parseSize('--buffer-bytes'))
    .option('--num-workers <n>', 'concurrent downloads; default: set by the store', parseCount('--num-workers'));
  return addReach(command).optionsGroup('Options:');
}

function addReach(command: Command): Command {
  for (const { flag, about } of accessFlags()) command.option(flag, about);
  return command
    .option('--retry-limit <n>', 'retries per object; default: 6', parseCount('--retry-limit'))
    .option(
      '--retry-wait <time>',
      'pause before the first retry, doubled each time; default: 250ms',
      parseTime('--retry-wait'),
    )
    .option('--timeout <time>', 'abort an attempt after this time without data; default: 30s', parseTime('--timeout'));
}

/** Options that say how a bucket is reached whose objects are no ledgers. */
export type BucketFlags = AccessOptions & Pick<StoreFlags, 'retryLimit' | 'retryWait' | 'timeout'>;

/** Declares the options of commands that read or write lakes in buckets. */
export function addBucketOptions(command: Command): Command {
  command.optionsGroup('Buckets:');
  return addReach(command).optionsGroup('Options:');
}

/** Returns how a bucket is reached, as the library takes it. */
export function bucketOptions(flags: BucketFlags): BucketOptions {
  return { ...accessOf(flags), policy: policyOf(flags) };
}

/** Returns what `openStore` takes. */
export function storeOptions(flags: StoreFlags): StoreOptions {
  const { config, bufferSize, bufferBytes, numWorkers, cache, cacheSize } = flags;
  return {
    ...given({ config, ...accessOf(flags) }),
    buffer: given({ size: bufferSize, bytes: bufferBytes, workers: numWorkers }),
    policy: policyOf(flags),
    ...(cache !== undefined && { cache: { dir: cache, bytes: cacheSize, onOffline: say } }),
  };
}

function accessOf(flags: object): AccessOptions {
  const values = new Map<string, unknown>(Object.entries(flags));
  const access = accessFlags().map(({ name, flag }) => [name, values.get(new Option(flag).attributeName())]);
  return given(Object.fromEntries(access) as AccessOptions);
}

function policyOf({ retryLimit, retryWait, timeout }: BucketFlags): BucketOptions['policy'] {
  return given({ retryLimit, retryWaitMs: retryWait, timeoutMs: timeout });
}

function given<T extends object>(members: T): Partial<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Partial<T>;
}

/** Returns what reads a whole number of at most nine digits; it throws UsageError for anything else. */
export function parseCount(option: string): (text: string) => number {
  return (text) => {
    if (/^[0-9]{1,9}$/.test(text)) return Number(text);
    throw new UsageError(`${option} is "${text}", expected a whole number of at most nine digits`);
  };
}

/** Returns what reads a duration in milliseconds; it throws UsageError for anything else. */
export function parseTime(option: string): (text: string) => number {
  return (text) => {
    const ms = parseWait(text);
    if (ms !== undefined) return ms;
    throw new UsageError(`${option} is "${text}", expected a duration such as 5s, 500ms or 1m30s`);
  };
}

const LEAST_MEMORY = 64e6;

/** Returns what reads a size in bytes, such as 500MB; it throws UsageError for anything else. */
export function parseSize(option: string): (text: string) => number {
  return (text) => {
    const bytes = byteSize(text);
    if (bytes !== undefined) return bytes;
    throw new UsageError(`${option} is "${text}", expected a size such as 500MB or 20GB`);
  };
}

/** Declares how fast a lake is verified in the background. */
export function addScrubOptions(command: Command): Command {
  return command
    .option(
      '--scrub-rate <size>',
      'bytes a second to verify in the background; default: 4MB',
      parseSize('--scrub-rate'),
    )
    .option('--no-scrub', 'do not verify the files of the lake in the background');
}

/** What these options say. */
export interface ScrubFlags {
  scrub?: boolean;
  scrubRate?: number;
}

/** Returns the rate in bytes a second; 0 if the lake is not to be verified, undefined for the default. */
export function scrubRateOf({ scrub = true, scrubRate }: ScrubFlags): number | undefined {
  return scrub ? scrubRate : 0;
}

/** Returns a number of workers; throws UsageError unless it is a whole number above 0. */
export function parseWorkers(text: string): number {
  if (/^[1-9][0-9]{0,3}$/.test(text)) return Number(text);
  throw new UsageError(`--workers is "${text}", expected a whole number from 1 to 9999`);
}

/** Returns a ledger's number; throws UsageError unless it is a whole number. */
export function parseLedger(text: string): number {
  const range = parseRange(text);
  const { first, last } = 'newest' in range ? {} : range;
  if (first !== undefined && first === last) return first;
  throw new UsageError(`--ledger is "${text}", expected one ledger`);
}

/** Returns what `SEQ:HASH` says; throws UsageError when it is something else. */
export function parseAnchor(text: string): AnchorOptions {
  const [sequence = '', hash = '', ...more] = text.split(':');
  if (more.length > 0 || !/^[0-9]{1,10}$/.test(sequence) || !HASH.test(hash)) {
    throw new UsageError(`--anchor is "${text}", expected SEQ:HASH, a ledger and its hash of 64 hexadecimal digits`);
  }
  return { sequence: Number(sequence), hash: hash.toLowerCase() };
}

/** Returns the parameters with one more, of `NAME=VALUE`; throws UsageError for anything else, or a name that comes twice. */
export function parseParam(text: string, before: Record<string, string> = {}): Record<string, string> {
  const [, name, value] = /^\$?(\w+)=([^]*)$/.exec(text) ?? [];
  if (name === undefined || value === undefined) {
    throw new UsageError(`--param is "${text}", expected NAME=VALUE for $NAME in the query`);
  }
  if (Object.hasOwn(before, name)) throw new UsageError(`--param gives ${name} twice`);
  return { ...before, [name]: value };
}

/** Returns a size as DuckDB takes it; throws UsageError for what is none, or too small to open a lake. */
export function parseMemory(text: string): string {
  const bytes = parseSize('--memory')(text);
  if (bytes >= LEAST_MEMORY) return `${bytes} bytes`;
  throw new UsageError(`--memory is "${text}", expected 64MB or more`);
}
