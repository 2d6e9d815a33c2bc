/** Lists the Iceberg tables of a lake, and reads what their pointers name. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../../core/system-errors.ts';
import { ICEBERG } from './iceberg.ts';

/** What the pointer of a table names. */
export interface PointedMetadata {
  /** Path of the metadata file. */
  location: string;
  metadata: Record<string, unknown>;
  /** Whether the lake was elsewhere when it was written, so that its files are not found. */
  isMoved: boolean;
}

/** Returns the names of tables by namespace; none of a lake without Iceberg tables. */
export async function icebergTables(lake: string): Promise<Map<string, string[]>> {
  const entries = await readdir(join(lake, ICEBERG), { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const tables = await Promise.all(names.map((name) => readdir(join(lake, ICEBERG, name))));
  return new Map(names.map((name, i) => [name, tables[i]]));
}

/** Returns the newest metadata of a table; undefined where the pointer or the file that it names is not there. */
export async function readIcebergTable(lake: string, table: string): Promise<PointedMetadata | undefined> {
  const folder = join(lake, ICEBERG, table, 'metadata');
  try {
    const version = Number(await readFile(join(folder, 'version-hint.text'), 'utf8'));
    const location = join(folder, `v${version}.metadata.json`);
    const metadata = JSON.parse(await readFile(location, 'utf8')) as Record<string, unknown>;
    return { location, metadata, isMoved: metadata['location'] !== join(lake, ICEBERG, table) };
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
