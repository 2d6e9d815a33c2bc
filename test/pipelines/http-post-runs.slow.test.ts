/** Pipelines into a webhook: killed in the middle nothing is lost, and what comes again has its id; hosts that are not permitted. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runPipeline } from '../../src/pipelines/run/run.ts';
import { temporaryFolder } from '../folder.ts';
import { main } from '../main.ts';
import { definitionOf } from './definition.ts';
import { startReceiver, webhookSecret, type Received, type Receiver } from './webhook.ts';

const root = resolve(import.meta.dirname, '../..');
const sample = join(root, 'data/sample');

let receiver: Receiver;
beforeEach(async () => (receiver = await startReceiver()));
afterEach(() => receiver.close());

const into = (url: string) => ({ type: 'http_post', config: { url, secret: '${WEBHOOK_SECRET}' } });
const secret = ({ name }: { name: string }) => (name === 'WEBHOOK_SECRET' ? webhookSecret : undefined);

/** Returns bodies by id; an id with two bodies is a fault. */
function byId(received: readonly Received[]): Map<string, string> {
  const bodies = new Map<string, string>();
  for (const { id, body } of received) {
    if (bodies.has(id)) expect(body).toBe(bodies.get(id));
    bodies.set(id, body);
  }
  return bodies;
}

describe('a pipeline into a webhook', () => {
  it('that is killed three times loses no record, and repeats messages with their ids', async () => {
    const folder = temporaryFolder();
    const definition = definitionOf({ name: 'hook', end: '129', consumers: [into(receiver.url)] });
    await runPipeline(definition, { store: sample, dataDir: join(folder, 'whole'), secret });
    const whole = receiver.received.splice(0);
    expect(whole.length).toBeGreaterThan(60);
    expect(byId(whole).size).toBe(whole.length);

    const file = join(folder, 'hook.yaml');
    const text = JSON.stringify(definition);
    writeFileSync(file, text);
    const args = [main, 'pipeline', 'run', file, '--store', sample, '--data-dir', join(folder, 'killed')];
    const env = { ...process.env, WEBHOOK_SECRET: webhookSecret };
    const start = () => spawn(process.execPath, args, { cwd: root, stdio: 'ignore', env });
    for (const last of [5, 20, 40]) {
      const child = start();
      const exited = once(child, 'exit');
      receiver.misbehave = (response, _, nth) => {
        // Accepted or not, the sender does not live to read it.
        if (nth === last) child.kill('SIGKILL');
        response.writeHead(204).end();
      };
      expect(await exited).toEqual([null, 'SIGKILL']);
    }
    receiver.misbehave = undefined;
    expect(await once(start(), 'exit')).toEqual([0, null]);
    expect(receiver.received.length).toBeGreaterThan(whole.length);
    expect(byId(receiver.received)).toEqual(byId(whole));
    const before = receiver.received.length;
    expect(await once(start(), 'exit')).toEqual([0, null]);
    expect(receiver.received).toHaveLength(before);
  });

  it.each([
    ['http://10.0.0.5/hook', 'loopback', '10.0.0.5'],
    ['http://169.254.169.254/latest', ['hooks.example.com'], '169.254.169.254'],
    ['http://127.0.0.1/hook', 'none', '127.0.0.1'],
  ] as const)('%s is refused where native sinks are %s', async (url, nativeSinks, host) => {
    const definition = definitionOf({ end: '3', consumers: [into(url)] });
    await expect(
      runPipeline(definition, { store: sample, dataDir: temporaryFolder(), secret, nativeSinks }),
    ).rejects.toThrow(
      `http_post cannot use its server: native_sinks (${String(nativeSinks)}) does not permit ${host}; `,
    );
  });

  it('needs a value for its secret, and names no secret in its result', async () => {
    const definition = definitionOf({ end: '9', consumers: [into(receiver.url)] });
    const options = { store: sample, dataDir: temporaryFolder() };
    await expect(runPipeline(definition, options)).rejects.toThrow('http_post: ${WEBHOOK_SECRET} has no value');
    const lines: object[] = [];
    const onLog = (line: object) => void lines.push(line);
    receiver.misbehave = (response, _, nth) => void response.writeHead(nth === 1 ? 503 : 204).end();
    const report = await runPipeline(definition, { ...options, secret, onLog });
    expect(report.outputs[0]).toMatchObject({ kind: 'http', location: receiver.url.replace('?token=quiet', '') });
    expect(JSON.stringify([report, lines])).not.toMatch(/whsec_|quiet/);
  });
});
