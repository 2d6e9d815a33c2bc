/** `ledgerlake refresh`: kept relations and the index brought up to what is loaded. */
import type { Command } from 'commander';
import { workInBackground } from '../background.ts';
import { examples } from '../help.ts';
import { interruptSignal } from '../interrupt.ts';
import { withLake } from '../lake.ts';
import { lakeOption } from '../options.ts';
import { print, say } from '../output.ts';
import { plural } from '../text.ts';

export function define(command: Command): void {
  command
    .description(
      'Update materialised relations and the key index for segments that lack them, such as those loaded with --no-silver. Until then queries compute the same rows from bronze, more slowly.',
    )
    .addOption(lakeOption('folder of the lake'))
    .option('--relations <name...>', 'relations to update; default: all')
    .addHelpText(
      'after',
      examples(
        'ledgerlake refresh --lake lake',
        'ledgerlake refresh --lake lake --relations silver.accounts_current silver.offers_current',
      ),
    )
    .action(refresh);
}

async function refresh({ lake: dir, relations }: { lake: string; relations?: string[] }): Promise<void> {
  const signal = interruptSignal();
  workInBackground();
  const { describeLake, refreshLake } = await import('../../index.ts');
  await describeLake(dir);
  const options = { relations, signal, onTrouble: say };
  const { segments, parts, failed, indexed } = await withLake(dir, {}, ({ lake }) => refreshLake(lake, options));
  failed.forEach(({ message }) => say(message));
  if (failed.length > 0) process.exitCode = 1;
  const made = `made ${plural(parts, 'part')} of ${plural(segments, 'segment')}${failed.length > 0 ? `; ${failed.length} failed` : ''}\n`;
  const lines = [segments > 0 ? made : '', indexed > 0 ? `indexed the keys of ${plural(indexed, 'ledger')}\n` : ''];
  await print(lines.join('') || 'nothing to update\n');
}
