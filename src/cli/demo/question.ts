/** A question of the demo: what it asks in SQL, and how its answer is said and drawn. */
import { readFile } from 'node:fs/promises';
import type * as Plot from '@observablehq/plot';
import { queryText, type LakeHandle, type Row, type TextTable } from '../../index.ts';

/** A row of a table, as text, by the names of its columns. */
export type TextRow = Readonly<Record<string, string>>;

/**
 * Returns a chart that the browser puts into the report. The function goes there as its own text, so it can name nothing but its
 * arguments; `closed_at` of the rows is a Date there.
 */
export type Draw = (plot: typeof Plot, rows: Row[], width: number) => unknown;

export interface Chart {
  /** The file of `sql/demo` whose rows are drawn. */
  sql: string;
  /** What is drawn, in which units. */
  caption: string;
  draw: Draw;
  /** The column that the terminal draws, if it does, and what that is. */
  inTerminal?: { column: string; caption: string };
}

export interface Question {
  title: string;
  /** The file of `sql/demo` whose rows are the answer. */
  sql: string;
  chart?: Chart;
  /** Columns that the answer needs, and the table does not show. */
  hidden?: readonly string[];
  /** Says the answer in a sentence or two; there is at least one row. */
  say: (rows: readonly TextRow[], drawn: readonly Row[]) => string;
  /** Is said when there is no row. */
  nothing: string;
}

/** What a lake says to a question. */
export interface DemoAnswer {
  question: Question;
  text: string;
  statement: string;
  table: TextTable;
  /** The rows of the chart; none where there is nothing to draw. */
  drawn: Row[];
}

/** No table of the demo is longer. */
const ROWS = 50;

/** Returns the statement in a file of `sql/demo`, without its comment. */
async function readStatement(name: string): Promise<string> {
  const text = await readFile(new URL(`../../../sql/demo/${name}.sql`, import.meta.url), 'utf8');
  return text.replace(/^--.*\n/, '').trimEnd();
}

/** Returns the rows that a statement of `sql/demo` finds, with numbers that can be drawn and times as text. */
export async function drawnRows({ rows }: LakeHandle, name: string): Promise<Row[]> {
  return rows(await readStatement(name), { integers: 'number', decimals: 'number', times: 'iso' });
}

/** Asks a lake; throws QueryError when it cannot be asked. */
export async function askQuestion(lake: LakeHandle, question: Question): Promise<DemoAnswer> {
  const { sql, chart, hidden = [], say, nothing } = question;
  const statement = await readStatement(sql);
  const found = await queryText(lake.lake, statement, { limit: ROWS });
  const drawn = chart && found.rows.length > 0 ? await drawnRows(lake, chart.sql) : [];
  const text = found.rows.length > 0 ? say(textRows(found), drawn) : nothing;
  return { question, text, statement, table: without(found, hidden), drawn };
}

function textRows({ columns, rows }: TextTable): TextRow[] {
  return rows.map((row) => Object.fromEntries(columns.map(({ name }, i) => [name, row[i] ?? ''])));
}

function without({ columns, rows }: TextTable, hidden: readonly string[]): TextTable {
  const shown = columns.flatMap(({ name }, i) => (hidden.includes(name) ? [] : [i]));
  return { columns: shown.map((i) => columns[i]), rows: rows.map((row) => shown.map((i) => row[i])) };
}
