/** The tables of schema `snapshot`, which the relations of schema `meta` show: what a snapshot and its manifests say. */
import {
  BoolColumn,
  Int32Column,
  Int64Column,
  Utf8Column,
  type ColumnKind,
  type ColumnOf,
} from '../../arrow/columns.ts';
import { createBuilder, column, defineTable, nullable, type TableSpec } from '../../arrow/table.ts';
import { createLoader, createSqlTables, type TableShape } from '../duckdb/bridge.ts';
import { quoteName, type DuckDBConnection } from '../duckdb/duckdb.ts';
import type { KeptVersion } from './kept.ts';
import { fileId, type Segment } from '../disk/snapshot/manifest.ts';
import type { RecordedOmission } from '../disk/snapshot/omissions.ts';
import { SNAPSHOT } from './sql-relations.ts';
import type { KnownSegment, Snapshot } from '../disk/snapshot/snapshot.ts';

const segments = defineTable({
  name: 'segments',
  grain: 'One row per segment.',
  key: ['segment'],
  columns: {
    segment: column('utf8', 'Its range.'),
    first_ledger: column('int32', 'Its first ledger.'),
    last_ledger: column('int32', 'Its last ledger.'),
    loaded_at: column('utf8', 'When it was loaded, ISO 8601.'),
    decoder_version: column('utf8', 'The version of the program that decoded it.'),
  },
});

const files = defineTable({
  name: 'files',
  grain: 'One row per Parquet file.',
  key: ['path'],
  columns: {
    segment: column('utf8', 'The segment it is of.'),
    table_name: column('utf8', 'The table it is of.'),
    path: column('utf8', 'Its path in the lake.'),
    first_ledger: column('int32', 'Its first ledger.'),
    last_ledger: column('int32', 'Its last ledger.'),
    row_count: column('int64', 'Its rows.'),
    bytes: column('int64', 'Its size.'),
    sha256: column('utf8', 'Its SHA-256.'),
    columns: column('utf8', 'Its columns, separated by commas.'),
  },
});

const sources = defineTable({
  name: 'sources',
  grain: 'One row per segment and ledger file that it came from.',
  key: ['segment', 'file_id'],
  columns: {
    segment: column('utf8', 'The segment.'),
    file_id: column('utf8', 'The first 16 digits of its SHA-256.'),
    object_name: column('utf8', 'Its name in the store.'),
    network: column('utf8', 'The passphrase of its network.'),
    first_ledger: column('int32', 'Its first ledger.'),
    last_ledger: column('int32', 'Its last ledger.'),
    bytes: column('int64', 'Its size as stored.'),
    sha256: column('utf8', 'Its SHA-256 as stored.'),
    compression: column('utf8', 'How it is compressed.'),
    loaded_at: column('utf8', 'When it was loaded, ISO 8601.'),
    decoder_version: column('utf8', 'The version of the program that decoded it.'),
  },
});

const ledgers = defineTable({
  name: 'ledgers',
  grain: 'One row per loaded ledger.',
  key: ['sequence'],
  columns: {
    segment: column('utf8', 'The segment it is in.'),
    sequence: column('int32', 'Ledger sequence.'),
    ledger_hash: column('utf8', 'Hash of its header, hex.'),
    previous_ledger_hash: column('utf8', 'Hash of the ledger before, as its header says, hex.'),
    file_id: column('utf8', 'The file it came from.'),
    first_byte: column('int64', 'Where it starts in the decompressed file.'),
    bytes: column('int64', 'Its size there.'),
    checks: column('utf8', 'The checks that held, separated by commas.'),
    unchecked: column('utf8', 'The checks that could not be made.'),
  },
});

const omissions = defineTable({
  name: 'omissions',
  grain: 'One row per run of skipped ledgers.',
  key: ['object_name', 'first_ledger'],
  columns: {
    object_name: column('utf8', 'The ledger file.'),
    first_ledger: nullable('int32', 'The first ledger.'),
    last_ledger: nullable('int32', 'The last ledger.'),
    transaction_order: nullable('int32', 'Order of the transaction, from 1.'),
    operation_index: nullable('int32', 'Index of the operation, from 0.'),
    path: nullable('utf8', 'Path of fields.'),
    protocol: nullable('int32', 'The protocol of the ledger, when it is a newer one.'),
    message: column('utf8', 'Why.'),
    decoder_version: column('utf8', 'The version of the program that skipped it.'),
    recorded_at: column('utf8', 'When, ISO 8601.'),
  },
});

const baselines = defineTable({
  name: 'state_baselines',
  grain: 'One row per state that was read whole.',
  key: ['ledger_sequence'],
  columns: {
    ledger_sequence: column('int32', 'The ledger after which the state was this.'),
    source: column('utf8', 'Where it was read.'),
    complete: column('bool', 'Whether every entry was read.'),
  },
});

