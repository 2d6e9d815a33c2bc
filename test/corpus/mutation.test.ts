import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DecodeError, VerifyError } from '../../src/core/errors.ts';
import { decompress } from '../../src/ledger/compression.ts';
import { readFrames } from '../../src/ledger/frames.ts';
import { ledgersIn, readLedger, type Ledger } from '../../src/ledger/ledger.ts';
import { networkId, passphraseOf } from '../../src/ledger/network.ts';
import { checkLedger } from '../../src/ledger/verify.ts';
import { createTables, type TableSet } from '../../src/tables/index.ts';
import { corpusFiles, hasCorpus } from '../corpus.ts';
import { seededRandom, type Random } from '../fuzz/mutate.ts';

/** Spread over the files, but no more than so many each. */
const MUTATIONS = 10_000;
const MUTATIONS_EACH = 1000;

interface Subject {
  name: string;
  file: string;
  id: Uint8Array;
}

const sample = join(import.meta.dirname, '../../data/sample');
const manifest = JSON.parse(readFileSync(join(sample, '.config.json'), 'utf8')) as { networkPassphrase: string };
const subjectsOf = (network: string, files: string[]): Subject[] =>
  files.map((file) => ({ name: file.split('/').at(-1)!, file, id: networkId(passphraseOf(network)) }));

/** Ledgers of all forms: small enough that thousands of reads take seconds. */
const subjects: Subject[] = hasCorpus
  ? [
      ...subjectsOf('testnet', corpusFiles('testnet-ledgers', '.xdr.zst')),
      ...subjectsOf('testnet', corpusFiles('testnet-galexie-bucket/store', '.zst')),
      ...subjectsOf(
        'pubnet',
        corpusFiles('pubnet-eras/store', '.zst').filter((file) => /--(7320888|9652679|16154623|26154623)\./.test(file)),
      ),
      ...subjectsOf('pubnet', corpusFiles('pubnet-etl-golden/store', '.zst').slice(0, 2)),
    ]
  : subjectsOf(manifest.networkPassphrase, [join(sample, 'FFFFFFFF--0-49/FFFFFFF5--10-19.xdr.zst')]);

/** Byte ranges of the file that a hash of the header covers, as the walker finds them in the sound file. */
function coveredRanges(raw: Uint8Array, file: string): [number, number][] {
  return [...readFrames(raw, file)].flatMap(({ start, end }) => {
    const ledger: Ledger = readLedger(raw.subarray(start, end), file);
    const spans: [number, number][] = [
      [ledger.hash, ledger.hash + 32],
      [ledger.headerStart, ledger.headerEnd],
      [ledger.txSet, ledger.txSetEnd],
      ...ledger.transactions.map(({ pair, pairEnd }): [number, number] => [pair, pairEnd]),
    ];
    return spans.map(([from, to]): [number, number] => [start + from, start + to]);
  });
}

/** Reads a file as a load does, down to the rows, and empties the tables; returns what it threw. */
function readAll(raw: Uint8Array, { name, id }: Subject, set: TableSet): unknown {
  try {
    for (const { ledger } of ledgersIn(raw, name)) {
      checkLedger(ledger, id);
      addWhole(set, ledger);
    }
    set.batches();
    return undefined;
  } catch (error) {
    return error;
  } finally {
    set.reset();
  }
}

/** Adds a ledger of which all tables have their rows, or none has one and no column holds a part of one. */
function addWhole(set: TableSet, ledger: Ledger): void {
  const before = rowsOf(set);
  try {
    set.add(ledger);
  } catch (error) {
    expect(rowsOf(set)).toEqual(before);
    throw error;
  }
}

/** Returns how many rows each table has; a batch is refused when its columns differ in length. */
const rowsOf = (set: TableSet) => Object.fromEntries([...set.batches()].map(([name, { numRows }]) => [name, numRows]));

/** Whether the generated walker, which knows nothing of ledgers, takes the bytes for ledgers. */
function isWalked(raw: Uint8Array, file: string): boolean {
  try {
    return [...readFrames(raw, file)].length > 0;
  } catch {
    return false;
  }
}

/** Whether the index takes them for ledgers; a close time that is none fits the schema. */
function isIndexed(raw: Uint8Array, file: string): boolean {
  try {
    return [...ledgersIn(raw, file)].length > 0;
  } catch (error) {
    return error instanceof DecodeError && /closeTime(Ms)? \d+ is (after year 9999|not in second)/.test(error.message);
  }
}

const isExpected = (error: unknown) => error instanceof DecodeError || error instanceof VerifyError;

/** A bit flipped, a word replaced by one that hurts, a run of bytes copied over another, or the end cut off. */
function mutate(raw: Uint8Array, next: Random): Uint8Array {
  const changed = Uint8Array.from(raw);
  const at = next(raw.length);
  const word = at & ~3;
  const kind = next(10);
  if (kind < 6) changed[at] ^= 1 << next(8);
  else if (kind < 8) new DataView(changed.buffer).setUint32(word, [0, 1, 0x7fffffff, 0xffffffff, 0x10000][next(5)]);
  else if (kind < 9) changed.copyWithin(word, next(raw.length) & ~3, Math.min(raw.length, word + 8 + next(64)));
  else return changed.subarray(0, at);
  return changed;
}

describe('a mutated ledger', () => {
  const each = Math.min(MUTATIONS_EACH, Math.ceil(MUTATIONS / subjects.length));
  it.each(subjects)(
    '$name is refused, unless the change lies where no hash reaches',
    (subject) => {
      const { name, file, id } = subject;
      const raw = decompress(readFileSync(file), { file: name });
      const covered = coveredRanges(raw, name);
      const set = createTables(id);
      expect(readAll(raw, subject, set)).toBeUndefined();
      const next = seededRandom(name.length * 7919 + raw.length);
      let refused = 0;
      for (let i = 0; i < each; i++) {
        const changed = mutate(raw, next);
        const error = readAll(changed, subject, set);
        if (isWalked(changed, name) !== isIndexed(changed, name))
          throw new Error(`mutation ${i}: walk and index differ`);
        if (error !== undefined) {
          if (!isExpected(error)) throw new Error(`mutation ${i} of ${name} threw another error`, { cause: error });
          refused++;
        } else {
          expect(changed.length).toBe(raw.length);
          const broken = covered.find(
            ([from, to]) => Buffer.compare(changed.subarray(from, to), raw.subarray(from, to)) !== 0,
          );
          expect(broken, `mutation ${i} changed covered bytes unseen`).toBeUndefined();
        }
      }
      expect(refused).toBeGreaterThan(each / 4);
    },
    120_000,
  );
});

describe('a ledger file cut at any byte', () => {
  it('is a DecodeError that names file and offset', () => {
    const [subject] = subjects as [Subject];
    const { name, file, id } = subject;
    const set = createTables(id);
    const raw = decompress(readFileSync(file), { file: name });
    for (let length = 0; length < Math.min(raw.length, 1500); length++) {
      const error = readAll(raw.subarray(0, length), subject, set);
      expect(error).toBeInstanceOf(DecodeError);
      expect((error as DecodeError).fields).toMatchObject({ file: name, offset: expect.any(Number) });
    }
  });
});
