/** The real servers of this run, as `.ci/servers` tells them, and ways to fill their buckets. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  CompleteMultipartUploadCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import type { AccessOptions } from '../../src/datastore/config/access.ts';

const { LEDGERLAKE_GCS, LEDGERLAKE_GCS_TLS, LEDGERLAKE_S3, LEDGERLAKE_S3_ACCESS, LEDGERLAKE_S3_SECRET } = process.env;

/** One object to put into a bucket. */
export interface Upload {
  key: string;
  bytes: Uint8Array;
}

/** A kind of object store with a server of its own. */
export interface Server {
  kind: 'gcs' | 's3';
  /** Undefined when the server is not there, and tests that need it are skipped. */
  url: string | undefined;
  /** The address of a bucket, with a prefix perhaps. */
  address(path: string): string;
  access(endpointUrl: string): AccessOptions;
  /** What a command needs in its environment to be let in. */
  environment: Record<string, string>;
  /** Makes the bucket and puts the objects into it. */
  fill(bucket: string, objects: readonly Upload[]): Promise<void>;
  /** Puts objects into a bucket that is there. */
  put(bucket: string, objects: readonly Upload[]): Promise<void>;
  /** Returns what gets an object of the bucket with nothing of ours in between. */
  plainGet(bucket: string): (key: string) => Promise<Uint8Array>;
}

export const gcs: Server = {
  kind: 'gcs',
  url: LEDGERLAKE_GCS,
  address: (path) => `gs://${path}`,
  access: (endpointUrl) => ({ endpointUrl }),
  environment: {},
  async fill(bucket, objects) {
    await post(`${LEDGERLAKE_GCS}/storage/v1/b?project=test`, JSON.stringify({ name: bucket }));
    await gcs.put(bucket, objects);
  },
  async put(bucket, objects) {
    const upload = `${LEDGERLAKE_GCS}/upload/storage/v1/b/${bucket}/o?uploadType=media&name=`;
    await inParallel(objects, ({ key, bytes }) => post(upload + encodeURIComponent(key), bytes));
  },
  plainGet(bucket) {
    const objects = `${LEDGERLAKE_GCS}/storage/v1/b/${bucket}/o/`;
    return async (key) => (await fetch(`${objects}${encodeURIComponent(key)}?alt=media`)).bytes();
  },
};

export const s3: Server = {
  kind: 's3',
  url: LEDGERLAKE_S3,
  address: (path) => `s3://${path}`,
  access: (endpointUrl) => ({ endpointUrl, region: 'us-east-2' }),
  environment: {
    AWS_ACCESS_KEY_ID: LEDGERLAKE_S3_ACCESS ?? '',
    AWS_SECRET_ACCESS_KEY: LEDGERLAKE_S3_SECRET ?? '',
  },
  async fill(bucket, objects) {
    const client = s3Client();
    await client.send(new CreateBucketCommand({ Bucket: bucket }));
    client.destroy();
    await s3.put(bucket, objects);
  },
  async put(bucket, objects) {
    const client = s3Client();
    await inParallel(objects, ({ key, bytes }) =>
      client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: bytes })),
    );
    client.destroy();
  },
  plainGet(bucket) {
    const client = s3Client();
    return async (key) => {
      const { Body: body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
      return body!.transformToByteArray();
    };
  },
};

function s3Client(): S3Client {
  const credentials = { accessKeyId: LEDGERLAKE_S3_ACCESS!, secretAccessKey: LEDGERLAKE_S3_SECRET! };
  return new S3Client({ endpoint: LEDGERLAKE_S3!, region: 'us-east-2', forcePathStyle: true, credentials });
}

/** Puts an object as one that is written in parts, whose ETag is no hash of its bytes. */
export async function putInParts(bucket: string, { key, bytes }: Upload): Promise<void> {
  const client = s3Client();
  const place = { Bucket: bucket, Key: key };
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(place));
  const { ETag } = await client.send(new UploadPartCommand({ ...place, UploadId, PartNumber: 1, Body: bytes }));
  const parts = { Parts: [{ PartNumber: 1, ETag }] };
  await client.send(new CompleteMultipartUploadCommand({ ...place, UploadId, MultipartUpload: parts }));
  client.destroy();
}

export const servers: readonly Server[] = [gcs, s3];

/** A GCS server whose certificate nobody knows. */
export const gcsTls = LEDGERLAKE_GCS_TLS;

/** Returns the files below a folder as objects whose keys start with the prefix. */
export function objectsOf(folder: string, prefix = ''): Upload[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.map(({ parentPath, name }) => {
    const path = join(parentPath, name);
    return { key: prefix + path.slice(folder.length + 1), bytes: readFileSync(path) };
  });
}

async function post(url: string, body: Uint8Array | string): Promise<void> {
  const response = await fetch(url, { method: 'POST', body: Buffer.from(body) });
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  await response.arrayBuffer();
}

async function inParallel<T>(items: readonly T[], run: (item: T) => Promise<unknown>): Promise<void> {
  const left = [...items];
  const lane = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await run(item);
  };
  await Promise.all(Array.from({ length: 16 }, lane));
}
