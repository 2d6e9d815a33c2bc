/** The statements that make the relations of a catalogue in another engine. */
import type { EngineViews } from './duckdb.ts';
import { quoteName, type DuckDBConnection } from '../duckdb/duckdb.ts';
import type { From } from '../meaning/syntax.ts';
import { plainName, shownName, STAND_INS, type Catalogue, type CatalogueRelation } from './catalogue.ts';
import type { Dialect } from './dialect.ts';
import { rewrite } from './rewrite.ts';
import { readTemplate, readWords } from './templates.ts';
import { printTree, readSelect, TYPE_MARK, Unsayable } from './tree.ts';

export interface TranslateOptions {
  catalogue: Catalogue;
  dialect: Dialect;
  /** The address of the lake for the engine. */
  root: string;
  /** The columns that have stroops, as `<schema>.<relation>.<column>`. */
  stroops?: ReadonlySet<string>;
}

/** Returns the statements, in an order in which they can be run, and what is not among them. */
export async function translate(
  connection: DuckDBConnection,
  { catalogue, dialect, root, stroops }: TranslateOptions,
): Promise<Pick<EngineViews, 'statements' | 'left'>> {
  const schemas = new Set(catalogue.relations.map(({ schema }) => schema));
  const statements = [
    ...dialect.settings(root),
    ...[...schemas].map((name) => `create database if not exists ${name}`),
  ];
  const left: EngineViews['left'] = [];
  const tables = new Map<string, From>();
  for (const path of catalogue.tables) {
    const { from_table: from } = await readTemplate(connection, `from ${dialect.table(root, path)}`);
    if (from) tables.set(path, from);
  }
  const relations = new Set<string>();
  const context = { dialect, words: await readWords(connection, dialect), macros: catalogue.macros, tables, relations };
  for (const relation of catalogue.relations) {
    try {
      const tree = rewrite(await readSelect(connection, typedQuery(relation, dialect, stroops)), context);
      const text = engineText(await printTree(connection, tree));
      statements.push(dialect.view(`${relation.schema}.${plainName(relation.name)}`, text));
      relations.add(`${relation.schema}.${relation.name}`.toLowerCase());
    } catch (error) {
      if (!(error instanceof Unsayable)) throw error;
      left.push({ relation: shownName(relation), why: whyNot(relation, error) });
    }
  }
  return { statements, left };
}

function whyNot({ schema }: CatalogueRelation, { message }: Unsayable): string {
  return schema === 'parts' ? `${message}, and segments lack its parts: run ledgerlake refresh` : message;
}

/** Returns the query of a relation with the types that DuckDB gives its columns, or wider ones. */
function typedQuery(
  { schema, name, columns, query }: CatalogueRelation,
  dialect: Dialect,
  stroops?: ReadonlySet<string>,
): string {
  if (query === undefined) throw new Unsayable('it takes parameters');
  const isStored = query.includes(` ${STAND_INS}.`);
  const items = columns.map((column) => {
    const own = quoteName(column.name);
    const isWide =
      dialect.widensStroops &&
      !isStored &&
      column.type === 'BIGINT' &&
      stroops?.has(`${schema}.${name}.${column.name}`);
    return `cast(${own} as ${isWide ? 'HUGEINT' : column.type}) as ${own}`;
  });
  return `select ${items.join(', ')} from (${query}) as said`;
}

/** The text that DuckDB writes of a rewritten tree, in the words of engines. */
function engineText(text: string): string {
  return text
    .replaceAll('* EXCLUDE (', '* EXCEPT (')
    .replaceAll(new RegExp(` AS "${TYPE_MARK}([^"]*)"\\)`, 'g'), ' AS $1)');
}
