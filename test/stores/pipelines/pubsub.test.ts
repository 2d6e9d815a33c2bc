/** Payments as messages of Google's own fake of Pub/Sub, which `.ci/servers` builds. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PubSub, type Message } from '@google-cloud/pubsub';
import { GoogleAuth, JWT } from 'google-auth-library';
import { googlePubsubV2 } from '../../../src/pipelines/consumers/google-pubsub-v2.ts';
import { eventPayments } from '../../../src/pipelines/processors/event-payment-extractor.ts';
import type { SinkContext } from '../../../src/pipelines/sink.ts';
import { corpus, hasCorpus, readText } from '../../corpus.ts';
import { batchOf, contextFor, type Row } from './sinks.ts';

const emulator = process.env.LEDGERLAKE_PUBSUB;
const project = `test-${crypto.randomUUID()}`;

interface Published {
  data: string;
  attributes: Record<string, string>;
}

describe.skipIf(!emulator || !hasCorpus)('google_pubsub_v2', () => {
  const before = process.env.PUBSUB_EMULATOR_HOST;
  let client: PubSub;
  beforeAll(() => {
    process.env.PUBSUB_EMULATOR_HOST = emulator;
    client = new PubSub({ projectId: project, auth: new GoogleAuth({ projectId: project, authClient: new JWT() }) });
  });
  afterAll(async () => {
    if (before === undefined) delete process.env.PUBSUB_EMULATOR_HOST;
    else process.env.PUBSUB_EMULATOR_HOST = before;
    await client.close();
  });

  const golden = (path: string): unknown[] =>
    readText(`${corpus}/pipelines/${path}.jsonl.zst`)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line.replace(/"(royalty_)?amount":(\d+)/g, '"$1amount":"$2"')));
  const payments = () =>
    batchOf([[eventPayments, golden('event_payment_postgres.patched/synthetic.event_payments') as Row[]]]);
  const contextOf = (topic: string, more: Partial<SinkContext> = {}) =>
    contextFor(
      'google_pubsub_v2',
      [eventPayments],
      { project_id: project, topic_id: topic, credentials_json: 'x' },
      more,
    );
  const open = (context: SinkContext) => googlePubsubV2.open!(context);

  async function subscribe(topic: string, options: object = {}): Promise<(count: number) => Promise<Message[]>> {
    const [made] = await client.topic(topic).create();
    const [subscription] = await made.createSubscription(`${topic}-all`, options);
    return (count) =>
      new Promise((resolve, reject) => {
        const messages: Message[] = [];
        subscription.on('error', reject);
        subscription.on('message', (message: Message) => {
          message.ack();
          if (messages.push(message) === count) subscription.close().then(() => resolve(messages), reject);
        });
      });
  }
  const plain = (messages: readonly Message[]): Published[] =>
    messages.map(({ data, attributes }) => ({ data: data.toString(), attributes }));
  const byText = (a: Published, b: Published) => a.data.localeCompare(b.data);

  it('publishes the messages of the reference, each with the id of its payment', async () => {
    const receive = await subscribe('golden');
    const context = contextOf('golden');
    const sink = await open(context);
    await sink.write(payments());
    const wanted = golden('google_pubsub_v2/synthetic') as Published[];
    const got = plain(await receive(payments().rows.get('event_payments')!.numRows));
    const ids = got.map(({ attributes }) => attributes.dedup_id);
    for (const { attributes } of got) delete attributes.dedup_id;
    expect(new Set(ids).size).toBe(got.length);
    const known = new Set(wanted.map(({ data }) => data));
    expect(got.filter(({ data }) => known.has(data)).sort(byText)).toEqual(
      wanted.filter(({ data }) => got.some((other) => other.data === data)).sort(byText),
    );
    expect(sink.checkpoint).toEqual(payments().last);
    await sink.close();
    const again = await open(context);
    expect(again.checkpoint).toEqual(payments().last);
    await again.close();
  });

  it('gives an ordering key when a subscription delivers in order', async () => {
    const receive = await subscribe('ordered', { enableMessageOrdering: true });
    const sink = await open(contextOf('ordered'));
    await sink.write(payments());
    const got = await receive(payments().rows.get('event_payments')!.numRows);
    expect(got.map(({ orderingKey }) => orderingKey)).toEqual(got.map(({ attributes }) => attributes.payment_id));
    await sink.close();
  });

  it('makes a topic that the emulator lacks', async () => {
    await (await open(contextOf('made'))).close();
    expect(await client.topic('made').exists()).toEqual([true]);
  });

  it('names the topic and the emulator that does not answer', async () => {
    process.env.PUBSUB_EMULATOR_HOST = '127.0.0.1:1';
    try {
      await expect(open(contextOf('none'))).rejects.toThrow(
        /^google_pubsub_v2 cannot publish to projects\/test-.*\/topics\/none at 127\.0\.0\.1:1: .*PUBSUB_EMULATOR_HOST/s,
      );
    } finally {
      process.env.PUBSUB_EMULATOR_HOST = emulator;
    }
  });

  it('says that credentials are none, without them', async () => {
    delete process.env.PUBSUB_EMULATOR_HOST;
    try {
      await expect(open(contextOf('none'))).rejects.toThrow(
        "google_pubsub_v2: credentials_json is not the JSON of a service account's key",
      );
    } finally {
      process.env.PUBSUB_EMULATOR_HOST = emulator;
    }
  });
});
