import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { column } from '../../src/arrow/table.ts';
import { PipelineError } from '../../src/core/errors.ts';
import { httpPost } from '../../src/pipelines/consumers/http-post.ts';
import { webhookHeaders } from '../../src/pipelines/consumers/http/messages.ts';
import { defineRecords } from '../../src/pipelines/sink.ts';
import { batchOf, contextFor, type Row } from '../stores/pipelines/sinks.ts';
import { startReceiver, webhookSecret, type Misbehave, type Receiver } from './webhook.ts';

const things = defineRecords({
  name: 'things',
  grain: 'One row per thing.',
  key: ['id'],
  ledger: 'ledger',
  columns: {
    id: column('int64', 'Thing.'),
    ledger: column('int32', 'Ledger.'),
    note: column('utf8', 'Note.'),
  },
});

let receiver: Receiver;
beforeEach(async () => (receiver = await startReceiver()));
afterEach(() => receiver.close());

const rowsIn = (ledger: number, count: number): Row[] =>
  Array.from({ length: count }, (_, i) => ({ id: ledger * 10_000 + i, ledger, note: `"${i}"\n` }));
const batch = (...ledgers: [ledger: number, count: number][]) =>
  batchOf([[things, ledgers.flatMap(([ledger, count]) => rowsIn(ledger, count))]]);

function contextOf(config: Record<string, string | number> = {}, more: Parameters<typeof contextFor>[3] = {}) {
  const all = { url: receiver.url, secret: webhookSecret, timeout: 60, retry_for: 300, ...config };
  return contextFor('http_post', [things], all, more);
}

const open = (context: ReturnType<typeof contextOf>) => httpPost.open!(context);

