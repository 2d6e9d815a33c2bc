/** `ledgerlake ingest`: ledger files into a lake. */
import type { Command } from 'commander';
import { parseShard, startWorkers, UsageError } from '../light.ts';
import { workInBackground } from './background.ts';
import { addCostOptions } from './cost.ts';
import { examples } from './help.ts';
import type { IngestOptions } from './ingest-options.ts';
import { interruptSignal } from './interrupt.ts';
import { addReadOptions, addStoreOptions, parseAnchor, parseSize, parseWorkers, STORE_ARGUMENT } from './options.ts';

export function define(command: Command): void {
  command
    .argument(
      '[store...]',
      `${STORE_ARGUMENT}; or several folders and files, whose ledgers are loaded together; none with --config`,
    )
    .requiredOption('--lake <dir>', 'folder of the lake; made when there is none');
  addReadOptions(command)
    .option('--with-changes', 'fill the table transaction_changes, which is large')
    .option('--no-silver', 'write bronze only; ledgerlake refresh brings up the rest')
    .option('--no-compact', 'leave small segments as they are; ledgerlake compact merges them')
    .option('--anchor <seq:hash>', 'a ledger hash that you trust, to compare with', parseAnchor)
    .option('--workers <n>', 'threads that decode; default: one for each core', parseWorkers)
    .option('--follow', 'go on with what the store gets, until Ctrl-C or the end of --range')
    .option(
      '--shard <I/N>',
      'only the I-th of N parts of --range; auto asks Slurm, Kubernetes, AWS or Google Batch',
      (text) => parseShard(text, process.env),
    )
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
  if (options.indexOnly) return (await import('./index-only.ts')).indexOnly(sources, options, signal);
  if (options.follow && !options.dry) {
    const { follow } = await import('./follow.ts');
    return follow(sources, options, signal);
  }
  if (options.dry) return (await import('./load.ts')).dryRun(sources, options, signal);
  // A worker takes longer to start than the lake to open: it begins before all else is imported.
  const pool = await startWorkers(options.workers);
  try {
    const { load } = await import('./load.ts');
    await load(sources, options, { signal, pool });
  } finally {
    await pool.close();
  }
}
