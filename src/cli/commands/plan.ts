/** `ledgerlake plan`: what a load in parts takes and costs. */
import type { Command } from 'commander';
import type { PlannedShard, ShardPlan } from '../../index.ts';
import { parseRange, UsageError, type RangeOption } from '../../light.ts';
import { examples } from '../help.ts';
import { interruptSignal } from '../interrupt.ts';
import { addStoreOptions, parseCount, STORE_ARGUMENT, storeOptions, type StoreFlags } from '../options.ts';
import { print, printJson } from '../output.ts';
import { alignedTable, countText, duration, plural, size } from '../text.ts';

interface PlanFlags extends StoreFlags {
  range: RangeOption;
  shards: number;
  rate?: number;
  machinePrice?: number;
  pricePerGb?: number;
  allowGaps?: boolean;
  json?: boolean;
}

export function define(command: Command): void {
  command
    .description(
      'Print the parts that ingest --shard cuts a range into, and the bytes of each. With --rate and --machine-price, also print time and cost.',
    )
    .argument('[store]', STORE_ARGUMENT)
    .requiredOption('--range <range>', 'the ledgers: FIRST:LAST or FIRST:+COUNT', parseRange)
    .requiredOption('--shards <n>', 'number of parts', parseCount('--shards'))
    .option('--rate <n>', 'ledgers per second of one machine, as ingest reports', parsePositive('--rate'))
    .option('--machine-price <usd>', 'price of one machine hour', parsePositive('--machine-price'))
    .option(
      '--price-per-gb <usd>',
      'price of traffic; default: 0.12 if the reader pays, else 0',
      parsePositive('--price-per-gb'),
    )
    .option('--allow-gaps', 'skip ledgers of --range that the store lacks')
    .option('--json', 'print the plan as one JSON object');
  addStoreOptions(command).addHelpText(
    'after',
    examples(
      'ledgerlake plan data/sample --range 2:129 --shards 2 --rate 100 --machine-price 0.2',
      'ledgerlake plan pubnet@aws --range 2:60M --shards 1000 --rate 60 --machine-price 0.17',
    ),
  );
  command.action(plan);
}

function parsePositive(option: string): (text: string) => number {
  return (text) => {
    if (/^[0-9]{1,9}(\.[0-9]+)?$/.test(text)) return Number(text);
    throw new UsageError(`${option} is "${text}", expected a number such as 12.5`);
  };
}

async function plan(source: string | undefined, flags: PlanFlags): Promise<void> {
  const { range, shards: parts, rate, machinePrice, pricePerGb, allowGaps } = flags;
  const signal = interruptSignal();
  const { openStore, planShards } = await import('../../index.ts');
  const store = await openStore(source === undefined ? [] : [source], storeOptions(flags));
  try {
    const found = await planShards(store, { range, count: parts, rate, machinePrice, pricePerGb, allowGaps, signal });
    await (flags.json ? printJson(planJson(found)) : print(planText(found)));
  } finally {
    store.close?.();
  }
}

function planJson({ shards, isEstimate }: ShardPlan) {
  return {
    shards: shards.map(({ trafficUsd, machineUsd, ...shard }) => {
      return { ...shard, traffic_usd: trafficUsd, machine_usd: machineUsd };
    }),
    is_estimate: isEstimate,
  };
}

function planText({ shards, isEstimate }: ShardPlan): string {
  const columns = ['part', 'ledgers', 'count', 'objects', 'bytes', 'time', 'traffic USD', 'machine USD'].map((name) => {
    return { name, right: name !== 'ledgers' };
  });
  const rows = shards.map((shard, i) => [`${i + 1}/${shards.length}`, `${shard.first}-${shard.last}`, ...cells(shard)]);
  const all = sum(shards);
  const longest = Math.max(...shards.map(({ seconds = 0 }) => seconds));
  const takes = longest > 0 ? `, ${duration(longest)} on ${plural(shards.length, 'machine')}` : '';
  const note = isEstimate ? 'objects and bytes are estimated from 1,000 ledgers of each part\n' : '';
  return `${alignedTable(columns, [...rows, ['all', '', ...cells(all)]])}${note}${plural(all.ledgers, 'ledger')}${takes}\n`;
}

function cells({
  ledgers,
  objects,
  bytes,
  seconds,
  trafficUsd,
  machineUsd,
}: Omit<PlannedShard, 'first' | 'last'>): string[] {
  const time = seconds === undefined ? '' : duration(seconds);
  return [
    countText(ledgers),
    countText(objects),
    size(bytes),
    time,
    trafficUsd.toFixed(2),
    machineUsd?.toFixed(2) ?? '',
  ];
}

function sum(shards: readonly PlannedShard[]): Omit<PlannedShard, 'first' | 'last'> {
  const of = (key: 'ledgers' | 'objects' | 'bytes' | 'trafficUsd') =>
    shards.reduce((all, shard) => all + shard[key], 0);
  const known = (key: 'seconds' | 'machineUsd') =>
    shards.some((shard) => shard[key] === undefined)
      ? undefined
      : shards.reduce((all, shard) => all + (shard[key] ?? 0), 0);
  return {
    ...{ ledgers: of('ledgers'), objects: of('objects'), bytes: of('bytes'), trafficUsd: of('trafficUsd') },
    ...{ seconds: known('seconds'), machineUsd: known('machineUsd') },
  };
}
