/** Amazon S3 and servers that speak its protocol; the AWS client lists and signs. */
import { readFile, stat } from 'node:fs/promises';
import { STATUS_CODES, type IncomingHttpHeaders } from 'node:http';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { S3ClientConfig } from '@aws-sdk/client-s3';
import type { Bucket } from '../bucket.ts';
import { crc32Check, hashCheck, type Check } from '../transfer/checksum.ts';
import { Fault, networkFault, retryAfter, statusFault } from '../transfer/fault.ts';
import { keepSecret } from '../transfer/redact.ts';
import { bodyOf, rangeHeaders } from '../transfer/request.ts';
import { requestObject, routeOf, type ObjectRequest } from './s3-objects.ts';
import { optional } from '../../core/optional.ts';

export interface S3Spec {
  bucket: string;
  /** What follows the bucket's name, without slashes at its ends. */
  prefix: string;
  region?: string;
  /** Another server than Amazon's. */
  endpointUrl?: string;
  /** A profile of `~/.aws`. */
  profile?: string;
  /** Keys; default: what the environment, the profile or the machine's role says, or none. */
  accessKeyId?: string;
  secretAccessKey?: string;
  sessionToken?: string;
  anonymous?: boolean;
  requesterPays?: boolean;
}

/** Connections kept open; more downloads than this wait for one. */
const SOCKETS = 64;

/** Returns the bucket; nothing is sent before the first call. */
export async function s3Bucket(spec: S3Spec): Promise<Bucket> {
  const { bucket, prefix, requesterPays = false } = spec;
  const aws = await optional('buckets on S3', ['@aws-sdk/client-s3'], () => import('@aws-sdk/client-s3'));
  const client = new aws.S3Client(await clientConfig(spec));
  const root = prefix === '' ? '' : `${prefix}/`;
  const payer = requesterPays ? ({ RequestPayer: 'requester' } as const) : {};
  const payerHeader: Record<string, string> = requesterPays ? { 'x-amz-request-payer': 'requester' } : {};
  let route: Awaited<ReturnType<typeof routeOf>> | undefined;
  const ask = (key: string, asked: Omit<ObjectRequest, 'key'>) =>
    sent(async () => {
      route ??= await routeOf(aws, client, bucket);
      return requestObject(route, { key: root + key, ...asked });
    });
  const place = (key: string) => ({ Bucket: bucket, Key: root + key, ...payer });
  return {
    name: `s3://${bucket}${prefix && `/${prefix}`}`,
    requesterPays,
    async page({ from, token, limit = 1000, signal }) {
      const input = {
        Bucket: bucket,
        ...(root !== '' && { Prefix: root }),
        MaxKeys: limit,
        ...(from !== undefined && { StartAfter: root + from }),
        ...(token !== undefined && { ContinuationToken: token }),
        ...payer,
      };
      const answer = await sent(() => client.send(new aws.ListObjectsV2Command(input), { abortSignal: signal }));
      const { Contents = [], IsTruncated, NextContinuationToken } = answer;
      const objects = Contents.map(({ Key = '', Size = 0 }) => ({ key: Key.slice(root.length), bytes: Size }));
      return { objects, ...(IsTruncated && NextContinuationToken && { next: NextContinuationToken }) };
    },
    async open(key, { offset, end, version, signal }) {
      const headers = {
        ...payerHeader,
        ...rangeHeaders(offset, end),
        ...(version !== undefined && { 'if-match': version }),
        'x-amz-checksum-mode': 'ENABLED',
      };
      return bodyOf(await ask(key, { headers, signal }), checkOf);
    },
    async head(key, { signal } = {}) {
      const answer = await sent(() => client.send(new aws.HeadObjectCommand(place(key)), { abortSignal: signal }));
      const { ContentLength = 0, LastModified, Metadata = {} } = answer;
      return { bytes: ContentLength, ...(LastModified && { modified: LastModified.toISOString() }), notes: Metadata };
    },
    async put(key, { bytes, sha256, open, signal }) {
      const headers = {
        ...payerHeader,
        'content-length': String(bytes),
        'x-amz-content-sha256': sha256,
        'x-amz-checksum-sha256': Buffer.from(sha256, 'hex').toString('base64'),
        'x-amz-meta-sha256': sha256,
      };
      (await ask(key, { method: 'PUT', headers, body: open(), signal })).body.resume();
    },
    advice: (fault, isWriting) => advice(spec, fault, isWriting),
    close: () => client.destroy(),
  };
}

async function clientConfig(spec: S3Spec): Promise<S3ClientConfig> {
  const { region, endpointUrl, profile, accessKeyId, secretAccessKey, sessionToken } = spec;
  for (const secret of [accessKeyId, secretAccessKey, sessionToken]) keepSecret(secret);
  const { AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN, AWS_ACCESS_KEY_ID } = process.env;
  for (const secret of [AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN]) keepSecret(secret);
  const keys = accessKeyId !== undefined &&
    secretAccessKey !== undefined && { accessKeyId, secretAccessKey, sessionToken };
  return {
    forcePathStyle: true,
    maxAttempts: 1,
    // The client otherwise puts its layers together anew for each request.
    cacheMiddleware: true,
    // The object's own hash is compared here, so that a wrong one is fetched again like any other fault.
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestChecksumCalculation: 'WHEN_REQUIRED',
    requestHandler: { httpAgent: { maxSockets: SOCKETS }, httpsAgent: { maxSockets: SOCKETS } },
    ...(region !== undefined
      ? { region }
      : endpointUrl !== undefined && !process.env.AWS_REGION && { region: 'us-east-1' }),
    ...(endpointUrl !== undefined && { endpoint: endpointUrl }),
    ...(profile !== undefined && { profile }),
    ...(keys ? { credentials: keys } : !(await isSigned(spec)) && { signer: unsigned, credentials: nobody }),
  };
}

