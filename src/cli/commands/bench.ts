/** `ledgerlake bench decode`: how fast this machine decodes, beside the SDK's decoder. */
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { addExamples } from '../help.ts';
import { print, printJson } from '../output.ts';
import { alignedTable } from '../text.ts';

const sample = fileURLToPath(new URL('../../../data/sample', import.meta.url));

interface BenchOptions {
  network?: string;
  verify: boolean;
  json?: boolean;
}

export function define(command: Command): void {
  command.description('Measure how fast this machine decodes ledgers.');
  command
    .command('decode')
    .description('Measure how fast one thread decodes ledgers, compared with @stellar/stellar-sdk.')
    .argument('[store...]', 'one folder of ledger objects, or ledger files; default: the sample')
    .option('--network <name>', 'pubnet, testnet, local or a passphrase; default: from the store')
    .option('--no-verify', 'do not check hashes')
    .option('--json', 'print a JSON list')
    .action(benchmark);
  addExamples(
    command,
    'ledgerlake bench decode',
    'ledgerlake bench decode FCD285FF--53312000.xdr.zst --network pubnet --json',
  );
}

async function benchmark(named: string[], { network: asked, verify, json }: BenchOptions): Promise<void> {
  const sources = named.length > 0 ? named : [sample];
  const { openStore } = await import('../../index.ts');
  const { settleNetwork } = await import('../network.ts');
  const { benchDecode } = await import('../../bench-decode.ts');
  const store = await openStore(sources);
  const { passphrase } = await settleNetwork(store, { asked });
  const rows = await benchDecode(sources, { passphrase, name: store.name, verify });
  if (json) return printJson(rows);
  const cells = rows.map(({ task, unit, ours, reference, ratio }) => {
    return [task, unit, String(ours), String(reference), `${ratio}x`];
  });
  const right = (name: string) => ({ name, right: true });
  const heads = [{ name: 'task' }, { name: 'unit' }, right('ours'), right('reference'), right('ratio')];
  await print(`${alignedTable(heads, cells)}The reference is ${rows[0].reference_name}.\n`);
}
