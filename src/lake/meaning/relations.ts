/** Everything that can be queried: each relation with its columns, their types, meanings and units. */
import type { TableSpec } from '../../arrow/table.ts';
import type { TableShape } from '../duckdb/bridge.ts';
import { describeDetails, type DetailField } from './detail-docs.ts';
import { openDatabase, selectRows, withConnection, type DuckDBConnection } from '../duckdb/duckdb.ts';
import { byRelation, Meanings, type ColumnRow, type RelationColumn, type RelationHead } from './meanings.ts';
import { SnapshotTables } from './snapshot-tables.ts';
import { listRelations, parametersOf, sqlFolder } from './sql-files.ts';
import { SNAPSHOT, SqlRelations } from './sql-relations.ts';
import { createFileRelations } from './views.ts';

/** A relation that queries can name. */
export interface Relation extends RelationHead {
  /** `bronze`, `silver`, `semantic`, `gold` or `meta`. */
  schema: string;
  /** Name within the schema. */
  name: string;
  /** Columns in order, each with its SQL type, meaning and unit. */
  columns: RelationColumn[];
  /** The fields of `details` by `type_string`. */
  details?: Record<string, DetailField[]>;
}

/**
 * Returns every relation of a lake of these tables: views and table macros of the SQL folder, `<table>_raw_v1` of each table, and
 * those of `meta`. A column whose meaning nothing tells has an empty `doc`.
 */
export async function describeRelations(tables: readonly TableSpec[], sql = sqlFolder): Promise<Relation[]> {
  return withColumns(tables, sql, async (connection, columns) => {
    const relations = describe(columns, tables, sql);
    for (const relation of relations) {
      const spec = tables.find(({ name }) => name === relation.name);
      if (spec?.details) relation.details = await describeDetails(connection, relation, spec.details);
    }
    return relations;
  });
}

/** Returns the columns of a lake's relations whose values are stroops, as `<schema>.<relation>.<column>`. */
export async function columnsOfStroops(tables: readonly TableShape[], sql = sqlFolder): Promise<Set<string>> {
  return withColumns(tables, sql, (_, columns) => {
    const byId = columnsById(columns);
    const meanings = new Meanings(byId, tables, sql);
    const stroops = (id: string) => meanings.columns(id).filter(({ unit }) => unit === 'stroops');
    return new Set([...byId.keys()].flatMap((id) => stroops(id).map(({ name }) => `${id}.${name}`)));
  });
}

/** Calls `use` with the columns of every relation, and with a DuckDB of its own that has these without rows. */
async function withColumns<T>(
  tables: readonly TableShape[],
  sql: string,
  use: (connection: DuckDBConnection, columns: ColumnRow[]) => T | Promise<T>,
): Promise<T> {
  return withConnection(await openDatabase(), async (connection) => {
    const views = new SqlRelations(tables, sql);
    await views.prepare(connection);
    await new SnapshotTables().create(connection);
    await createFileRelations(connection, tables, () => []);
    await views.make(connection, await views.needsOf(connection, 'every'));
    return use(connection, [...(await readColumns(connection)), ...(await readMacroColumns(connection, sql))]);
  });
}

async function readColumns(connection: DuckDBConnection): Promise<ColumnRow[]> {
  const rows = await selectRows(
    connection,
    `select table_schema, table_name, column_name, data_type from information_schema.columns
     where table_schema not in ('main', '${SNAPSHOT}') order by table_schema, table_name, ordinal_position`,
  );
  return rows.map((row) => ({
    schema: String(row['table_schema']),
    relation: String(row['table_name']),
    name: String(row['column_name']),
    type: String(row['data_type']),
  }));
}

/** A macro has no columns in the catalog: they are those of what it returns for nulls. */
async function readMacroColumns(connection: DuckDBConnection, sql: string): Promise<ColumnRow[]> {
  const columns: ColumnRow[] = [];
  for (const file of listRelations(sql)) {
    const { schema, name: relation } = file;
    const nulls = parametersOf(file)?.map(() => 'null');
    if (!nulls) continue;
    const rows = await selectRows(connection, `describe from ${schema}.${relation}(${nulls.join(', ')})`);
    for (const row of rows) {
      columns.push({ schema, relation, name: String(row['column_name']), type: String(row['column_type']) });
    }
  }
  return columns;
}

function columnsById(rows: readonly ColumnRow[]): Map<string, ColumnRow[]> {
  return Map.groupBy(rows, ({ schema, relation }) => `${schema}.${relation}`);
}

function describe(rows: readonly ColumnRow[], tables: readonly TableSpec[], sql: string): Relation[] {
  const byId = columnsById(rows);
  const meanings = new Meanings(byId, tables, sql);
  const specs = byRelation(tables);
  const relations = [...byId].map(([id, columns]) => {
    const { schema, relation: name } = columns[0];
    return { schema, name, ...meanings.head(id, specs), columns: meanings.columns(id) };
  });
  return relations.sort((a, b) => (`${a.schema}.${a.name}` < `${b.schema}.${b.name}` ? -1 : 1));
}
