/** `ledgerlake archive`: what happened to an asset in a period, as files with checksums. */
import { Option, type Command } from 'commander';
import { LakeError, UsageError } from '../../light.ts';
import { lakeOption } from '../options.ts';
import { examples } from '../help.ts';
import { interruptSignal } from '../interrupt.ts';
import { printJson, say } from '../output.ts';

interface ArchiveOptions {
  lake: string;
  dataDir?: string;
  asset: string;
  start: string;
  end: string;
  include?: string[];
  snapshot?: string[];
  format: string;
}

export function define(command: Command): void {
  command
    .description(
      'Write an archive of an asset and a period: movements, holders and supply, with a manifest and checksums. `serve` lists it under /lake/v1/NETWORK/api/v1/gold/compliance/archives.',
    )
    .addOption(lakeOption('folder of the lake'))
    .requiredOption('--asset <asset>', 'CODE:ISSUER, or XLM')
    .requiredOption('--start <time>', 'first day of the period, or its start in RFC 3339')
    .requiredOption('--end <time>', 'last day of the period, or its end in RFC 3339')
    .addOption(
      new Option('--include <part...>', 'parts to write; default: all').choices([
        'transactions',
        'balance_snapshot',
        'supply_timeline',
      ]),
    )
    .option('--snapshot <time...>', 'times at which to list holders; default: the end of the period')
    .addOption(
      new Option('--format <format>', 'format of the files').choices(['json', 'csv', 'parquet']).default('json'),
    )
    .option('--data-dir <dir>', 'data folder of the server; default: "server" in the lake')
    .addHelpText(
      'after',
      examples('ledgerlake archive --lake lake --asset XLM --start 2026-01-01 --end 2026-01-01 --format parquet'),
    )
    .action(archive);
}

async function archive({ lake, dataDir, asset, start, end, include, snapshot, format }: ArchiveOptions): Promise<void> {
  const { readAsset } = await import('../../server/query/parameters.ts');
  if (readAsset(asset) === undefined) throw new UsageError(`--asset is "${asset}", expected CODE:ISSUER, or XLM`);
  const { archiveLake } = await import('../../server/query/endpoints/gold/archive/archive-lake.ts');
  const [code = '', issuer] = asset.split(':');
  const request = {
    asset_code: code,
    ...(issuer !== undefined && { asset_issuer: issuer }),
    start_date: start,
    end_date: end,
    ...(include && { include }),
    ...(snapshot && { balance_snapshots: snapshot }),
    format,
  };
  const { folder, made } = await archiveLake(lake, request, { dataDir, signal: interruptSignal() });
  if (made.status === 'failed') throw new LakeError(`archive ${made.archive_id} failed: ${made.cause ?? made.error}`);
  for (const warning of made.warnings ?? []) say(`warning: ${warning}`);
  say(`archive ${made.archive_id} in ${folder}`);
  await printJson(made);
}
