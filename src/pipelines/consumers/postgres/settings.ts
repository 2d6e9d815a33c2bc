/** Reads from a consumer's config which PostgreSQL database it writes to and how to connect. */
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { checkServerIdentity, type ConnectionOptions } from 'node:tls';
import { PipelineError } from '../../../core/errors.ts';
import type { JsonData } from '../../yaml/nodes.ts';
import { placeholders, resolvePlaceholders } from '../../yaml/placeholders.ts';
import type { FileAt, SinkContext } from '../../sink.ts';
import { hostOfParameters, parseConninfo } from './conninfo.ts';

export interface PostgresSettings {
  /** A name, an address, or the folder of a socket. */
  host: string;
  port: number;
  database: string;
  /** Whether the config names the database: one that it does not is called as the user is, who may be a secret. */
  isNamed: boolean;
  user: string;
  password: string;
  tls: ConnectionOptions | false;
  /** In seconds. */
  connectTimeout: number;
  schema: string;
  prefix: string;
}

type Config = Readonly<Record<string, JsonData>>;

/** Returns the settings of a config or of its connection address. Its errors hide secrets. Throws as `fileAt` does. */
export function postgresSettings(config: Config, fileAt: FileAt = (path) => path): PostgresSettings {
  const address = config.database_url ?? config.connectionString;
  const given = address === undefined ? fields(config) : parseConninfo(String(address));
  const host = hostOfParameters(given);
  if (host.includes(',')) throw new Error('it names several hosts; name one');
  const user = given.get('user');
  // libpq would take the name of whoever runs the process: whose account that is, who writes a definition cannot know.
  if (!user) throw new Error('it names no user; write postgres://USER@HOST/DATABASE, or user=USER');
  return {
    host,
    port: portOf(given.get('port')),
    database: given.get('dbname') || user,
    isNamed: Boolean(given.get('dbname')),
    user,
    password: given.get('password') ?? '',
    tls: tlsOf(given, host, fileAt),
    connectTimeout: Number(given.get('connect_timeout') ?? 30) || 30,
    schema: String(config.schema ?? 'public'),
    prefix: String(config.table_prefix ?? ''),
  };
}

/** Returns the same of a consumer's config. Throws PipelineError with the field of the address, where there is one. */
export function settingsOf({
  config,
  consumer,
  fileAt,
}: Pick<SinkContext, 'config' | 'consumer' | 'fileAt'>): PostgresSettings {
  try {
    return postgresSettings(config, fileAt);
  } catch (error) {
    const field = addressFieldOf(config);
    const place = field ? `the address in ${field}` : 'the connection';
    const message = `${consumer}: ${place} cannot be used: ${error instanceof Error ? error.message : ''}`;
    throw new PipelineError(message, { code: 'invalid_config', component: consumer, field });
  }
}

/** A password may be a placeholder as long as nobody connects. */
const OPEN_PASSWORD = /:\$\{[^{}]*\}@|\bpassword\s*=\s*'?\$\{[^{}]*\}'?/;
const NAMES_FILES = /sslrootcert|sslcert|sslkey/;
const MOST_LETTERS = 8192;

/** Looks at an address that stands in the definition, but for one that names files. Throws PipelineError with its `field`. */
export function lookAtAddress(consumer: string, config: Config): void {
  const field = addressFieldOf(config);
  if (field === undefined) return;
  const address = String(config[field]);
  if (address.length > MOST_LETTERS) {
    const message = `${consumer}: ${field} has ${address.length} letters, expected at most ${MOST_LETTERS}`;
    throw new PipelineError(message, { code: 'invalid_config', component: consumer, field });
  }
  const isOpen = placeholders(address.replace(OPEN_PASSWORD, '')).length > 0;
  if (isOpen || NAMES_FILES.test(address)) return;
  // A placeholder may have signs, such as a slash, that no URL has in its password.
  settingsOf({ config: { ...config, [field]: resolvePlaceholders(address, () => 'word') }, consumer });
}

function addressFieldOf(config: Config): string | undefined {
  return ['database_url', 'connectionString'].find((field) => field in config);
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
