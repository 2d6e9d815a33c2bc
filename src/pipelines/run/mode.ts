/** Whether a hosted consumer may use its real server (contract 11.5). */
import { BlockList, isIP } from 'node:net';
import { hostOfParameters, parseConninfo } from '../consumers/postgres/conninfo.ts';
import { redisSettings } from '../consumers/redis/settings.ts';
import type { SinkContext } from '../sink.ts';
import type { NativeSinks } from './options.ts';

export interface Mode {
  mode: 'native' | 'mapped' | 'auto' | 'refused';
  /** Why it is mapped, or refused. */
  why?: string;
}

/**
 * Returns the mode that a config and the option leave; `auto`: a first connection decides, `refused`: it is to be native and may not.
 * Without the option `sink: native` may use every server, and `auto` those of this machine.
 */
export function modeOf(
  { config, missing }: Pick<SinkContext, 'config' | 'missing'>,
  permitted: NativeSinks | undefined,
): Mode {
  const { sink } = config;
  if (sink === 'mapped') return { mode: 'mapped', why: 'sink is mapped' };
  // That its secrets are missing is told first.
  if (sink === 'native' && missing.length > 0) return { mode: 'native' };
  const list = permitted ?? (sink === 'native' ? 'any' : 'loopback');
  const host = hostOf(config);
  // Without its secrets an address may be none that is known yet.
  const isOpen = host === undefined && missing.length > 0;
  if (!isOpen && !isPermitted(host, list)) {
    const why = `native_sinks (${String(list)}) does not permit ${host ?? 'its server'}`;
    return { mode: sink === 'native' ? 'refused' : 'mapped', why };
  }
  if (sink === 'native') return { mode: 'native' };
  if (missing.length > 0)
    return { mode: 'mapped', why: `${missing.map((name) => `\${${name}}`).join(', ')} has no value` };
  return { mode: 'auto' };
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
  return text('host');
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
