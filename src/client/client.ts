/** A client of the ledger query API, typed by the schemas that the server reads and writes with; it needs `fetch` alone. */
import type { Endpoints } from './generated/endpoints.ts';

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

/** What goes with one request. */
export interface RequestOptions {
  /** Aborts the request, which then rejects with the reason of the signal; none by default. */
  signal?: AbortSignal;
}

/** An answer that is an error, in the words of the server. */
export class QueryApiError extends Error {
  /** Always `QueryApiError`. */
  override readonly name = 'QueryApiError';
  /** HTTP status of the answer, such as 404. */
  readonly status: number;
  /** `X-Error-Code` of the answer, such as `not_found`, `rate_limited` or `timeout`; empty where the answer has none. */
  readonly code: string;
  /** `X-Request-Id` of the answer, as in the log of the server; undefined where the answer has none. */
  readonly requestId: string | undefined;
  /** Seconds to wait before the next request; undefined unless the server says it. */
  readonly retryAfter: number | undefined;

  constructor(message: string, { status, headers }: Response) {
    super(message);
    this.status = status;
    this.code = headers.get('X-Error-Code') ?? '';
    this.requestId = headers.get('X-Request-Id') ?? undefined;
    this.retryAfter = Number(headers.get('Retry-After') ?? NaN) || undefined;
  }
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
  const root = base.replace(/\/$/, '');
  const get = async (path: string, given: Given, { signal }: RequestOptions = {}): Promise<unknown> => {
    const headers: Record<string, string> = { Accept: 'application/json' };
    if (key !== undefined) headers['Authorization'] = `Api-Key ${key}`;
    const answer = await fetch(root + urlOf(path, given), { headers, ...(signal && { signal }) });
    const body = await bodyOf(answer);
    if (answer.ok) return body;
    throw new QueryApiError(messageIn(body) ?? `status ${answer.status}`, answer);
  };
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
  return { get, pages, rows } as QueryClient;
}

function urlOf(path: string, given: Given): string {
  const query = new URLSearchParams();
  let url = path;
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue;
    // A list is given with commas between its parts.
    const text = String(value);
    if (url.includes(`{${name}}`)) url = url.replace(`{${name}}`, encodeURIComponent(text));
    else query.set(name, text);
  }
  return query.size === 0 ? url : `${url}?${String(query)}`;
}

/** A proxy on the way may answer what is no JSON. */
async function bodyOf(answer: Response): Promise<unknown> {
  try {
    return await answer.json();
  } catch (error) {
    throw new QueryApiError(`status ${answer.status}, and no JSON: ${String(error)}`, answer);
  }
}

function messageIn(body: unknown): string | undefined {
  const found: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'error') : undefined;
  return typeof found === 'string' ? found : undefined;
}
