/** How an answer is sent: the format that the client asks for, its coding, and what spares sending it again. */
import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { decoderVersion } from '../../version.ts';
import { jsonInPieces } from '../../core/in-pieces.ts';
import { encode } from './encoding.ts';
import type { Answer, Endpoint, File, Raw } from './endpoint.ts';
import type { Json, Row } from './fields.ts';
import { columnsOf, mediaTypes, writeTable, type ResultFormat } from './tables.ts';
import type { View } from './view.ts';

/** What else pages of other origins may read of an answer. */
export const EXPOSED =
  'ETag, Link, Retry-After, X-Gaps, X-Checksum, X-Error-Code, X-Next-Cursor, X-RateLimit-Limit, X-RateLimit-Remaining, ' +
  'X-RateLimit-Reset, X-Request-Id, X-Scanned-Ledger, X-Snapshot-Ledger, X-State-Coverage, X-Warnings';

/** Headers of a request that make its answer another one. */
export const VARY = 'Accept, Accept-Encoding, X-Envelope';

/** What an answer depends on besides its lake. */
export interface AnswerContext {
  request: FastifyRequest;
  view: View;
  endpoint: Endpoint;
  format: ResultFormat;
  /** As clients of the hosted service read it. */
  isLegacy: boolean;
  signal: AbortSignal;
}

/** Returns the tag of an answer: it changes when ledgers are loaded, and with whatever else the answer depends on. */
export function etagOf({
  view: { snapshot, served },
  request,
  isLegacy,
  format,
}: Omit<AnswerContext, 'signal'>): string {
  const { number, epoch } = snapshot;
  const parts = [decoderVersion, served.lake.description, number, epoch, request.url, format, isLegacy];
  return `W/"${hash('sha256', JSON.stringify(parts)).slice(0, 32)}"`;
}

