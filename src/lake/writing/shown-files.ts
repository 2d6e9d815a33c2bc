/** `bronze.<table>_raw_v1` over the files of one segment after another. */
import type { TableShape } from '../duckdb/bridge.ts';
import type { DuckDBConnection } from '../duckdb/duckdb.ts';
import { FileLists } from '../meaning/file-lists.ts';
import { createTogether, fileRelation, type ViewFile } from '../meaning/views.ts';

/** Relations over lists of files, which stay when other files are shown: to make those of 18 tables takes 15 ms. */
export class ShownFiles {
  readonly #connection: DuckDBConnection;
  readonly #tables: readonly TableShape[];
  #lists = new FileLists();
  #texts = new Map<string, string>();

  constructor(connection: DuckDBConnection, tables: readonly TableShape[]) {
    this.#connection = connection;
    this.#tables = tables;
  }

  /** Shows exactly the files that `filesOf` returns of each table. */
  async show(filesOf: (table: string) => readonly ViewFile[]): Promise<void> {
    const lists = new FileLists();
    const texts = new Map(
      this.#tables.map((table) => [table.name, fileRelation(table, filesOf(table.name), undefined, lists)]),
    );
    await lists.give(this.#connection, this.#lists);
    const others = [...texts].filter(([name, text]) => this.#texts.get(name) !== text);
    if (others.length > 0) {
      await createTogether(
        this.#connection,
        others.map(([, text]) => text),
      );
    }
    [this.#lists, this.#texts] = [lists, texts];
  }
}
