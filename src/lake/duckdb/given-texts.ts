/**
 * Passes texts to a connection through a table function, so that the statement stays planned. DuckDB 1.5.5 plans a query
 * with parameters or Parquet files again at each run.
 */
import { duckdb, quoteText, type DuckDBConnection } from './duckdb.ts';

/** The variable that says whose texts a connection reads. */
const OWNER = 'given_to';

/** The table function that reads them. */
export const GIVEN_TEXT = 'given_text';

/** Where a scan stands. */
interface Scan {
  text: string;
  isRead: boolean;
}

/** Returns the relation of one row, whose column `text` is what was given the connection under a name. */
export function givenText(name: string): string {
  return `${GIVEN_TEXT}(getvariable(${quoteText(OWNER)}), ${quoteText(name)})`;
}

/** The texts of the connections of a database. */
export class GivenTexts {
  /** By owner, then by name. */
  readonly #texts = new Map<string, ReadonlyMap<string, string>>();
  #owners = 0;

  /** Lets SQL of the database read them. What is not given is an empty object of JSON. */
  async register(connection: DuckDBConnection): Promise<void> {
    const scan = duckdb.DuckDBTableFunction.create({
      name: GIVEN_TEXT,
      parameterTypes: [duckdb.VARCHAR, duckdb.VARCHAR],
      bindFunction(info) {
        info.addResultColumn('text', duckdb.VARCHAR);
        info.setBindData({ owner: String(info.getParameter(0)), name: String(info.getParameter(1)) });
      },
      initFunction: (info) => {
        info.setMaxThreads(1);
        const { owner, name } = info.getBindData() as { owner: string; name: string };
        info.setInitData({ text: this.#texts.get(owner)?.get(name) ?? '{}', isRead: false } satisfies Scan);
      },
      mainFunction(info, chunk) {
        const scan = info.getInitData() as Scan;
        chunk.rowCount = scan.isRead ? 0 : 1;
        if (scan.isRead) return;
        scan.isRead = true;
        const column = chunk.getColumnVector(0);
        column.setItem(0, scan.text);
        column.flush();
      },
    });
    connection.registerTableFunction(scan);
    await this.own(connection);
  }

  /** Makes a connection the owner of texts; returns what these are given, and taken from, by. */
  async own(connection: DuckDBConnection): Promise<string> {
    const owner = String(this.#owners++);
    await connection.run(`set variable ${OWNER} = ${quoteText(owner)}`);
    return owner;
  }

  /** Gives these texts, by their names, in the place of all others. */
  give(owner: string, texts: ReadonlyMap<string, string>): void {
    if (texts.size > 0) this.#texts.set(owner, texts);
    else this.#texts.delete(owner);
  }
}
