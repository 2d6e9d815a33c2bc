/** How fast ledgers are decoded here, beside the SDK's decoder on the same bytes in the same process. */
import './core/v8-flags.ts';
import * as xdr from '@stellar/stellar-sdk/xdr';
import { openLedgerStore } from './datastore/open.ts';
import { decompress } from './ledger/compression.ts';
import { readFrames } from './ledger/frames.ts';
import { readLedger } from './ledger/ledger.ts';
import { networkId } from './ledger/network.ts';
import { checkLedger } from './ledger/verify.ts';
import { createTables } from './tables/index.ts';
import { skipLedgerCloseMeta } from './xdr/generated/skip.ts';

/** One measured task: `ours` and `reference` in `unit`, `ratio` of the two. */
export interface BenchRow {
  task: string;
  unit: string;
  ours: number;
  reference: number;
  reference_name: string;
  ratio: number;
}

/** Rounds that are not counted: both sides are compiled while they run. */
const WARM_UP = 10;
/** How often a side runs before the other has its turn. */
const RUNS = 3;

const REFERENCE = '@stellar/stellar-sdk LedgerCloseMeta.fromXdr';

/**
 * Measures the walk and the decoding of all bronze tables over the ledgers of the sources: the median of `rounds`, the
 * sides in turn. Throws what reading the ledgers throws.
 */
export async function benchDecode(
  sources: readonly string[],
  {
    passphrase,
    name,
    rounds = 8,
    verify = true,
  }: { passphrase: string; name: string; rounds?: number; verify?: boolean },
): Promise<BenchRow[]> {
  const ledgers = await readLedgers(sources);
  const bytes = ledgers.reduce((sum, { length }) => sum + length, 0);
  const sides = decodeTasks(ledgers, networkId(passphrase), verify);
  if (sides.walk() !== bytes) throw new Error('the walk and the bytes disagree');
  if (sides.tables() === 0 || sides.reference() === 0) throw new Error('nothing was decoded');
  const median = alternate(sides, rounds);
  const row = (task: string, seconds: number): BenchRow => ({
    task: `${name}: ${task}`,
    unit: 'MB/s',
    ours: rate(bytes, seconds),
    reference: rate(bytes, median.reference),
    reference_name: REFERENCE,
    ratio: Math.round((median.reference / seconds) * 10) / 10,
  });
  return [
    row(
      verify ? 'decode to all bronze Arrow batches, every hash verified' : 'decode to all bronze Arrow batches',
      median.tables,
    ),
    row('walk and check every byte, no output', median.walk),
  ];
}

/** Returns what is measured over ledgers: the SDK's objects, the walk over every byte, and the rows of all bronze tables. */
export function decodeTasks(ledgers: readonly Uint8Array[], id: Uint8Array, verify: boolean) {
  const set = createTables(id);
  return {
    reference: () => ledgers.reduce((sum, ledger) => sum + xdr.LedgerCloseMeta.fromXdr(ledger).type.length, 0),
    walk: () =>
      ledgers.reduce((sum, { buffer, byteOffset, byteLength }) => {
        return sum + skipLedgerCloseMeta(new DataView(buffer, byteOffset, byteLength), 0);
      }, 0),
    tables: () => {
      for (const ledger of ledgers) {
        const read = readLedger(ledger);
        checkLedger(read, id, { verify });
        set.add(read);
      }
      const rows = [...set.batches().values()].reduce((sum, { numRows }) => sum + numRows, 0);
      set.reset();
      return rows;
    },
  };
}

/** Returns the ledgers of a store, in memory. */
export async function readLedgers(sources: readonly string[]): Promise<Uint8Array[]> {
  const store = await openLedgerStore(sources);
  const { objects, files } = await store.list();
  const ledgers: Uint8Array[] = [];
  for (const { key } of [...objects, ...files]) {
    const raw = decompress(await store.get(key), { file: key });
    for (const { start, end } of readFrames(raw, key)) ledgers.push(raw.subarray(start, end));
  }
  return ledgers;
}

/**
 * Runs each side three times a round, in turn, and returns the median seconds of each. The best run would leave out the
 * reference's garbage collection, which is a part of what its objects cost; the first of three runs pays for the other's.
 */
function alternate(sides: Record<string, () => unknown>, rounds: number): Record<string, number> {
  const seconds = Object.keys(sides).map((name): [string, number[]] => [name, []]);
  for (let round = 0; round < WARM_UP + rounds; round++) {
    for (const [name, times] of seconds) {
      for (let run = 0; run < RUNS; run++) {
        const started = performance.now();
        sides[name]();
        if (round >= WARM_UP) times.push((performance.now() - started) / 1000);
      }
    }
  }
  return Object.fromEntries(seconds.map(([name, times]) => [name, times.sort((a, b) => a - b)[times.length >> 1]]));
}

function rate(bytes: number, seconds: number): number {
  return Math.round(bytes / seconds / 1e5) / 10;
}
