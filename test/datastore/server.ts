/** A store behind HTTP on loopback, in the dialects of a plain mirror, S3 and Google Cloud Storage; made for faults. */
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';

/** What a request is answered instead; undefined for the ordinary answer. */
export type Trick = (request: Asked, response: ServerResponse) => boolean | undefined;

export interface Asked {
  method: string;
  /** The object asked for, or undefined for a listing. */
  key?: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  /** How often this key has been asked for before. */
  times: number;
}

export interface TestServer {
  origin: string;
  asked: Asked[];
  /** Runs before each answer. */
  trick: Trick | undefined;
  objects: Map<string, Buffer>;
  /** Keys of objects that clients wrote, in the order in which they became visible. */
  written: string[];
  /** Objects that can be read, and that listings do not show yet. */
  unlisted: Set<string>;
  close: () => Promise<void>;
}

export type Dialect = 'http' | 's3' | 'gcs';

/** Serves the files below a folder, or the objects given, under their keys. */
export async function serve(dialect: Dialect, source: string | Map<string, Buffer>): Promise<TestServer> {
  const objects = typeof source === 'string' ? readFolder(source) : source;
  const server = createServer((request, response) => {
    const url = new URL(request.url!, 'http://localhost');
    const key = keyOf(dialect, url);
    const times = self.asked.filter((before) => before.key === key && before.method === request.method).length;
    const method = request.method!;
    const asked: Asked = { method, key, query: url.searchParams, headers: request.headers, times };
    self.asked.push(asked);
    if (self.trick?.(asked, response)) return;
    if (method === 'PUT') void write(self, key!, request, response);
    else if (key === undefined) list(dialect, asked, listed(self), response);
    else answer(dialect, asked, objects.get(key), response);
  });
  const self: TestServer = {
    origin: '',
    asked: [],
    trick: undefined,
    objects,
    written: [],
    unlisted: new Set(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('no port');
  self.origin = `http://127.0.0.1:${address.port}`;
  return self;
}

/** An object is there once all of its bytes have come, with the hash that its request has. */
async function write(
  { objects, written }: TestServer,
  key: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const bytes = await buffer(request);
  if (request.headers['x-amz-content-sha256'] !== sha256(bytes)) return void response.writeHead(400).end();
  objects.set(key, bytes);
  written.push(key);
  response.end();
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

function listed({ objects, unlisted }: TestServer): Map<string, Buffer> {
  return new Map([...objects].filter(([key]) => !unlisted.has(key)));
}

function readFolder(folder: string): Map<string, Buffer> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => statSync(join(folder, name)).isFile()).sort();
  return new Map(files.map((name) => [name, readFileSync(join(folder, name))]));
}

/** Everything lies in the bucket `bucket` under the prefix `some/prefix`. */
export const ROOT = 'some/prefix/';

function keyOf(dialect: Dialect, { pathname }: URL): string | undefined {
  const path = decodeURIComponent(pathname);
  if (dialect === 'http') return path.slice(1 + ROOT.length);
  const start = dialect === 's3' ? '/bucket' : '/storage/v1/b/bucket/o';
  const key = path.slice(start.length + 1);
  return key === '' ? undefined : key.slice(ROOT.length);
}

function list(dialect: Dialect, { query }: Asked, objects: Map<string, Buffer>, response: ServerResponse): void {
  const limit = Number(query.get('max-keys') ?? query.get('maxResults') ?? 1000);
  const token = query.get('continuation-token') ?? query.get('pageToken');
  const start = token ?? query.get('start-after') ?? query.get('startOffset') ?? '';
  const after = (key: string) => (dialect === 'gcs' && token === null ? key >= start : key > start);
  const prefix = query.get('prefix') ?? '';
  const all = [...objects.keys()]
    .map((key) => ROOT + key)
    .filter((key) => key.startsWith(prefix))
    .sort();
  const keys = all.filter((key) => start === '' || after(key));
  const page = keys.slice(0, limit);
  const next = keys.length > limit ? page.at(-1) : undefined;
  const size = (key: string) => objects.get(key.slice(ROOT.length))!.length;
  if (dialect === 'gcs') {
    const items = page.map((name) => ({ name, size: String(size(name)) }));
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ ...(next && { nextPageToken: next }), ...(items.length > 0 && { items }) }));
    return;
  }
  const contents = page.map((key) => `<Contents><Key>${key}</Key><Size>${size(key)}</Size></Contents>`).join('');
  const more = next ? `<NextContinuationToken>${next}</NextContinuationToken>` : '';
  response.setHeader('content-type', 'application/xml');
  response.end(
    `<?xml version="1.0"?><ListBucketResult><IsTruncated>${next !== undefined}</IsTruncated>${more}${contents}</ListBucketResult>`,
  );
}

function answer(
  dialect: Dialect,
  { method, query, headers }: Asked,
  bytes: Buffer | undefined,
  response: ServerResponse,
): void {
  if (!bytes) {
    response.statusCode = 404;
    response.end(
      dialect === 's3' && method === 'GET' ? '<Error><Code>NoSuchKey</Code><Message>none</Message></Error>' : undefined,
    );
    return;
  }
  if (dialect === 'gcs' && query.get('alt') !== 'media') {
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({
        size: String(bytes.length),
        updated: '2026-01-02T03:04:05Z',
        metadata: { 'start-ledger': '2' },
      }),
    );
    return;
  }
  for (const [name, value] of Object.entries(hashHeaders(dialect, bytes))) response.setHeader(name, value);
  if (dialect === 's3' && method === 'HEAD') response.setHeader('x-amz-meta-sha256', sha256(bytes));
  const [, from, to] = /^bytes=([0-9]+)-([0-9]*)$/.exec(headers.range ?? '') ?? [];
  const end = to ? Number(to) + 1 : bytes.length;
  const part = from === undefined ? bytes : bytes.subarray(Number(from), end);
  if (from !== undefined) {
    response.statusCode = 206;
    response.setHeader('content-range', `bytes ${from}-${Number(from) + part.length - 1}/${bytes.length}`);
  }
  response.setHeader('content-length', part.length);
  response.end(method === 'HEAD' ? undefined : part);
}

/** Returns the headers with which a dialect says what the object's hash is. */
export function hashHeaders(dialect: Dialect, bytes: Buffer): Record<string, string> {
  const md5 = createHash('md5').update(bytes).digest();
  if (dialect === 's3') return { etag: `"${md5.toString('hex')}"` };
  return dialect === 'gcs' ? { 'x-goog-hash': `md5=${md5.toString('base64')}`, 'x-goog-generation': '7' } : {};
}
