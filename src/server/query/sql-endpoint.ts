/** `POST /api/v1/sql`: one statement that reads, run in a child process. */
import Type from 'typebox';
import { Check } from 'typebox/value';
import { byteSize } from '../../core/byte-size.ts';
import { QueryError } from '../../core/errors.ts';
import { mapInPieces } from '../../core/in-pieces.ts';
import { ChildCrash, ChildPool } from '../../processes/child-pool.ts';
import type { Log } from '../http/log.ts';
import type { Answer, EndpointRequest, Endpoint } from './endpoint.ts';
import { invalid } from './errors.ts';
import { boolean, whole, type Row } from './fields.ts';
import { Meta, metaOf } from './meta.ts';
import type { SqlCall } from './sql-child.ts';

const MOST_ROWS = 10_000;
/** Rows of a table are not parsed here: only the bytes of the answer are limited. */
const MOST_TABLE_ROWS = 1_000_001;
const MOST_BYTES = 64 * 1024 * 1024;

const Value = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]);

const Body = Type.Object({
  sql: Type.String({ minLength: 1, description: 'One statement that reads.' }),
  parameters: Type.Optional(
    Type.Union([Type.Array(Value), Type.Record(Type.String(), Value)], {
      description: 'Values of $1, …, or of $name.',
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MOST_TABLE_ROWS,
      default: 1000,
      description: `Rows at most: up to ${MOST_ROWS} of JSON, up to ${MOST_TABLE_ROWS} of tables.`,
    }),
  ),
});

const AnyRow = Type.Object({}, { additionalProperties: true });

const answer = Type.Object({
  data: Type.Array(AnyRow, { description: 'The rows; integers of 64 bits and more and decimals are texts.' }),
  count: whole(),
  has_more: boolean('Whether the limit cut rows off.'),
  _meta: Meta,
});

/** Processes that run SQL of clients, and the memory that DuckDB may use in each. */
export interface SqlProcesses {
  pool: ChildPool;
  memory: string;
  close(): void;
}

/** Each runs one statement at a time. */
const PROCESSES = 2;

const entry = new URL(import.meta.url.endsWith('.ts') ? './sql-child.ts' : './sql-child.js', import.meta.url);

/** Starts the first process unless `isLate`; the log names each one that a statement ends. */
export function sqlProcesses(memory: string, log: Log, isLate = false): SqlProcesses {
  const pool = new ChildPool({
    ...{ entry, size: PROCESSES, memory: byteSize(memory) ?? 1e9, isLate },
    onCrash: ({ reason }) => log('error', 'a process that ran SQL ended', { reason }),
  });
  return { pool, memory, close: () => pool.close() };
}

/** Returns the endpoint; servers have it with `--sql`. */
export function sqlEndpoint(processes: SqlProcesses): Endpoint {
  return {
    path: '/api/v1/sql',
    method: 'POST',
    summary: 'Rows of one SQL statement that reads',
    parameters: {},
    body: Body,
    table: { member: 'data', row: AnyRow },
    answer,
    handle: (asked) => handle(asked, processes),
  };
}

async function handle({ view, body, format }: EndpointRequest, { pool, memory }: SqlProcesses): Promise<Answer> {
  const most = format === 'json' ? MOST_ROWS : MOST_TABLE_ROWS;
  if (!Check(Body, body) || (body.limit ?? 0) > most)
    throw invalid(`invalid body: expected {"sql": "…", "parameters"?: …, "limit"?: 1-${most}}`);
  const { sql, parameters, limit = 1000 } = body;
  const parts: Uint8Array[] = [];
  let size = 0;
  const isJson = format === 'json';
  const call: SqlCall = {
    ...{ lake: view.served.lake.path, memory, sql, parameters },
    // One row more tells whether there are more.
    ...(isJson ? { format: 'ndjson', limit: limit + 1 } : { format, limit }),
  };
  const onPart = (part: Uint8Array) => {
    size += part.length;
    if (size > MOST_BYTES) throw invalid(`the answer is larger than ${MOST_BYTES} bytes; ask for less`);
    parts.push(part);
  };
  await pool.call({ payload: call, signal: view.signal, onPart }).catch((error: unknown) => {
    throw asApiError(error);
  });
  const bytes = Buffer.concat(parts);
  if (!isJson) return { body: {}, written: bytes };
  const lines = bytes.toString().split('\n').filter(Boolean);
  const rows = await mapInPieces(lines, (line) => JSON.parse(line) as Row);
  const data = rows.slice(0, limit);
  const _meta = await metaOf(view, { scanned: view.bounds.latest, warnings: [] });
  return { body: { data, count: data.length, has_more: rows.length > limit, _meta } };
}

/** File errors are server errors: their text may name paths. Files outside the lake are a Permission Error. */
function asApiError(error: unknown): unknown {
  if (error instanceof ChildCrash) return invalid(`the statement ended its process (${error.reason})`);
  return error instanceof QueryError && !error.message.startsWith('IO Error') ? invalid(error.message) : error;
}
