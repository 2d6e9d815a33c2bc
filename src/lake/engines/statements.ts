/** The statements that make the relations of a catalogue in another engine. */
import type { EngineViews } from './duckdb.ts';
import { quoteName, type DuckDBConnection } from '../duckdb/duckdb.ts';
import type { From } from '../meaning/syntax.ts';
import { plainName, readCatalogue, shownName, STAND_INS, type CatalogueRelation } from './catalogue.ts';
import { readTemplate, readWords, type Dialect } from './dialect.ts';
import { QUALIFIED, rewrite } from './rewrite.ts';
import { printTree, readSelect, TYPE_MARK, Unsayable } from './tree.ts';

/**
 * Returns the statements, in an order in which they can be run, and what is not among them. `root` is the address of the lake for
 * the engine, `stroops` are the columns that have these, as `<schema>.<relation>.<column>`.
 */
export async function translate(
  connection: DuckDBConnection,
  dialect: Dialect,
  root: string,
  stroops: ReadonlySet<string>,
): Promise<Pick<EngineViews, 'statements' | 'left'>> {
  const catalogue = await readCatalogue(connection);
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
  const words = await readWords(connection, dialect);
  const qualified = await readSelect(connection, QUALIFIED);
  const context = { dialect, words, macros: catalogue.macros, tables, qualified, relations };
  for (const relation of catalogue.relations) {
    try {
      const tree = rewrite(await readSelect(connection, typedQuery(relation, dialect, stroops)), context);
      const text = engineText(await printTree(connection, tree));
      statements.push(dialect.view(`${relation.schema}.${plainName(relation.name)}`, text));
      relations.add(`${relation.schema}.${relation.name}`.toLowerCase());
    } catch (error) {
      if (!(error instanceof Unsayable)) throw error;
      const lacks = relation.schema === 'parts' ? ', and segments lack its parts: run ledgerlake refresh' : '';
      left.push({ relation: shownName(relation), why: error.message + lacks });
    }
  }
  return { statements, left };
}

/** Returns the query of a relation with the types that DuckDB gives its columns, or wider ones. */
function typedQuery(relation: CatalogueRelation, dialect: Dialect, stroops: ReadonlySet<string>): string {
  const { schema, name, columns, query } = relation;
  if (query === null) throw new Unsayable('it takes parameters');
  const canWiden = dialect.widensStroops && !query.includes(` ${STAND_INS}.`);
  const items = (columns ?? []).map((column) => {
    const own = quoteName(column.name);
    const isWide = canWiden && column.type === 'BIGINT' && stroops.has(`${schema}.${name}.${column.name}`);
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
