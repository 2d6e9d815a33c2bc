/** `ledgerlake repair`: a new snapshot from manifests and Parquet files. */
import type { Command } from 'commander';
import { lakeOption } from '../options.ts';
import { examples } from '../help.ts';
import { interruptSignal } from '../interrupt.ts';
import { print, say } from '../output.ts';
import { plural } from '../text.ts';

export function define(command: Command): void {
  command
    .description('Rebuild the snapshot of a lake from its manifests and Parquet files, and list lost ledgers.')
    .addOption(lakeOption('folder of the lake'))
    .option('--remove-unclaimed', 'remove files of incomplete segments and of interrupted attach runs')
    .addHelpText('after', examples('ledgerlake repair --lake lake'))
    .action(repair);
}

async function repair({ lake, removeUnclaimed }: { lake: string; removeUnclaimed?: boolean }): Promise<void> {
  const signal = interruptSignal();
  const { repairLake } = await import('../../index.ts');
  const { segments, ledgers, files, rows, lost, unclaimed, notes } = await repairLake(lake, {
    signal,
    removeUnclaimed,
  });
  if (lost.length > 0) process.exitCode = 1;
  for (const { first, last, problems } of lost) {
    const why = problems.map(({ where, check, found, expected }) => {
      return `${where}: ${check} is ${found}, expected ${expected}`;
    });
    say(`lost: ledgers ${first}-${last} have to be loaded again: ${why.join('; ')}`);
  }
  if (unclaimed.length > 0) {
    const what = removeUnclaimed ? 'removed' : 'left as they are (--remove-unclaimed removes them)';
    say(`${plural(unclaimed.length, 'Parquet file')} of no whole segment, ${what}: ${unclaimed.join(', ')}`);
  }
  for (const note of notes) say(`note: ${note}`);
  await print(
    `repaired: ${plural(ledgers, 'ledger')}, ${plural(segments, 'segment')}, ${plural(files, 'file')}, ${plural(rows, 'row')} of tables and materialised relations\n`,
  );
}