/** Whether the client has the answer with this tag; `*` is any answer, of which there is none yet. */
export function isUnchanged(request: FastifyRequest, etag: string): boolean {
  return tagsOf(request).includes(etag.replace(/^W\//, ''));
}

/** Whether the client wants no answer where there is one (RFC 9110, 13.1.2). */
export function hasAny(request: FastifyRequest): boolean {
  return tagsOf(request).includes('*');
}

function tagsOf({ headers }: FastifyRequest): string[] {
  return headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
}

/** Sends an answer. */
export async function send(asked: AnswerContext, reply: FastifyReply, answer: Answer): Promise<void> {
  const { endpoint, isLegacy, view } = asked;
  const body = withWarnings(answer.body, view);
  if (endpoint.status !== undefined) void reply.code(endpoint.status);
  void reply.headers(answer.headers ?? {}).header('Vary', VARY);
  if (answer.raw) return sendRaw(reply.headers(warningHeader(body)), answer.raw);
  const format = answer.file?.format ?? asked.format;
  if (format !== 'json') {
    void reply.headers({ ...tableHeaders(asked, body), ...fileHeaders(answer.file) });
    return sendBody(asked, reply, format, answer.written ?? (await tableOf(asked, format, body)));
  }
  return sendBody(asked, reply, format, await jsonInPieces(isLegacy ? asLegacy(body, endpoint) : body));
}

/** Sends server-sent events: a piece is made when the client has read the one before. */
export function sendEvents(reply: FastifyReply, pieces: Iterable<string> | AsyncIterable<string>): void {
  void reply.type('text/event-stream; charset=utf-8').header('Cache-Control', 'no-store').send(Readable.from(pieces));
}

/** Endpoints without `_meta` have one where there is something to warn of. */
function withWarnings(body: Row, { warnings }: View): Row {
  return body['_meta'] || warnings.length === 0 ? body : { ...body, _meta: { warnings: [...warnings] } };
}

function sendRaw(reply: FastifyReply, { type, bytes, name }: Raw): void {
  if (name !== undefined) void reply.header('Content-Disposition', `attachment; filename="${name}"`);
  void reply.type(type).send(bytes);
}

async function sendBody(
  { request: { headers } }: AnswerContext,
  reply: FastifyReply,
  format: ResultFormat,
  body: Buffer,
): Promise<void> {
  const isText = format === 'json' || format === 'csv';
  void reply.type(`${mediaTypes[format]}${isText ? '; charset=utf-8' : ''}`);
  const encoded = await encode(body, headers['accept-encoding']?.toString());
  if (encoded.coding !== undefined) void reply.header('Content-Encoding', encoded.coding);
  void reply.send(encoded.body);
}

async function tableOf(
  { endpoint, view, signal }: AnswerContext,
  format: Exclude<ResultFormat, 'json'>,
  body: Row,
): Promise<Buffer> {
  const { table } = endpoint;
  if (!table) throw new Error(`no table in ${endpoint.path}`);
  const columns = (await table.columns?.(view)) ?? columnsOf(table.row);
  return writeTable(format, view.served.lake, columns, body[table.member] as Row[], signal);
}

/** What a table has no room for: where the next page begins, and up to which ledger it was looked. */
function tableHeaders({ request: { url } }: AnswerContext, body: Row): Record<string, string> {
  const { cursor, _meta: meta } = body;
  const { scanned_ledger: scanned, state_coverage: coverage, gaps } = (meta ?? {}) as Record<string, Json | undefined>;
  const headers = warningHeader(body);
  if (scanned !== undefined) headers['X-Scanned-Ledger'] = String(scanned);
  if (coverage !== undefined) headers['X-State-Coverage'] = String(coverage);
  if (Array.isArray(gaps)) headers['X-Gaps'] = gapsText(gaps as number[][]);
  if (typeof cursor !== 'string') return headers;
  const [path = '', query = ''] = url.split('?', 2);
  const parameters = new URLSearchParams(query);
  parameters.set('cursor', cursor);
  return { ...headers, 'X-Next-Cursor': cursor, Link: `<${path}?${String(parameters)}>; rel="next"` };
}

const MOST_GAPS = 100;

/** Returns missing ledgers as `5-9,12-12`, and `...` in place of those beyond the first hundred runs. */
function gapsText(gaps: readonly number[][]): string {
  const told = gaps.slice(0, MOST_GAPS).map(([first, last]) => `${first}-${last}`);
  return [...told, ...(gaps.length > MOST_GAPS ? ['...'] : [])].join();
}

/** Returns the warnings of an answer that has no room for `_meta`, as a list of JSON in the letters that a header may have. */
function warningHeader({ _meta: meta }: Row): Record<string, string> {
  const { warnings } = (meta ?? {}) as { warnings?: string[] };
  if (!warnings) return {};
  const escaped = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return { 'X-Warnings': JSON.stringify(warnings).replaceAll(/[^ -~]/g, escaped) };
}

function fileHeaders(file: File | undefined): Record<string, string> {
  return file ? { 'Content-Disposition': `attachment; filename="${file.name}.${file.format}"` } : {};
}

/** Returns an answer as the hosted service has it: lists also under their names, `next_cursor`, decoded values as texts. */
function asLegacy(body: Row, { legacyKey, table }: Endpoint): Row {
  const { data, cursor } = body;
  if (legacyKey === undefined || !Array.isArray(data)) return body;
  const names = LEGACY_TEXTS.filter((name) => table && name in table.row.properties);
  const rows = names.length === 0 ? data : (data as Row[]).map((row) => withTexts(row, names));
  return { ...body, data: rows, [legacyKey]: rows, ...(cursor !== undefined && { next_cursor: cursor }) };
}

/** Fields whose values the hosted service writes as JSON in a text. */
const LEGACY_TEXTS = ['topics_json', 'topics_decoded', 'data_decoded', 'soroban_arguments_json'];

function withTexts(row: Row, names: readonly string[]): Row {
  const known = names.filter((name) => row[name] !== undefined);
  return { ...row, ...Object.fromEntries(known.map((name) => [name, JSON.stringify(row[name])])) };
}
