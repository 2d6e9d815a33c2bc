/** `ledgerlake compact`: many small segments into few. */
import type { Command } from 'commander';
import { workInBackground } from '../background.ts';
import { examples } from '../help.ts';
import { interruptSignal } from '../interrupt.ts';
import { withLake } from '../lake.ts';
import { lakeOption } from '../options.ts';
import { print } from '../output.ts';
import { plural, size } from '../text.ts';

export function define(command: Command): void {
  command
    .description('Merge adjacent small segments of a lake, so that queries open fewer files.')
    .addOption(lakeOption('folder of the lake'))
    .addHelpText('after', examples('ledgerlake compact --lake lake'))
    .action(compact);
}

async function compact({ lake: dir }: { lake: string }): Promise<void> {
  const signal = interruptSignal();
  workInBackground();
  const { compactLake, describeLake } = await import('../../index.ts');
  await describeLake(dir);
  const { segments, files, bytes } = await withLake(dir, {}, ({ lake }) => compactLake(lake, { signal }));
  await print(
    segments.before === 0
      ? 'nothing to merge\n'
      : `merged ${plural(segments.before, 'segment')} into ${segments.after}, ` +
          `${plural(files.before, 'file')} (${size(bytes.before)}) into ${files.after} (${size(bytes.after)})\n`,
  );
}
