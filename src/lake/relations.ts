/** Everything that can be queried: each relation with its columns, their types, meanings and units. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FieldsByType, Meaning, TableSpec } from '../arrow/table.ts';
import { openDatabase, quoteName, selectRows, type DuckDBConnection } from './duckdb.ts';
import { metaDocs } from './meta-docs.ts';
import { readViewDocs, type ViewDocs } from './view-docs.ts';
import { SnapshotTables } from './snapshot-tables.ts';
import { SNAPSHOT, SqlRelations, sqlFolder } from './sql-relations.ts';
import { createFileRelations } from './views.ts';

/** A column as SQL has it. */
export interface RelationColumn extends Meaning {
  name: string;
  type: string;
}

/** A field of the details of one type of row; without a type of its own it is in `details_json` only. */
export interface DetailField extends Meaning {
  name: string;
  type?: string;
}

/** A view, what one row of it is, and which columns are unique together. */
export interface Relation {
  schema: string;
  name: string;
  grain: string;
  key: readonly string[];
  /** Of a table that is filled only when asked for: how it is. */
  optional?: string;
  /** Of a view over one table: the relation that has its rows as they are stored. */
  stored?: string;
  columns: RelationColumn[];
  /** The fields of `details` by `type_string`. */
  details?: Record<string, DetailField[]>;
}

/** Columns that mean the same wherever they stand. */
const everywhere: Record<string, Meaning> = {
  batch_id: { doc: 'The object that the row was loaded from: file_id of meta.ledger_files.' },
  batch_run_date: { doc: 'Day of the close time of the ledger.', unit: 'UTC' },
  batch_insert_ts: { doc: 'Null; a column of loading in Hubble.' },
  ledger_range: { doc: 'First ledger of the ten thousand that the ledger is one of.' },
  ingestion_timestamp: { doc: "Null; a column of loading in Obsrvr's lake." },
  era_id: { doc: "Null; a column of loading in Obsrvr's lake." },
  version_label: { doc: "Null; a column of loading in Obsrvr's lake." },
  asset_key: { doc: 'The asset for joins, in one form everywhere: native or CODE:ISSUER; null where there is none.' },
  ...assetKey('selling_', 'The asset sold'),
  ...assetKey('buying_', 'The asset bought'),
  ...assetKey('source_', 'The asset given by a path payment'),
  ...assetKey('sold_', 'The asset sold in a trade'),
  ...assetKey('bought_', 'The asset bought in a trade'),
  ...assetKey('reserve_a_', 'Asset A of the pool of a deposit or withdrawal'),
  ...assetKey('reserve_b_', 'Asset B of the pool of a deposit or withdrawal'),
  asset_a_key: { doc: 'Asset A for joins: native or CODE:ISSUER.' },
  asset_b_key: { doc: 'Asset B for joins: native or CODE:ISSUER.' },
};

function assetKey(prefix: string, what: string): Record<string, Meaning> {
  return { [`${prefix}asset_key`]: { doc: `${what}, for joins: native or CODE:ISSUER; null where there is none.` } };
}

/**
 * Returns every relation of a lake of these tables: the views of the SQL folder, `<table>_raw_v1` of each table, and those of
 * `meta`. A column whose meaning nothing tells has an empty `doc`.
 */
