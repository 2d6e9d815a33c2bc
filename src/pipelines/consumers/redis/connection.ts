/** One connection to Redis; only this file knows the driver. */
import { isIP } from 'node:net';
import { untilStop } from '../stopping.ts';
import type { RedisSettings } from './settings.ts';
import { optional } from '../../../core/optional.ts';

/** A command and its arguments. */
export type Command = readonly string[];

export interface RedisConnection {
  send(command: Command): Promise<unknown>;
  /** Runs the commands in one MULTI/EXEC; throws what the first of them that fails says. */
  transaction(commands: readonly Command[]): Promise<void>;
  close(): void;
}

/** In milliseconds: how long a connection may take, and an answer. */
const CONNECT_TIMEOUT = 5_000;
const SILENCE = 30_000;

/** Returns a connection that is let in; the signal ends the attempt. Throws what the driver, the system or the server says. */
export async function connectRedis(
  settings: RedisSettings,
  name: string,
  signal: AbortSignal = new AbortController().signal,
): Promise<RedisConnection> {
  const { createClient } = await optional('consumers of Redis', ['@redis/client'], () => import('@redis/client'));
  const { host, port, username, password, database, tls } = settings;
  const common = {
    host,
    port,
    connectTimeout: CONNECT_TIMEOUT,
    socketTimeout: SILENCE,
    reconnectStrategy: false,
  } as const;
  const servername = isIP(host) === 0 ? host : undefined;
  const client = createClient({
    RESP: 2,
    socket: tls ? { ...common, tls, minVersion: 'TLSv1.2', servername } : common,
    username,
    password,
    database,
    name,
    disableOfflineQueue: true,
  });
  // A connection that breaks while nothing runs is found by the next command.
  client.on('error', () => {});
  try {
    await untilStop(client.connect(), signal);
  } catch (error) {
    client.destroy();
    throw error;
  }
  return {
    send: (command) => client.sendCommand([...command]),
    async transaction(commands) {
      const multi = client.multi();
      for (const command of commands) multi.addCommand([...command]);
      await multi.exec();
    },
    close: () => client.destroy(),
  };
}
