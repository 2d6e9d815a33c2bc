/** Recorded requests to stellar-rpc and the answers it gave: how they are read, sent again and compared. */
import { hash } from 'node:crypto';
import { Agent, request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { kindOf, membersOf, stringOf } from '../../../src/server/rpc/json-text.ts';
import { corpus, hasCorpus, readText } from '../../corpus.ts';

/** A recorded request and its answer. */
export interface Recorded {
  name: string;
  /** The body's text. */
  request: string | null;
  request_generator?: { prefix: string; pad: string; total_bytes: number };
  http: { method: string; path: string; headers: Record<string, string> };
  status: number;
  response_headers: Record<string, string | string[]>;
  response: unknown;
  /** How long the body was. */
  response_bytes?: number;
  note?: string;
  corpus?: string | null;
  config?: Record<string, unknown> | string;
  ingestion_error?: string;
  concurrent_requests?: number;
}

/** Returns the rows of a recorded file, none without the corpus. */
export function recorded<Row = Recorded>(name: string): Row[] {
  if (!hasCorpus) return [];
  const lines = readText(join(corpus, `rpc/recorded/${name}.jsonl.zst`)).split('\n');
  return lines.filter(Boolean).map((line) => ({ ...(JSON.parse(line) as Row), request: requestText(line) }));
}

/** Requests are sent as they are spelled: 1.0 is another number than 1. */
function requestText(line: string): string | null {
  for (const [key, value] of membersOf(line, { start: 0, end: line.length })) {
    if (key !== 'request') continue;
    const kind = kindOf(line, value);
    if (kind === 'null') return null;
    return kind === 'string' ? stringOf(line, value) : line.slice(value.start, value.end);
  }
  return null;
}

export interface Answered {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

const agents = { few: new Agent({ keepAlive: true, maxSockets: 4 }), many: new Agent() };

/** Sends a recorded request again, over a connection that is kept or one of its own. */
export function send(port: number, one: Recorded, connections: keyof typeof agents = 'few'): Promise<Answered> {
  const { request, request_generator: generator, http, note } = one;
  const agent = agents[connections];
  const body = generator
    ? Buffer.from(generator.prefix.padEnd(generator.total_bytes, generator.pad))
    : bodyOf(request, /latin-1/.test(note ?? ''));
  const isChunked = http.headers['Transfer-Encoding'] === 'chunked';
  const length = body && !isChunked ? { 'Content-Length': body.length } : {};
  return new Promise((resolve, reject) => {
    const { method, path } = http;
    const sent = httpRequest({ agent, port, method, path, headers: { ...http.headers, ...length } }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        const headers = headersOf(response.rawHeaders);
        resolve({ status: response.statusCode!, headers, body: Buffer.concat(parts).toString('utf8') });
      });
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

function bodyOf(request: string | null, isLatin1: boolean): Buffer | undefined {
  return request === null ? undefined : Buffer.from(request, isLatin1 ? 'latin1' : 'utf8');
}

function headersOf(raw: readonly string[]): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = {};
  for (let i = 0; i < raw.length; i += 2) {
    const name = raw[i].toLowerCase();
    const before = headers[name];
    headers[name] = before === undefined ? raw[i + 1] : [before, raw[i + 1]].flat();
  }
  return headers;
}

/** Headers that depend on the spelling of JSON or on the connection. */
const UNSTABLE = ['content-length', 'date', 'connection', 'keep-alive', 'transfer-encoding'];

/** Returns the headers that must be equal. */
export function stable(headers: Answered['headers']): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name, value]) => !UNSTABLE.includes(name) && value !== undefined),
  );
}

/** Returns what was answered in the form of what was recorded: a text, or a JSON value. */
export function bodyAs(expected: unknown, body: string): unknown {
  if (typeof expected === 'string' || body === '') return body;
  return shapedAs(expected, JSON.parse(body));
}

/** Replaces values by the hashes that stand for them in the recording. */
function shapedAs(expected: unknown, found: unknown): unknown {
  if (isObject(expected)) {
    if ('$string_sha256' in expected && typeof found === 'string') return stringDigest(found);
    if ('$json_canonical_sha256' in expected) return jsonDigest(found);
    if ('$left_out' in expected) return { $left_out: true };
    if (!isObject(found)) return found;
    return Object.fromEntries(Object.entries(found).map(([key, value]) => [key, shapedAs(expected[key], value)]));
  }
  if (!Array.isArray(expected) || !Array.isArray(found)) return found;
  return found.map((value, i) => shapedAs(expected[i], value));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function stringDigest(text: string) {
  return { $string_length: [...text].length, $string_sha256: hash('sha256', text) };
}

function jsonDigest(value: unknown) {
  const text = canonical(value);
  return { $json_canonical_length: [...text].length, $json_canonical_sha256: hash('sha256', text) };
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const keys = Object.keys(value).sort(byCodePoint);
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(',')}}`;
}

function byCodePoint(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

const EVENT_KEYS = ['id', 'ledger', 'txHash', 'operationIndex', 'transactionIndex', 'inSuccessfulContractCall'];

/** Of the events of contracts only where they stand was kept. */
export function placesOnly(answer: unknown): unknown {
  const { result, ...envelope } = answer as { result: { events: Record<string, unknown>[] } };
  const events = result.events.map((event) => Object.fromEntries(EVENT_KEYS.map((key) => [key, event[key]])));
  return { ...envelope, result: { ...result, events } };
}
