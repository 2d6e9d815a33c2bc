/** What relations and their columns mean: as tables are declared, as the SQL files say, and passed on from what a view reads. */
import type { Meaning, TableSpec } from '../../arrow/table.ts';
import type { TableShape } from '../duckdb/bridge.ts';
import { keptOf } from './kept.ts';
import { docsOf, listRelations, parametersOf, type SqlFile } from './sql-files.ts';
import type { ViewDocs } from './view-docs.ts';

/** A column as SQL has it. */
export interface RelationColumn extends Meaning {
  name: string;
  type: string;
}

/** Grain and key of a relation. */
export interface RelationHead {
  /** A `kept` one is a view over parts that were written with segments. */
  kind: 'table' | 'view' | 'kept' | 'macro';
  /** What one row is, such as `One row per ledger.` */
  grain: string;
  /** Names of the columns that are unique together; empty if none are known. */
  key: readonly string[];
  /** Further notes, such as limits of its data; absent if there are none. */
  notes?: string;
  /** How to fill an optional table. */
  optional?: string;
  /** For a view over one table: the relation with the stored rows. */
  stored?: string;
  /** For a table macro: its parameters, in order. */
  parameters?: readonly string[];
}

/** A column as the database lists it. */
export interface ColumnRow {
  schema: string;
  relation: string;
  name: string;
  type: string;
}

/** What is to be known of entries as they are now. */
const OF_STATE =
  'It has the entries that loaded ledgers changed, and those of a state that ingest-state read: meta.coverage tells whether that is all. ' +
  'While its state_coverage is touched_only, counts and sums over this are no totals.';

/** Columns that mean the same wherever they stand. */
const everywhere: Record<string, Meaning> = {
  batch_id: { doc: 'Ledger file that the row was loaded from: file_id in meta.ledger_files.' },
  batch_run_date: { doc: "Day of the ledger's close time.", unit: 'UTC' },
  batch_insert_ts: { doc: 'Always null; the load time in Hubble.' },
  ledger_range: { doc: 'Ledger number rounded down to a multiple of 10,000.' },
  ingestion_timestamp: { doc: "Always null; the load time in Obsrvr's lake." },
  era_id: { doc: "Always null; a label of the load in Obsrvr's lake." },
  version_label: { doc: "Always null; a label of the load in Obsrvr's lake." },
  asset_key: { doc: 'The asset for joins, in one form everywhere: native or CODE:ISSUER; null if there is none.' },
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
  return { [`${prefix}asset_key`]: { doc: `${what}, for joins: native or CODE:ISSUER; null if there is none.` } };
}

/** Returns tables by the relation that shows their rows as they are stored. */
export function byRelation<T extends TableShape>(tables: readonly T[]): Map<string, T> {
  return new Map(tables.map((spec) => [`bronze.${spec.name}_raw_v1`, spec]));
}

/** Meanings of the relations of one SQL folder and list of tables; `<schema>.<name>` names a relation. */
export class Meanings {
  readonly #rows: ReadonlyMap<string, readonly ColumnRow[]>;
  /** The tables, by the relation that shows their rows as they are stored. */
  readonly #tables: ReadonlyMap<string, TableShape>;
  readonly #files: ReadonlyMap<string, SqlFile>;
  readonly #docs = new Map<string, ViewDocs>();
  readonly #known = new Map<string, Map<string, RelationColumn>>();

  constructor(rows: ReadonlyMap<string, readonly ColumnRow[]>, tables: readonly TableShape[], sql: string) {
    this.#rows = rows;
    this.#tables = byRelation(tables);
    this.#files = new Map(listRelations(sql).map((file) => [`${file.schema}.${file.name}`, file]));
  }

  /** Returns the columns of a relation; one whose meaning nothing tells has an empty `doc`. */
  columns(id: string): RelationColumn[] {
    return [...this.#columnsOf(id).values()];
  }

  /** Returns what is said of a relation as a whole; `specs` are the tables by the relation that shows their rows. */
  head(id: string, specs: ReadonlyMap<string, TableSpec>): RelationHead {
    const spec = specs.get(id);
    if (spec) return { kind: 'table', grain: spec.grain, key: spec.key, optional: spec.optional };
    const { grain, key, notes: said } = this.#docsOf(id);
    const table = specs.get(`${id}_raw_v1`);
    const file = this.#files.get(id)!;
    const parameters = parametersOf(file);
    const known = { ...(table && { stored: `${id}_raw_v1` }), ...(parameters && { parameters }) };
    const kept = keptOf(file);
    const kind = parameters ? 'macro' : kept ? 'kept' : 'view';
    const notes = [said, kept?.hasState === true ? OF_STATE : ''].filter(Boolean).join(' ');
    return { kind, grain, key, optional: table?.optional, ...known, ...(notes !== '' && { notes }) };
  }

  #columnsOf(id: string): ReadonlyMap<string, RelationColumn> {
    const found = this.#known.get(id);
    if (found) return found;
    const columns = (this.#rows.get(id) ?? []).map((column): [string, RelationColumn] => {
      const { doc = '', unit, values } = this.#meaningOf(id, column) ?? everywhere[column.name] ?? {};
      return [
        column.name,
        { name: column.name, type: column.type, ...(unit && { unit }), doc, ...(values && { values }) },
      ];
    });
    const byName = new Map(columns);
    this.#known.set(id, byName);
    return byName;
  }

  #meaningOf(id: string, { name, type }: ColumnRow): Meaning | undefined {
    const spec = this.#tables.get(id);
    if (spec) return spec.columns[name];
    const docs = this.#docsOf(id);
    const sources = docs.sources.map((source) => this.#columnsOf(source));
    const { from, emptyIsNull } = docs.passed.get(name) ?? { from: name, emptyIsNull: false };
    const meaning = docs.declared.get(name) ?? passedOn(sources, from, type);
    return meaning && emptyIsNull ? { ...meaning, doc: meaning.doc.replace(/\bempty\b/g, 'null') } : meaning;
  }

  #docsOf(id: string): ViewDocs {
    const known = this.#docs.get(id);
    if (known) return known;
    const docs = docsOf(this.#files.get(id)!);
    this.#docs.set(id, docs);
    return docs;
  }
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
