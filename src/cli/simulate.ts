/** `ledgerlake simulate`: ledgers of a network that there is not, as a store. */
import { Option, type Command } from 'commander';
import { parseWait } from '../duration.ts';
import {
  simulateLive,
  simulateStore,
  UsageError,
  type SimulatedLedger,
  type SimulationOptions,
  type WrittenStore,
} from '../light.ts';
import { examples } from './help.ts';
import { interruptSignal } from './interrupt.ts';
import { print, printJson } from './output.ts';
import { plural, size } from './text.ts';

interface SimulateFlags {
  out: string;
  ledgers?: number;
  seed: string;
  txPerLedger: number;
  mix?: SimulationOptions['mix'];
  start?: number;
  interval?: number;
  protocol?: number;
  passphrase: string;
  asPublicNetwork?: boolean;
  archive?: string;
  live?: boolean;
  json?: boolean;
}

export function define(command: Command): void {
  command
    .description(
      'Closes ledgers of a simulated network and writes them as a store (SEP-54), one ledger a file. The same options give the same ' +
        'bytes; what the folder has already is left as it is, and other ledgers in it are refused.',
    )
    .requiredOption('--out <dir>', 'folder of the store; made when there is none')
    .option('--ledgers <n>', 'how many ledgers', parseCount('--ledgers'))
    .option('--live', 'close a ledger every --interval of the clock until stopped; goes on where the store ends')
    .option('--seed <text>', 'what everything follows from', 'ledgerlake')
    .option('--tx-per-ledger <n>', 'transactions of a ledger, on average', parseCount('--tx-per-ledger'), 20)
    .addOption(
      new Option('--mix <kind>', 'what people do; default: payments').choices(['payments', 'dex', 'soroban', 'mixed']),
    )
    .option('--start <ledger>', 'number of the first ledger; default: 2', parseCount('--start'))
    .option('--interval <time>', 'from ledger to ledger, as 5s; default: 5s', parseInterval)
    .option('--protocol <version>', '26, or an older one from 20 on; default: 26', parseCount('--protocol'))
    .option('--passphrase <text>', 'of the network', 'Ledgerlake Simulated Network')
    .option('--as-public-network', 'allow the passphrase of a public network')
    .option('--archive <dir>', 'write its history archive here, a checkpoint for every 64 ledgers')
    .option('--json', 'print the report as one JSON object')
    .addHelpText(
      'after',
      examples(
        'ledgerlake simulate --out simulated --ledgers 1000 --mix mixed',
        'ledgerlake simulate --out live --live --interval 2s',
        'ledgerlake simulate --out simulated --ledgers 128 --seed other --archive archive',
        'ledgerlake ingest simulated --lake lake',
      ),
    )
    .action(simulate);
}

async function simulate({ out, json, ledgers, live, txPerLedger, start, ...others }: SimulateFlags): Promise<void> {
  if (live ? ledgers !== undefined : ledgers === undefined) {
    throw new UsageError('simulate needs either --ledgers, or --live and no --ledgers');
  }
  const options = { ...others, transactionsPerLedger: txPerLedger, startLedger: start };
  const written = ledgers ? await simulateStore(out, { ...options, ledgers }) : await runLive(out, options, json);
  if (json) return printJson(written);
  await print(
    `wrote ${plural(written.ledgers, 'ledger')} to ${out}: ${plural(written.files, 'file')}, ${size(written.bytes)}\n`,
  );
}

function runLive(out: string, options: Omit<SimulationOptions, 'ledgers'>, json?: boolean): Promise<WrittenStore> {
  const onLedger = ({ sequence }: SimulatedLedger) =>
    void (json || process.stderr.write(`closed ledger ${sequence}\n`));
  return simulateLive(out, options, { signal: interruptSignal(), onLedger });
}

function parseInterval(text: string): number {
  const milliseconds = /^[0-9]+$/.test(text) ? Number(text) * 1000 : parseWait(text);
  if (milliseconds && milliseconds % 1000 === 0) return milliseconds / 1000;
  throw new UsageError(`--interval is "${text}", expected whole seconds such as 5s`);
}

function parseCount(option: string): (text: string) => number {
  return (text) => {
    if (/^[1-9][0-9]{0,9}$/.test(text)) return Number(text);
    throw new UsageError(`${option} is "${text}", expected a whole number above zero`);
  };
}
