/** What a shell can complete: the commands with their options, read from their definitions. */
import { Command, type Option } from 'commander';
import { addCommonOptions, type CommandEntry } from './command-table.ts';

/** What may follow an option: words, folders, files, or what no shell knows. */
export type OptionValues = { words: readonly string[] } | 'folders' | 'files' | 'unknown';

/** An option as shells complete it. */
export interface OptionWords {
  /** `--format`, and `-f` where there is one. */
  names: readonly string[];
  description: string;
  /** Undefined of an option that takes no value. */
  values?: OptionValues;
}

/** A command, or a command of a command. */
export interface CommandWords {
  /** The words that call it, such as `pipeline run`. */
  path: string;
  summary: string;
  options: readonly OptionWords[];
  /** The commands below it, by their last words, or what its argument may be. */
  inner: readonly { name: string; summary: string }[];
}

/** Returns what each command completes, the program first. */
export async function completionWords(all: readonly CommandEntry[]): Promise<CommandWords[]> {
  const found: CommandWords[] = [];
  for (const { name, alias, summary, load } of all) {
    const command = new Command(name).description(summary);
    (await load()).define(command, all);
    addCommonOptions(command);
    for (const word of [name, ...(alias === undefined ? [] : [alias])]) {
      const inner = command.commands.map((one) => wordsOf(one, `${word} ${one.name()}`, one.description()));
      found.push(wordsOf(command, word, summary), ...inner);
    }
  }
  const names = all.flatMap(({ name, alias, summary }) =>
    [name, ...(alias === undefined ? [] : [alias])].map((word) => ({ name: word, summary })),
  );
  const help = { name: 'help', summary: 'print the help of a command' };
  return [
    { path: '', summary: '', options: [HELP, VERSION], inner: [...names, help] },
    { path: 'help', summary: help.summary, options: [], inner: names },
    ...found,
  ];
}

const HELP: OptionWords = { names: ['--help', '-h'], description: 'print the help' };
const VERSION: OptionWords = { names: ['--version', '-V'], description: 'print the version' };

function wordsOf(command: Command, path: string, summary: string): CommandWords {
  const options = command.options.filter(({ hidden }) => !hidden).map(optionOf);
  const inner = command.commands.map((one) => ({ name: one.name(), summary: one.description() }));
  for (const { argChoices = [], description } of command.registeredArguments) {
    inner.push(...argChoices.map((name) => ({ name, summary: description })));
  }
  return { path, summary, options: [...options, HELP], inner };
}

function optionOf(option: Option): OptionWords {
  const { long, short, description, required, optional } = option;
  const names = [long, short].filter((name) => typeof name === 'string');
  return { names, description, ...((required || optional) && { values: valuesOf(option) }) };
}

/** Descriptions list the words that an option takes: "one of table, json; default: …". */
const ONE_OF = /^one of ([\w-]+(?:, [\w-]+)+)/;

function valuesOf({ argChoices, description, flags }: Option): OptionValues {
  if (argChoices) return { words: argChoices };
  const [, listed] = ONE_OF.exec(description) ?? [];
  if (listed !== undefined) return { words: listed.split(', ') };
  if (/<(dir|folder|lake)[.>]/.test(flags)) return 'folders';
  return /<(file|path|store|config)[.>]/.test(flags) ? 'files' : 'unknown';
}
