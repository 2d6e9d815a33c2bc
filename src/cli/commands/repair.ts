/** `ledgerlake repair`: a new snapshot from manifests and Parquet files, and lost ledgers from a store. */
import type { Command } from 'commander';
import type { Store } from '../../index.ts';
import { examples } from '../help.ts';
import { interruptSignal } from '../interrupt.ts';
import { addStoreOptions, lakeOption, parseWorkers, storeOptions, type StoreFlags } from '../options.ts';
import { print, say } from '../output.ts';
import { plural } from '../text.ts';

interface RepairFlags extends StoreFlags {
  lake: string;
  from?: string[];
  withXdr?: boolean;
  withChanges?: boolean;
  workers?: number;
  removeUnclaimed?: boolean;
}

export function define(command: Command): void {
  command
    .description('Rebuild the snapshot of a lake from its files, and load lost ledgers again with --from.')
    .addOption(lakeOption('folder of the lake'))
    .option('--from <store...>', 'load lost ledgers again from this store, named as for ingest')
    .option(
      '--with-xdr',
      'with --from: fill the columns that hold whole XDR; default: on if the first transaction of the lake has XDR',
    )
    .option('--with-changes', 'with --from: fill transaction_changes; default: on if the lake has such rows')
    .option('--workers <n>', 'with --from: decoder threads; default: one per core', parseWorkers)
    .option('--remove-unclaimed', 'remove files of incomplete segments and of interrupted attach runs');
  addStoreOptions(command)
    .addHelpText('after', examples('ledgerlake repair --lake lake', 'ledgerlake repair --lake lake --from data/sample'))
    .action(repair);
}

async function repair(options: RepairFlags): Promise<void> {
  const signal = interruptSignal();
  const { openStore } = await import('../../index.ts');
  const { lake, from, config } = options;
  const store = from || config !== undefined ? await openStore(from ?? [], storeOptions(options)) : undefined;
  try {
    await report(lake, options, store, signal);
  } finally {
    store?.close?.();
  }
}

async function report(lake: string, flags: RepairFlags, store: Store | undefined, signal: AbortSignal): Promise<void> {
  const { rebuiltText, repairLake } = await import('../../index.ts');
  const { withXdr, withChanges, workers, removeUnclaimed } = flags;
  const asked = { withXdr, withChanges, workers, removeUnclaimed, onTrouble: say };
  const found = await repairLake(lake, { ...asked, signal, ...(store && { from: store }) });
  const { segments, ledgers, files, rows, lost, unclaimed, notes, rebuilt } = found;
  if (lost.length > 0 || rebuilt.some(({ differing }) => differing.length > 0)) process.exitCode = 1;
  for (const one of rebuilt) say(`loaded again: ${rebuiltText(one)}`);
  for (const { first, last, problems } of lost) {
    const why = problems.map(({ where, check, found, expected }) => {
      return `${where}: ${check} is ${found}, expected ${expected}`;
    });
    const how = store ? `are not in ${store.name}` : 'have to be loaded again';
    say(`lost: ledgers ${first}-${last} ${how}: ${why.join('; ')}`);
  }
  if (lost.length > 0 && !store) say(`ledgerlake repair --lake ${lake} --from STORE loads them again`);
  if (unclaimed.length > 0) {
    const what = removeUnclaimed ? 'removed' : 'left as they are (--remove-unclaimed removes them)';
    say(`${plural(unclaimed.length, 'Parquet file')} of no whole segment, ${what}: ${unclaimed.join(', ')}`);
  }
  for (const note of notes) say(`note: ${note}`);
  await print(
    `repaired: ${plural(ledgers, 'ledger')}, ${plural(segments, 'segment')}, ${plural(files, 'file')}, ${plural(rows, 'row')} of tables and materialised relations\n`,
  );
}
