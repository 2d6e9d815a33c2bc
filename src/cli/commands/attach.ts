/** `ledgerlake attach`: lakes that were loaded apart into one. */
import type { Command } from 'commander';
import type { AttachPartsOptions } from '../../index.ts';
import { UsageError } from '../../light.ts';
import { examples } from '../help.ts';
import { interruptSignal } from '../interrupt.ts';
import { addBucketOptions, bucketOptions, type BucketFlags, lakeOption } from '../options.ts';
import { print, printJson, say } from '../output.ts';
import { countText, ledgersText, plural, ranges, size } from '../text.ts';

interface AttachFlags extends BucketFlags {
  lake: string;
  move?: boolean;
  link?: boolean;
  copy?: boolean;
  json?: boolean;
}

export function define(command: Command): void {
  command
    .description(
      'Merge separately loaded lakes into one, without decoding. File hashes and the chain of ledger hashes are verified. Ledgers that the lake has are skipped. An interrupted run leaves the lake unchanged.',
    )
    .argument('<part...>', 'folders of lakes, such as those of ingest --shard, or bucket addresses from publish')
    .addOption(lakeOption('folder of the lake; created if missing'))
    .option('--move', 'remove the parts after their files are in the lake')
    .option('--link', 'hard-link files into the lake; copy none')
    .option('--copy', 'copy files; default: link if the file system can, else copy')
    .option('--json', 'print the report as one JSON object');
  addBucketOptions(command)
    .addHelpText(
      'after',
      examples(
        'ledgerlake attach part-* --lake lake',
        'ledgerlake attach part-1 part-2 --lake lake --move',
        'ledgerlake attach s3://my-bucket/parts/{1..8} --lake lake --region us-east-2',
      ),
    )
    .action(attach);
}

async function attach(parts: string[], flags: AttachFlags): Promise<void> {
  const { lake, json = false } = flags;
  const how = howOf(flags);
  const signal = interruptSignal();
  const { attachParts } = await import('../../index.ts');
  const report = await attachParts(lake, parts, { how, signal, bucket: bucketOptions(flags), onTrouble: say });
  if (json) return printJson(report);
  const { segments, ledgers, files, bytes, present, gaps } = report;
  const what = `${plural(ledgers, 'ledger')} in ${plural(segments, 'segment')}, ${plural(files, 'file')}, ${size(bytes)}`;
  await print(`attached ${plural(report.parts, 'part')} to ${lake}: ${segments === 0 ? 'nothing new' : what}\n`);
  if (present > 0) say(`there already: ${plural(present, 'ledger')}`);
  if (gaps.length > 0)
    say(`gaps: ${countText(ledgersText(gaps))} of the ledgers between are not in the lake: ${ranges(gaps)}`);
}

function howOf(flags: AttachFlags): AttachPartsOptions['how'] {
  const [how, other] = (['move', 'link', 'copy'] as const).filter((way) => flags[way]);
  if (other) throw new UsageError(`--${how} and --${other} exclude each other: give one`);
  return how;
}
