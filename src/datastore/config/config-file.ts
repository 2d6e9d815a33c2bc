/** Reads `datastore_config` and `buffered_storage_backend_config` of TOML or YAML, as Galexie and stellar-rpc do. */
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import type { Document } from 'yaml';
import { SpecError, StoreError, UsageError } from '../../core/errors.ts';
import type { StoreSchema } from '../keys.ts';
import type { Param, StorePlace, StoreSpec, ValueOf } from '../kind.ts';
import { kinds } from '../kinds.ts';
import { addressForms } from './address.ts';
import { Block } from './block.ts';
import type { BufferSettings } from '../store.ts';
import { fileError } from '../files/local.ts';
import type { LocalSchema } from '../manifest.ts';
import type { RetryPolicy } from '../transfer/retry.ts';

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
  root.spelled(['datastore_config', 'buffered_storage_backend_config']);
  const config = root.block('datastore_config');
  if (!config)
    throw new SpecError(`${file} has no datastore_config: it needs that block, as in a configuration of Galexie`, {
      file,
      key: 'datastore_config',
    });
  const { spec, policy } = readSpec(config);
  const schema = readSchema(config);
  if (schema.ledgersPerFile === 0 && schema.filesPerPartition) throw config.invalid('ledgersPerFile must be > 0');
  const buffered = root.table('buffered_storage_backend_config');
  const { size, workers, ...retry } = readBuffered(buffered);
  const fault = bufferFault({ size, workers });
  if (fault !== undefined) throw buffered.invalid(fault);
  const texts = { networkPassphrase: config.text('network_passphrase'), compression: config.text('compression') };
  return {
    spec,
    schema: { ...schema, ...present(texts) },
    buffer: present({ size, workers }),
    policy: { ...policy, ...retry },
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
    const why = error.message.split('\n')[0].replace('Invalid TOML document: ', '');
    throw new SpecError(`${file}, line ${error.line}: not TOML: ${why}`, { file, line: error.line });
  }
}

async function parseYaml(text: string, file: string): Promise<unknown> {
  const { LineCounter, parseDocument } = await import('yaml');
  const lines = new LineCounter();
  // A key that is a list or a map is written as text at each level: 35 levels would take all memory.
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, stringKeys: true });
  const [error] = document.errors;
  if (!error) return plainOf(document, file);
  const { line } = lines.linePos(error.pos[0]);
  throw new SpecError(`${file}, line ${line}: not YAML: ${error.message.split('\n')[0]}`, { file, line });
}

/** Returns what a document says. Throws a SpecError of an alias without an anchor, and of too many aliases. */
function plainOf(document: Document.Parsed, file: string): unknown {
  try {
    return document.toJS();
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    throw new SpecError(`${file}: not YAML: ${error.message}`, { file });
  }
}

/** Returns which store `[datastore_config]` names. Throws SpecError. */
export function readSpec(config: Block): Pick<StoreConfig, 'spec' | 'policy'> {
  config.only(['type', 'params', 'schema', 'network_passphrase', 'compression']);
  const type = config.text('type') ?? '';
  const kind = kinds.find((kind) => kind.type === type);
  if (!kind) throw config.invalid(`invalid datastore type ${type}, not supported`);
  const params = config.table('params');
  const { where } = kind;
  const said = Object.entries(kind.params).filter(([, { notInFile }]) => !notInFile);
  const keys = said.filter(([, { prefix }]) => prefix === undefined).map(([name]) => keyOfOption(name));
  params.only([where.key, ...keys], said.find(([, { prefix }]) => prefix)?.[1].prefix);
  const need = (key: string) => config.invalid(`invalid ${type} config, no ${key}`);
  const place = params[where.type](where.key);
  if (place === undefined) throw need(where.key);
  checkPlace(params, place, where);
  const values: Record<string, ValueOf<Param>> = {};
  const policy: Partial<RetryPolicy> = {};
  for (const [name, param] of said) {
    const value = readParam(params, keyOfOption(name), param);
    if (value === undefined && param.required) throw need(keyOfOption(name));
    if (value === undefined) continue;
    if (param.policy) policy[param.policy] = Number(value);
    else values[name] = value;
  }
  return { spec: { kind, places: [place], values }, policy };
}

/** Throws a SpecError of a place where there can be no store. */
function checkPlace(params: Block, place: string, where: StorePlace): void {
  try {
    where.check?.(place, place, addressForms());
  } catch (error) {
    throw error instanceof UsageError ? params.wrong(where.key, error.message) : error;
  }
}

function readParam(params: Block, key: string, { type, prefix = '' }: Param): ValueOf<Param> | undefined {
  if (type !== 'headers') return params[type](key);
  const names = params.keys().filter((name) => name.startsWith(prefix));
  const headers = names.map((name) => [name.slice(prefix.length).replaceAll('_', '-'), params.text(name) ?? '']);
  return Object.fromEntries(headers) as Record<string, string>;
}

/** Returns `user_project` for `userProject`. */
export function keyOfOption(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Returns how `[datastore_config.schema]` says that the store is cut. */
export function readSchema(config: Block): Partial<StoreSchema> {
  const schema = config.table('schema');
  schema.only(['ledgers_per_file', 'files_per_partition']);
  return present({
    ledgersPerFile: schema.count('ledgers_per_file'),
    filesPerPartition: schema.count('files_per_partition'),
  });
}

/** What `[buffered_storage_backend_config]` says. */
export interface Buffered {
  size?: number;
  workers?: number;
  retryLimit?: number;
  retryWaitMs?: number;
}

/** Returns what the table says of reading ahead. */
export function readBuffered(block: Block): Buffered {
  block.only(['buffer_size', 'num_workers', 'retry_limit', 'retry_wait']);
  return present({
    size: block.count('buffer_size'),
    workers: block.count('num_workers'),
    retryLimit: block.count('retry_limit'),
    retryWaitMs: block.wait('retry_wait'),
  });
}

/** Returns the members that have a value. */
function present<T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}

/** Throws StoreError unless the settings can work together; options of a command line may change those of a file. */
export function checkBuffer(settings: Partial<BufferSettings>): void {
  const fault = bufferFault(settings);
  if (fault !== undefined) throw new StoreError(fault);
}

/** Returns what is wrong, in the reference's words. */
function bufferFault({ size, workers }: Partial<BufferSettings>): string | undefined {
  if (size === 0) return 'buffer size must be > 0';
  return size !== undefined && workers !== undefined && workers > size
    ? 'number of workers must be <= BufferSize'
    : undefined;
}
