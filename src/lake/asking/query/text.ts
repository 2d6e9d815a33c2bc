/** Values as text, written by DuckDB: what JSON, CSV and printed tables have in common. */
import { duckdb, quoteName, quoteText, type DuckDBType } from '../../duckdb/duckdb.ts';
import { firstStatement } from '../../meaning/statement.ts';

const { DuckDBTypeId: Id } = duckdb;

/** Numbers that JavaScript and many readers of JSON would round. */
export const wide = new Set<duckdb.DuckDBTypeId>([
  Id.BIGINT,
  Id.UBIGINT,
  Id.HUGEINT,
  Id.UHUGEINT,
  Id.BIGNUM,
  Id.DECIMAL,
]);
/** Points in time, which are written as ISO 8601; only TIMESTAMPTZ is known to be UTC. */
export const times = new Set<duckdb.DuckDBTypeId>([
  Id.TIMESTAMP,
  Id.TIMESTAMP_S,
  Id.TIMESTAMP_MS,
  Id.TIMESTAMP_NS,
  Id.TIMESTAMP_TZ,
]);
const nested = new Set<duckdb.DuckDBTypeId>([Id.LIST, Id.ARRAY, Id.STRUCT, Id.MAP, Id.UNION]);

/**
 * Returns SQL for the value in JSON: 64-bit integers and decimals as strings, times as ISO 8601, TIMESTAMPTZ in UTC with a
 * Z, blobs as hex, NaN and infinity as strings. A struct without names is an array. In JSON columns, integers beyond ±(2^53
 * - 1) are strings.
 */
function jsonValue(expression: string, type: DuckDBType, depth = 0): string {
  if (wide.has(type.typeId)) return `${expression}::varchar`;
  if (times.has(type.typeId)) return isoTime(expression, type);
  if (type.alias === 'JSON') return exactJson(expression);
  const item = `x${depth}`;
  const inside = (value: string, type: DuckDBType) => jsonValue(value, type, depth + 1);
  if (type instanceof duckdb.DuckDBListType || type instanceof duckdb.DuckDBArrayType) {
    return `list_transform(${expression}, lambda ${item}: ${inside(item, type.valueType)})`;
  }
  if (type instanceof duckdb.DuckDBMapType) {
    const keys = `list_transform(map_keys(${expression}), lambda ${item}: ${item}::varchar)`;
    const values = `list_transform(map_values(${expression}), lambda ${item}: ${inside(item, type.valueType)})`;
    return unlessNull(expression, `map(${keys}, ${values})`);
  }
  if (type instanceof duckdb.DuckDBStructType) return jsonStruct(expression, type, inside);
  if (type instanceof duckdb.DuckDBUnionType) {
    const members = type.memberTags.map((tag, i) => {
      const value = inside(`union_extract(${expression}, ${quoteText(tag)})`, type.memberTypes[i]);
      return `when ${quoteText(tag)} then to_json(struct_pack(${quoteName(tag)} := ${value}))`;
    });
    return `case union_tag(${expression}) ${members.join(' ')} end`;
  }
  switch (type.typeId) {
    case Id.BLOB:
      return `lower(hex(${expression}))`;
    case Id.DOUBLE:
    case Id.FLOAT:
      return `case when isfinite(${expression}) then to_json(${expression}) else to_json(${expression}::varchar) end`;
    default:
      return expression;
  }
}

type Inside = (value: string, type: DuckDBType) => string;

function jsonStruct(expression: string, { entryNames, entryTypes }: duckdb.DuckDBStructType, inside: Inside): string {
  const values = entryTypes.map((type, i) => inside(`struct_extract_at(${expression}, ${i + 1})`, type));
  if (entryNames.every((name) => name === '')) {
    return unlessNull(expression, `[${values.map((value) => `to_json(${value})`).join(', ')}]`);
  }
  const fields = values.map((value, i) => `${quoteName(entryNames[i])} := ${value}`);
  return unlessNull(expression, `struct_pack(${fields.join(', ')})`);
}

function unlessNull(expression: string, value: string): string {
  return `case when ${expression} is not null then ${value} end`;
}

const TEXT = String.raw`"(?:[^"\\]|\\.)*"`;
const REAL = String.raw`-?[0-9]+[.eE][-+.0-9eE]*`;
const ODD = `-?(?:${integersAbove(Number.MAX_SAFE_INTEGER)}|(?i:nan|inf(?:inity)?))`;

