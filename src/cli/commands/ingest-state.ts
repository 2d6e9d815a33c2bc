/** `ledgerlake ingest-state`: the state at a checkpoint of a history archive into a lake. */
import type { Command } from 'commander';
import { workInBackground } from '../background.ts';
import { examples } from '../help.ts';
import { interruptSignal } from '../interrupt.ts';
import { withNewLake } from '../lake.ts';
import { addStoreOptions, parseLedger, storeOptions, type StoreFlags, lakeOption } from '../options.ts';
import { print, printJson } from '../output.ts';
import { countText, plural, size } from '../text.ts';

interface StateFlags extends StoreFlags {
  lake: string;
  checkpoint?: number;
  network?: string;
  json?: boolean;
}

export function define(command: Command): void {
  command
    .description(
      'Load all ledger entries at a checkpoint of a history archive. Bucket and header hashes are verified. From that ledger on, current-state relations cover every entry.',
    )
    .argument(
      '[archive]',
      'folder or address of the archive, which has .well-known, history and bucket; or a flat folder of its files',
    )
    .addOption(lakeOption('folder of the lake; created if missing'))
    .option('--checkpoint <ledger>', 'ledger of the checkpoint: 63, 127, 191, …; default: the newest', parseLedger)
    .option('--network <name>', 'pubnet, testnet, local or a passphrase; default: from the lake or the archive')
    .option('--json', 'print the report as one JSON object');
  addStoreOptions(command).addHelpText(
    'after',
    examples(
      'ledgerlake ingest-state archive --checkpoint 127 --lake lake',
      'ledgerlake ingest-state https://history.stellar.org/prd/core-live/core_live_001 --checkpoint 62999999 --lake lake',
    ),
  );
  command.action(ingest);
}

async function ingest(archive: string | undefined, flags: StateFlags): Promise<void> {
  const { lake: dir, checkpoint, json = false } = flags;
  const signal = interruptSignal();
  workInBackground();
  const { ingestState, networkOfArchive, openStore } = await import('../../index.ts');
  const store = await openStore(archive === undefined ? [] : [archive], storeOptions(flags));
  try {
    const network = flags.network ?? (await networkOfArchive(store, checkpoint));
    const report = await withNewLake(dir, { network }, ({ lake }) => ingestState(lake, store, { checkpoint, signal }));
    const { ledger, entries, rows, bytes } = report;
    await (json
      ? printJson(report)
      : print(
          `baseline state of ledger ${ledger}: ${countText(entries)} entries, ${plural(rows, 'row')}, ${size(bytes)}\n`,
        ));
  } finally {
    store.close?.();
  }
}
