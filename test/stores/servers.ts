/** The real servers of this run, as `.ci/servers` tells them, and ways to fill their buckets. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { AccessOptions } from '../../src/datastore/address.ts';

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
}

export const gcs: Server = {
  kind: 'gcs',
  url: LEDGERLAKE_GCS,
  address: (path) => `gs://${path}`,
  access: (endpointUrl) => ({ endpointUrl }),
  environment: {},
  async fill(bucket, objects) {
    await post(`${LEDGERLAKE_GCS}/storage/v1/b?project=test`, JSON.stringify({ name: bucket }));
    const upload = `${LEDGERLAKE_GCS}/upload/storage/v1/b/${bucket}/o?uploadType=media&name=`;
    await inParallel(objects, ({ key, bytes }) => post(upload + encodeURIComponent(key), bytes));
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
    const { CreateBucketCommand, PutObjectCommand, S3Client } = await import('@aws-sdk/client-s3');
    const credentials = { accessKeyId: LEDGERLAKE_S3_ACCESS!, secretAccessKey: LEDGERLAKE_S3_SECRET! };
    const client = new S3Client({ endpoint: LEDGERLAKE_S3!, region: 'us-east-2', forcePathStyle: true, credentials });
    await client.send(new CreateBucketCommand({ Bucket: bucket }));
    await inParallel(objects, ({ key, bytes }) =>
      client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: bytes })),
    );
    client.destroy();
  },
};

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
