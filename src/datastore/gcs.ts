/**
 * Google Cloud Storage over its JSON API. The client gives endpoint and credentials; requests go without it, since its
 * streams cannot be aborted without leaving their socket open, which would keep a command from ending.
 */
import { readFile, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Storage } from '@google-cloud/storage';
import { StoreError } from '../errors.ts';
import type { Bucket } from './bucket.ts';
import { compare } from './checksum.ts';
import { Fault, networkFault } from './fault.ts';
import { bodyOf, hashListCheck, jsonOf, rangeHeaders, request, type HttpRequest } from './request.ts';

export interface GcsSpec {
  kind: 'gcs';
  bucket: string;
  /** What follows the bucket's name, without slashes at its ends. */
  prefix: string;
  /** The project that pays, for requester-pays buckets. */
  userProject?: string;
  /** A service account's key; default: the application-default credentials, or none. */
  credentialsFile?: string;
  anonymous?: boolean;
  /** Another server than Google's; it gets no credentials unless a file is named. */
  endpointUrl?: string;
}

const FIELDS = 'nextPageToken,items(name,size)';

/** Returns the bucket; throws StoreError when the credentials file is missing or malformed. */
export async function gcsBucket(spec: GcsSpec): Promise<Bucket> {
  const { bucket, prefix, userProject } = spec;
  const { CRC32C } = await import('@google-cloud/storage');
  const { endpoint, authorize } = await connect(spec);
  const root = prefix === '' ? '' : `${prefix}/`;
  const objects = `${endpoint}/storage/v1/b/${encodeURIComponent(bucket)}/o`;
  const send = async (path: string, query: Record<string, string>, options: Partial<HttpRequest> = {}) => {
    const url = new URL(`${objects}${path}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    if (userProject) url.searchParams.set('userProject', userProject);
    const payer: Record<string, string> = userProject ? { 'x-goog-user-project': userProject } : {};
    const headers = { ...(await authorize(url)), ...payer, ...options.headers };
    return request({ ...options, url, headers, explain });
  };
  const crc32c = (expected: string) => (bytes: Uint8Array) => {
    const crc = new CRC32C();
    crc.update(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    return compare('crc32c', crc.toString(), expected);
  };
  return {
    kind: 'gcs',
    name: `gs://${bucket}${prefix && `/${prefix}`}`,
    requesterPays: userProject !== undefined,
    async page({ from, token, limit = 1000, signal }) {
      const query = {
        ...(root !== '' && { prefix: root }),
        maxResults: String(limit),
        fields: FIELDS,
        ...(from !== undefined && { startOffset: root + from }),
        ...(token !== undefined && { pageToken: token }),
      };
      const answer = await send('', query, { signal }).catch(asMissingBucket);
      const { items = [], nextPageToken } = (await jsonOf(answer)) as ListAnswer;
      const objects = items.map(({ name, size }) => ({ key: name.slice(root.length), bytes: Number(size) }));
      return { objects, ...(nextPageToken !== undefined && { next: nextPageToken }) };
    },
    async open(key, { offset, end, version, signal }) {
      const query: Record<string, string> = { alt: 'media', ...(version !== undefined && { generation: version }) };
      const response = await send(`/${encodeURIComponent(root + key)}`, query, {
        headers: rangeHeaders(offset, end),
        signal,
      });
      const generation = asText(response.headers['x-goog-generation']);
      const body = bodyOf(response, (headers) => hashListCheck(asText(headers['x-goog-hash']) ?? '', { crc32c }));
      return { ...body, version: generation };
    },
    async head(key, { signal } = {}) {
      const answer = await send(`/${encodeURIComponent(root + key)}`, {}, { signal });
      const { size, updated, metadata = {} } = (await jsonOf(answer)) as ObjectAnswer;
      return { bytes: Number(size), ...(updated !== undefined && { modified: updated }), notes: metadata };
    },
    advice: (fault) => advice(spec, fault),
    close: () => undefined,
  };
}

interface ListAnswer {
  items?: { name: string; size: string }[];
  nextPageToken?: string;
}

interface ObjectAnswer {
  size: string;
  updated?: string;
  metadata?: Record<string, string>;
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

type Authorize = (url: URL) => Promise<Record<string, string>>;

async function connect(spec: GcsSpec): Promise<{ endpoint: string; authorize: Authorize }> {
  const { credentialsFile, endpointUrl = process.env.STORAGE_EMULATOR_HOST } = spec;
  if (credentialsFile !== undefined) await checkCredentials(credentialsFile);
  const { Storage } = await import('@google-cloud/storage');
  const storage = new Storage(endpointUrl === undefined ? {} : { apiEndpoint: withScheme(endpointUrl) });
  const endpoint = withScheme(endpointUrl ?? storage.apiEndpoint);
  if (!(await isSigned(spec, endpointUrl))) return { endpoint, authorize: () => Promise.resolve({}) };
  const auth = storage.authClient;
  let ofFile: ReturnType<typeof clientOf> | undefined;
  const client = () => (credentialsFile === undefined ? auth : (ofFile ??= clientOf(auth, credentialsFile)));
  const authorize: Authorize = async (url) => {
    try {
      return Object.fromEntries((await (await client()).getRequestHeaders(url)).entries());
    } catch (error) {
      const { kind, code, message } = networkFault(error);
      if (CONNECTION.test(code ?? '')) throw new Fault(kind, `no access token: ${message}`, { code, cause: error });
      throw new Fault('denied', `no access token: ${whyNoToken(error)}`, { code: 'Credentials' });
    }
  };
  return { endpoint, authorize };
}

const SCOPES = ['https://www.googleapis.com/auth/devstorage.read_only'];

/** The server that gives tokens was not reached: that is no fault of the credentials. */
const CONNECTION = /^(E(?!NOENT)[A-Z]+|EAI_AGAIN|UND_ERR_\w+)$/;

/** The client's options for a file print a warning on standard error; what it does for application-default credentials does not. */
async function clientOf(auth: Storage['authClient'], file: string) {
  const client = await auth._getApplicationCredentialsFromFilePath(file);
  if ('scopes' in client) client.scopes = SCOPES;
  return client;
}

function whyNoToken(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return /DECODER routines/.test(text) ? 'the private key cannot be read' : text;
}

function withScheme(endpoint: string): string {
  return (/^https?:\/\//.test(endpoint) ? endpoint : `http://${endpoint}`).replace(/\/+$/, '');
}

async function isSigned({ anonymous, credentialsFile }: GcsSpec, endpointUrl: string | undefined): Promise<boolean> {
  if (anonymous) return false;
  if (credentialsFile !== undefined) return true;
  if (endpointUrl !== undefined) return false;
  const named = process.env.GOOGLE_APPLICATION_CREDENTIALS;
  if (named !== undefined && named !== '') {
    await checkCredentials(named);
    return true;
  }
  return (await isFile(wellKnownFile())) || (await isGoogleMachine());
}

function wellKnownFile(): string {
  const { CLOUDSDK_CONFIG, APPDATA, HOME = homedir() } = process.env;
  const folder =
    CLOUDSDK_CONFIG ?? (process.platform === 'win32' ? join(APPDATA ?? HOME, 'gcloud') : join(HOME, '.config/gcloud'));
  return join(folder, 'application_default_credentials.json');
}

/** Elsewhere the metadata server is not asked: without a network that question takes seconds. */
async function isGoogleMachine(): Promise<boolean> {
  if (process.env.GCE_METADATA_HOST || process.env.K_SERVICE) return true;
  const vendor = await readFile('/sys/class/dmi/id/bios_vendor', 'utf8').catch(() => '');
  return vendor.startsWith('Google');
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}

/** The client would repeat parts of a malformed file in its error. */
async function checkCredentials(path: string): Promise<void> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new StoreError(`credentials file ${path} cannot be read; check the path`, { key: path }, error);
  });
  const type = typeOf(text);
  if (typeof type === 'string') return;
  throw new StoreError(
    `credentials file ${path} is not the JSON of a service account or of application-default credentials; ` +
      'make one with "gcloud auth application-default login" or download the key again',
    { key: path },
  );
}

function typeOf(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && 'type' in value ? value.type : undefined;
  } catch {
    return undefined;
  }
}

/** Google's errors are JSON, but for media, which are plain text. */
function explain(text: string): { code?: string; message: string } {
  try {
    const { error } = JSON.parse(text) as { error?: { message?: string; errors?: { reason?: string }[] } };
    const code = error?.errors?.[0]?.reason;
    return { ...(code !== undefined && { code }), message: error?.message ?? '' };
  } catch {
    return { message: text.split('\n')[0]!.slice(0, 200) };
  }
}

function advice(
  { bucket, userProject, anonymous, credentialsFile, endpointUrl }: GcsSpec,
  { kind, code, status, message }: { kind: string; code?: string; status?: number; message: string },
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
  return `these credentials need storage.objects.get and storage.objects.list on bucket ${bucket}${project}`;
}
