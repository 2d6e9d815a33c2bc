/** `ledgerlake export`: the rows of tables straight from ledger files, with no lake kept. */
import { join } from 'node:path';
import type { Command } from 'commander';
import type { Omission } from '../../index.ts';
import { costOfPlan, UsageError, type Cost } from '../../light.ts';
import { addCostOptions, agreeToCost, type CostFlags } from '../cost.ts';
import { examples } from '../help.ts';
import { interruptSignal } from '../interrupt.ts';
import {
  addReadOptions,
  addStoreOptions,
  STORE_ARGUMENT,
  storeOptions,
  type ReadFlags,
  type StoreFlags,
} from '../options.ts';
import { checkFree, checkNotTerminal, chooseFormat, FORCE, makeOutputFolder, say, withOutput } from '../output.ts';
import { gapsLine, omissionLine } from '../text.ts';

const FORMATS = ['ndjson', 'csv', 'parquet', 'arrow', 'arrows'] as const;

interface ExportOptions extends ReadFlags, StoreFlags, CostFlags {
  table: string[];
  format?: string;
  output?: string;
  force?: boolean;
}

export function define(command: Command): void {
  command
    .description('Print rows of tables directly from ledger files, without a lake.')
    .argument('[store...]', `${STORE_ARGUMENT}. Omit it with --config`)
    .requiredOption('--table <name...>', 'the tables; "ledgerlake tables" lists them');
  addReadOptions(command)
    .option('--format <format>', `one of ${FORMATS.join(', ')}; default: from the extension of --output, or ndjson`)
    .option('--output <path>', 'file to write; for several tables a folder with one file each')
    .option('--force', FORCE);
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
  const { table: tables, network: asked, range, allowGaps, skipUndecodable, verify } = options;
  const signal = interruptSignal();
  const { format, folder, paths } = destination(options);
  for (const path of paths) await checkFree(path, options);
  const { decodeOptions, exportTable, openStore, planLoad, tableNamed } = await import('../../index.ts');
  const { settleNetwork } = await import('../network.ts');
  const store = await openStore(sources, storeOptions(options));
  const network = await settleNetwork(store, { asked });
  const { plan } = await planLoad(undefined, store, { range, allowGaps, signal });
  if (plan.gaps.length > 0) say(gapsLine(plan.gaps));
  // Each table is a pass of its own over the store.
  await agreeToCost(times(tables.length, costOfPlan(store, plan, options)), options);
  if (folder !== undefined) await makeOutputFolder(folder);
  const said = new Set<string>();
  const onOmitted = (omission: Omission) => {
    const line = omissionLine(omission);
    if (!said.has(line)) say(line);
    said.add(line);
  };
  for (const [i, table] of tables.entries()) {
    await withOutput(paths[i], options, (output) => {
      const read = {
        ...decodeOptions(options),
        network,
        range,
        allowGaps,
        verify,
        signal,
        ...(skipUndecodable && { onOmitted }),
      };
      return exportTable(store, { table: tableNamed(table), ...read, format, output });
    });
  }
}

function times(passes: number, { objects, bytes, pricePerGb, usd }: Cost): Cost {
  return { objects: objects * passes, bytes: bytes * passes, pricePerGb, usd: usd * passes };
}

/** Several tables go to a folder, one to a file or to standard output. */
function destination({ table: tables, format: asked, output }: ExportOptions) {
  const twice = tables.find((table, i) => tables.indexOf(table) < i);
  if (twice !== undefined) throw new UsageError(`--table gives ${twice} twice`);
  if (tables.length === 1) {
    const format = chooseFormat(FORMATS, { format: asked, output }) ?? 'ndjson';
    checkNotTerminal(format, output);
    return { format, paths: [output] };
  }
  if (output === undefined) throw new UsageError('several tables need --output FOLDER');
  const format = chooseFormat(FORMATS, { format: asked }) ?? 'ndjson';
  return { format, folder: output, paths: tables.map((table) => join(output, `${table}.${format}`)) };
}
