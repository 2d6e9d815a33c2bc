/** `ledgerlake check`: whether what the tables say adds up. */
import type { Command } from 'commander';
import type { CheckReport } from '../../index.ts';
import { examples } from '../help.ts';
import { interruptSignal } from '../interrupt.ts';
import { withLake } from '../lake.ts';
import { lakeOption } from '../options.ts';
import { print, printJson, say } from '../output.ts';
import { alignedTable, countText, plural } from '../text.ts';

export function define(command: Command): void {
  command
    .description(
      'Check that lumens, balances, counts, hashes and keys add up. Exit code 1 if rows are broken. Rows are "unknown" ' +
        'if the lake lacks the ledgers that would decide, "known faults" if the chain itself is wrong, and "findings" if token ' +
        'balances disagree with events.',
    )
    .argument('[name...]', 'checks to run; default: all')
    .addOption(lakeOption('folder of the lake'))
    .option('--json', 'print one JSON object')
    .addHelpText('after', examples('ledgerlake check --lake lake', 'ledgerlake check --lake lake lumens ledger_chain'))
    .action(check);
}

async function check(names: string[], { lake: dir, json }: { lake: string; json?: boolean }): Promise<void> {
  const signal = interruptSignal({ reads: true });
  const { checkLake } = await import('../../index.ts');
  const { reports, isEmpty } = await withLake(dir, { readOnly: true }, async ({ lake }) => {
    return { reports: await checkLake(lake, { names, signal }), isEmpty: (await lake.loaded()).length === 0 };
  });
  const broken = reports.filter((report) => report.broken > 0);
  if (broken.length > 0) process.exitCode = 1;
  if (json) await printJson({ checks: reports.map(asJson) });
  else await print(broken.length === 0 ? `${asText(reports)}\n${passedText(reports)}\n` : asText(reports));
  if (isEmpty) say('the lake holds no ledgers, so there was nothing to check');
  if (broken.length > 0) say(`${plural(broken.length, 'check')} of ${countText(reports.length)} broken`);
}

function passedText(reports: readonly CheckReport[]): string {
  const unknown = reports.reduce((sum, report) => sum + report.unknown, 0);
  const all = reports.length === 1 ? '1 check passed' : `all ${countText(reports.length)} checks passed`;
  return unknown === 0 ? all : `${all}; the loaded ledgers cannot tell of ${plural(unknown, 'fact')}`;
}

function asJson({ knownFaults, ...report }: CheckReport) {
  return { ...report, known_faults: knownFaults };
}

function asText(reports: readonly CheckReport[]): string {
  const right = (name: string) => ({ name, right: true });
  const heads = [{ name: 'check' }, right('broken'), right('unknown'), right('known faults'), right('findings')];
  const counts = reports.map(({ name, broken, unknown, knownFaults, findings }) => {
    return [name, countText(broken), countText(unknown), countText(knownFaults), countText(findings)];
  });
  const found = reports.filter(({ examples }) => examples.length > 0).map(foundText);
  return [alignedTable(heads, counts), ...found].join('\n');
}

/** What a check says, and the first rows that it found. */
function foundText({ name, says, examples }: CheckReport): string {
  const heads = ['status', 'ledger', 'entity', 'fact', 'expected', 'found'].map((name) => ({ name }));
  const rows = examples.map(({ status, ledger, entity, fact, expected, found }) => {
    return [status, ledger === null ? '' : String(ledger), entity, fact, expected ?? 'NULL', found ?? 'NULL'];
  });
  return `${name}: ${says}\n${alignedTable(heads, rows)}`;
}
