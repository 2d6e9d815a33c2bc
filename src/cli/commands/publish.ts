/** `ledgerlake publish`: a lake into a bucket. */
import type { Command } from 'commander';
import { examples } from '../help.ts';
import { interruptSignal } from '../interrupt.ts';
import { addBucketOptions, bucketOptions, type BucketFlags, lakeOption } from '../options.ts';
import { print, printJson } from '../output.ts';
import { plural, size } from '../text.ts';

interface PublishFlags extends BucketFlags {
  lake: string;
  to: string;
  json?: boolean;
}

export function define(command: Command): void {
  command
    .description(
      'Copy the files of a lake into a bucket, from which attach reads them. Objects with the same SHA-256 are skipped, so an interrupted run continues.',
    )
    .addOption(lakeOption('folder of the lake, such as a part of ingest --shard'))
    .requiredOption('--to <address>', 's3://BUCKET/PREFIX or gs://BUCKET/PREFIX; no other lake may use the prefix')
    .option('--json', 'print the report as one JSON object');
  addBucketOptions(command).addHelpText(
    'after',
    examples(
      'ledgerlake publish --lake part-3 --to s3://my-bucket/parts/3 --region us-east-2',
      'ledgerlake attach s3://my-bucket/parts/{1..8} --lake lake --region us-east-2',
    ),
  );
  command.action(publish);
}

async function publish({ lake, to, json = false, ...flags }: PublishFlags): Promise<void> {
  const signal = interruptSignal();
  const { publishLake } = await import('../../index.ts');
  const report = await publishLake(lake, to, { signal, bucket: bucketOptions(flags) });
  if (json) return printJson(report);
  const { name, ledgers, sent, present } = report;
  const what = sent.objects === 0 ? 'nothing new' : `${plural(sent.objects, 'object')}, ${size(sent.bytes)}`;
  const rest =
    present.objects === 0 ? '' : `; there already: ${plural(present.objects, 'object')}, ${size(present.bytes)}`;
  await print(`published ${plural(ledgers, 'ledger')} to ${name}: ${what}${rest}\n`);
}
