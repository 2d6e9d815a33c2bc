/** Buckets of Amazon S3 and of servers that speak its protocol. */
import { defineKind } from '../kind.ts';
import { anonymous, bucketPath, endpointUrl, splitBucket } from './params.ts';

export const s3 = defineKind({
  type: 'S3',
  name: 's3',
  schemes: ['s3'],
  form: 's3://BUCKET/PREFIX',
  where: bucketPath,
  params: {
    region: { type: 'text', flag: '--region <name>', about: 'region of an S3 bucket', required: true },
    endpointUrl,
    profile: { type: 'text', flag: '--profile <name>', about: 'profile of ~/.aws to use' },
    accessKeyId: { type: 'text', about: 'access key; overrides the environment and the profile' },
    secretAccessKey: { type: 'text', about: 'secret of the access key' },
    sessionToken: { type: 'text', about: 'token of temporary keys' },
    anonymous,
    requesterPays: {
      type: 'flag',
      flag: '--requester-pays',
      about: 'agree to pay, for requester-pays buckets of S3',
    },
  },
  async open(place, values) {
    const { s3Bucket } = await import('../clients/s3.ts');
    return s3Bucket({ ...splitBucket(place), ...values });
  },
});
