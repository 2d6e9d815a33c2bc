/** Which columns an SQL text mentions, as DuckDB parses it: what else its relations have, it cannot need. */
import { calledIn, isNode, constantText, type RelationName } from './statement-names.ts';

/** What a statement mentions. Names are in small letters; which relation one is of is not told. */
export interface Mentions {
  tables: readonly RelationName[];
  /** All parts of all names of columns: `o.details.amount` is three. */
  names: ReadonlySet<string>;
  /** Those that stand at the end of a name: of `details` every field is mentioned. */
  ends: ReadonlySet<string>;
  /** Names and aliases of tables of which all columns are mentioned. */
  whole: ReadonlySet<string>;
  /** Whether anything may be mentioned. */
  isOpen: boolean;
}

/** One SELECT: whether it has a star, over which tables, and which SELECTs stand in its FROM. */
interface Select {
  hasStar: boolean;
  tables: Set<string>;
  /** Whether its columns come out as they are, or their order matters. */
  isShown: boolean;
  derived: Select[];
}

/** Returns what a syntax tree mentions. */
export function mentionsIn(tree: unknown): Mentions {
  const walk = new MentionWalk();
  walk.visit(tree, undefined, true);
  return walk.finish();
}

class MentionWalk {
  readonly #tables: RelationName[] = [];
  readonly #names = new Set<string>();
  readonly #ends = new Set<string>();
  readonly #whole = new Set<string>();
  /** The names by which columns are qualified, each with the tables that have it; none for a query in its place. */
  readonly #aliases = new Map<string, string[]>();
  readonly #selects: Select[] = [];
  /** Common table expressions by their names; several may share one. */
  readonly #expressions = new Map<string, Select[]>();
  #isOpen = false;

  /** Goes over a node in a SELECT; one below is shown unless its place says that names alone are taken from it. */
  visit(node: unknown, select: Select | undefined, isShown: boolean): void {
    if (!isNode(node)) return;
    const type = constantText(node, 'type');
    if (type === 'SELECT_NODE') return this.#visitSelect(node, select, isShown);
    if (type === 'COLUMN_REF') return this.#addColumn(node);
    if (type === 'BASE_TABLE') this.#addTable(node, select);
    if (type === 'STAR') this.#addStar(node, select);
    if (type === 'TABLE_FUNCTION') this.#tables.push(...calledIn(node));
    const isNatural = type === 'JOIN' && constantText(node, 'ref_type') === 'NATURAL';
    if (isNatural || (type !== undefined && openTypes.has(type))) this.#isOpen = true;
    if (Array.isArray(Reflect.get(node, 'using_columns'))) this.#addAll(Reflect.get(node, 'using_columns'));
    if (type === 'SUBQUERY' && constantText(node, 'class') === undefined) return this.#visitDerived(node, select);
    for (const child of Object.values(node)) this.visit(child, select, true);
  }

