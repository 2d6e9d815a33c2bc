/** `ledgerlake export`: the rows of tables straight from ledger files, with no lake kept. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import { costOfPlan, type Cost } from '../datastore/cost.ts';
import { UsageError } from '../errors.ts';
import type { Omission } from '../index.ts';
import { addCostOptions, agreeToCost, type CostFlags } from './cost.ts';
import { interruptSignal } from './interrupt.ts';
import {
  addReadOptions,
  addStoreOptions,
  STORE_ARGUMENT,
  storeOptions,
  type ReadOptions,
  type StoreFlags,
} from './options.ts';
import { checkNotTerminal, chooseFormat, say, withOutput } from './output.ts';
import { examples } from './program.ts';
import { gapsLine, omissionLine } from './text.ts';

const FORMATS = ['ndjson', 'csv', 'parquet', 'arrow'] as const;

interface ExportOptions extends ReadOptions, StoreFlags, CostFlags {
  table: string[];
  format?: string;
  output?: string;
}

export function define(command: Command): void {
  command
    .description('Prints the rows of tables straight from ledger files, with no lake kept.')
    .argument('[store...]', `${STORE_ARGUMENT}; none with --config`)
    .requiredOption('--table <name...>', 'the tables; "ledgerlake tables" lists them');
  addReadOptions(command)
    .option('--format <format>', `one of ${FORMATS.join(', ')}; default: what the name of the output says, or ndjson`)
    .option('--output <path>', 'write to a file; for several tables a folder, with one file each');
  addCostOptions(command);
  addStoreOptions(command)
    .addHelpText(
      'after',
      examples(
        'ledgerlake export data/sample --table history_ledgers --format csv',
        'ledgerlake export data/sample --range 10:20 --table history_transactions --output transactions.parquet',
        'ledgerlake export data/sample --table accounts trust_lines --format parquet --output state',
      ),
    )
    .action(exportTables);
}

async function exportTables(sources: string[], options: ExportOptions): Promise<void> {
  const { table: tables, network: asked, range, allowGaps, skipUndecodable, verify, withXdr } = options;
  const signal = interruptSignal();
  const { format, folder, file } = destination(options);
  const { exportTable, openStore } = await import('../index.ts');
  const { planLoad } = await import('../workers/load.ts');
  const { settleNetwork } = await import('./network.ts');
  const store = await openStore(sources, storeOptions(options));
  const passphrase = await settleNetwork(store, { asked });
  const { plan } = await planLoad(undefined, store, { range, allowGaps, signal });
  if (plan.gaps.length > 0) say(gapsLine(plan.gaps));
  // Each table is a pass of its own over the store.
  await agreeToCost(times(tables.length, costOfPlan(store, plan, options)), options);
  if (folder !== undefined) await mkdir(folder, { recursive: true });
  const said = new Set<string>();
  const onOmitted = (omission: Omission) => {
    const line = omissionLine(omission);
    if (!said.has(line)) say(line);
    said.add(line);
  };
  for (const table of tables) {
    const path = folder === undefined ? file : join(folder, `${table}.${format}`);
    await withOutput(path, (output) => {
      const read = { passphrase, range, allowGaps, withXdr, verify, signal, ...(skipUndecodable && { onOmitted }) };
      return exportTable(store, { table, ...read, format, output });
    });
  }
}

function times(passes: number, { objects, bytes, pricePerGb, usd }: Cost): Cost {
  return { objects: objects * passes, bytes: bytes * passes, pricePerGb, usd: usd * passes };
}

/** Several tables go to a folder, one to a file or to standard output. */
function destination({ table: tables, format: asked, output }: ExportOptions) {
  if (tables.length === 1) {
    const format = chooseFormat(FORMATS, { format: asked, output }) ?? 'ndjson';
    checkNotTerminal(format, output);
    return { format, file: output };
  }
  if (output === undefined) throw new UsageError('several tables need --output FOLDER');
  return { format: chooseFormat(FORMATS, { format: asked }) ?? 'ndjson', folder: output };
}
