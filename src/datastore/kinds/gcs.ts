/** Buckets of Google Cloud Storage. */
import { defineKind } from '../kind.ts';
import { anonymous, bucketPath, endpointUrl, splitBucket } from './params.ts';

export const gcs = defineKind({
  type: 'GCS',
  name: 'gcs',
  schemes: ['gs'],
  form: 'gs://BUCKET/PREFIX',
  where: bucketPath,
  params: {
    userProject: {
      type: 'text',
      flag: '--user-project <id>',
      about: 'Google project that pays, for requester-pays buckets',
    },
    credentialsFile: { type: 'text', flag: '--credentials <file>', about: 'key of a Google service account' },
    anonymous,
    endpointUrl,
  },
  async open(place, values) {
    const { gcsBucket } = await import('../clients/gcs.ts');
    return gcsBucket({ ...splitBucket(place), ...values });
  },
});
