/** Opens where the consumers of a run write. */
import { randomUUID } from 'node:crypto';
import { PipelineError } from '../../errors.ts';
import type { Consumer } from '../component.ts';
import { fieldsOf } from '../definition/config.ts';
import type { Definition } from '../definition/definition.ts';
import type { Finding } from '../definition/findings.ts';
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

/** Returns what a consumer is told. */
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
  if (component.origin === 'hosted') return openHosted(component.open, context, nativeSinks);
  if (!component.open) throw new PipelineError(`${context.consumer} cannot be run`, { component: context.consumer });
  if (context.missing.length > 0) throw missingSecret(context.consumer, context.missing);
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

/** The real server where it may be used and answers, else a DuckDB file, but for what has written to its server already (contract 11.5). */
async function openHosted(
  open: Open | undefined,
  context: SinkContext,
  nativeSinks: RunOptions['nativeSinks'],
): Promise<Sink> {
  const { mode, why } = modeOf(context, nativeSinks);
  if (mode === 'refused') throw notPermitted(context, why);
  if (mode === 'native') {
    if (context.missing.length > 0) throw missingSecret(context.consumer, context.missing);
    if (!open) throw new PipelineError(`${context.consumer} has no server of its own`, { component: context.consumer });
    return open(context);
  }
  if (mode === 'auto' && open) {
    try {
      return await open(context);
    } catch (error) {
      if (!(error instanceof PipelineError) || error.fields['code'] !== 'sink_unreachable' || isBound(context))
        throw error;
      if (context.signal.aborted) throw error;
      return openMapped(context, `the first connection failed: ${error.message}`);
    }
  }
  if (isBound(context)) throw cutOff(context, why);
  return openMapped(context, why ?? 'it has no server of its own');
}

/** Returns whether a consumer has written to its server, and does not say that it is to leave it. */
export function isBound(context: Pick<SinkContext, 'folder' | 'consumer' | 'config'>): boolean {
  return context.config['sink'] !== 'mapped' && readCheckpoint(context) !== undefined;
}

function notPermitted({ consumer }: SinkContext, why = 'it may not use its server'): PipelineError {
  const message = `${consumer} cannot use its server: ${why}; start the server of pipelines with --native-sinks that names it, or set sink: mapped`;
  return new PipelineError(message, { code: 'sink_unreachable', component: consumer });
}

/** Returns the error for a consumer that may not use its server any more. */
export function cutOff({ consumer }: Pick<SinkContext, 'consumer'>, why: string | undefined): PipelineError {
  const message = `${consumer} has written to its server, which it may not use now: ${why}; mend that, or set sink: mapped`;
  return new PipelineError(message, { code: 'sink_unreachable', component: consumer });
}
