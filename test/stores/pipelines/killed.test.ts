/** Runs into Redis and Pub/Sub that are killed at any moment, or whose server is. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { PubSub, type Message } from '@google-cloud/pubsub';
import { GoogleAuth, JWT } from 'google-auth-library';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ledgersOf, writeManifest, writeRepeated } from '../../../bench/repeated.ts';
import { openLedgerStore } from '../../../src/datastore/open.ts';
import { passphrases } from '../../../src/ledger/network.ts';
import { validate } from '../../../src/pipelines/definition/validate.ts';
import { runPipeline } from '../../../src/pipelines/run/run.ts';
import { corpus, hasCorpus } from '../../corpus.ts';
import { makeCertificates, type Certificates } from './certificates.ts';
import { KILLING_TIME, killAgain, run } from './killed.ts';
import { hasRedis, startRedis, type RedisServer } from './redis-server.ts';
import { startProxy } from './tcp-proxy.ts';

const folder = mkdtempSync(join(tmpdir(), 'ledgerlake-killed-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Given {
  network: string;
  end: number;
  processor: string;
  consumer: string;
  config: object;
}

/** Writes a definition of a pipeline of that name, and returns its file. */
function definition(name: string, { network, end, processor, consumer, config }: Given): string {
  const file = join(folder, `${name}.yaml`);
  const spec = {
    network,
    startLedger: '2',
    endLedger: String(end),
    processors: [{ type: processor }],
    consumers: [{ type: consumer, config: { ...config, sink: 'native' } }],
  };
  writeFileSync(file, JSON.stringify({ apiVersion: 'flow.obsrvr.com/v1', kind: 'Pipeline', metadata: { name }, spec }));
  return file;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

describe.skipIf(!hasRedis)('a run into Redis', () => {
  let certificates: Certificates;
  let server: RedisServer;
  beforeAll(async () => {
    certificates = makeCertificates();
    server = await startRedis(certificates);
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    certificates[Symbol.dispose]();
  });

  it('keeps history and checkpoint together, however often it is killed', { timeout: KILLING_TIME }, async () => {
    const config = {
      redis_address: `127.0.0.1:${server.port}`,
      redis_password: '${PASSWORD}',
      use_tls: false,
      key_prefix: 'k:',
    };
    const file = definition('redis', {
      network: 'testnet',
      end: 129,
      processor: 'latest_ledger',
      consumer: 'save_latest_ledger_redis',
      config,
    });
    const store = resolve(import.meta.dirname, '../../../data/sample');
    const dataDir = join(folder, 'redis');
    const given = { file, store, dataDir, env: { PASSWORD: server.password } };
    const kept = async () => {
      const [mark] = (await server.send('KEYS', 'k:ledgerlake:*')) as string[];
      return {
        history: (await server.send('ZRANGE', 'k:history', '0', '-1', 'WITHSCORES')) as string[],
        latest: await server.send('HMGET', 'k:latest', 'sequence', 'hash'),
        ledger: mark === undefined ? null : await server.send('HGET', mark, 'ledger'),
      };
    };
    const reset = async () => {
      await server.send('FLUSHDB');
      rmSync(dataDir, { recursive: true, force: true });
    };
    const time = await timed(async () => expect(await run(given)).toBe(0));
    const whole = await kept();
    expect(whole).toMatchObject({ ledger: '129', latest: ['129', whole.history.at(-2)] });
    await reset();

    const check = async () => {
      const { history, latest, ledger } = await kept();
      const count = ledger === null ? 0 : Number(ledger) - 1;
      expect(history).toEqual(whole.history.slice(0, 2 * count));
      expect(latest).toEqual(count === 0 ? [null, null] : [ledger, history.at(-2)]);
    };
    expect(await killAgain(given, { time, seed: 7, check, reset })).toBeGreaterThan(0);
    expect(await run(given)).toBe(0);
    expect(await kept()).toEqual(whole);
  });

  it('has each ledger once when Redis crashes and comes back in the middle, again and again', async () => {
    const config = {
      redis_address: `127.0.0.1:${server.port}`,
      redis_password: '${PASSWORD}',
      use_tls: false,
      key_prefix: 'c:',
    };
    const end = 129;
    const given = { network: 'testnet', end, processor: 'latest_ledger', consumer: 'save_latest_ledger_redis', config };
    const file = definition('redis-crash', given);
    const { definition: checked } = validate(readFileSync(file, 'utf8'));
    const faults: string[] = [];
    let crash = Promise.resolve();
    let batches = 0;
    const report = await runPipeline(checked!, {
      store: resolve(import.meta.dirname, '../../../data/sample'),
      dataDir: join(folder, 'redis-crash'),
      secret: () => server.password,
      onLog: ({ code, message }) => code === 'sink_retry' && faults.push(message),
      onProgress: () => {
        if (++batches === 1 || batches === 3) crash = crash.then(() => server.kill()).then(() => server.start());
      },
    });
    await crash;
    expect(batches).toBeGreaterThan(3);
    expect(faults.join('\n')).toMatch(/^save_latest_ledger_redis: .*127\.0\.0\.1/);
    expect(report).toMatchObject({ status: 'completed', currentLedger: end });
    const history = (await server.send('ZRANGE', 'c:history', '0', '-1', 'WITHSCORES')) as string[];
    const sequences = history.filter((_, i) => i % 2 === 1).map(Number);
    expect(sequences).toEqual(Array.from({ length: end - 1 }, (_, i) => i + 2));
    expect(await server.send('HMGET', 'c:latest', 'sequence', 'hash')).toEqual([String(end), history.at(-2)]);
    const [mark] = (await server.send('KEYS', 'c:ledgerlake:*')) as string[];
    expect(await server.send('HGET', mark, 'ledger')).toBe(String(end));
  });

  it.each(['cut', 'deaf'] as const)('has each ledger once where many pieces on the way are lost: %s', async (fate) => {
    await using proxy = await startProxy(server.port);
    const prefix = `${fate}:`;
    const config = {
      redis_address: `127.0.0.1:${proxy.port}`,
      redis_password: '${PASSWORD}',
      use_tls: false,
      key_prefix: prefix,
    };
    const end = 129;
    const given = { network: 'testnet', end, processor: 'latest_ledger', consumer: 'save_latest_ledger_redis', config };
    const { definition: checked } = validate(readFileSync(definition(`redis-${fate}`, given), 'utf8'));
    const faults: string[] = [];
    // The pieces of a batch, by what they hold: each is lost twice, on its way or with its answer.
    const lost = new Map<string, number>();
    proxy.onSent = (piece) => {
      const [command = 'other'] = /EXEC|MULTI|ZADD|EVAL|HSET/.exec(piece.toString('latin1')) ?? [];
      const times = lost.get(command) ?? 0;
      if (command === 'other' || times === 2) return 'pass';
      lost.set(command, times + 1);
      return fate;
    };
    const report = await runPipeline(checked!, {
      store: resolve(import.meta.dirname, '../../../data/sample'),
      dataDir: join(folder, `redis-${fate}`),
      secret: () => server.password,
      onLog: ({ code, message }) => code === 'sink_retry' && faults.push(message),
    });
    expect(lost.size).toBeGreaterThan(0);
    expect(faults.length).toBeGreaterThan(0);
    expect(report).toMatchObject({ status: 'completed', currentLedger: end });
    const history = (await server.send('ZRANGE', `${prefix}history`, '0', '-1', 'WITHSCORES')) as string[];
    const sequences = history.filter((_, i) => i % 2 === 1).map(Number);
    expect(sequences).toEqual(Array.from({ length: end - 1 }, (_, i) => i + 2));
    const [mark] = (await server.send('KEYS', `${prefix}ledgerlake:*`)) as string[];
    expect(await server.send('HGET', mark, 'ledger')).toBe(String(end));
  });
});

const emulator = process.env.LEDGERLAKE_PUBSUB;

describe.skipIf(!emulator || !hasCorpus)('a run into Pub/Sub', () => {
  const project = `killed-${crypto.randomUUID()}`;
  const LEDGERS = 96;
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

  it('publishes every payment, however often it is killed', { timeout: KILLING_TIME }, async () => {
    const store = join(folder, 'store');
    const ledgers = await ledgersOf(await openLedgerStore([join(corpus, 'pipelines/synthetic')]));
    writeRepeated(store, ledgers, 2, LEDGERS);
    writeManifest(store, passphrases.pubnet);
    const given = async (topic: string) => {
      const [made] = await client.topic(topic).create();
      const [subscription] = await made.createSubscription(`${topic}-all`);
      const ids: string[] = [];
      subscription.on('message', (message: Message) => {
        message.ack();
        ids.push(message.attributes.dedup_id);
      });
      const file = definition(topic, {
        network: 'mainnet',
        end: LEDGERS + 1,
        processor: 'event_payment_extractor',
        consumer: 'google_pubsub_v2',
        config: {
          project_id: project,
          topic_id: topic,
          chain_identifier: 'StellarMainnet',
          credentials_json: '${NONE}',
        },
      });
      const env = { PUBSUB_EMULATOR_HOST: emulator, NONE: 'x' };
      return { ids, close: () => subscription.close(), run: { file, store, dataDir: join(folder, topic), env } };
    };
    const once = await given('once');
    const time = await timed(async () => expect(await run(once.run)).toBe(0));
    await expect.poll(() => once.ids.length, { timeout: 30_000 }).toBe(LEDGERS * 7);
    await once.close();
    expect(new Set(once.ids).size).toBe(LEDGERS * 7);

    const killed = await given('killed');
    const check = () => Promise.resolve();
    const reset = () => Promise.resolve(rmSync(killed.run.dataDir, { recursive: true }));
    expect(await killAgain(killed.run, { time, seed: 11, check, reset })).toBeGreaterThan(0);
    expect(await run(killed.run)).toBe(0);
    await expect.poll(() => new Set(killed.ids).size, { timeout: 30_000 }).toBe(LEDGERS * 7);
    await killed.close();
    expect(new Set(killed.ids)).toEqual(new Set(once.ids));
  });

  it.each(['cut', 'deaf'] as const)('publishes every payment where pieces on the way are lost: %s', async (fate) => {
    const store = join(folder, 'store');
    const topic = `lost-${fate}`;
    await using proxy = await startProxy(Number(emulator!.split(':')[1]));
    const [made] = await client.topic(topic).create();
    const [subscription] = await made.createSubscription(`${topic}-all`);
    const ids: string[] = [];
    subscription.on('message', (message: Message) => {
      message.ack();
      ids.push(message.attributes.dedup_id);
    });
    const config = {
      ...{ project_id: project, topic_id: topic, chain_identifier: 'StellarMainnet' },
      credentials_json: '${NONE}',
    };
    const consumer = 'google_pubsub_v2';
    const processor = 'event_payment_extractor';
    const file = definition(topic, { network: 'mainnet', end: LEDGERS + 1, processor, consumer, config });
    const { definition: checked } = validate(readFileSync(file, 'utf8'));
    let lost = 0;
    // Payments are in the piece: their network is.
    proxy.onSent = (piece) => (piece.includes('StellarMainnet') && ++lost <= 3 ? fate : 'pass');
    process.env.PUBSUB_EMULATOR_HOST = `127.0.0.1:${proxy.port}`;
    try {
      const report = await runPipeline(checked!, { store, dataDir: join(folder, topic), secret: () => 'x' });
      expect(report).toMatchObject({ status: 'completed', currentLedger: LEDGERS + 1 });
    } finally {
      process.env.PUBSUB_EMULATOR_HOST = emulator;
    }
    expect(lost).toBeGreaterThan(3);
    // What was published and whose answer was lost is published again, with the same id.
    await expect.poll(() => new Set(ids).size, { timeout: 30_000 }).toBe(LEDGERS * 7);
    await subscription.close();
  });
});
