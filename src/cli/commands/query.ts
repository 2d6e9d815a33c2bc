/** `ledgerlake query`: the rows of an SQL query. */
import { text as readAll } from 'node:stream/consumers';
import type { Command } from 'commander';
import { UsageError } from '../../core/errors.ts';
import { examples } from '../help.ts';
import { interruptSignal } from '../interrupt.ts';
import { withLake } from '../lake.ts';
import { parseCount, parseMemory, parseParam, lakeOption } from '../options.ts';
import { checkFree, checkNotTerminal, chooseFormat, FORCE, withOutput } from '../output.ts';
import { printResult } from '../print-result.ts';

const FORMATS = ['table', 'json', 'ndjson', 'csv', 'parquet', 'arrow', 'arrows'] as const;

interface QueryFlags {
  lake: string;
  format?: string;
  output?: string;
  force?: boolean;
  vertical?: boolean;
  limit?: number;
  param?: Record<string, string>;
  memory?: string;
  verify?: boolean;
}

export function define(command: Command): void {
  command
    .description('Print the result of one SQL query. Queries are read-only; "ledgerlake tables" lists the tables.')
    .argument('<sql>', 'SQL text; - reads standard input')
    .addOption(lakeOption('folder of the lake'))
    .option('--format <format>', `one of ${FORMATS.join(', ')}; default: from the extension of --output, or table`)
    .option('--output <file>', 'write the rows to a file')
    .option('--force', FORCE)
    .option('--vertical', 'print one column per line, untruncated')
    .option('--limit <n>', 'maximum number of rows; default: 1,000 as a table, else all', parseCount('--limit'))
    .option('--param <name=value>', 'value of $name in the query; repeatable', parseParam)
    .option('--memory <size>', 'memory of DuckDB before it spills to disk; default: 80 % of RAM', parseMemory)
    .option('--verify', 'verify file hashes first; default: only for lakes up to 20 MB')
    .addHelpText(
      'after',
      examples(
        'ledgerlake query --lake lake "select sequence, closed_at, operation_count from history_ledgers limit 5"',
        'ledgerlake query --lake lake "from history_transactions" --output transactions.parquet',
        'ledgerlake query --lake lake - --format csv < fees.sql',
        "ledgerlake query --lake lake 'from history_transactions where account = $a' --param a=GAHJ… --limit 1 --vertical",
      ),
    )
    .action(query);
}

async function query(words: string, options: QueryFlags): Promise<void> {
  const { lake: dir, output, force, limit, memory, param: parameters, vertical, verify: verifyFiles } = options;
  const signal = interruptSignal({ reads: true });
  const format = chooseFormat(FORMATS, options) ?? 'table';
  checkNotTerminal(format, output);
  if (vertical && format !== 'table') throw new UsageError(`--vertical is for tables, not for ${format}`);
  await checkFree(output, options);
  const sql = words === '-' ? await readAll(process.stdin) : words;
  await withLake(dir, { readOnly: true, memory, verifyFiles }, async (lake) => {
    if (format === 'table') return printResult(lake.lake, sql, { output, force, limit, vertical, parameters, signal });
    const { writeQuery } = await import('../../index.ts');
    await withOutput(output, { force }, (output) => {
      return writeQuery(lake.lake, sql, { format, output, limit, parameters, signal });
    });
  });
}
