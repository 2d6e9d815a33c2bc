/** Which database a consumer writes to, and how it is reached, from its config (contract 11.5). */
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { checkServerIdentity, type ConnectionOptions } from 'node:tls';
import type { Json } from '../../definition/nodes.ts';
import type { FileAt } from '../../sink.ts';
import { hostOfParameters, parseConninfo } from './conninfo.ts';

export interface PostgresSettings {
  /** A name, an address, or the folder of a socket. */
  host: string;
  port: number;
  database: string;
  user: string;
  password: string;
  tls: ConnectionOptions | false;
  /** In seconds. */
  connectTimeout: number;
  schema: string;
  prefix: string;
}

type Config = Readonly<Record<string, Json>>;

/** Returns what the config says, or what its `database_url` or `connectionString` does. Throws Error without secrets, and what `fileAt` throws. */
export function postgresSettings(config: Config, fileAt: FileAt = (path) => path): PostgresSettings {
  const address = config.database_url ?? config.connectionString;
  const given = address === undefined ? fields(config) : parseConninfo(String(address));
  const host = hostOfParameters(given);
  if (host.includes(',')) throw new Error('it names several hosts; name one');
  const user = given.get('user');
  if (!user) throw new Error('it names no user');
  return {
    host,
    port: portOf(given.get('port')),
    database: given.get('dbname') || user,
    user,
    password: given.get('password') ?? '',
    tls: tlsOf(given, host, fileAt),
    connectTimeout: Number(given.get('connect_timeout') ?? 30) || 30,
    schema: String(config.schema ?? 'public'),
    prefix: String(config.table_prefix ?? ''),
  };
}

const names = { database: 'dbname', username: 'user' } as const;

function fields(config: Config): Map<string, string> {
  const entries = Object.entries(config).filter(([, value]) => value !== undefined && value !== null);
  return new Map(entries.map(([name, value]) => [names[name as keyof typeof names] ?? name, String(value)]));
}

function portOf(text = '5432'): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65535) throw new Error('its port is not between 1 and 65535');
  return port;
}

/** What `sslmode` says, as libpq means it; the driver would take `require` for `verify-full`. */
function tlsOf(given: Map<string, string>, host: string, fileAt: FileAt): ConnectionOptions | false {
  const mode = given.get('sslmode') || 'disable';
  if (mode === 'disable') return false;
  if (!['require', 'verify-ca', 'verify-full'].includes(mode))
    throw new Error(`its sslmode is ${mode}; use disable, require, verify-ca or verify-full`);
  const root = given.get('sslrootcert');
  const pem = (field: string) => pemOf(given.get(field) ?? '', field, fileAt);
  const checked = mode !== 'require' || !!root;
  return {
    minVersion: 'TLSv1.2',
    rejectUnauthorized: checked,
    ...(isIP(host) === 0 && { servername: host }),
    ...(root && { ca: pem('sslrootcert') }),
    ...(given.get('sslcert') && { cert: pem('sslcert') }),
    ...(given.get('sslkey') && { key: pem('sslkey') }),
    checkServerIdentity: (_, certificate) =>
      mode === 'verify-full' ? checkServerIdentity(host, certificate) : undefined,
  };
}

function pemOf(value: string, field: string, fileAt: FileAt): string {
  if (value.includes('-----BEGIN')) return value;
  const path = fileAt(value);
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new Error(`the file of its ${field} cannot be read`);
  }
}
