/** A Redis of Debian's package on loopback, in a temporary folder, with a password, on a plain port and one with TLS. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from '@redis/client';
import type { Certificates } from './certificates.ts';
import { freePort } from './postgres-server.ts';

/** Whether the package is installed; tests that need a server are skipped without it. */
export const hasRedis = isThere('redis-server');

function isThere(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'pipe' });
    return true;
  } catch {
    return false;
  }
}

export interface RedisServer extends AsyncDisposable {
  port: number;
  tlsPort: number;
  password: string;
  send(...command: string[]): Promise<unknown>;
  start(): Promise<void>;
  kill(): Promise<void>;
}

/** Starts a server that keeps every write on disk. */
export async function startRedis({ server: pair, authority }: Certificates): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), 'ledgerlake-redis-'));
  const [port, tlsPort] = [await freePort(), await freePort()];
  const password = 'right-password';
  const settings = {
    bind: '127.0.0.1',
    port: String(port),
    'tls-port': String(tlsPort),
    'tls-cert-file': pair.certificate,
    'tls-key-file': pair.key,
    'tls-ca-cert-file': authority.certificate,
    'tls-auth-clients': 'no',
    requirepass: password,
    dir: folder,
    appendonly: 'yes',
    appendfsync: 'always',
    save: '',
  };
  let server: ChildProcess | undefined;
  const send = async (...command: string[]) => {
    const socket = { host: '127.0.0.1', port, reconnectStrategy: false } as const;
    const client = createClient({ RESP: 2, socket, password });
    client.on('error', () => {});
    await client.connect();
    try {
      return await client.sendCommand(command);
    } finally {
      client.destroy();
    }
  };
  const start = async () => {
    const flags = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
    server = spawn('redis-server', flags, { stdio: 'ignore' });
    for (let left = 200; left > 0; left--) {
      if (await send('PING').catch(() => false)) return;
      await pause(25);
    }
    throw new Error('redis-server does not answer');
  };
  const kill = async () => {
    const ended = server && once(server, 'exit');
    server?.kill('SIGKILL');
    await ended;
    server = undefined;
  };
  await start();
  return {
    port,
    tlsPort,
    password,
    send,
    start,
    kill,
    async [Symbol.asyncDispose]() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
