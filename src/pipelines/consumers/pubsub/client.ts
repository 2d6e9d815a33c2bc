/** A topic of Google's Pub/Sub; only this file knows the driver. */
import type { PubSub, Topic } from '@google-cloud/pubsub';
import type { GoogleAuth } from 'google-auth-library';
import { optional } from '../../../core/optional.ts';

export interface PubsubMessage {
  data: Buffer;
  attributes: Record<string, string>;
  orderingKey?: string;
}

export interface OpenTopic {
  /** Whether a subscription of it delivers in order. */
  ordered: boolean;
  /** Publishes and waits until each message is acknowledged; returns those that were not, and why. */
  publish(messages: readonly PubsubMessage[]): Promise<{ message: PubsubMessage; error: unknown }[]>;
  close(): Promise<void>;
}

export interface TopicSettings {
  project: string;
  topic: string;
  /** The key of a service account. */
  credentials?: { email: string; key: string };
  /** Talk to an emulator: without credentials and TLS, and a topic that is not there is made. */
  emulator?: string;
}

/** A call is not repeated by the client: repeating is ours, and bounded. In milliseconds. */
const call = { timeout: 15_000, retry: null };

/** Returns the topic. Throws what the service says, NOT_FOUND when there is no such topic. */
export async function openTopic(settings: TopicSettings): Promise<OpenTopic> {
  const { topic: id, emulator } = settings;
  const client = await clientOf(settings);
  try {
    const topic = client.topic(id);
    await ensureTopic(topic, emulator !== undefined);
    const ordered = await isOrdered(topic);
    const batching = { maxMessages: 1000, maxMilliseconds: 5 };
    topic.setPublishOptions({ batching, messageOrdering: ordered, gaxOpts: { timeout: 60_000, retry: null } });
    return { ordered, publish: (messages) => publish(topic, messages), close: () => client.close() };
  } catch (error) {
    await client.close();
    throw error;
  }
}

/** Asks for the topic, and makes none. Throws what the service says; an emulator may lack it. */
export async function findTopic(settings: TopicSettings): Promise<void> {
  const client = await clientOf(settings);
  try {
    await client.topic(settings.topic).getMetadata({ ...call, timeout: 5_000 });
  } catch (error) {
    if (settings.emulator === undefined || grpcCode(error) !== NOT_FOUND) throw error;
  } finally {
    await client.close();
  }
}

const PACKAGES = ['@google-cloud/pubsub', 'google-auth-library'];

async function clientOf({ project, credentials, emulator }: TopicSettings): Promise<PubSub> {
  const { PubSub } = await optional('consumers of Pub/Sub', PACKAGES, () => import('@google-cloud/pubsub'));
  const auth = await authOf(credentials ?? { email: 'emulator@localhost', key: '' }, project);
  return new PubSub({ projectId: project, auth, ...(emulator && { emulatorMode: true, apiEndpoint: emulator }) });
}

/** Only the key of a service account: other kinds of credentials name files and servers of this machine to read. */
async function authOf(credentials: { email: string; key: string }, projectId: string): Promise<GoogleAuth> {
  const { GoogleAuth, JWT } = await optional('consumers of Pub/Sub', PACKAGES, () => import('google-auth-library'));
  const scopes = ['https://www.googleapis.com/auth/pubsub'];
  return new GoogleAuth({ projectId, authClient: new JWT({ ...credentials, scopes }) });
}

const NOT_FOUND = 5;

async function ensureTopic(topic: Topic, make: boolean): Promise<void> {
  try {
    await topic.getMetadata(call);
  } catch (error) {
    if (!make || grpcCode(error) !== NOT_FOUND) throw error;
    await topic.create(call);
  }
}

/** Order is a property of subscriptions; who may not see them publishes without. */
async function isOrdered(topic: Topic): Promise<boolean> {
  try {
    const [subscriptions] = await topic.getSubscriptions({ gaxOpts: call });
    const metadata = await Promise.all(subscriptions.map((subscription) => subscription.getMetadata(call)));
    return metadata.some(([{ enableMessageOrdering }]) => enableMessageOrdering === true);
  } catch (error) {
    if (grpcCode(error) === undefined) throw error;
    return false;
  }
}

async function publish(
  topic: Topic,
  messages: readonly PubsubMessage[],
): Promise<{ message: PubsubMessage; error: unknown }[]> {
  const ends = await Promise.allSettled(messages.map((message) => topic.publishMessage(message)));
  return ends.flatMap((end, i) => {
    if (end.status === 'fulfilled') return [];
    const { orderingKey } = messages[i];
    if (orderingKey) topic.resumePublishing(orderingKey);
    return [{ message: messages[i], error: end.reason as unknown }];
  });
}

/** Returns the status of a call that failed, by gRPC's numbers. */
export function grpcCode(error: unknown): number | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'number' ? error.code : undefined;
}
