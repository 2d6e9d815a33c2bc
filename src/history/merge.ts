/** Runs made one without holding them in memory: their files are read and written side by side, a little at a time. */
import { POSITION_AT, READ_ROWS, ROW_BYTES, type RowSource } from './rows.ts';
import { listsOf, sizeOf, type Run } from './run.ts';
import { RunFile } from './run-file.ts';

/** Others have their turn after so many rows, which take 2 ms. */
const TURN_ROWS = 16_384;

/**
 * Writes consecutive runs of a kind as one into the folder and returns it. Throws DamagedRun when one of them is not what was written, what
 * the system says, and the signal's reason when it ends that; nothing is left behind then.
 */
export async function mergeFiles(folder: string, runs: readonly Run[], signal: AbortSignal): Promise<Run> {
  const [{ kind, first }] = runs;
  const file = new RunFile(folder, { first, last: runs.at(-1)!.last }, kind);
  try {
    for (const list of listsOf[kind]) {
      const out = new RowWriter((rows) => file.write(rows), list === 'entries');
      await mergeSources(
        runs.map((run) => run[list]),
        out,
        signal,
      );
      file.endList(out.count);
    }
    for (const run of runs) file.write(run.checksums(0, sizeOf(run)));
    return file.finish();
  } catch (error) {
    file.remove();
    throw error;
  }
}

async function mergeSources(sources: readonly RowSource[], out: RowWriter, signal: AbortSignal): Promise<void> {
  const readers = sources.map((source) => new RowReader(source)).filter((reader) => reader.next());
  for (let rows = 1; readers.length > 0; rows++) {
    let least = 0;
    for (let i = 1; i < readers.length; i++) if (readers[i].isBefore(readers[least])) least = i;
    out.add(readers[least]);
    if (!readers[least].next()) readers.splice(least, 1);
    if (rows % TURN_ROWS !== 0) continue;
    await new Promise((resolve) => setImmediate(resolve));
    signal.throwIfAborted();
  }
  out.end();
}

/** One row as three words, which sort as its bytes do. */
interface RowWords {
  a: number;
  b: number;
  c: number;
}

class RowReader implements RowWords {
  a = 0;
  b = 0;
  c = 0;
  readonly #source: RowSource;
  #row = 0;
  #at = 0;
  #view: DataView = new DataView(new ArrayBuffer(0));

  constructor(source: RowSource) {
    this.#source = source;
  }

  /** Goes to the next row; returns whether there is one. */
  next(): boolean {
    if (this.#at === this.#view.byteLength && !this.#fill()) return false;
    const view = this.#view;
    this.a = view.getUint32(this.#at);
    this.b = view.getUint32(this.#at + 4);
    this.c = view.getUint32(this.#at + 8);
    this.#at += ROW_BYTES;
    return true;
  }

  #fill(): boolean {
    if (this.#row >= this.#source.count) return false;
    const rows = this.#source.read(this.#row, this.#row + READ_ROWS);
    this.#row += READ_ROWS;
    this.#view = new DataView(rows.buffer, rows.byteOffset, rows.length);
    this.#at = 0;
    return true;
  }

  isBefore({ a, b, c }: RowWords): boolean {
    if (this.a !== a) return this.a < a;
    return this.b === b ? this.c < c : this.b < b;
  }
}

/** Writes sorted rows; with `newestOnly` of those with one key and position the last alone. */
class RowWriter {
  count = 0;
  readonly #write: (rows: Uint8Array) => void;
  readonly #newestOnly: boolean;
  readonly #rows = Buffer.allocUnsafe(READ_ROWS * ROW_BYTES);
  #at = 0;
  /** Rows of one key that newer ones may still take the place of, by position. */
  #pending: RowWords[] = [];

  constructor(write: (rows: Uint8Array) => void, newestOnly: boolean) {
    this.#write = write;
    this.#newestOnly = newestOnly;
  }

  add(row: RowWords): void {
    if (!this.#newestOnly) return this.#put(row);
    const before = this.#pending[0];
    if (before && !isSameKey(before, row)) this.#putPending();
    const { a, b, c } = row;
    this.#pending = this.#pending.filter((other) => positionOf(other) !== positionOf(row));
    this.#pending.push({ a, b, c });
  }

  end(): void {
    this.#putPending();
    this.#flush();
  }

  #putPending(): void {
    for (const row of this.#pending.splice(0)) this.#put(row);
  }

  #put({ a, b, c }: RowWords): void {
    if (this.#at === this.#rows.length) this.#flush();
    this.#rows.writeUInt32BE(a, this.#at);
    this.#rows.writeUInt32BE(b, this.#at + 4);
    this.#rows.writeUInt32BE(c, this.#at + 8);
    this.#at += ROW_BYTES;
    this.count++;
  }

  #flush(): void {
    this.#write(this.#rows.subarray(0, this.#at));
    this.#at = 0;
  }
}

/** The key is the first word and half of the second. */
function isSameKey(one: RowWords, other: RowWords): boolean {
  return one.a === other.a && one.b >>> 16 === other.b >>> 16;
}

const POSITION_BITS = (ROW_BYTES - POSITION_AT) * 8;

function positionOf({ c }: RowWords): number {
  return c & ((1 << POSITION_BITS) - 1);
}
