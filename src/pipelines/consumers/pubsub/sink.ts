/** Publishes payments to Pub/Sub at least once; the checkpoint is written when the server has acknowledged all messages. */
import { PipelineError } from '../../../core/errors.ts';
import { messageOf } from '../../../core/system-errors.ts';
import type { Batch, LedgerMark, Sink, SinkContext } from '../../sink.ts';
import { readCheckpoint, writeCheckpoint } from '../checkpoint-file.ts';
import { retried } from '../retry.ts';
import { STOP_WAIT, untilStop } from '../stopping.ts';
import { grpcCode, openTopic, type PubsubMessage, type OpenTopic, type TopicSettings } from './client.ts';
import { messagesOf } from './messages.ts';

/** Finds the topic, makes it on an emulator, and reads the checkpoint. Throws PipelineError. */
export async function openPubsub(context: SinkContext): Promise<Sink> {
  const settings = pubsubSettings(context);
  try {
    const topic = openTopic(settings);
    // It may come after a stop, when nobody waits for it.
    topic.then((late) => (context.signal.aborted ? late.close() : undefined)).catch(() => {});
    return new PubsubSink(context, settings, await untilStop(topic, context.signal));
  } catch (error) {
    throw unreachablePubsub(context.consumer, settings, error);
  }
}

/** Returns which topic a config names. Throws PipelineError. */
export function pubsubSettings({ config, consumer }: Pick<SinkContext, 'config' | 'consumer'>): TopicSettings {
  const emulator = process.env.PUBSUB_EMULATOR_HOST;
  const place = { project: String(config.project_id), topic: String(config.topic_id) };
  if (emulator) return { ...place, emulator };
  try {
    return { ...place, credentials: keyOf(JSON.parse(String(config.credentials_json))) };
  } catch {
    const message = `${consumer}: credentials_json is not the JSON of a service account's key`;
    throw new PipelineError(message, { code: 'sink_unreachable', component: consumer });
  }
}

function keyOf(json: unknown): { email: string; key: string } {
  const { client_email: email, private_key: key } = json as Record<string, unknown>;
  if (typeof email !== 'string' || typeof key !== 'string') throw new Error('no key of a service account');
  return { email, key };
}

class PubsubSink implements Sink {
  readonly kind = 'pubsub';
  readonly location: string;
  checkpoint: LedgerMark | undefined;
  readonly #context: SinkContext;
  readonly #settings: TopicSettings;
  readonly #topic: OpenTopic;
  #published = 0;

  constructor(context: SinkContext, settings: TopicSettings, topic: OpenTopic) {
    this.#context = context;
    this.#settings = settings;
    this.#topic = topic;
    this.location = locationOf(settings);
    const kept = context.from === 'start' ? undefined : readCheckpoint(context);
    this.checkpoint = kept && { ledger: kept.ledger, hash: kept.hash };
  }

  written(): ReadonlyMap<string, number> {
    return new Map([[this.#settings.topic, this.#published]]);
  }

  async write(batch: Batch): Promise<void> {
    const { consumer, signal, warn, config, runId } = this.#context;
    let left: readonly PubsubMessage[] = messagesOf(batch, this.#context, this.#topic.ordered);
    const publish = async () => {
      const failed = await untilStop(this.#topic.publish(left), signal, STOP_WAIT);
      this.#published += left.length - failed.length;
      left = failed.map(({ message }) => message);
      if (failed.length > 0) throw failed[0].error;
    };
    const onFault = (error: unknown, seconds: number) =>
      warn('sink_retry', `${consumer}: ${messageOf(error)} (${this.location}); again in ${seconds.toFixed(1)} s`);
    const retryFor = typeof config.retry_for === 'number' ? config.retry_for : 300;
    await retried(publish, { retryFor, signal, isPassing, onFault }).catch((error: unknown) => {
      throw unreachablePubsub(consumer, this.#settings, error);
    });
    this.checkpoint = batch.last;
    await writeCheckpoint(this.#context, { ...batch.last, kind: this.kind, runId });
  }

  close(): Promise<void> {
    return this.#topic.close();
  }
}

const locationOf = ({ project, topic, emulator }: TopicSettings) =>
  `projects/${project}/topics/${topic}${emulator ? ` at ${emulator}` : ''}`;

/** Cancelled, deadline, resource exhausted, aborted, internal, unavailable: gRPC's statuses that pass. */
const passing: readonly (number | undefined)[] = [1, 4, 8, 10, 13, 14];

const isPassing = (error: unknown) => passing.includes(grpcCode(error));

/** What to do, by gRPC's status. */
const advice = new Map<number | undefined, string>([
  [5, 'make the topic, or set project_id and topic_id'],
  [7, 'grant the account the role Pub/Sub Publisher on the topic'],
  [16, 'set credentials_json to a key of a service account'],
  [14, 'set PUBSUB_EMULATOR_HOST to an emulator that runs, or mend the network'],
]);

/** Returns the error for a topic that cannot be published to. */
export function unreachablePubsub(component: string, settings: TopicSettings, error: unknown): PipelineError {
  const what = advice.get(grpcCode(error)) ?? 'set project_id, topic_id and credentials_json';
  const message = `${component} cannot publish to ${locationOf(settings)}: ${messageOf(error)}; ${what}`;
  return new PipelineError(message, { code: 'sink_unreachable', component });
}
