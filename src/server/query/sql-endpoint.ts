/** `POST /api/v1/sql`: one statement that reads, in the sandbox that `ledgerlake query` has (contract 9). */
import Type from 'typebox';
import { Check } from 'typebox/value';
import { QueryError } from '../../errors.ts';
import { writeQuery } from '../../lake/query/write.ts';
import type { Answer, Asked, TypedEndpoint } from './endpoint.ts';
import { invalid } from './errors.ts';
import { flag, whole, type Row } from './fields.ts';
import { Meta, metaOf } from './meta.ts';
import { collector } from './tables.ts';

const MOST_ROWS = 10_000;
const MOST_BYTES = 64 * 1024 * 1024;

const Value = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]);

const Body = Type.Object({
  sql: Type.String({ minLength: 1, description: 'One statement that reads.' }),
  parameters: Type.Optional(
    Type.Union([Type.Array(Value), Type.Record(Type.String(), Value)], {
      description: 'Values of $1, …, or of $name.',
    }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_ROWS, default: 1000, description: 'Rows at most.' })),
});

const AnyRow = Type.Object({}, { additionalProperties: true });

const answer = Type.Object({
  data: Type.Array(AnyRow, { description: 'The rows; integers of 64 bits and more and decimals are texts.' }),
  count: whole(),
  has_more: flag('Whether the limit cut rows off.'),
  _meta: Meta,
});

type Told = Type.Static<typeof answer>;

/** The endpoint, which a server has where it is asked to. */
export const sqlEndpoint: TypedEndpoint<'/api/v1/sql', Type.Static<typeof Body>, Told> = {
  path: '/api/v1/sql',
  method: 'POST',
  summary: 'Rows of one SQL statement that reads',
  parameters: {},
  body: Body,
  table: { member: 'data', row: AnyRow },
  answer,
  handle,
};

async function handle({ view, body, format }: Asked): Promise<Answer> {
  if (!Check(Body, body))
    throw invalid(`invalid body: expected {"sql": "…", "parameters"?: …, "limit"?: 1-${MOST_ROWS}}`);
  const { sql, parameters, limit = 1000 } = body;
  const { output, bytes } = collector(MOST_BYTES);
  const { lake } = view.served;
  const isJson = format === 'json';
  const options = { output, signal: view.signal, hidesPlaces: true, ...(parameters && { parameters }) };
  try {
    // One row more tells whether there are more.
    await writeQuery(lake, sql, { ...options, format: isJson ? 'ndjson' : format, limit: isJson ? limit + 1 : limit });
  } catch (error) {
    // What fails of files is the server's, as where they lie is; those of others are refused with a Permission Error.
    throw error instanceof QueryError && !error.message.startsWith('IO Error') ? invalid(error.message) : error;
  }
  if (!isJson) return { body: {}, written: bytes() };
  const rows = bytes()
    .toString()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Row);
  const data = rows.slice(0, limit);
  const _meta = await metaOf(view, { scanned: view.bounds.latest, warnings: [] });
  return { body: { data, count: data.length, has_more: rows.length > limit, _meta } };
}
