/** Credentials for Google Cloud Storage: a service account, the application-default credentials, or nobody. */
import { readFile, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Storage } from '@google-cloud/storage';
import { StoreError } from '../../core/errors.ts';
import { Fault, networkFault } from '../transfer/fault.ts';
import { optional } from '../../core/optional.ts';
import { messageOf } from '../../core/system-errors.ts';

export interface GcsAccess {
  /** A service account's key; default: the application-default credentials, or none. */
  credentialsFile?: string;
  anonymous?: boolean;
  /** Another server than Google's; it gets no credentials unless a file is named. */
  endpointUrl?: string;
}

/** Where requests go, and the headers that let them in. */
export interface GcsConnection {
  endpoint: string;
  authorize: (url: URL, isWriting: boolean) => Promise<Record<string, string>>;
}

/** Returns the client library; throws UsageError when it is not installed. */
export function storageClient(): Promise<typeof import('@google-cloud/storage')> {
  return optional('buckets on Google Cloud', ['@google-cloud/storage'], () => import('@google-cloud/storage'));
}

/** Returns the connection for a bucket; throws StoreError when the credentials file is missing or malformed. */
export async function connectGcs(spec: GcsAccess): Promise<GcsConnection> {
  const { credentialsFile, endpointUrl = process.env.STORAGE_EMULATOR_HOST } = spec;
  if (credentialsFile !== undefined) await checkCredentials(credentialsFile);
  const { Storage } = await storageClient();
  const storage = new Storage(endpointUrl === undefined ? {} : { apiEndpoint: withScheme(endpointUrl) });
  const endpoint = withScheme(endpointUrl ?? storage.apiEndpoint);
  if (!(await isSigned(spec, endpointUrl))) return { endpoint, authorize: () => Promise.resolve({}) };
  const auth = storage.authClient;
  const ofFile = new Map<boolean, ReturnType<typeof clientOf>>();
  const client = (isWriting: boolean) => {
    if (credentialsFile === undefined) return auth;
    const scope = isWriting ? WRITE_SCOPE : READ_SCOPE;
    if (!ofFile.has(isWriting)) ofFile.set(isWriting, clientOf(auth, credentialsFile, scope));
    return ofFile.get(isWriting)!;
  };
  const authorize: GcsConnection['authorize'] = async (url, isWriting) => {
    try {
      return Object.fromEntries((await (await client(isWriting)).getRequestHeaders(url)).entries());
    } catch (error) {
      const { kind, code, message } = networkFault(error);
      if (CONNECTION.test(code ?? '')) throw new Fault(kind, `no access token: ${message}`, { code, cause: error });
      throw new Fault('denied', `no access token: ${whyNoToken(error)}`, { code: 'Credentials' });
    }
  };
  return { endpoint, authorize };
}

const READ_SCOPE = 'https://www.googleapis.com/auth/devstorage.read_only';
const WRITE_SCOPE = 'https://www.googleapis.com/auth/devstorage.read_write';

/** The server that gives tokens was not reached: that is no fault of the credentials. */
const CONNECTION = /^(E(?!NOENT)[A-Z]+|EAI_AGAIN|UND_ERR_\w+)$/;

/** The client's option for a file prints a warning; application-default credentials do not. */
async function clientOf(auth: Storage['authClient'], file: string, scope: string) {
  const client = await auth._getApplicationCredentialsFromFilePath(file);
  if ('scopes' in client) client.scopes = [scope];
  return client;
}

function whyNoToken(error: unknown): string {
  const text = messageOf(error);
  return /DECODER routines/.test(text) ? 'the private key cannot be read' : text;
}

function withScheme(endpoint: string): string {
  // eslint-disable-next-line local/linear-expressions -- an address in the configuration of a store
  return (/^https?:\/\//.test(endpoint) ? endpoint : `http://${endpoint}`).replace(/\/+$/, '');
}

async function isSigned({ anonymous, credentialsFile }: GcsAccess, endpointUrl: string | undefined): Promise<boolean> {
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