  #visitSelect(node: object, reader: Select | undefined, isShown: boolean): void {
    const select: Select = { hasStar: false, tables: new Set(), isShown: isShown || isDistinct(node), derived: [] };
    if (reader && !isShown) reader.derived.push(select);
    this.#selects.push(select);
    for (const [key, child] of Object.entries(node)) {
      if (key === 'cte_map') this.#visitExpressions(child);
      else this.visit(child, select, true);
    }
  }

  /** Common table expressions; who reads them is known at the end. */
  #visitExpressions(map: unknown): void {
    const entries: unknown = isNode(map) ? Reflect.get(map, 'map') : undefined;
    if (!Array.isArray(entries)) return;
    for (const entry of entries) {
      const value: unknown = Reflect.get(entry, 'value');
      const node = isNode(value) ? queryOf(value) : undefined;
      const isPlain = isNode(value) && constantText(node, 'type') === 'SELECT_NODE' && !hasItems(value, 'aliases');
      const count = this.#selects.length;
      this.visit(node, undefined, !isPlain);
      if (isPlain) addTo(this.#expressions, (constantText(entry, 'key') ?? '').toLowerCase(), this.#selects[count]);
    }
  }

  #visitDerived(node: object, select: Select | undefined): void {
    this.#aliases.set((constantText(node, 'alias') ?? '').toLowerCase(), []);
    const query = queryOf({ query: Reflect.get(node, 'subquery') });
    const isPlain = constantText(query, 'type') === 'SELECT_NODE' && !hasItems(node, 'column_name_alias');
    this.visit(query, select, !isPlain);
  }

  #addTable(node: object, select: Select | undefined): void {
    const name = constantText(node, 'table_name') ?? '';
    const schema = constantText(node, 'schema_name');
    this.#tables.push({ schema, name });
    const table = name.toLowerCase();
    const alias = (constantText(node, 'alias') ?? name).toLowerCase();
    addTo(this.#aliases, alias, table);
    select?.tables.add(table);
    if (hasItems(node, 'column_name_alias')) this.#whole.add(table);
  }

  #addColumn(node: object): void {
    const parts: unknown = Reflect.get(node, 'column_names');
    if (!Array.isArray(parts)) return;
    const names = parts.map((part) => String(part).toLowerCase());
    for (const name of names) this.#names.add(name);
    this.#ends.add(names.at(-1) ?? '');
  }

  #addStar(node: object, select: Select | undefined): void {
    if (select) select.hasStar = true;
    else this.#isOpen = true;
    for (const key of ['exclude_list', 'rename_list']) this.#addAll(Reflect.get(node, key));
    const replaced: unknown = Reflect.get(node, 'replace_list');
    if (Array.isArray(replaced)) this.#addAll(replaced.map((one) => constantText(one, 'key')));
  }

  /** Adds every text of a list, and of what is in it. */
  #addAll(list: unknown): void {
    if (typeof list === 'string') {
      this.#names.add(list.toLowerCase());
      this.#ends.add(list.toLowerCase());
    } else if (isNode(list)) for (const one of Object.values(list)) this.#addAll(one);
  }

  finish(): Mentions {
    this.#addStars();
    this.#addRows();
    return {
      tables: this.#tables,
      names: this.#names,
      ends: this.#ends,
      whole: this.#whole,
      isOpen: this.#isOpen,
    };
  }

  /**
   * A star mentions all columns that leave a visible SELECT, and those that such a star reads. Each SELECT and name is
   * visited once, so this is linear.
   */
  #addStars(): void {
    const seen = new Set(this.#selects.filter(({ isShown }) => isShown));
    const passed = new Set<string>();
    for (const { hasStar, tables, derived } of seen) {
      if (!hasStar) continue;
      for (const table of tables) {
        if (passed.has(table)) continue;
        passed.add(table);
        this.#whole.add(table);
        for (const select of this.#expressions.get(table) ?? []) seen.add(select);
      }
      for (const select of derived) seen.add(select);
    }
  }

  /** A table's name in the place of a column's is the whole row. */
  #addRows(): void {
    for (const [alias, tables] of this.#aliases) {
      if (!this.#ends.has(alias)) continue;
      for (const table of tables) this.#whole.add(table);
      if (tables.length === 0 || tables.some((table) => this.#expressions.has(table))) this.#isOpen = true;
    }
  }
}

const openTypes = new Set(['PIVOT', 'SHOW_REF', 'POSITIONAL_REFERENCE', 'COLUMN_DATA', 'DELIM_GET']);

function addTo<T>(lists: Map<string, T[]>, key: string, value: T): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/** Of what is distinct or grouped by all its columns, each of them matters. */
function isDistinct(node: object): boolean {
  const modifiers: unknown = Reflect.get(node, 'modifiers');
  const has = Array.isArray(modifiers) && modifiers.some((one) => constantText(one, 'type') === 'DISTINCT_MODIFIER');
  return has || constantText(node, 'aggregate_handling') === 'FORCE_AGGREGATES';
}

function queryOf(value: object): unknown {
  const query: unknown = Reflect.get(value, 'query');
  return isNode(query) ? Reflect.get(query, 'node') : undefined;
}

function hasItems(node: object, key: string): boolean {
  const list: unknown = Reflect.get(node, key);
  return Array.isArray(list) && list.length > 0;
}
