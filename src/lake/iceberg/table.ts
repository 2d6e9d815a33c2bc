/**
 * One Iceberg table: its metadata, manifest lists and manifests. A manifest has one data file. A commit writes the manifests
 * of new files, a manifest list and `v<n>.metadata.json`, syncs them, then renames `version-hint.text` into place. Files are written
 * by synchronous calls: a commit writes some 200 small ones, for which the thread pool would take twice as long.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { existsNow } from '../../core/folders.ts';
import { errorCode } from '../../core/system-errors.ts';
import { readStatistics, type FileStatistics } from '../../parquet/read/statistics.ts';
import { TEMPORARY, writeDurably } from '../disk/files.ts';
import { avroFile, readAvroFile, type AvroValue } from './avro.ts';
import { IcebergColumns, type IcebergField } from './columns.ts';
import { dataFileEntry, PARTITION, statuses } from './data-file.ts';
import { entrySchema, listSchema } from './manifest-schemas.ts';
import {
  constantsOf,
  EPOCH,
  isGone,
  LEFT_OUT,
  newMetadata,
  partitionFields,
  currentSchema,
  snapshotSummary,
  withSnapshot,
  type CommitNote,
  type IcebergSchema,
  type IcebergSnapshot,
  type ListedManifest,
  type Metadata,
} from './metadata.ts';

/** A Parquet file of a table. `key` names its manifest, and is another for each file that the table ever has. */
export interface TableFile {
  key: string;
  /** Where it is read. */
  path: string;
  /** Its address in the metadata. */
  address: string;
}

export interface TableOptions {
  /** Where the table's files are written. */
  folder: string;
  /** Its address in the metadata. */
  location: string;
  /** The number of its first metadata; default: 1. */
  firstVersion?: number;
  /** Columns that it has even without files. */
  columns: Readonly<Record<string, string>>;
  /** The column by which it is partitioned. */
  ledgers?: string;
}

/** A snapshot that is written, but that no pointer names. */
export interface StagedSnapshot {
  folder: string;
  /** The files that must be on the disk before the pointer names them. */
  written: readonly string[];
  /** Moves the pointer, durably, and removes what no snapshot names. */
  show: () => Promise<void>;
}

interface TableState {
  version: number;
  metadata: Metadata;
  columns: IcebergColumns;
  manifests: ListedManifest[];
  /** Whether the pointer still names the version before. */
  isAhead?: boolean;
}

const HINT = 'version-hint.text';
/** Of so many snapshots the older half is forgotten. */
const MOST_SNAPSHOTS = 64;
/** So many versions of the metadata stay for readers that have read the pointer. */
const KEPT_VERSIONS = 10;

export class IcebergTable {
  readonly #options: TableOptions;
  readonly #folder: string;
  #state: TableState | undefined;
  #written: string[] = [];

  constructor(options: TableOptions) {
    this.#options = options;
    this.#folder = join(options.folder, 'metadata');
  }

  /** Columns that Iceberg cannot express, and why. */
  get left(): Readonly<Record<string, string>> {
    return this.#state?.columns.left ?? {};
  }

