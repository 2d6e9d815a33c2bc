/** What a query finds, for people: as wide as the terminal, or as COLUMNS says; in a pipe or file as wide as it is. */
import type { LakeHandle, QueryOptions } from '../index.ts';
import { outputWidth, print, say, withOutput } from './output.ts';
import { resultTable, verticalTable, type FittedTable } from './result-table.ts';
import { describedBy } from './commands/tables.ts';
import { countText } from './text.ts';

/** More rows than anyone reads on a terminal. */
const SHOWN_ROWS = 1000;

export interface PrintOptions extends QueryOptions {
  output?: string;
  /** Write over a file that is there. */
  force?: boolean;
  /** So many rows, not the first thousand. */
  limit?: number;
  /** Each row as a list of its columns. */
  vertical?: boolean;
  /** Whether there is no command line to give options to. */
  isPrompt?: boolean;
}

/** Prints the result of a query, and says what of it is not shown; throws as `query` does. */
export async function printResult(lake: LakeHandle['lake'], sql: string, options: PrintOptions): Promise<void> {
  const { output, force, limit, vertical = false, isPrompt = false, parameters, signal } = options;
  const described = await describedBy(sql);
  if (described !== undefined && output === undefined) return print(described);
  const { queryText } = await import('../index.ts');
  const shown = limit ?? SHOWN_ROWS;
  const { columns, rows } = await queryText(lake, sql, { limit: shown + 1, parameters, signal });
  const found = { columns, rows: rows.slice(0, shown) };
  const width = output === undefined ? outputWidth() : Infinity;
  const table: FittedTable = vertical
    ? { text: verticalTable(found), hidden: [], isCut: false }
    : resultTable(found, width);
  if (output === undefined) await print(table.text);
  else {
    await withOutput(output, { force }, async (stream) => {
      stream.write(table.text);
    });
  }
  const advice = isPrompt ? IN_PROMPT : IN_QUERY;
  if (rows.length === 0) say('no rows');
  if (table.isVertical) say(`the columns are wider than ${width} characters, so each row is a list`);
  sayWhatIsMissing(table, columns.length, advice.wide);
  if (rows.length > shown && limit === undefined) {
    say(`these are the first ${countText(shown)} rows, there are more; ${advice.long}`);
  }
}

const IN_QUERY = {
  wide: '--vertical shows all, --format csv writes it',
  long: '--limit N shows more, --format csv or --output FILE writes all',
};
const IN_PROMPT = { wide: '.vertical shows all', long: 'ledgerlake query shows or writes all' };

function sayWhatIsMissing({ hidden, isCut }: FittedTable, columns: number, advice: string): void {
  if (isCut) say(`texts are shortened where there is …; ${advice}`);
  if (hidden.length === 0) return;
  const fit = `${countText(columns - hidden.length)} of ${countText(columns)} columns fit`;
  say(`${isCut ? fit : `${fit}; ${advice}`}; not shown: ${hidden.join(', ')}`);
}
