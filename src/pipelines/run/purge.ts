/** Removes what a pipeline has written to servers. */
import { networks, type Definition } from '../definition/definition.ts';
import { readCheckpoint } from '../consumers/checkpoint-file.ts';
import { contextOf, cutOff } from './open-sinks.ts';
import { modeOf } from './mode.ts';
import type { RunOptions } from './options.ts';
import { pipelineFolder } from './places.ts';
import { missingSecret, withProcessorValues } from './resolved.ts';
import { wire } from './wiring.ts';

/** What a purge gets: the same as its runs. */
export type PurgeOptions = Pick<RunOptions, 'dataDir' | 'nativeSinks' | 'secret' | 'fileAt'> & { pipelineId: string };

/** Removes the rows and checkpoints of consumers that have written to a server of their own. Throws PipelineError. */
export async function purgePipeline(definition: Definition, options: PurgeOptions): Promise<void> {
  const { metadata, spec } = definition;
  const folder = pipelineFolder(options.dataDir, metadata.name);
  const valued = withProcessorValues(definition, options.secret);
  for (const consumer of (await wire(valued, networks[spec.network])).consumers) {
    const context = contextOf(definition, consumer, { ...options, folder, runId: options.pipelineId });
    const { purge } = consumer.component;
    const written = readCheckpoint(context);
    if (!purge || !written || context.config['sink'] === 'mapped') continue;
    if (context.missing.length > 0) throw missingSecret(context.consumer, context.missing);
    const found = modeOf(context, options.nativeSinks);
    if (found.mode !== 'native') throw cutOff(context, found.why);
    await purge({ ...context, first: written.first ?? (Number(spec.startLedger) || 2) });
  }
}
