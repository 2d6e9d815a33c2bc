/** A kind of store that only tests know: a folder that is read as if it were far away. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Bucket } from '../../src/datastore/bucket.ts';
import { defineKind } from '../../src/datastore/kind.ts';
import { Fault } from '../../src/datastore/transfer/fault.ts';

const sample = join(import.meta.dirname, '../../data/sample');

export const drawer = defineKind({
  type: 'Drawer',
  name: 'drawer',
  schemes: ['drawer'],
  form: 'drawer://LABEL',
  where: { key: 'label', type: 'text', about: 'what stands on it', ofAddress: (address) => address.slice(9) },
  params: { paintColor: { type: 'text', flag: '--paint-color <name>', about: 'what it is painted with' } },
  open: (label, { paintColor = 'plain' }) => Promise.resolve(drawerBucket(`${paintColor} ${label}`)),
});

function drawerBucket(name: string): Bucket {
  const read = (key: string): Uint8Array => {
    try {
      return new Uint8Array(readFileSync(join(sample, key)));
    } catch {
      throw new Fault('missing', key);
    }
  };
  return {
    name,
    requesterPays: false,
    open: (key) =>
      Promise.resolve().then(() => {
        const bytes = read(key);
        return { bytes: bytes.length, offset: 0, chunks: chunksOf(bytes) };
      }),
    head: (key) => Promise.resolve().then(() => ({ bytes: read(key).length, notes: {} })),
    advice: () => undefined,
    close: () => undefined,
  };
}

async function* chunksOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes);
}
