/**
 * Google Cloud Storage over its JSON API. The client gives endpoint and credentials; requests go without it, since its
 * streams cannot be aborted without leaving their socket open, which would keep a command from ending.
 */
import { randomUUID } from 'node:crypto';
import type { Body, Bucket, BucketOpenOptions, ListingPage, PageRequest, Upload } from '../bucket.ts';
import type { ObjectMetadata, ReadOptions } from '../store.ts';
import { compare, type Check } from '../transfer/checksum.ts';
import type { HttpAnswer } from '../transfer/exchange.ts';
import { Fault } from '../transfer/fault.ts';
import { bodyOf, hashListCheck, jsonOf, rangeHeaders, request, type HttpRequest } from '../transfer/request.ts';
import { connectGcs, storageClient, type GcsConnection, type GcsAccess } from './gcs-credentials.ts';

export interface GcsSpec extends GcsAccess {
  bucket: string;
  /** What follows the bucket's name, without slashes at its ends. */
  prefix: string;
  /** The project that pays, for requester-pays buckets. */
  userProject?: string;
}

const FIELDS = 'nextPageToken,items(name,size)';

/** Returns the bucket; throws StoreError when the credentials file is missing or malformed. */
export async function gcsBucket(spec: GcsSpec): Promise<Bucket> {
  const { CRC32C } = await storageClient();
  const crc32c = (expected: string) => (bytes: Uint8Array) => {
    const crc = new CRC32C();
    crc.update(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    return compare('crc32c', crc.toString(), expected);
  };
  return new GcsBucket(spec, await connectGcs(spec), crc32c);
}

/** Where objects are asked for: below `root`, by requests that `authorize` signs. */
class GcsBucket implements Bucket {
  readonly name: string;
  readonly requesterPays: boolean;
  readonly #spec: GcsSpec;
  readonly #objects: string;
  readonly #uploads: string;
  readonly #root: string;
  readonly #authorize: GcsConnection['authorize'];
  readonly #crc32c: (expected: string) => Check;

  constructor(spec: GcsSpec, { endpoint, authorize }: GcsConnection, crc32c: (expected: string) => Check) {
    const { bucket, prefix, userProject } = spec;
    this.name = `gs://${bucket}${prefix && `/${prefix}`}`;
    this.requesterPays = userProject !== undefined;
    this.#spec = spec;
    const path = `storage/v1/b/${encodeURIComponent(bucket)}/o`;
    this.#objects = `${endpoint}/${path}`;
    this.#uploads = `${endpoint}/upload/${path}`;
    this.#root = prefix === '' ? '' : `${prefix}/`;
    this.#authorize = authorize;
    this.#crc32c = crc32c;
  }

  async page({ from, token, limit = 1000, signal }: PageRequest): Promise<ListingPage> {
    const query = {
      ...(this.#root !== '' && { prefix: this.#root }),
      maxResults: String(limit),
      fields: FIELDS,
      ...(from !== undefined && { startOffset: this.#root + from }),
      ...(token !== undefined && { pageToken: token }),
    };
    const answer = await this.#send(this.#objects, query, { signal }).catch(asMissingBucket);
    const { items = [], nextPageToken } = (await jsonOf(answer)) as ListAnswer;
    const objects = items.map(({ name, size }) => ({ key: name.slice(this.#root.length), bytes: Number(size) }));
    return { objects, ...(nextPageToken !== undefined && { next: nextPageToken }) };
  }

  async open(key: string, { offset, end, version, signal }: BucketOpenOptions): Promise<Body> {
    const query: Record<string, string> = { alt: 'media', ...(version !== undefined && { generation: version }) };
    const headers = rangeHeaders(offset, end);
    const answer = await this.#send(this.#urlOf(key), query, { headers, signal });
    const generation = asText(answer.headers['x-goog-generation']);
    const hashes = { crc32c: this.#crc32c };
    const body = bodyOf(answer, (headers) => hashListCheck(asText(headers['x-goog-hash']) ?? '', hashes));
    return { ...body, version: generation };
  }

  async head(key: string, { signal }: ReadOptions = {}): Promise<ObjectMetadata> {
    const answer = await this.#send(this.#urlOf(key), {}, { signal });
    const { size, updated, metadata = {} } = (await jsonOf(answer)) as ObjectAnswer;
    return { bytes: Number(size), ...(updated !== undefined && { modified: updated }), notes: metadata };
  }

  /** In one request of two parts (Google's "multipart upload"): what is said of the object, and its bytes. */
  async put(key: string, { bytes, sha256, md5, open, signal }: Upload): Promise<void> {
    const boundary = randomUUID();
    const said = JSON.stringify({ name: this.#root + key, md5Hash: md5, metadata: { sha256 } });
    const part = (type: string) => `--${boundary}\r\nContent-Type: ${type}\r\n\r\n`;
    const before = Buffer.from(`${part('application/json')}${said}\r\n${part('application/octet-stream')}`);
    const after = Buffer.from(`\r\n--${boundary}--\r\n`);
    const headers = {
      'content-type': `multipart/related; boundary=${boundary}`,
      'content-length': String(before.length + bytes + after.length),
    };
    const body = chained([before], open(), [after]);
    const asked = { method: 'POST', headers, body, signal } as const;
    const answer = await this.#send(this.#uploads, { uploadType: 'multipart' }, asked).catch(asMissingBucket);
    const { md5Hash } = (await jsonOf(answer)) as ObjectAnswer;
    const wrong = md5Hash === undefined ? undefined : compare('md5', md5, md5Hash);
    if (wrong !== undefined) throw new Fault('passing', wrong, { code: 'Mismatch' });
  }

  advice(fault: Fault, isWriting?: boolean): string | undefined {
    return advice(this.#spec, fault, isWriting);
  }

  close(): void {
    // Connections are those of every store.
  }

  #urlOf(key: string): string {
    return `${this.#objects}/${encodeURIComponent(this.#root + key)}`;
  }

  async #send(address: string, query: Record<string, string>, options: Partial<HttpRequest>): Promise<HttpAnswer> {
    const { userProject } = this.#spec;
    const url = new URL(address);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    if (userProject) url.searchParams.set('userProject', userProject);
    const payer: Record<string, string> = userProject ? { 'x-goog-user-project': userProject } : {};
    const headers = { ...(await this.#authorize(url, options.body !== undefined)), ...payer, ...options.headers };
    return request({ ...options, url, headers, explain });
  }
}

interface ListAnswer {
  items?: { name: string; size: string }[];
  nextPageToken?: string;
}

interface ObjectAnswer {
  size: string;
  updated?: string;
  md5Hash?: string;
  metadata?: Record<string, string>;
}

async function* chained(...parts: (Iterable<Uint8Array> | AsyncIterable<Uint8Array>)[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield* part;
}

/** Google sends a header twice where it says two hashes. */
function asText(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(',') : header;
}

/** A listing that finds nothing is empty: what is not there is the bucket. */
function asMissingBucket(error: unknown): never {
  if (!(error instanceof Fault) || error.kind !== 'missing') throw error;
  throw new Fault('missing', error.message, { status: error.status, code: 'NoSuchBucket', cause: error });
}

/** Google's errors are JSON, but for media, which are plain text. */
function explain(text: string): { code?: string; message: string } {
  try {
    const { error } = JSON.parse(text) as { error?: { message?: string; errors?: { reason?: string }[] } };
    const code = error?.errors?.[0]?.reason;
    return { ...(code !== undefined && { code }), message: error?.message ?? '' };
  } catch {
    return { message: text.split('\n')[0].slice(0, 200) };
  }
}

function advice(
  { bucket, userProject, anonymous, credentialsFile, endpointUrl }: GcsSpec,
  { kind, code, status, message }: { kind: string; code?: string; status?: number; message: string },
  isWriting = false,
): string | undefined {
  if (status === 400 && (code === 'required' || /requester pays/i.test(message))) {
    return (
      `bucket ${bucket} is requester-pays: give --user-project PROJECT (user_project in a configuration file), and check ` +
      'that the credentials may use that project, that it has billing, and that the path is right'
    );
  }
  if (code === 'NoSuchBucket')
    return `bucket '${bucket}' does not exist${endpointUrl ? ` on ${endpointUrl}` : ''}; check its name`;
  if (code === 'Credentials') return 'sign in with "gcloud auth application-default login", or give --credentials FILE';
  if (kind !== 'denied') return undefined;
  if (anonymous || (!credentialsFile && status === 401)) {
    return `bucket ${bucket} is not public: sign in with "gcloud auth application-default login", or give --credentials FILE`;
  }
  const project = userProject === undefined ? '' : `, and serviceusage.services.use on project ${userProject}`;
  const rights = isWriting
    ? 'storage.objects.create and storage.objects.delete'
    : 'storage.objects.get and storage.objects.list';
  return `these credentials need ${rights} on bucket ${bucket}${project}`;
}