const coverage = defineTable({
  name: 'covered_runs',
  grain: 'One row per run of loaded ledgers.',
  key: ['first_ledger'],
  columns: {
    first_ledger: column('int32', 'Its first ledger.'),
    last_ledger: column('int32', 'Its last ledger.'),
    full_from: nullable('int32', 'The ledger from which every entry is known.'),
  },
});

const keptRelations = defineTable({
  name: 'kept_relations',
  grain: 'One row per materialised relation.',
  key: ['relation'],
  columns: {
    relation: column('utf8', 'The relation, with its schema.'),
    version: column('int64', 'Which SQL its parts are made by.'),
    folded_bytes: column('int64', 'Size of what was folded of its parts.'),
    folded_files: column('int64', 'How many files that is.'),
  },
});

const keptSegments = defineTable({
  name: 'kept_segments',
  grain: 'One row per segment and materialised relation that covers it.',
  key: ['segment', 'relation'],
  columns: {
    segment: column('utf8', 'The segment.'),
    first_ledger: column('int32', 'Its first ledger.'),
    last_ledger: column('int32', 'Its last ledger.'),
    relation: column('utf8', 'The relation, with its schema.'),
    version: column('int64', 'Which SQL the part was made by.'),
  },
});

/** Every table of the schema. */
export const snapshotTables: readonly TableShape[] = [
  segments,
  files,
  sources,
  ledgers,
  omissions,
  baselines,
  coverage,
  keptRelations,
  keptSegments,
];

/** What fills the tables. */
export interface SnapshotSource {
  snapshot: Snapshot;
  network: string;
  readSegment(name: string): Promise<Segment>;
  readOmissions(): Promise<readonly RecordedOmission[]>;
  /** Returns the kept relations with the versions that their parts need. */
  kept?(): Promise<readonly KeptVersion[]>;
}

/** The tables of one database, filled as far as queries need them. */
export class SnapshotTables {
  /** The snapshot that each table shows. */
  readonly #filled = new Map<string, Snapshot>();
  #isMade = false;
  /** The segments that each table has the rows of. */
  readonly #segments = new Map<string, Set<string>>();

  /** Makes the tables, empty, unless they are there. */
  async create(connection: DuckDBConnection): Promise<void> {
    if (this.#isMade) return;
    this.#isMade = true;
    await connection.run(`use ${SNAPSHOT}`);
    await createSqlTables(connection, snapshotTables);
    await connection.run('use main');
  }

  /** Makes the named tables show the snapshot. */
  async fill(connection: DuckDBConnection, names: ReadonlySet<string>, source: SnapshotSource): Promise<void> {
    if (names.size > 0) await this.create(connection);
    for (const name of names) {
      if (this.#filled.get(name) === source.snapshot) continue;
      await connection.run('begin');
      try {
        await this.#fillOne(connection, name, source);
        await connection.run('commit');
      } catch (error) {
        await connection.run('rollback').catch(() => undefined);
        this.#segments.delete(name);
        this.#filled.delete(name);
        throw error;
      }
      this.#filled.set(name, source.snapshot);
    }
  }

  async #fillOne(connection: DuckDBConnection, name: string, source: SnapshotSource): Promise<void> {
    if (name === 'segments') return replaceRows(connection, segments, segmentRows(source.snapshot));
    if (name === 'state_baselines') return replaceRows(connection, baselines, baselineRows(source.snapshot));
    if (name === 'covered_runs') return replaceRows(connection, coverage, coverageRows(source.snapshot));
    if (name === 'kept_segments') return replaceRows(connection, keptSegments, keptRows(source.snapshot));
    if (name === 'kept_relations') {
      return replaceRows(connection, keptRelations, relationRows(source.snapshot, (await source.kept?.()) ?? []));
    }
    if (name === 'omissions') return replaceRows(connection, omissions, omissionRows(await source.readOmissions()));
    if (name in ofSegment) await this.#follow(connection, name as keyof typeof ofSegment, source);
  }

  /** Rows of segments that left go, rows of those that came are read from their manifests. */
  async #follow(connection: DuckDBConnection, name: keyof typeof ofSegment, source: SnapshotSource): Promise<void> {
    const has = this.#segments.get(name) ?? new Set<string>();
    const { segments } = source.snapshot;
    const wanted = new Set(segments.map((segment) => segment.name));
    const left = [...has].filter((segment) => !wanted.has(segment));
    if (has.size === 0) await connection.run(`delete from ${SNAPSHOT}.${name}`);
    for (const segment of left) await connection.run(`delete from ${SNAPSHOT}.${name} where segment = ?`, [segment]);
    const { table, rowsOf } = ofSegment[name];
    for (const some of fewAtATime(segments.filter((segment) => !has.has(segment.name)))) {
      const read = await Promise.all(some.map((segment) => source.readSegment(segment.name)));
      const rows = read.flatMap((segment, i) => rowsOf(some[i].name, segment, source.network));
      await appendRows(connection, table, rows);
    }
    this.#segments.set(name, wanted);
  }
}

