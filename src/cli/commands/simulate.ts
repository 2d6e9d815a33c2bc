/** `ledgerlake simulate`: ledgers of a network that there is not, as a store. */
import { join } from 'node:path';
import { existsNow } from '../../core/folders.ts';
import { Option, type Command } from 'commander';
import { parseWait } from '../../core/duration.ts';
import {
  simulateLive,
  simulateStore,
  UsageError,
  type SimulatedLedger,
  type SimulationOptions,
  type WrittenStore,
} from '../../light.ts';
import { examples } from '../help.ts';
import { interruptSignal } from '../interrupt.ts';
import { print, printJson } from '../output.ts';
import { plural, size } from '../text.ts';

interface SimulateFlags {
  out: string;
  ledgers?: number;
  seed: string;
  txPerLedger: number;
  mix?: SimulationOptions['mix'];
  start?: number;
  interval?: number;
  startTime?: number | 'now';
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
      'Write a store (SEP-54) of simulated ledgers, one ledger per file. The same options give the same bytes. Existing equal ledgers are kept; different ones are an error.',
    )
    .requiredOption('--out <dir>', 'folder of the store; created if missing')
    .option('--ledgers <n>', 'number of ledgers', parseCount('--ledgers'))
    .option('--live', 'continue the store: close a ledger every --interval, until Ctrl-C')
    .option('--seed <text>', 'seed of all random choices', 'ledgerlake')
    .option('--tx-per-ledger <n>', 'average transactions per ledger', parseCount('--tx-per-ledger'), 20)
    .addOption(
      new Option('--mix <kind>', 'kind of traffic; default: payments').choices(['payments', 'dex', 'soroban', 'mixed']),
    )
    .option('--start <ledger>', 'sequence of the first ledger; default: 2', parseCount('--start'))
    .option(
      '--start-time <time>',
      'close time of the first ledger: now, or RFC 3339; default: 2026-01-01',
      parseStartTime,
    )
    .option(
      '--interval <time>',
      'time between ledgers; protocols before 30 need whole seconds; default: 5s',
      parseInterval,
    )
    .option('--protocol <version>', 'protocol 20 to 28, or 30; default: 26', parseCount('--protocol'))
    .option('--passphrase <text>', 'passphrase of the network', 'Ledgerlake Simulated Network')
    .option('--as-public-network', 'allow the passphrase of a public network')
    .option('--archive <dir>', 'also write a history archive, with a checkpoint every 64 ledgers')
    .option('--json', 'print the report as one JSON object')
    .addHelpText(
      'after',
      examples(
        'ledgerlake simulate --out simulated --ledgers 1000 --mix mixed',
        'ledgerlake simulate --out live --live --interval 2s',
        'ledgerlake simulate --out live --live --start-time now',
        'ledgerlake simulate --out live --live --protocol 30 --interval 600ms',
        'ledgerlake simulate --out simulated --ledgers 128 --seed other --archive archive',
        'ledgerlake ingest simulated --lake lake',
      ),
    )
    .action(simulate);
}

async function simulate({
  out,
  json,
  ledgers,
  live,
  txPerLedger,
  start,
  startTime,
  ...others
}: SimulateFlags): Promise<void> {
  if (live ? ledgers !== undefined : ledgers === undefined) {
    throw new UsageError('simulate needs either --ledgers, or --live and no --ledgers');
  }
  const began = startTime === 'now' ? ((await firstCloseTime(out)) ?? Math.floor(Date.now() / 1000)) : startTime;
  const options = {
    ...others,
    transactionsPerLedger: txPerLedger,
    startLedger: start,
    ...(began && { startTime: began }),
  };
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

/** Returns the close time of the first ledger in Unix seconds; undefined without a store. A live store continues from it. */
async function firstCloseTime(out: string): Promise<number | undefined> {
  if (!existsNow(join(out, '.config.json'))) return undefined;
  const { networkOf, openStore, readLedgers } = await import('../../index.ts');
  const store = await openStore([out]);
  for await (const { closeTimeMs } of readLedgers(store, { network: (await networkOf(store, undefined))! })) {
    return Math.floor(closeTimeMs / 1000);
  }
  return undefined;
}

function parseStartTime(text: string): number | 'now' {
  if (text === 'now') return text;
  // A time without a zone would be that of this machine.
  const time = /T/i.test(text) && !/(Z|[+-]\d\d:\d\d)$/i.test(text) ? NaN : Date.parse(text) / 1000;
  if (Number.isInteger(time) && time > 0) return time;
  throw new UsageError(`--start-time is "${text}", expected now, or a time such as 2026-11-29T12:00:00Z`);
}

function parseInterval(text: string): number {
  const milliseconds = /^[0-9]+$/.test(text) ? Number(text) * 1000 : parseWait(text);
  if (milliseconds && Number.isInteger(milliseconds)) return milliseconds / 1000;
  throw new UsageError(`--interval is "${text}", expected a time such as 5s or 600ms`);
}

function parseCount(option: string): (text: string) => number {
  return (text) => {
    if (/^[1-9][0-9]{0,9}$/.test(text)) return Number(text);
    throw new UsageError(`${option} is "${text}", expected a whole number above zero`);
  };
}
