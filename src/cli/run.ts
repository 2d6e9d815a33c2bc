/** One run of the command line: argv in, exit code out. */
import { CommanderError, type Command } from 'commander';
import { exitCode, UsageError } from '../core/errors.ts';
import { errorText } from './error-text.ts';
import { Interrupted } from './interrupt.ts';
import { watchOutput, written } from './output.ts';
import { commands, createProgram } from './program.ts';

/** Runs a command, and returns its exit code: 0 success, 1 failure, 2 wrong usage, 130 interrupted. */
export async function run(typed: readonly string[]): Promise<number> {
  const words = withoutAlias(typed.map(apartFromOptions));
  watchOutput();
  // A terminal that was closed takes no words.
  process.stderr.on('error', () => undefined);
  const program = await createProgram(words);
  try {
    await program.parseAsync(unknownCommand(program, words) ?? words, { from: 'user' });
    await written();
    return Number(process.exitCode ?? 0);
  } catch (error) {
    const command = chosen(program, words);
    const shown = isShown(error) ? await written().catch((failed: unknown) => failed) : undefined;
    return report(shown ?? (await mistypedOption(error, { program, command, words })) ?? error, command, words);
  }
}

/** Whether it says that a help or the version was printed. */
function isShown(error: unknown): error is CommanderError {
  return error instanceof CommanderError && error.exitCode === 0;
}

/** SQL may begin with a comment, which no option looks like but to the parser of options. */
function apartFromOptions(word: string): string {
  return /^--\s/.test(word) ? `\n${word}` : word;
}

/** Returns the words with the name of a command in the place of its alias. */
function withoutAlias(words: readonly string[]): string[] {
  const at = words.findIndex((word) => !word.startsWith('-') && word !== 'help');
  const known = commands.find(({ alias }) => alias !== undefined && alias === words[at]);
  return known ? words.with(at, known.name) : [...words];
}

/** Returns a word in the place of a command that is none; beside --help, or after help, nothing would say so. */
function unknownCommand(program: Command, words: readonly string[]): [string] | undefined {
  const [first, second] = words.filter((word) => !word.startsWith('-'));
  if (/^--(?!help|version|debug)/.test(words[0] ?? '')) return undefined;
  const name = first === 'help' ? second : first;
  return name === undefined || program.commands.some((command) => command.name() === name) ? undefined : [name];
}

interface Parsed {
  program: Command;
  command: Command;
  words: readonly string[];
}

/** Returns the error for a word that is no option, where an option is missing: the one may be the other, mistyped. */
async function mistypedOption(error: unknown, { program, command, words }: Parsed): Promise<unknown> {
  if (!isUsage(error, MISSING)) return undefined;
  for (const option of command.options) option.mandatory = false;
  command.action(() => undefined);
  try {
    await program.parseAsync(words, { from: 'user' });
  } catch (found) {
    if (isUsage(found, 'commander.unknownOption')) return found;
  }
  return undefined;
}

function isUsage(error: unknown, code: string): boolean {
  return error instanceof CommanderError && error.code === code;
}

function chosen(program: Command, words: readonly string[]): Command {
  let command = program;
  for (const word of words.filter((word) => !word.startsWith('-'))) {
    const named = command.commands.find((inner) => inner.name() === word);
    if (!named) break;
    command = named;
  }
  return command;
}

function report(error: unknown, command: Command, words: readonly string[]): number {
  if (error instanceof CommanderError) return reportUsage(error, command, words);
  // A reader that left early wanted no more; what was found until then is not changed by it.
  if (isClosedPipe(error)) return Number(process.exitCode ?? 0);
  process.stderr.write(`${errorText(error, { debug: words.includes('--debug') })}\n`);
  if (error instanceof UsageError) writeUsage(command);
  return error instanceof Interrupted ? 130 : exitCode(error);
}

const EXCESS = 'commander.excessArguments';
const EARLY = '\n(Options follow the command: ledgerlake COMMAND --option)';
const MISSING = 'commander.missingMandatoryOptionValue';

function reportUsage(error: CommanderError, command: Command, words: readonly string[]): number {
  if (isShown(error)) return 0;
  const { code, message } = error;
  if (code !== 'commander.help') {
    const isEarly = code === 'commander.unknownOption' && words[0]?.startsWith('-');
    const hint = code === EXCESS ? misplaced(command) : isEarly ? EARLY : '';
    process.stderr.write(`${message}${hint}\n`);
    writeUsage(command);
  }
  return 2;
}

/** A command that takes no arguments got the value of its option as one. */
function misplaced({ args, options, registeredArguments }: Command): string {
  const hasLake = options.some(({ long }) => long === '--lake');
  return hasLake && args.length === 1 && registeredArguments.length === 0 ? `\n(Did you mean --lake ${args[0]}?)` : '';
}

function writeUsage(command: Command): void {
  const names = namesOf(command);
  process.stderr.write(`\nusage: ${names} ${command.usage()}\n"${names} --help" says more.\n`);
}

function namesOf(command: Command): string {
  return command.parent ? `${namesOf(command.parent)} ${command.name()}` : command.name();
}

function isClosedPipe(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EPIPE';
}
