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
    const collect = runInNewContext('gc') as (options: { type: 'minor' }) => void;
    const megabyte = compress(Buffer.alloc(1e6, 'ledger'));
    const before = process.memoryUsage().arrayBuffers;
    for (let i = 0; i < 40; i++) decompress(megabyte, { file: 'x.xdr' });
    // What survives the first is promoted by the second.
    for (let i = 0; i < 3; i++) collect({ type: 'minor' });
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(5e6);
  });
});