describe('http_post', () => {
  it('signs as Standard Webhooks does', () => {
    const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', body: '{"test": 2432232314}' };
    expect(webhookHeaders('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', message, 1614265330)).toMatchObject({
      'Webhook-Id': message.id,
      'Webhook-Timestamp': '1614265330',
      'Webhook-Signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  it('sends the records of each ledger in order, and keeps the checkpoint', async () => {
    const context = contextOf();
    const sink = await open(context);
    await sink.write(batch([5, 2], [7, 1]));
    expect(receiver.received.map(({ body }) => JSON.parse(body) as unknown)).toEqual(
      [5, 7].map((ledger) => ({
        type: 'ledger.records',
        data: {
          ...{ pipeline: 'Test', network: 'mainnet', ledger, part: 1 },
          records: { things: rowsIn(ledger, ledger === 5 ? 2 : 1) },
        },
      })),
    );
    const { id } = context.pipeline;
    expect(receiver.received.map((one) => one.id)).toEqual([`${id}-http_post-5-1`, `${id}-http_post-7-1`]);
    expect(sink.checkpoint).toEqual({ ledger: 7, hash: expect.any(String) });
    expect(sink.written()).toEqual(new Map([['things', 3]]));
    await sink.close();
    const again = await open(context);
    expect(again.checkpoint).toEqual(sink.checkpoint);
    await again.close();
    const anew = await open({ ...context, from: 'start' });
    expect(anew.checkpoint).toBeUndefined();
    await anew.close();
  });

  it('parts many records of a ledger, the same in any batch', async () => {
    const sink = await open(contextOf());
    await sink.write(batch([5, 2500]));
    const parts = receiver.received.splice(0);
    expect(parts.map(({ body }) => JSON.parse(body).data.records.things.length)).toEqual([1000, 1000, 500]);
    await sink.write(batch([4, 3], [5, 2500], [6, 1]));
    expect(receiver.received.filter(({ id }) => parts.some((part) => part.id === id))).toEqual(parts);
    await sink.close();
  });

  it('sends nothing for ledgers without records', async () => {
    const sink = await open(contextOf());
    await sink.write({ first: 2, last: { ledger: 9, hash: 'ab' }, closedAt: 0, rows: new Map() });
    expect(receiver.received).toEqual([]);
    expect(sink.checkpoint).toEqual({ ledger: 9, hash: 'ab' });
    await sink.close();
  });
});

const status =
  (code: number, headers = {}): Misbehave =>
  (response) =>
    void response.writeHead(code, headers).end('why');

describe('a receiver that fails', () => {
  it.each<[string, Misbehave, timeout?: number]>([
    ['answers 500', status(500)],
    ['answers 503', status(503)],
    ['answers 429', status(429)],
    ['resets the connection', (response) => response.socket!.resetAndDestroy()],
    ['stalls', () => undefined, 1],
    ['stalls after half of an answer', (response) => void response.socket!.write('HTTP/1.1 200 O'), 1],
  ])('and %s gets the same message again', async (_, misbehave, timeout = 60) => {
    receiver.misbehave = (response, one, nth) => {
      if (nth <= 2) misbehave(response, one, nth);
      else response.writeHead(200).end();
    };
    const context = contextOf({ timeout });
    const sink = await open(context);
    await sink.write(batch([5, 1], [6, 1]));
    const [first] = receiver.received;
    const others = receiver.received.filter(({ id }) => id !== first.id);
    // A busy machine may take longer than a second for an answer, too.
    const again = receiver.received.slice(0, -others.length);
    expect(again.length).toBeGreaterThanOrEqual(3);
    expect(new Set(again.map((one) => JSON.stringify(one)))).toEqual(new Set([JSON.stringify(first)]));
    expect(new Set(others.map(({ id }) => id)).size).toBe(1);
    expect(context.warnings.map(({ code }) => code)).toEqual(
      Array.from({ length: receiver.received.length - 2 }, () => 'sink_retry'),
    );
    expect(JSON.stringify(context.warnings)).not.toMatch(/quiet|whsec/);
    await sink.close();
  });

  it.each([400, 401, 410])('with %d for good ends the run, before the checkpoint', async (code) => {
    receiver.misbehave = status(code);
    const sink = await open(contextOf());
    const place = receiver.url.replace('?token=quiet', '');
    await expect(sink.write(batch([5, 1]))).rejects.toThrow(
      `http_post cannot send to ${place}: the answer was ${code}; mend the receiver, then start the pipeline again`,
    );
    expect(receiver.received).toHaveLength(1);
    expect(sink.checkpoint).toBeUndefined();
    await sink.close();
  });

  it('with a redirect is not followed', async () => {
    const other = await startReceiver();
    receiver.misbehave = status(307, { Location: other.url });
    const sink = await open(contextOf());
    await expect(sink.write(batch([5, 1]))).rejects.toThrow('set url to the address that the redirect names');
    expect(other.received).toEqual([]);
    await sink.close();
    await other.close();
  });

  it('is asked no longer than retry_for', async () => {
    receiver.misbehave = status(503);
    const sink = await open(contextOf({ retry_for: 0 }));
    await expect(sink.write(batch([5, 1]))).rejects.toMatchObject({ fields: { code: 'sink_unreachable' } });
    expect(receiver.received).toHaveLength(1);
    await sink.close();
  });

  it('is left when the run stops', async () => {
    receiver.misbehave = status(503);
    const stopping = new AbortController();
    const context = contextOf({}, { signal: stopping.signal });
    const sink = await open({ ...context, warn: () => stopping.abort() });
    await expect(sink.write(batch([5, 1]))).rejects.toThrow('the answer was 503');
    await sink.close();
  });

  it('is not read for what else it says', async () => {
    const ended: Promise<unknown>[] = [];
    receiver.misbehave = (response) => {
      ended.push(once(response, 'close'));
      response.writeHead(200);
      writeOn(response);
    };
    const sink = await open(contextOf());
    await sink.write(batch([5, 1]));
    await Promise.all(ended);
    expect(sink.checkpoint?.ledger).toBe(5);
    await sink.close();
  });
});

function writeOn(response: ServerResponse): void {
  if (!response.destroyed) response.write('x'.repeat(65536), () => writeOn(response));
}

describe('a config', () => {
  it.each([
    [{ secret: 'whsec_short' }, 'http_post needs a secret of whsec_ and 24 to 64 bytes in base64'],
    [{ url: 'file:///etc/passwd' }, 'http_post needs a url of http or https'],
    [{ url: 'http://' }, 'http_post needs a url of http or https'],
    [{ url: 'https://u:p@example.com/' }, 'http_post takes no user or password in url'],
  ])('of %j is refused', async (config, message) => {
    const opened = (async () => open(contextOf(config)))();
    await expect(opened).rejects.toThrow(message);
    await expect(opened).rejects.toThrow(PipelineError);
  });
});
