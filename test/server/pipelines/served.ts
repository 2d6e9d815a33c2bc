/** A server of pipelines for tests, whose runs are what a test says. */
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { PipelineHost, type HostOptions } from '../../../src/pipelines/hosting/host.ts';
import type { RunOptions, RunPipeline, RunResult } from '../../../src/pipelines/run/options.ts';
import { listen, type Listener } from '../../../src/server/http/listener.ts';
import { apiKeysOf } from '../../../src/server/query/keys.ts';
import { nothingRead } from '../../../src/pipelines/hosting/hosted-run.ts';
import { pipelineRooms, type PipelineRoomOptions } from '../../../src/server/pipelines/room.ts';
import { temporaryFolder } from '../../folder.ts';

/** A run that goes on until it is stopped. */
export const untilStopped: RunPipeline = (_definition, { signal }) =>
  new Promise((resolve) => signal?.addEventListener('abort', () => resolve(nothingRead), { once: true }));

/** A definition; its lines can be changed. */
export function yamlOf(name: string, { start = 'latest', end = '', consumer = '{type: "null"}' } = {}): string {
  return `apiVersion: flow.obsrvr.com/v1
kind: Pipeline
metadata:
  name: ${name}
spec:
  network: testnet
  startLedger: ${start}
${end && `  endLedger: ${end}\n`}  processors:
    - type: contract_event
  consumers:
    - ${consumer}
`;
}

/** What a server answered. */
export interface Told {
  status: number;
  headers: Headers;
  text: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- read by tests, which say what they expect
  body: any;
}

export interface Sent {
  key?: string;
  body?: string | Uint8Array;
  type?: string;
  headers?: Record<string, string>;
}

export interface Served {
  host: PipelineHost;
  listener: Listener;
  dataDir: string;
  /** What the log has. */
  log: string[];
  /** Asks for a path below `/api/v1`. */
  ask(method: string, path: string, sent?: Sent): Promise<Told>;
  close(): Promise<void>;
}

export type ServeOptions = Partial<HostOptions> & Partial<PipelineRoomOptions>;

/** Serves pipelines until the test ends; the keys are `k1` of the team `local`, and `k2` of `others`. */
export async function serve({ keys, log: _log, bodyTime, ...options }: ServeOptions = {}): Promise<Served> {
  const dataDir = options.dataDir ?? join(temporaryFolder(), 'data');
  const log: string[] = [];
  const host = await PipelineHost.open({
    run: untilStopped,
    sourceOf: () => ({ store: 'a store' }),
    stopTime: 600_000,
    nativeSinks: 'loopback',
    onFault: (message) => log.push(message),
    onEvent: (message, fields) => log.push(`${message} ${JSON.stringify(fields)}`),
    ...options,
    dataDir,
  });
  const all = apiKeysOf('k1, k2@others');
  const write = (level: string, message: string, fields?: object) =>
    void log.push(`${level} ${message} ${JSON.stringify(fields)}`);
  const room = { host, keys: keys ?? (() => all), log: write, ...(bodyTime !== undefined && { bodyTime }) };
  const listener = await listen('127.0.0.1:0', pipelineRooms(room));
  let isOpen = true;
  const close = async () => {
    if (!isOpen) return;
    isOpen = false;
    await listener.close();
    await host.close();
  };
  onTestFinished(close);
  return { host, listener, dataDir, log, ask: askOf(listener), close };
}

export function askOf({ url }: { url: string }): Served['ask'] {
  return async (method, path, { key = 'k1', body, type = 'text/yaml', headers = {} } = {}) => {
    const sent = { Authorization: `Api-Key ${key}`, 'Content-Type': type, ...headers };
    const given = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== ''));
    const response = await fetch(`${url}api/v1${path}`, { method, headers: given, body, redirect: 'manual' });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson && text !== '' ? JSON.parse(text) : undefined,
    };
  };
}

/** A run whose moments a test holds in its hand. */
export class HeldRuns {
  readonly begun: { options: RunOptions; end: (result?: Partial<RunResult>) => void; fail: (error: Error) => void }[] =
    [];
  readonly #waiting: (() => void)[] = [];

  readonly run: RunPipeline = (_definition, options) =>
    new Promise((resolve, reject) => {
      const end = (result: Partial<RunResult> = {}) => resolve({ ...nothingRead, ...result });
      this.begun.push({ options, end, fail: reject });
      this.#waiting.splice(0).forEach((told) => told());
    });

  /** Resolves when so many runs have begun. */
  async count(number: number): Promise<void> {
    while (this.begun.length < number) await new Promise<void>((told) => this.#waiting.push(told));
  }
}
