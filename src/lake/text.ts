/** Values as text, written by DuckDB: what JSON, CSV and printed tables have in common. */
import { duckdb, quoteName, quoteText, type DuckDBType } from './duckdb.ts';

const { DuckDBTypeId: Id } = duckdb;

/** Numbers that JavaScript and many readers of JSON would round. */
const wide = new Set<duckdb.DuckDBTypeId>([Id.BIGINT, Id.UBIGINT, Id.HUGEINT, Id.UHUGEINT, Id.BIGNUM, Id.DECIMAL]);

/**
 * Returns SQL for the value as JSON has it: 64-bit and wider integers and decimals as strings, timestamps as ISO 8601 in UTC,
 * blobs as hex, numbers that JSON lacks (NaN, infinity) as strings; inside lists and structs too.
 */
export function jsonValue(expression: string, type: DuckDBType): string {
  if (wide.has(type.typeId)) return `${expression}::varchar`;
  if (type instanceof duckdb.DuckDBListType) {
    return `list_transform(${expression}, lambda x: ${jsonValue('x', type.valueType)})`;
  }
  if (type instanceof duckdb.DuckDBStructType) {
    const fields = type.entryNames.map((name, i) => {
      const value = jsonValue(`struct_extract(${expression}, ${quoteText(name)})`, type.entryTypes[i]!);
      return `${quoteName(name)} := ${value}`;
    });
    return `case when ${expression} is not null then struct_pack(${fields.join(', ')}) end`;
  }
  switch (type.typeId) {
    case Id.TIMESTAMP:
    case Id.TIMESTAMP_S:
    case Id.TIMESTAMP_MS:
    case Id.TIMESTAMP_NS:
    case Id.TIMESTAMP_TZ:
      return isoTime(expression);
    case Id.BLOB:
      return `lower(hex(${expression}))`;
    case Id.DOUBLE:
    case Id.FLOAT:
      return `case when isfinite(${expression}) then to_json(${expression}) else to_json(${expression}::varchar) end`;
    default:
      return expression;
  }
}

/** A fraction of a second is written when there is one. */
function isoTime(expression: string): string {
  const utc = `make_timestamp(epoch_us(${expression}))`;
  const text = (format: string) => `strftime(${utc}, '${format}')`;
  const isWhole = `epoch_us(${expression}) % 1000000 = 0`;
  return `case when ${isWhole} then ${text('%Y-%m-%dT%H:%M:%SZ')} else ${text('%Y-%m-%dT%H:%M:%S.%fZ')} end`;
}

/** Returns SQL for a row as a JSON object. */
export function jsonRow(names: readonly string[], types: readonly DuckDBType[]): string {
  const fields = names.map((name, i) => `${quoteName(name)} := ${jsonValue(columnName(i), types[i]!)}`);
  return `to_json(struct_pack(${fields.join(', ')}))::varchar`;
}

/** Returns SQL for the value as plain text; null stays null. */
export function plainText(expression: string, type: DuckDBType): string {
  const nested = type instanceof duckdb.DuckDBListType || type instanceof duckdb.DuckDBStructType;
  if (nested) return `to_json(${jsonValue(expression, type)})::varchar`;
  const isReal = type.typeId === Id.DOUBLE || type.typeId === Id.FLOAT;
  return `(${isReal ? expression : jsonValue(expression, type)})::varchar`;
}

/** Returns SQL for a row as a line of CSV (RFC 4180); null is nothing, an empty text is `""`. */
export function csvRow(types: readonly DuckDBType[]): string {
  return types.map((type, i) => `coalesce(${csvValue(plainText(columnName(i), type), type)}, '')`).join(` || ',' || `);
}

const bare = new Set<duckdb.DuckDBTypeId>([...wide, Id.BOOLEAN, Id.INTEGER, Id.DOUBLE, Id.TIMESTAMP, Id.BLOB, Id.DATE]);

function csvValue(text: string, { typeId }: DuckDBType): string {
  if (bare.has(typeId)) return text;
  const quoted = `'"' || replace(${text}, '"', '""') || '"'`;
  return `case when ${text} = '' or regexp_matches(${text}, '[",\\r\\n]') then ${quoted} else ${text} end`;
}

/** Returns a name as a field of CSV. */
export function csvName(name: string): string {
  return /[",\r\n]/.test(name) || name === '' ? `"${name.replaceAll('"', '""')}"` : name;
}

/** Returns SQL that selects the expressions from the rows of a query, whose columns are called `c0`, `c1`, ... there. */
export function selectFrom(sql: string, columns: number, expressions: readonly string[]): string {
  const names = Array.from({ length: columns }, (_, i) => columnName(i));
  return `select ${expressions.join(', ')} from (\n${firstStatement(sql)}\n) as q(${names.join(', ')})`;
}

/** Returns the name that a column has inside `selectFrom`. */
export function columnName(index: number): string {
  return `c${index}`;
}

/** Texts, quoted names, dollar quotes and comments: a semicolon inside them ends nothing. */
const token = /'(?:[^']|'')*'|"(?:[^"]|"")*"|(\$\w*\$)[\s\S]*?\1|--[^\n]*|\/\*[\s\S]*?\*\/|;/g;

function firstStatement(sql: string): string {
  for (const match of sql.matchAll(token)) if (match[0] === ';') return sql.slice(0, match.index);
  return sql;
}
