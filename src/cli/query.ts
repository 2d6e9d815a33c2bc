/** `ledgerlake query`: the rows of an SQL query. */
import { text as readAll } from 'node:stream/consumers';
import type { Command } from 'commander';
import type { LakeHandle } from '../index.ts';
import { interruptSignal } from './interrupt.ts';
import { withLake } from './lake.ts';
import { checkNotTerminal, chooseFormat, print, say, withOutput } from './output.ts';
import { examples } from './program.ts';
import { count, resultTable } from './text.ts';

const FORMATS = ['table', 'json', 'ndjson', 'csv', 'parquet', 'arrow'] as const;
/** More rows than anyone reads on a terminal. */
const SHOWN_ROWS = 1000;

interface QueryOptions {
  lake: string;
  format?: string;
  output?: string;
}

export function define(command: Command): void {
  command
    .description('Prints what one SQL query finds in a lake. Queries only read; "ledgerlake tables" lists the tables.')
    .argument('<sql>', 'the query; - reads it from standard input')
    .requiredOption('--lake <dir>', 'folder of the lake')
    .option('--format <format>', `one of ${FORMATS.join(', ')}; default: what the name of the output says, or table`)
    .option('--output <file>', 'write the rows to a file')
    .addHelpText(
      'after',
      examples(
        'ledgerlake query --lake lake "select sequence, closed_at, operation_count from history_ledgers limit 5"',
        'ledgerlake query --lake lake "from history_transactions" --output transactions.parquet',
        'ledgerlake query --lake lake - --format csv < fees.sql',
      ),
    )
    .action(query);
}

async function query(words: string, options: QueryOptions): Promise<void> {
  const { lake: dir, output } = options;
  const signal = interruptSignal();
  const format = chooseFormat(FORMATS, options) ?? 'table';
  checkNotTerminal(format, output);
  const sql = words === '-' ? await readAll(process.stdin) : words;
  await withLake(dir, { readOnly: true }, async (lake) => {
    if (format === 'table') return printTable(lake, sql, output, signal);
    const { writeQuery } = await import('../index.ts');
    await withOutput(output, (output) => writeQuery(lake.lake, sql, { format, output, signal }));
  });
}

async function printTable(
  { lake }: LakeHandle,
  sql: string,
  output: string | undefined,
  signal: AbortSignal,
): Promise<void> {
  const { queryText } = await import('../lake/write.ts');
  const { columns, rows } = await queryText(lake, sql, { limit: SHOWN_ROWS + 1, signal });
  const table = resultTable({ columns, rows: rows.slice(0, SHOWN_ROWS) });
  if (output === undefined) await print(table);
  else {
    await withOutput(output, async (stream) => {
      stream.write(table);
    });
  }
  if (rows.length > SHOWN_ROWS) {
    say(`these are the first ${count(SHOWN_ROWS)} rows, there are more; --format csv or --output FILE writes all`);
  }
}
