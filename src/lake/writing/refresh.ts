/** Brings kept relations up to the lake: segments that were loaded without their parts, or by an earlier version, get them. */
import { join } from 'node:path';
import { QueryError, UsageError } from '../../core/errors.ts';
import { openPassingDatabase, withConnection, type DuckDBConnection } from '../duckdb/duckdb.ts';
import { FileChecks } from '../disk/file-checks.ts';
import { removeFiles } from '../disk/files.ts';
import { foldParts } from './fold-parts.ts';
import type { KeptVersion } from '../meaning/kept.ts';
import type { Lake } from '../asking/lake.ts';
import { segmentName, type Segment, type SegmentFile } from '../disk/snapshot/manifest.ts';
import { expectedPartBytes, writePart, type PartFailure } from './part-writer.ts';
import { settle } from '../disk/table-files.ts';
import type { KnownSegment } from '../disk/snapshot/snapshot.ts';
import { SqlRelations } from '../meaning/sql-relations.ts';
import { createFileRelations } from '../meaning/views.ts';

/** Options of updating materialised relations. */
export interface PartRefreshOptions {
  /** The relations to bring up, `silver.accounts_current`; all when there are none. */
  relations?: readonly string[];
  /** Stops after the segment in hand, and rejects with the reason of the signal; finished segments stay. */
  signal?: AbortSignal;
  /** Called after each segment that was brought up, with how many of how many there were. */
  onSegment?: (done: number, of: number) => void;
}

/** What updating materialised relations did. */
export interface PartRefreshReport {
  /** The segments that lacked parts. */
  segments: number;
  /** How many parts were made, those without rows included. */
  parts: number;
  /** The parts that could not be made, each once for a segment. */
  failed: PartFailure[];
}

/**
 * Writes the missing parts of each segment and folds them. After an interruption, the same call continues. Throws a
 * UsageError for an unknown relation, a LakeError if the lake cannot be written or bronze is damaged.
 */
export async function refreshParts(lake: Lake, options: PartRefreshOptions = {}): Promise<PartRefreshReport> {
  const wanted = chosen(await lake.kept(), options.relations ?? []);
  const report: PartRefreshReport = { segments: 0, parts: 0, failed: [] };
  const snapshot = await lake.snapshot();
  const behind = snapshot.segments.filter(({ kept }) => wanted.some((one) => kept[one.kept.id] !== one.version));
  if (behind.length > 0) await bringUp(lake, { behind, wanted, report }, options);
  await foldParts(lake, { signal: options.signal });
  return report;
}

interface Behind {
  behind: readonly KnownSegment[];
  wanted: readonly KeptVersion[];
  report: PartRefreshReport;
}

async function bringUp(lake: Lake, { behind, wanted, report }: Behind, options: PartRefreshOptions): Promise<void> {
  const instance = await openPassingDatabase({ ...lake.limits, tempDirectory: lake.spool });
  await withConnection(instance, async (connection) => {
    const maker = new PartMaker(lake, connection);
    for (const { name } of behind) {
      options.signal?.throwIfAborted();
      const { parts, failed } = await maker.bringUp(await lake.segment(name), wanted);
      report.segments++;
      report.parts += parts;
      report.failed.push(...failed);
      options.onSegment?.(report.segments, behind.length);
    }
  });
}

function chosen(all: readonly KeptVersion[], names: readonly string[]): readonly KeptVersion[] {
  if (names.length === 0) return all;
  const isNamed = ({ kept }: KeptVersion, name: string) => [kept.id, kept.file.name].includes(name);
  const unknown = names.find((name) => !all.some((one) => isNamed(one, name)));
  if (unknown === undefined) return all.filter((one) => names.some((name) => isNamed(one, name)));
  const known = all.map(({ kept }) => kept.id).join(', ');
  throw new UsageError(`no materialised relation "${unknown}", expected one of ${known}`);
}

/** Makes the parts of one segment after another. */
class PartMaker {
  readonly #lake: Lake;
  readonly #connection: DuckDBConnection;
  readonly #relations: SqlRelations;
  readonly #checks: FileChecks;
  #isPrepared = false;

  constructor(lake: Lake, connection: DuckDBConnection) {
    this.#lake = lake;
    this.#connection = connection;
    this.#relations = new SqlRelations(lake.tables, lake.sql);
    this.#checks = new FileChecks(lake.path, true);
  }

  /** Enters the segment again with the parts that it lacks, as far as they can be made. */
  async bringUp(segment: Segment, wanted: readonly KeptVersion[]): Promise<{ parts: number; failed: PartFailure[] }> {
    const lacking = wanted.filter(({ kept, version }) => segment.kept?.[kept.id] !== version);
    const made: SegmentFile[] = [];
    const kept: Record<string, number> = {};
    const failed: PartFailure[] = [];
    try {
      await this.#show(segment, lacking);
      for (const one of lacking) {
        const file = await this.#make(segment, one, failed);
        if (file === 'failed') continue;
        kept[one.kept.id] = one.version;
        if (file) made.push(file);
      }
      if (Object.keys(kept).length > 0) await this.#lake.replace(revised(segment, kept, made));
      return { parts: Object.keys(kept).length, failed };
    } catch (error) {
      const committed = (await this.#lake.snapshot()).paths();
      const paths = made.map(({ path }) => path);
      await removeFiles(
        this.#lake.path,
        paths.filter((path) => !committed.has(path)),
      );
      throw error;
    }
  }

  /** Makes what the parts are made of show the segment alone. */
  async #show(segment: Segment, lacking: readonly KeptVersion[]): Promise<void> {
    if (!this.#isPrepared) await this.#relations.prepare(this.#connection);
    this.#isPrepared = true;
    const sources = await Promise.all(lacking.map(({ kept }) => this.#relations.partSource(this.#connection, kept)));
    const tables = new Set(sources.flatMap(({ needs }) => [...needs.tables]));
    const files = segment.files.filter(({ table }) => tables.has(table));
    await this.#checks.check(files);
    const shown = this.#lake.tables.filter(({ name }) => tables.has(name));
    await createFileRelations(this.#connection, shown, (name) =>
      files
        .filter(({ table }) => table === name)
        .map(({ path, columns }) => ({ path: join(this.#lake.path, path), columns })),
    );
    for (const { needs } of sources) await this.#relations.make(this.#connection, needs);
  }

  async #make(
    { first, last, files }: Segment,
    { kept, version }: KeptVersion,
    failed: PartFailure[],
  ): Promise<SegmentFile | 'failed' | undefined> {
    const lake = this.#lake.path;
    try {
      const task = { lake, first, last, kept, version, partBytes: expectedPartBytes(files) };
      const written = await writePart(this.#connection, task);
      return written && (await settle(lake, written));
    } catch (error) {
      if (!(error instanceof QueryError)) throw error;
      failed.push({ relation: kept.id, message: error.message });
      return 'failed';
    }
  }
}

/** Returns the segment with further parts, in the place of those of other versions. */
export function revised(segment: Segment, kept: Record<string, number>, made: readonly SegmentFile[]): Segment {
  const stay = segment.files.filter(({ table }) => !(table in kept));
  return {
    ...segment,
    files: [...stay, ...made],
    kept: { ...segment.kept, ...kept },
    revision: (segment.revision ?? 1) + 1,
    replaces: [segmentName(segment)],
  };
}