export async function describeRelations(tables: readonly TableSpec[], sql = sqlFolder): Promise<Relation[]> {
  const instance = await openDatabase();
  const connection = await instance.connect();
  try {
    const views = new SqlRelations(tables, sql);
    await views.prepare(connection);
    await new SnapshotTables().create(connection);
    await createFileRelations(connection, tables, () => []);
    await views.make(connection, await views.needsOf(connection, 'every'));
    const relations = describe(await readColumns(connection), tables, sql);
    for (const relation of relations) {
      const spec = tables.find(({ name }) => name === relation.name);
      if (spec?.details) relation.details = await describeDetails(connection, relation, spec.details);
    }
    return relations;
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

interface ColumnRow {
  schema: string;
  relation: string;
  name: string;
  type: string;
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

function describe(rows: readonly ColumnRow[], tables: readonly TableSpec[], sql: string): Relation[] {
  const byRelation = Map.groupBy(rows, ({ schema, relation }) => `${schema}.${relation}`);
  const meanings = createMeanings(byRelation, tables, sql);
  return [...byRelation].map(([id, columns]) => {
    const { schema, relation: name } = columns[0];
    return { schema, name, ...meanings.head(id), columns: meanings.columns(id) };
  });
}

/** Returns what tells the meaning of relations: declarations of tables and of `meta`, and the texts of views. */
function createMeanings(byRelation: ReadonlyMap<string, ColumnRow[]>, tables: readonly TableSpec[], sql: string) {
  const raw = new Map(tables.map((spec) => [`bronze.${spec.name}_raw_v1`, spec]));
  const views = new Map<string, ViewDocs>();
  const known = new Map<string, Map<string, RelationColumn>>();

  function docsOf(id: string): ViewDocs {
    const docs = views.get(id) ?? readViewDocs(readFileSync(`${join(sql, ...id.split('.'))}.sql`, 'utf8'));
    views.set(id, docs);
    return docs;
  }

  function declared(id: string, { name, type }: ColumnRow): Meaning | undefined {
    const [schema = '', relation = ''] = id.split('.');
    const spec = raw.get(id);
    if (spec) return spec.columns[name];
    if (schema === 'meta') return metaDocs[relation]?.columns[name];
    const docs = docsOf(id);
    const sources = docs.sources.map(columnsOf);
    const { from, emptyIsNull } = docs.passed.get(name) ?? { from: name, emptyIsNull: false };
    const meaning = docs.declared.get(name) ?? passedOn(sources, from, type);
    return meaning && emptyIsNull ? { ...meaning, doc: meaning.doc.replace(/\bempty\b/g, 'null') } : meaning;
  }

  function columnsOf(id: string): Map<string, RelationColumn> {
    const found = known.get(id);
    if (found) return found;
    const columns = (byRelation.get(id) ?? []).map((column): [string, RelationColumn] => {
      const { doc = '', unit } = declared(id, column) ?? everywhere[column.name] ?? {};
      return [column.name, { name: column.name, type: column.type, ...(unit && { unit }), doc }];
    });
    known.set(id, new Map(columns));
    return new Map(columns);
  }

  return {
    columns: (id: string) => [...columnsOf(id).values()],
    head(id: string): Pick<Relation, 'grain' | 'key' | 'optional' | 'stored'> {
      const [schema = '', name = ''] = id.split('.');
      const spec = raw.get(id);
      if (spec) return { grain: spec.grain, key: spec.key, optional: spec.optional };
      if (schema === 'meta') return metaDocs[name] ?? { grain: '', key: [] };
      const { grain, key } = docsOf(id);
      const table = raw.get(`${id}_raw_v1`);
      return { grain, key, optional: table?.optional, ...(table && { stored: `${id}_raw_v1` }) };
    },
  };
}

/**
 * Returns what a column means that is a source's, or is made of a source's `<name>_stroops` or `<name>_json`; nothing when
 * sources say different things of it.
 */
function passedOn(
  sources: readonly ReadonlyMap<string, RelationColumn>[],
  name: string,
  type: string,
): Meaning | undefined {
  const isText = /^(VARCHAR|JSON)$/.test(type);
  const same = onlyMeaning(sources, name);
  if (same) return same.unit === 'JSON' && !isText ? { doc: same.doc } : same;
  const stroops = onlyMeaning(sources, `${name}_stroops`);
  if (stroops && type === 'BIGINT') return stroops;
  if (stroops && type.startsWith('DECIMAL')) return { doc: stroops.doc, unit: 'units' };
  const json = onlyMeaning(sources, `${name}_json`);
  return json && { doc: json.doc };
}

function onlyMeaning(
  sources: readonly ReadonlyMap<string, RelationColumn>[],
  name: string,
): RelationColumn | undefined {
  const [first, ...others] = sources.map((columns) => columns.get(name)).filter((column) => column?.doc);
  return others.every((other) => other?.doc === first?.doc) ? first : undefined;
}

async function describeDetails(
  connection: DuckDBConnection,
  { schema, name }: Relation,
  details: FieldsByType,
): Promise<Record<string, DetailField[]>> {
  const relation = `${schema}.${quoteName(name)}`;
  const top = await selectRows(connection, `describe select unnest(details) from ${relation}`);
  const typed = new Set(top.map((row) => String(row['column_name'])));
  const fields = new Set(Object.values(details).flatMap((fields) => Object.keys(fields)));
  const chosen = [...fields].filter((field) => typed.has(/^\w+/.exec(field)?.[0] ?? ''));
  const types = chosen.map((field) => `typeof(details.${pathOf(field)}) as ${quoteName(field)}`);
  // A row of nulls, since a type is told of values only.
  const [found = {}] = await selectRows(
    connection,
    `select ${types.join(', ')} from (select 1) left join (select details from ${relation} limit 0) on true`,
  );
  return Object.fromEntries(
    Object.entries(details).map(([type, fields]) => [
      type,
      Object.entries(fields).map(([name, meaning]) => {
        const sqlType = found[name];
        return { name, ...(typeof sqlType === 'string' && { type: sqlType }), ...meaning };
      }),
    ]),
  );
}

/** Returns `"path"[1]."asset_code"` of `path[].asset_code`. */
function pathOf(field: string): string {
  return field
    .split('.')
    .map((part) => quoteName(part.replace('[]', '')) + (part.endsWith('[]') ? '[1]' : ''))
    .join('.');
}
