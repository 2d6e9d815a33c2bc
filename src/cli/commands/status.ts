/** `ledgerlake status`: what a lake holds. */
import type { Command } from 'commander';
import type { LakeStatus } from '../../index.ts';
import { examples } from '../help.ts';
import { withLake } from '../lake.ts';
import { lakeOption } from '../options.ts';
import { print, printJson } from '../output.ts';
import { alignedTable, countText, omissionLines, plural, ranges, size } from '../text.ts';

export function define(command: Command): void {
  command
    .description('Print ledgers, gaps, tables and checks of a lake.')
    .addOption(lakeOption('folder of the lake'))
    .option('--json', 'print one JSON object')
    .addHelpText('after', examples('ledgerlake status --lake lake', 'ledgerlake status --lake lake --json'))
    .action(status);
}

async function status({ lake: dir, json }: { lake: string; json?: boolean }): Promise<void> {
  const { unverifiable } = await import('../../index.ts');
  const found = await withLake(dir, { readOnly: true }, (lake) => lake.status());
  await (json ? printJson(asJson(found, unverifiable)) : print(asText(found, unverifiable)));
}

function asJson({ checks, ...status }: LakeStatus, unverifiable: readonly string[]) {
  const renamed = checks.map(({ name, passed, notMade }) => ({ name, passed, not_made: notMade }));
  return { ...status, checks: renamed, unverifiable };
}

function asText(status: LakeStatus, unverifiable: readonly string[]): string {
  const {
    path,
    network,
    ranges: held,
    gaps,
    ledgers,
    states,
    segments,
    tables,
    kept,
    unindexed,
    balances,
    checks,
    omitted,
  } = status;
  const facts = [
    ['lake', path],
    ['network', network],
    ['ledgers', held.length > 0 ? `${countText(ledgers)}: ${ranges(held)}` : 'none'],
    ['gaps', gaps.length > 0 ? ranges(gaps) : 'none'],
    ['segments', `${countText(segments)}, ${size([...tables, ...kept].reduce((sum, { bytes }) => sum + bytes, 0))}`],
    ...(status.scrub ? [['scrub', scrubText(status.scrub)]] : []),
    ...(balances && ledgers > 0 ? [['balances', balancesText(balances)]] : []),
    ...states.map(({ ledger, source }) => ['state', `all entries of ledger ${countText(ledger)}, from ${source}`]),
  ];
  const tableRows = tables.map(({ name, rows, bytes, files }) => [
    name,
    countText(rows),
    size(bytes),
    countText(files),
  ]);
  const checkRows = checks.map(({ name, passed, notMade }) => [name, countText(passed), countText(notMade)]);
  const right = (name: string) => ({ name, right: true });
  const parts = [facts.map(([name, value]) => `${name.padEnd(8)}  ${value}\n`).join('')];
  if (omitted.length > 0)
    parts.push(
      omissionLines(omitted)
        .map((line) => `${line}\n`)
        .join(''),
    );
  if (tables.length > 0) {
    parts.push(alignedTable([{ name: 'table' }, right('rows'), right('size'), right('files')], tableRows));
  }
  const behind = kept.filter((one) => one.behind.length > 0);
  if (ledgers > 0 && kept.length > 0) parts.push(keptText(kept));
  if (behind.length > 0) {
    parts.push(`${plural(behind.length, 'relation')} read bronze until ledgerlake refresh --lake ${path}\n`);
  }
  if (unindexed.length > 0) {
    const what = `no index of accounts, contracts and the like has ledgers ${ranges(unindexed)}`;
    parts.push(`${what} until ledgerlake refresh --lake ${path}\n`);
  }
  if (status.scrub?.damaged.length) parts.push(damageText(status.scrub.damaged));
  if (checks.length > 0) {
    const passed = alignedTable([{ name: 'check' }, right('passed'), right('not made')], checkRows);
    parts.push(`${passed}For ${plural(ledgers, 'ledger')}; no hash covers ${unverifiable.join(', ')}.\n`);
  }
  return parts.join('\n');
}

function scrubText({ started, position, bytes, finished, damaged }: NonNullable<LakeStatus['scrub']>): string {
  const last = finished === undefined ? 'no whole pass yet' : `last whole pass ended ${finished}`;
  const now = position ? `, ${size(bytes)} of the next since ${started}` : `, ${size(bytes)}`;
  return `${last}${now}; ${damaged.length > 0 ? plural(damaged.length, 'damaged file') : 'no damage'}`;
}

function damageText(damaged: NonNullable<LakeStatus['scrub']>['damaged']): string {
  const lines = damaged.map(
    ({ where, check, found, expected, repair }) =>
      `damaged: ${where}: ${check} is ${found}, expected ${expected}; ${repair}\n`,
  );
  return lines.join('');
}

function balancesText({ assets, tokens, unknown }: NonNullable<LakeStatus['balances']>): string {
  if (assets + tokens + unknown === 0) return 'every change is explained by movements';
  const counts = [`${countText(assets)} changes of assets`, `${countText(tokens)} of other tokens`];
  const more = unknown > 0 ? [`${countText(unknown)} without a state before`] : [];
  return `unexplained: ${[...counts, ...more].join(', ')} (silver.balance_differences)`;
}

function keptText(kept: LakeStatus['kept']): string {
  const rows = kept.map(({ name, rows, bytes, files, behind }) => {
    return [name, countText(rows), size(bytes), countText(files), behind.length > 0 ? ranges(behind) : 'none'];
  });
  const right = (name: string) => ({ name, right: true });
  return alignedTable(
    [{ name: 'materialised' }, right('rows'), right('size'), right('files'), { name: 'lacks' }],
    rows,
  );
}
