/** Parts of kept relations of rows that are not in a lake yet, made by the SQL that makes them of a lake. */
import { QueryError } from '../../core/errors.ts';
import type { TableShape } from '../duckdb/bridge.ts';
import type { DuckDBConnection } from '../duckdb/duckdb.ts';
import type { Materialised } from '../meaning/kept.ts';
import { writePart, type KnownColumns, type MadeParts, type PartTask } from './part-writer.ts';
import type { WrittenFile } from '../disk/table-files.ts';
import { SqlRelations } from '../meaning/sql-relations.ts';

interface Made {
  kept: Materialised;
  version: number;
  /** The tables of which it is made. */
  tables: ReadonlySet<string>;
}

export class PartMaker {
  /** The tables that parts are made of. */
  readonly tables: readonly TableShape[];
  readonly #connection: DuckDBConnection;
  readonly #made: readonly Made[];
  readonly #columns: KnownColumns = new Map();

  private constructor(connection: DuckDBConnection, tables: readonly TableShape[], made: readonly Made[]) {
    this.#connection = connection;
    this.tables = tables;
    this.#made = made;
  }

  /**
   * Creates what the wanted parts read; `makeTables` creates `bronze.<table>_raw_v1`. Throws a QueryError if an SQL file is
   * wrong.
   */
  static async open(
    connection: DuckDBConnection,
    tables: readonly TableShape[],
    sql: string,
    makeTables: (tables: readonly TableShape[]) => Promise<void>,
    isWanted: (kept: Materialised) => boolean = () => true,
  ): Promise<PartMaker> {
    const relations = new SqlRelations(tables, sql);
    await relations.prepare(connection);
    const made: Made[] = [];
    for (const kept of relations.kept.filter(isWanted)) {
      const { needs, version } = await relations.partSource(connection, kept);
      made.push({ kept, version, tables: needs.tables });
    }
    const needed = new Set(made.flatMap(({ tables }) => [...tables]));
    const read = tables.filter(({ name }) => needed.has(name));
    await makeTables(read);
    for (const { kept } of made) {
      await relations.make(connection, (await relations.partSource(connection, kept)).needs);
    }
    return new PartMaker(connection, read, made);
  }

  /** Writes the parts of the rows; reports parts whose SQL fails. Throws a LakeError if the disk fails. */
  async write(
    of: Omit<PartTask, 'kept' | 'version'>,
    hasRows: (table: string) => boolean,
    keep: (file: WrittenFile) => void,
  ): Promise<Omit<MadeParts, 'files'>> {
    const parts: Omit<MadeParts, 'files'> = { kept: {}, failed: [] };
    for (const { kept, version, tables } of this.#made) {
      try {
        const task = { ...of, kept, version };
        const file = [...tables].some(hasRows) ? await writePart(this.#connection, task, this.#columns) : undefined;
        if (file) keep(file);
        parts.kept[kept.id] = version;
      } catch (error) {
        if (!(error instanceof QueryError)) throw error;
        parts.failed.push({ relation: kept.id, message: error.message });
      }
    }
    return parts;
  }
}