/** Returns a pattern of the integers above a positive one. */
function integersAbove(most: number): string {
  const digits = String(most);
  const higher = [...digits].flatMap((digit, i) => {
    if (digit === '9') return [];
    return `${digits.slice(0, i)}[${Number(digit) + 1}-9][0-9]{${digits.length - 1 - i}}`;
  });
  return `(?:[0-9]{${digits.length + 1},}|${higher.join('|')})`;
}

/**
 * A replacement has no condition: the first quotes each odd number and adds an empty text after other matches, the second
 * removes these.
 */
function exactJson(expression: string): string {
  const json = `json(${expression})::varchar`;
  const marked = `regexp_replace(${json}, '(${TEXT}|${REAL})|(${ODD})', '\\1"\\2"', 'g')`;
  const exact = `regexp_replace(${marked}, '(${TEXT}|${REAL})(?:"")?', '\\1', 'g')::json`;
  return `case when regexp_matches(${expression}::varchar, '(?:^|[\\[:,\\s])${ODD}') then ${exact} else ${expression} end`;
}

/**
 * Fractions of a second have 6 digits, or 9 if the type has nanoseconds. Years beyond four digits have a sign and six, as in
 * ISO 8601. A TIMESTAMP has no Z, because a query may mean any zone by it.
 */
function isoTime(expression: string, { typeId }: DuckDBType): string {
  const isNano = typeId === Id.TIMESTAMP_NS;
  const zone = typeId === Id.TIMESTAMP_TZ ? 'Z' : '';
  const utc = isNano ? expression : `make_timestamp(epoch_us(${expression}))`;
  const text = (format: string) => `strftime(${utc}, '${format}${zone}')`;
  const isWhole = isNano ? `epoch_ns(${utc}) % 1000000000 = 0` : `epoch_us(${expression}) % 1000000 = 0`;
  const rest = `case when ${isWhole} then ${text('-%m-%dT%H:%M:%S')} else ${text('-%m-%dT%H:%M:%S.%f')} end`;
  return `case when not isfinite(${expression}) then ${expression}::varchar
    when year(${utc}) not between 0 and 9999 then printf('%+07d', year(${utc})) || ${rest}
    when ${isWhole} then ${text('%Y-%m-%dT%H:%M:%S')}
    else ${text(`%Y-%m-%dT%H:%M:%S.${isNano ? '%n' : '%f'}`)} end`;
}

/** Returns SQL for a row as a JSON object. If names differ only in case, the object is built as text. */
export function jsonRow(names: readonly string[], types: readonly DuckDBType[]): string {
  const values = names.map((_, i) => jsonValue(columnName(i), types[i]));
  if (new Set(names.map((name) => name.toLowerCase())).size === names.length) {
    return `to_json(struct_pack(${names.map((name, i) => `${quoteName(name)} := ${values[i]}`).join(', ')}))::varchar`;
  }
  const fields = names.map((name, i) => {
    return `${quoteText(`${JSON.stringify(name)}:`)} || coalesce(to_json(${values[i]})::varchar, 'null')`;
  });
  return `'{' || ${fields.join(` || ',' || `)} || '}'`;
}

/** Returns SQL for the value as plain text; null stays null. */
function plainText(expression: string, type: DuckDBType): string {
  if (nested.has(type.typeId)) return `to_json(${jsonValue(expression, type)})::varchar`;
  const isAsItIs = type.typeId === Id.DOUBLE || type.typeId === Id.FLOAT || type.alias === 'JSON';
  return `(${isAsItIs ? expression : jsonValue(expression, type)})::varchar`;
}

/** Returns SQL for the value in a printed table. Null fields of structs are left out. */
export function shownText(expression: string, type: DuckDBType): string {
  const text = plainText(expression, type);
  return type instanceof duckdb.DuckDBStructType ? `json_merge_patch('{}', ${text})::varchar` : text;
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

/** Returns SQL that selects the expressions from a query, whose columns are named `c0`, `c1`, ... */
export function selectFrom(sql: string, columns: number, expressions: readonly string[], limit?: number): string {
  const names = Array.from({ length: columns }, (_, i) => columnName(i));
  return `select ${expressions.join(', ')} from (\n${firstStatement(sql)}\n) as q(${names.join(', ')})${limit === undefined ? '' : ` limit ${limit}`}`;
}

/** Returns the name that a column has inside `selectFrom`. */
export function columnName(index: number): string {
  return `c${index}`;
}
