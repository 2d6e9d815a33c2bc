import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DecodeError } from '../../src/core/errors.ts';
import { decompress } from '../../src/ledger/compression.ts';
import { readFrames, type SkipLedger } from '../../src/ledger/frames.ts';
import { XdrFault } from '../../src/xdr/reader.ts';
import { corpus, corpusFiles, hasCorpus } from '../corpus.ts';
import { words } from '../make/ledger.ts';

/** Stands in for a ledger: version, extension, a count of words, and the words. */
const ledger = (version: number, ...rest: number[]) => words(version, 0, rest.length, ...rest);
const skip: SkipLedger = (view, at) => {
  if (view.getUint32(at) > 2) throw new XdrFault(at, 'no such version');
  return at + 12 + view.getUint32(at + 8) * 4;
};

const batch = (first: number, last: number, ...ledgers: Buffer[]) =>
  Buffer.concat([words(first, last, ledgers.length), ...ledgers]);
const record = (body: Buffer) => Buffer.concat([words(0x80000000 + body.length), body]);
const read = (bytes: Uint8Array) => [...readFrames(bytes, 'x.xdr', skip)];

const forms = 'expected a LedgerCloseMetaBatch, a LedgerCloseMeta of version 0, 1 or 2, or a stream of such in records';

describe('readFrames(bytes, file, skip)', () => {
  it('finds the ledgers of a batch', () => {
    expect(read(batch(70, 72, ledger(0), ledger(1, 9), ledger(2, 9, 9)))).toEqual([
      { start: 12, end: 24, sequence: 70 },
      { start: 24, end: 40, sequence: 71 },
      { start: 40, end: 60, sequence: 72 },
    ]);
  });

  it.each([0, 1, 2])('finds a bare ledger of version %i', (version) => {
    expect(read(ledger(version, 9))).toEqual([{ start: 0, end: 16 }]);
  });

  it('finds the ledgers of a stream of records, bare and in batches', () => {
    const bytes = Buffer.concat([
      record(ledger(2, 9)),
      record(batch(5, 6, ledger(1), ledger(1))),
      record(ledger(0, 9)),
    ]);
    expect(read(bytes)).toEqual([
      { start: 4, end: 20 },
      { start: 36, end: 48, sequence: 5 },
      { start: 48, end: 60, sequence: 6 },
      { start: 64, end: 80 },
    ]);
  });

  it.each([1, 2, 3])('takes a batch of one that starts at ledger %i for a batch', (first) => {
    expect(read(batch(first, first, ledger(2)))).toEqual([{ start: 12, end: 24, sequence: first }]);
  });

  it.each([1, 2])('takes a batch of several that starts at ledger %i for a batch', (first) => {
    expect(read(batch(first, first + 1, ledger(0), ledger(0))).map(({ sequence }) => sequence)).toEqual([
      first,
      first + 1,
    ]);
  });

  it.each([1, 2])('takes version %i with extension 1 for a bare ledger', (version) => {
    const all: SkipLedger = (view) => view.byteLength;
    expect([...readFrames(words(version, 1, 0, 7), 'x.xdr', all)]).toEqual([{ start: 0, end: 16 }]);
  });

  it('reads a view into a larger buffer', () => {
    const larger = Buffer.concat([Buffer.alloc(5, 255), ledger(2, 9), Buffer.alloc(5, 255)]);
    expect(read(larger.subarray(5, 21))).toEqual([{ start: 0, end: 16 }]);
  });

  it('yields a ledger before it has walked the next', () => {
    const frames = readFrames(batch(5, 6, ledger(0), ledger(7)), 'x.xdr', skip);
    expect(frames.next().value).toEqual({ start: 12, end: 24, sequence: 5 });
    expect(() => frames.next()).toThrow(DecodeError);
  });

  it.each<[string, Buffer, number, string]>([
    ['empty input', Buffer.alloc(0), 0, `there are no bytes, ${forms}`],
    ['three bytes', Buffer.alloc(3), 0, `3 bytes are not a ledger, ${forms}`],
    [
      'text',
      Buffer.from('{"networkPassphrase":'),
      0,
      `the bytes begin with 7b226e65 74776f72 6b506173 73706872, ${forms}`,
    ],
    ['a version above 2', words(3, 0, 0, 0), 0, `the bytes begin with 00000003 00000000 00000000 00000000, ${forms}`],
    [
      'bytes after a bare ledger',
      Buffer.concat([ledger(2, 9), Buffer.alloc(1)]),
      16,
      '1 byte after the last ledger, expected none',
    ],
    [
      'bytes after a batch',
      Buffer.concat([batch(5, 5, ledger(0)), words(0)]),
      24,
      '4 bytes after the last ledger, expected none',
    ],
    [
      'a batch that counts too few',
      batch(5, 7, ledger(0), ledger(0)),
      8,
      'the batch of ledgers 5 to 7 counts 2, expected 3',
    ],
    [
      'a batch that counts too many',
      batch(5, 5, ledger(0), ledger(0)),
      8,
      'the batch of ledgers 5 to 5 counts 2, expected 1',
    ],
    [
      'a count of 4 billion',
      words(5, 6, 4294967295, 0),
      8,
      'the batch of ledgers 5 to 6 counts 4294967295, expected 2',
    ],
    [
      'a record longer than the file',
      words(0x80000064, 0, 0, 0),
      0,
      "the record's length is 100, but only 12 bytes follow",
    ],
    [
      'a picture',
      Buffer.from('89504e470d0a1a0a0000000d4948445200000280', 'hex'),
      0,
      `the bytes begin with 89504e47 0d0a1a0a, ${forms}`,
    ],
    ['a record too short', words(0x80000004, 0, 0, 0, 0), 0, "the record's length is 4, too few bytes for a ledger"],
    [
      'a record longer than its ledger',
      record(Buffer.concat([ledger(0), words(0)])),
      0,
      "the record's length is 16, but its ledger has 12 bytes",
    ],
    [
      'a record shorter than its ledger',
      Buffer.concat([record(ledger(0, 9)), words(0)]).fill(2, 15, 16),
      0,
      "the record's length is 16, but its ledger has 20 bytes",
    ],
    [
      'a fragment',
      Buffer.concat([record(ledger(0, 9)), words(16), ledger(0, 9)]),
      20,
      'record mark 00000010 has no high bit, expected whole records and no fragments',
    ],
    [
      'bytes after the last record',
      Buffer.concat([record(ledger(0, 9)), Buffer.alloc(3)]),
      20,
      '3 bytes after the last record, expected a mark of 4',
    ],
  ])('rejects %s', (_name, bytes, offset, message) => {
    expect(() => read(bytes)).toThrow(new DecodeError(`x.xdr, byte ${offset}: ${message}`, { file: 'x.xdr', offset }));
  });

  it('names the ledger of a record that is cut', () => {
    const file = readFileSync(join(import.meta.dirname, '../../data/sample', 'FFFFFFFF--0-49/FFFFFFFF--0-9.xdr.zst'));
    const bytes = decompress(file, { file: 'x.xdr' });
    const [{ start, end }] = readFrames(bytes, 'x.xdr');
    const whole = record(Buffer.from(bytes.subarray(start, end)));
    const cut = whole.subarray(0, -4);
    expect(() => [...readFrames(cut, 'x.xdr')]).toThrow(
      new DecodeError(
        `x.xdr, ledger 2, byte 0: the record's length is ${end - start}, but only ${end - start - 4} bytes follow`,
        { file: 'x.xdr', ledger: 2, offset: 0 },
      ),
    );
  });

  it('says which ledger of a batch does not decode, where and why', () => {
    const unknown = batch(5, 5, words(9, 0));
    expect(() => [...readFrames(unknown, 'x.xdr')]).toThrow(
      new DecodeError(
        'x.xdr, ledger 5, byte 12, LedgerCloseMeta: LedgerCloseMeta has no arm 9; a newer protocol may bring it: ' +
          'update ledgerlake',
        { file: 'x.xdr', ledger: 5, offset: 12, path: 'LedgerCloseMeta' },
      ),
    );
  });
});

