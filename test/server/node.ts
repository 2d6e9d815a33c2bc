/** A node on a port of its own over stores of a test, and calls to it. */
import { join } from 'node:path';
import { openLedgerStore } from '../../src/datastore/open.ts';
import type { Store } from '../../src/datastore/store.ts';
import { createLogger } from '../../src/server/http/log.ts';
import type { RpcConfig } from '../../src/server/rpc/rpc-config.ts';
import { defaultConfig } from '../../src/server/rpc/config/to-rpc-config.ts';
import { startNode, type RunningNode, type StartOptions } from '../../src/server/rpc/start.ts';

export const sample = join(import.meta.dirname, '../../data/sample');
export const passphrase = 'Ledgerlake Sample Network ; 2026';

export interface TestNode extends RunningNode {
  /** What was logged. */
  lines: string[];
  call(method: string, params?: unknown): Promise<Answer>;
  post(body: string | Uint8Array): Promise<{ status: number; text: string }>;
}

export interface Answer {
  result?: Record<string, unknown>;
  error?: { code: number; message: string; data?: unknown };
}

export interface NodeOptions extends Partial<Omit<StartOptions, 'config' | 'stores'>> {
  config?: Partial<RpcConfig>;
  stores?: (string | Store)[];
}

const PATIENCE_MS = 600_000;

/** Returns the default configuration without its limits of time: what a test proves does not depend on how busy the machine is. */
export function patientConfig(network: string): RpcConfig {
  const { methods, ...config } = defaultConfig(network);
  const patient = Object.entries(methods).map(([name, { queue }]) => [name, { queue, duration: PATIENCE_MS }]);
  const durations = { maxDuration: PATIENCE_MS, warnDuration: PATIENCE_MS, stallTimeout: PATIENCE_MS };
  return { ...config, ...durations, methods: Object.fromEntries(patient) as RpcConfig['methods'] };
}

/** Starts a node; by default over the sample. */
export async function startTestNode({ config, stores = [sample], ...options }: NodeOptions = {}): Promise<TestNode> {
  const lines: string[] = [];
  const running = await startNode({
    config: { ...patientConfig(passphrase), ...config },
    stores: await Promise.all(stores.map((store) => (typeof store === 'string' ? openLedgerStore([store]) : store))),
    endpoint: '127.0.0.1:0',
    logger: createLogger({ write: (line) => void lines.push(line) }),
    ...options,
  });
  const post = async (body: string | Uint8Array) => {
    const headers = { 'Content-Type': 'application/json' };
    const sent = typeof body === 'string' ? body : Buffer.from(body);
    const response = await fetch(`http://127.0.0.1:${running.port}/`, { method: 'POST', headers, body: sent });
    return { status: response.status, text: await response.text() };
  };
  const call = async (method: string, params?: unknown) => {
    const { text } = await post(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
    return JSON.parse(text) as Answer;
  };
  return { ...running, lines, call, post };
}
