/** The tables of a configuration file: the datastore, and how it is read. */
import { parseDuration } from '../rpc/go-duration.ts';
import { ConfigError } from './values.ts';

/** `[datastore_config]`. */
export interface DatastoreConfig {
  type: string;
  params: Record<string, string>;
  schema: { ledgersPerFile?: number; filesPerPartition?: number };
}

/** `[buffered_storage_backend_config]`; the wait is milliseconds. */
export interface BufferConfig {
  bufferSize: number;
  workers: number;
  retryLimit: number;
  retryWait: number;
}

export interface Tables {
  datastore?: DatastoreConfig;
  buffer?: BufferConfig;
}

/** What the reference has zeros for when the table is absent. */
export const defaultBuffer: BufferConfig = { bufferSize: 100, workers: 10, retryLimit: 3, retryWait: 5000 };

type Table = Record<string, unknown>;

/** Returns the tables that a file has; throws ConfigError for a value that does not fit. Unknown keys inside are passed over. */
export function readTables(file: Table): Tables {
  const datastore = tableOf(file, 'datastore_config');
  const buffer = tableOf(file, 'buffered_storage_backend_config');
  return {
    ...(datastore && { datastore: readDatastore(datastore) }),
    ...(buffer && { buffer: readBuffer(buffer) }),
  };
}

function tableOf(file: Table, name: string): Table | undefined {
  const value = file[name];
  if (value === undefined) return undefined;
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Table;
  throw new ConfigError(`expected TOML table for ${name}, got ${typeof value}`);
}

function readDatastore(table: Table): DatastoreConfig {
  const params = tableOf(table, 'params') ?? {};
  const schema = tableOf(table, 'schema') ?? {};
  return {
    type: String(table['type'] ?? ''),
    params: Object.fromEntries(Object.entries(params).map(([key, value]) => [key, String(value)])),
    schema: {
      ledgersPerFile: uint32(schema['ledgers_per_file']),
      filesPerPartition: uint32(schema['files_per_partition']),
    },
  };
}

function readBuffer(table: Table): BufferConfig {
  const wait = table['retry_wait'];
  return {
    bufferSize: uint32(table['buffer_size']) ?? 0,
    workers: uint32(table['num_workers']) ?? 0,
    retryLimit: uint32(table['retry_limit']) ?? 0,
    // A number is nanoseconds, as everywhere in Go.
    retryWait: typeof wait === 'string' ? parseDuration(wait) : Number(wait ?? 0) / 1e6,
  };
}

function uint32(value: unknown): number | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'bigint')
    throw new ConfigError(`(1, 1): Can't convert ${String(value)}(${typeof value}) to uint32`);
  if (value < 0n) throw new ConfigError(`(1, 1): ${value}(int64) is negative so does not fit in uint32`);
  if (value > 4294967295n) throw new ConfigError(`(1, 1): ${value}(int64) would overflow uint32`);
  return Number(value);
}
