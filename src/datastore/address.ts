/** What a person writes for a store, as what a client needs. */
import { UsageError } from '../errors.ts';
import type { GcsSpec } from './gcs.ts';
import type { HttpSpec } from './http.ts';
import { knownStores } from './known.ts';
import { redact } from './redact.ts';
import type { S3Spec } from './s3.ts';

/** A store on this machine: one folder, or files. */
export interface PathSpec {
  kind: 'paths';
  paths: readonly string[];
}

export type StoreSpec = PathSpec | GcsSpec | S3Spec | HttpSpec;

/** What goes with an address; each matters to some kinds only. */
export interface AccessOptions {
  region?: string;
  endpointUrl?: string;
  profile?: string;
  anonymous?: boolean;
  userProject?: string;
  requesterPays?: boolean;
  credentialsFile?: string;
}

const FORMS =
  'a store is a folder, files, gs://BUCKET/PREFIX, s3://BUCKET/PREFIX, https://HOST/PATH or a name such as pubnet@aws';
const SCHEME = /^([A-Za-z][A-Za-z0-9+.-]*):\/\/(.*)$/s;

/** Returns what the addresses name; throws UsageError when that is nothing that can be read. */
export function parseAddress(sources: readonly string[], options: AccessOptions = {}): StoreSpec {
  const [first] = sources;
  if (first === undefined) throw new UsageError(`no store given: ${FORMS}`);
  const remote = sources.find((source) => SCHEME.test(source) || isName(source));
  if (remote === undefined) return { kind: 'paths', paths: sources };
  if (sources.length > 1) throw new UsageError(`a store is one address, not ${sources.map(redact).join(' ')}`);
  return withOptions(parseOne(first), options);
}

/** Returns whether reading what the addresses name needs a network. */
export function isRemote(sources: readonly string[]): boolean {
  return sources.some((source) => (SCHEME.test(source) && !source.startsWith('file://')) || isName(source));
}

function isName(text: string): boolean {
  return /^[a-z0-9-]+@[a-z0-9-]+$/.test(text);
}

function parseOne(text: string): StoreSpec {
  const [, scheme, rest] = SCHEME.exec(text) ?? [];
  if (scheme === undefined || rest === undefined) return namedStore(text);
  switch (scheme.toLowerCase()) {
    case 'gs':
      return { kind: 'gcs', ...splitBucket(text, rest) };
    case 's3':
      return { kind: 's3', ...splitBucket(text, rest) };
    case 'http':
    case 'https':
      return { kind: 'http', url: checkUrl(text) };
    case 'file':
      return { kind: 'paths', paths: [new URL(text).pathname] };
    default:
      throw new UsageError(`${redact(text)}: unknown scheme "${scheme}"; ${FORMS}`);
  }
}

function namedStore(name: string): StoreSpec {
  const known = knownStores.find((store) => store.name === name);
  if (known) return known.spec;
  throw new UsageError(`no store is known as ${name}; known are ${knownStores.map(({ name }) => name).join(', ')}`);
}

/** Returns bucket and prefix of `BUCKET/PREFIX`; throws UsageError when there is no bucket, or credentials before it. */
export function splitBucket(text: string, path: string): { bucket: string; prefix: string } {
  const [bucket = '', ...parts] = path.split('/');
  if (bucket.includes('@')) {
    throw new UsageError(
      `${redact(text)}: credentials do not belong into an address; use the environment or a profile`,
    );
  }
  if (bucket === '') throw new UsageError(`${redact(text)} names no bucket; ${FORMS}`);
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(bucket))
    throw new UsageError(`${redact(text)}: ${bucket} is no name of a bucket`);
  return { bucket, prefix: parts.filter((part) => part !== '').join('/') };
}

function checkUrl(text: string): string {
  if (URL.canParse(text) && new URL(text).hostname !== '') return text;
  throw new UsageError(`${redact(text)} is no address of a web server; ${FORMS}`);
}

/** Throws UsageError for an option that the kind of store has no use for: whoever gives it expects something else. */
function withOptions(spec: StoreSpec, options: AccessOptions): StoreSpec {
  const useful: Record<StoreSpec['kind'], readonly (keyof AccessOptions)[]> = {
    paths: [],
    http: ['anonymous'],
    gcs: ['anonymous', 'userProject', 'credentialsFile', 'endpointUrl'],
    s3: ['anonymous', 'region', 'endpointUrl', 'profile', 'requesterPays'],
  };
  const given = Object.entries(options).filter(([, value]) => value !== undefined && value !== false);
  const useless = given.find(([name]) => !useful[spec.kind].some((known) => known === name));
  if (useless) {
    const flag = useless[0].replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replace('-file', '');
    throw new UsageError(`--${flag} means nothing for this kind of store (${spec.kind})`);
  }
  return { ...spec, ...Object.fromEntries(given) };
}
