/** What `v<n>.metadata.json` of an Iceberg table says (the table specification, version 2). */
import { randomUUID } from 'node:crypto';
import type { AvroValue } from './avro.ts';
import { nameMapping, type IcebergColumns, type IcebergField } from './columns.ts';
import { PARTITION } from './data-file.ts';
import { PARTITION_ID } from './manifest-schemas.ts';
import { PARTITION_LEDGERS } from '../disk/table-files.ts';

/** What a commit says of the lake. */
export interface CommitNote {
  /** The lake's number of the snapshot, which becomes the id of the Iceberg snapshot. */
  number: number;
  /** The lake's epoch. Files of snapshots before `oldestEpoch` are removed. */
  epoch: number;
  oldestEpoch: number;
  /** Goes into the snapshot's summary. */
  summary: Record<string, string>;
}

/** A snapshot of the table. */
export interface IcebergSnapshot {
  'snapshot-id': number;
  'parent-snapshot-id'?: number;
  'sequence-number': number;
  'timestamp-ms': number;
  'manifest-list': string;
  summary: Record<string, string>;
  'schema-id': number;
}

/** A schema of the table. */
export interface IcebergSchema {
  type: 'struct';
  'schema-id': number;
  fields: readonly IcebergField[];
}

/** What `v<n>.metadata.json` says, as far as commits read it. */
export interface Metadata {
  'table-uuid': string;
  location: string;
  'last-sequence-number': number;
  'last-updated-ms': number;
  'last-column-id': number;
  'current-schema-id': number;
  schemas: IcebergSchema[];
  properties: Record<string, string>;
  'current-snapshot-id': number;
  snapshots: IcebergSnapshot[];
  'snapshot-log': { 'snapshot-id': number; 'timestamp-ms': number }[];
  'metadata-log': { 'timestamp-ms': number; 'metadata-file': string }[];
}

/** A manifest as a manifest list names it. */
export interface ListedManifest {
  key: string;
  entry: Record<string, AvroValue>;
}

/** Name of the property that lists the columns that the table lacks. */
export const LEFT_OUT = 'ledgerlake.left-out';
/** Name of the lake's epoch in the summary of a snapshot. */
export const EPOCH = 'ledgerlake.epoch';

/** Returns the metadata of a table without snapshots. */
export function newMetadata(location: string): Metadata {
  return {
    'table-uuid': randomUUID(),
    location,
    'last-sequence-number': 0,
    'last-updated-ms': 0,
    'last-column-id': 0,
    'current-schema-id': -1,
    schemas: [],
    properties: {},
    'current-snapshot-id': -1,
    snapshots: [],
    'snapshot-log': [],
    'metadata-log': [],
  };
}

/** Returns the metadata with one more snapshot, which is the newest. */
export function withSnapshot(
  metadata: Metadata,
  { schema, columns, snapshot }: { schema: IcebergSchema; columns: IcebergColumns; snapshot: IcebergSnapshot },
): Metadata {
  const now = snapshot['timestamp-ms'];
  const left = Object.keys(columns.left).length > 0 && { [LEFT_OUT]: JSON.stringify(columns.left) };
  return {
    ...metadata,
    'last-sequence-number': snapshot['sequence-number'],
    'last-updated-ms': now,
    'last-column-id': columns.lastId,
    'current-schema-id': schema['schema-id'],
    schemas: metadata.schemas.includes(schema) ? metadata.schemas : [...metadata.schemas, schema],
    properties: { 'schema.name-mapping.default': JSON.stringify(nameMapping(schema.fields)), ...left },
    'current-snapshot-id': snapshot['snapshot-id'],
    snapshots: [...metadata.snapshots, snapshot],
    'snapshot-log': [...metadata['snapshot-log'], { 'snapshot-id': snapshot['snapshot-id'], 'timestamp-ms': now }],
  };
}

/** Returns whether files of a snapshot are removed from the lake. The newest snapshot has all of its files. */
export function isGone(snapshot: IcebergSnapshot, metadata: Metadata, { oldestEpoch }: CommitNote): boolean {
  return snapshot['snapshot-id'] !== metadata['current-snapshot-id'] && Number(snapshot.summary[EPOCH]) < oldestEpoch;
}

/** Returns the newest schema, or a new one if the columns are others. */
export function currentSchema({ schemas }: Metadata, { fields }: IcebergColumns): IcebergSchema {
  const newest = schemas.at(-1);
  if (newest && JSON.stringify(newest.fields) === JSON.stringify(fields)) return newest;
  return { type: 'struct', 'schema-id': (newest?.['schema-id'] ?? -1) + 1, fields: [...fields] };
}

/** Returns the fields of the partition specification; none if the table is not partitioned. */
export function partitionFields(
  fields: readonly IcebergField[],
  ledgers: string | undefined,
): Record<string, unknown>[] {
  const source = fields.find(({ name }) => name === ledgers);
  if (!source) return [];
  const transform = `truncate[${PARTITION_LEDGERS}]`;
  return [{ name: PARTITION, transform, 'source-id': source.id, 'field-id': PARTITION_ID }];
}

/** What the metadata says beside the state. */
export function constantsOf(metadata: Metadata, ledgers: string | undefined): Record<string, unknown> {
  const { fields } = metadata.schemas.find((one) => one['schema-id'] === metadata['current-schema-id'])!;
  return {
    'format-version': 2,
    'partition-specs': [{ 'spec-id': 0, fields: partitionFields(fields, ledgers) }],
    'default-spec-id': 0,
    'last-partition-id': PARTITION_ID,
    'sort-orders': [{ 'order-id': 0, fields: [] }],
    'default-sort-order-id': 0,
    refs: { main: { 'snapshot-id': metadata['current-snapshot-id'], type: 'branch' } },
  };
}

/** Returns the summary of a snapshot: operation, files and rows. */
export function snapshotSummary(
  added: readonly ListedManifest[],
  deleted: readonly ListedManifest[],
  all: readonly ListedManifest[],
): Record<string, string> {
  const sum = (manifests: readonly ListedManifest[], name: string) =>
    manifests.reduce((total, { entry }) => total + Number(entry[name]), 0);
  const [more, less] = [sum(added, 'added_rows_count'), sum(deleted, 'deleted_rows_count')];
  const isMerge = added.length > 0 && more === less;
  const operation = deleted.length === 0 ? 'append' : added.length === 0 ? 'delete' : isMerge ? 'replace' : 'overwrite';
  return {
    operation,
    'added-data-files': String(added.length),
    'deleted-data-files': String(sum(deleted, 'deleted_files_count')),
    'added-records': String(more),
    'deleted-records': String(less),
    'total-data-files': String(all.length),
    'total-records': String(sum(all, 'added_rows_count')),
  };
}
