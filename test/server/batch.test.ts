/** Batches: what one may take, and when it ends before its end. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDispatcher } from '../../src/server/rpc/dispatch.ts';
import { HeldBytes } from '../../src/server/rpc/buffered-bytes.ts';
import { metrics } from '../../src/server/rpc/counters.ts';
import { type Answer, passphrase, patientConfig, startTestNode, type TestNode } from './node.ts';

const PAGE = { startLedger: 2, pagination: { limit: 64 } };
const batchOf = (count: number, method: string, params?: object) =>
  JSON.stringify(Array.from({ length: count }, (_, id) => ({ jsonrpc: '2.0', id, method, params })));

type Sent = Answer & { id: number | null };

describe('a batch', () => {
  let node: TestNode;
  beforeAll(async () => {
    node = await startTestNode({ config: { batch: { calls: 20, bytes: 4_000_000 } } });
  });
  afterAll(() => node.stop());

  const answersTo = async (body: string) => JSON.parse((await node.post(body)).text) as Sent[];

  it('is answered up to its number of calls, the others with an error', async () => {
    const answers = await answersTo(batchOf(22, 'getNetwork'));
    expect(answers.map(({ id }) => id)).toEqual(Array.from({ length: 22 }, (_, id) => id));
    expect(answers.slice(0, 20).every(({ result }) => result)).toBe(true);
    const error = { code: -32098, message: 'batch surpassed limit of 20 calls' };
    expect(answers.slice(20).map((answer) => answer.error)).toEqual([error, error]);
    const mixed = [1, ...Array.from({ length: 20 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'getNetwork' })), 2];
    const [first, second, ...rest] = await answersTo(JSON.stringify(mixed));
    expect([first, second].map((answer) => answer.error!.code)).toEqual([-32700, -32700]);
    expect(rest.map((answer) => answer.error?.code)).toEqual([...Array.from({ length: 18 }), -32098, -32098]);
  });

  it('may be a quarter of a million values that are no calls', async () => {
    const { text } = await node.post(`[${'1,'.repeat(250_000)}1]`);
    const answers = JSON.parse(text) as Sent[];
    expect(answers).toHaveLength(250_001);
    const error = { code: -32700, message: 'request is not a JSON object' };
    expect(answers.at(-1)).toEqual({ jsonrpc: '2.0', id: null, error });
  });

  it('is answered up to its bytes, the others with an error', async () => {
    const answers = await answersTo(batchOf(20, 'getLedgers', PAGE));
    const whole = answers.filter(({ result }) => result);
    expect(whole.length).toBeGreaterThan(1);
    expect(whole.length).toBeLessThan(20);
    expect(JSON.stringify(whole.slice(1)).length).toBeLessThan(4_000_000);
    const error = { code: -32098, message: 'batch surpassed limit of 4000000 bytes' };
    expect(answers.slice(whole.length).map((answer) => answer.error)).toEqual(
      Array.from({ length: 20 - whole.length }, () => error),
    );
    expect((await answersTo(batchOf(2, 'getLedgers', PAGE))).every(({ result }) => result)).toBe(true);
  });

  it('holds each answer as it is alone, large and small ones and errors by turns', async () => {
    const methods = [
      'getLedgers',
      'getNetwork',
      'getNothing',
      'getLatestLedger',
      'getLedgers',
      'getEvents',
      'getNetwork',
    ];
    const paged = new Set(['getLedgers', 'getEvents']);
    const calls = methods.map((method, id) => ({
      jsonrpc: '2.0',
      id,
      method,
      ...(paged.has(method) && { params: { ...PAGE, pagination: { limit: 10 * (id + 1) } } }),
    }));
    const alone: string[] = [];
    for (const call of calls) alone.push((await node.post(JSON.stringify(call))).text);
    expect(Math.max(...alone.map((text) => text.length))).toBeGreaterThan(100_000);
    expect((await node.post(JSON.stringify(calls))).text).toBe(`[${alone.join(',')}]`);
  });

  it('ends when its caller is gone, and lets go of its calls', async () => {
    let started = 0;
    const counters = { ...metrics(), start: () => (started++, () => undefined) };
    const dispatcher = createDispatcher(node.node, counters, new HeldBytes());
    const gone = new AbortController();
    const spill = () => {
      gone.abort();
      return Promise.resolve();
    };
    const cancelled = dispatcher.answer(batchOf(20, 'getLedgers', PAGE), gone.signal, spill);
    await expect(cancelled).rejects.toThrow('the caller is gone');
    expect(started).toBe(1);
    const single = JSON.parse(batchOf(1, 'getLedgers', PAGE)) as object[];
    const late = await dispatcher.answer(JSON.stringify(single[0]), gone.signal, spill);
    expect(JSON.parse(Buffer.from(late!).toString())).toMatchObject({ error: { code: -32097 } });
    expect(started).toBe(1);
    const fresh = await dispatcher.answer(batchOf(20, 'getNetwork'), new AbortController().signal, spill);
    expect(JSON.parse(Buffer.from(fresh!).toString())).toHaveLength(20);
  });
});

describe('a call after a large one in a batch', () => {
  it('may hold as much as one that is alone, so that it can still fail', async () => {
    const { methods } = patientConfig(passphrase);
    const limited = { ...methods, getEvents: { queue: 10, duration: 0.001 } };
    const node = await startTestNode({ config: { methods: limited } });
    const calls = [
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'getLedgers',
        params: { ...PAGE, pagination: { limit: 128 }, xdrFormat: 'json' },
      },
      { jsonrpc: '2.0', id: 2, method: 'getEvents', params: { startLedger: 2, pagination: { limit: 10_000 } } },
      { jsonrpc: '2.0', id: 3, method: 'getNetwork' },
    ];
    const { text } = await node.post(JSON.stringify(calls));
    const [first, second, third] = JSON.parse(text) as Answer[];
    expect(first.result!['ledgers']).toHaveLength(128);
    expect(second.error).toEqual({ code: -32001, message: '[-32001] request exceeded processing limit threshold' });
    expect(third.result).toMatchObject({ passphrase });
    await node.stop();
  });
});
