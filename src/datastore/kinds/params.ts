/** What several kinds have in common. */
import { UsageError } from '../../core/errors.ts';
import type { Param, StorePlace } from '../kind.ts';
import { redact } from '../transfer/redact.ts';

export const anonymous = {
  type: 'flag',
  flag: '--anonymous',
  about: 'send no credentials',
} as const satisfies Param;

export const endpointUrl = {
  type: 'text',
  flag: '--endpoint-url <url>',
  about: 'another server that speaks the protocol of S3 or Google Cloud Storage',
} as const satisfies Param;

/** `BUCKET/PREFIX`, as Galexie and stellar-rpc have it. */
export const bucketPath: StorePlace = {
  key: 'destination_bucket_path',
  type: 'text',
  about: 'the bucket, and the prefix in it',
  ofAddress: (address) => address.slice(address.indexOf('://') + '://'.length),
  check(place, shown, forms) {
    const { bucket } = splitBucket(place);
    if (bucket.includes('@')) {
      throw new UsageError(`${redact(shown)}: credentials must not be in an address; use the environment or a profile`);
    }
    if (bucket === '') throw new UsageError(`${redact(shown)} names no bucket; ${forms}`);
    if (!/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(bucket))
      throw new UsageError(
        `${redact(shown)}: ${bucket} is not a bucket name, which has letters, digits, dots, hyphens and underscores`,
      );
  },
};

/** Returns bucket and prefix of `BUCKET/PREFIX`, the prefix without slashes at its ends. */
export function splitBucket(path: string): { bucket: string; prefix: string } {
  const [bucket = '', ...parts] = path.split('/');
  return { bucket, prefix: parts.filter((part) => part !== '').join('/') };
}