/** Manifests of so many ledgers are read before their rows are appended: one of a merged segment has as many. */
const LEDGERS_AT_ONCE = 10_000;
/** How many of those are open at a time. */
const MOST_AT_ONCE = 64;

function* fewAtATime(segments: readonly KnownSegment[]): Generator<KnownSegment[]> {
  let some: KnownSegment[] = [];
  let ledgers = 0;
  for (const segment of segments) {
    some.push(segment);
    ledgers += segment.last - segment.first + 1;
    if (ledgers < LEDGERS_AT_ONCE && some.length < MOST_AT_ONCE) continue;
    yield some;
    some = [];
    ledgers = 0;
  }
  if (some.length > 0) yield some;
}

type Value = string | number | boolean | undefined;
type Rows = Value[][];

/** The tables whose rows come from manifests. */
const ofSegment = {
  files: {
    table: files,
    rowsOf: (name: string, { files }: Segment): Rows =>
      files.map(({ table, path, first, last, rows, bytes, sha256, columns }) => {
        return [name, table, path, first, last, rows, bytes, sha256, columns.join(',')];
      }),
  },
  sources: {
    table: sources,
    rowsOf: (name: string, { sources, loadedAt, decoderVersion }: Segment, network: string): Rows =>
      sources.map(({ object, firstLedger, lastLedger, bytes, sha256, compression }) => {
        const range = [firstLedger, lastLedger, bytes];
        return [name, fileId(sha256), object, network, ...range, sha256, compression, loadedAt ?? '', decoderVersion];
      }),
  },
  ledgers: {
    table: ledgers,
    rowsOf: (name: string, { ledgers, sources }: Segment): Rows =>
      ledgers.map(({ sequence, hash, previousHash, source, start, length, checks, unchecked }) => {
        const file = fileId(sources[source].sha256);
        return [name, sequence, hash, previousHash, file, start, length, checks.join(','), unchecked.join(',')];
      }),
  },
};

function segmentRows({ segments }: Snapshot): Rows {
  return segments.map(({ name, first, last, loadedAt, decoderVersion }) => [
    name,
    first,
    last,
    loadedAt,
    decoderVersion,
  ]);
}

function relationRows(snapshot: Snapshot, relations: readonly KeptVersion[]): Rows {
  return relations.map(({ kept: { id }, version }) => {
    const { bytes, files } = snapshot.foldedSize(id);
    return [id, version, bytes, files];
  });
}

function keptRows({ segments }: Snapshot): Rows {
  return segments.flatMap(({ name, first, last, kept }) =>
    Object.entries(kept).map(([relation, version]) => [name, first, last, relation, version]),
  );
}

function baselineRows({ baselines }: Snapshot): Rows {
  return baselines.map(({ ledger, source, complete }) => [ledger, source, complete]);
}

function coverageRows({ coverage }: Snapshot): Rows {
  return coverage.map(({ first, last, fullFrom }) => [first, last, fullFrom]);
}

function omissionRows(omissions: readonly RecordedOmission[]): Rows {
  return omissions.map(({ object, first, last, transaction, operation, path, protocol, message, ...how }) => {
    const { decoderVersion, recordedAt } = how;
    return [object, first, last, transaction, operation, path, protocol, message, decoderVersion, recordedAt];
  });
}

function pushValue(column: ColumnOf[ColumnKind], value: Value): void {
  if (value === undefined) column.pushNull();
  else if (column instanceof Int64Column) column.pushNumber(Number(value));
  else if (column instanceof Int32Column) column.push(Number(value));
  else if (column instanceof BoolColumn) column.push(value === true);
  else if (column instanceof Utf8Column) column.push(String(value));
  else throw new Error('no column of such a kind is filled from a manifest');
}

async function replaceRows(connection: DuckDBConnection, table: TableSpec, rows: Rows): Promise<void> {
  await connection.run(`delete from ${SNAPSHOT}.${quoteName(table.name)}`);
  await appendRows(connection, table, rows);
}

async function appendRows(connection: DuckDBConnection, table: TableSpec, rows: Rows): Promise<void> {
  if (rows.length === 0) return;
  const { columns, batch } = createBuilder(table);
  const names = Object.keys(table.columns);
  for (const row of rows) names.forEach((name, i) => pushValue(columns[name], row[i]));
  const loader = await createLoader(connection, table, { schema: SNAPSHOT });
  loader.append(batch());
  loader.close();
}
