/** A client of the ledger query API, typed by the schemas that the server reads and writes with; it needs `fetch` alone. */
import type { Endpoints } from './generated/endpoints.ts';
import { ask, responseBody, pathWith, type RequestOptions } from './requests.ts';

export * from './pipelines.ts';
export { QueryApiError, type RequestOptions } from './requests.ts';

/** The paths of all endpoints that GET reads, such as `/api/v1/silver/tokens/{contract_id}`. */
export type QueryPath = keyof Endpoints;

/** Parameters of an endpoint. Those in its path are required. */
export type QueryParameters<Path extends QueryPath> = Endpoints[Path]['parameters'];

/** What an endpoint answers. */
export type QueryAnswer<Path extends QueryPath> = Endpoints[Path]['answer'];

/** The paths of lists. */
export type ListPath = { [Path in QueryPath]: QueryAnswer<Path> extends { data: unknown[] } ? Path : never }[QueryPath];

/** A row of a list. */
export type QueryRow<Path extends ListPath> = QueryAnswer<Path> extends { data: (infer Row)[] } ? Row : never;

/** Options of `queryClient`. */
export interface QueryClientOptions {
  /** Where the network is served, such as `http://127.0.0.1:8000/lake/v1/testnet`. */
  base: string;
  /** The API key; needed unless the server runs with `--auth off`. */
  key?: string;
  /** Sends the requests; the global `fetch` by default. */
  fetch?: typeof globalThis.fetch;
}

/** A client of the ledger query API. Paths, parameters and answers have the types of the server's schemas. */
export interface QueryClient {
  /** Returns the answer of an endpoint; rejects with QueryApiError for one that is an error. */
  get<Path extends QueryPath>(
    path: Path,
    parameters: QueryParameters<Path>,
    options?: RequestOptions,
  ): Promise<QueryAnswer<Path>>;
  /** Yields the pages of a list to its end; throws as `get` rejects. */
  pages<Path extends ListPath>(
    path: Path,
    parameters: QueryParameters<Path>,
    options?: RequestOptions,
  ): AsyncGenerator<QueryAnswer<Path>>;
  /** Yields the rows of a list to its end, page by page; throws as `get` rejects. */
  rows<Path extends ListPath>(
    path: Path,
    parameters: QueryParameters<Path>,
    options?: RequestOptions,
  ): AsyncGenerator<QueryRow<Path>>;
  /** Returns the rows of a statement that reads; rejects as `get`. The server needs `--sql` or its console. */
  sql(statement: string, options?: SqlOptions): Promise<SqlAnswer>;
  /** Returns everything that statements can name; served with SQL. */
  relations(options?: RequestOptions): Promise<RelationsAnswer>;
  /** Returns the rows of a statement as a file of this format; rejects as `get`. */
  sqlTable(statement: string, format: TableFormat, options?: SqlOptions): Promise<Uint8Array<ArrayBuffer>>;
}

const mediaTypes = {
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
  arrow: 'application/vnd.apache.arrow.stream',
  parquet: 'application/vnd.apache.parquet',
} as const;

/** Formats of tables. */
export type TableFormat = keyof typeof mediaTypes;

/** Options of one statement. */
export interface SqlOptions extends RequestOptions {
  /** Rows at most; by default 1000. */
  limit?: number;
  /** Values of `$1`, …, or of `$name`. */
  parameters?: readonly SqlValue[] | Readonly<Record<string, SqlValue>>;
}

/** The answer of `relations`. */
export interface RelationsAnswer {
  /** The relations by schema and name. */
  data: QueryRelation[];
  /** What the answer rests on. */
  _meta: SqlAnswer['_meta'];
}

/** A relation that SQL can name. */
export interface QueryRelation {
  /** `bronze`, `silver`, `semantic`, `gold` or `meta`. */
  schema: string;
  /** Name within the schema. */
  name: string;
  /** `table`, `view`, `kept` (a materialised relation) or `macro`. */
  kind: string;
  /** What one row is. */
  grain: string;
  /** Columns that are unique together. */
  key: string[];
  /** Limits of the data. */
  notes?: string;
  /** How to fill an optional table. */
  optional?: string;
  /** Parameters of a macro, in order. */
  parameters?: string[];
  /** Columns in their order. */
  columns: { name: string; type: string; doc: string; unit?: string }[];
}

/** A value of a parameter. */
export type SqlValue = string | number | boolean | null;

/** The answer to a statement. */
export interface SqlAnswer {
  /** The rows; integers of 64 bits and more and decimals are texts. */
  data: Record<string, unknown>[];
  /** The number of rows. */
  count: number;
  /** True if the limit cut rows off. */
  has_more: boolean;
  /** What the answer rests on. */
  _meta: QueryAnswer<'/api/v1/silver/accounts/top'>['_meta'];
}

type Given = Record<string, unknown>;

interface Page {
  data: unknown[];
  cursor?: string;
}

function checkOptions(base: unknown, key: unknown): void {
  if (typeof base !== 'string' || !/^https?:\/\/\S+$/.test(base)) {
    throw new TypeError(`the option base of queryClient is ${JSON.stringify(base)}, expected an http or https address`);
  }
  if (key !== undefined && typeof key !== 'string') throw new TypeError('the option key of queryClient must be a text');
}

/** Returns a client of one network of a server. Throws TypeError for a base that is no address, and a key that is no text. */
export function queryClient({ base, key, fetch = globalThis.fetch }: QueryClientOptions): QueryClient {
  checkOptions(base, key);
  const sender = { root: base.replace(/\/$/, ''), key, fetch };
  const get = async (path: string, given: Given, { signal }: RequestOptions = {}): Promise<unknown> => {
    return responseBody(await ask(sender, pathWith(path, given), { ...(signal && { signal }) }));
  };
  const post = (statement: string, { signal, ...given }: SqlOptions, accept: string): Promise<Response> => {
    const headers = { Accept: accept, 'Content-Type': 'application/json' };
    const body = JSON.stringify({ sql: statement, ...given });
    return ask(sender, '/api/v1/sql', { method: 'POST', headers, body, ...(signal && { signal }) });
  };
  const sql = async (statement: string, options: SqlOptions = {}) =>
    responseBody(await post(statement, options, 'application/json'));
  const relations = (options?: RequestOptions) => get('/api/v1/relations', {}, options);
  const sqlTable = async (statement: string, format: TableFormat, options: SqlOptions = {}) =>
    new Uint8Array(await (await post(statement, options, mediaTypes[format])).arrayBuffer());
  async function* pages(path: string, given: Given, options?: RequestOptions): AsyncGenerator<Page> {
    for (let cursor = given['cursor']; ;) {
      const page = (await get(path, { ...given, cursor }, options)) as Page;
      yield page;
      if (page.cursor === undefined) return;
      cursor = page.cursor;
    }
  }
  async function* rows(path: string, given: Given, options?: RequestOptions): AsyncGenerator<unknown> {
    for await (const { data } of pages(path, given, options)) yield* data;
  }
  // What comes back is as the server's schemas say: that is where the types are from.
  return { get, pages, rows, sql, relations, sqlTable } as QueryClient;
}
