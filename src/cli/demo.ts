/** `ledgerlake demo`: what a lake can tell, shown on the sample or on a lake that there is. */
import type { Command } from 'commander';
import type { DemoFlags } from './demo/show.ts';
import { examples } from './help.ts';
import { FORCE } from './output.ts';

export function define(command: Command): void {
  command
    .description(
      'Loads the ledgers that come with ledgerlake into a new lake, checks them, answers five questions, and writes a report ' +
        'for a browser. Nothing needs a network.',
    )
    .option('--lake <dir>', 'ask this lake, and load nothing')
    .option('--report <file>', 'where the report goes; default: into a new temporary folder')
    .option('--force', FORCE)
    .addHelpText('after', examples('ledgerlake demo', 'ledgerlake demo --lake lake --report lake.html'))
    .action(async (flags: DemoFlags) => (await import('./demo/show.ts')).showDemo(flags));
}
