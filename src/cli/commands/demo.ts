/** `ledgerlake demo`: what a lake can tell, shown on the sample or on a lake that there is. */
import type { Command } from 'commander';
import type { DemoFlags } from '../demo/show.ts';
import { examples } from '../help.ts';
import { FORCE } from '../output.ts';

export function define(command: Command): void {
  command
    .description(
      'Load the sample ledgers into a new lake, check them, answer five questions and write an HTML report. Works offline.',
    )
    .option('--lake <dir>', 'use this lake, and load nothing')
    .option('--report <file>', 'path of the report; default: in a new temporary folder')
    .option('--force', FORCE)
    .addHelpText('after', examples('ledgerlake demo', 'ledgerlake demo --lake lake --report lake.html'))
    .action(async (flags: DemoFlags) => (await import('../demo/show.ts')).showDemo(flags));
}
