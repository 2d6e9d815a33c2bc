/**
 * Holds the files of relations and their ledgers in variables of a connection, so that prepared statements stay valid when a
 * commit adds files.
 */
import { quoteName, quoteText, type Runs } from '../duckdb/duckdb.ts';
import { pathList, type Listed, type ViewFile } from './views.ts';

/** Lists of files, and ledgers, by their names. */
export class FileLists implements Listed {
  readonly #lists = new Map<string, string>();

  /** Adds a list; returns what stands for it in SQL. */
  files(name: string, files: readonly Pick<ViewFile, 'path'>[]): string {
    return this.#add(name, pathList(files));
  }

  /** Adds a ledger; returns what stands for it in SQL. */
  ledger(name: string, ledger: number): string {
    return this.#add(name, String(ledger));
  }

  #add(name: string, value: string): string {
    this.#lists.set(name, value);
    return `getvariable(${quoteText(name)})`;
  }

  /** Adds the lists of another. */
  with(others: FileLists): this {
    for (const [name, list] of others.#lists) this.#lists.set(name, list);
    return this;
  }

  /** Gives a connection these lists after other statements; `known` are those that it has. */
  async give(connection: Runs, known: FileLists, first = ''): Promise<void> {
    const others = [...this.#lists].filter(([name, list]) => known.#lists.get(name) !== list);
    const statements = others.map(([name, list]) => `set variable ${quoteName(name)} = ${list};`);
    const all = `${first}${statements.join('\n')}`;
    if (all !== '') await connection.run(all);
  }
}
