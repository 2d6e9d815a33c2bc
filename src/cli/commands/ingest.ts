/** `ledgerlake ingest`: ledger files into a lake. */
import type { Command } from 'commander';
import { parseShard, startWorkers, UsageError } from '../../light.ts';
import { workInBackground } from '../background.ts';
import { addCostOptions } from '../cost.ts';
import { examples } from '../help.ts';
import type { IngestOptions } from '../ingest-options.ts';
import { interruptSignal } from '../interrupt.ts';
import {
  addReadOptions,
  addScrubOptions,
  addStoreOptions,
  parseAnchor,
  parseSize,
  parseWorkers,
  STORE_ARGUMENT,
  lakeOption,
} from '../options.ts';

export function define(command: Command): void {
  command
    .description('Load ledger files into a lake, and verify their hashes.')
    .argument('[store...]', `${STORE_ARGUMENT}. Several folders or files form one store. Omit it with --config`)
    .addOption(lakeOption('folder of the lake; created if missing'));
  addReadOptions(command)
    .option('--with-changes', 'fill the large table transaction_changes')
    .option('--no-silver', 'write bronze only; ledgerlake refresh adds the rest')
    .option('--no-compact', 'keep small segments; ledgerlake compact merges them')
    .option('--iceberg', 'publish Iceberg tables with each commit from now on')
    .option('--anchor <seq:hash>', 'compare with this trusted ledger hash', parseAnchor)
    .option('--workers <n>', 'decoder threads; default: one per core', parseWorkers)
    .option(
      '--follow',
      'load new ledgers as they appear, until Ctrl-C or the end of --range; wait at a ledger that is too new to decode',
    )
    .option(
      '--shard <I/N>',
      'load part I of N of --range; auto reads I from Slurm, Kubernetes, AWS Batch or Google Batch',
      (text) => parseShard(text, process.env),
    )
    .option('--index-only', 'index hashes and events for JSON-RPC, and load no tables')
    .option('--dry', 'print what would be loaded, and load nothing')
    .option('--json', 'print the report as one JSON object, and no progress');
  addScrubOptions(command.optionsGroup('With --follow:')).optionsGroup('Options:');
  addCostOptions(command);
  addStoreOptions(command)
    .optionsGroup('Remote stores:')
    .option('--cache <dir>', 'cache objects in this folder')
    .option('--cache-size <size>', 'maximum size of the cache; default: 10GB', parseSize('--cache-size'))
    .addHelpText(
      'after',
      examples(
        'ledgerlake ingest data/sample --lake lake',
        'ledgerlake ingest /data/pubnet --lake lake --range 50M:+1000 --workers 4',
        'ledgerlake ingest /data/pubnet-2025 /data/pubnet-2026 --lake lake',
        'ledgerlake ingest pubnet@aws --lake lake --range 58M:+1000',
        'ledgerlake ingest pubnet@aws --lake lake --range -1000: --follow',
        'ledgerlake ingest /data/testnet --lake lake --range 1M: --follow',
        'ledgerlake ingest pubnet@aws --lake part-3 --range 58M:+100k --shard 3/8',
        'ledgerlake ingest FCD285FF--53312000.xdr.zst --lake lake --network pubnet --json',
      ),
    )
    .action(ingest);
}

async function ingest(sources: string[], options: IngestOptions): Promise<void> {
  const signal = interruptSignal();
  workInBackground();
  const other = options.indexOnly ? '--index-only' : '--follow';
  if (options.shard && (options.indexOnly || options.follow)) throw new UsageError(`--shard does not go with ${other}`);
  if (options.indexOnly) return (await import('../index-only.ts')).indexOnly(sources, options, signal);
  if (options.follow && !options.dry) {
    const { follow } = await import('../follow.ts');
    return follow(sources, options, signal);
  }
  if (options.dry) return (await import('../load.ts')).dryRun(sources, options, signal);
  // A worker takes longer to start than the lake to open: it begins before all else is imported.
  const pool = await startWorkers(options.workers);
  try {
    const { load } = await import('../load.ts');
    await load(sources, options, { signal, pool });
  } finally {
    await pool.close();
  }
}
