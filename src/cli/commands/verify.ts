/** `ledgerlake verify`: whether a lake still is what was loaded. */
import type { Command } from 'commander';
import { examples } from '../help.ts';
import { interruptSignal } from '../interrupt.ts';
import { withLake } from '../lake.ts';
import { lakeOption } from '../options.ts';
import { print, printJson, say } from '../output.ts';
import { plural, size } from '../text.ts';

export function define(command: Command): void {
  command
    .description(
      'Compare tables, parts, index and the chain of ledger hashes of a lake with the recorded hashes and row counts.',
    )
    .addOption(lakeOption('folder of the lake'))
    .option('--json', 'print one JSON object')
    .addHelpText('after', examples('ledgerlake verify --lake lake'))
    .action(verify);
}

async function verify({ lake: dir, json }: { lake: string; json?: boolean }): Promise<void> {
  const signal = interruptSignal({ reads: true });
  const { unverifiable, verifyLake } = await import('../../index.ts');
  const report = await withLake(dir, { readOnly: true }, ({ lake }) => verifyLake(lake, { signal }));
  const { segments, files, bytes, ledgers, problems } = report;
  if (problems.length > 0) process.exitCode = 1;
  if (json) await printJson({ ...report, unverifiable });
  else {
    for (const { where, check, found, expected } of problems) {
      await print(`${where}: ${check} is ${found}, expected ${expected}\n`);
    }
    const what = `${plural(ledgers, 'ledger')}, ${plural(segments, 'segment')}, ${plural(files, 'file')}, ${size(bytes)}`;
    if (problems.length === 0) {
      await print(`verified: ${what} are as they were loaded; no hash covers ${unverifiable.join(', ')}\n`);
    } else say(`${plural(problems.length, 'problem')} in ${what}`);
  }
}
