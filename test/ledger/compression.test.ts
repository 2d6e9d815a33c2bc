import { readFileSync } from 'node:fs';
import { constants, gunzipSync, gzipSync, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { DecodeError } from '../../src/core/errors.ts';
import { decompress } from '../../src/ledger/compression.ts';
import { corpus, corpusFiles, hasCorpus } from '../corpus.ts';

const text = Buffer.from('ledger after ledger after ledger. '.repeat(20));
const withSum = { params: { [constants.ZSTD_c_checksumFlag]: 1 } };
const zstd = zstdCompressSync(text, withSum);
const gzip = gzipSync(text);
const skippable = Buffer.from('502a4d1803000000010203', 'hex');
/** One block of 131,071 zeros, told in 4 bytes, as often as wanted; no content size. */
const bomb = (blocks: number) => {
  const block = Buffer.from('faff0f00', 'hex');
  const last = Buffer.from('fbff0f00', 'hex');
  return Buffer.concat([Buffer.from('28b52ffd0088', 'hex'), ...Array<Buffer>(blocks - 1).fill(block), last]);
};

const file = { file: 'x.xdr' };
const at = (offset: number) => ({ ...file, offset });
const read = (bytes: Uint8Array, maxBytes?: number) => Buffer.from(decompress(bytes, { ...file, maxBytes }));

describe('decompress(bytes, { file, maxBytes })', () => {
  it.each([
    ['zstd', zstd, text],
    ['zstd with its content size', zstdCompressSync(text, { pledgedSrcSize: text.length }), text],
    ['zstd of nothing', zstdCompressSync(Buffer.alloc(0)), Buffer.alloc(0)],
    ['several zstd frames', Buffer.concat([zstd, zstd, zstd]), Buffer.concat([text, text, text])],
    ['zstd between skippable frames', Buffer.concat([skippable, zstd, skippable]), text],
    ['a skippable frame alone', skippable, Buffer.alloc(0)],
    ['gzip', gzip, text],
    ['several gzip members', Buffer.concat([gzip, gzip]), Buffer.concat([text, text])],
  ])('reads %s', (_name, bytes, expected) => {
    expect(read(bytes)).toEqual(expected);
  });

  it('gives plain bytes back as they are', () => {
    const plain = Uint8Array.of(0, 0, 0, 2, 0, 0, 0, 2);
    expect(decompress(plain, { file: 'x.xdr' })).toBe(plain);
  });

  it('reads a view into a larger buffer', () => {
    const larger = Buffer.concat([Buffer.alloc(7, 255), zstd, Buffer.alloc(7, 255)]);
    expect(read(larger.subarray(7, 7 + zstd.length))).toEqual(text);
  });

  it('rejects an empty file', () => {
    expect(() => read(Buffer.alloc(0))).toThrow(new DecodeError('x.xdr, byte 0: the file is empty', at(0)));
  });

  it.each([1, 4, 9])('rejects %i trailing bytes after a zstd frame', (count) => {
    const found = '7a'.repeat(Math.min(count, 8));
    expect(() => read(Buffer.concat([zstd, Buffer.alloc(count, 'z')]))).toThrow(
      new DecodeError(
        `x.xdr, byte ${zstd.length}: trailing bytes after the zstd frame: ${count}, the first ${found}`,
        at(zstd.length),
      ),
    );
  });

  it('rejects trailing zeros after gzip data', () => {
    expect(() => read(Buffer.concat([gzip, Buffer.alloc(3)]))).toThrow(
      new DecodeError(
        `x.xdr, byte ${gzip.length}: trailing bytes after the gzip data: 3, the first 000000`,
        at(gzip.length),
      ),
    );
  });

  it('rejects other bytes after gzip data', () => {
    expect(() => read(Buffer.concat([gzip, Buffer.from('xyz')]))).toThrow(
      new DecodeError('x.xdr: the gzip data is truncated or corrupted: incorrect header check', file),
    );
  });

  it('rejects a zstd frame cut at any byte', () => {
    for (let length = 4; length < zstd.length; length++) {
      expect(() => read(zstd.subarray(0, length))).toThrow(
        new DecodeError(
          `x.xdr, byte 0: the zstd frame runs past the end of the file, byte ${length}: it is truncated or corrupted`,
          at(0),
        ),
      );
    }
  });

  it('rejects a second zstd frame cut at any byte', () => {
    for (let length = zstd.length + 1; length < zstd.length * 2; length++) {
      expect(() => read(Buffer.concat([zstd, zstd]).subarray(0, length))).toThrow(DecodeError);
    }
  });

  it('rejects gzip cut at any byte', () => {
    for (let length = 2; length < gzip.length; length++) {
      expect(() => read(gzip.subarray(0, length))).toThrow(
        new DecodeError('x.xdr: the gzip data is truncated or corrupted: unexpected end of file', file),
      );
    }
  });

  it('rejects a wrong checksum', () => {
    const bytes = Buffer.from(zstd);
    bytes[bytes.length - 1] ^= 1;
    expect(() => read(bytes)).toThrow(
      new DecodeError("x.xdr, byte 0: the zstd frame is corrupted: Restored data doesn't match checksum", at(0)),
    );
  });

  it('rejects a content size that is not the size of the content', () => {
    const bytes = zstdCompressSync(text, { pledgedSrcSize: text.length });
    bytes[5] ^= 1;
    expect(() => read(bytes)).toThrow(
      new DecodeError('x.xdr, byte 0: the zstd frame is corrupted: Data corruption detected', at(0)),
    );
  });

  it.each([
    ['zstd', zstd],
    ['gzip', gzip],
  ])('gives the same bytes or DecodeError when any bit of %s flips', (_name, good) => {
    for (let bit = 32; bit < good.length * 8; bit++) {
      const bytes = Buffer.from(good);
      bytes[bit >> 3] ^= 1 << (bit & 7);
      let result: Buffer;
      try {
        result = read(bytes);
      } catch (error) {
        expect(error).toBeInstanceOf(DecodeError);
        continue;
      }
      expect(result, `bit ${bit}`).toEqual(text);
    }
  });

  it('stops a decompression bomb at the cap', () => {
    const bytes = bomb(100);
    expect(read(bytes).length).toBe(13_107_100);
    expect(() => read(bytes, 1_000_000)).toThrow(
      new DecodeError('x.xdr: decompresses to more than 1000000 bytes, taken for a decompression bomb', file),
    );
  });

  it('counts all frames against the cap', () => {
    const three = Buffer.concat([zstd, zstd, zstd]);
    expect(read(three, text.length * 3).length).toBe(text.length * 3);
    for (const cap of [text.length * 3 - 1, text.length * 2, text.length, 1, 0]) {
      expect(() => read(three, cap)).toThrow(
        new DecodeError(`x.xdr: decompresses to more than ${cap} bytes, taken for a decompression bomb`, file),
      );
    }
  });

  it('stops gzip at the cap', () => {
    expect(read(gzip, text.length)).toEqual(text);
    expect(() => read(gzip, text.length - 1)).toThrow(
      new DecodeError(
        `x.xdr: decompresses to more than ${text.length - 1} bytes, taken for a decompression bomb`,
        file,
      ),
    );
  });
});

describe.skipIf(!hasCorpus)(`decompress of the files in ${corpus}`, () => {
  it.each([
    ['.xdr.zst', zstdDecompressSync],
    ['.xdr.gz', gunzipSync],
  ] as const)('reads every %s', (ending, witness) => {
    const files = corpusFiles('.', ending);
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) {
      const bytes = readFileSync(file);
      expect(Buffer.compare(decompress(bytes, { file }), witness(bytes)), file).toBe(0);
    }
  });
});
