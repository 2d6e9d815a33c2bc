/** `ledgerlake simulate`: ledgers of a network that there is not, as a store. */
import { Option, type Command } from 'commander';
import { simulateStore, UsageError, type SimulationOptions } from '../light.ts';
import { examples } from './help.ts';
import { print, printJson } from './output.ts';
import { plural, size } from './text.ts';

interface SimulateFlags {
  out: string;
  ledgers: number;
  seed: string;
  txPerLedger: number;
  mix?: SimulationOptions['mix'];
  start?: number;
  interval?: number;
  protocol?: number;
  passphrase: string;
  asPublicNetwork?: boolean;
  archive?: string;
  json?: boolean;
}

export function define(command: Command): void {
  command
    .description(
      'Closes ledgers of a simulated network and writes them as a store (SEP-54), one ledger a file. The same options give the same ' +
        'bytes; what the folder has already is left as it is, and other ledgers in it are refused.',
    )
    .requiredOption('--out <dir>', 'folder of the store; made when there is none')
    .requiredOption('--ledgers <n>', 'how many ledgers', parseCount('--ledgers'))
    .option('--seed <text>', 'what everything follows from', 'ledgerlake')
    .option('--tx-per-ledger <n>', 'transactions of a ledger, on average', parseCount('--tx-per-ledger'), 20)
    .addOption(new Option('--mix <kind>', 'what people do; default: payments').choices(['payments', 'dex', 'soroban', 'mixed']))
    .option('--start <ledger>', 'number of the first ledger; default: 2', parseCount('--start'))
    .option('--interval <seconds>', 'from ledger to ledger; default: 5', parseCount('--interval'))
    .option('--protocol <version>', '26, or an older one from 20 on; default: 26', parseCount('--protocol'))
    .option('--passphrase <text>', 'of the network', 'Ledgerlake Simulated Network')
    .option('--as-public-network', 'allow the passphrase of a public network')
    .option('--archive <dir>', 'write its history archive here, a checkpoint for every 64 ledgers')
    .option('--json', 'print the report as one JSON object')
    .addHelpText(
      'after',
      examples(
        'ledgerlake simulate --out simulated --ledgers 1000',
        'ledgerlake simulate --out simulated --ledgers 128 --seed other --archive archive',
        'ledgerlake ingest simulated --lake lake',
      ),
    )
    .action(simulate);
}

async function simulate({ out, txPerLedger, start, json, ...options }: SimulateFlags): Promise<void> {
  const written = await simulateStore(out, { ...options, transactionsPerLedger: txPerLedger, startLedger: start });
  if (json) return printJson(written);
  await print(
    `wrote ${plural(written.ledgers, 'ledger')} to ${out}: ${plural(written.files, 'file')}, ${size(written.bytes)}\n`,
  );
}

function parseCount(option: string): (text: string) => number {
  return (text) => {
    if (/^[1-9][0-9]{0,9}$/.test(text)) return Number(text);
    throw new UsageError(`${option} is "${text}", expected a whole number above zero`);
  };
}
