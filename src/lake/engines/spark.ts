/** Spark SQL 4: https://spark.apache.org/docs/latest/sql-ref.html. */
import type { Dialect, FileTable, Says } from './dialect.ts';
import { onePath } from './file-paths.ts';
import { called, template } from './functions.ts';
import { sparkCast, sparkElement, sparkSlice, sparkType } from './spark-casts.ts';
import { sparkFunctions } from './spark-functions.ts';
import type { Expr } from './tree.ts';

const quote = (name: string) => `\`${name.replaceAll('`', '``')}\``;
const text = (value: string) => `'${value.replace(/[\\']/g, '\\$&').replaceAll('\n', '\\n')}'`;

export const spark: Dialect = {
  // A view keeps the settings with which it was made.
  settings: [
    'set spark.sql.ansi.enabled = true',
    'set spark.sql.session.timeZone = UTC',
    'set spark.sql.decimalOperations.allowPrecisionLoss = false',
  ],
  quote,
  text,
  type: sparkType,
  functions: sparkFunctions,
  tried: {
    '+': called('try_add'),
    '*': called('try_multiply'),
    // What is no UTF-8 has become U+FFFD.
    url_decode: template("case when not contains(url_decode($1), '\ufffd') then url_decode($1) end"),
  },
  cast: sparkCast,
  element: sparkElement,
  slice: sparkSlice,
  lambda: (variables, body) =>
    variables.length === 1 ? `${variables[0]} -> ${body}` : `(${variables.join(', ')}) -> ${body}`,
  files: filesOf,
  path: '_metadata.file_path',
  schema: (name) => `create database if not exists ${quote(name)}`,
  view: (name, query) => `create or replace view ${name} as\n${query}`,
  hasFilter: true,
  inline: (says, list, fields) => `inline(${says(list)}) as (${fields.map(quote).join(', ')})`,
  rows: (says, rows, alias, columns) => {
    const lists = rows.map((row) => `(${row.map((value) => says(value)).join(', ')})`);
    return `(values ${lists.join(', ')}) as ${named(says, alias, columns)}`;
  },
  range: (says, args, alias, columns) =>
    `range(${args.map((arg: Expr) => says(arg)).join(', ')}) as ${named(says, alias, columns)}`,
};

function named(says: Says, alias: string, columns: readonly string[]): string {
  return `${says.dialect.quote(alias)} (${columns.map((name) => says.dialect.quote(name)).join(', ')})`;
}

/** A path pattern that Hadoop resolves to exactly these files; their names contain no pattern characters. */
function filesOf({ name, columns, paths, root }: FileTable): { statements: string[]; relation: string } {
  const relation = `${quote('files')}.${quote(name)}`;
  const base = root.startsWith('/') ? `file://${root}` : root.replace(/^s3:/, 's3a:');
  const list = columns.map((column) => `${quote(column.name)} ${sparkType(column.type)}`).join(', ');
  const made = `create table ${relation} (${list})\nusing parquet options (path ${text(`${base}/${onePath(paths)}`)})`;
  return { statements: [`drop table if exists ${relation}`, made], relation };
}
