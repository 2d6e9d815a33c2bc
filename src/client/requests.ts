/** Requests of the clients: headers, errors in the words of the server. */

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
  /** The JSON of the answer; undefined where it has none. */
  readonly body: unknown;

  constructor(message: string, { status, headers }: Response, body?: unknown) {
    super(message);
    this.body = body;
    this.status = status;
    this.code = headers.get('X-Error-Code') ?? '';
    this.requestId = headers.get('X-Request-Id') ?? undefined;
    this.retryAfter = Number(headers.get('Retry-After') ?? NaN) || undefined;
  }
}

/** Where a client sends its requests, and with which key. */
export interface Sender {
  root: string;
  key?: string;
  fetch: typeof globalThis.fetch;
}

/** Sends one request; rejects with QueryApiError for an answer that is an error. */
export async function ask({ root, key, fetch }: Sender, path: string, request: RequestInit = {}): Promise<Response> {
  const headers = new Headers(request.headers);
  if (!headers.has('Accept')) headers.set('Accept', 'application/json');
  if (key !== undefined) headers.set('Authorization', `Api-Key ${key}`);
  const answer = await fetch(root + path, { ...request, headers });
  if (answer.ok) return answer;
  const body = await responseBody(answer);
  throw new QueryApiError(messageIn(body) ?? `status ${answer.status}`, answer, body);
}

/** Returns the JSON of an answer. A proxy on the way may answer what is no JSON. */
export async function responseBody(answer: Response): Promise<unknown> {
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

/** Returns a path with these parameters in it, or in its query. */
export function pathWith(path: string, given: Readonly<Record<string, unknown>>): string {
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
