/** The tables of a configuration file: the datastore, and how it is read. */
import { Block } from '../../../datastore/config/block.ts';
import { readBuffered, readSchema } from '../../../datastore/config/config-file.ts';
import type { StoreSchema } from '../../../datastore/keys.ts';
import { parseDuration } from '../../../core/duration.ts';
import { messageOf } from '../../../core/system-errors.ts';
import { ConfigError } from './values.ts';

/** `[datastore_config]`. */
export interface DatastoreConfig {
  /** What names the store: it is read when the store is opened. */
  table: Block;
  schema: Partial<StoreSchema>;
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

/** Returns the tables that a file has; throws ConfigError for a value that does not fit. Unknown keys inside are passed over. */
export function readTables(file: object): Tables {
  const root = new NodeBlock(file);
  const table = root.block('datastore_config');
  const buffer = root.block('buffered_storage_backend_config');
  return {
    ...(table && { datastore: { table, schema: readSchema(table) } }),
    ...(buffer && { buffer: bufferOf(buffer) }),
  };
}

/** Returns the configuration of a datastore of which nothing is said. */
export function noDatastore(): DatastoreConfig {
  return { table: new NodeBlock({}), schema: {} };
}

function bufferOf(table: Block): BufferConfig {
  const { size = 0, workers = 0, retryLimit = 0, retryWaitMs = 0 } = readBuffered(table);
  return { bufferSize: size, workers, retryLimit, retryWait: retryWaitMs };
}

/** A table in the words of the reference, which has integers as TOML has them and passes over keys that it does not know. */
class NodeBlock extends Block {
  constructor(members: object) {
    super('', '', members);
  }

  override wrong(key: string, what: string): Error {
    return new ConfigError(`${key}: ${what}`);
  }

  override invalid(message: string): Error {
    return new ConfigError(message);
  }

  protected override below(key: string, value: unknown): Block {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return new NodeBlock(value);
    throw new ConfigError(`expected TOML table for ${key}, got ${typeof value}`);
  }

  override text(key: string): string | undefined {
    const value = this.member(key);
    return value === undefined || value === '' ? undefined : String(value);
  }

  override count(key: string): number | undefined {
    const value = this.member(key);
    if (value === undefined) return undefined;
    const fault = (why: string) => new ConfigError(`(1, 1): ${why}`);
    if (typeof value !== 'bigint') throw fault(`Can't convert ${String(value)}(${typeof value}) to uint32`);
    if (value < 0n) throw fault(`${value}(int64) is negative so does not fit in uint32`);
    if (value > 4294967295n) throw fault(`${value}(int64) would overflow uint32`);
    return Number(value);
  }

  /** A number is nanoseconds, as everywhere in Go. */
  override wait(key: string): number | undefined {
    const value = this.member(key);
    if (value === undefined) return undefined;
    if (typeof value !== 'string') return Number(value) / 1e6;
    try {
      return parseDuration(value);
    } catch (error) {
      throw new ConfigError(messageOf(error));
    }
  }

  override only(): void {
    // Unknown keys are nobody's business.
  }
}