describe.skipIf(!hasCorpus)(`readFrames of real ledgers in ${corpus}`, () => {
  const counts: [string, string, number][] = [
    ['pubnet-p26/store', '.xdr.zst', 13],
    ['pubnet-eras/store', '.xdr.zst', 11],
    ['pubnet-etl-golden/store', '.xdr.zst', 8],
    ['testnet-galexie-bucket/store', '.xdr.zst', 3],
    ['testnet-ledgers', '.xdr.zst', 10],
    ['loadtest-store-2x8/store', '.xdr.zst', 30],
    ['loadtest', 'load-test-ledgers-v27.xdr.zst', 30],
    ['loadtest', 'load-test-ledgers-v22.xdr.zst', 2],
    ['horizon-scenarios/kahuna', 'ledgers-2-61.xdr.zst', 60],
    ['horizon-scenarios/base', 'ledgers-2-3.xdr.zst', 2],
  ];

  it.each(counts)('%s, *%s: %i ledgers that fill their files', (folder, ending, expected) => {
    const frames = corpusFiles(folder, ending).flatMap((file) => [
      ...readFrames(decompress(readFileSync(file), { file }), file),
    ]);
    expect(frames.length).toBe(expected);
  });

  it('core-lcm: 3,693 ledgers of 12,189,108 bytes with their marks', () => {
    let ledgers = 0;
    let bytes = 0;
    for (const file of corpusFiles('core-lcm', '.xdr.zst')) {
      for (const { start, end } of readFrames(decompress(readFileSync(file), { file }), file)) {
        ledgers++;
        bytes += end - start + 4;
      }
    }
    expect({ ledgers, bytes }).toEqual({ ledgers: 3693, bytes: 12189108 });
  });

  it('rejects a history archive file as no ledgers', () => {
    const [file] = corpusFiles('history-archive', 'ledger-0000003f.xdr.gz');
    expect(() => [...readFrames(decompress(readFileSync(file), { file: file }), 'x.xdr')]).toThrow(DecodeError);
  });

  it('rejects a real batch cut at any byte', () => {
    const [file] = corpusFiles('testnet-ledgers', '36233.xdr.zst');
    const bytes = decompress(readFileSync(file), { file: file });
    for (let length = 0; length < bytes.length; length++) {
      expect(() => [...readFrames(bytes.subarray(0, length), 'x.xdr')]).toThrow(DecodeError);
    }
  });
});
