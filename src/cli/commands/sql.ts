/** `ledgerlake sql`: a prompt for queries. */
import type { Command } from 'commander';
import { UsageError } from '../../core/errors.ts';
import type { LakeHandle } from '../../index.ts';
import { knownRelations } from '../../light.ts';
import { suggestion } from '../../core/similar.ts';
import { systemReason } from '../../core/system-errors.ts';
import { completeQualified, type Completion } from '../complete.ts';
import { errorText } from '../error-text.ts';
import { examples } from '../help.ts';
import { historyPath, readHistory, writeHistory } from '../history-file.ts';
import { interruptSignal } from '../interrupt.ts';
import { withLake } from '../lake.ts';
import { parseMemory, lakeOption } from '../options.ts';
import { checkFree, chooseFormat, outputWidth, print, say, withOutput } from '../output.ts';
import { printResult, type PrintOptions } from '../print-result.ts';
import type { PromptOptions } from '../prompt.ts';
import { schemaText, sqlName, tablesText } from './tables.ts';
import { alignedTable, countText, plural } from '../text.ts';

const FORMATS = ['table', 'json', 'ndjson', 'csv', 'parquet', 'arrow', 'arrows'] as const;

interface SqlFlags {
  lake: string;
  memory?: string;
  vertical?: boolean;
}

export function define(command: Command): void {
  command
    .description(
      'Open an SQL prompt on a lake. A semicolon ends a query, Tab completes names, Ctrl-R searches the history, Ctrl-C cancels, Ctrl-D exits. The history is in ledgerlake/history below XDG_STATE_HOME (default ~/.local/state). Input from a pipe runs until the first error.',
    )
    .addOption(lakeOption('folder of the lake'))
    .option('--vertical', 'print one column per line, untruncated')
    .option('--memory <size>', 'memory of DuckDB before it spills to disk; default: 80 % of RAM', parseMemory)
    .addHelpText('after', examples('ledgerlake sql --lake lake', 'ledgerlake sql --lake lake < report.sql'))
    .action(sql);
}

async function sql({ lake: dir, memory, vertical = false }: SqlFlags): Promise<void> {
  const signal = interruptSignal({ reads: true });
  const isTerminal = process.stdin.isTTY && process.stdout.isTTY;
  const { prompt } = await import('../prompt.ts');
  await withLake(dir, { readOnly: true, memory }, async (lake) => {
    const history: string[] = [];
    const read = { input: process.stdin, run: runner(lake, vertical, history), onError: sayError, signal };
    await (isTerminal ? promptOnTerminal(lake, { ...read, history }) : prompt(read));
  });
}

async function promptOnTerminal(lake: LakeHandle, read: PromptOptions & { history: string[] }): Promise<void> {
  const { history } = read;
  const path = historyPath();
  const sayNoHistory = (error: unknown): string[] => {
    say(`what is typed is not kept: ${path}: ${systemReason(error) ?? String(error)}`);
    return [];
  };
  history.push(...(await readHistory(path).catch(sayNoHistory)));
  say(`Lake ${lake.lake.path}. A semicolon ends a query; help lists the commands.`);
  for (const line of await unknownIn(lake)) say(line);
  try {
    const complete = (text: string, statement: string) => completeTyped(lake, text, statement);
    const { prompt } = await import('../prompt.ts');
    await prompt({ ...read, terminal: process.stdout, complete });
  } finally {
    await writeHistory(path, history).catch(sayNoHistory);
  }
}

/** Says which entries a lake does not know. */
async function unknownIn({ lake }: LakeHandle): Promise<string[]> {
  const run = (await lake.snapshot()).coverage.at(-1);
  if (!run || run.fullFrom !== undefined) return [];
  const { first, last } = run;
  return [
    `Entries that ledgers ${first}-${last} did not change are unknown (meta.coverage): totals over entries are null.`,
  ];
}

function sayError(error: unknown): void {
  say(errorText(error));
}

/** The commands of the prompt: what follows each, and what it does. */
const COMMANDS: Record<string, { follows?: string; about: string }> = {
  '.tables': {
    follows: 'PATTERN',
    about: 'list relations whose names match; * matches any text; default: all',
  },
  '.schema': { follows: 'NAME', about: 'describe a relation: columns, types, units and meanings' },
  '.format': { follows: 'FORMAT', about: `print results as ${FORMATS.join(', ')}; without a format as table` },
  '.output': { follows: 'FILE', about: 'write the next result to a file, in the format of its name' },
  '.vertical': { about: 'switch between one column per line and tables' },
  '.timer': { about: 'switch the time of each statement on or off' },
  '.history': {
    follows: 'WORD',
    about: 'list earlier statements with the word; Up after its first letters recalls one',
  },
  '.help': { about: 'print this list; also help' },
  '.exit': { about: 'leave the prompt; also exit, quit and Ctrl-D' },
};

