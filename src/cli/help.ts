/** What the helps of commands have in common. */

import type { Command } from 'commander';

/** Adds examples to the help of a command. A subcommand gets the examples that run it. */
export function addExamples(command: Command, ...lines: string[]): void {
  command.addHelpText('after', examples(...lines));
  for (const one of command.commands) {
    const words = `ledgerlake ${command.name()} ${one.name()}`;
    one.addHelpText('after', examples(...lines.filter((line) => line.startsWith(words))));
  }
}

/** Returns the part of a help that shows how a command is used. */
export function examples(...lines: string[]): string {
  return `\nExamples:\n${lines.map((line) => `  $ ${line}\n`).join('')}`;
}