/** Requests go as they are; the client asks for an identity all the same. */
const unsigned = { sign: <T>(request: T) => Promise.resolve(request) };
const nobody = { accessKeyId: '', secretAccessKey: '' };

/** Where nothing holds credentials, requests go unsigned, and a metadata server is asked only on Amazon's machines. */
async function isSigned({ anonymous, profile }: S3Spec): Promise<boolean> {
  if (anonymous) return false;
  const { env } = process;
  if (profile !== undefined || env.AWS_PROFILE || env.AWS_ACCESS_KEY_ID) return true;
  if (env.AWS_WEB_IDENTITY_TOKEN_FILE) return true;
  if (env.AWS_CONTAINER_CREDENTIALS_RELATIVE_URI || env.AWS_CONTAINER_CREDENTIALS_FULL_URI) return true;
  const shared = env.AWS_SHARED_CREDENTIALS_FILE ?? join(homedir(), '.aws/credentials');
  return (await isFile(shared)) || (await isAmazonMachine());
}

async function isAmazonMachine(): Promise<boolean> {
  if (process.env.AWS_EC2_METADATA_DISABLED === 'true') return false;
  const vendor = await readFile('/sys/class/dmi/id/sys_vendor', 'utf8').catch(() => '');
  return vendor.startsWith('Amazon EC2');
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}

/** The ETag is the MD5 of objects that were written in one piece and are not encrypted with a key of the user's. */
function checkOf(headers: IncomingHttpHeaders): Check | undefined {
  const said = (name: string) => String(headers[`x-amz-${name}`] ?? '');
  const isWhole = said('checksum-type') !== 'COMPOSITE';
  if (isWhole && said('checksum-sha256')) return hashCheck('sha256', said('checksum-sha256'));
  if (isWhole && said('checksum-crc32')) return crc32Check(said('checksum-crc32'));
  const encryption = 'server-side-encryption';
  const isPlain = !said(encryption).startsWith('aws:kms') && !said(`${encryption}-customer-algorithm`);
  const md5 = /^"?([0-9a-f]{32})"?$/.exec(headers.etag ?? '')?.[1];
  return isPlain && md5 ? hashCheck('md5', Buffer.from(md5, 'hex').toString('base64')) : undefined;
}

/** Sends, and makes the client's errors Faults. */
async function sent<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof Fault) throw error;
    throw clientFault(error);
  }
}

interface ServiceError extends Error {
  $metadata?: { httpStatusCode?: number };
  $response?: { headers?: Record<string, string> };
}

function clientFault(error: unknown): Fault {
  if (!(error instanceof Error)) return networkFault(error);
  const { name, message, $metadata, $response }: ServiceError = error;
  const status = $metadata?.httpStatusCode;
  if (name === 'CredentialsProviderError' || name === 'TokenProviderError') {
    return new Fault('denied', message, { code: 'Credentials', cause: error });
  }
  if (message === 'Region is missing')
    return new Fault('refused', 'no region is given', { code: 'Region', cause: error });
  if (status === undefined && !$response) return networkFault(error);
  // What the client cannot read of a good answer is a body that was cut or changed on its way.
  if (status === undefined || status < 300) return new Fault('passing', message, { code: 'Unreadable', cause: error });
  const headers = $response?.headers ?? {};
  const code = /^[A-Z]\w+$/.test(name) && !/^(Error|UnknownError|NotFound)$/.test(name) ? name : undefined;
  // A gateway may answer in plain text or HTML; the client then reports a parse error and hides the text.
  const isWordless = message === 'UnknownError' || message === name || message.includes('Deserialization error');
  const words = isWordless ? (STATUS_CODES[status] ?? '') : message;
  return statusFault(status, words, { code, retryAfterMs: retryAfter(headers['retry-after']), cause: error });
}

/** The last is versitygw's. */
const WRONG_KEY = ['SignatureDoesNotMatch', 'InvalidAccessKeyId', 'XAdminUserNotFound'];

function advice(
  { bucket, region, anonymous, endpointUrl }: S3Spec,
  { kind, code, status }: { kind: string; code?: string; status?: number },
  isWriting = false,
): string | undefined {
  if (code === 'Region' || code === 'AuthorizationHeaderMalformed' || status === 301 || code === 'PermanentRedirect') {
    const given = region === undefined ? '' : ` (given: ${region})`;
    return `give the region of bucket ${bucket} with --region${given}, or region in a configuration file`;
  }
  if (code === 'NoSuchBucket')
    return `bucket '${bucket}' does not exist${endpointUrl ? ` on ${endpointUrl}` : ''}; check its name`;
  if (code !== undefined && WRONG_KEY.includes(code)) return 'check the access key and its secret';
  if (code === 'ExpiredToken') return 'the session token has expired: get new credentials';
  if (code === 'RequestTimeTooSkewed') return "this machine's clock is wrong: set it";
  if (code === 'Credentials') return 'set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, give --profile, or --anonymous';
  if (kind !== 'denied') return undefined;
  if (isWriting) return `the credentials in use need s3:PutObject on bucket ${bucket}`;
  return anonymous
    ? `bucket ${bucket} is not public: leave --anonymous away and give credentials`
    : `the credentials in use need s3:GetObject and s3:ListBucket on bucket ${bucket}; --anonymous reads public buckets without`;
}
