/** Rows of answers as CSV, NDJSON, Arrow and Parquet, with types that the schema of a row says. */
import { Writable } from 'node:stream';
import type { TObject, TSchema } from 'typebox';
import type { Source } from '../../lake/asking/query/query.ts';
import { writeQuery } from '../../lake/asking/query/write.ts';
import { concatInPieces, mapInPieces } from '../../core/in-pieces.ts';
import { ApiError } from './errors.ts';
import type { Json, Row } from './json.ts';
import { raw, sql } from './sql.ts';
import type { View } from './view.ts';

/** The media types of answers; of tables all of them, of others the first alone. */
export const mediaTypes = {
  json: 'application/json',
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
  arrows: 'application/vnd.apache.arrow.stream',
  parquet: 'application/vnd.apache.parquet',
} as const;

export type ResultFormat = keyof typeof mediaTypes;

/** A column: its name, and its type in DuckDB. */
interface Column {
  name: string;
  type: string;
}

/** Which part of an answer is a table. */
export interface ResultTable {
  /** The member of the answer that has the rows. */
  member: string;
  row: TObject;
  /** The columns of rows whose schema does not name them. */
  columns?(view: View): Promise<Column[]>;
}

/** Returns the format that a client likes best (RFC 9110, 12.5.1); throws ApiError when it takes none of those that there are. */
export function acceptedFormat(header: string | undefined, isTable: boolean): ResultFormat {
  const offered = (Object.keys(mediaTypes) as ResultFormat[]).slice(0, isTable ? undefined : 1);
  const ranges = (header ?? '')
    .split(',')
    .map(readRange)
    .filter(({ range }) => range !== '');
  if (ranges.length === 0) return 'json';
  const liked = offered.map((format) => ({ format, quality: qualityOf(mediaTypes[format], ranges) }));
  const best = liked.reduce((a, b) => (b.quality > a.quality ? b : a));
  if (best.quality > 0) return best.format;
  throw new ApiError(406, `not acceptable: this answer is ${offered.map((format) => mediaTypes[format]).join(', ')}`);
}

interface MediaRange {
  range: string;
  quality: number;
}

function readRange(text: string): MediaRange {
  const [range = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
  return { range, quality: Number(quality) || 0 };
}

/** The most specific range that a type is in counts. */
function qualityOf(type: string, ranges: readonly MediaRange[]): number {
  const [family = ''] = type.split('/');
  const matching = [type, `${family}/*`, '*/*'].map((wanted) => ranges.find(({ range }) => range === wanted));
  return matching.find((found) => found !== undefined)?.quality ?? 0;
}

/** Returns the columns of rows: amounts are DECIMAL, integers of any size texts, what is nested is JSON. */
export function columnsOf(row: TObject): Column[] {
  return Object.entries(row.properties).map(([name, schema]) => ({ name, type: typeOf(schema) }));
}

function typeOf(schema: TSchema): string {
  const kind: unknown = Reflect.get(schema, 'x-kind');
  if (kind === 'time') return 'TIMESTAMP';
  if (kind === 'amount') return 'DECIMAL(38,7)';
  const members: TSchema[] | undefined = Reflect.get(schema, 'anyOf');
  if (members?.[0]) return typeOf(members[0]);
  return scalars[String(Reflect.get(schema, 'type'))] ?? 'JSON';
}

const scalars: Partial<Record<string, string>> = {
  string: 'VARCHAR',
  boolean: 'BOOLEAN',
  integer: 'BIGINT',
  number: 'DOUBLE',
};

/** Returns the columns of a relation, as an answer has their values. */
export async function relationColumns(view: View, relation: string): Promise<Column[]> {
  const rows = await view.rows(sql`
    select column_name as name, column_type as type
    from (describe select * from ${raw(relation)})`);
  return rows.map(({ name, type }) => ({ name: String(name), type: valueType(String(type)) }));
}

/** Values of other types are texts, or JSON that is read already. */
function valueType(type: string): string {
  if (/^(STRUCT|MAP|UNION)\(|\]$/.test(type)) return 'JSON';
  return /^(BOOLEAN|(TINY|SMALL|BIG)?INT(EGER)?|DOUBLE|DECIMAL\(.*\)|TIMESTAMP)$/.test(type) ? type : 'VARCHAR';
}

/** Returns rows in a format of tables; the source makes Arrow and Parquet of them. */
export async function writeTable(
  format: Exclude<ResultFormat, 'json'>,
  source: Source,
  columns: readonly Column[],
  rows: readonly Row[],
  signal: AbortSignal,
): Promise<Buffer> {
  if (format === 'csv') return csvOf(columns, rows);
  if (format === 'ndjson')
    return concatInPieces(await mapInPieces(rows, (row) => Buffer.from(`${JSON.stringify(row)}\n`)));
  const whole = (row: Row) => {
    return JSON.stringify(Object.fromEntries(columns.map(({ name }) => [name, row[name] ?? null])));
  };
  const parameters = await mapInPieces(partsOf(rows), (part) => part.map(whole).join('\n'));
  const structure = JSON.stringify(Object.fromEntries(columns.map(({ name, type }) => [name, type])));
  // One list of all rows as JSON takes nine times as long: 8.4 s for 8,983 operations of 40 MB.
  const statement = `
    select unnest(from_json_strict(line, '${structure.replaceAll("'", "''")}'))
    from (
      select unnest(string_split(lines, chr(10))) as line
      from (select unnest(cast([${parameters.map((_, i) => `$${i + 1}`).join()}] as varchar[])) as lines)
    )`;
  const { output, bytes } = collector();
  await writeQuery(source, statement, { format, output, signal, parameters });
  return bytes();
}

/** How many rows are one text. */
const PART_ROWS = 128;

function partsOf(rows: readonly Row[]): Row[][] {
  const count = Math.ceil(rows.length / PART_ROWS);
  return Array.from({ length: count }, (_, i) => rows.slice(i * PART_ROWS, (i + 1) * PART_ROWS));
}

/** Returns an output that keeps what is written. */
function collector(): { output: Writable; bytes(): Promise<Buffer> } {
  const parts: Buffer[] = [];
  const output = new Writable({
    write(part: Buffer, _encoding, done) {
      parts.push(part);
      done();
    },
  });
  return { output, bytes: () => concatInPieces(parts) };
}

async function csvOf(columns: readonly Column[], rows: readonly Row[]): Promise<Buffer> {
  const line = (cells: string[]) => Buffer.from(`${cells.join(',')}\r\n`);
  const lines = await mapInPieces(rows, (row) => line(columns.map(({ name }) => cell(row[name] ?? null))));
  return concatInPieces([line(columns.map(({ name }) => name)), ...lines]);
}

/** Returns a value as a cell of CSV (RFC 4180). */
function cell(value: Json): string {
  const written = value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);
  return /[",\r\n]/.test(written) ? `"${written.replaceAll('"', '""')}"` : written;
}
