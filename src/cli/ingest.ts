/** `ledgerlake ingest`: ledger files into a lake. */
import type { Command } from 'commander';
import { addCostOptions, type CostFlags } from './cost.ts';
import { interruptSignal } from './interrupt.ts';
import {
  addReadOptions,
  addStoreOptions,
  parseAnchor,
  parseSize,
  parseWorkers,
  STORE_ARGUMENT,
  type Anchor,
  type ReadOptions,
  type StoreFlags,
} from './options.ts';
import { examples } from './program.ts';

/** What the command line says of a load. */
export interface IngestOptions extends ReadOptions, StoreFlags, CostFlags {
  lake: string;
  workers?: number;
  withChanges?: boolean;
  anchor?: Anchor;
  follow?: boolean;
  dry?: boolean;
  json?: boolean;
  indexOnly?: boolean;
}

export function define(command: Command): void {
  command
    .argument('[store...]', `${STORE_ARGUMENT}; none with --config`)
    .requiredOption('--lake <dir>', 'folder of the lake; made when there is none');
  addReadOptions(command)
    .option('--with-changes', 'fill the table transaction_changes, which is large')
    .option('--anchor <seq:hash>', 'a ledger hash that you trust, to compare with', parseAnchor)
    .option('--workers <n>', 'threads that decode; default: one for each core', parseWorkers)
    .option('--follow', 'go on with what the store gets, until Ctrl-C or the end of --range')
    .option('--index-only', 'make ledgers findable for JSON-RPC, by hash and by event, and load no tables')
    .option('--dry', 'print what would be loaded, and load nothing')
    .option('--json', 'print the report as one JSON object, and no progress');
  addCostOptions(command);
  addStoreOptions(command)
    .optionsGroup('Stores behind a network:')
    .option('--cache <dir>', 'keep the objects that are read, and read those that are kept')
    .option('--cache-size <size>', 'what the cache may hold; default 10GB', parseSize('--cache-size'))
    .addHelpText(
      'after',
      examples(
        'ledgerlake ingest data/sample --lake lake',
        'ledgerlake ingest /data/pubnet --lake lake --range 50M:+1000 --workers 4',
        'ledgerlake ingest pubnet@aws --lake lake --range 58M:+1000',
        'ledgerlake ingest /data/testnet --lake lake --range 1M: --follow',
        'ledgerlake ingest FCD285FF--53312000.xdr.zst --lake lake --network pubnet --json',
      ),
    )
    .action(ingest);
}

async function ingest(sources: string[], options: IngestOptions): Promise<void> {
  const signal = interruptSignal();
  if (options.indexOnly) return (await import('./index-only.ts')).indexOnly(sources, options, signal);
  if (options.follow && !options.dry) {
    const { follow } = await import('./follow.ts');
    return follow(sources, options, signal);
  }
  const { dryRun, load } = await import('./load.ts');
  await (options.dry ? dryRun(sources, options, signal) : load(sources, options, signal));
}
