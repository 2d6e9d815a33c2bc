/** The latest ledger in a real Redis. */
import tls from 'node:tls';
import { readFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { saveLatestLedgerRedis } from '../../../src/pipelines/consumers/save-latest-ledger-redis.ts';
import type { JsonData } from '../../../src/pipelines/yaml/nodes.ts';
import { latestLedgers } from '../../../src/pipelines/processors/latest-ledger.ts';
import { runPipeline } from '../../../src/pipelines/run/run.ts';
import type { SinkContext } from '../../../src/pipelines/sink.ts';
import { corpus, hasCorpus, readText } from '../../corpus.ts';
import { temporaryFolder } from '../../folder.ts';
import { definitionOf } from '../../pipelines/definition.ts';
import { makeCertificates, type Certificates } from './certificates.ts';
import { hasRedis, startRedis, type RedisServer } from './redis-server.ts';
import { batchOf, contextFor, type Row } from './sinks.ts';
import { startProxy } from './tcp-proxy.ts';

describe.skipIf(!hasRedis || !hasCorpus)('save_latest_ledger_redis', () => {
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

  const contextOf = (config: Record<string, JsonData> = {}, more: Partial<SinkContext> = {}) =>
    contextFor(
      'save_latest_ledger_redis',
      [latestLedgers],
      {
        redis_address: `127.0.0.1:${server.port}`,
        redis_password: server.password,
        redis_db: 0,
        key_prefix: 'stellar:ledger:',
        use_tls: false,
        ...config,
      },
      more,
    );
  const open = (context: SinkContext) => saveLatestLedgerRedis.open!(context);
  const ledgers = (
    hasCorpus ? readText(`${corpus}/pipelines/latest_ledger/pubnet-p26.jsonl.zst`).trim().split('\n') : []
  )
    .map((line) => JSON.parse(line) as Row)
    .map((row): Row => ({ ...row, total_soroban_fees_charged: 0 }));
  const batch = () => batchOf([[latestLedgers, ledgers]]);
  const latest = async () => Object.fromEntries(pairs(await server.send('HGETALL', 'stellar:ledger:latest')));

  it('keeps what the reference keeps, and changes nothing but the time when it is written again', async () => {
    const golden = readText(`${corpus}/pipelines/save_latest_ledger_redis/pubnet-p26.jsonl.zst`);
    const [history, hash] = golden
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Golden);
    const context = contextOf();
    for (const from of ['checkpoint', 'start'] as const) {
      const sink = await open({ ...context, from });
      await sink.write(batch());
      expect(sink.checkpoint).toEqual(batch().last);
      await sink.close();
      const kept = pairs(await server.send('ZRANGE', 'stellar:ledger:history', '0', '-1', 'WITHSCORES'));
      expect(kept).toEqual(history.members!.map(({ member, score }) => [member, score]));
      const { updated_at, ...rest } = await latest();
      expect(rest).toEqual({ sequence: hash.value!.sequence, hash: hash.value!.hash });
      expect(updated_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    }
    const again = await open(context);
    expect(again.checkpoint).toEqual(batch().last);
    await again.close();
  });

  it('never puts an earlier ledger in the place of a later one', async () => {
    const sink = await open(contextOf());
    await sink.write(batchOf([[latestLedgers, ledgers.slice(0, 2)]]));
    await sink.close();
    expect((await latest()).sequence).toBe(String(ledgers.at(-1)!.sequence));
  });

  it('keeps a thousand ledgers', async () => {
    const sink = await open(contextOf({ key_prefix: 'many:' }));
    const many = Array.from({ length: 1500 }, (_, i) => ({ ...ledgers[0], sequence: i + 2, hash: `hash-${i + 2}` }));
    await sink.write(batchOf([[latestLedgers, many]]));
    await sink.close();
    expect(await server.send('ZCARD', 'many:history')).toBe(1000);
    expect(await server.send('ZRANGE', 'many:history', '0', '0')).toEqual(['hash-502']);
  });

  it('goes on from the copy of its checkpoint when Redis has lost it', async () => {
    const context = contextOf({ key_prefix: 'lost:' });
    const sink = await open(context);
    await sink.write(batch());
    await sink.close();
    await server.send('FLUSHDB');
    const again = await open(context);
    expect(again.checkpoint).toEqual(batch().last);
    expect(context.warnings.map(({ code }) => code)).toEqual(['sink_lost_checkpoint']);
    await again.close();
  });

  it('tells of a run whose checkpoint Redis has lost, until the next', async () => {
    const dataDir = temporaryFolder();
    const config = { ...contextOf({ key_prefix: 'run:' }).config, sink: 'native' };
    const warningsTo = async (end: string) => {
      const definition = definitionOf({
        end,
        processors: [{ type: 'latest_ledger' }],
        consumers: [{ type: 'save_latest_ledger_redis', config }],
      });
      const store = resolve(import.meta.dirname, '../../../data/sample');
      return (await runPipeline(definition, { store, dataDir })).warnings;
    };
    expect(await warningsTo('10')).toEqual([]);
    await server.send('FLUSHDB');
    expect(await warningsTo('20')).toMatchObject([{ code: 'sink_lost_checkpoint', path: 'spec.consumers[0]' }]);
    expect(await warningsTo('30')).toEqual([]);
  });

  it('waits for a server that is started again', async () => {
    const context = contextOf({ key_prefix: 'restart:' });
    const sink = await open(context);
    await server.kill();
    const written = sink.write(batch());
    await server.start();
    await written;
    await sink.close();
    expect(await server.send('ZCARD', 'restart:history')).toBe(ledgers.length);
  });

  it('ends at a stop while the server hangs, or is gone', async () => {
    await using proxy = await startProxy(server.port);
    const stop = new AbortController();
    const context = contextOf(
      { redis_address: `127.0.0.1:${proxy.port}`, key_prefix: 'stop:' },
      { signal: stop.signal },
    );
    const sink = await open(context);
    proxy.isOpen = false;
    proxy.onSent = () => 'cut';
    const written = sink.write(batch());
    const failed = expect(written).rejects.toMatchObject({ fields: { code: 'sink_unreachable' } });
    while (proxy.connections < 2) await pause(5);
    const begun = performance.now();
    stop.abort();
    await failed;
    const hung = new AbortController();
    const opened = open({ ...context, signal: hung.signal });
    const refused = expect(opened).rejects.toMatchObject({ fields: { code: 'sink_unreachable' } });
    while (proxy.connections < 3) await pause(5);
    hung.abort();
    await refused;
    expect(performance.now() - begun).toBeLessThan(2000);
    expect(await server.send('EXISTS', 'stop:latest', 'stop:history')).toBe(0);
  });

  it('waits while the server has no room, and writes when it has', async () => {
    const context = contextOf({ key_prefix: 'full:' });
    const sink = await open(context);
    await server.send('CONFIG', 'SET', 'maxmemory', '1');
    const written = sink.write(batch());
    while (context.warnings.length === 0) await pause(5);
    expect(context.warnings[0].message).toContain('OOM');
    await server.send('CONFIG', 'SET', 'maxmemory', '0');
    await written;
    expect(await server.send('ZCARD', 'full:history')).toBe(ledgers.length);
    await sink.close();
  });

  it('says what to set when a password is wrong or missing', async () => {
    const wrong = await open(contextOf({ redis_password: 'wrong-password' })).catch((error: unknown) => error);
    expect(wrong).toMatchObject({
      message: `save_latest_ledger_redis cannot use Redis at 127.0.0.1:${server.port}: WRONGPASS invalid username-password pair or user is disabled.; set redis_password`,
      fields: { code: 'sink_unreachable' },
    });
    await expect(open(contextOf({ redis_password: '' }))).rejects.toThrow(/NOAUTH .*; set redis_password$/);
  });

  it('checks certificates under TLS, by URL as by use_tls', async () => {
    const secure = { redis_address: `127.0.0.1:${server.tlsPort}`, use_tls: true };
    await expect(open(contextOf(secure))).rejects.toThrow(/trust its authority \(NODE_EXTRA_CA_CERTS\)/);
    const before = tls.getCACertificates('default');
    tls.setDefaultCACertificates([...before, readFileSync(certificates.authority.certificate, 'utf8')]);
    try {
      await (await open(contextOf(secure))).close();
      const url = `rediss://:${server.password}@localhost:${server.tlsPort}/1`;
      await (await open(contextOf({ redis_address: url, use_tls: false }))).close();
    } finally {
      tls.setDefaultCACertificates(before);
    }
  });

  it('refuses a server without TLS when TLS is asked for', async () => {
    const context = contextOf({ use_tls: true });
    await expect(open(context)).rejects.toThrow(/; set redis_address, and use_tls: false for a server without TLS$/);
    rmSync(context.folder, { recursive: true });
  });
});

interface Golden {
  members?: { member: string; score: string }[];
  value?: Record<string, string>;
}

/** A reply of Redis with names and values in turn. */
function pairs(reply: unknown): [string, string][] {
  const list = reply as string[];
  return Array.from({ length: list.length / 2 }, (_, i) => [list[2 * i], list[2 * i + 1]]);
}
