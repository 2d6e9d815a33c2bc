/** `ledgerlake serve` as a process of its own, with the engine that users have. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createInterface } from 'node:readline';
import { askOf, type Served, type Told } from '../../server/pipelines/served.ts';
import { main } from '../../main.ts';

const root = resolve(import.meta.dirname, '../../..');

export interface ServerProcess {
  /** Asks for a path below `/api/v1`; the key is `k1` of the team `local`, if none is named. */
  ask: Served['ask'];
  /** All that it has printed. */
  printed: () => string;
  /** Ends it as a service is ended, or at once. */
  end(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

/** Starts a server of data/sample with the keys `k1`, and `k2` of the team `others`. */
export async function serveProcess(
  dataDir: string,
  { words = [], env = {} }: { words?: readonly string[]; env?: NodeJS.ProcessEnv } = {},
): Promise<ServerProcess> {
  const given = ['serve', '--store', join(root, 'data/sample'), '--data-dir', dataDir, '--endpoint', '127.0.0.1:0'];
  const child = spawn(process.execPath, [main, ...given, ...words], {
    cwd: root,
    env: { ...process.env, LEDGERLAKE_API_KEYS: 'k1, k2@others', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += String(chunk)));
  const url = await addressOf(child);
  return {
    ask: askOf({ url }),
    printed: () => printed,
    async end(signal = 'SIGTERM') {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill(signal);
      await ended;
    },
  };
}

async function addressOf(child: ChildProcess): Promise<string> {
  for await (const line of createInterface(child.stderr!)) {
    const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
    if (url !== undefined && line.includes('serving')) return `${url}/`;
  }
  throw new Error('the server ended before it served');
}

/** Asks for a pipeline until it has one of these states. */
export async function untilStatus({ ask }: ServerProcess, id: string, ...states: readonly string[]): Promise<Told> {
  for (;;) {
    const told = await ask('GET', `/flow/pipelines/${id}/`);
    if (states.includes((told.body as { status: string }).status)) return told;
    await pause(20);
  }
}
