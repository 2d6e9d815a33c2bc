/** One run of the command line: argv in, exit code out. */
import { CommanderError, type Command } from 'commander';
import { exitCode, LedgerlakeError, UsageError } from '../errors.ts';
import { Interrupted } from './interrupt.ts';
import { createProgram } from './program.ts';

/** Runs the command that the words name, and returns its exit code: 0 good, 1 failed, 2 wrong usage, 130 stopped by Ctrl-C. */
export async function run(words: readonly string[]): Promise<number> {
  // A reader such as `head` may leave early; what was written until then is all that it wanted.
  process.stdout.on('error', () => undefined);
  const program = await createProgram(words);
  try {
    await program.parseAsync(words, { from: 'user' });
    return Number(process.exitCode ?? 0);
  } catch (error) {
    return report(error, chosen(program, words), words.includes('--debug'));
  }
}

function chosen(program: Command, words: readonly string[]): Command {
  const name = words.find((word) => !word.startsWith('-'));
  return program.commands.find((command) => command.name() === name) ?? program;
}

function report(error: unknown, command: Command, debug: boolean): number {
  if (error instanceof CommanderError) return reportUsage(error, command);
  if (isClosedPipe(error)) return 0;
  if (error instanceof Interrupted) {
    process.stderr.write(`${error.message}\n`);
    return 130;
  }
  process.stderr.write(`${textOf(error, debug)}\n`);
  if (error instanceof UsageError) writeUsage(command);
  return exitCode(error);
}

function reportUsage({ code, message, exitCode }: CommanderError, command: Command): number {
  if (exitCode === 0) return 0;
  if (code !== 'commander.help') {
    process.stderr.write(`${message}\n`);
    writeUsage(command);
  }
  return 2;
}

function writeUsage(command: Command): void {
  const names = command.parent ? `${command.parent.name()} ${command.name()}` : command.name();
  process.stderr.write(`\nusage: ${names} ${command.usage()}\n"${names} --help" says more, with examples.\n`);
}

function textOf(error: unknown, debug: boolean): string {
  const text = error instanceof Error ? error.message : String(error);
  if (debug && error instanceof Error) return `error: ${withCauses(error)}`;
  if (error instanceof LedgerlakeError || isOfSystem(error)) return `error: ${text}`;
  return `internal error: ${text}\nThis is a fault of ledgerlake; with --debug it says where.`;
}

function withCauses(error: Error): string {
  const stack = error.stack ?? error.message;
  return error.cause instanceof Error ? `${stack}\ncaused by ${withCauses(error.cause)}` : stack;
}

/** Node's errors of files, memory and the like name the call that failed. */
function isOfSystem(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}

function isClosedPipe(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EPIPE';
}
