/** Whether a hosted consumer uses the server that its config names, or a DuckDB file. */
import { BlockList, isIP } from 'node:net';
import { hostOfParameters, parseConninfo } from '../consumers/postgres/conninfo.ts';
import { redisSettings } from '../consumers/redis/settings.ts';
import type { SinkContext } from '../sink.ts';
import type { NativeSinks } from './options.ts';

/**
 * `native`: writes to its server. `mapped`: writes to a DuckDB file, because the definition has no usable server. `refused`: may
 * not use its server. `why` explains the last two.
 */
export type Mode = { mode: 'native' } | { mode: 'mapped' | 'refused'; why: string };

/** Returns the mode of a config, of which `missing` placeholders have no value. `sink: native` needs them all. */
export function modeOf(
  { config, missing }: Pick<SinkContext, 'config' | 'missing'>,
  permitted: NativeSinks = 'any',
): Mode {
  const { sink } = config;
  if (sink === 'mapped') return { mode: 'mapped', why: 'sink is mapped' };
  if (missing.length > 0) {
    if (sink === 'native') return { mode: 'native' };
    const names = missing.map((name) => `\${${name}}`).join(', ');
    return { mode: 'mapped', why: `${names} ${missing.length === 1 ? 'has' : 'have'} no value` };
  }
  const host = hostOf(config);
  if (isPermitted(host, permitted)) return { mode: 'native' };
  return { mode: 'refused', why: `native_sinks (${String(permitted)}) does not permit ${host ?? 'its server'}` };
}

/** Returns the host of the server that a config names, as its consumer reads it; undefined where it says none that is known. */
export function hostOf(config: SinkContext['config']): string | undefined {
  const text = (name: string) => {
    const value = config[name];
    return typeof value === 'string' ? value : undefined;
  };
  const url = text('database_url') ?? text('connectionString');
  if (url !== undefined) return tried(() => hostOfParameters(parseConninfo(url)));
  if (text('redis_address') !== undefined) return tried(() => redisSettings(config).host);
  if (config['topic_id'] !== undefined) {
    const emulator = process.env['PUBSUB_EMULATOR_HOST'];
    return emulator === undefined ? 'pubsub.googleapis.com' : hostOfUrl(`http://${emulator}`);
  }
  const address = text('url');
  return address === undefined ? text('host') : hostOfUrl(address);
}

function tried(read: () => string): string | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

function hostOfUrl(url: string): string | undefined {
  return tried(() => new URL(url).hostname.replace(/^\[(.*)\]$/, '$1'));
}

function isPermitted(host: string | undefined, permitted: NativeSinks): boolean {
  if (permitted === 'any') return true;
  if (permitted === 'none' || host === undefined) return false;
  if (permitted === 'loopback') return isLoopback(host);
  return permitted.some((entry) => entry === host || (entry === 'loopback' && isLoopback(host)) || isIn(host, entry));
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host.startsWith('/') || isIn(host, '127.0.0.0/8') || host === '::1';
}

function isIn(host: string, cidr: string): boolean {
  const [net, bits] = cidr.split('/');
  const family = isIP(host);
  if (family === 0 || bits === undefined || isIP(net) !== family) return false;
  const list = new BlockList();
  list.addSubnet(net, Number(bits), family === 4 ? 'ipv4' : 'ipv6');
  return list.check(host, family === 4 ? 'ipv4' : 'ipv6');
}
