/** Reads an Iceberg table by its pointer, as engines do. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readAvroFile, type AvroValue } from '../../../src/lake/iceberg/avro.ts';

type Fields = Record<string, AvroValue>;

/** What `v<n>.metadata.json` says, as far as tests read it. */
export interface ReadMetadata extends Record<string, unknown> {
  location: string;
  schemas: { 'schema-id': number; fields: { id: number; name: string; type: unknown }[] }[];
  properties: Record<string, string>;
  'current-snapshot-id': number;
  snapshots: { 'snapshot-id': number; 'manifest-list': string; summary: Record<string, string> }[];
}

export interface ReadSnapshot {
  id: number;
  summary: Record<string, string>;
  manifests: Fields[];
  /** The entries of files that are there. */
  entries: Fields[];
  files: string[];
  rows: number;
}

export interface ReadTable {
  version: number;
  metadata: ReadMetadata;
  current: ReadSnapshot;
}

/**
 * Returns a table of a lake, such as `bronze/payments`. Throws if a file that its newest snapshot names is not as it says.
 * `pathOf` returns the file of an address.
 */
export function readTable(lake: string, table: string, pathOf: (address: unknown) => string = String): ReadTable {
  const folder = join(lake, 'iceberg', table, 'metadata');
  const version = Number(readFileSync(join(folder, 'version-hint.text'), 'utf8'));
  const metadata = JSON.parse(readFileSync(join(folder, `v${version}.metadata.json`), 'utf8')) as ReadMetadata;
  return { version, metadata, current: readSnapshot(metadata, metadata['current-snapshot-id'], pathOf) };
}

/** Returns a snapshot of a table; by default the newest. */
export function readSnapshot(
  metadata: ReadMetadata,
  id = metadata['current-snapshot-id'],
  pathOf: (address: unknown) => string = String,
): ReadSnapshot {
  const { summary, 'manifest-list': list } = metadata.snapshots.find((one) => one['snapshot-id'] === id)!;
  const manifests = readAvroFile(readFileSync(pathOf(list))).records as Fields[];
  const entries = manifests.flatMap((manifest) => {
    const bytes = readFileSync(pathOf(manifest['manifest_path']));
    if (bytes.length !== manifest['manifest_length']) throw new Error(`${String(manifest['manifest_path'])} is cut`);
    return readAvroFile(bytes).records as Fields[];
  });
  const there = entries.filter(({ status }) => status !== 2);
  const data = there.map((entry) => entry['data_file'] as Fields);
  for (const { file_path: path, file_size_in_bytes: bytes } of data) {
    if (statSync(pathOf(path)).size !== bytes) throw new Error(`${String(path)} is not of ${Number(bytes)} bytes`);
  }
  const rows = data.reduce((sum, file) => sum + Number(file['record_count']), 0);
  return { id, summary, manifests, entries: there, files: data.map((file) => String(file['file_path'])), rows };
}
