/** Spark SQL 4: https://spark.apache.org/docs/latest/sql-ref.html. */
import type { Dialect } from './dialect.ts';
import { called, template } from './functions.ts';
import { sparkCast, sparkElement, sparkSlice, sparkType } from './spark-casts.ts';
import { sparkFunctions } from './spark-functions.ts';

const quote = (name: string) => `\`${name.replaceAll('`', '``')}\``;
const text = (value: string) => `'${value.replace(/[\\']/g, '\\$&').replaceAll('\n', '\\n')}'`;

export const spark: Dialect = {
  // A view keeps the settings with which it was made.
  settings: (root) => [
    'set spark.sql.ansi.enabled = true',
    'set spark.sql.session.timeZone = UTC',
    'set spark.sql.decimalOperations.allowPrecisionLoss = false',
    'set spark.sql.catalog.lake = org.apache.iceberg.spark.SparkCatalog',
    'set spark.sql.catalog.lake.type = hadoop',
    `set spark.sql.catalog.lake.warehouse = ${root.replace(/^s3:/, 's3a:')}/iceberg`,
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
  table: (_, path) => ['lake', ...path.split('/')].map(quote).join('.'),
  schema: (name) => `create database if not exists ${quote(name)}`,
  view: (name, query) => `create or replace view ${name} as\n${query}`,
  hasFilter: true,
  rows: (says, rows, alias, columns) => {
    const lists = rows.map((row) => `(${row.map((value) => says(value)).join(', ')})`);
    return `(values ${lists.join(', ')}) as ${quote(alias)} (${columns.map(quote).join(', ')})`;
  },
};
