/** The statements that make the relations of a catalogue in another engine. */
import type { EngineViews } from './duckdb.ts';
import { shownName, STAND_INS, type Catalogue, type Column, type CatalogueRelation } from './catalogue.ts';
import type { Dialect } from './dialect.ts';
import { sayView } from './queries.ts';
import type { Said } from './query-context.ts';
import { textConstant, Unsayable, type Query } from './tree.ts';

export interface TranslateOptions {
  catalogue: Catalogue;
  dialect: Dialect;
  /** The address of the lake for the engine. */
  root: string;
  /** The columns that have stroops, as `<schema>.<relation>.<column>`. */
  stroops?: ReadonlySet<string>;
}

/** Returns the statements, in an order in which they can be run, and what is not among them. */
export function translate(options: TranslateOptions): Pick<EngineViews, 'statements' | 'left'> {
  return new Translation(options).run();
}

class Translation {
  readonly #options: TranslateOptions;
  readonly #statements: string[] = [];
  readonly #left: EngineViews['left'] = [];
  /** What is there, by schema and name; a text is why one is not. */
  readonly #known = new Map<string, Said | string>();

  constructor(options: TranslateOptions) {
    this.#options = options;
    const { catalogue, dialect, root } = options;
    for (const [path, columns] of catalogue.tables) {
      this.#known.set(`${STAND_INS}.${path}`, { text: dialect.table(root, path), columns });
    }
  }

  run(): Pick<EngineViews, 'statements' | 'left'> {
    const { dialect, catalogue, root } = this.#options;
    const schemas = new Set(catalogue.relations.map(({ schema }) => schema));
    this.#statements.push(...dialect.settings(root), ...[...schemas].map((name) => dialect.schema(name)));
    for (const relation of catalogue.relations) this.#add(relation);
    return { statements: this.#statements, left: this.#left };
  }

  #add(relation: CatalogueRelation): void {
    const { dialect, catalogue } = this.#options;
    const key = `${relation.schema}.${relation.name}`.toLowerCase();
    try {
      if (!relation.query) throw new Unsayable('it takes parameters');
      const { text, columns } =
        this.#noRows(relation) ?? sayView(relation.query, { dialect, catalogue, relations: this.#known });
      const query = this.#typed(text, relation, columns);
      this.#known.set(key, { text: this.#narrowed(relation, columns), columns });
      this.#statements.push(dialect.view(this.#nameOf(relation), query));
    } catch (error) {
      if (!(error instanceof Unsayable)) throw error;
      const isPart = relation.schema === 'parts';
      const why = isPart ? `${error.message}, and segments lack its parts: run ledgerlake refresh` : error.message;
      this.#known.set(key, why);
      this.#leave(shownName(relation), why);
    }
  }

  /** The parts of a lake whose segments have no rows of the relation: its SQL over bronze is not needed. */
  #noRows({ schema, query, columns }: CatalogueRelation): Said | undefined {
    const isNested = columns.some(({ type: { id } }) => id === 'LIST' || id === 'STRUCT');
    if (schema !== 'parts' || isNested || textConstant(query?.where_clause?.child ?? undefined) !== 'f')
      return undefined;
    const names = columns.map(({ name }) => name);
    const items = names.map((name) => `null as ${this.#options.dialect.quote(name)}`);
    return { text: `select ${items.join(', ')} where false`, columns: names };
  }

  #leave(relation: string, why: string): void {
    this.#left.push({ relation, why });
  }

  /** What views read of a relation, with columns of the types that DuckDB gives them. */
  #narrowed(relation: CatalogueRelation, said: readonly string[]): string {
    const { dialect } = this.#options;
    const name = this.#nameOf(relation);
    const wide = relation.columns.filter((column) => said.includes(column.name) && this.#isWide(relation, column));
    if (wide.length === 0) return name;
    const items = said.map((column) => {
      const own = dialect.quote(column);
      const { type } = wide.find((one) => one.name === column) ?? {};
      return type ? `cast(${own} as ${dialect.type(type)}) as ${own}` : own;
    });
    return `(select ${items.join(', ')} from ${name})`;
  }

  #isWide({ schema, name, query }: CatalogueRelation, column: Column): boolean {
    const { dialect, stroops } = this.#options;
    const isStroops = column.type.id === 'BIGINT' && stroops?.has(`${schema}.${name}.${column.name}`) === true;
    return dialect.stroops !== undefined && isStroops && !isStored(query);
  }

  /** Columns of the types that DuckDB gives them, or of wider ones; those of lists and structs are made as they are. */
  #typed(text: string, relation: CatalogueRelation, said: readonly string[]): string {
    const { dialect } = this.#options;
    const has = new Set(said.map((name) => name.toLowerCase()));
    const items = relation.columns
      .filter(({ name }) => has.has(name.toLowerCase()))
      .map((column) => {
        const { name, type } = column;
        const own = dialect.quote(name);
        const isNested = type.id === 'LIST' || type.id === 'STRUCT';
        if (isNested && !dialect.castsNested) return own;
        const wide = this.#isWide(relation, column) ? dialect.stroops : undefined;
        return `cast(${own} as ${wide ?? dialect.type(type)}) as ${own}`;
      });
    return `select\n    ${items.join(',\n    ')}\nfrom (\n${text}\n) as said`;
  }

  #nameOf({ schema, name }: CatalogueRelation): string {
    const { dialect } = this.#options;
    return `${dialect.quote(schema)}.${dialect.quote(plainName(name))}`;
  }
}

/** Parts have a dot in their names, which not every engine takes. */
function plainName(name: string): string {
  return name.replaceAll(/\W/g, '_');
}

/** Whether its rows are those of an Iceberg table. */
function isStored(query: Query | undefined): boolean {
  return query?.from_table?.schema_name === STAND_INS;
}
