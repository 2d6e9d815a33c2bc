/** Removes what a pipeline has written to servers. */
import { join } from 'node:path';
import { networks, type Definition } from '../definition/definition.ts';
import { readCheckpoint } from '../consumers/checkpoint-file.ts';
import { contextOf, cutOff, missingSecret } from './open-sinks.ts';
import { modeOf } from './mode.ts';
import type { RunOptions } from './options.ts';
import { wire } from './wiring.ts';

/** What a purge is told: as its runs were. */
export type PurgeOptions = Pick<RunOptions, 'dataDir' | 'nativeSinks' | 'secret' | 'fileAt'> & { pipelineId: string };

/** Removes the rows and checkpoints of consumers that have written to a server of their own. Throws PipelineError. */
export async function purgePipeline(definition: Definition, options: PurgeOptions): Promise<void> {
  const { metadata, spec } = definition;
  const folder = join(options.dataDir, 'pipelines', metadata.name);
  for (const consumer of (await wire(definition, networks[spec.network])).consumers) {
    const context = contextOf(definition, consumer, { ...options, folder, runId: options.pipelineId });
    const { purge } = consumer.component;
    const written = readCheckpoint(context);
    if (!purge || !written || context.config['sink'] === 'mapped') continue;
    if (context.missing.length > 0) throw missingSecret(context);
    const { mode, why } = modeOf(context, options.nativeSinks);
    if (mode === 'refused' || mode === 'mapped') throw cutOff(context, why);
    await purge({ ...context, first: written.first ?? (Number(spec.startLedger) || 2) });
  }
}
