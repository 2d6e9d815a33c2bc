/** Reads from a consumer's config which Redis server it writes to. */
import type { JsonData } from '../../yaml/nodes.ts';

export interface RedisSettings {
  host: string;
  port: number;
  username?: string;
  password?: string;
  database: number;
  tls: boolean;
  prefix: string;
}

/** Returns the settings of a config. A URL in `redis_address` sets TLS, user, password and database. Errors hide secrets. */
export function redisSettings(config: Readonly<Record<string, JsonData>>): RedisSettings {
  const address = String(config.redis_address ?? ':6379');
  const isUrl = /^rediss?:\/\//.test(address);
  const text = isUrl ? address : `redis://${address.replace(/^:/, 'localhost:')}`;
  if (!URL.canParse(text)) throw new Error('redis_address is neither HOST:PORT nor a URL such as rediss://HOST:PORT');
  const url = new URL(text);
  const password = decodeURIComponent(url.password) || String(config.redis_password ?? '');
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1') || 'localhost',
    port: Number(url.port || 6379),
    ...(url.username && { username: decodeURIComponent(url.username) }),
    ...(password && { password }),
    database: Number(/^\/(\d+)$/.exec(url.pathname)?.[1] ?? config.redis_db ?? 0),
    tls: isUrl ? url.protocol === 'rediss:' : config.use_tls !== false,
    prefix: String(config.key_prefix ?? 'stellar:ledger:'),
  };
}
