/** The blocks `datastore_config` and `buffered_storage_backend_config` of a TOML or YAML file, with the keys that Galexie and stellar-rpc use. */
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { SpecError, StoreError } from '../errors.ts';
import { splitBucket, type StoreSpec } from './address.ts';
import { Block } from './config-block.ts';
import type { BufferSettings } from './buffer.ts';
import { fileError } from './local.ts';
import type { LocalSchema } from './manifest.ts';
import type { RetryPolicy } from './retry.ts';

/** What a configuration file says of a store and how it is read. */
export interface StoreConfig {
  spec: StoreSpec;
  schema: LocalSchema;
  buffer: Partial<BufferSettings>;
  policy: Partial<RetryPolicy>;
}

/** Returns what the file says; throws StoreError when it cannot be read, SpecError with the key when something in it is wrong. */
export async function readConfig(path: string): Promise<StoreConfig> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw fileError(error, path, { store: path });
  });
  return parseConfig(text, path);
}

/** Returns what the text of a configuration says; a name that ends in .toml is TOML, everything else YAML, and so JSON. */
export async function parseConfig(text: string, file: string): Promise<StoreConfig> {
  const root = new Block(file, '', await parseText(text, file));
  const config = root.block('datastore_config');
  if (!config) throw new SpecError(`${file} has no datastore_config`, { file, key: 'datastore_config' });
  const { spec, policy } = readSpec(config);
  const buffered = root.block('buffered_storage_backend_config');
  return {
    spec,
    schema: readSchema(config),
    ...readBuffered(buffered, policy),
  };
}

async function parseText(text: string, file: string): Promise<unknown> {
  return extname(file) === '.toml' ? parseToml(text, file) : parseYaml(text, file);
}

/** The parsers' messages show the line, and it may hold a secret. */
async function parseToml(text: string, file: string): Promise<unknown> {
  const { parse, TomlError } = await import('smol-toml');
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const why = error.message.split('\n')[0]!.replace('Invalid TOML document: ', '');
    throw new SpecError(`${file}, line ${error.line}: not TOML: ${why}`, { file, line: error.line });
  }
}

async function parseYaml(text: string, file: string): Promise<unknown> {
  const { LineCounter, parseDocument } = await import('yaml');
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const [error] = document.errors;
  if (!error) return document.toJS();
  const { line } = lines.linePos(error.pos[0]);
  throw new SpecError(`${file}, line ${line}: not YAML: ${error.message.split('\n')[0]}`, { file, line });
}

const PARAMS = {
  GCS: ['destination_bucket_path', 'user_project', 'credentials_file', 'anonymous', 'endpoint_url'],
  S3: [
    'destination_bucket_path',
    'region',
    'endpoint_url',
    'profile',
    'access_key_id',
    'secret_access_key',
    'session_token',
    'anonymous',
    'requester_pays',
  ],
  Filesystem: ['destination_path'],
  HTTP: ['base_url', 'timeout'],
} as const;

function readSpec(config: Block): { spec: StoreSpec; policy: Partial<RetryPolicy> } {
  config.only(['type', 'params', 'schema', 'network_passphrase', 'compression']);
  const type = config.text('type') ?? '';
  if (!isType(type)) throw config.invalid(`invalid datastore type ${type}, not supported`);
  const params = config.block('params');
  params?.only(PARAMS[type], type === 'HTTP' ? 'header_' : undefined);
  const need = (key: string): string => {
    const value = params?.text(key);
    if (value === undefined) throw config.invalid(`invalid ${type} config, no ${key}`);
    return value;
  };
  switch (type) {
    case 'GCS':
      return { spec: gcsSpec(need, params!), policy: {} };
    case 'S3':
      return { spec: s3Spec(need, params!), policy: {} };
    case 'Filesystem':
      return { spec: { kind: 'paths', paths: [need('destination_path')] }, policy: {} };
    case 'HTTP': {
      const timeoutMs = params?.duration('timeout');
      return { spec: httpSpec(need, params!), policy: timeoutMs === undefined ? {} : { timeoutMs } };
    }
  }
}

function isType(type: string): type is keyof typeof PARAMS {
  return Object.hasOwn(PARAMS, type);
}

type Need = (key: string) => string;

function gcsSpec(need: Need, params: Block): StoreSpec {
  const path = need('destination_bucket_path');
  return {
    kind: 'gcs',
    ...splitBucket(path, path),
    ...present({
      userProject: params.text('user_project'),
      credentialsFile: params.text('credentials_file'),
      anonymous: params.flag('anonymous'),
      endpointUrl: params.text('endpoint_url'),
    }),
  };
}

function s3Spec(need: Need, params: Block): StoreSpec {
  const path = need('destination_bucket_path');
  return {
    kind: 's3',
    ...splitBucket(path, path),
    region: need('region'),
    ...present({
      endpointUrl: params.text('endpoint_url'),
      profile: params.text('profile'),
      accessKeyId: params.text('access_key_id'),
      secretAccessKey: params.text('secret_access_key'),
      sessionToken: params.text('session_token'),
      anonymous: params.flag('anonymous'),
      requesterPays: params.flag('requester_pays'),
    }),
  };
}

function httpSpec(need: Need, params: Block): StoreSpec {
  const url = need('base_url');
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    throw params.wrong('base_url', 'expected an http or https address');
  const names = params.keys().filter((key) => key.startsWith('header_'));
  const headers = names.map((key) => [key.slice('header_'.length).replaceAll('_', '-'), params.text(key) ?? '']);
  return { kind: 'http', url, headers: Object.fromEntries(headers) };
}

function readSchema(config: Block): LocalSchema {
  const schema = config.block('schema');
  schema?.only(['ledgers_per_file', 'files_per_partition']);
  const ledgersPerFile = schema?.count('ledgers_per_file');
  const filesPerPartition = schema?.count('files_per_partition');
  if (ledgersPerFile === 0 && filesPerPartition) throw config.invalid('ledgersPerFile must be > 0');
  return present({
    ledgersPerFile,
    filesPerPartition,
    networkPassphrase: config.text('network_passphrase'),
    compression: config.text('compression'),
  });
}

function readBuffered(block: Block | undefined, policy: Partial<RetryPolicy>): Pick<StoreConfig, 'buffer' | 'policy'> {
  if (!block) return { buffer: {}, policy };
  block.only(['buffer_size', 'num_workers', 'retry_limit', 'retry_wait']);
  const size = block.count('buffer_size');
  const workers = block.count('num_workers');
  if (size === 0) throw block.invalid('buffer size must be > 0');
  if (size !== undefined && workers !== undefined && workers > size) {
    throw block.invalid('number of workers must be <= BufferSize');
  }
  const retry = { retryLimit: block.count('retry_limit'), retryWaitMs: block.duration('retry_wait') };
  return { buffer: present({ size, workers }), policy: { ...policy, ...present(retry) } };
}

/** Returns the members that have a value. */
function present<T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}

/** Throws StoreError unless the settings can work together; options of a command line may change those of a file. */
export function checkBuffer({ size, workers }: Partial<BufferSettings>): void {
  if (size === 0) throw new StoreError('buffer size must be > 0');
  if (size !== undefined && workers !== undefined && workers > size) {
    throw new StoreError('number of workers must be <= BufferSize');
  }
}
