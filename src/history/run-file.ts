/** The file of a run: a head, then each list of rows and the checksums of the ledgers, each from the start of a page on. */
import { renameSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { LedgerRange } from '../datastore/keys.ts';
import { StoreError } from '../errors.ts';
import { PageFault, PageReader, pagesOf, PageWriter } from './pages.ts';
import { ROW_BYTES, rowSource, type RowSource } from './rows.ts';
import { CHECKSUM_BYTES, lists, sizeOf, type Run } from './run.ts';

const MAGIC = 'LLINDEX4';
/** Formats without checksums, and with those of SCP messages. */
const OLDER = /^LLINDEX[1-3]$/;
const HEAD_BYTES = MAGIC.length + 5 * 4;

/** A file that is not what was written; its ledgers are in the index no more, and can be indexed again. */
export class DamagedRun extends StoreError {
  /** The name of the file. */
  readonly file: string;

  constructor(path: string, file: string, why: string) {
    const again = 'its ledgers are indexed again by the server, and by ingest --index-only';
    super(`${path}: ${why}; it is put aside, and ${again}`, { key: path });
    this.file = file;
  }
}

/** Returns the name of the file for the ledgers. */
export function runName({ first, last }: LedgerRange): string {
  return `${first}-${last}.rows`;
}

/** Returns the ledgers that a file's name stands for, undefined when it is no run's. */
export function parseRunName(name: string): LedgerRange | undefined {
  const match = /^(\d+)-(\d+)\.rows$/.exec(name);
  return match ? { first: Number(match[1]), last: Number(match[2]) } : undefined;
}

/** Ends the name of what this process has not finished writing: machine, process and, since numbers come again, its start. */
const WRITER = `${hostname()}.${process.pid}.${Math.round(performance.timeOrigin)}`;

/** Who began to write a file of a temporary name. */
export interface Writer {
  host: string;
  pid: number;
  /** Whether it is this process. */
  isOwn: boolean;
}

/** Returns who writes, or wrote, the file of a temporary name; undefined when it is no such name. */
export function parseTemporaryName(name: string): Writer | undefined {
  const match = /^\.\d+-\d+\.rows\.(?:(.+)\.(\d+)\.)?\d+$/.exec(name);
  if (!match) return undefined;
  const [, host = '', pid = 0] = match;
  return { host, pid: Number(pid), isOwn: name.endsWith(WRITER) };
}

/** The file of a run while it is written, under a temporary name. */
export class RunFile {
  /** How many rows each list has. */
  readonly #counts: number[] = [];
  readonly #folder: string;
  readonly #range: LedgerRange;
  readonly #temporary: string;
  readonly #pages: PageWriter;

  constructor(folder: string, { first, last }: LedgerRange) {
    this.#folder = folder;
    this.#range = { first, last };
    this.#temporary = join(folder, `.${runName(this.#range)}.${WRITER}`);
    this.#pages = new PageWriter(this.#temporary);
    this.#pages.write(Buffer.alloc(HEAD_BYTES));
    this.#pages.endPage();
  }

  write(bytes: Uint8Array): void {
    this.#pages.write(bytes);
  }

  /** Ends a list of so many rows. */
  endList(count: number): void {
    this.#pages.endPage();
    this.#counts.push(count);
  }

  /** Puts the file in its place when it is on disk, and returns it as a run. */
  finish(): Run {
    const { first, last } = this.#range;
    this.#pages.endPage();
    const head = Buffer.alloc(HEAD_BYTES);
    head.write(MAGIC, 'latin1');
    [first, last, ...this.#counts].forEach((number, i) => head.writeUInt32BE(number, MAGIC.length + i * 4));
    this.#pages.writeAt(0, head);
    this.#pages.sync();
    this.#pages.close();
    const name = runName(this.#range);
    renameSync(this.#temporary, join(this.#folder, name));
    return openRun(this.#folder, name);
  }

  /** Leaves nothing of an unfinished file behind. */
  remove(): void {
    this.#pages.close();
    rmSync(this.#temporary, { force: true });
  }
}

/** Writes a run into the folder and returns it as a file; throws what the system says, and leaves nothing behind. */
export function saveRun(folder: string, run: Run): Run {
  const file = new RunFile(folder, run);
  try {
    for (const list of lists) {
      const { count } = run[list];
      file.write(run[list].read(0, count));
      file.endList(count);
    }
    file.write(run.checksums(0, sizeOf(run)));
    return file.finish();
  } catch (error) {
    file.remove();
    throw error;
  }
}

/**
 * Returns the run that a file holds; throws DamagedRun when it is not what was written, and what the system says when it
 * cannot be opened. Its pages are checked when they are read, so that reading it throws DamagedRun, too.
 */
export function openRun(folder: string, name: string): Run {
  const path = join(folder, name);
  const pages = new PageReader(path);
  const checked = <T>(read: () => T): T => {
    try {
      return read();
    } catch (error) {
      throw error instanceof PageFault ? new DamagedRun(path, name, error.message) : error;
    }
  };
  try {
    const { first, last, counts } = checked(() => readHead(pages, name));
    const starts = startsOf(counts);
    const rows = counts.map((count, i) => {
      const start = starts[i];
      return rowSource(
        count,
        (begin, end) => checked(() => pages.read(start, begin * ROW_BYTES, (Math.min(end, count) - begin) * ROW_BYTES)),
        (row) => checked(() => pages.peek(start, row * ROW_BYTES, ROW_BYTES)),
      );
    });
    const [transactions, events, entries] = rows as [RowSource, RowSource, RowSource];
    const checksums = (skip: number, count: number) =>
      checked(() => pages.read(starts.at(-1)!, skip * CHECKSUM_BYTES, count * CHECKSUM_BYTES));
    return { first, last, transactions, events, entries, checksums, file: name, close: () => pages.close() };
  } catch (error) {
    pages.close();
    throw error;
  }
}

function readHead(pages: PageReader, name: string) {
  const format = pages.format(MAGIC.length);
  if (OLDER.test(format)) throw new PageFault('it is of an older version');
  if (format !== MAGIC) throw new PageFault('it is no index');
  const head = pages.read(0, 0, HEAD_BYTES);
  const words = [0, 1, 2, 3, 4].map((i) => head.readUInt32BE(MAGIC.length + i * 4));
  const [first, last, ...counts] = words as [number, number, number, number, number];
  if (runName({ first, last }) !== name) throw new PageFault(`it holds ledgers ${first} to ${last}`);
  pages.expectPages(startsOf(counts).at(-1)! + pagesOf(sizeOf({ first, last }) * CHECKSUM_BYTES));
  return { first, last, counts };
}

/** Returns the page on which each list starts, and then the checksums. */
function startsOf(counts: readonly number[]): number[] {
  const starts = [1];
  for (const count of counts) starts.push(starts.at(-1)! + pagesOf(count * ROW_BYTES));
  return starts;
}
