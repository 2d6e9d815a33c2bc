/** `ledgerlake tx`: one transaction in words. */
import type { Command } from 'commander';
import { UsageError } from '../../core/errors.ts';
import { explanationText } from '../explanation-text.ts';
import { examples } from '../help.ts';
import { interruptSignal } from '../interrupt.ts';
import { withLake } from '../lake.ts';
import { lakeOption } from '../options.ts';
import { print, printJson } from '../output.ts';

const FORMATS = ['text', 'json'] as const;

export function define(command: Command): void {
  command
    .description(
      'Explain one transaction: operations, calls, movements, fees, changes, and why it failed. A fee bump has two hashes, and either finds it. Alias: explain.',
    )
    .argument('<hash>', 'hash of the transaction, or its first six digits or more')
    .addOption(lakeOption('folder of the lake'))
    .option('--format <format>', `one of ${FORMATS.join(', ')}; default: text`)
    .option('--full', 'print whole addresses and all changes')
    .addHelpText(
      'after',
      examples(
        'ledgerlake tx --lake lake 6ee2e06c53c46ecb46e2a9cdf3f3cd63e15dc65adaac00f33e328c2afa248b5a',
        'ledgerlake tx --lake lake 6ee2e06c --full',
        'ledgerlake tx --lake lake 6ee2e06c --format json',
      ),
    )
    .action(printTransaction);
}

async function printTransaction(
  hash: string,
  { lake: dir, format = 'text', full = false }: { lake: string; format?: string; full?: boolean },
): Promise<void> {
  const isKnown = FORMATS.some((name) => name === format);
  if (!isKnown) throw new UsageError(`unknown format "${format}", expected one of ${FORMATS.join(', ')}`);
  const signal = interruptSignal({ reads: true });
  await withLake(dir, { readOnly: true }, async (lake) => {
    const found = await lake.explain(hash, { signal });
    return format === 'json' ? printJson(found) : print(explanationText(found, { isFull: full }));
  });
}
