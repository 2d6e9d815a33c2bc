/** `ledgerlake mirror`: a store's objects into a folder, to be read without a network. */
import type { Command } from 'commander';
import type { MirrorReport } from '../../index.ts';
import { estimateCost, parseRange, type RangeOption } from '../../light.ts';
import { addCostOptions, agreeToCost, costJson, costText, type CostFlags } from '../cost.ts';
import { examples } from '../help.ts';
import { interruptSignal } from '../interrupt.ts';
import { addStoreOptions, STORE_ARGUMENT, storeOptions, type StoreFlags } from '../options.ts';
import { print, printJson, say } from '../output.ts';
import { showCount } from '../progress.ts';
import { metricsJson, metricsText } from '../store-report.ts';
import { duration, gapsLine, plural, size } from '../text.ts';

interface MirrorFlags extends StoreFlags, CostFlags {
  to: string;
  network?: string;
  range?: RangeOption;
  allowGaps?: boolean;
  dry?: boolean;
  json?: boolean;
}

export function define(command: Command): void {
  command
    .description(
      'Copy the objects of a store into a folder, verified byte for byte. Objects that the folder has are skipped, so an interrupted mirror continues. `serve --lake LAKE` serves a mirror in LAKE/ledgers.',
    )
    .argument('[store]', `${STORE_ARGUMENT}. Omit it with --config`)
    .requiredOption('--to <dir>', 'folder of the copy; created if missing')
    .option('--network <name>', 'pubnet, testnet, local or a passphrase; default: from the store')
    .option('--range <range>', 'only these ledgers: FIRST:LAST, FIRST:+COUNT, FIRST:, :LAST, -COUNT:', parseRange)
    .option('--allow-gaps', 'skip ledgers of --range that the store lacks')
    .option('--dry', 'print what would be copied and what that costs, and copy nothing')
    .option('--json', 'print the report as one JSON object, and no progress');
  addCostOptions(command);
  addStoreOptions(command).addHelpText(
    'after',
    examples(
      'ledgerlake mirror pubnet@aws --to mirror --range 58M:+1000',
      'ledgerlake mirror gs://my-bucket/ledgers --user-project my-project --to ledgers --dry',
      'ledgerlake ingest mirror --lake lake',
      'ledgerlake mirror pubnet@aws --to lake/ledgers --range -1000:',
    ),
  );
  command.action(mirror);
}

async function mirror(source: string | undefined, flags: MirrorFlags): Promise<void> {
  const { to, range, allowGaps, json = false, pricePerGb } = flags;
  const signal = interruptSignal();
  const { mirrorStore, networkOf, openStore, planMirror } = await import('../../index.ts');
  const store = await openStore(source === undefined ? [] : [source], storeOptions(flags));
  try {
    const network = await networkOf(store, flags.network, say);
    const plan = await planMirror(store, to, { range, allowGaps, signal });
    const cost = estimateCost(store, plan.objects, pricePerGb);
    if (flags.dry) {
      const present = plan.present.length;
      if (json) await printJson({ ...costJson(cost), present, gaps: plan.gaps });
      else await print(`${costText(cost)}\n${present > 0 ? `in ${to} already: ${plural(present, 'object')}\n` : ''}`);
      return;
    }
    await agreeToCost(cost, flags);
    const progress = showCount(json ? 'none' : process.stderr.isTTY ? 'bar' : 'lines', 'object');
    const report = await mirrorStore(store, to, plan, {
      network,
      signal,
      onProgress: ({ objects, total }) => progress.update(objects, total),
    }).finally(() => progress.end());
    if (report.stopped) process.exitCode = 130;
    if (json) await printJson(asJson(report, cost.pricePerGb));
    else say(asText(report, to, cost.pricePerGb));
  } finally {
    store.close?.();
  }
}

function asJson({ store, stopped, ...report }: MirrorReport, pricePerGb: number) {
  return { ...report, stopped: stopped ?? false, ...(store && { store: metricsJson(store, pricePerGb) }) };
}

function asText(
  { objects, bytes, present, gaps, seconds, newer, store, stopped }: MirrorReport,
  dir: string,
  pricePerGb: number,
): string {
  const copied = `copied ${plural(objects, 'object')} (${size(bytes)}) to ${dir} in ${duration(seconds)}`;
  const lines = [objects === 0 ? `nothing to copy to ${dir}` : copied];
  if (present > 0) lines.push(`there already: ${plural(present, 'object')}`);
  if (gaps.length > 0) lines.push(gapsLine(gaps));
  if (newer) lines.push(`not verified: ${plural(newer, 'object')} of a newer protocol; update ledgerlake`);
  if (store) lines.push(metricsText(store, pricePerGb));
  if (stopped) lines.push('stopped; repeat the command to continue');
  return lines.join('\n');
}