function helpText(): string {
  const rows = Object.entries(COMMANDS).map(([name, { follows = '', about }]) => [`${name} ${follows}`.trim(), about]);
  const heads = [
    ['SELECT …;', 'print the result of a query; a semicolon ends it, on any line'],
    ['describe NAME;', 'the same as .schema NAME'],
  ];
  return alignedTable([{ name: 'command' }, { name: 'what it does' }], [...heads, ...rows], outputWidth());
}

/** State of the prompt. */
interface PromptState extends Pick<PrintOptions, 'vertical' | 'output'> {
  format?: (typeof FORMATS)[number];
  timer?: boolean;
}

function runner(lake: LakeHandle, vertical: boolean, history: readonly string[]) {
  const state: PromptState = { vertical };
  return async (statement: string, signal: AbortSignal): Promise<boolean> => {
    // eslint-disable-next-line local/linear-expressions -- the user of the prompt types it
    const [, command, rest] = /^(\.\w*|exit|quit|help)\s*(.*?)\s*;?$/i.exec(statement) ?? [];
    if (command !== undefined)
      return runCommand(command.toLowerCase().replace(/^\.?quit$/, '.exit'), rest, state, history);
    const began = performance.now();
    await runQuery(lake, statement, state, signal);
    if (state.timer) say(`${countText(performance.now() - began)} ms`);
    return true;
  };
}

async function runCommand(
  typed: string,
  rest: string,
  state: PromptState,
  history: readonly string[],
): Promise<boolean> {
  const command = typed.startsWith('.') ? typed : `.${typed}`;
  const names = Object.keys(COMMANDS);
  switch (command) {
    case '.exit':
      return false;
    case '.help':
      await print(helpText());
      return true;
    case '.vertical':
      state.vertical = !state.vertical;
      return true;
    case '.timer':
      state.timer = !state.timer;
      say(`timer ${state.timer ? 'on' : 'off'}`);
      return true;
    case '.format':
      state.format = rest === '' ? undefined : chooseFormat(FORMATS, { format: rest });
      return true;
    case '.output':
      state.output = rest === '' ? undefined : rest;
      await checkFree(state.output, {});
      return true;
    case '.tables':
      await print(tablesText(await knownRelations(), rest));
      return true;
    case '.schema':
      await print(schemaText(await knownRelations(), rest));
      return true;
    case '.history':
      await print(
        history
          .filter((line) => line.toLowerCase().includes(rest.toLowerCase()))
          .reverse()
          .map((line) => `${line}\n`)
          .join(''),
      );
      return true;
  }
  throw new UsageError(`no command ${command}${suggestion(command, names)}; .help lists them`);
}

async function runQuery({ lake }: LakeHandle, sql: string, state: PromptState, signal: AbortSignal): Promise<void> {
  const { output, vertical } = state;
  const format = output === undefined ? (state.format ?? 'table') : (chooseFormat(FORMATS, { output }) ?? 'table');
  // One result goes to a file, the next are printed again.
  state.output = undefined;
  if (format === 'table') return printResult(lake, sql, { signal, vertical, output, isPrompt: true });
  const { writeQuery } = await import('../../index.ts');
  const rows = await withOutput(output, {}, (stream) => writeQuery(lake, sql, { format, output: stream, signal }));
  if (output !== undefined) say(`${plural(rows, 'row')} written to ${output}`);
}

/** Returns what completes a statement or a command of the prompt. */
async function completeTyped({ lake }: LakeHandle, text: string, statement: string): Promise<Completion> {
  const [, command, begun] = /^(\.\w+\s+|help\s+)?(\S*)$/.exec(text) ?? [];
  if (text.startsWith('.') && begun !== undefined) {
    const words = command === undefined ? Object.keys(COMMANDS) : await wordsAfter(command.trim());
    return { words: words.filter((word) => word.startsWith(begun)), typed: begun.length };
  }
  const qualified = /\.\w*$/.test(text) ? completeQualified(await knownRelations(), text, statement) : undefined;
  return qualified ?? (await import('../../index.ts')).completeSql(lake, text);
}

async function wordsAfter(command: string): Promise<readonly string[]> {
  if (command === '.format') return FORMATS;
  return command === '.schema' || command === '.tables' ? (await knownRelations()).map(sqlName) : [];
}
