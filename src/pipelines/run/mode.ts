/** Whether a hosted consumer may use its real server (contract 11.5). */
import { BlockList, isIP } from 'node:net';
import type { SinkContext } from '../sink.ts';
import type { NativeSinks } from './options.ts';

export interface Mode {
  mode: 'native' | 'mapped' | 'auto';
  /** Why it is mapped. */
  why?: string;
}

/** Returns the mode that a config and the server's option leave; `auto`: a first connection decides. */
export function modeOf(
  { config, missing }: Pick<SinkContext, 'config' | 'missing'>,
  permitted: NativeSinks = 'loopback',
): Mode {
  if (config['sink'] === 'native') return { mode: 'native' };
  if (config['sink'] === 'mapped') return { mode: 'mapped', why: 'sink is mapped' };
  const host = hostOf(config);
  if (!isPermitted(host, permitted)) {
    return { mode: 'mapped', why: `native_sinks (${String(permitted)}) does not permit ${host ?? 'its server'}` };
  }
  if (missing.length > 0)
    return { mode: 'mapped', why: `${missing.map((name) => `\${${name}}`).join(', ')} has no value` };
  return { mode: 'auto' };
}

/** Returns the host of the server that a config names; undefined where it says none that is known. */
export function hostOf(config: SinkContext['config']): string | undefined {
  const text = (name: string) => {
    const value = config[name];
    return typeof value === 'string' ? value : undefined;
  };
  const url = text('database_url') ?? text('connectionString');
  if (url !== undefined) return /^[a-z]+:\/\//i.test(url) ? hostOfUrl(url) : /(?:^|\s)host\s*=\s*(\S+)/.exec(url)?.[1];
  const redis = text('redis_address');
  if (redis !== undefined)
    return redis.includes('://') ? hostOfUrl(redis) : hostOfUrl(`redis://${redis.replace(/^:/, 'localhost:')}`);
  if (config['topic_id'] !== undefined) {
    const emulator = process.env['PUBSUB_EMULATOR_HOST'];
    return emulator === undefined ? 'pubsub.googleapis.com' : hostOfUrl(`http://${emulator}`);
  }
  return text('host');
}

function hostOfUrl(url: string): string | undefined {
  try {
    return new URL(url.replace(/^[a-z]+:/i, 'http:')).hostname.replace(/^\[(.*)\]$/, '$1');
  } catch {
    return undefined;
  }
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
