import { Writable } from 'node:stream';

/** Returns an output that takes everything; `onPart` is called for each part. */
export function sink(onPart: () => void = () => undefined): Writable {
  return new Writable({
    write(_part, _encoding, done) {
      onPart();
      setImmediate(done);
    },
  });
}
