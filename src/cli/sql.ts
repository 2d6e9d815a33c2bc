/** `ledgerlake sql`: a prompt for queries. */
import type { Command } from 'commander';
import { UsageError } from '../errors.ts';
import type { LakeHandle } from '../index.ts';
import { suggestion } from '../similar.ts';
import { systemReason } from '../system-errors.ts';
import { errorText } from './error-text.ts';
import { examples } from './help.ts';
import { historyPath, readHistory, writeHistory } from './history-file.ts';
import { interruptSignal } from './interrupt.ts';
import { withLake } from './lake.ts';
import { parseMemory } from './options.ts';
import { print, say } from './output.ts';
import { printResult } from './print-result.ts';
import type { PromptOptions } from './prompt.ts';

interface SqlFlags {
  lake: string;
  memory?: string;
  vertical?: boolean;
}

export function define(command: Command): void {
  command
    .description(
      'Asks for queries and prints what they find in a lake; a semicolon ends a query, Tab completes a name, Ctrl-C stops what ' +
        'runs, Ctrl-D ends. What is typed is kept in ledgerlake/history below XDG_STATE_HOME, or ~/.local/state. From a pipe it ' +
        'runs query after query, and ends at the first that fails.',
    )
    .requiredOption('--lake <dir>', 'folder of the lake')
    .option('--vertical', 'print each row as a list of its columns, with no text cut')
    .option('--memory <size>', 'what DuckDB may use before it spills to disk; default: 80 % of RAM', parseMemory)
    .addHelpText('after', examples('ledgerlake sql --lake lake', 'ledgerlake sql --lake lake < report.sql'))
    .action(sql);
}

async function sql({ lake: dir, memory, vertical = false }: SqlFlags): Promise<void> {
  const signal = interruptSignal();
  const isTerminal = process.stdin.isTTY && process.stdout.isTTY;
  const { prompt } = await import('./prompt.ts');
  await withLake(dir, { readOnly: true, memory }, async (lake) => {
    const read = { input: process.stdin, run: runner(lake, vertical), onError: sayError, signal };
    await (isTerminal ? promptOnTerminal(lake, read) : prompt(read));
  });
}

async function promptOnTerminal(lake: LakeHandle, read: PromptOptions): Promise<void> {
  const path = historyPath();
  const sayNoHistory = (error: unknown): string[] => {
    say(`what is typed is not kept: ${path}: ${systemReason(error) ?? String(error)}`);
    return [];
  };
  const history = await readHistory(path).catch(sayNoHistory);
  say(`Lake ${lake.lake.path}. A semicolon ends a query; .help tells more.`);
  try {
    const complete = (text: string) => completeTyped(lake, text);
    const { prompt } = await import('./prompt.ts');
    await prompt({ ...read, terminal: process.stdout, history, complete });
  } finally {
    await writeHistory(path, history).catch(sayNoHistory);
  }
}

function sayError(error: unknown): void {
  say(errorText(error));
}

const HELP = `SELECT …;       any query; it may take several lines, and a semicolon ends it
describe NAME;  the columns of a table
.tables         the tables and views
.vertical       each row as a list of its columns, or as tables again
.help           this text
.exit           end, as Ctrl-D does
`;

const POINTED = ['.tables', '.vertical', '.help', '.exit', '.quit'];

const TABLES = `
  select table_schema as "schema", table_name as "table", count(*) as "columns"
  from information_schema.columns
  where table_schema in ('main', 'meta')
  group by all
  order by all`;

function runner(lake: LakeHandle, vertical: boolean) {
  let isVertical = vertical;
  return async (statement: string, signal: AbortSignal): Promise<boolean> => {
    switch (statement) {
      case '.exit':
      case '.quit':
        return false;
      case '.help':
        await print(HELP);
        return true;
      case '.vertical':
        isVertical = !isVertical;
        return true;
      case '.tables':
        await printResult(lake, TABLES, { signal, isPrompt: true });
        return true;
    }
    if (statement.startsWith('.'))
      throw new UsageError(`no command ${statement}${suggestion(statement, POINTED)}; .help lists them`);
    await printResult(lake, statement, { signal, vertical: isVertical, isPrompt: true });
    return true;
  };
}

async function completeTyped({ lake }: LakeHandle, text: string): Promise<{ words: string[]; typed: number }> {
  if (!text.startsWith('.')) return (await import('../index.ts')).completeSql(lake, text);
  return { words: POINTED.filter((word) => word.startsWith(text)), typed: text.length };
}
