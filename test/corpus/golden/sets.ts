/** The sets of the corpus that have rows of stellar-etl: their ledgers and their goldens. */
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { decompress } from '../../../src/ledger/compression.ts';
import { readFrames } from '../../../src/ledger/frames.ts';
import { readLedger, type Ledger } from '../../../src/ledger/ledger.ts';
import { networkId, passphraseOf } from '../../../src/ledger/network.ts';
import { checkLedger } from '../../../src/ledger/verify.ts';
import { corpus, corpusFiles, readText } from '../../corpus.ts';

/** Ledger files of one network and the folder of their goldens. */
export interface GoldenSet {
  name: string;
  files: string[];
  network: string;
  expected: string;
  /** How many ledgers the goldens cover, when they are fewer than the files hold. */
  ledgers?: number;
  /** Ledgers that upstream merged from others: their set hashes do not fit. */
  verify?: false;
  /** Whether each file is a network of its own, named in a column of the goldens. */
  captures?: true;
}

const etl = 'expected/stellar-etl';

export const goldenSets: GoldenSet[] = [
  {
    name: 'pubnet-p26',
    files: corpusFiles('pubnet-p26/store', '.zst'),
    network: 'pubnet',
    expected: `pubnet-p26/${etl}`,
  },
  {
    name: 'pubnet-eras',
    files: corpusFiles('pubnet-eras/store', '.zst'),
    network: 'pubnet',
    expected: `pubnet-eras/${etl}`,
  },
  {
    name: 'pubnet-etl-golden',
    files: corpusFiles('pubnet-etl-golden/store', '.zst'),
    network: 'pubnet',
    expected: `pubnet-etl-golden/${etl}`,
  },
  {
    name: 'testnet-galexie-bucket',
    files: corpusFiles('testnet-galexie-bucket/store', '.zst'),
    network: 'testnet',
    expected: `testnet-galexie-bucket/${etl}`,
  },
  {
    name: 'testnet-ledgers',
    files: corpusFiles('testnet-ledgers', '.xdr.zst'),
    network: 'testnet',
    expected: `testnet-ledgers/${etl}`,
  },
  {
    name: 'load-test-ledgers-v27',
    files: corpusFiles('loadtest', 'load-test-ledgers-v27.xdr.zst'),
    network: 'Apply Load',
    expected: `loadtest/${etl}/load-test-ledgers-v27`,
    ledgers: 4,
  },
  {
    name: 'load-test-ledgers-v22',
    files: corpusFiles('loadtest', 'load-test-ledgers-v22.xdr.zst'),
    network: 'load test network',
    expected: `loadtest/${etl}/load-test-ledgers-v22`,
    verify: false,
  },
  {
    name: 'core-lcm',
    files: corpusFiles('core-lcm', '.xdr.zst'),
    network: '(V) (;,,;) (V)',
    expected: `core-lcm/${etl}`,
    captures: true,
  },
];

/** Yields the ledgers of a set, checked, with the name of their file. */
export function* readSet({
  files,
  network,
  ledgers = Infinity,
  verify,
}: GoldenSet): Generator<{ capture: string; ledger: Ledger }> {
  const id = networkId(passphraseOf(network));
  for (const file of files) {
    const bytes = decompress(readFileSync(file), { file });
    for (const { start, end } of readFrames(bytes, file)) {
      if (ledgers-- <= 0) return;
      const ledger = readLedger(bytes.subarray(start, end), file);
      checkLedger(ledger, id, { verify });
      yield { capture: basename(file, '.xdr.zst'), ledger };
    }
  }
}

/** Returns the golden file of a table, of upstream or computed; undefined when the set has no rows of it. */
export function goldenFile(set: GoldenSet, table: string): string | undefined {
  return ['.jsonl', '.jsonl.zst']
    .map((ending) => join(corpus, set.expected, table + ending))
    .find((path) => existsSync(path));
}

/** Returns the lines of a golden file. */
export function goldenLines(path: string): string[] {
  return readText(path).split('\n').filter(Boolean);
}

/** Returns the ledgers, each with its capture, for which stellar-etl refused to make rows of a table. */
export function refusedLedgers(set: GoldenSet, table: string): Set<string> {
  const path = goldenFile(set, 'errors');
  const errors = (path ? goldenLines(path) : []).map((line) => JSON.parse(line) as Record<string, unknown>);
  return new Set(
    errors.filter((error) => error.table === table).map(({ capture, ledger }) => placeOf(ledger, capture)),
  );
}

/** Returns the name of a ledger in a set, as `refusedLedgers` has it. */
export function placeOf(ledger: unknown, capture: unknown): string {
  return `${(capture as string | undefined) ?? ''} ${ledger as string}`;
}
