import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { decompress } from '../../src/ledger/compression.ts';

describe('what decompress leaves behind', () => {
  it.each([
    ['zstd', zstdCompressSync],
    ['gzip', gzipSync],
  ] as const)('goes with a collection of young values: %s', (_name, compress) => {
    setFlagsFromString('--expose-gc');
    // What V8 marks beside the program stays until the next collection of all values, though it is let go meanwhile.
    setFlagsFromString('--no-incremental-marking');
    const collect = runInNewContext('gc') as (options: { type: 'major' | 'minor' }) => void;
    const megabyte = compress(Buffer.alloc(1e6, 'ledger'));
    // A collection frees memory beside the program; the next one waits for that.
    for (let i = 0; i < 2; i++) collect({ type: 'major' });
    const before = process.memoryUsage().arrayBuffers;
    for (let i = 0; i < 40; i++) decompress(megabyte, { file: 'x.xdr' });
    // What survives the first is promoted by the second.
    for (let i = 0; i < 3; i++) collect({ type: 'minor' });
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(5e6);
  });
});
