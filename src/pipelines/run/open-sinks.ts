/** Opens where the consumers of a run write. */
import { randomUUID } from 'node:crypto';
import { PipelineError } from '../../core/errors.ts';
import type { Consumer } from '../component.ts';
import { fieldsOf } from '../definition/config.ts';
import type { Definition } from '../definition/definition.ts';
import type { Finding } from '../yaml/findings.ts';
import { readCheckpoint } from '../consumers/checkpoint-file.ts';
import type { Sink, SinkContext } from '../sink.ts';
import { openMapped } from './mapped.ts';
import { modeOf } from './mode.ts';
import type { PipelineSource } from './open-source.ts';
import type { RunOptions, Skipped } from './options.ts';
import { missingSecret, resolved } from './resolved.ts';
import type { OpenSink } from './sinks.ts';
import { skipping } from './skipping.ts';
import type { RunningConsumer, Wiring } from './wiring.ts';

type OpenOptions = RunOptions & {
  folder: string;
  pipelineId: string;
  /** Told each ledger that a consumer leaves out. */
  onSkip?: (skipped: Skipped) => void;
  /** Told why a consumer tries again. */
  onRetry?: (consumer: string, error: string) => void;
  /** Told what people should know of a consumer. */
  onWarning?: (warning: Finding) => void;
};

/** Opens all consumers. Throws PipelineError, and leaves nothing open then. */
export async function openSinks(
  definition: Definition,
  { consumers }: Wiring,
  options: OpenOptions,
): Promise<OpenSink[]> {
  const opened: OpenSink[] = [];
  const runId = options.runId ?? randomUUID();
  try {
    for (const consumer of consumers) {
      const context = contextOf(definition, consumer, { ...options, runId });
      opened.push({ consumer, sink: await openSink(consumer, context, options), rows: 0, errors: 0 });
    }
    return opened;
  } catch (error) {
    await Promise.allSettled(opened.map(({ sink }) => sink.close()));
    throw error;
  }
}

/** Returns what a consumer gets. */
export function contextOf(
  { metadata, spec }: Definition,
  { name, path, entry, inputs }: RunningConsumer,
  options: Omit<OpenOptions, keyof PipelineSource> & { runId: string },
): SinkContext {
  const { config, missing } = resolved(entry.config, options.secret);
  const { fileAt } = options;
  return {
    pipeline: { id: options.pipelineId, name: metadata.name },
    runId: options.runId,
    consumer: name,
    network: spec.network,
    config,
    missing,
    inputs,
    ...(fileAt && { fileAt }),
    folder: options.folder,
    from: options.from ?? 'checkpoint',
    signal: options.signal ?? new AbortController().signal,
    skip: (ledger, cause, record) =>
      options.onSkip?.({ ledger, component: name, cause, ...(record !== undefined && { record }) }),
    warn: (code, message) => {
      options.onLog?.({ level: 'warning', code, component: name, message });
      if (code === 'sink_retry') options.onRetry?.(name, message);
      else options.onWarning?.({ code, path, message });
    },
  };
}

type Config = SinkContext['config'];

async function openSink(
  { component }: RunningConsumer,
  context: SinkContext,
  { nativeSinks }: RunOptions,
): Promise<Sink> {
  if (!component.open) throw new PipelineError(`${context.consumer} cannot be run`, { component: context.consumer });
  if (component.origin === 'hosted') return openHosted(component.open, context, nativeSinks);
  if (context.missing.length > 0) throw missingSecret(context.consumer, context.missing);
  const found = component.isRemote ? modeOf(context, nativeSinks) : undefined;
  if (found?.mode === 'refused') throw notPermitted(context, found.why);
  return skipping(await component.open({ ...context, config: withFiles(component, context) }), context);
}

/** Returns the config of a local consumer with its files where they may be. */
function withFiles({ config: schema }: Consumer, { config, fileAt }: SinkContext): Config {
  if (!fileAt) return config;
  const placed = [...fieldsOf(schema)].flatMap(([name, field]) => {
    const path = config[name];
    return field['x-file'] && typeof path === 'string' ? [[name, fileAt(path)] as const] : [];
  });
  return { ...config, ...Object.fromEntries(placed) };
}

type Open = (context: SinkContext) => Promise<Sink>;

/** A server that the definition names is used or is an error: rows that went elsewhere would be missed there. */
async function openHosted(open: Open, context: SinkContext, nativeSinks: RunOptions['nativeSinks']): Promise<Sink> {
  const found = modeOf(context, nativeSinks);
  if (found.mode === 'refused') throw notPermitted(context, found.why, ', or set sink: mapped');
  if (found.mode === 'native') {
    if (context.missing.length > 0) throw missingSecret(context.consumer, context.missing);
    return open(context);
  }
  if (isBound(context)) throw cutOff(context, found.why);
  return openMapped(context, found.why);
}

/** Returns whether a consumer has written to its server, and does not say that it is to leave it. */
export function isBound(context: Pick<SinkContext, 'folder' | 'consumer' | 'config'>): boolean {
  return context.config['sink'] !== 'mapped' && readCheckpoint(context) !== undefined;
}

function notPermitted({ consumer }: SinkContext, why: string, others = ''): PipelineError {
  const what = 'start the server of pipelines with --native-sinks that names it';
  const message = `${consumer} cannot use its server: ${why}; ${what}${others}`;
  return new PipelineError(message, { code: 'sink_unreachable', component: consumer });
}

/** Returns the error for a consumer that may not use its server any more. */
export function cutOff({ consumer }: Pick<SinkContext, 'consumer'>, why: string): PipelineError {
  const message = `${consumer} has written to its server, which it may not use now: ${why}; mend that, or set sink: mapped`;
  return new PipelineError(message, { code: 'sink_unreachable', component: consumer });
}
