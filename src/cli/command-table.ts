/** What a line of the table of commands is. */
import type { Command } from 'commander';

/** A command; its file is imported only when the command line names it. */
export interface CommandEntry {
  name: string;
  /** Another name that people may type. */
  alias?: string;
  summary: string;
  load: () => Promise<CommandFile>;
}

/** A command's file: it declares arguments, options and examples, and runs. `all` is the whole table. */
export interface CommandFile {
  define(command: Command, all: readonly CommandEntry[]): void;
}

/** Adds the options that every command has. */
export function addCommonOptions(command: Command): void {
  for (const each of [command, ...command.commands]) {
    each.optionsGroup('Options:').option('--debug', 'print the stack of an error');
  }
}