  /** Writes a snapshot of the files, unless the newest one has exactly these. */
  stage(files: readonly TableFile[], note: CommitNote): StagedSnapshot | undefined {
    this.#written = [];
    const before = (this.#state ??= this.#load());
    const wanted = new Map(files.map((file) => [file.key, file]));
    const known = new Set(before?.manifests.map(({ key }) => key));
    const added = files.filter(({ key }) => !known.has(key));
    const leaving = before?.manifests.filter(({ key }) => !wanted.has(key)) ?? [];
    const isSame = before && added.length + leaving.length === 0;
    const isExpired = before?.metadata.snapshots.some((one) => isGone(one, before.metadata, note));
    if (isSame && !isExpired && !before.isAhead) return undefined;
    const next = isSame ? before : this.#next(before, { added, leaving, note });
    return this.#write(next, note);
  }

  /** Returns the published state; undefined if there is none, it is damaged, or its address is another. */
  #load(): TableState | undefined {
    const isNew = mkdirSync(this.#folder, { recursive: true }) !== undefined;
    if (isNew) return undefined;
    try {
      return this.#read();
    } catch (error) {
      if (!(error instanceof RangeError || error instanceof SyntaxError) && errorCode(error) !== 'ENOENT') throw error;
      rmSync(this.#folder, { recursive: true });
      mkdirSync(this.#folder);
      return undefined;
    }
  }

  #read(): TableState {
    let version = Number(readFileSync(join(this.#folder, HINT), 'utf8'));
    let text = readFileSync(this.#metadataPath(version), 'utf8');
    // A commit was cut off before its pointer; some readers see it already.
    const isAhead = existsNow(this.#metadataPath(version + 1));
    if (isAhead) text = readFileSync(this.#metadataPath(++version), 'utf8');
    const metadata = JSON.parse(text) as Metadata;
    if (metadata.location !== this.#options.location) throw new RangeError('the lake has moved');
    const current = metadata.snapshots.find((one) => one['snapshot-id'] === metadata['current-snapshot-id'])!;
    const list = readAvroFile(readFileSync(join(this.#folder, basename(current['manifest-list']))));
    const manifests = (list.records as Record<string, AvroValue>[]).flatMap((entry) => {
      const key = basename(String(entry['manifest_path']), '.avro');
      return entry['added_files_count'] === 0 ? [] : [{ key, entry }];
    });
    const { fields } = metadata.schemas.find((one) => one['schema-id'] === metadata['current-schema-id'])!;
    const left = JSON.parse(metadata.properties[LEFT_OUT] ?? '{}') as Record<string, string>;
    const columns = new IcebergColumns(fields, metadata['last-column-id'], left);
    return { version, metadata, columns, manifests, isAhead };
  }

  #metadataPath(version: number): string {
    return join(this.#folder, `v${version}.metadata.json`);
  }

  /** Writes manifests and the list of a new snapshot, and returns the state with it. */
  #next(
    before: TableState | undefined,
    { added, leaving, note }: { added: readonly TableFile[]; leaving: readonly ListedManifest[]; note: CommitNote },
  ): TableState {
    const metadata = before?.metadata ?? newMetadata(this.#options.location);
    const columns = before?.columns ?? this.#newColumns();
    const opened: { file: TableFile; statistics: FileStatistics }[] = [];
    for (const file of added) opened.push({ file, statistics: readStatistics(file.path) });
    for (const { statistics } of opened) columns.add(statistics.fields);
    const schema = currentSchema(metadata, columns);
    const sequence = metadata['last-sequence-number'] + 1;
    const last = Math.max(0, ...metadata.snapshots.map((one) => one['snapshot-id']));
    const id = Math.max(note.number, last + 1);
    const writing: Writing = { id, sequence, schema };
    const written: ListedManifest[] = [];
    for (const { file, statistics } of opened) {
      const data = dataFileEntry({ path: file.address, statistics, ledgers: this.#options.ledgers }, columns.fields);
      written.push(this.#writeManifest(file.key, [{ status: statuses.added, data_file: data }], writing));
    }
    const left = new Set(leaving);
    const manifests = [...(before?.manifests ?? []).filter((one) => !left.has(one)), ...written];
    const deleted = this.#deleted(leaving, writing);
    const list = `snap-${id}.avro`;
    const parent = metadata.snapshots.at(-1)?.['snapshot-id'];
    const notes = {
      'snapshot-id': String(id),
      'parent-snapshot-id': parent === undefined ? 'null' : String(parent),
      'sequence-number': String(sequence),
      'format-version': '2',
    };
    const listed = [...manifests, ...deleted].map(({ entry }) => entry);
    this.#writeFile(list, avroFile(listSchema, listed, notes));
    const now = Math.max(Date.now(), metadata['last-updated-ms'] + 1);
    const snapshot: IcebergSnapshot = {
      'snapshot-id': id,
      ...(parent !== undefined && { 'parent-snapshot-id': parent }),
      'sequence-number': sequence,
      'timestamp-ms': now,
      'manifest-list': this.#address(list),
      summary: { ...snapshotSummary(written, deleted, manifests), ...note.summary, [EPOCH]: String(note.epoch) },
      'schema-id': schema['schema-id'],
    };
    const version = before ? before.version + 1 : (this.#options.firstVersion ?? 1);
    return { version, metadata: withSnapshot(metadata, { schema, columns, snapshot }), columns, manifests };
  }

  #newColumns(): IcebergColumns {
    const fields = Object.entries(this.#options.columns).map(([name, type], i): IcebergField => {
      return { id: i + 1, name, required: false, type };
    });
    return new IcebergColumns(fields, fields.length);
  }

  #writeManifest(
    key: string,
    entries: readonly Record<string, AvroValue>[],
    { id, sequence, schema }: Writing,
  ): ListedManifest {
    const { ledgers } = this.#options;
    const notes = {
      schema: JSON.stringify(schema),
      'schema-id': String(schema['schema-id']),
      'partition-spec': JSON.stringify(partitionFields(schema.fields, ledgers)),
      'partition-spec-id': '0',
      'format-version': '2',
      content: 'data',
    };
    const bytes = avroFile(entrySchema(ledgers && PARTITION), entries, notes);
    this.#writeFile(`${key}.avro`, bytes);
    const files = entries.map((entry) => entry['data_file'] as Record<string, AvroValue>);
    const isDeleted = entries[0]['status'] === statuses.deleted;
    const rows = files.reduce((sum, file) => sum + Number(file['record_count']), 0);
    const entry: Record<string, AvroValue> = {
      manifest_path: this.#address(`${key}.avro`),
      manifest_length: bytes.length,
      partition_spec_id: 0,
      content: 0,
      sequence_number: sequence,
      min_sequence_number: Math.min(...entries.map((one) => Number(one['sequence_number'] ?? sequence))),
      added_snapshot_id: id,
      added_files_count: isDeleted ? 0 : files.length,
      existing_files_count: 0,
      deleted_files_count: isDeleted ? files.length : 0,
      added_rows_count: isDeleted ? 0 : rows,
      existing_rows_count: 0,
      deleted_rows_count: isDeleted ? rows : 0,
      partitions: ledgers === undefined ? [] : [partitionSummary(files)],
    };
    return { key, entry };
  }

  /** Writes a manifest that says which files left with the snapshot. */
  #deleted(leaving: readonly ListedManifest[], writing: Writing): ListedManifest[] {
    const entries: Record<string, AvroValue>[] = [];
    for (const { key, entry } of leaving) {
      const { records } = readAvroFile(readFileSync(join(this.#folder, `${key}.avro`)));
      const sequence_number = entry['sequence_number'];
      for (const record of records as Record<string, AvroValue>[]) {
        const of = { snapshot_id: writing.id, sequence_number, file_sequence_number: sequence_number };
        entries.push({ status: statuses.deleted, ...of, data_file: record['data_file'] });
      }
    }
    return entries.length > 0 ? [this.#writeManifest(`deleted-${writing.id}`, entries, writing)] : [];
  }

  #writeFile(name: string, bytes: Uint8Array): void {
    const path = join(this.#folder, name);
    writeFileSync(path, bytes);
    this.#written.push(path);
  }

  #address(name: string): string {
    return `${this.#options.location}/metadata/${name}`;
  }

  /** Writes the state without the snapshots that are gone. */
  #write(state: TableState, note: CommitNote): StagedSnapshot {
    const { metadata } = state;
    const there = metadata.snapshots.filter((one) => !isGone(one, metadata, note));
    const snapshots = there.length > MOST_SNAPSHOTS ? there.slice(-MOST_SNAPSHOTS / 2) : there;
    const isLess = snapshots.length < metadata.snapshots.length;
    const version = state === this.#state ? state.version + 1 : state.version;
    const ids = new Set(snapshots.map((one) => one['snapshot-id']));
    const before = this.#state?.metadata['last-updated-ms'];
    const log = metadata['metadata-log'].slice(-KEPT_VERSIONS + 1);
    const published: Metadata = {
      ...metadata,
      snapshots,
      'snapshot-log': metadata['snapshot-log'].filter((one) => ids.has(one['snapshot-id'])),
      'metadata-log':
        before === undefined
          ? []
          : [...log, { 'timestamp-ms': before, 'metadata-file': this.#address(`v${version - 1}.metadata.json`) }],
    };
    const text = JSON.stringify({ ...published, ...constantsOf(published, this.#options.ledgers) });
    const path = this.#metadataPath(version);
    writeFileSync(path + TEMPORARY, text);
    renameSync(path + TEMPORARY, path);
    this.#state = { ...state, version, metadata: published, isAhead: false };
    const show = async () => {
      await writeDurably(join(this.#folder, HINT), String(version));
      rmSync(this.#metadataPath(version - KEPT_VERSIONS), { force: true });
      if (isLess) this.#removeUnnamed(published);
    };
    return { folder: this.#folder, written: [...this.#written, path], show };
  }

  #removeUnnamed({ snapshots }: Metadata): void {
    const named = new Set<string>();
    for (const { 'manifest-list': address } of snapshots) {
      const list = basename(address);
      named.add(list);
      const { records } = readAvroFile(readFileSync(join(this.#folder, list)));
      for (const record of records as Record<string, AvroValue>[]) named.add(basename(String(record['manifest_path'])));
    }
    const names = readdirSync(this.#folder);
    for (const name of names) if (/\.avro$/.test(name) && !named.has(name)) rmSync(join(this.#folder, name));
  }
}

interface Writing {
  id: number;
  sequence: number;
  schema: IcebergSchema;
}

function partitionSummary(files: readonly Record<string, AvroValue>[]): Record<string, AvroValue> {
  const ranges = files.map((file) => Number((file['partition'] as Record<string, AvroValue>)[PARTITION]));
  const bytes = (value: number) => new Uint8Array(Int32Array.of(value).buffer);
  return {
    contains_null: false,
    contains_nan: false,
    lower_bound: bytes(Math.min(...ranges)),
    upper_bound: bytes(Math.max(...ranges)),
  };
}
