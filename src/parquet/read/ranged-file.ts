/** A file that is read in pieces. */
import { statSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { namingFile, readFully } from '../../core/open-files.ts';
import { giveBack } from '../../core/free-memory.ts';

/** Pieces that lie no further apart are read in one go. */
const NEAR = 32 * 1024;

/** Where a piece lies. */
interface Piece {
  start: number;
  bytes: number;
}

/** A file that is opened when it is first read. */
export class RangedFile {
  readonly path: string;
  readonly size: number;
  /** Names the file as it is now: one that takes its place has another. */
  readonly key: string;
  #handle?: FileHandle;

  private constructor(path: string, size: number, key: string) {
    this.path = path;
    this.size = size;
    this.key = key;
  }

  /**
   * Opens the file synchronously: all needed bytes may be cached, and DuckDB often keeps the thread pool busy. Throws a
   * system error if it is missing.
   */
  static of(path: string): RangedFile {
    const { size, mtimeMs } = statSync(path);
    return new RangedFile(path, size, `${path} ${size} ${mtimeMs}`);
  }

  /** Returns bytes of the file. Throws a RangeError where it ends before them. */
  async read(start: number, bytes: number): Promise<Uint8Array> {
    this.#handle ??= await open(this.path);
    // Not of Node's pool, which it would keep.
    const buffer = Buffer.allocUnsafeSlow(bytes);
    const read = await readFully(this.#handle, buffer, start).catch((error: unknown) => {
      throw namingFile(error, this.path);
    });
    if (read < bytes) throw new RangeError(`${this.path} ends at ${start + read}`);
    return buffer;
  }

  /** Calls `use` with the bytes of each piece and its number; they are valid during the call. */
  async readEach(pieces: readonly Piece[], use: (bytes: Uint8Array, number: number) => void): Promise<void> {
    const order = [...pieces.keys()].sort((a, b) => pieces[a].start - pieces[b].start);
    for (let next = 0; next < order.length;) {
      const first = next;
      const { start } = pieces[order[first]];
      let end = start;
      for (; next < order.length && (next === first || pieces[order[next]].start <= end + NEAR); next++) {
        const { start, bytes } = pieces[order[next]];
        end = Math.max(end, start + bytes);
      }
      const read = await this.read(start, end - start);
      for (const number of order.slice(first, next)) {
        const { start: at, bytes } = pieces[number];
        use(read.subarray(at - start, at - start + bytes), number);
      }
      giveBack(read);
    }
  }

  async close(): Promise<void> {
    await this.#handle?.close();
  }
}
