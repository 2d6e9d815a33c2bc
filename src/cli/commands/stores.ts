/** `ledgerlake stores`: the public stores, and what one store holds. */
import type { Command } from 'commander';
import type { Inspection } from '../../index.ts';
import { knownStores, parseRange, priceOf, UsageError, type RangeOption } from '../../light.ts';
import { suggestion } from '../../core/similar.ts';
import { addExamples } from '../help.ts';
import { interruptSignal } from '../interrupt.ts';
import { addStoreOptions, STORE_ARGUMENT, storeOptions, type StoreFlags } from '../options.ts';
import { print, printJson } from '../output.ts';
import { metricsJson, metricsText } from '../store-report.ts';
import { alignedTable, plural, ranges, size } from '../text.ts';

interface InspectFlags extends StoreFlags {
  range?: RangeOption;
  network?: string;
  json?: boolean;
}

export function define(command: Command): void {
  command.description('List public stores by name, or inspect a store.');
  command
    .command('list', { isDefault: true })
    .description('List public stores by name.')
    .option('--json', 'print a JSON list')
    .allowExcessArguments()
    .action(list);
  const inspect = command
    .command('inspect')
    .description('Print layout, ledgers, gaps, size and network of a store, and verify one object.')
    .argument('[store...]', `${STORE_ARGUMENT}. Omit it with --config`)
    .option('--range <range>', 'list only these ledgers: FIRST:LAST, FIRST:+COUNT, FIRST:, :LAST, -COUNT:', parseRange)
    .option('--network <name>', 'pubnet, testnet, local or a passphrase; default: from the store')
    .option('--json', 'print one JSON object');
  addStoreOptions(inspect).action(inspectOne);
  addExamples(
    command,
    'ledgerlake stores list',
    'ledgerlake stores inspect data/sample',
    'ledgerlake stores inspect pubnet@aws --range 58M:+10k',
  );
}

async function list({ json }: { json?: boolean }, { args: [word] }: Command): Promise<void> {
  // It is the default, so what is no command comes here.
  if (word !== undefined) {
    const advice = `${suggestion(word, ['list', 'inspect'])}; to look at a store: stores inspect STORE`;
    throw new UsageError(`unknown command '${word}' of stores${advice}`);
  }
  const all = knownStores.map(({ name, network, address, access, source }) => {
    return { name, network, address, access, source };
  });
  if (json) return printJson(all);
  const heads = ['name', 'address', 'access', 'source'].map((name) => ({ name }));
  await print(
    alignedTable(
      heads,
      all.map(({ name, address, access, source }) => [name, address, access, source]),
    ),
  );
}

async function inspectOne(sources: string[], flags: InspectFlags): Promise<void> {
  const { range, json = false } = flags;
  const signal = interruptSignal();
  const { inspectStore, openStore } = await import('../../index.ts');
  const store = await openStore(sources, storeOptions(flags));
  try {
    const found = await inspectStore(store, { range, network: flags.network, signal });
    const price = priceOf(store);
    const metrics = store.remote?.metrics;
    if (json) {
      await printJson({
        store: store.name,
        ...asJson(found),
        ...(metrics && { requests: metricsJson(metrics, price) }),
      });
    } else await print(`${asText(store.name, found)}${metrics ? `${metricsText(metrics, price)}\n` : ''}`);
  } finally {
    store.close?.();
  }
}

function asJson({ layout, manifest, network, first, last, listed, computed, ...rest }: Inspection) {
  const { ledgersPerFile, filesPerPartition, extension } = layout;
  return {
    layout: { ledgers_per_file: ledgersPerFile, files_per_partition: filesPerPartition, extension },
    manifest: manifest ? manifestJson(manifest) : null,
    network: network ?? null,
    first_ledger: first,
    last_ledger: last,
    listed,
    computed: computed ?? false,
    ...rest,
    sample: { ...rest.sample, verified: rest.sample.newer === undefined },
  };
}

/** As the file itself names them. */
function manifestJson({ ledgersPerFile, filesPerPartition, ...texts }: NonNullable<Inspection['manifest']>) {
  return { ...texts, ledgersPerBatch: ledgersPerFile, batchesPerPartition: filesPerPartition };
}

const verdict = ({ newer }: Inspection['sample']): string =>
  newer === undefined ? 'verified' : `of protocol ${newer}, which this version cannot verify; update ledgerlake`;

function asText(name: string, found: Inspection): string {
  const { layout, manifest, network, first, last, listed, objects, bytes, gaps, computed, misnamed, sample } = found;
  const files = layout.filesPerPartition > 1 ? `${layout.filesPerPartition} files a partition` : 'no partitions';
  const amount = computed
    ? `${plural(objects, 'object')}, as the layout says; about ${size(bytes)}`
    : `${plural(objects, 'object')}, ${size(bytes)}`;
  const isPart = listed.first > first || listed.last < last;
  const facts: [string, string][] = [
    ['store', name],
    [
      'layout',
      `${plural(layout.ledgersPerFile, 'ledger')} a file, ${files}, .xdr${layout.extension && `.${layout.extension}`}`,
    ],
    ['manifest', manifest ? `version ${manifest.version ?? 'not given'}` : 'none'],
    ['network', network ?? 'not known'],
    ['ledgers', `${first}-${last}`],
    [isPart ? `listed` : 'holds', isPart ? `${listed.first}-${listed.last}: ${amount}` : amount],
    ['gaps', computed ? 'not known: the store cannot be listed' : gaps.length > 0 ? ranges(gaps) : 'none'],
    ...(misnamed.length > 0 ? [['misnamed', misnamed.slice(0, 5).join(', ')] satisfies [string, string]] : []),
    ['sample', `${sample.key}: ${plural(sample.ledgers, 'ledger')} ${verdict(sample)}`],
  ];
  return facts.map(([name, value]) => `${name.padEnd(8)}  ${value}\n`).join('');
}
