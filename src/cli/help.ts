/** What the helps of commands have in common. */

/** Returns the part of a help that shows how a command is used. */
export function examples(...lines: string[]): string {
  return `\nExamples:\n${lines.map((line) => `  $ ${line}\n`).join('')}`;
}
