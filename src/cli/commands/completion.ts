/** `ledgerlake completion`: what makes a shell complete commands and options. */
import { Argument, type Command } from 'commander';
import type { CommandEntry } from '../command-table.ts';
import { shells } from '../completion-scripts.ts';
import { completionWords } from '../completion-words.ts';
import { examples } from '../help.ts';
import { print } from '../output.ts';

export function define(command: Command, all: readonly CommandEntry[]): void {
  command
    .description('Print a script that completes commands, options and their values in a shell.')
    .addArgument(new Argument('<shell>', 'the shell').choices(Object.keys(shells)))
    .addHelpText(
      'after',
      examples(
        'ledgerlake completion bash >> ~/.bashrc',
        'ledgerlake completion zsh > ~/.zfunc/_ledgerlake',
        'ledgerlake completion fish > ~/.config/fish/completions/ledgerlake.fish',
      ),
    )
    .action(async (shell: string) => print(shells[shell]?.(await completionWords(all)) ?? ''));
}
